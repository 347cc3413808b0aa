//! Margo: marbles seen from above, or the pyramid seen from the corner a1.

use std::ops::RangeInclusive;

use super::{Layer, LayerId, Shape, annotations, board_layout::BoardLayout, occlusion::Occlusion};
use crate::{diagram::Diagram, games::Piece};

pub(super) fn draw(board: &BoardLayout, diagram: &Diagram) -> Vec<Layer> {
    let holes = board
        .points()
        .filter(|point| point.column % 2 == 1 && point.row % 2 == 1);
    let holes = holes.map(|point| {
        let at = board.project(point.column.into(), point.row.into(), 0.0);
        Shape::Hole(at)
    });
    let pieces = board.pieces();
    // Few levels should not have the contrast of a whole pyramid.
    let top_level = board.highest().max(4);
    let marbles = pieces.iter().filter_map(|&piece| match piece {
        Piece::Marble(color, level, _) => Some(Shape::Marble {
            depth: board.depth(piece),
            at: board.at(piece.into()),
            color,
            level,
            top_level,
        }),
        _ => None,
    });

    vec![
        Layer::new(LayerId::Base, [plate(board)]),
        Layer::new(LayerId::Holes, holes),
        Layer::new(LayerId::Marbles, marbles),
        Layer::new(LayerId::CoveredMarbles, hidden(board, &pieces)),
        annotations::captured(board, diagram),
    ]
}

/// The marbles that are nearly covered by others, in a pyramid whose levels are drawn apart. If a fifth
/// of a marble is visible, its color is recognizable.
fn hidden(board: &BoardLayout, pieces: &[Piece]) -> Vec<Shape> {
    if !board.is_exploded() {
        return Vec::new();
    }
    let occlusion = Occlusion::of(board);
    let pieces = pieces.iter().copied();
    let hidden = pieces.filter(|&piece| occlusion.seen(piece.into(), 1.0) < 0.2);
    hidden
        .filter_map(|piece| {
            Some(Shape::CoveredMarble {
                depth: board.depth(piece),
                at: board.at(piece.into()),
                color: piece.color()?,
            })
        })
        .collect()
}

/// The board below the pyramid.
fn plate(board: &BoardLayout) -> Shape {
    /// Beyond the outermost holes, on the doubled grid.
    const BEYOND: f64 = 1.3;
    let ends = |shown: &RangeInclusive<u16>| {
        let (low, high) = (f64::from(*shown.start()), f64::from(*shown.end()));
        (low - BEYOND, high + BEYOND)
    };
    let (left, right) = ends(&board.columns);
    let (low, high) = ends(&board.rows);
    let corners = [(left, low), (right, low), (right, high), (left, high)];
    Shape::Base(
        corners
            .map(|(column, row)| board.project(column, row, 0.0))
            .to_vec(),
    )
}
