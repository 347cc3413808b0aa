//! What is drawn on a board and its pieces: numbers, signs, what the last ply did.

use super::{Background, Layer, Shape, Symbol, board::Board, cover::Cover, words};
use crate::{
    diagram::{Diagram, Location, Mark, MoveNumber},
    games::{Piece, Point, StoneColor},
};

/// The signs above the pieces.
pub(super) fn draw(board: &Board, diagram: &Diagram, numbers: &[MoveNumber]) -> Vec<Layer> {
    let shown = |location: &Location| board.shows(location.point);
    let locations = |locations: &[Location]| -> Vec<Location> {
        let locations = locations.iter().copied();
        locations.filter(shown).collect()
    };
    let flipped_pieces = locations(diagram.flipped).into_iter();
    let placed = locations(diagram.placed).into_iter();
    // A number on a stone says more than that it is the last, and a stone of Bamogo has no
    // room for a dot beside its letter and a sign.
    let is_full = |location: Location| {
        is_numbered(diagram, location)
            || matches!(ground(board, location), Background::Neutral(..))
                && is_written_on(diagram, location.point)
    };
    let placed = placed.filter(|&location| !is_full(location));
    let illegal = locations(diagram.illegal).into_iter();

    let (beneath, above): (Vec<Mark>, Vec<Mark>) = diagram
        .marks
        .iter()
        .partition(|mark| matches!(mark, Mark::Arrow(..) | Mark::Line(..)));
    vec![
        Layer::new(
            "turned",
            flipped_pieces.map(|location| flipped(board, location)),
        ),
        Layer::new(
            "last",
            placed.map(|location| last(board, diagram, location)),
        ),
        Layer::new(
            "numbers",
            numbers.iter().map(|numbered| {
                let (location, number) = (numbered.location, numbered.number);
                Shape::Number(board.at(location), number, ground(board, location))
            }),
        ),
        Layer::new("marks", above.iter().filter_map(|mark| sign(board, mark))),
        Layer::new("labels", above.iter().filter_map(|mark| label(board, mark))),
        Layer::new("lines", beneath.iter().filter_map(|mark| line(board, mark))),
        Layer::new(
            "illegal",
            illegal.map(|location| Shape::Illegal(board.at(location))),
        ),
    ]
}

/// The numbers that can be read on the board, and those on marbles that others cover.
pub(super) fn numbers(board: &Board, diagram: &Diagram) -> (Vec<MoveNumber>, Vec<MoveNumber>) {
    let cover = Cover::of(board);
    let numbers = diagram.numbers.iter().copied();
    let shown = numbers.filter(|numbered| board.shows(numbered.location.point));
    // Digits take a little more than half the width of their piece.
    shown.partition(|numbered| cover.seen(board.on_level(numbered.location), 0.62) > 0.95)
}

/// Who owns the empty points.
pub(super) fn territory(board: &Board, diagram: &Diagram) -> Layer {
    let tally = diagram
        .territory
        .then(|| diagram.position.tally())
        .flatten();
    let regions = tally.iter().flat_map(|tally| &tally.regions);
    let owned = regions.filter_map(|region| Some((&region.points, region.owner?)));
    let points = owned.flat_map(|(points, owner)| points.iter().map(move |&point| (point, owner)));
    let shown = points.filter(|&(point, _)| board.shows(point));
    let shapes = shown.map(|(point, owner)| Shape::Owner(board.at(point.into()), owner));
    Layer::new("territory", shapes)
}

/// The pieces that the last ply removed.
pub(super) fn captured(board: &Board, diagram: &Diagram) -> Layer {
    let pieces = diagram
        .captured
        .iter()
        .filter(|piece| board.shows(piece.point()));
    let ghosts =
        pieces.filter_map(|&piece| Some(Shape::Ghost(board.at(piece.into()), piece.color()?)));
    Layer::new("captured", ghosts)
}

/// Whether something is written on a piece.
pub(super) fn is_written_on(diagram: &Diagram, point: Point) -> bool {
    let is_here = |location: &Location| location.point == point;
    let signs = diagram.marks.iter().any(|mark| match mark {
        Mark::Triangle(location)
        | Mark::Square(location)
        | Mark::Circle(location)
        | Mark::Cross(location)
        | Mark::Selected(location)
        | Mark::Label(location, _) => is_here(location),
        Mark::Arrow(..) | Mark::Line(..) => false,
    });
    signs
        || diagram
            .numbers
            .iter()
            .any(|numbered| is_here(&numbered.location))
}

fn is_numbered(diagram: &Diagram, location: Location) -> bool {
    diagram
        .numbers
        .iter()
        .any(|numbered| numbered.location == location)
}

fn ground(board: &Board, location: Location) -> Background {
    match board.piece(location) {
        Some(Piece::Neutral(hue, _)) => Background::Neutral(hue, rank(board, hue)),
        Some(piece) => piece.color().map_or(Background::Board, Background::Piece),
        None => Background::Board,
    }
}

/// A stone of Bamogo bears its letter and has no room for more.
fn flipped(board: &Board, location: Location) -> Shape {
    let (at, ground) = (board.at(location), ground(board, location));
    match ground {
        Background::Neutral(..) => Shape::Last {
            at,
            ground,
            small: true,
        },
        _ => Shape::Flipped(at, ground),
    }
}

fn last(board: &Board, diagram: &Diagram, location: Location) -> Shape {
    let has_face = matches!(
        board.piece(location),
        Some(Piece::King(..) | Piece::Neutral(..))
    );
    Shape::Last {
        at: board.at(location),
        ground: ground(board, location),
        small: has_face || is_written_on(diagram, location.point),
    }
}

/// Which color of the ruleset a stone of Bamogo has. Colors that only the line of
/// the record has come after those.
pub(super) fn rank(board: &Board, hue: StoneColor) -> usize {
    let rank = board.colors.iter().position(|&other| other == hue);
    rank.unwrap_or(board.colors.len())
}

fn sign(board: &Board, mark: &Mark) -> Option<Shape> {
    let (location, sign) = match *mark {
        Mark::Triangle(location) => (location, Symbol::Triangle),
        Mark::Square(location) => (location, Symbol::Square),
        Mark::Circle(location) => (location, Symbol::Circle),
        Mark::Cross(location) => (location, Symbol::Cross),
        Mark::Selected(location) => (location, Symbol::Selected),
        Mark::Label(..) | Mark::Arrow(..) | Mark::Line(..) => return None,
    };
    board
        .shows(location.point)
        .then(|| Shape::Symbol(board.at(location), sign, ground(board, location)))
}

fn label(board: &Board, mark: &Mark) -> Option<Shape> {
    let Mark::Label(location, text) = *mark else {
        return None;
    };
    let text = words::label(text);
    (board.shows(location.point) && !text.is_empty())
        .then(|| Shape::Label(board.at(location), text, ground(board, location)))
}

fn line(board: &Board, mark: &Mark) -> Option<Shape> {
    let (Mark::Arrow(from, to) | Mark::Line(from, to)) = *mark else {
        return None;
    };
    if from == to || !board.shows(from.point) || !board.shows(to.point) {
        return None;
    }
    let (from, to) = (board.at(from), board.at(to));
    Some(match mark {
        Mark::Arrow(..) => Shape::Arrow(from, to),
        _ => Shape::Segment(from, to),
    })
}
