//! Writes the cells of a screen to the terminal.

use std::io::{self, Stdout, Write};

use crossterm::{
    cursor::{Hide, MoveTo, Show, position},
    queue,
    style::{Attribute, Attributes, Color, ContentStyle, Print, SetAttribute, SetStyle},
    terminal::{Clear, ClearType, size},
};
use ratatui_core::{
    backend::{Backend, ClearType as Cleared, WindowSize},
    buffer::Cell,
    layout::{Position as ScreenPosition, Size},
    style::{Color as ScreenColor, Modifier},
};

/// The terminal as what screens are drawn on.
#[derive(Debug)]
pub(super) struct Cells {
    out: Stdout,
}

impl Cells {
    pub(super) fn new() -> Cells {
        Cells { out: io::stdout() }
    }
}

impl Backend for Cells {
    type Error = io::Error;

    fn draw<'c, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'c Cell)>,
    {
        write_cells(&mut self.out, content)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        queue!(self.out, Hide)
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        queue!(self.out, Show)
    }

    fn get_cursor_position(&mut self) -> io::Result<ScreenPosition> {
        position().map(ScreenPosition::from)
    }

    fn set_cursor_position<P: Into<ScreenPosition>>(&mut self, position: P) -> io::Result<()> {
        let position = position.into();
        queue!(self.out, MoveTo(position.x, position.y))
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(Cleared::All)
    }

    fn clear_region(&mut self, region: Cleared) -> io::Result<()> {
        let region = match region {
            Cleared::All => ClearType::All,
            Cleared::AfterCursor => ClearType::FromCursorDown,
            Cleared::BeforeCursor => ClearType::FromCursorUp,
            Cleared::CurrentLine => ClearType::CurrentLine,
            Cleared::UntilNewLine => ClearType::UntilNewLine,
        };
        queue!(self.out, Clear(region))
    }

    fn size(&self) -> io::Result<Size> {
        size().map(Size::from)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize {
            columns_rows: self.size()?,
            pixels: Size::ZERO,
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes cells and their styles; afterwards the style is the usual one.
fn write_cells<'c>(
    out: &mut impl Write,
    cells: impl Iterator<Item = (u16, u16, &'c Cell)>,
) -> io::Result<()> {
    let mut style = ContentStyle::default();
    let mut next = None;
    for (x, y, cell) in cells {
        if next != Some((x, y)) {
            queue!(out, MoveTo(x, y))?;
        }
        let wanted = style_of(cell);
        if wanted != style {
            queue!(out, SetAttribute(Attribute::Reset), SetStyle(wanted))?;
            style = wanted;
        }
        queue!(out, Print(cell.symbol()))?;
        next = Some((x + 1, y));
    }
    queue!(out, SetAttribute(Attribute::Reset))
}

fn style_of(cell: &Cell) -> ContentStyle {
    let mut attributes = Attributes::none();
    for (modifier, attribute) in [
        (Modifier::BOLD, Attribute::Bold),
        (Modifier::DIM, Attribute::Dim),
        (Modifier::REVERSED, Attribute::Reverse),
    ] {
        if cell.modifier.contains(modifier) {
            attributes.set(attribute);
        }
    }
    ContentStyle {
        foreground_color: color_of(cell.fg),
        background_color: color_of(cell.bg),
        underline_color: None,
        attributes,
    }
}

/// The screens use colors with numbers only.
fn color_of(color: ScreenColor) -> Option<Color> {
    match color {
        ScreenColor::Indexed(number) => Some(Color::AnsiValue(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use ratatui_core::style::Style;

    use super::*;

    #[test]
    fn cells_are_written_with_their_styles() {
        let bold = Style::new()
            .fg(ScreenColor::Indexed(1))
            .bg(ScreenColor::Indexed(179))
            .add_modifier(Modifier::BOLD);
        let dim = Style::new().add_modifier(Modifier::DIM | Modifier::REVERSED);
        let mut cells = [
            Cell::new("a"),
            Cell::new("b"),
            Cell::new("c"),
            Cell::new("é"),
        ];
        cells[1].set_style(bold);
        cells[2].set_style(bold);
        cells[3].set_style(dim);
        let nonzero = |number| NonZero::new(number).unwrap();
        let mut parser = vt100::Parser::new(nonzero(4), nonzero(10), 0);
        let places = [(2, 1), (3, 1), (4, 1), (0, 3)];
        let placed = places
            .iter()
            .zip(&cells)
            .map(|(&(x, y), cell)| (x, y, cell));
        let mut written = Vec::new();
        crossterm::style::force_color_output(true);
        write_cells(&mut written, placed).unwrap();
        parser.process(&written);
        let screen = parser.screen();
        assert_eq!(screen.contents(), "\n  abc\n\né");
        let shown = screen.cell(1, 2).unwrap();
        assert_eq!(
            (shown.bold(), shown.fgcolor()),
            (false, vt100::Color::Default)
        );
        for x in [3, 4] {
            let shown = screen.cell(1, x).unwrap();
            assert!(shown.bold() && !shown.inverse());
            assert_eq!(shown.fgcolor(), vt100::Color::Idx(1));
            assert_eq!(shown.bgcolor(), vt100::Color::Idx(179));
        }
        let shown = screen.cell(3, 0).unwrap();
        assert!(shown.inverse() && shown.dim() && !shown.bold());
        assert_eq!(shown.bgcolor(), vt100::Color::Default);
        assert!(
            !screen.inverse() && !screen.dim(),
            "the style is left as it was"
        );
    }
}
