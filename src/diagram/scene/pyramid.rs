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
        Layer::new(LayerId::Base, plate(board)),
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

/// The board below the pyramid, and its edges. A side that is cut off has none.
fn plate(board: &BoardLayout) -> Vec<Shape> {
    /// Beyond the outermost holes, on the doubled grid.
    const BEYOND: f64 = 1.3;
    /// Beyond the last line that is shown.
    const CUT: f64 = 1.05;
    let side = |line: u16, is_edge: bool, direction: f64| {
        let beyond = if is_edge { BEYOND } else { CUT };
        (f64::from(line) + direction * beyond, is_edge)
    };
    let ends = |shown: &RangeInclusive<u16>, last: u16| {
        let (low, high) = (*shown.start(), *shown.end());
        (side(low, low == 1, -1.0), side(high, high == last, 1.0))
    };
    let (left, right) = ends(&board.columns, board.last.0);
    let (low, high) = ends(&board.rows, board.last.1);
    let corner = |column: f64, row: f64| board.project(column, row, 0.0);
    let corners = [
        corner(left.0, low.0),
        corner(right.0, low.0),
        corner(right.0, high.0),
        corner(left.0, high.0),
    ];
    let edges = [low.1, right.1, high.1, left.1].into_iter().enumerate();
    let edges = edges.filter(|&(_, is_edge)| is_edge);
    let edges = edges.map(|(index, _)| Shape::BoardEdge(corners[index], corners[(index + 1) % 4]));
    [Shape::Base(corners.to_vec())]
        .into_iter()
        .chain(edges)
        .collect()
}
