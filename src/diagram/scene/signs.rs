//! What is drawn on a board and its pieces: numbers, signs, what the last ply did.

use super::{Ground, Layer, Shape, Sign, board::Board, cover::Cover, words};
use crate::{
    diagram::{Mark, Numbered, Spot, Subject},
    games::{Piece, Point, StoneColor},
};

/// The signs above the pieces.
pub(super) fn draw(board: &Board, subject: &Subject, numbers: &[Numbered]) -> Vec<Layer> {
    let shown = |spot: &Spot| board.shows(spot.point);
    let spots = |spots: &[Spot]| -> Vec<Spot> {
        let spots = spots.iter().copied();
        spots.filter(shown).collect()
    };
    let turned_pieces = spots(subject.turned).into_iter();
    let placed = spots(subject.placed).into_iter();
    // A number on a stone says more than that it is the last, and a stone of Bamogo has no
    // room for a dot beside its letter and a sign.
    let is_full = |spot: Spot| {
        is_numbered(subject, spot)
            || matches!(ground(board, spot), Ground::Neutral(..))
                && is_written_on(subject, spot.point)
    };
    let placed = placed.filter(|&spot| !is_full(spot));
    let illegal = spots(subject.illegal).into_iter();

    let (beneath, above): (Vec<Mark>, Vec<Mark>) = subject
        .marks
        .iter()
        .partition(|mark| matches!(mark, Mark::Arrow(..) | Mark::Line(..)));
    vec![
        Layer::new("turned", turned_pieces.map(|spot| turned(board, spot))),
        Layer::new("last", placed.map(|spot| last(board, subject, spot))),
        Layer::new(
            "numbers",
            numbers.iter().map(|numbered| {
                let (spot, number) = (numbered.spot, numbered.number);
                Shape::Number(board.at(spot), number, ground(board, spot))
            }),
        ),
        Layer::new("marks", above.iter().filter_map(|mark| sign(board, mark))),
        Layer::new("labels", above.iter().filter_map(|mark| label(board, mark))),
        Layer::new("lines", beneath.iter().filter_map(|mark| line(board, mark))),
        Layer::new(
            "illegal",
            illegal.map(|spot| Shape::Illegal(board.at(spot))),
        ),
    ]
}

/// The numbers that can be read on the board, and those on marbles that others cover.
pub(super) fn numbers(board: &Board, subject: &Subject) -> (Vec<Numbered>, Vec<Numbered>) {
    let cover = Cover::of(board);
    let numbers = subject.numbers.iter().copied();
    let shown = numbers.filter(|numbered| board.shows(numbered.spot.point));
    // Digits take a little more than half the width of their piece.
    shown.partition(|numbered| cover.seen(board.on_level(numbered.spot), 0.62) > 0.95)
}

/// Who owns the empty points.
pub(super) fn territory(board: &Board, subject: &Subject) -> Layer {
    let tally = subject
        .territory
        .then(|| subject.position.tally())
        .flatten();
    let regions = tally.iter().flat_map(|tally| &tally.regions);
    let owned = regions.filter_map(|region| Some((&region.points, region.owner?)));
    let points = owned.flat_map(|(points, owner)| points.iter().map(move |&point| (point, owner)));
    let shown = points.filter(|&(point, _)| board.shows(point));
    let shapes = shown.map(|(point, owner)| Shape::Owner(board.at(point.into()), owner));
    Layer::new("territory", shapes)
}

/// The pieces that the last ply removed.
pub(super) fn captured(board: &Board, subject: &Subject) -> Layer {
    let pieces = subject
        .captured
        .iter()
        .filter(|piece| board.shows(piece.point()));
    let ghosts =
        pieces.filter_map(|&piece| Some(Shape::Ghost(board.at(piece.into()), piece.color()?)));
    Layer::new("captured", ghosts)
}

/// Whether something is written on a piece.
pub(super) fn is_written_on(subject: &Subject, point: Point) -> bool {
    let is_here = |spot: &Spot| spot.point == point;
    let signs = subject.marks.iter().any(|mark| match mark {
        Mark::Triangle(spot)
        | Mark::Square(spot)
        | Mark::Circle(spot)
        | Mark::Cross(spot)
        | Mark::Selected(spot)
        | Mark::Label(spot, _) => is_here(spot),
        Mark::Arrow(..) | Mark::Line(..) => false,
    });
    signs
        || subject
            .numbers
            .iter()
            .any(|numbered| is_here(&numbered.spot))
}

fn is_numbered(subject: &Subject, spot: Spot) -> bool {
    subject.numbers.iter().any(|numbered| numbered.spot == spot)
}

fn ground(board: &Board, spot: Spot) -> Ground {
    match board.piece(spot) {
        Some(Piece::Neutral(hue, _)) => Ground::Neutral(hue, rank(board, hue)),
        Some(piece) => piece.color().map_or(Ground::Board, Ground::Piece),
        None => Ground::Board,
    }
}

/// A stone of Bamogo bears its letter and has no room for more.
fn turned(board: &Board, spot: Spot) -> Shape {
    let (at, ground) = (board.at(spot), ground(board, spot));
    match ground {
        Ground::Neutral(..) => Shape::Last {
            at,
            ground,
            small: true,
        },
        _ => Shape::Turned(at, ground),
    }
}

fn last(board: &Board, subject: &Subject, spot: Spot) -> Shape {
    let has_face = matches!(
        board.piece(spot),
        Some(Piece::King(..) | Piece::Neutral(..))
    );
    Shape::Last {
        at: board.at(spot),
        ground: ground(board, spot),
        small: has_face || is_written_on(subject, spot.point),
    }
}

/// Which color of the ruleset a stone of Bamogo has. Colors that only the line of
/// the record has come after those.
pub(super) fn rank(board: &Board, hue: StoneColor) -> usize {
    let rank = board.colors.iter().position(|&other| other == hue);
    rank.unwrap_or(board.colors.len())
}

fn sign(board: &Board, mark: &Mark) -> Option<Shape> {
    let (spot, sign) = match *mark {
        Mark::Triangle(spot) => (spot, Sign::Triangle),
        Mark::Square(spot) => (spot, Sign::Square),
        Mark::Circle(spot) => (spot, Sign::Circle),
        Mark::Cross(spot) => (spot, Sign::Cross),
        Mark::Selected(spot) => (spot, Sign::Selected),
        Mark::Label(..) | Mark::Arrow(..) | Mark::Line(..) => return None,
    };
    board
        .shows(spot.point)
        .then(|| Shape::Sign(board.at(spot), sign, ground(board, spot)))
}

fn label(board: &Board, mark: &Mark) -> Option<Shape> {
    let Mark::Label(spot, text) = *mark else {
        return None;
    };
    let text = words::label(text);
    (board.shows(spot.point) && !text.is_empty())
        .then(|| Shape::Label(board.at(spot), text, ground(board, spot)))
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
