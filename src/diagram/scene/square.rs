//! The square boards: Sygo and Ugo as a board of Go, Bamogo as spaces with the
//! players' sides around them.

use std::ops::RangeInclusive;

use super::{
    FontSize, ImagePoint, Layer, LayerId, Shape, TextRole, annotations, board_layout::BoardLayout,
};
use crate::{
    diagram::{Diagram, winning_chain::WinningChain},
    games::{Color, Piece, Point},
};

/// Sygo and Ugo.
pub(super) fn stones(board: &BoardLayout, diagram: &Diagram) -> Vec<Layer> {
    let stars = stars(board.last)
        .into_iter()
        .filter(|&star| board.shows(star));
    let pieces = board.pieces();
    let stones = pieces
        .iter()
        .filter_map(|&piece| Some(Shape::Stone(board.at(piece.into()), piece.color()?)));
    let crowns = pieces.iter().filter_map(|&piece| match piece {
        // A crown beside a number would touch it.
        Piece::King(color, point) if annotations::is_numbered(diagram, point.into()) => {
            Some(Shape::KingRing(board.at(point.into()), color))
        }
        Piece::King(color, point) => Some(Shape::Crown {
            at: board.at(point.into()),
            color,
            small: annotations::is_written_on(diagram, point),
        }),
        _ => None,
    });
    vec![
        Layer::new(LayerId::Grid, grid(board)),
        Layer::new(
            LayerId::StarPoints,
            stars.map(|star| Shape::StarPoint(board.at(star.into()))),
        ),
        annotations::territory(board, diagram),
        annotations::captured(board, diagram),
        Layer::new(LayerId::Stones, stones),
        Layer::new(LayerId::Kings, crowns),
    ]
}

/// The lines. Where the board goes on beyond what is shown, they run on half a step.
fn grid(board: &BoardLayout) -> Vec<Shape> {
    let ends = |shown: &RangeInclusive<u16>, last: u16| {
        let (start, end) = (*shown.start(), *shown.end());
        let low = f64::from(start) - if start > 1 { 0.5 } else { 0.0 };
        let high = f64::from(end) + if end < last { 0.5 } else { 0.0 };
        (low, high)
    };
    let (left, right) = ends(&board.columns, board.last.0);
    let (bottom, top) = ends(&board.rows, board.last.1);
    let mut shapes = Vec::new();
    let mut line = |is_edge: bool, (column, row): (f64, f64), to: (f64, f64)| {
        let (from, to) = (
            board.project(column, row, 0.0),
            board.project(to.0, to.1, 0.0),
        );
        shapes.push(if is_edge {
            Shape::BoardEdge(from, to)
        } else {
            Shape::GridLine(from, to)
        });
    };
    for row in board.rows.clone().rev() {
        let y = f64::from(row);
        line(row == 1 || row == board.last.1, (left, y), (right, y));
    }
    for column in board.columns.clone() {
        let x = f64::from(column);
        line(column == 1 || column == board.last.0, (x, bottom), (x, top));
    }
    shapes
}

/// The stressed points: the crossings of the fourth lines from the edge (on small
/// boards the third), the middle, and on large boards the middles of the sides.
fn stars((columns, rows): (u16, u16)) -> Vec<Point> {
    let lines = |length: u16| -> Vec<(u16, bool)> {
        let middle = length.div_ceil(2);
        let mut lines = match length {
            0..5 => return Vec::new(),
            5..8 => Vec::new(),
            8..13 => vec![(3, false), (length - 2, false)],
            _ => vec![(4, false), (length - 3, false)],
        };
        if length % 2 == 1 {
            lines.push((middle, true));
        }
        lines
    };
    let is_large = columns.min(rows) >= 15;
    let pairs = lines(rows)
        .into_iter()
        .flat_map(|row| lines(columns).into_iter().map(move |column| (column, row)));
    pairs
        .filter(|((_, is_middle), (_, is_center))| is_large || is_middle == is_center)
        .map(|((column, _), (row, _))| Point::new(column, row))
        .collect()
}

/// How far the middle of a player's name is from the edge of the image.
const NAME: f64 = 0.32;
/// How far a player's side is from the outermost spaces' middles.
const OUT: f64 = 0.64;

