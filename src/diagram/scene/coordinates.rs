//! The names of columns and rows around a board.

use std::ops::RangeInclusive;

use super::{
    FontSize, Layer, LayerId, Shape, TextRole,
    board_layout::{BoardKind, BoardLayout},
};
use crate::{
    diagram::Corner,
    games::{Game, Point},
    record::column_name,
};

/// Whether a corner is in the south, and in the west.
fn is_south_and_west(corner: Corner) -> (bool, bool) {
    match corner {
        Corner::SouthWest => (true, true),
        Corner::SouthEast => (true, false),
        Corner::NorthEast => (false, false),
        Corner::NorthWest => (false, true),
    }
}

/// The names of the columns and rows on all sides.
pub(super) fn coordinates(board: &BoardLayout) -> Layer {
    let mut shapes = Vec::new();
    // Behind a pyramid its marbles would cover the names.
    let has_level_boards = board.level_width().is_some();
    let is_all = !board.is_seen_from_corner() && !has_level_boards;
    let (is_south, is_west) = is_south_and_west(board.nearest());
    let mut name = |column: f64, row: f64, text: String| {
        for level in board.levels() {
            // A level of Margo has every second column and row.
            let along = if text.starts_with(|first: char| first.is_ascii_digit()) {
                row
            } else {
                column
            };
            if has_level_boards && (along as u16) % 2 != u16::from(level) % 2 {
                continue;
            }
            shapes.push(Shape::Text {
                at: board.project(column, row, f64::from(level - 1)),
                role: TextRole::Coordinate,
                size: font_size(board),
                text: text.clone(),
            });
        }
    };
    let near = match board.game {
        Game::Bamogo => 1.0,
        Game::Margo if has_level_boards => 1.0,
        Game::Margo => 0.92,
        _ => 0.78,
    };
    for column in board.columns.clone() {
        let points = board.rows.clone().map(|row| Point::new(column, row));
        let rows: Vec<u16> = points
            .filter(|&point| board.has(point))
            .map(|point| point.row)
            .collect();
        let (Some(&low), Some(&high)) = (rows.first(), rows.last()) else {
            continue;
        };
        let (below, above) = match board.kind {
            BoardKind::Square => (near, near),
            BoardKind::Pyramid | BoardKind::Corner { .. } | BoardKind::Levels { .. } => {
                (2.0 * near, 2.0 * near)
            }
            // Along the slanted sides the rows have their names close to the cells,
            // the columns theirs farther out.
            BoardKind::Hexagon => (
                if low > *board.rows.start() { 1.45 } else { 1.0 },
                if high < *board.rows.end() { 1.45 } else { 1.0 },
            ),
        };
        let (low, high) = ends(board, (low, high), &board.rows);
        if is_all || is_south {
            name(column.into(), f64::from(low) - below, column_name(column));
        }
        if is_all || !is_south {
            name(column.into(), f64::from(high) + above, column_name(column));
        }
    }
    for row in board.rows.clone() {
        let points = board.columns.clone().map(|column| Point::new(column, row));
        let columns: Vec<u16> = points
            .filter(|&point| board.has(point))
            .map(|point| point.column)
            .collect();
        let (Some(&low), Some(&high)) = (columns.first(), columns.last()) else {
            continue;
        };
        let beside = match board.kind {
            BoardKind::Square => near,
            BoardKind::Pyramid | BoardKind::Corner { .. } | BoardKind::Levels { .. } => 2.0 * near,
            BoardKind::Hexagon => 0.85,
        };
        let (low, high) = ends(board, (low, high), &board.columns);
        if is_all || is_west {
            name(f64::from(low) - beside, row.into(), row.to_string());
        }
        if is_all || !is_west {
            name(f64::from(high) + beside, row.into(), row.to_string());
        }
    }
    Layer::new(LayerId::Coordinates, shapes)
}

/// The ends of a line of points. In Margo every other line is a point shorter at either end,
/// but the names are in one row.
fn ends(board: &BoardLayout, (low, high): (u16, u16), shown: &RangeInclusive<u16>) -> (u16, u16) {
    match board.kind {
        BoardKind::Pyramid | BoardKind::Corner { .. } | BoardKind::Levels { .. } => {
            (*shown.start(), *shown.end())
        }
        _ => (low, high),
    }
}

/// The size of the letters of coordinates.
pub(super) fn font_size(board: &BoardLayout) -> FontSize {
    FontSize(match board.kind {
        BoardKind::Pyramid | BoardKind::Corner { .. } if board.last.0 > 26 => 0.24,
        BoardKind::Pyramid | BoardKind::Corner { .. } => 0.3,
        BoardKind::Hexagon => 0.32,
        BoardKind::Square | BoardKind::Levels { .. } => 0.36,
    })
}
