//! Annotations on a board and its pieces: move numbers, markup, the last ply, territory.

use super::{
    FontSize, ImagePoint,
    board_layout::BoardLayout,
    captions,
    layer::{Layer, LayerId},
    number_place::{self, has_marble_levels},
    occlusion::Occlusion,
    shape::{Background, Shape, Symbol},
};
use crate::{
    diagram::{
        content::{Diagram, Location, Mark, MoveNumber},
        style::Style,
    },
    games::{Game, Piece, Point, StoneColor},
};

/// The size of a number on a king, as a share of the usual one.
const KING_NUMBER: f64 = 0.7;

/// The annotations above the pieces.
pub(super) fn draw(
    board: &BoardLayout,
    diagram: &Diagram,
    numbers: &[PlacedNumber],
    last_moves: impl Iterator<Item = Shape>,
) -> Vec<Layer> {
    let shown = |location: &Location| board.shows(location.point);
    let locations = |locations: &[Location]| -> Vec<Location> {
        let locations = locations.iter().copied();
        locations.filter(shown).collect()
    };
    let flipped_pieces = locations(diagram.flipped).into_iter();
    let illegal = locations(diagram.illegal).into_iter();
    let recolored = locations(diagram.recolored).into_iter();

    let marks = diagram.marks.iter();
    vec![
        Layer::new(
            LayerId::Dimmed,
            marks.clone().filter_map(|mark| dimmed(board, mark)),
        ),
        Layer::new(
            LayerId::Flipped,
            flipped_pieces.map(|location| flipped(board, location)),
        ),
        Layer::new(LayerId::LastMove, last_moves),
        Layer::new(
            LayerId::MoveNumbers,
            numbers.iter().map(|&(numbered, at, size)| {
                let background = background(board, numbered.location);
                Shape::MoveNumber(at, numbered.number, background, size)
            }),
        ),
        Layer::new(
            LayerId::Recolored,
            recolored.filter_map(|location| {
                let color = board.piece(location)?.color()?;
                Some(Shape::Recolored(board.at(location), color.other()))
            }),
        ),
        Layer::new(
            LayerId::Marks,
            marks.clone().filter_map(|mark| symbol(board, mark)),
        ),
        Layer::new(
            LayerId::Labels,
            marks.clone().filter_map(|mark| label(board, mark)),
        ),
        Layer::new(LayerId::Lines, marks.filter_map(|mark| line(board, mark))),
        Layer::new(
            LayerId::Illegal,
            illegal.map(|location| Shape::IllegalMove(board.at(location))),
        ),
    ]
}

/// The move numbers that are legible, and those on marbles that others cover.
pub(super) fn numbers(
    board: &BoardLayout,
    diagram: &Diagram,
    style: &Style,
) -> (Vec<PlacedNumber>, Vec<MoveNumber>) {
    let numbers = diagram.numbers.iter().copied();
    let shown = numbers.filter(|numbered| board.shows(numbered.location.point));
    let (mut placed, mut covered) = (Vec::new(), Vec::new());
    let hides_numbers = board.game == Game::Margo && !diagram.numbers.is_empty();
    let occlusion = hides_numbers.then(|| Occlusion::of(board));
    let highest = diagram.numbers.iter().map(|numbered| numbered.number).max();
    let most_digits = highest.unwrap_or_default().to_string().len();
    let has_levels = has_marble_levels(diagram, style);
    for numbered in shown {
        let at = board.at(numbered.location);
        let found = match &occlusion {
            // There is room for the dot.
            None if diagram.recolored.contains(&numbered.location) => {
                let radius = board.radius();
                Some((at.moved(-0.08 * radius, -0.14 * radius), FontSize(0.84)))
            }
            // There is room for the ring.
            None if matches!(board.piece(numbered.location), Some(Piece::King(..))) => {
                Some((at, FontSize(KING_NUMBER)))
            }
            None => Some((at, FontSize(1.0))),
            Some(occlusion) => {
                let location = board.on_level(numbered.location);
                // The digit of the level is above it.
                let is_high = location.level.is_some_and(|level| level > 1);
                let down = if has_levels && is_high { 0.17 } else { 0.0 };
                let sizes = if board.is_seen_from_corner() {
                    number_place::EQUAL_SIZES
                } else {
                    number_place::SIZES
                };
                number_place::place(
                    occlusion,
                    (location, at),
                    board.radius(),
                    numbered.number,
                    down,
                    (most_digits, sizes),
                )
            }
        };
        match found {
            Some((at, size)) => placed.push((numbered, at, size)),
            None => covered.push(numbered),
        }
    }
    (placed, covered)
}

