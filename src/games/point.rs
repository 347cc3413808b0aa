//! Points, board sizes and the directions of the hexagonal board.

/// A point of a board: column and row, both counted from 1, column 1 at the
/// left and row 1 at the bottom.
///
/// A record may name any point, also one that no board has. Numbers too large
/// for the fields become the largest value, and row 0 remains 0: both are off
/// every board.
///
/// In Margo the point is on the doubled grid, where neighboring holes are
/// two columns or rows apart.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Column, from 1.
    pub column: u16,
    /// Row, from 1.
    pub row: u16,
}

impl Point {
    /// The point at a column and a row, both from 1.
    pub fn new(column: u16, row: u16) -> Point {
        Point { column, row }
    }
}

/// The index of a point in the flat array of a board.
pub(super) type Cell = usize;

/// A board size as `SZ` gives it: the columns and rows of a board of points. In
/// Bargo and Margo both fields are the side, of the hexagon or of the base.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Points from left to right; the side in Bargo and Margo.
    pub columns: u8,
    /// Points from bottom to top; the side in Bargo and Margo.
    pub rows: u8,
}

impl Size {
    /// The size with these columns and rows. Whether a game has it is up to
    /// [`Game::has_size`](super::Game::has_size).
    pub fn new(columns: u8, rows: u8) -> Size {
        Size { columns, rows }
    }

    /// A size with as many rows as columns.
    pub fn square(side: u8) -> Size {
        Size {
            columns: side,
            rows: side,
        }
    }
}

/// One of the six edges of a hexagonal cell.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// East, towards (q+1, r).
    E,
    /// North-east, towards (q+1, r+1).
    Ne,
    /// North-west, towards (q, r+1).
    Nw,
    /// West, towards (q−1, r).
    W,
    /// South-west, towards (q−1, r−1).
    Sw,
    /// South-east, towards (q, r−1).
    Se,
}

impl Direction {
    /// All six, counter-clockwise from east.
    pub const ALL: [Direction; 6] = [
        Direction::E,
        Direction::Ne,
        Direction::Nw,
        Direction::W,
        Direction::Sw,
        Direction::Se,
    ];

    /// The direction seen from the other side of the edge.
    #[must_use]
    #[inline]
    pub fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }

    /// The step in columns and rows.
    pub fn step(self) -> (i32, i32) {
        [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)][self as usize]
    }
}
