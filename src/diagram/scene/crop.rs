//! The part of a board that is shown.

use super::board::Board;
use crate::{
    diagram::{Crop, Diagram, Location, Mark},
    games::{Game, Point},
};

impl Board {
    /// Settles which columns and rows are shown.
    pub(super) fn crop(&mut self, diagram: &Diagram, crop: Crop) {
        let points = match crop {
            Crop::Whole => return,
            Crop::Between(first, second) => vec![first, second],
            Crop::Around => points_of(diagram),
        };
        let room = match (crop, self.game) {
            (Crop::Around, Game::Margo) => 2,
            (Crop::Around, _) => 1,
            _ => 0,
        };
        let is_on_board = |point: &&Point| match crop {
            Crop::Around => self.has(**point),
            _ => true,
        };
        let shown: Vec<Point> = points.iter().filter(is_on_board).copied().collect();
        let range = |along: fn(&Point) -> u16, last: u16| {
            let low = shown.iter().map(along).min()?.saturating_sub(room).max(1);
            let high = shown.iter().map(along).max()?.saturating_add(room);
            // Hiding one or two lines would save nothing but the edge.
            let near = 3 * room;
            let low = if low <= near { 1 } else { low };
            let high = if high.saturating_add(near) > last {
                last
            } else {
                high
            };
            (low <= high).then_some(low..=high)
        };
        if let (Some(columns), Some(rows)) = (
            range(|point| point.column, self.last.0),
            range(|point| point.row, self.last.1),
        ) {
            let whole = (self.columns.clone(), self.rows.clone());
            (self.columns, self.rows) = (columns, rows);
            if self.points().next().is_none() {
                (self.columns, self.rows) = whole;
            }
        }
    }
}

/// Every point that something is drawn on.
fn points_of(diagram: &Diagram) -> Vec<Point> {
    let pieces = diagram.position.pieces().into_iter();
    let captured = diagram.captured.iter().copied();
    let pieces = pieces.chain(captured).map(Location::from);
    let locations = [diagram.placed, diagram.flipped, diagram.illegal]
        .into_iter()
        .flatten()
        .copied();
    let numbered = diagram.numbers.iter().map(|numbered| numbered.location);
    let marked = diagram.marks.iter().flat_map(|mark| match *mark {
        Mark::Triangle(location)
        | Mark::Square(location)
        | Mark::Circle(location)
        | Mark::Cross(location)
        | Mark::Selected(location)
        | Mark::Label(location, _) => [location, location],
        Mark::Arrow(from, to) | Mark::Line(from, to) => [from, to],
    });
    let all = pieces.chain(locations).chain(numbered).chain(marked);
    all.map(|location| location.point).collect()
}
