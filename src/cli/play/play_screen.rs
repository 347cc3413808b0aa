//! What the screen of `kifu play` shows.

use std::collections::BTreeMap;

use ratatui::{
    Frame,
    layout::Position as ScreenPosition,
    style::{Color as ScreenColor, Modifier, Style},
};

use super::{
    answer::Answer,
    board_diagram::{BoardExtras, board_view},
    board_view::{BoardView, ScreenStyle, StyledLine, Viewport, draw_line},
    game::PlayedGame,
    line_command::words,
    page::Page,
    panel::{Buttons, ScreenLayout, ScrolledText, draw_bar, panel_width, plain, wrapped},
    words::place,
};
use crate::{
    cli::playable::playable,
    editor::{Choice, LegalPoints, MoveInput, Standing, completions},
    games::{Color, Game, Move, Piece, Point},
    record::Name,
    verify::title,
};

/// What a key or a click asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Enter,
    Choose,
    Cycle,
    Back,
    Next,
    Undo,
    Redo,
    Help,
    Legal,
    Score,
    Levels,
    Quit,
}

/// A game on the screen.
pub(super) struct PlayScreen<'g> {
    pub(super) game: &'g mut PlayedGame,
    pub(super) style: ScreenStyle,
    /// The point that is chosen on the board.
    pub(super) cursor: Point,
    pub(super) typed: String,
    pub(super) input: MoveInput,
    pub(super) legal: LegalPoints,
    /// The position that `legal` belongs to: its node, and the number of edits.
    pub(super) legal_of: Option<(usize, u64)>,
    pub(super) shows_legal: bool,
    pub(super) answer: Answer,
    pub(super) page: Option<Page>,
    /// Whether the next `quit` ends without saving.
    pub(super) may_lose: bool,
    pub(super) board: BoardView,
    pub(super) viewport: Viewport,
    pub(super) layout: ScreenLayout,
    pub(super) panel: ScrolledText,
    pub(super) buttons: Buttons<Action>,
}

impl<'g> PlayScreen<'g> {
    /// A game before anything is typed.
    pub(super) fn new(
        game: &'g mut PlayedGame,
        style: ScreenStyle,
        answer: Answer,
    ) -> PlayScreen<'g> {
        PlayScreen {
            game,
            style,
            cursor: Point::new(1, 1),
            typed: String::new(),
            input: MoveInput::default(),
            legal: LegalPoints::default(),
            legal_of: None,
            shows_legal: false,
            answer,
            page: None,
            may_lose: false,
            board: BoardView::default(),
            viewport: Viewport::default(),
            layout: ScreenLayout::default(),
            panel: ScrolledText::default(),
            buttons: Buttons::default(),
        }
    }
}

