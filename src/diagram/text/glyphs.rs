//! The characters that boards are drawn with.

use crate::games::Color;

/// The characters of a character set.
pub(super) struct Glyphs {
    /// Of Black, White, Grey and Yellow.
    pub(super) stones: [&'static str; 4],
    /// Of Black and White.
    pub(super) kings: [&'static str; 2],
    pub(super) empty: &'static str,
    /// Margo: an empty slot above level 1 that can hold a marble.
    pub(super) supported: &'static str,
    /// Bargo: upright, falling (`\`) and rising (`/`) walls, slanted ones of the piece below them.
    pub(super) walls: [&'static str; 3],
    /// Bargo: falling and rising walls of the piece above them.
    pub(super) walls_of_upper: [&'static str; 2],
    /// Bargo, between numbers: upright walls of the piece on the left and of that on the right.
    pub(super) walls_between: [&'static str; 2],
    /// Between two parts of a note.
    pub(super) and: &'static str,
    /// Between the ends of a range.
    pub(super) to: &'static str,
    pub(super) more: &'static str,
    pub(super) captured: char,
    /// Beside the cells of a row, where the board goes on beyond what is drawn.
    pub(super) cut: &'static str,
}

pub(super) const UNICODE: Glyphs = Glyphs {
    stones: ["●", "○", "◐", "◎"],
    kings: ["■", "□"],
    empty: "·",
    supported: "+",
    walls: ["│", "╲", "╱"],
    walls_of_upper: ["⋱", "⋰"],
    walls_between: ["┤", "├"],
    and: " · ",
    to: "–",
    more: "…",
    captured: '×',
    cut: "┊",
};

pub(super) const ASCII: Glyphs = Glyphs {
    stones: ["X", "O", "G", "Y"],
    kings: ["#", "@"],
    empty: ".",
    supported: "+",
    walls: ["|", "\\", "/"],
    walls_of_upper: ["`", ","],
    walls_between: ["]", "["],
    and: ", ",
    to: "-",
    more: "...",
    captured: 'x',
    cut: ":",
};

impl Glyphs {
    pub(super) fn stone(&self, color: Color) -> &'static str {
        self.stones[color as usize]
    }

    pub(super) fn king(&self, color: Color) -> &'static str {
        match color {
            Color::Black => self.kings[0],
            _ => self.kings[1],
        }
    }
}