/// A move number, its place in the image, and its size as a share of the usual one.
pub(super) type PlacedNumber = (MoveNumber, ImagePoint, FontSize);

/// The owners of the empty points.
pub(super) fn territory(board: &BoardLayout, diagram: &Diagram) -> Layer {
    let tally = diagram
        .territory
        .then(|| diagram.position.tally())
        .flatten();
    let regions = tally.iter().flat_map(|tally| &tally.regions);
    let owned = regions.filter_map(|region| Some((&region.points, region.owner?)));
    let points = owned.flat_map(|(points, owner)| points.iter().map(move |&point| (point, owner)));
    let shown = points.filter(|&(point, _)| board.shows(point));
    let shapes = shown.map(|(point, owner)| Shape::Territory(board.at(point.into()), owner));
    Layer::new(LayerId::Territory, shapes)
}

/// The pieces that the last ply removed.
pub(super) fn captured(board: &BoardLayout, diagram: &Diagram) -> Layer {
    let pieces = diagram
        .captured
        .iter()
        .filter(|piece| board.shows(piece.point()));
    if board.is_seen_from_corner() {
        let pieces: Vec<Piece> = pieces.copied().collect();
        return Layer::new(LayerId::Captured, captured_marbles(board, &pieces));
    }
    let ghosts =
        pieces.filter_map(|&piece| Some(Shape::Captured(board.at(piece.into()), piece.color()?)));
    Layer::new(LayerId::Captured, ghosts)
}

/// Marbles seen from a corner that the last ply removed: crosses where no marble is in front of them and, unless there
/// are many, outlines, which show how near they were. Those that cannot be seen have none.
fn captured_marbles(board: &BoardLayout, captured: &[Piece]) -> Vec<Shape> {
    /// With more outlines nobody could tell them apart.
    const MOST_OUTLINES: usize = 10;
    /// The radius of a cross and a margin, as a share of the marble's.
    const CROSS: f64 = 0.36;
    let occlusion = Occlusion::of(board);
    let places = |pieces: &[Piece]| -> Vec<(i32, ImagePoint)> {
        let place = |&piece: &Piece| (board.depth(piece), board.at(piece.into()));
        pieces.iter().map(place).collect()
    };
    let (standing, removed) = (places(&board.pieces()), places(captured));
    let mut shapes = Vec::new();
    for (&piece, &(depth, at)) in captured.iter().zip(&removed) {
        let Some(color) = piece.color() else {
            continue;
        };
        let nearer = |places: &[(i32, ImagePoint)]| {
            let nearer = places.iter().filter(|&&(other, _)| other > depth);
            occlusion.near(at, nearer.map(|&(_, other)| other))
        };
        let mut before = nearer(&standing);
        if let Some(at) = occlusion.place_beside(at, &before, CROSS) {
            shapes.push(Shape::Captured(at, color));
        }
        if captured.len() <= MOST_OUTLINES {
            before.extend(nearer(&removed));
            let arcs = occlusion.outline(at, &before).into_iter();
            shapes.extend(arcs.map(|(from, to)| Shape::CapturedOutline(at, from, to)));
        }
    }
    shapes.sort_unstable();
    shapes
}

/// Whether a point has a symbol, label or move number.
pub(super) fn is_written_on(diagram: &Diagram, point: Point) -> bool {
    let is_here = |location: &Location| location.point == point;
    let has_mark = diagram.marks.iter().any(|mark| match mark {
        Mark::Triangle(location)
        | Mark::Square(location)
        | Mark::Circle(location)
        | Mark::Cross(location)
        | Mark::Selected(location)
        | Mark::Label(location, _) => is_here(location),
        Mark::Territory(location, _) => is_here(location),
        Mark::Arrow(..) | Mark::Line(..) | Mark::Dimmed(_) => false,
    });
    has_mark
        || diagram
            .numbers
            .iter()
            .any(|numbered| is_here(&numbered.location))
}

