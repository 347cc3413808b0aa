//! A page of text over the whole screen.

use ratatui::{
    buffer::Buffer,
    crossterm::event::{Event, KeyCode, KeyEventKind, MouseEventKind},
    layout::Rect,
    style::Style,
};

use super::{
    board_view::StyledLine,
    panel::{ScrolledText, draw_bar, plain},
};

/// A text that is read until a key closes it.
#[derive(Clone, Debug)]
pub(super) struct Page {
    title: String,
    lines: Vec<StyledLine>,
    text: ScrolledText,
}

impl Page {
    pub(super) fn new(title: &str, lines: Vec<StyledLine>) -> Page {
        Page {
            title: format!(" {title}    Esc: close, arrows: scroll"),
            lines,
            text: ScrolledText::default(),
        }
    }

    pub(super) fn of_text(title: &str, lines: &[String]) -> Page {
        let lines = lines.iter().map(|line| plain(line, Style::new()));
        Page::new(title, lines.collect())
    }

    pub(super) fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        draw_bar(&self.title, area, area.y, buffer);
        let body = Rect {
            y: area.y + 1.min(area.height),
            height: area.height.saturating_sub(1),
            ..area
        };
        self.text.draw(&self.lines, body, buffer);
    }

    /// Scrolls; returns whether the page is closed.
    pub(super) fn handle(&mut self, event: &Event) -> bool {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => match key.code {
                KeyCode::Up | KeyCode::Char('k') => self.text.scroll(-1),
                KeyCode::Down | KeyCode::Char('j') => self.text.scroll(1),
                KeyCode::PageUp => self.text.scroll_page(false),
                KeyCode::PageDown | KeyCode::Char(' ') => self.text.scroll_page(true),
                KeyCode::Home => self.text.scroll(isize::MIN / 2),
                KeyCode::End => self.text.scroll(isize::MAX / 2),
                _ => return true,
            },
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.text.scroll(-3),
                MouseEventKind::ScrollDown => self.text.scroll(3),
                MouseEventKind::Down(_) => return true,
                _ => {}
            },
            _ => {}
        }
        false
    }
}
