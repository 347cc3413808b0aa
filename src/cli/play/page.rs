//! A page of text over the whole screen.

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseEventKind};
use ratatui_core::{buffer::Buffer, layout::Rect, style::Style};

use super::{
    panel::{ScrolledText, draw_bar, wrapped, wrapped_table},
    styled_line::StyledLine,
};

/// A part of a page.
#[derive(Clone, Debug)]
enum Part {
    /// It is broken into lines that fit.
    Text(String),
    /// A table, whose columns come closer to each other where they do not fit.
    Table(String),
    /// A drawing, whose lines stay whole.
    Drawn(Vec<StyledLine>),
}

/// A text that is read until a key closes it.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) title: &'static str,
    parts: Vec<Part>,
    text: ScrolledText,
    /// The first column of drawings that is shown, and the last one that can be.
    column: [usize; 2],
}

/// What a page does with an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageEvent {
    /// It stays.
    Handled,
    /// It is closed.
    Closed,
    /// It is closed, and the event is for what is below it, as where something is typed.
    Passed,
}

impl Page {
    /// A text.
    pub(super) fn of_text(title: &'static str, lines: &[String]) -> Page {
        Page {
            title,
            parts: lines.iter().map(|line| Part::Text(line.clone())).collect(),
            text: ScrolledText::default(),
            column: [0, 0],
        }
    }

    /// A drawing with a table below it.
    pub(super) fn of_drawing(
        title: &'static str,
        drawing: Vec<StyledLine>,
        lines: &[String],
    ) -> Page {
        Page {
            parts: vec![Part::Drawn(drawing), Part::Table(lines.join("\n"))],
            ..Page::of_text(title, &[])
        }
    }

    pub(super) fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        let width = usize::from(area.width);
        let mut lines = Vec::new();
        let mut widest = 0;
        for part in &self.parts {
            match part {
                Part::Text(text) if text.is_empty() => lines.push(Vec::new()),
                Part::Table(text) => {
                    for line in text.split_inclusive("\n\n") {
                        lines.extend(wrapped(line, Style::new(), width));
                    }
                }
                Part::Text(text) => lines.extend(wrapped_table(text, Style::new(), width)),
                Part::Drawn(drawing) => {
                    widest = drawing.iter().map(Vec::len).max().unwrap_or(0);
                    let shown = drawing.iter().map(|line| line.iter().skip(self.column[0]));
                    lines.extend(shown.map(|line| line.copied().collect()));
                }
            }
        }
        self.column[1] = widest.saturating_sub(width);
        let sideways = [", also sideways", ""].iter();
        let sideways = sideways.skip(usize::from(self.column[1] == 0));
        let scroll = sideways.map(|also| format!("    Esc: close, arrows: scroll{also}"));
        let mut headings = scroll
            .chain(["    Esc: close".to_owned(), String::new()])
            .map(|keys| format!(" {}{keys}", self.title));
        let heading = headings.find(|heading| heading.len() <= width);
        draw_bar(&heading.unwrap_or_default(), area, area.y, buffer);
        let body = Rect {
            y: area.y + 1.min(area.height),
            height: area.height.saturating_sub(1),
            ..area
        };
        self.text.draw(&lines, body, buffer);
    }

    /// Scrolls or closes the page.
    pub(super) fn handle(&mut self, event: &Event) -> PageEvent {
        const SIDEWAYS: usize = 8;
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                if key.modifiers.contains(KeyModifiers::CONTROL) {
                    match key.code {
                        KeyCode::Char('p') => self.text.scroll(-1),
                        KeyCode::Char('n') => self.text.scroll(1),
                        _ => return PageEvent::Passed,
                    }
                    return PageEvent::Handled;
                }
                match key.code {
                    KeyCode::Up => self.text.scroll(-1),
                    KeyCode::Down => self.text.scroll(1),
                    KeyCode::Left => self.column[0] = self.column[0].saturating_sub(SIDEWAYS),
                    KeyCode::Right => {
                        self.column[0] = (self.column[0] + SIDEWAYS).min(self.column[1]);
                    }
                    KeyCode::PageUp => self.text.scroll_page(false),
                    KeyCode::PageDown | KeyCode::Char(' ') => self.text.scroll_page(true),
                    KeyCode::Home => self.text.scroll(isize::MIN / 2),
                    KeyCode::End => self.text.scroll(isize::MAX / 2),
                    // What begins a move or a command is not lost.
                    KeyCode::Char('?') => return PageEvent::Closed,
                    KeyCode::Char(_) | KeyCode::F(_) => return PageEvent::Passed,
                    _ => return PageEvent::Closed,
                }
            }
            Event::Paste(_) => return PageEvent::Passed,
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.text.scroll(-3),
                MouseEventKind::ScrollDown => self.text.scroll(3),
                MouseEventKind::Down(_) => return PageEvent::Closed,
                _ => {}
            },
            _ => {}
        }
        PageEvent::Handled
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyEvent;

    use super::*;

    fn shown(page: &mut Page, width: u16, height: u16) -> String {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        page.draw(area, &mut buffer);
        let rows = (0..height).map(|y| {
            let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
            row.trim_end().to_owned() + "\n"
        });
        rows.collect()
    }

    fn press(page: &mut Page, code: KeyCode) -> PageEvent {
        page.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    #[test]
    fn texts_are_wrapped_and_drawings_scroll_sideways() {
        let lines = ["  undo            take back the last change".to_owned()];
        let mut page = Page::of_text("Help", &lines);
        let told = shown(&mut page, 40, 4);
        assert!(
            told.contains("  undo            take back the last\n                  change\n"),
            "{told}"
        );
        let drawing = vec![
            (0..60)
                .map(|x| (char::from(b'A' + x % 26), Style::new()))
                .collect(),
        ];
        let mut page = Page::of_drawing("Board", drawing, &[]);
        assert!(shown(&mut page, 40, 4).contains("\nABC"));
        for _ in 0..5 {
            assert_eq!(press(&mut page, KeyCode::Right), PageEvent::Handled);
        }
        // The last column is shown now.
        assert!(shown(&mut page, 40, 4).contains("\nUVW"));
    }

    #[test]
    fn what_is_typed_is_for_what_is_below() {
        let mut page = Page::of_text("Help", &[]);
        assert_eq!(press(&mut page, KeyCode::Char('p')), PageEvent::Passed);
        assert_eq!(press(&mut page, KeyCode::Esc), PageEvent::Closed);
        assert_eq!(press(&mut page, KeyCode::F(1)), PageEvent::Passed);
        assert_eq!(press(&mut page, KeyCode::Down), PageEvent::Handled);
    }

    #[test]
    fn headings_and_tables_fit() {
        let table = [
            "B+1: it ends after ply 2, in a line that is long",
            "",
            "                                   Black   White",
            "pieces                                12       5",
        ];
        let lines = table.map(str::to_owned);
        let mut page = Page::of_drawing("Score", vec![vec![('-', Style::new()); 60]], &lines);
        let told = shown(&mut page, 26, 9);
        assert!(told.starts_with(" Score    Esc: close\n"), "{told}");
        assert!(
            told.contains("        Black  White\npieces     12      5\n"),
            "{told}"
        );
        assert!(shown(&mut page, 60, 9).contains("pieces                                12"));
    }
}
