//! The part of a board that is shown.

use super::board::Board;
use crate::{
    diagram::{Crop, Mark, Spot, Subject},
    games::{Game, Point},
};

impl Board {
    /// Settles which columns and rows are shown.
    pub(super) fn crop(&mut self, subject: &Subject, crop: Crop) {
        let points = match crop {
            Crop::Whole => return,
            Crop::Between(first, second) => vec![first, second],
            Crop::Around => points_of(subject),
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
fn points_of(subject: &Subject) -> Vec<Point> {
    let pieces = subject.position.pieces().into_iter();
    let captured = subject.captured.iter().copied();
    let pieces = pieces.chain(captured).map(Spot::from);
    let spots = [subject.placed, subject.turned, subject.illegal]
        .into_iter()
        .flatten()
        .copied();
    let numbered = subject.numbers.iter().map(|numbered| numbered.spot);
    let marked = subject.marks.iter().flat_map(|mark| match *mark {
        Mark::Triangle(spot)
        | Mark::Square(spot)
        | Mark::Circle(spot)
        | Mark::Cross(spot)
        | Mark::Selected(spot)
        | Mark::Label(spot, _) => [spot, spot],
        Mark::Arrow(from, to) | Mark::Line(from, to) => [from, to],
    });
    let all = pieces.chain(spots).chain(numbered).chain(marked);
    all.map(|spot| spot.point).collect()
}
