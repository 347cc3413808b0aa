//! A record on the screen of `kifu view`.

use ratatui_core::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use super::{
    board_diagram::{BoardExtras, board_view},
    board_view::{BoardView, ScreenStyle, Viewport},
    panel::{Buttons, ScreenLayout, ScrolledText, draw_bar, panel_width, plain, wrapped},
    styled_line::{RED, StyledLine, draw_line},
    words::{place, variations},
};
use crate::{
    editor::{Session, Standing},
    output::{counted, in_brief},
    record::{Name, safe},
    verify::{Finding, title},
};

/// What a key or a click asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ViewAction {
    Back,
    Next,
    Variation,
    Finding,
    Score,
    Help,
    List,
    Quit,
}

/// A record on the screen.
pub(super) struct OpenRecord {
    pub(super) number: usize,
    pub(super) session: Session,
    /// Digits of a ply that are typed.
    pub(super) typed: String,
    pub(super) message: String,
    pub(super) board: BoardView,
    pub(super) viewport: Viewport,
    pub(super) layout: ScreenLayout,
    /// The columns that the lines below the board were broken for.
    notes_width: usize,
    pub(super) panel: ScrolledText,
    pub(super) buttons: Buttons<ViewAction>,
}

impl OpenRecord {
    pub(super) fn new(number: usize, session: Session) -> OpenRecord {
        OpenRecord {
            number,
            session,
            typed: String::new(),
            message: String::new(),
            board: BoardView::default(),
            viewport: Viewport::default(),
            layout: ScreenLayout::default(),
            notes_width: 0,
            panel: ScrolledText::default(),
            buttons: Buttons::default(),
        }
    }

    pub(super) fn go_to_typed(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        let ply = typed.parse().unwrap_or(u32::MAX);
        let reached = self.session.go_to_ply(ply);
        if reached != ply {
            self.message = format!(
                "the line has {}",
                counted(u64::from(reached), "ply", "plies")
            );
        }
    }

    /// Goes to another variation of the last branch on the way here.
    pub(super) fn go_to_variation(&mut self, forward: bool) {
        if !self.session.go_to_variation(forward) {
            "there is no other variation".clone_into(&mut self.message);
        }
    }

    pub(super) fn draw(&mut self, name: &str, area: Rect, buffer: &mut Buffer, style: ScreenStyle) {
        let extras = BoardExtras::default();
        self.board = board_view(&self.session, &extras, style, self.notes_width);
        let width = panel_width(area, self.board.width());
        if width != self.notes_width {
            self.notes_width = width;
            self.board = board_view(&self.session, &extras, style, width);
        }
        let findings = self.finding_lines(width, style);
        let urgent = findings.len();
        let lines = self.panel_lines(width, findings);
        self.layout = ScreenLayout::new(area, self.board.width(), self.board.height(), urgent);
        let position = self.session.position();
        let heading = format!(
            " {} {} | {}",
            title(position.game()),
            position.size(),
            safe(name)
        );
        draw_bar(&heading, area, area.y, buffer);
        // The part of the board with the last ply is shown.
        let points = self.session.last_ply().map(|(_, _, mv)| mv.points());
        let focus = points.and_then(|points| points.first().copied());
        let (viewport, _) = self
            .board
            .draw(self.layout.board, focus, self.viewport, buffer);
        self.viewport = viewport;
        self.panel.draw(&lines, self.layout.panel, buffer);
        let prompt = match self.typed.as_str() {
            "" => self.message.clone(),
            typed => format!("go to ply {typed}"),
        };
        let line = plain(&prompt, Style::new().add_modifier(Modifier::BOLD));
        draw_line(line.iter(), area, self.layout.input, buffer);
        let labels = [
            ("Left", "back", ViewAction::Back),
            ("Right", "on", ViewAction::Next),
            ("Down", "variation", ViewAction::Variation),
            ("n", "finding", ViewAction::Finding),
            ("s", "score", ViewAction::Score),
            ("?", "help", ViewAction::Help),
            ("l", "list", ViewAction::List),
            ("q", "quit", ViewAction::Quit),
        ];
        let kept = [ViewAction::Help, ViewAction::Quit];
        self.buttons
            .draw(&labels, &kept, area, self.layout.keys, buffer);
    }

    /// The findings at the cursor.
    fn finding_lines(&self, width: usize, style: ScreenStyle) -> Vec<StyledLine> {
        let usual = Style::new();
        let strong = if style.color {
            usual.fg(RED).add_modifier(Modifier::BOLD)
        } else {
            usual.add_modifier(Modifier::BOLD)
        };
        let all = self.session.findings();
        let mut lines = Vec::new();
        for (number, found) in (1..).zip(all) {
            if found.node != self.session.cursor() {
                continue;
            }
            let count = format!("finding {number} of {}:", all.len());
            lines.extend(wrapped(&count, usual, width));
            for line in told(&found.finding) {
                lines.extend(wrapped(&line, strong, width));
            }
            lines.push(Vec::new());
        }
        lines
    }

    /// The findings come first, where little fits.
    fn panel_lines(&self, width: usize, findings: Vec<StyledLine>) -> Vec<StyledLine> {
        let session = &self.session;
        let usual = Style::new();
        let mut lines = findings;
        for &color in session.position().players().colors() {
            let name = session.detail(Name::player_of(color).letters());
            if !name.is_empty() {
                lines.extend(wrapped(&format!("{}: {name}", color.name()), usual, width));
            }
        }
        let result = session.detail("RE");
        if !result.is_empty() {
            lines.extend(wrapped(&format!("result: {result}"), usual, width));
        }
        lines.extend(self.board.notes.clone());
        lines.extend(wrapped(&place(session), usual, width));
        if session.standing() == Standing::AfterIllegal {
            let note = "what follows an illegal ply is not judged";
            lines.extend(wrapped(note, usual, width));
        }
        for text in [session.titles(), session.comment()] {
            if !text.is_empty() {
                lines.push(Vec::new());
                lines.extend(wrapped(&text, usual, width));
            }
        }
        if session.tree().node(session.cursor()).children.len() > 1 {
            lines.push(Vec::new());
            for line in variations(session).lines {
                lines.extend(wrapped(&line, usual, width));
            }
        }
        lines
    }
}

/// A finding with its help.
pub(super) fn told(finding: &Finding) -> Vec<String> {
    let mut lines = vec![in_brief(finding)];
    lines.extend(finding.help().map(|help| format!("help: {}", safe(&help))));
    lines
}
