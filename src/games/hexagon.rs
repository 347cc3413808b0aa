//! The hexagonal board of side n: the cells (q, r) with 1 ≤ q, r ≤ 2n−1 and
//! |q − r| < n, in a flat square array with a border.

use std::ops::RangeInclusive;

use super::point::{Cell, Direction, Point};

/// The geometry of a hexagon of hexagons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hexagon {
    side: u8,
    stride: usize,
    /// The offset to the cell across each edge, in the order of [`Direction::ALL`]; added with
    /// wrapping.
    steps: [usize; 6],
}

impl Hexagon {
    pub(super) fn new(side: u8) -> Hexagon {
        let stride = 2 * usize::from(side);
        let steps = Direction::ALL.map(|direction| match direction {
            Direction::E => 1,
            Direction::Ne => stride + 1,
            Direction::Nw => stride,
            Direction::W => 1_usize.wrapping_neg(),
            Direction::Sw => (stride + 1).wrapping_neg(),
            Direction::Se => stride.wrapping_neg(),
        });
        Hexagon {
            side,
            stride,
            steps,
        }
    }

    /// Number of cells of the flat array, border included.
    pub(super) fn cells(self) -> usize {
        (self.stride + 1) * self.stride + 1
    }

    /// Number of cells on the board.
    pub(super) fn area(self) -> usize {
        let side = usize::from(self.side);
        3 * side * (side - 1) + 1
    }

    #[inline]
    pub(super) fn index(self, point: Point) -> Option<Cell> {
        let longest = 2 * u16::from(self.side) - 1;
        let inside = (1..=longest).contains(&point.column)
            && (1..=longest).contains(&point.row)
            && point.column.abs_diff(point.row) < u16::from(self.side);
        inside.then(|| usize::from(point.row) * self.stride + usize::from(point.column))
    }

    pub(super) fn point(self, cell: Cell) -> Point {
        Point::new((cell % self.stride) as u16, (cell / self.stride) as u16)
    }

    /// The cell across an edge, which may belong to the border.
    #[inline]
    pub(super) fn across(self, cell: Cell, direction: Direction) -> Cell {
        cell.wrapping_add(self.steps[direction as usize])
    }

    /// The cells across the six edges of a cell, in the order of [`Direction::ALL`].
    #[inline]
    pub(super) fn neighbors(self, cell: Cell) -> [Cell; 6] {
        let [e, ne, nw, w, sw, se] = self.steps;
        let across = |step| cell.wrapping_add(step);
        [
            across(e),
            across(ne),
            across(nw),
            across(w),
            across(sw),
            across(se),
        ]
    }

    /// The six edges of a cell and the cells across them.
    #[inline]
    pub(super) fn edges(self, cell: Cell) -> impl Iterator<Item = (Direction, Cell)> {
        Direction::ALL.into_iter().zip(self.neighbors(cell))
    }

    /// The rows, from the bottom, each with its columns.
    fn rows(self) -> impl Iterator<Item = (u16, RangeInclusive<u16>)> {
        let side = u16::from(self.side);
        let longest = 2 * side - 1;
        (1..=longest).map(move |row| {
            let first = row.saturating_sub(side - 1).max(1);
            (row, first..=(row + side - 1).min(longest))
        })
    }

    /// Visits every cell of the board with its point, row by row from the bottom.
    pub(super) fn for_each(self, mut visit: impl FnMut(Cell, Point)) {
        for (row, columns) in self.rows() {
            let start = usize::from(row) * self.stride;
            for column in columns {
                visit(start + usize::from(column), Point::new(column, row));
            }
        }
    }

    /// Every cell of the board, row by row from the bottom.
    pub(super) fn iter(self) -> impl Iterator<Item = Cell> {
        self.rows().flat_map(move |(row, columns)| {
            columns.map(move |column| usize::from(row) * self.stride + usize::from(column))
        })
    }
}