impl PlayScreen<'_> {
    /// Finds out what is legal, and draws the board to know its size.
    pub(super) fn prepare(&mut self) {
        let now = (self.game.session.cursor(), self.game.session.edits());
        if self.legal_of != Some(now) {
            self.legal_of = Some(now);
            self.legal = if self.can_play() {
                LegalPoints::of(self.game.session.position())
            } else {
                LegalPoints::default()
            };
            self.input.clear();
        }
        let position = self.game.session.position();
        let mut pieces = self.input.pieces(position);
        let is_chosen = !self.input.is_empty();
        let ghost = self
            .ghost()
            .filter(|ghost| !pieces.iter().any(|piece| piece.point() == ghost.point()));
        pieces.extend(ghost);
        let chars = self.point_chars();
        let extras = BoardExtras {
            pieces: (is_chosen || ghost.is_some()).then_some(&pieces[..]),
            is_chosen,
            refused: if is_chosen { &[] } else { &self.answer.points },
            point_chars: self.shows_legal.then_some(&chars),
            ..BoardExtras::default()
        };
        let width = usize::from(self.layout.panel.width).max(20);
        self.board = board_view(&self.game.session, &extras, self.style, width);
        // What is offered must not look like a piece that is there.
        if let Some(ghost) = ghost {
            let is_ascii = self.style.ascii;
            self.board.replace(ghost.point(), |piece| match ghost {
                Piece::Walled(..) if !is_ascii => '\u{25cc}',
                _ => piece.to_ascii_lowercase(),
            });
        }
    }

    /// The piece that would be placed at the cursor, where its wall or color is chosen.
    fn ghost(&self) -> Option<Piece> {
        let position = self.game.session.position();
        let is_shown = self.can_play() && matches!(position.game(), Game::Bargo | Game::Bamogo);
        let ghost = self.input.piece_at(position, &self.legal, self.cursor);
        ghost.filter(|_| is_shown && !self.legal.at(self.cursor).is_empty())
    }

    /// The characters of the points that can be chosen.
    fn point_chars(&self) -> BTreeMap<Point, char> {
        if !self.shows_legal {
            return BTreeMap::new();
        }
        let position = self.game.session.position();
        if self.input.is_empty() && position.game() != Game::Bamogo {
            return playable(position, &position.legal_moves()).0;
        }
        let points = self.input.open_points(position, &self.legal);
        points.into_iter().map(|point| (point, '+')).collect()
    }

    pub(super) fn can_play(&self) -> bool {
        let session = &self.game.session;
        session.standing() == Standing::Legal && !session.position().is_game_over()
    }

    pub(super) fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        if let Some(page) = &mut self.page {
            page.draw(area, buffer);
            return;
        }
        let width = panel_width(area, self.board.width());
        let lines = self.panel_lines(width, width == usize::from(area.width));
        let urgent = if self.answer.is_refused {
            lines.len()
        } else {
            0
        };
        self.layout = ScreenLayout::new(area, self.board.width(), self.board.height(), urgent);
        draw_bar(&self.heading(), area, area.y, buffer);
        let (viewport, shown) =
            self.board
                .draw(self.layout.board, Some(self.cursor), self.viewport, buffer);
        self.viewport = viewport;
        self.panel.draw(&lines, self.layout.panel, buffer);
        let line = self.input_line();
        draw_line(line.iter(), area, self.layout.input, buffer);
        let labels = self.labels();
        let kept = [Action::Help, Action::Quit];
        self.buttons
            .draw(&labels, &kept, area, self.layout.keys, buffer);
        // The cursor of the terminal is where something happens, also for screen readers.
        let typed = ScreenPosition::new(
            (line_start(&self.prompt()) + self.typed.chars().count()) as u16,
            self.layout.input,
        );
        match shown.filter(|_| self.typed.is_empty()) {
            Some(at) => frame.set_cursor_position(at),
            None if area.contains(typed) => frame.set_cursor_position(typed),
            None => {}
        }
    }

    fn heading(&self) -> String {
        let session = &self.game.session;
        let position = session.position();
        let name = |color: Color| match session.detail(Name::player_of(color).letters()) {
            name if name.is_empty() => color.name().to_owned(),
            name => format!("{name} ({})", color.letter()),
        };
        let names = position.players().colors().iter().map(|&color| name(color));
        let file = match self.game.file_name() {
            Some(name) if self.game.is_unsaved() => format!("{name} (not saved)"),
            Some(name) => name,
            None => "not saved before the first ply".to_owned(),
        };
        format!(
            " {} {}, {} | {file}",
            title(position.game()),
            position.size(),
            names.collect::<Vec<_>>().join(" - "),
        )
    }

    fn prompt(&self) -> String {
        let position = self.game.session.position();
        if position.is_game_over() {
            return "game over".to_owned();
        }
        format!(
            "ply {}, {}",
            position.plies() + 1,
            position.to_move().name()
        )
    }

    fn input_line(&self) -> StyledLine {
        let dim = Style::new().add_modifier(Modifier::DIM);
        let mut line = plain(&format!("{}> ", self.prompt()), Style::new());
        if self.typed.is_empty() {
            line.extend(plain("a move or a command", dim));
            return line;
        }
        line.extend(plain(
            &self.typed,
            Style::new().add_modifier(Modifier::BOLD),
        ));
        let found = self.completions();
        if !found.is_empty() {
            line.extend(plain(
                &format!("   Tab: {}", found[..found.len().min(12)].join(" ")),
                dim,
            ));
        }
        line
    }

    /// The moves and commands that begin with what is typed.
    pub(super) fn completions(&self) -> Vec<String> {
        let mut found = if self.can_play() {
            completions(self.game.session.position(), &self.typed)
        } else {
            Vec::new()
        };
        let typed = self.typed.to_ascii_lowercase();
        let commands = words().filter(|word| word.starts_with(&typed));
        found.extend(commands.map(str::to_owned));
        found
    }

    fn panel_lines(&self, width: usize, is_narrow: bool) -> Vec<StyledLine> {
        let session = &self.game.session;
        let usual = Style::new();
        let mut lines = self.board.notes.clone();
        lines.extend(wrapped(&place(session), usual, width));
        if let Some(text) = self.offer() {
            // Below the board there is little room, and this changes with every key.
            let at = if is_narrow { 0 } else { lines.len() };
            lines.splice(at..at, wrapped(&text, usual, width));
        }
        if self.shows_legal {
            lines.extend(wrapped(&self.legend(), usual, width));
        }
        let answer = self.answer_lines(width);
        if self.answer.is_refused {
            // Why something is refused comes first, where little fits.
            lines.splice(0..0, answer.into_iter().chain([Vec::new()]));
        } else {
            lines.push(Vec::new());
            lines.extend(answer);
        }
        let comment = session.comment();
        if !comment.is_empty() {
            lines.push(Vec::new());
            lines.extend(wrapped(&format!("comment: {comment}"), usual, width));
        }
        lines
    }

    fn answer_lines(&self, width: usize) -> Vec<StyledLine> {
        let style = match (self.answer.is_refused, self.style.color) {
            (true, true) => Style::new()
                .fg(ScreenColor::Red)
                .add_modifier(Modifier::BOLD),
            (true, false) => Style::new().add_modifier(Modifier::BOLD),
            (false, _) => Style::new(),
        };
        let place = place(&self.game.session);
        let told = self.answer.lines.iter().filter(|line| **line != place);
        told.flat_map(|line| wrapped(line, style, width)).collect()
    }

    /// The move that Enter would play; `None` where it chooses a point.
    pub(super) fn offered_move(&self) -> Option<Move> {
        let position = self.game.session.position();
        let points = self.input.points();
        // The stones of a turn are put first, and then played as they are.
        let at = match points.last() {
            Some(last) if position.game() == Game::Sygo => *last,
            _ => self.cursor,
        };
        self.input.complete(position, &self.legal, at)
    }

    /// What the characters of legal points mean.
    pub(super) fn legend(&self) -> String {
        let position = self.game.session.position();
        let moves = position.legal_moves();
        let (_, legend) = playable(position, &moves);
        let words = self.legal.without_point().iter();
        let words: Vec<String> = words.map(ToString::to_string).collect();
        let mut parts = vec![format!("legal moves: {}", moves.len())];
        if position.game() == Game::Bamogo {
            parts.push("+: may be chosen".to_owned());
        }
        parts.extend((!legend.is_empty()).then_some(legend));
        parts.extend((!words.is_empty()).then(|| format!("also: {}", words.join(", "))));
        parts.join("; ")
    }

    /// What Enter would do.
    fn offer(&self) -> Option<String> {
        if !self.can_play() {
            return None;
        }
        let position = self.game.session.position();
        let points = self.input.points();
        let chosen: Vec<String> = points.iter().map(ToString::to_string).collect();
        let complete = self.offered_move();
        let mut offer = match &complete {
            Some(mv) if position.is_legal(mv) => format!("Enter: {mv}"),
            Some(mv) => format!("Enter: {mv} (not legal)"),
            None if points.contains(&self.cursor) => format!("Enter: take {} back", self.cursor),
            None => match self.input.choice(position, &self.legal, self.cursor) {
                Some(Choice::Color(color)) => format!(
                    "Enter: {}{}, then the other stone",
                    color.letter(),
                    self.cursor
                ),
                _ => format!("Enter: {}, then the stone to switch with", self.cursor),
            },
        };
        if !chosen.is_empty() {
            offer = format!("chosen: {}; {offer}", chosen.join(" "));
        }
        let choices = self.input.choices(position, &self.legal, self.cursor).len();
        match position.game() {
            Game::Bargo if choices > 1 => offer.push_str("; Tab: another wall"),
            Game::Ugo if self.legal.at(self.cursor).len() > 1 => {
                offer.push_str("; Tab: stone or king");
            }
            Game::Bamogo if choices > 1 => offer.push_str("; Tab: another color"),
            Game::Sygo if points.is_empty() => offer.push_str("; Space: one of several stones"),
            Game::Sygo => offer.push_str("; Space: another stone"),
            _ => {}
        }
        Some(offer)
    }

    fn labels(&self) -> Vec<(&'static str, &'static str, Action)> {
        let mut labels = vec![("Enter", "play", Action::Enter)];
        match self.game.session.position().game() {
            Game::Bargo => labels.push(("Tab", "wall", Action::Cycle)),
            Game::Ugo => labels.push(("Tab", "king", Action::Cycle)),
            Game::Bamogo => labels.push(("Tab", "color", Action::Cycle)),
            Game::Sygo => labels.push(("Space", "stone", Action::Choose)),
            Game::Margo => labels.push(("F4", "levels", Action::Levels)),
        }
        labels.extend([
            ("PgUp", "back", Action::Back),
            ("PgDn", "on", Action::Next),
            ("^Z", "undo", Action::Undo),
            ("F1", "help", Action::Help),
            ("F2", "legal", Action::Legal),
            ("F3", "score", Action::Score),
            ("^Q", "quit", Action::Quit),
        ]);
        labels
    }
}

/// Columns from the left to what is typed.
fn line_start(prompt: &str) -> usize {
    prompt.chars().count() + 2
}
