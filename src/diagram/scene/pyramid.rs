//! Margo: marbles seen from above, or the pyramid seen from the corner a1.

use std::ops::RangeInclusive;

use super::{Layer, Shape, board::Board, cover::Cover, signs};
use crate::{diagram::Diagram, games::Piece};

pub(super) fn draw(board: &Board, diagram: &Diagram) -> Vec<Layer> {
    let holes = board
        .points()
        .filter(|point| point.column % 2 == 1 && point.row % 2 == 1);
    let holes = holes.map(|point| {
        let at = board.project(point.column.into(), point.row.into(), 0.0);
        Shape::Hole(at)
    });
    let pieces = board.pieces();
    let highest = board.highest();
    let marbles = pieces.iter().filter_map(|&piece| match piece {
        Piece::Marble(color, level, _) => Some(Shape::Marble {
            at: board.at(piece.into()),
            color,
            level,
            highest,
        }),
        _ => None,
    });

    vec![
        Layer::new("plate", [plate(board)]),
        Layer::new("holes", holes),
        Layer::new("marbles", marbles),
        Layer::new("hidden", hidden(board, &pieces)),
        signs::captured(board, diagram),
    ]
}

/// The marbles of which others hide nearly all, in a pyramid seen from a corner. A fifth
/// of a marble tells its color.
fn hidden(board: &Board, pieces: &[Piece]) -> Vec<Shape> {
    if !board.is_seen_from_corner() {
        return Vec::new();
    }
    let cover = Cover::of(board);
    let pieces = pieces.iter().copied();
    let hidden = pieces.filter(|&piece| cover.seen(piece.into(), 1.0) < 0.2);
    hidden
        .filter_map(|piece| Some(Shape::Hidden(board.at(piece.into()), piece.color()?)))
        .collect()
}

/// The board below the pyramid.
fn plate(board: &Board) -> Shape {
    /// Beyond the outermost holes, on the doubled grid.
    const BEYOND: f64 = 1.3;
    let ends = |shown: &RangeInclusive<u16>| {
        let (low, high) = (f64::from(*shown.start()), f64::from(*shown.end()));
        (low - BEYOND, high + BEYOND)
    };
    let (left, right) = ends(&board.columns);
    let (low, high) = ends(&board.rows);
    let corners = [(left, low), (right, low), (right, high), (left, high)];
    Shape::Plate(
        corners
            .map(|(column, row)| board.project(column, row, 0.0))
            .to_vec(),
    )
}
