//! `kifu view`: records on a full screen.

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui_core::{
    buffer::Buffer,
    layout::{Position as ScreenPosition, Rect},
    style::{Modifier, Style},
    terminal::Frame,
};

use unicode_width::UnicodeWidthStr;

use super::{
    board_diagram::{BoardExtras, board_view},
    board_view::ScreenStyle,
    limits::is_within_limits,
    open_record::{OpenRecord, ViewAction, told},
    page::{Page, PageEvent},
    panel::{ScrolledText, draw_bar, plain},
    record_list::{ListedRecord, RecordList},
    record_search::RecordSearch,
    styled_line::draw_line,
    terminal::{Screen, has_event, is_left, next_event, pasted_line},
    words::{moves, score},
};
use crate::{
    cli::{error::CliError, exit::Exit, interruption::KeptWords},
    editor::Session,
    interrupt::stop,
    verify::{Finding, Options, Severity},
};

/// How often the list is asked for more records while they are read.
const TICK: Duration = Duration::from_millis(100);

/// The records, and the one that is open.
struct ViewScreen {
    list: RecordList,
    options: Options,
    style: ScreenStyle,
    search: RecordSearch,
    /// The record that is opened once the screen tells so.
    opening: Option<usize>,
    open: Option<OpenRecord>,
    page: Option<Page>,
    /// How many lines of the list fit.
    list_lines: usize,
    /// Whether a key that leaves the program has been typed during work that takes long.
    is_left: bool,
}

/// Shows records until they are left.
pub(super) fn view_on_screen(
    list: RecordList,
    options: Options,
    style: ScreenStyle,
) -> Result<Exit, CliError> {
    let mut screen = Screen::open(
        "kifu view",
        "`kifu replay` writes the positions of a record as text",
        style.ascii,
        KeptWords::new("no file was changed"),
    )?;
    let mut view = ViewScreen {
        list,
        options,
        style,
        search: RecordSearch::default(),
        opening: None,
        open: None,
        page: None,
        list_lines: 1,
        is_left: false,
    };
    let mut is_new = true;
    loop {
        if !view.list.is_complete {
            view.list.update();
        }
        // Keys that wait are handled first: they may change what is searched for.
        let mut terminal = has_event();
        if matches!(terminal, Ok(false)) {
            view.find(|| {
                terminal = has_event();
                !matches!(terminal, Ok(false))
            });
        }
        terminal?;
        if view.list.is_complete {
            if view.list.records.is_empty() {
                return Err(CliError::NoRecord);
            }
            let first = &view.list.records[0];
            if is_new && view.list.records.iter().all(|listed| listed.index == 0) {
                return Err(CliError::UnreadableSource {
                    source_name: first.source.to_string(),
                    message: first.label.to_string(),
                });
            }
            // One record needs no list.
            if std::mem::take(&mut is_new) && view.list.records.len() == 1 {
                view.open(0);
            }
        }
        screen.draw(|frame| view.draw(frame))?;
        if let Some(number) = view.opening.take() {
            view.open(number);
        } else if let Some(event) = next_event((!view.list.is_complete).then_some(TICK))?
            && view.handle(&event)
        {
            return Ok(Exit::Fine);
        }
        if view.is_left {
            return Ok(Exit::Fine);
        }
    }
}

impl ViewScreen {
    /// Searches the rest of the list, unless somebody leaves the program.
    fn find_all(&mut self) {
        let mut has_left = false;
        self.find(|| {
            has_left = is_left();
            has_left
        });
        self.is_left |= has_left;
    }

    fn find(&mut self, is_interrupted: impl FnMut() -> bool) {
        let line = |number: usize| self.list.records.get(number).map(ListedRecord::line);
        self.search.find(line, is_interrupted);
    }

