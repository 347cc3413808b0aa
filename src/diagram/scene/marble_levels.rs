//! Margo in black and white, and with numbers: the levels of marbles as small digits.

use super::{
    ImagePoint, Layer, LayerId, Shape,
    annotations::{PlacedNumber, background},
    board_layout::BoardLayout,
    number_place::{MARBLE_LEVEL, fitting, has_marble_levels},
    occlusion::Occlusion,
};
use crate::{
    diagram::{
        content::{Diagram, Mark, MoveNumber},
        style::{Style, View},
    },
    games::{Game, Piece},
};

/// The space between a digit and a number, as a share of the radius.
const GAP: f64 = 0.1;
/// Half the width of a digit, and half its height, in font sizes.
const DIGIT: (f64, f64) = (0.32, 0.37);
/// From the center of a marble to that of its digit, as a share of the radius.
const OUT: f64 = 0.66;
/// From the center of a digit to that of the dot of the last ply, or of the cross of a captured marble, at least, as a
/// share of the radius.
const DOT: f64 = 0.5;
/// From the center of a digit to the outline of a captured marble, at least, as a share of the radius.
const OUTLINE: f64 = 0.28;

/// What else is drawn on marbles, and digits keep off.
struct Marks {
    /// Dots and crosses.
    dots: Vec<ImagePoint>,
    /// The centers of outlines.
    outlines: Vec<ImagePoint>,
}

impl Marks {
    fn of(shapes: &[Shape]) -> Marks {
        let (mut dots, mut outlines) = (Vec::new(), Vec::new());
        for shape in shapes {
            match shape {
                Shape::LastMove { at, .. } | Shape::Captured(at, _) => dots.push(*at),
                Shape::CapturedOutline(at, ..) => outlines.push(*at),
                _ => {}
            }
        }
        Marks { dots, outlines }
    }

    /// Whether a digit has room, with pieces of this radius.
    fn leave_room(&self, at: ImagePoint, radius: f64) -> bool {
        let distance = |other: &ImagePoint| (other.x - at.x).hypot(other.y - at.y) / radius;
        let is_off_dot = |dot: &ImagePoint| distance(dot) >= DOT;
        let is_off_outline = |center: &ImagePoint| (distance(center) - 1.0).abs() >= OUTLINE;
        self.dots.iter().all(is_off_dot) && self.outlines.iter().all(is_off_outline)
    }
}

/// A digit at the edge of each marble above level 1, where nothing covers it and nothing else is written; and the
/// numbers on marbles above level 2 whose level nothing else tells.
pub(super) fn marble_levels(
    board: &BoardLayout,
    diagram: &Diagram,
    style: &Style,
    numbers: &[PlacedNumber],
    marks: &[Shape],
) -> (Layer, Vec<MoveNumber>) {
    let mut shapes = Vec::new();
    let mut high: Vec<MoveNumber> = Vec::new();
    // From a corner levels are seen.
    if board.game == Game::Margo && (style.view == View::Top || has_marble_levels(diagram, style)) {
        let numbers = numbers.iter().map(|(numbered, ..)| MoveNumber {
            location: board.on_level(numbered.location),
            ..*numbered
        });
        high.extend(numbers.filter(|numbered| numbered.location.level > Some(2)));
    }
    if has_marble_levels(diagram, style) {
        let occlusion = Occlusion::of(board);
        let marks = Marks::of(marks);
        for &piece in board.pieces().iter() {
            if let Piece::Marble(_, 2.., _) = piece
                && let Some(shape) = digit(board, diagram, &occlusion, (numbers, &marks), piece)
            {
                shapes.push(shape);
                high.retain(|numbered| numbered.location != board.on_level(piece.into()));
            }
        }
    }
    shapes.sort_unstable();
    (Layer::new(LayerId::MarbleLevels, shapes), high)
}

fn digit(
    board: &BoardLayout,
    diagram: &Diagram,
    occlusion: &Occlusion,
    (numbers, marks): (&[PlacedNumber], &Marks),
    piece: Piece,
) -> Option<Shape> {
    /// Directions in eighths of a circle from the top to the right, in the order in which they are tried.
    const TURNS: [i32; 8] = [0, 1, -1, 2, -2, 3, -3, 4];
    let Piece::Marble(_, level, _) = piece else {
        return None;
    };
    let radius = board.radius();
    let location = board.on_level(piece.into());
    let center = board.at(location);
    let before = occlusion.before(location);
    let letters = level.to_string().len();
    let half = half_size(letters, MARBLE_LEVEL * radius);
    let written = numbers
        .iter()
        .find(|(numbered, ..)| board.on_level(numbered.location) == location);
    let written = written.map(|(numbered, at, size)| {
        let letters = numbered.number.to_string().len();
        (*at, half_size(letters, fitting(letters) * radius * size.0))
    });
    let is_free = |at: &ImagePoint| {
        let covers = |other: &ImagePoint| {
            let aside = ((other.x - at.x).abs() - half.0).max(0.0);
            let above = ((other.y - at.y).abs() - half.1).max(0.0);
            aside.hypot(above) < 1.02 * radius
        };
        let overlaps = written.is_some_and(|(other, size)| {
            let gap = GAP * radius;
            (other.x - at.x).abs() < half.0 + size.0 + gap
                && (other.y - at.y).abs() < half.1 + size.1 + gap
        });
        !overlaps && marks.leave_room(*at, radius) && !before.iter().any(covers)
    };
    // The corner of a triangle is at the top.
    let has_triangle = diagram.marks.iter().any(|mark| match mark {
        Mark::Triangle(marked) => board.on_level(*marked) == location,
        _ => false,
    });
    let turns = TURNS.iter().skip(usize::from(has_triangle));
    let mut places = turns.map(|&turn| {
        let (sin, cos) = (f64::from(turn) * std::f64::consts::FRAC_PI_4).sin_cos();
        center.moved(OUT * radius * sin, -OUT * radius * cos)
    });
    let at = places.find(is_free)?;
    Some(Shape::MarbleLevel(at, level, background(board, location)))
}

/// Half the width and half the height of digits.
fn half_size(letters: usize, size: f64) -> (f64, f64) {
    (DIGIT.0 * letters as f64 * size, DIGIT.1 * size)
}
