//! How a diagram looks.

use crate::games::{Game, Point, Size};

/// The colors of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// A wooden board, stones of slate and shell.
    #[default]
    Wood,
    /// Flat colors on white.
    Paper,
    /// For a dark page.
    Dark,
    /// Black and white only: no gray, no gradients.
    Print,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 4] = [Theme::Wood, Theme::Paper, Theme::Dark, Theme::Print];

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Wood => "wood",
            Theme::Paper => "paper",
            Theme::Dark => "dark",
            Theme::Print => "print",
        }
    }
}

/// From where Margo's pyramid is seen. Other boards are flat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// From straight above.
    #[default]
    Top,
    /// From a corner, in its true proportions: each marble touches those that carry it.
    Iso,
    /// The levels apart: a board for each of them, seen from above, with the marbles of the level below as outlines.
    Exploded,
}

/// Which corner of a pyramid is nearest to the eye, where it is seen from a corner or level by level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Corner {
    /// Column a, row 1.
    #[default]
    SouthWest,
    /// The last column, row 1.
    SouthEast,
    /// The last column, the last row.
    NorthEast,
    /// Column a, the last row.
    NorthWest,
}

impl Corner {
    /// All corners, each to the right of the one before.
    pub const ALL: [Corner; 4] = [
        Corner::SouthWest,
        Corner::SouthEast,
        Corner::NorthEast,
        Corner::NorthWest,
    ];
}

/// Which part of a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Crop {
    /// All of it.
    #[default]
    Whole,
    /// What is played and marked, and a little around it. An edge of the board that is
    /// near is shown. An empty board is shown whole.
    Around,
    /// The columns and rows between two points. Without any point of the board: all of it.
    Between(Point, Point),
}

impl Crop {
    /// Whether a board has points in the part; otherwise the whole board is drawn.
    pub fn shows_points(self, game: Game, size: Size) -> bool {
        let Crop::Between(first, second) = self else {
            return true;
        };
        // The farthest point of any board.
        let last = 2 * u16::from(size.columns.max(size.rows));
        let range = |first: u16, second: u16| first.min(second)..=first.max(second).min(last);
        let columns = range(first.column, second.column);
        let mut rows = range(first.row, second.row);
        rows.any(|row| {
            let mut columns = columns.clone();
            columns.any(|column| game.has_point(size, Point::new(column, row)))
        })
    }
}

/// How large an image is, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ImageSize {
    /// The longer side of the board has 640 pixels, or as many more as legible coordinates need. Texts extend the
    /// image.
    #[default]
    Legible,
    /// The longer side of the board with its coordinates; at least 1. Texts extend the image.
    Board(u32),
    /// The longer side of the whole image; at least 1. The board keeps two thirds of it: long texts get smaller.
    Whole(u32),
}

/// How a diagram looks.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are independent of each other"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    /// Its colors.
    pub theme: Theme,
    /// The names of columns and rows on all sides.
    pub coordinates: bool,
    /// How large the image is.
    pub size: ImageSize,
    /// Whether it is told below the board who is to move, what has been captured, and who has the button.
    pub status: bool,
    /// Whether it is a picture of its own, not one of an animation: then a numbered diagram is followed by the board
    /// after its last ply, if that has stones of other colors, and it is told what the last ply did beside the board.
    pub still: bool,
    /// The part of the board that is drawn.
    pub crop: Crop,
    /// From where a pyramid is seen.
    pub view: View,
    /// From which corner, unless it is seen from above.
    pub corner: Corner,
    /// Whether the image is a figure of a book: then it has boards only for the levels that it has.
    pub in_book: bool,
    /// Levels of a pyramid seen from a corner that there is room for in any case: with the
    /// highest level of a game all its images are alike.
    pub min_levels: u8,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            theme: Theme::default(),
            coordinates: true,
            size: ImageSize::default(),
            status: true,
            still: true,
            crop: Crop::default(),
            view: View::default(),
            corner: Corner::default(),
            in_book: false,
            min_levels: 0,
        }
    }
}
