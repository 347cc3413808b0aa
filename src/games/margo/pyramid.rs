//! The square pyramid of Margo: the slots in which marbles can lie, level by level,
//! and the points of the doubled grid that name them.

use crate::games::Point;

/// Where a marble can lie: a level, from 0, and the column and row on that level, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::games) struct Slot {
    pub(in crate::games) level: u8,
    pub(in crate::games) row: u8,
    pub(in crate::games) column: u8,
}

impl Slot {
    /// Its point of the doubled grid.
    pub(in crate::games) fn point(self) -> Point {
        let doubled = |along: u8| 2 * u16::from(along) + u16::from(self.level) + 1;
        Point::new(doubled(self.column), doubled(self.row))
    }

    /// The slot straight below: a marble there is buried by one here. `None` on the two
    /// lowest levels.
    pub(in crate::games) fn straight_below(self) -> Option<Slot> {
        Some(Slot {
            level: self.level.checked_sub(2)?,
            row: self.row + 1,
            column: self.column + 1,
        })
    }

    /// The four slots that a marble here rests on; none for a hole of the board.
    pub(in crate::games) fn below(self) -> impl Iterator<Item = Slot> {
        let level = self.level.checked_sub(1);
        level.into_iter().flat_map(move |level| {
            [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, north)| Slot {
                level,
                row: self.row + north,
                column: self.column + right,
            })
        })
    }
}

/// The slots of a pyramid on a base of n × n holes.
#[derive(Clone, Copy, Debug)]
pub(in crate::games) struct Pyramid {
    side: u8,
}

impl Pyramid {
    /// The pyramid on a base of `side` × `side` holes.
    pub(in crate::games) fn new(side: u8) -> Pyramid {
        Pyramid { side }
    }

    /// Number of points of the doubled grid, those without a slot included.
    pub(in crate::games) fn points(self) -> usize {
        let width = 2 * usize::from(self.side) - 1;
        width * width
    }

    /// The point with this number, row by row from 0.
    pub(in crate::games) fn point(self, number: usize) -> Point {
        let width = 2 * usize::from(self.side) - 1;
        Point::new((number % width + 1) as u16, (number / width + 1) as u16)
    }

    /// The slot at a point on a level counted from 0, if there is one.
    pub(in crate::games) fn slot(self, point: Point, level: u8) -> Option<Slot> {
        let width = u16::from(self.side.checked_sub(level)?);
        let index = |along: u16| {
            let doubled = along.checked_sub(1 + u16::from(level))?;
            (doubled.is_multiple_of(2) && doubled / 2 < width).then_some((doubled / 2) as u8)
        };
        Some(Slot {
            level,
            row: index(point.row)?,
            column: index(point.column)?,
        })
    }

    /// The slots at a point, from the lowest up; none if it is not a point of the doubled grid.
    pub(in crate::games) fn slots_at(self, point: Point) -> impl Iterator<Item = Slot> {
        let lowest = u8::from(point.column.is_multiple_of(2));
        (lowest..self.side)
            .step_by(2)
            .map_while(move |level| self.slot(point, level))
    }
}
