//! How boards are drawn as text.

use std::collections::BTreeMap;

use crate::games::Point;

/// How to draw a board as text.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are independent of each other"
)]
#[derive(Clone, Copy, Debug)]
pub struct TextOptions<'a> {
    /// ASCII characters only, on the board and in the notes. Texts of the record are
    /// written unchanged.
    pub ascii: bool,
    /// Whether to write the escape sequences of terminal colors.
    pub color: bool,
    /// The maximum length of a line, in characters. A wider board is cropped to the part
    /// around its first marked point, unless it is drawn in parts. Values below 20 count as 20.
    pub width: usize,
    /// The maximum width of a board, if it is not that of all lines.
    pub board_width: Option<usize>,
    /// Whether a board that is too wide is drawn in several parts, from left to right. A numbered one always is.
    pub parts: bool,
    /// Margo: a grid for each level instead of the view from above.
    pub levels: bool,
    /// ASCII characters for some empty points, instead of the usual one.
    pub point_chars: Option<&'a BTreeMap<Point, char>>,
}

impl Default for TextOptions<'_> {
    fn default() -> Self {
        TextOptions {
            ascii: false,
            color: false,
            width: 80,
            board_width: None,
            parts: false,
            levels: false,
            point_chars: None,
        }
    }
}