    /// Opens a record: an illegal one at its first error.
    fn open(&mut self, number: usize) {
        let Some(listed) = self.list.records.get(number) else {
            return;
        };
        let name = listed.line();
        if listed.index == 0 {
            self.page = Some(Page::of_text("Unreadable", &[name]));
            return;
        }
        let options = self.options.clone();
        let (has_left, looked) = (Cell::new(false), Cell::new(Instant::now()));
        let look = || {
            if looked.get().elapsed() > TICK {
                looked.set(Instant::now());
                has_left.set(is_left());
            }
            has_left.get()
        };
        let opened = self.list.open(number, &look, |record| {
            is_within_limits(record).then(|| Session::open(record, options))
        });
        if has_left.get() {
            self.is_left = true;
            return;
        }
        match opened {
            Some(None) => {
                let reason =
                    "it is too large to be shown: `kifu validate` and `kifu replay` read it";
                self.page = Some(Page::of_text("Too large", &[name, reason.to_owned()]));
            }
            Some(Some(Ok(mut session))) => {
                let mut errors = session.findings().iter();
                let is_error = |finding: &Finding| finding.code().severity() == Severity::Error;
                let error = errors.find(|found| is_error(&found.finding));
                let node = error.map(|found| found.node);
                session.go_to(node.unwrap_or_default());
                self.open = Some(OpenRecord::new(number, session));
            }
            Some(Some(Err(findings))) => {
                let mut lines = vec![name, String::new(), "It cannot be replayed:".to_owned()];
                lines.extend(findings.iter().flat_map(told));
                self.page = Some(Page::of_text("Findings", &lines));
            }
            None => {
                let reason =
                    format!("{name}: it cannot be read again, or has changed since it was listed");
                self.page = Some(Page::of_text("Unreadable", &[reason]));
            }
        }
    }

    fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        if let Some(page) = &mut self.page {
            page.draw(area, buffer);
            return;
        }
        let Some(open) = &mut self.open else {
            if let Some(at) = self.draw_list(area, buffer) {
                frame.set_cursor_position(at);
            }
            return;
        };
        let name = self.list.records.get(open.number);
        let name = name.map(|listed| format!("{} #{}", listed.source, listed.index));
        open.draw(&name.unwrap_or_default(), area, buffer, self.style);
    }

    fn draw_list(&mut self, area: Rect, buffer: &mut Buffer) -> Option<ScreenPosition> {
        let count = self.list.records.len();
        let progress = match (self.list.is_complete, self.list.is_cut) {
            _ if self.opening.is_some() => ", reading the record again",
            _ if self.search.searched() < count => ", searching",
            (false, _) => ", reading",
            (true, true) => ", the list is full",
            (true, false) => "",
        };
        let heading = format!(
            " {} of {count} records{progress}    !: with errors",
            self.search.found().len()
        );
        draw_bar(&heading, area, area.y, buffer);
        let body = Rect {
            y: area.y + 1.min(area.height),
            height: area.height.saturating_sub(3),
            ..area
        };
        self.list_lines = usize::from(body.height).max(1);
        let found = self.search.found();
        let first = self.search.place().saturating_sub(self.list_lines / 2);
        let first = first.min(found.len().saturating_sub(self.list_lines));
        let shown = found.iter().enumerate().skip(first);
        let shown: Vec<(usize, usize)> = shown
            .map(|(row, &number)| (row, number))
            .take(self.list_lines)
            .collect();
        let width = usize::from(body.width).saturating_sub(2);
        for (y, (row, number)) in (body.y..body.bottom()).zip(shown) {
            let sign = match self.list.has_error(number, &self.options) {
                Some(true) => "! ",
                Some(false) => "  ",
                None => "? ",
            };
            let mut style = Style::new();
            if row == self.search.place() {
                style = style.add_modifier(Modifier::REVERSED);
            }
            let text = self.list.records[number].line_within(width);
            let line = plain(&format!("{sign}{text}"), style);
            draw_line(line.iter(), body, y, buffer);
        }
        let prompt = format!("search: {}", self.search.text());
        let line = plain(&prompt, Style::new());
        draw_line(line.iter(), area, area.bottom().saturating_sub(2), buffer);
        let keys = "Enter open  arrows choose  type to search  Esc clear, quit";
        let keys = plain(keys, Style::new().add_modifier(Modifier::DIM));
        draw_line(keys.iter(), area, area.bottom().saturating_sub(1), buffer);
        let at = ScreenPosition::new(prompt.width() as u16, area.bottom().saturating_sub(2));
        area.contains(at).then_some(at)
    }

    /// Returns whether the program ends.
    fn handle(&mut self, event: &Event) -> bool {
        if let Event::Key(key) = event
            && key.modifiers.contains(KeyModifiers::CONTROL)
        {
            match key.code {
                KeyCode::Char('c' | 'q' | 'd') => return true,
                KeyCode::Char('z') => {
                    stop();
                    return false;
                }
                _ => {}
            }
        }
        if let Some(mut page) = self.page.take() {
            let handled = page.handle(event);
            if handled == PageEvent::Handled {
                self.page = Some(page);
                return false;
            }
            // There is nothing else to see.
            let is_last = self.open.is_none() && self.is_single();
            if handled == PageEvent::Passed && self.open.is_some() {
                // A key for another page opens that; `q` leaves this one.
                if let Event::Key(key) = event
                    && key.code != KeyCode::Char('q')
                {
                    self.handle_record(*key);
                }
                let is_same = |other: &mut Page| other.title == page.title;
                let _ = self.page.take_if(is_same);
            }
            return is_last;
        }
        if self.open.is_none() {
            return match event {
                Event::Key(key) if key.kind != KeyEventKind::Release => self.handle_list(*key),
                Event::Paste(text) => {
                    self.search.add(&pasted_line(text));
                    false
                }
                _ => false,
            };
        }
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.handle_record(*key),
            Event::Mouse(mouse) => {
                let Some(open) = &mut self.open else {
                    return false;
                };
                match mouse.kind {
                    MouseEventKind::ScrollUp => open.panel.scroll(-3),
                    MouseEventKind::ScrollDown => open.panel.scroll(3),
                    MouseEventKind::Down(MouseButton::Left) => {
                        let at = ScreenPosition::new(mouse.column, mouse.row);
                        let action = open.buttons.hit(at);
                        return action.is_some_and(|action| self.act(action));
                    }
                    _ => {}
                }
                false
            }
            _ => false,
        }
    }

    fn is_single(&self) -> bool {
        self.list.is_complete && self.list.records.len() == 1
    }

    fn handle_list(&mut self, key: KeyEvent) -> bool {
        // What is typed is searched for once, however many letters come at the same time.
        let is_typed = matches!(
            key.code,
            KeyCode::Char(_) | KeyCode::Backspace | KeyCode::Esc
        );
        if !is_typed {
            self.find_all();
        }
        let place = self.search.place();
        match key.code {
            KeyCode::Up => self.search.choose(place.saturating_sub(1)),
            KeyCode::Down => self.search.choose(place + 1),
            KeyCode::PageUp => self.search.choose(place.saturating_sub(self.list_lines)),
            KeyCode::PageDown => self.search.choose(place + self.list_lines),
            KeyCode::Home => self.search.choose(0),
            KeyCode::End => self.search.choose(usize::MAX),
            KeyCode::Enter | KeyCode::Right => match self.search.chosen() {
                Some(number) if self.list.is_read_again(number) => self.opening = Some(number),
                Some(number) => self.open(number),
                None => {}
            },
            KeyCode::Backspace => self.search.shorten(),
            KeyCode::Esc if self.search.text().is_empty() => return true,
            KeyCode::Esc => self.search.clear(),
            KeyCode::Char(letter) => self.search.add(letter.encode_utf8(&mut [0; 4])),
            _ => {}
        }
        false
    }

    fn handle_record(&mut self, key: KeyEvent) -> bool {
        let Some(open) = &mut self.open else {
            return false;
        };
        open.message.clear();
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('p') if is_control => open.panel.scroll(-1),
            KeyCode::Char('n') if is_control => open.panel.scroll(1),
            KeyCode::Left | KeyCode::PageUp => return self.act(ViewAction::Back),
            KeyCode::Enter if !open.typed.is_empty() => open.go_to_typed(),
            KeyCode::Right | KeyCode::PageDown | KeyCode::Char(' ') | KeyCode::Enter => {
                return self.act(ViewAction::Next);
            }
            KeyCode::Home => open.session.go_to_start(),
            KeyCode::End => open.session.go_to_end(),
            KeyCode::Down => return self.act(ViewAction::Variation),
            KeyCode::Up => open.go_to_variation(false),
            KeyCode::Char(digit @ '0'..='9') => open.typed.push(digit),
            KeyCode::Backspace if !open.typed.is_empty() => {
                open.typed.pop();
            }
            KeyCode::Char('n') => return self.act(ViewAction::Finding),
            KeyCode::Char('s') | KeyCode::F(3) => return self.act(ViewAction::Score),
            KeyCode::Char('v') => return self.show_board("Level by level", true, false),
            KeyCode::Char('m') => self.page = Some(Page::of_text("Moves", &moves(&open.session))),
            KeyCode::Char('f') => {
                let findings = open.session.findings().iter();
                let mut lines: Vec<String> = findings.flat_map(|it| told(&it.finding)).collect();
                if lines.is_empty() {
                    lines.push("There are no findings.".to_owned());
                }
                self.page = Some(Page::of_text("Findings", &lines));
            }
            KeyCode::Char('?') | KeyCode::F(1) => return self.act(ViewAction::Help),
            KeyCode::Char('l') | KeyCode::Esc | KeyCode::Backspace => {
                return self.act(ViewAction::List);
            }
            KeyCode::Char('q') => return true,
            _ => {}
        }
        false
    }

    fn act(&mut self, action: ViewAction) -> bool {
        let is_single = self.is_single();
        let Some(open) = &mut self.open else {
            return false;
        };
        match action {
            ViewAction::Back => {
                if !open.session.back() {
                    "this is the start".clone_into(&mut open.message);
                }
            }
            ViewAction::Next => {
                if !open.session.forward() {
                    "nothing follows".clone_into(&mut open.message);
                }
            }
            ViewAction::Variation => open.go_to_variation(true),
            ViewAction::Finding => match open.session.next_finding().map(|found| found.node) {
                Some(node) if node == open.session.cursor() => {
                    "this is the only place with findings".clone_into(&mut open.message);
                }
                Some(node) => open.session.go_to(node),
                None => "there are no findings".clone_into(&mut open.message),
            },
            ViewAction::Score => return self.show_board("Score", false, true),
            ViewAction::Help => self.page = Some(Page::of_text("Help", &keys_help())),
            // The list of one record shows nothing new.
            ViewAction::List if is_single => {
                "this is the only record; `q` quits".clone_into(&mut open.message);
            }
            ViewAction::List => self.open = None,
            ViewAction::Quit => return true,
        }
        if let Some(open) = &mut self.open {
            open.panel = ScrolledText::default();
        }
        false
    }

    fn show_board(&mut self, title: &'static str, levels: bool, territory: bool) -> bool {
        if let Some(open) = &self.open {
            let extras = BoardExtras {
                levels,
                territory,
                ..BoardExtras::default()
            };
            let board = board_view(&open.session, &extras, self.style, 78);
            let (drawing, mut lines) = board.into_parts();
            if territory {
                lines.push(String::new());
                lines.extend(score(open.session.position()));
            }
            self.page = Some(Page::of_drawing(title, drawing, &lines));
        }
        false
    }
}

fn keys_help() -> Vec<String> {
    let keys = [
        ("Left, Right", "one ply back or forward; also PgUp and PgDn"),
        ("Home, End", "to the start, to the end of the line"),
        ("digits, Enter", "to a ply"),
        ("Up, Down", "into another variation of the branch before"),
        ("n", "to the next finding"),
        ("f", "all findings"),
        (
            "s, v, m",
            "score and territory; level by level (Margo); the moves",
        ),
        ("^P, ^N, wheel", "scroll the text beside the board"),
        ("l, Esc", "back to the list of records"),
        ("q, ^C", "quit"),
        ("^Z", "leave the screen for the shell, until `fg`"),
    ];
    let lines = keys.map(|(key, meaning)| format!("{key:<15} {meaning}"));
    lines.to_vec()
}
