//! What keys, the mouse and typed lines do on the screen of `kifu play`.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui_core::layout::Position as ScreenPosition;

use super::{
    answer::{Answer, Request},
    board_diagram::{BoardExtras, board_view},
    board_view::{Arrow, BoardHit, ScreenStyle},
    game::PlayedGame,
    line_command::LineCommand,
    page::{Page, PageEvent},
    panel::ScrolledText,
    play_screen::{Action, PlayScreen},
    terminal::{Screen, next_event, pasted_line, wait_for_opponent},
    words::{behind_illegal, game_over, refusal_of, score},
};
use crate::{
    cli::{error::CliError, exit::Exit},
    editor::{Choice, MoveInput},
    games::{Game, Move},
};

/// Plays a game on a full screen.
pub(super) fn play_on_screen(game: &mut PlayedGame, style: ScreenStyle) -> Result<Exit, CliError> {
    let instead = "with --plain it reads and writes lines";
    let mut screen = Screen::open("kifu play", instead, style.ascii, game.kept())?;
    let answer = game.begin();
    let mut play = PlayScreen::new(game, style, answer);
    play.prepare();
    play.cursor = play.board.middle().unwrap_or(play.cursor);
    loop {
        play.prepare();
        screen.draw(|frame| play.draw(frame))?;
        if play.game.is_reply_due() {
            let replies = play.game.replies(Some(wait_for_opponent));
            play.answer.is_refused |= replies.is_refused;
            play.answer.lines.extend(replies.lines);
            continue;
        }
        let Some(event) = next_event(None)? else {
            continue;
        };
        if play.handle(&event) {
            break;
        }
    }
    drop(screen);
    if play.game.is_unsaved() {
        let name = play.game.file_name();
        return Err(CliError::NotSaved(
            name.unwrap_or_else(|| "a new file".to_owned()),
        ));
    }
    Ok(Exit::Fine)
}