/// Bamogo.
pub(super) fn bamogo(board: &BoardLayout, diagram: &Diagram) -> Vec<Layer> {
    let spaces = board
        .points()
        .map(|point| Shape::Cell(board.at(point.into())));
    let pieces = board.pieces();
    let stones = pieces.iter().filter_map(|&piece| match piece {
        Piece::Neutral(color, point) => Some(Shape::NeutralStone {
            at: board.at(point.into()),
            color,
            rank: annotations::rank(board, color),
            small: annotations::is_written_on(diagram, point),
        }),
        _ => None,
    });
    let mut sides = Vec::new();
    let (left, right) = (
        f64::from(*board.columns.start()),
        f64::from(*board.columns.end()),
    );
    let (bottom, top) = (f64::from(*board.rows.start()), f64::from(*board.rows.end()));
    let (last_column, last_row) = (f64::from(board.last.0), f64::from(board.last.1));
    let mut side = |is_shown: bool, color: Color, from: (f64, f64), to: (f64, f64)| {
        if !is_shown {
            return;
        }
        let at = |(column, row): (f64, f64)| board.project(column, row, 0.0);
        let (from, to) = (at(from), at(to));
        sides.push(Shape::PlayerSide(from, to, color));
        let middle = ImagePoint {
            x: f64::midpoint(from.x, to.x),
            y: f64::midpoint(from.y, to.y),
        };
        let frame = board.frame();
        let out = |along: f64, size: f64| {
            if along < size / 2.0 {
                NAME
            } else {
                size - NAME
            }
        };
        let at = match color {
            Color::Black => ImagePoint {
                y: out(middle.y, frame.height),
                ..middle
            },
            _ => ImagePoint {
                x: out(middle.x, frame.width),
                ..middle
            },
        };
        sides.push(Shape::Text {
            at,
            role: TextRole::Side(color),
            size: FontSize(0.36),
            text: color.name().to_owned(),
        });
    };
    side(
        top >= last_row,
        Color::Black,
        (left - 0.5, top + OUT),
        (right + 0.5, top + OUT),
    );
    side(
        bottom <= 1.0,
        Color::Black,
        (left - 0.5, bottom - OUT),
        (right + 0.5, bottom - OUT),
    );
    side(
        left <= 1.0,
        Color::White,
        (left - OUT, bottom - 0.5),
        (left - OUT, top + 0.5),
    );
    side(
        right >= last_column,
        Color::White,
        (right + OUT, bottom - 0.5),
        (right + OUT, top + 0.5),
    );
    vec![
        Layer::new(LayerId::Spaces, spaces),
        Layer::new(LayerId::Sides, sides),
        annotations::captured(board, diagram),
        Layer::new(LayerId::Chain, chain(board, diagram)),
        Layer::new(LayerId::Stones, stones),
    ]
}

/// The stones with which a player has won, unless a part of the board is shown that lacks some of them.
fn chain(board: &BoardLayout, diagram: &Diagram) -> Option<Shape> {
    let chain = WinningChain::of(diagram.position)?;
    // In a numbered diagram switched stones stand where they were placed.
    let is_drawn = |&point: &Point| {
        let piece = board.piece(point.into());
        board.shows(point) && piece == Some(Piece::Neutral(chain.color, point))
    };
    let is_whole = chain.points.iter().all(is_drawn);
    let points = chain.points.into_iter();
    is_whole.then(|| Shape::Chain(points.map(|point| board.at(point.into())).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_are_where_players_expect_them() {
        let names = |columns, rows| {
            let stars = stars((columns, rows));
            stars
                .iter()
                .map(Point::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(names(9, 9), "c3 g3 c7 g7 e5");
        assert_eq!(names(19, 19), "d4 p4 j4 d16 p16 j16 d10 p10 j10");
        assert_eq!(names(13, 13), "d4 j4 d10 j10 g7");
        assert_eq!(names(7, 7), "d4");
        assert_eq!(names(10, 10), "c3 h3 c8 h8");
        assert_eq!(names(4, 19), "");
    }
}
