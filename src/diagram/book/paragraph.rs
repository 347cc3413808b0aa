//! Texts of a book as lines.

use crate::diagram::scene::{BOLD, wrapped};

/// The distance between lines, in font sizes.
const LEADING: f64 = 1.35;

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TextLine {
    pub(super) text: String,
    /// The size of its letters, in points.
    pub(super) size: f64,
    pub(super) is_bold: bool,
    pub(super) is_centered: bool,
    /// The space above it, in points.
    pub(super) gap: f64,
}

impl TextLine {
    /// The height of the line with the space above it, in points.
    pub(super) fn height(&self) -> f64 {
        self.gap + self.size * LEADING
    }

    /// Where its letters stand, in points below the upper end of that space.
    pub(super) fn baseline(&self) -> f64 {
        self.gap + self.size * (LEADING + 0.7) / 2.0
    }
}

/// The height of lines in points.
pub(super) fn height(lines: &[TextLine]) -> f64 {
    lines.iter().map(TextLine::height).sum()
}

/// How a paragraph looks.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// The first line of a heading.
    Heading,
    /// The details of a heading.
    Details,
    /// The title of a variation.
    Title,
    /// The line below a board.
    Caption,
    /// Everything else.
    Note,
}

impl Kind {
    /// Breaks a text into lines of at most this width in points.
    pub(super) fn lines(self, text: &str, width: f64) -> Vec<TextLine> {
        let (size, is_bold, is_centered, gap) = match self {
            Kind::Heading => (13.0, true, true, 0.0),
            Kind::Details => (9.5, false, true, 1.0),
            Kind::Title => (9.5, true, true, 0.0),
            Kind::Caption => (9.0, true, true, 3.0),
            Kind::Note => (8.0, false, false, 2.0),
        };
        let weight = if is_bold { BOLD } else { 1.0 };
        let lines = wrapped(text, width / (size * weight), f64::INFINITY)
            .into_iter()
            .enumerate();
        let line = |(number, text)| TextLine {
            text,
            size,
            is_bold,
            is_centered,
            gap: if number == 0 { gap } else { 0.0 },
        };
        lines.map(line).collect()
    }
}
