//! Margo: marbles seen from above, the pyramid seen from a corner, or a board for each level.

use std::{collections::BTreeSet, ops::RangeInclusive};

use super::{
    FontSize, ImagePoint, Layer, LayerId, Shape, TextRole, annotations, board_layout::BoardLayout,
};
use crate::{
    diagram::{Diagram, Location},
    games::{Piece, Point},
};

pub(super) fn draw(board: &BoardLayout, diagram: &Diagram) -> Vec<Layer> {
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
    let plates = board.levels().flat_map(|level| plate(board, level));
    vec![
        Layer::new(LayerId::Base, plates),
        Layer::new(LayerId::Levels, level_names(board)),
        Layer::new(LayerId::Holes, holes(board, diagram)),
        Layer::new(LayerId::MarblesBelow, marbles_below(board, &pieces)),
        Layer::new(LayerId::Marbles, marbles),
        annotations::captured(board, diagram),
    ]
}

/// The holes, and on the boards of higher levels the free places that four marbles support and the ruleset allows.
fn holes(board: &BoardLayout, diagram: &Diagram) -> Vec<Shape> {
    let mut holes = Vec::new();
    let levels = board.levels();
    // In a numbered diagram marbles of several positions are drawn: which places are free cannot be told.
    let supports = if *levels.end() == 1 || diagram.board_after().is_some() {
        BTreeSet::new()
    } else {
        let pieces = diagram.position.pieces().into_iter();
        pieces.map(Location::from).collect()
    };
    // From the top, which is nearly the order of shapes.
    for row in board.rows.clone().rev() {
        for column in board.columns.clone() {
            let point = Point::new(column, row);
            for level in levels.clone() {
                let location = Location::on_level(point, level);
                let is_hole = match level {
                    1 => column % 2 == 1 && row % 2 == 1,
                    _ if level > diagram.position.max_height() => false,
                    _ => !supports.contains(&location) && rests(&supports, point, level),
                };
                if is_hole && board.has(point) {
                    let at = board.project(column.into(), row.into(), f64::from(level - 1));
                    holes.push(Shape::Hole(at));
                }
            }
        }
    }
    holes.sort_unstable();
    holes
}

/// Whether a place above level 1 has four marbles below it.
fn rests(supports: &BTreeSet<Location>, point: Point, level: u8) -> bool {
    let below = [(0, 0), (2, 0), (0, 2), (2, 2)].map(|(right, up)| {
        let column = (point.column + right).checked_sub(1);
        column.zip((point.row + up).checked_sub(1))
    });
    below.into_iter().all(|below| {
        below.is_some_and(|(column, row)| {
            supports.contains(&Location::on_level(Point::new(column, row), level - 1))
        })
    })
}

/// On the board of each level the marbles of the level below it.
fn marbles_below(board: &BoardLayout, pieces: &[Piece]) -> Vec<Shape> {
    let levels = board.levels();
    let mut below: Vec<Shape> = (pieces.iter())
        .filter_map(|&piece| match piece {
            Piece::Marble(color, level, point) if levels.contains(&(level + 1)) => {
                let at = board.project(point.column.into(), point.row.into(), level.into());
                Some(Shape::MarbleBelow(at, color))
            }
            _ => None,
        })
        .collect();
    below.sort_unstable();
    below
}

/// The titles of the boards of levels.
fn level_names(board: &BoardLayout) -> Vec<Shape> {
    /// The longest title, in font sizes.
    const LONGEST: f64 = 4.6;
    /// Between the edge of a board and the middle of its title.
    const ABOVE: f64 = 0.45;
    let boards = board.levels();
    let boards = boards.filter_map(|level| Some((level, board.level_board(level)?)));
    let names = boards.map(|(level, own)| {
        let corners = plate_corners(board, level);
        let along = |along: fn(&ImagePoint) -> f64| corners.iter().map(along);
        let left = along(|at| at.x).fold(f64::INFINITY, f64::min);
        let right = along(|at| at.x).fold(f64::NEG_INFINITY, f64::max);
        let top = along(|at| at.y).fold(f64::INFINITY, f64::min);
        Shape::Text {
            at: ImagePoint {
                x: f64::midpoint(left, right),
                y: top - ABOVE,
            },
            role: TextRole::Level,
            size: FontSize((own.size.0 / LONGEST).min(0.5)),
            text: format!("level {level}"),
        }
    });
    names.collect()
}

/// The board below a level, and its edges. A side that is cut off has none.
fn plate(board: &BoardLayout, level: u8) -> Vec<Shape> {
    let corners = plate_corners(board, level);
    let (columns, rows) = (&board.columns, &board.rows);
    // The board of a level ends with its outermost places.
    let edges = [
        *rows.start() == 1,
        *columns.end() == board.last.0,
        *rows.end() == board.last.1,
        *columns.start() == 1,
    ];
    let edges = edges.into_iter().enumerate();
    let edges = edges.filter(|&(_, is_edge)| is_edge);
    let edges = edges.map(|(index, _)| Shape::BoardEdge(corners[index], corners[(index + 1) % 4]));
    [Shape::Base(corners.to_vec())]
        .into_iter()
        .chain(edges)
        .collect()
}

/// The corners of the board below a level: in the south-west, south-east, north-east and north-west.
fn plate_corners(board: &BoardLayout, level: u8) -> [ImagePoint; 4] {
    /// Beyond the outermost holes, on the doubled grid.
    const BEYOND: f64 = 1.3;
    /// Beyond the last line that is shown.
    const CUT: f64 = 1.05;
    let is_cut = |line: u16, end: u16, all: u16| line != end && all != end;
    let ends = |shown: &RangeInclusive<u16>, all: &RangeInclusive<u16>, last: u16| {
        let (low, high) = (*shown.start(), *shown.end());
        let before = if is_cut(low, 1, *all.start()) {
            CUT
        } else {
            BEYOND
        };
        let behind = if is_cut(high, last, *all.end()) {
            CUT
        } else {
            BEYOND
        };
        (f64::from(low) - before, f64::from(high) + behind)
    };
    let [columns, rows] = board.lines_of(level);
    let (left, right) = ends(columns, &board.columns, board.last.0);
    let (low, high) = ends(rows, &board.rows, board.last.1);
    [(left, low), (right, low), (right, high), (left, high)]
        .map(|(column, row)| board.project(column, row, f64::from(level - 1)))
}
