//! The legal moves of a position by the points they name.

use std::collections::BTreeMap;

use crate::games::{Move, Point, Position};

/// The legal moves of a position, for those who choose a point first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LegalPoints {
    by_point: BTreeMap<Point, Vec<Move>>,
    without_point: Vec<Move>,
}

impl LegalPoints {
    /// The legal moves of the player to move. In Sygo these are the turns of one stone.
    pub fn of(position: &Position) -> LegalPoints {
        let mut legal = LegalPoints::default();
        for mv in position.legal_moves() {
            let points = mv.points();
            if points.is_empty() {
                legal.without_point.push(mv);
                continue;
            }
            for point in points {
                legal.by_point.entry(point).or_default().push(mv.clone());
            }
        }
        legal
    }

    /// The moves that name a point.
    pub fn at(&self, point: Point) -> &[Move] {
        self.by_point.get(&point).map_or(&[], Vec::as_slice)
    }

    /// The points that some move names.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        self.by_point.keys().copied()
    }

    /// The moves that name no point: pass, button and swap.
    pub fn without_point(&self) -> &[Move] {
        &self.without_point
    }

    /// Whether there is no legal move.
    pub fn is_empty(&self) -> bool {
        self.by_point.is_empty() && self.without_point.is_empty()
    }
}