impl PlayScreen<'_> {
    /// Returns whether the game is to be left.
    fn handle(&mut self, event: &Event) -> bool {
        if let Some(mut page) = self.page.take() {
            return match page.handle(event) {
                PageEvent::Handled => {
                    self.page = Some(page);
                    false
                }
                PageEvent::Closed => false,
                PageEvent::Passed => {
                    let is_left = self.handle_below(event);
                    // The key that has opened a page closes it.
                    let is_same = |other: &mut Page| other.title == page.title;
                    let _ = self.page.take_if(is_same);
                    is_left
                }
            };
        }
        self.handle_below(event)
    }

    /// Handles an event where no page is open.
    fn handle_below(&mut self, event: &Event) -> bool {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.handle_key(*key),
            Event::Mouse(mouse) => self.handle_mouse(*mouse),
            Event::Paste(text) => {
                self.typed.push_str(&pasted_line(text));
                false
            }
            _ => false,
        }
    }

    fn handle_key(&mut self, key: KeyEvent) -> bool {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'q' | 'd') => self.act(Action::Quit),
                KeyCode::Char('z') => self.act(Action::Undo),
                KeyCode::Char('y') => self.act(Action::Redo),
                KeyCode::Char('u') => {
                    self.typed.clear();
                    false
                }
                KeyCode::Char('p') | KeyCode::Up => self.scroll(-1),
                KeyCode::Char('n') | KeyCode::Down => self.scroll(1),
                KeyCode::Left => {
                    self.game.session.go_to_variation(false);
                    self.execute(LineCommand::Nothing)
                }
                KeyCode::Right => self.execute(LineCommand::Variation(None)),
                _ => false,
            };
        }
        match key.code {
            KeyCode::Up => self.move_cursor(Arrow::Up),
            KeyCode::Down => self.move_cursor(Arrow::Down),
            KeyCode::Left => self.move_cursor(Arrow::Left),
            KeyCode::Right => self.move_cursor(Arrow::Right),
            KeyCode::Enter => self.act(Action::Enter),
            KeyCode::Tab | KeyCode::BackTab => self.act(Action::Cycle),
            KeyCode::Char(' ') if self.typed.is_empty() => self.act(Action::Choose),
            KeyCode::Char('?') if self.typed.is_empty() => self.act(Action::Help),
            KeyCode::Char(letter) => {
                self.typed.push(letter);
                false
            }
            KeyCode::Backspace => {
                if self.typed.pop().is_none() && self.input.take_back() {
                    self.answer = Answer::default();
                }
                false
            }
            KeyCode::Esc => {
                self.typed.clear();
                self.input.clear();
                self.answer = Answer::default();
                false
            }
            KeyCode::PageUp => self.act(Action::Back),
            KeyCode::PageDown => self.act(Action::Next),
            KeyCode::Home => self.execute(LineCommand::Start),
            KeyCode::End => self.execute(LineCommand::End),
            KeyCode::F(1) => self.act(Action::Help),
            KeyCode::F(2) => self.act(Action::Legal),
            KeyCode::F(3) => self.act(Action::Score),
            KeyCode::F(4) => self.act(Action::Levels),
            _ => false,
        }
    }

    fn handle_mouse(&mut self, mouse: MouseEvent) -> bool {
        let at = ScreenPosition::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll(-3),
            MouseEventKind::ScrollDown => self.scroll(3),
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(action) = self.buttons.hit(at) {
                    return self.act(action);
                }
                match self.board.hit(self.viewport, at, self.cursor) {
                    Some(BoardHit::Edge(point, edge)) => {
                        self.cursor = point;
                        self.input.prefer(Choice::Wall(edge));
                        self.answer = Answer::default();
                        false
                    }
                    Some(BoardHit::Point(point)) => {
                        let is_again = self.cursor == point;
                        self.cursor = point;
                        let game = self.game.session.position().game();
                        if MoveInput::takes_several_points(game) {
                            self.typed.clear();
                            return self.act(Action::Choose);
                        }
                        if is_again {
                            self.typed.clear();
                            return self.act(Action::Enter);
                        }
                        self.answer = Answer::default();
                        false
                    }
                    None => false,
                }
            }
            _ => false,
        }
    }

    fn scroll(&mut self, lines: isize) -> bool {
        self.panel.scroll(lines);
        false
    }

    fn move_cursor(&mut self, arrow: Arrow) -> bool {
        self.cursor = self.board.next(self.cursor, arrow);
        if self.answer.is_refused {
            self.answer = Answer::default();
        }
        false
    }

    fn act(&mut self, action: Action) -> bool {
        match action {
            Action::Enter if !self.typed.is_empty() => {
                let typed = std::mem::take(&mut self.typed);
                self.execute(LineCommand::read(&typed))
            }
            Action::Enter => self.enter(),
            Action::Choose => self.choose(),
            Action::Cycle if !self.typed.is_empty() => self.complete(),
            Action::Cycle if self.game_of_walls() && !self.is_free() => {
                let told = format!("{} is occupied: no wall can be chosen there", self.cursor);
                self.answer = Answer::line(told);
                false
            }
            Action::Cycle => {
                let position = self.game.session.position();
                let before = self.input.choice(position, &self.legal, self.cursor);
                self.input.next_choice(position, &self.legal, self.cursor);
                let after = self.input.choice(position, &self.legal, self.cursor);
                if before == after {
                    let told = format!("there is nothing else to choose at {}", self.cursor);
                    self.answer = Answer::line(told);
                }
                false
            }
            Action::Back => self.execute(LineCommand::Back(1)),
            Action::Next => self.execute(LineCommand::Next(1)),
            Action::Undo => self.execute(LineCommand::Undo),
            Action::Redo => self.execute(LineCommand::Redo),
            Action::Help => self.execute(LineCommand::Help),
            Action::Legal => self.execute(LineCommand::Legal(None)),
            Action::Score => self.execute(LineCommand::Territory),
            Action::Levels => self.execute(LineCommand::Levels),
            Action::Quit => self.execute(LineCommand::Quit),
        }
    }

    fn game_of_walls(&self) -> bool {
        self.game.session.position().game() == Game::Bargo
    }

    /// Plays the move that ends at the cursor, or chooses its first point.
    fn enter(&mut self) -> bool {
        if !self.can_play() {
            self.answer = match self.game.session.played_from() {
                Some(_) => game_over(),
                None => behind_illegal(),
            };
            return false;
        }
        match self.offered_move() {
            Some(mv) => self.play(&mv),
            None => self.choose(),
        }
    }

    /// Chooses one of several points; in games with one, plays there.
    fn choose(&mut self) -> bool {
        if !self.can_play() {
            return self.enter();
        }
        let position = self.game.session.position();
        let game = position.game();
        if !MoveInput::takes_several_points(game) {
            return self.enter();
        }
        let is_second = game == Game::Bamogo && !self.input.is_empty();
        if is_second && !self.input.points().contains(&self.cursor) {
            return self.enter();
        }
        self.answer = match self.input.add(position, &self.legal, self.cursor) {
            Ok(()) => Answer::default(),
            Err(_) => {
                let mut points = self.input.points();
                points.push(self.cursor);
                let mv = Move::Stones(points).canonical().to_string();
                refusal_of(&mv, position)
            }
        };
        false
    }

    fn play(&mut self, mv: &Move) -> bool {
        let chosen = self.input.clone();
        let count = self.game.session.edits();
        let quit = self.execute(LineCommand::Move(mv.to_string()));
        // A refused turn can be changed.
        if self.game.session.edits() == count && self.answer.is_refused {
            self.input = chosen;
        }
        quit
    }

    /// Completes what is typed, as far as there is one way.
    fn complete(&mut self) -> bool {
        let found = self.completions();
        let Some(first) = found.first() else {
            self.answer = self.nothing_begins();
            return false;
        };
        let common = found.iter().fold(first.as_str(), |common, other| {
            let same = common.bytes().zip(other.bytes());
            let length = same.take_while(|(one, other)| one == other).count();
            &common[..length]
        });
        if common.len() >= self.typed.len() {
            common.clone_into(&mut self.typed);
        }
        if found.len() > 1 {
            const SHOWN: usize = 60;
            let more = if found.len() > SHOWN { " ..." } else { "" };
            let shown = found[..found.len().min(SHOWN)].join(" ");
            self.answer = Answer::line(format!("{shown}{more}"));
        }
        false
    }

    /// Why what is typed cannot be completed: perhaps the move it begins is not legal now.
    fn nothing_begins(&self) -> Answer {
        let position = self.game.session.position();
        let typed = self.typed.to_ascii_lowercase();
        let words = [Move::Pass, Move::Button, Move::Swap].map(|mv| mv.to_string());
        let word = words.iter().find(|word| word.starts_with(&typed));
        let is_of_game = |word: &&String| Move::parse(position.game(), word).is_ok();
        match word.filter(is_of_game) {
            Some(word) if self.can_play() => refusal_of(word, position),
            _ => Answer::refused("nothing begins with this"),
        }
    }

    /// Carries out a command; returns whether the game is to be left.
    fn execute(&mut self, command: LineCommand) -> bool {
        let page = match &command {
            LineCommand::Help => Some("Help"),
            LineCommand::Score => Some("Score"),
            LineCommand::Moves => Some("Moves"),
            _ => None,
        };
        let is_comment = command == LineCommand::Comment(None);
        let mut answer = self.game.execute(command);
        if is_comment && !self.game.session.comment().is_empty() {
            // It is shown anyway.
            answer = Answer::default();
        }
        let request = answer.request;
        self.panel = ScrolledText::default();
        if let Some(title) = page {
            self.page = Some(match title {
                "Help" => Page::of_text(title, &[keys_help(), answer.lines].concat()),
                _ => Page::of_drawing(title, Vec::new(), &answer.lines),
            });
            return false;
        }
        self.answer = answer;
        match request {
            Some(Request::Quit) if self.game.is_unsaved() && !self.may_lose => {
                self.may_lose = true;
                self.answer = Answer::refused(
                    "the game is not saved: `save FILE`, or quit again to leave without it",
                );
                false
            }
            Some(Request::Quit) => true,
            Some(Request::Legal) => {
                self.shows_legal = !self.shows_legal;
                if !self.shows_legal {
                    self.answer = Answer::line("what is legal is no longer shown");
                }
                false
            }
            Some(Request::Levels) => self.show_board("Level by level", true, false),
            Some(Request::Territory) => self.show_board("Score", false, true),
            Some(Request::Board) | None => false,
        }
    }

    /// Shows the board on a page of its own.
    fn show_board(&mut self, title: &'static str, levels: bool, territory: bool) -> bool {
        let extras = BoardExtras {
            levels,
            territory,
            ..BoardExtras::default()
        };
        let board = board_view(&self.game.session, &extras, self.style, 78);
        let (drawing, mut lines) = board.into_parts();
        if territory {
            lines.push(String::new());
            lines.extend(score(self.game.session.position()));
        }
        self.page = Some(Page::of_drawing(title, drawing, &lines));
        false
    }
}

/// What the keys do.
fn keys_help() -> Vec<String> {
    let keys = [
        (
            "arrows, mouse",
            "choose a point; a second click plays there",
        ),
        ("Enter", "play the move at the point, or what is typed"),
        (
            "Space",
            "Sygo: one of several stones, Enter plays them; Bamogo: the first stone or space",
        ),
        (
            "Tab",
            "another wall, a king, another color; complete what is typed",
        ),
        (
            "Backspace, Esc",
            "take the last point back; clear everything",
        ),
        ("PgUp, PgDn", "one ply back or forward"),
        ("Home, End", "to the start, to the end"),
        ("^Left, ^Right", "another variation"),
        ("^Z, ^Y", "undo, redo"),
        ("^P, ^N, wheel", "scroll the text beside the board"),
        ("F1 F2 F3 F4", "help, what is legal, score, levels"),
        ("^Q, ^C", "quit; the game is saved after every ply"),
    ];
    let mut lines = vec!["Keys:".to_owned()];
    lines.extend(keys.map(|(key, meaning)| format!("  {key:<15} {meaning}")));
    lines.push(String::new());
    lines
}
