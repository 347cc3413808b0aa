//! The part of a board that is shown.

use std::ops::RangeInclusive;

use crate::{
    diagram::content::{Diagram, Location, Mark},
    diagram::style::Crop,
    games::{Game, Point},
};

/// Columns and rows.
type Part = (RangeInclusive<u16>, RangeInclusive<u16>);

/// The columns and rows that are shown of a board with this last column and row.
pub(super) fn visible_part(diagram: &Diagram, crop: Crop, last: (u16, u16)) -> Part {
    let whole = (1..=last.0, 1..=last.1);
    let (game, size) = (diagram.position.game(), diagram.position.size());
    if !crop.shows_points(game, size) {
        return whole;
    }
    let points = match crop {
        Crop::Whole => return whole,
        Crop::Between(first, second) => vec![first, second],
        Crop::Around => named_locations(diagram)
            .map(|location| location.point)
            .collect(),
    };
    let has = |point: Point| game.has_point(size, point);
    let margin = match (crop, game) {
        (Crop::Around, Game::Margo) => 2,
        (Crop::Around, _) => 1,
        _ => 0,
    };
    let is_included = |point: &&Point| match crop {
        Crop::Around => has(**point),
        _ => true,
    };
    let included: Vec<Point> = points.iter().filter(is_included).copied().collect();
    let range = |along: fn(&Point) -> u16, last: u16| {
        let low = included.iter().map(along).min()?;
        let low = low.saturating_sub(margin).max(1);
        let high = included.iter().map(along).max()?.saturating_add(margin);
        // Hiding one or two lines would save nothing but the edge.
        let near = 3 * margin;
        let low = if low <= near { 1 } else { low };
        let high = if high.saturating_add(near) > last {
            last
        } else {
            high
        };
        (low <= high).then_some(low..=high)
    };
    let ranges = (
        range(|point| point.column, last.0),
        range(|point| point.row, last.1),
    );
    match ranges {
        (Some(columns), Some(rows)) => (columns, rows),
        _ => whole,
    }
}

/// Every location that something is drawn on.
pub(super) fn named_locations<'a>(
    diagram: &Diagram<'a>,
) -> impl Iterator<Item = Location> + use<'a> {
    let pieces = diagram.pieces().into_owned().into_iter();
    let pieces = pieces.chain(diagram.captured.iter().copied());
    let pieces = pieces.map(Location::from);
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
        | Mark::Territory(location, _)
        | Mark::Dimmed(location)
        | Mark::Label(location, _) => [location, location],
        Mark::Arrow(from, to) | Mark::Line(from, to) => [from, to],
    });
    pieces.chain(locations).chain(numbered).chain(marked)
}
