//! The names of columns and rows around a board.

use std::ops::RangeInclusive;

use super::{
    Layer, Shape, TextRole,
    board::{Board, Kind},
};
use crate::{
    games::{Game, Point},
    record::column_name,
};

impl Board {
    /// The names of the columns and rows on all sides.
    pub(super) fn coordinates(&self) -> Layer {
        let mut shapes = Vec::new();
        let mut name = |column: f64, row: f64, text: String| {
            let at = self.project(column, row, 0.0);
            shapes.push(Shape::Text {
                at,
                role: TextRole::Coordinate,
                letters: self.letters(),
                text,
            });
        };
        let near = match self.game {
            Game::Bamogo => 1.0,
            Game::Margo => 0.92,
            _ => 0.78,
        };
        for column in self.columns.clone() {
            let points = self.rows.clone().map(|row| Point::new(column, row));
            let rows: Vec<u16> = points
                .filter(|&point| self.has(point))
                .map(|point| point.row)
                .collect();
            let (Some(&low), Some(&high)) = (rows.first(), rows.last()) else {
                continue;
            };
            let (below, above) = match self.kind {
                Kind::Square => (near, near),
                Kind::Pyramid | Kind::Corner => (2.0 * near, 2.0 * near),
                // Along the slanted sides the rows have their names close to the cells,
                // the columns theirs farther out.
                Kind::Hexagon { side } => (
                    if column > side { 1.45 } else { 1.0 },
                    if column < side { 1.45 } else { 1.0 },
                ),
            };
            let (low, high) = self.ends((low, high), &self.rows);
            name(column.into(), f64::from(low) - below, column_name(column));
            name(column.into(), f64::from(high) + above, column_name(column));
        }
        for row in self.rows.clone() {
            let points = self.columns.clone().map(|column| Point::new(column, row));
            let columns: Vec<u16> = points
                .filter(|&point| self.has(point))
                .map(|point| point.column)
                .collect();
            let (Some(&low), Some(&high)) = (columns.first(), columns.last()) else {
                continue;
            };
            let beside = match self.kind {
                Kind::Square => near,
                Kind::Pyramid | Kind::Corner => 2.0 * near,
                Kind::Hexagon { .. } => 0.85,
            };
            let (low, high) = self.ends((low, high), &self.columns);
            name(f64::from(low) - beside, row.into(), row.to_string());
            name(f64::from(high) + beside, row.into(), row.to_string());
        }
        Layer::new("coordinates", shapes)
    }

    /// Where a line of points ends. In Margo every other line has a point less at
    /// either end, but the names stand in one row.
    fn ends(&self, (low, high): (u16, u16), shown: &RangeInclusive<u16>) -> (u16, u16) {
        match self.kind {
            Kind::Pyramid | Kind::Corner => (*shown.start(), *shown.end()),
            _ => (low, high),
        }
    }

    /// The size of the letters of coordinates.
    fn letters(&self) -> f64 {
        match self.kind {
            Kind::Pyramid | Kind::Corner if self.last.0 > 26 => 0.24,
            Kind::Pyramid | Kind::Corner => 0.3,
            Kind::Hexagon { .. } => 0.32,
            Kind::Square => 0.36,
        }
    }
}
