//! Sets of points of a Go board, of which a record may name millions.

use crate::{games::Point, record::PointSet};

/// The most columns and rows.
const SIDE: u16 = 64;

/// A set of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PointMask {
    /// The rows of each column, as bits.
    columns: [u64; SIDE as usize],
}

impl Default for PointMask {
    fn default() -> PointMask {
        PointMask {
            columns: [0; SIDE as usize],
        }
    }
}

impl PointMask {
    /// Adds a point, or all points of a rectangle.
    pub(super) fn add(&mut self, points: PointSet) {
        let (columns, rows) = bits_of(points);
        for column in columns {
            if let Some(column) = self.columns.get_mut(column) {
                *column |= rows;
            }
        }
    }

    /// Removes a point, or all points of a rectangle; returns whether one of them was there.
    pub(super) fn remove(&mut self, points: PointSet) -> bool {
        let (columns, rows) = bits_of(points);
        let mut had = 0;
        for column in columns {
            if let Some(column) = self.columns.get_mut(column) {
                had |= *column & rows;
                *column &= !rows;
            }
        }
        had != 0
    }

    /// Removes all points of another set.
    pub(super) fn remove_all(&mut self, other: &PointMask) {
        for (column, other) in self.columns.iter_mut().zip(other.columns) {
            *column &= !other;
        }
    }

    /// The points in their order.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        let columns = (1..).zip(self.columns);
        columns.flat_map(|(column, bits)| {
            let rows = (1..=SIDE).filter(move |row| bits >> (row - 1) & 1 == 1);
            rows.map(move |row| Point::new(column, row))
        })
    }
}

impl Extend<Point> for PointMask {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.add(PointSet::Rectangle(point, point));
        }
    }
}

/// The indices of the columns of some points, and their rows as bits.
fn bits_of(points: PointSet) -> (std::ops::Range<usize>, u64) {
    let (first, second) = match points {
        PointSet::Point(point, _) => (point, point),
        PointSet::Rectangle(first, second) => (first, second),
    };
    let (left, right) = (
        first.column.min(second.column),
        first.column.max(second.column),
    );
    let (low, high) = (first.row.min(second.row), first.row.max(second.row));
    let up_to = |row: u16| match row {
        0 => 0,
        row => u64::MAX >> (SIDE - row.min(SIDE)),
    };
    let rows = up_to(high) & !up_to(low.saturating_sub(1));
    (usize::from(left.max(1)) - 1..usize::from(right), rows)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn rectangle() -> impl Strategy<Value = PointSet> {
        (1_u16..53, 1_u16..53, 1_u16..53, 1_u16..53)
            .prop_map(|(a, b, c, d)| PointSet::Rectangle(Point::new(a, b), Point::new(c, d)))
    }

    fn points_of(points: PointSet) -> BTreeSet<Point> {
        let PointSet::Rectangle(a, b) = points else {
            return BTreeSet::new();
        };
        let columns = a.column.min(b.column)..=a.column.max(b.column);
        let rows = a.row.min(b.row)..=a.row.max(b.row);
        columns
            .flat_map(|column| rows.clone().map(move |row| Point::new(column, row)))
            .collect()
    }

    proptest! {
        #[test]
        fn it_is_a_set_of_points(steps in proptest::collection::vec((rectangle(), any::<bool>()), 0..12)) {
            let (mut mask, mut set) = (PointMask::default(), BTreeSet::new());
            for (rectangle, is_added) in steps {
                let points = points_of(rectangle);
                if is_added {
                    mask.add(rectangle);
                    set.extend(points);
                } else {
                    let count = set.len();
                    set.retain(|point| !points.contains(point));
                    prop_assert_eq!(mask.remove(rectangle), set.len() < count);
                }
                prop_assert_eq!(mask.points().collect::<Vec<_>>(), set.iter().copied().collect::<Vec<_>>());
            }
            let mut other = PointMask::default();
            other.extend(set.iter().copied().step_by(2));
            mask.remove_all(&other);
            let left: Vec<Point> = set.into_iter().skip(1).step_by(2).collect();
            prop_assert_eq!(mask.points().collect::<Vec<_>>(), left);
        }
    }
}
