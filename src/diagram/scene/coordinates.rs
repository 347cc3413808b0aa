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

/// A name in the image.
fn text(board: &BoardLayout, (column, row): (f64, f64), level: u8, text: String) -> Shape {
    Shape::Text {
        at: board.project(column, row, f64::from(level - 1)),
        role: TextRole::Coordinate,
        size: font_size(board),
        text,
    }
}

/// The names of the columns and rows.
pub(super) fn coordinates(board: &BoardLayout) -> Layer {
    let shapes = match board.kind {
        BoardKind::Levels { .. } => of_levels(board),
        BoardKind::Corner { .. } => around_pyramid(board),
        _ => on_all_sides(board),
    };
    Layer::new(LayerId::Coordinates, shapes)
}

/// On the board of each level, below and on the left: a level has every second column and row.
fn of_levels(board: &BoardLayout) -> Vec<Shape> {
    /// Beyond the outermost places, on the doubled grid.
    const BEYOND: f64 = 2.0;
    let (is_south, is_west) = is_south_and_west(board.nearest());
    let end = |shown: &RangeInclusive<u16>, is_low: bool| {
        if is_low {
            f64::from(*shown.start()) - BEYOND
        } else {
            f64::from(*shown.end()) + BEYOND
        }
    };
    let names = board.levels().flat_map(|level| {
        let [columns, rows] = board.lines_of(level);
        let (row, column) = (end(rows, is_south), end(columns, is_west));
        let is_own = move |line: &u16| line % 2 == u16::from(level) % 2;
        let columns = columns.clone().filter(is_own);
        let rows = rows.clone().filter(is_own);
        let below = columns.map(move |column| ((f64::from(column), row), column_name(column)));
        let beside = rows.map(move |row| ((column, f64::from(row)), row.to_string()));
        let names = below.chain(beside);
        names.map(move |(at, name)| text(board, at, level, name))
    });
    names.collect()
}

/// Around a pyramid seen from a corner: on the side that runs to the right from that corner, where names are far enough
/// apart, and on both sides that run away from the eye, in two rows. Behind the pyramid its marbles would cover them.
fn around_pyramid(board: &BoardLayout) -> Vec<Shape> {
    /// Beyond the outermost places, on the doubled grid.
    const BEYOND: f64 = 1.84;
    /// From a row of names to the other.
    const FARTHER: f64 = 1.05;
    let (is_south, is_west) = is_south_and_west(board.nearest());
    // Whether columns run away from the eye, more than to the right.
    let is_turned = is_south != is_west;
    let mut shapes = Vec::new();
    let mut name = |at: (f64, f64), is_column: bool, line: u16| {
        let at = if is_column { at } else { (at.1, at.0) };
        let name = if is_column {
            column_name(line)
        } else {
            line.to_string()
        };
        shapes.push(text(board, at, 1, name));
    };
    let lines = [
        (true, &board.columns, &board.rows, is_south),
        (false, &board.rows, &board.columns, is_west),
    ];
    for (is_column, own, ends, is_low_near) in lines {
        let (low, high) = (f64::from(*ends.start()), f64::from(*ends.end()));
        for line in own.clone() {
            let is_steep = is_column == is_turned;
            let beyond = match line % 2 {
                0 if is_steep => BEYOND + FARTHER,
                _ => BEYOND,
            };
            let along = f64::from(line);
            if is_steep || is_low_near {
                name((along, low - beyond), is_column, line);
            }
            if is_steep || !is_low_near {
                name((along, high + beyond), is_column, line);
            }
        }
    }
    shapes
}

/// On all sides of a board that is seen from above.
fn on_all_sides(board: &BoardLayout) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let mut name = |column: f64, row: f64, name: String| {
        shapes.push(text(board, (column, row), 1, name));
    };
    let near = match board.game {
        Game::Bamogo => 1.0,
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
        name(column.into(), f64::from(low) - below, column_name(column));
        name(column.into(), f64::from(high) + above, column_name(column));
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
        name(f64::from(low) - beside, row.into(), row.to_string());
        name(f64::from(high) + beside, row.into(), row.to_string());
    }
    shapes
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
        BoardKind::Pyramid if board.last.0 > 26 => 0.24,
        BoardKind::Pyramid => 0.3,
        BoardKind::Corner { .. } => 0.32,
        BoardKind::Hexagon => 0.32,
        BoardKind::Square | BoardKind::Levels { .. } => 0.36,
    })
}