/// Whether a piece has a move number.
pub(super) fn is_numbered(diagram: &Diagram, location: Location) -> bool {
    diagram
        .numbers
        .iter()
        .any(|numbered| numbered.location == location)
}

pub(super) fn background(board: &BoardLayout, location: Location) -> Background {
    match board.piece(location) {
        Some(Piece::Neutral(color, _)) => Background::Neutral(color, rank(board, color)),
        Some(piece) => piece.color().map_or(Background::Board, Background::Piece),
        None => Background::Board,
    }
}

fn flipped(board: &BoardLayout, location: Location) -> Shape {
    Shape::Flipped(board.at(location), background(board, location))
}

/// The marks of the last ply, and the places of marbles that others cover, where there is no room for one.
pub(super) fn last_moves(board: &BoardLayout, diagram: &Diagram) -> (Vec<Shape>, Vec<Location>) {
    /// The radius of the dot and of a margin, as a share of the marble's.
    const DOT: f64 = 0.32;
    let occlusion = board.is_seen_from_corner().then(|| Occlusion::of(board));
    let placed = diagram.placed.iter().copied();
    // A move number already identifies the last ply.
    let placed = placed.filter(|&place| board.shows(place.point) && !is_numbered(diagram, place));
    let (mut shapes, mut hidden) = (Vec::new(), Vec::new());
    for location in placed {
        let has_emblem = matches!(
            board.piece(location),
            Some(Piece::King(..) | Piece::Neutral(..))
        );
        let small = has_emblem || is_written_on(diagram, location.point);
        let at = match &occlusion {
            None => Some(board.at(location)),
            // A mark on a marble that others cover would look like one on those.
            Some(occlusion) if small => {
                let seen = occlusion.seen(board.on_level(location), 0.35);
                (seen > 0.9).then(|| board.at(location))
            }
            Some(occlusion) => occlusion.place_for_disc(board.on_level(location), DOT),
        };
        match at {
            Some(at) => shapes.push(Shape::LastMove {
                at,
                background: background(board, location),
                small,
            }),
            None => hidden.push(location),
        }
    }
    (shapes, hidden)
}

/// The index of a Bamogo color in the ruleset. Colors that occur only in the line of the
/// record come after those.
pub(super) fn rank(board: &BoardLayout, color: StoneColor) -> usize {
    let rank = board.colors.iter().position(|&other| other == color);
    rank.unwrap_or(board.colors.len())
}

fn symbol(board: &BoardLayout, mark: &Mark) -> Option<Shape> {
    let (location, symbol) = match *mark {
        Mark::Triangle(location) => (location, Symbol::Triangle),
        Mark::Square(location) => (location, Symbol::Square),
        Mark::Circle(location) => (location, Symbol::Circle),
        Mark::Cross(location) => (location, Symbol::Cross),
        Mark::Selected(location) => (location, Symbol::Selected),
        Mark::Territory(location, color) => (location, Symbol::Territory(color)),
        Mark::Label(..) | Mark::Arrow(..) | Mark::Line(..) | Mark::Dimmed(_) => return None,
    };
    board
        .shows(location.point)
        .then(|| Shape::Symbol(board.at(location), symbol, background(board, location)))
}

fn dimmed(board: &BoardLayout, mark: &Mark) -> Option<Shape> {
    let Mark::Dimmed(location) = *mark else {
        return None;
    };
    (board.shows(location.point)).then(|| Shape::Dimmed(board.at(location)))
}

fn label(board: &BoardLayout, mark: &Mark) -> Option<Shape> {
    let Mark::Label(location, text) = *mark else {
        return None;
    };
    let text = captions::label(text);
    (board.shows(location.point) && !text.is_empty())
        .then(|| Shape::Label(board.at(location), text, background(board, location)))
}

fn line(board: &BoardLayout, mark: &Mark) -> Option<Shape> {
    let (Mark::Arrow(from, to) | Mark::Line(from, to)) = *mark else {
        return None;
    };
    if !board.shows(from.point) || !board.shows(to.point) {
        return None;
    }
    let (from, to) = (board.at(from), board.at(to));
    // From above, a marble is at the same place as another one straight above it.
    (from != to).then_some(match mark {
        Mark::Arrow(..) => Shape::Arrow(from, to),
        _ => Shape::MarkedLine(from, to),
    })
}
