//! The square board: a flat array with a border, so that every point has four
//! neighboring cells and only the content of a cell shows whether it is on the board.

use super::{
    Size,
    point::{Cell, Point},
};

/// The geometry of a square board of points or spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Square {
    size: Size,
    stride: usize,
}

impl Square {
    pub(super) fn new(size: Size) -> Square {
        Square {
            size,
            // One border column is enough: the right neighbor of the last
            // column is the border at the left of the next row.
            stride: usize::from(size.columns) + 1,
        }
    }

    /// Number of cells of the flat array, border included.
    pub(super) fn cells(self) -> usize {
        (usize::from(self.size.rows) + 2) * self.stride + 1
    }

    /// Number of points on the board.
    pub(super) fn area(self) -> usize {
        usize::from(self.size.columns) * usize::from(self.size.rows)
    }

    pub(super) fn index(self, point: Point) -> Option<Cell> {
        let inside = (1..=u16::from(self.size.columns)).contains(&point.column)
            && (1..=u16::from(self.size.rows)).contains(&point.row);
        inside.then(|| usize::from(point.row) * self.stride + usize::from(point.column))
    }

    pub(super) fn point(self, cell: Cell) -> Point {
        Point::new((cell % self.stride) as u16, (cell / self.stride) as u16)
    }

    /// The four cells next to a cell of the board, border cells included.
    pub(super) fn neighbors(self, cell: Cell) -> [Cell; 4] {
        [cell + 1, cell + self.stride, cell - 1, cell - self.stride]
    }

    /// Visits every cell of the board with its point, row by row from the bottom.
    pub(super) fn for_each(self, mut visit: impl FnMut(Cell, Point)) {
        for row in 1..=u16::from(self.size.rows) {
            let start = usize::from(row) * self.stride;
            for column in 1..=u16::from(self.size.columns) {
                visit(start + usize::from(column), Point::new(column, row));
            }
        }
    }

    /// Every cell of the board, row by row from the bottom.
    pub(super) fn iter(self) -> impl Iterator<Item = Cell> {
        let end = (usize::from(self.size.rows) + 1) * self.stride;
        let (mut cell, mut border) = (self.stride, 2 * self.stride);
        std::iter::from_fn(move || {
            cell += 1;
            if cell == border {
                border += self.stride;
                cell += 1;
            }
            (cell < end).then_some(cell)
        })
    }
}
