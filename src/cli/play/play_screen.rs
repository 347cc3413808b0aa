//! What the screen of `kifu play` shows.

use std::collections::BTreeMap;

use ratatui_core::{
    layout::Position as ScreenPosition,
    style::{Modifier, Style},
    terminal::Frame,
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{
    answer::Answer,
    board_diagram::{BoardExtras, board_view},
    board_view::{BoardView, ScreenStyle, Viewport},
    game::PlayedGame,
    line_command::command_words,
    page::Page,
    panel::{Buttons, ScreenLayout, ScrolledText, draw_bar, panel_width, plain, wrapped},
    styled_line::{RED, StyledLine, draw_line},
    words::{legal_count, place},
};
use crate::{
    cli::playable::playable,
    editor::{Choice, LegalPoints, MoveInput, completions},
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
    /// The columns that the lines below the board were broken for.
    notes_width: usize,
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
            notes_width: 0,
            panel: ScrolledText::default(),
            buttons: Buttons::default(),
        }
    }
}

impl PlayScreen<'_> {
    /// Finds out what is legal, and makes the board to know its size.
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
        self.make_board();
    }

    fn make_board(&mut self) {
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
        self.board = board_view(&self.game.session, &extras, self.style, self.notes_width);
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
        session.played_from().is_some() && !session.position().is_game_over()
    }

    pub(super) fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        if let Some(page) = &mut self.page {
            page.draw(area, buffer);
            return;
        }
        let width = panel_width(area, self.board.width());
        if width != self.notes_width {
            self.notes_width = width;
            self.make_board();
        }
        let is_narrow = width == usize::from(area.width);
        let room = usize::from(area.height.saturating_sub(3));
        let mut answer = self.answer_lines(width);
        if is_narrow && self.shows_legal && !self.answer.is_refused {
            answer.extend(wrapped(&self.legend(), Style::new(), width));
        }
        let offer = self.offer().unwrap_or_default();
        let offer = wrapped(&offer, Style::new(), width);
        // With a line that tells how to scroll.
        let urgent = offer.len() + answer.len() + 1;
        let lines = self.panel_lines(offer, answer, width, room, is_narrow);
        self.layout = ScreenLayout::new(area, self.board.width(), self.board.height(), urgent);
        draw_bar(&self.heading(), area, area.y, buffer);
        let (viewport, shown) =
            self.board
                .draw(self.layout.board, Some(self.cursor), self.viewport, buffer);
        self.viewport = viewport;
        self.panel.draw(&lines, self.layout.panel, buffer);
        let typed = self.shown_typed(usize::from(area.width));
        let line = self.input_line(&typed);
        draw_line(line.iter(), area, self.layout.input, buffer);
        let labels = self.labels();
        let kept = [Action::Help, Action::Quit];
        self.buttons
            .draw(&labels, &kept, area, self.layout.keys, buffer);
        // The cursor of the terminal is where something happens, also for screen readers.
        let behind = ScreenPosition::new(
            (self.prompt().width() + 2 + typed.width()) as u16,
            self.layout.input,
        );
        match shown.filter(|_| self.typed.is_empty()) {
            Some(at) => frame.set_cursor_position(at),
            None if area.contains(behind) => frame.set_cursor_position(behind),
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

    /// What is typed, on a line so wide: of what does not fit the end, where the next letter comes.
    fn shown_typed(&self, width: usize) -> String {
        let room = width.saturating_sub(self.prompt().width() + 3);
        let mut columns = 0;
        let letters = self.typed.char_indices().rev();
        let shown = letters.take_while(|(_, letter)| {
            columns += letter.width().unwrap_or(0);
            columns <= room
        });
        match shown.last() {
            Some((0, _)) => self.typed.clone(),
            // The mark takes the place of the first letter that fits.
            Some((start, first)) => {
                format!("\u{2026}{}", &self.typed[start + first.len_utf8()..])
            }
            None => String::new(),
        }
    }

    /// The line of the input, given what is shown of what is typed.
    fn input_line(&self, typed: &str) -> StyledLine {
        let dim = Style::new().add_modifier(Modifier::DIM);
        let mut line = plain(&format!("{}> ", self.prompt()), Style::new());
        if self.typed.is_empty() {
            let expected = if self.game.is_reply_due() {
                "the opponent is thinking; Ctrl-C leaves the game"
            } else if self.can_play() {
                "a move or a command"
            } else {
                "a command, such as `undo`"
            };
            line.extend(plain(expected, dim));
            return line;
        }
        line.extend(plain(typed, Style::new().add_modifier(Modifier::BOLD)));
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
        let commands = command_words().filter(|word| word.starts_with(&typed));
        found.extend(commands.map(str::to_owned));
        found
    }

    /// The lines beside the board, of which so many fit if they stand `room` high; below the board there is less room.
    fn panel_lines(
        &self,
        offer: Vec<StyledLine>,
        answer: Vec<StyledLine>,
        width: usize,
        room: usize,
        is_narrow: bool,
    ) -> Vec<StyledLine> {
        let session = &self.game.session;
        let usual = Style::new();
        let mut lines = self.board.notes.clone();
        lines.extend(wrapped(&place(session), usual, width));
        let offered = offer.len();
        // Below the board there is little room, and this changes with every key.
        let at = if is_narrow { 0 } else { lines.len() };
        lines.splice(at..at, offer);
        // Otherwise it stands with the answer.
        let is_below = !is_narrow || self.answer.is_refused;
        if self.shows_legal && is_below {
            lines.extend(wrapped(&self.legend(), usual, width));
        }
        let is_long = is_narrow || lines.len() + answer.len() >= room;
        if answer.is_empty() {
        } else if self.answer.is_refused || is_long {
            // What is answered comes first, where little fits; of the rest only what Enter does is as important.
            let is_behind = is_narrow && !self.answer.is_refused;
            let at = if is_behind { offered } else { 0 };
            lines.splice(at..at, answer.into_iter().chain([Vec::new()]));
        } else {
            lines.push(Vec::new());
            lines.extend(answer);
        }
        let titles = session.titles();
        if !titles.is_empty() {
            lines.push(Vec::new());
            lines.extend(wrapped(&titles, usual, width));
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
            (true, true) => Style::new().fg(RED).add_modifier(Modifier::BOLD),
            (true, false) => Style::new().add_modifier(Modifier::BOLD),
            (false, _) => Style::new(),
        };
        let place = place(&self.game.session);
        let told = self.answer.lines.iter().filter(|line| **line != place);
        let told: Vec<&str> = told.map(String::as_str).collect();
        wrapped(&told.join("\n"), style, width)
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
        if position.is_game_over() {
            return String::new();
        }
        if !self.input.is_empty() {
            return self.legend_of_next();
        }
        let moves = position.legal_moves();
        let (_, legend) = playable(position, &moves);
        let words = self.legal.without_point().iter();
        let words: Vec<String> = words.map(ToString::to_string).collect();
        let mut parts = vec![format!("{} (F2 hides them)", legal_count(position, &moves))];
        if position.game() == Game::Bamogo {
            parts.push("+: may be chosen, and stones that can be switched".to_owned());
        }
        parts.extend((!legend.is_empty()).then_some(legend));
        parts.extend((!words.is_empty()).then(|| format!("also: {}", words.join(", "))));
        parts.join("; ")
    }

    /// What may be chosen next, where some points are chosen: a mark on an empty point, and the names of stones.
    fn legend_of_next(&self) -> String {
        let position = self.game.session.position();
        let pieces = position.pieces();
        let open = self.input.open_points(position, &self.legal);
        let (taken, empty): (Vec<Point>, Vec<Point>) = open
            .into_iter()
            .filter(|point| !self.input.points().contains(point))
            .partition(|point| pieces.iter().any(|piece| piece.point() == *point));
        let mut parts = Vec::new();
        if !empty.is_empty() {
            parts.push("+: may be chosen next (F2 hides them)".to_owned());
        }
        if !taken.is_empty() {
            let names: Vec<String> = taken.iter().map(ToString::to_string).collect();
            parts.push(format!("may be switched with: {}", names.join(" ")));
        }
        if parts.is_empty() {
            parts.push("no further point may be chosen".to_owned());
        }
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
        let is_free = self.is_free();
        match position.game() {
            Game::Bargo if choices > 1 && is_free => offer.push_str("; Tab: another wall"),
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

    /// Whether there is no piece at the cursor.
    pub(super) fn is_free(&self) -> bool {
        let pieces = self.game.session.position().pieces();
        !pieces.iter().any(|piece| piece.point() == self.cursor)
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
