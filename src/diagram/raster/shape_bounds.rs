//! Where shapes are drawn.

use crate::diagram::scene::{ImagePoint, Rect, Scene, Shape, TextRole};

/// How far a shape extends from the points that it names: more than half a cell, with its
/// outline and its halo.
const EXTENT: f64 = 0.75;

/// The height of letters of any script with all their marks, and of Latin letters, in font sizes: twice what is above or
/// below the middle of a capital.
const HEIGHT: f64 = 3.0;
const LATIN_HEIGHT: f64 = 1.5;

/// A rectangle that contains all that is drawn of a shape.
pub(super) fn bounds(shape: &Shape, scene: &Scene) -> Rect {
    match shape {
        Shape::Text {
            at,
            role,
            size,
            text,
        } => {
            let is_latin =
                |letter: char| matches!(letter, '\0'..='\u{17f}' | '\u{2010}'..='\u{2027}');
            let height = if text.chars().all(is_latin) {
                LATIN_HEIGHT * size.0
            } else {
                HEIGHT * size.0
            };
            // Fonts differ in the width of a text.
            let (left, width) = match role {
                TextRole::Side(_) => {
                    return around(&[*at], scene.frame.height.max(scene.frame.width));
                }
                TextRole::Coordinate => {
                    let width = 2.0 * EXTENT.max(3.0 * size.0);
                    (at.x - width / 2.0, width)
                }
                // It is inside the frame.
                _ => (scene.frame.left, scene.frame.width),
            };
            Rect {
                left,
                top: at.y - height / 2.0,
                width,
                height,
            }
        }
        Shape::Cell(at)
        | Shape::StarPoint(at)
        | Shape::Hole(at)
        | Shape::Territory(at, _)
        | Shape::Stone(at, _)
        | Shape::Crown { at, .. }
        | Shape::KingRing(at, _)
        | Shape::Marble { at, .. }
        | Shape::MarbleBelow(at, _)
        | Shape::MarbleLevel(at, ..)
        | Shape::NeutralStone { at, .. }
        | Shape::Wall { at, .. }
        | Shape::Dimmed(at)
        | Shape::CapturedOutline(at, ..)
        | Shape::Captured(at, _)
        | Shape::Flipped(at, _)
        | Shape::Recolored(at, _)
        | Shape::LastMove { at, .. }
        | Shape::IllegalMove(at)
        | Shape::MoveNumber(at, ..)
        | Shape::Symbol(at, ..)
        | Shape::Label(at, ..) => around(&[*at], EXTENT),
        Shape::GridLine(from, to)
        | Shape::BoardEdge(from, to)
        | Shape::Border(from, to)
        | Shape::Arrow(from, to)
        | Shape::MarkedLine(from, to)
        | Shape::PlayerSide(from, to, _) => around(&[*from, *to], EXTENT),
        Shape::Base(corners) | Shape::Chain(corners) => around(corners, EXTENT),
    }
}

/// The rectangle around points with a margin.
fn around(points: &[ImagePoint], margin: f64) -> Rect {
    let rects = points.iter().map(|at| Rect {
        left: at.x - margin,
        top: at.y - margin,
        width: 2.0 * margin,
        height: 2.0 * margin,
    });
    let nothing = Rect {
        left: 0.0,
        top: 0.0,
        width: 0.0,
        height: 0.0,
    };
    rects.reduce(Rect::union).unwrap_or(nothing)
}

/// Whether two rectangles have a point in common.
pub(super) fn overlap(one: &Rect, other: &Rect) -> bool {
    let meet = |start: f64, length: f64, other: f64, other_length: f64| {
        start <= other + other_length && other <= start + length
    };
    meet(one.left, one.width, other.left, other.width)
        && meet(one.top, one.height, other.top, other.height)
}
