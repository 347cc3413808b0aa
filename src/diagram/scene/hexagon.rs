//! Bargo: a hexagon of cells, pieces with walls along the edges of their cells.

use super::{
    CellOutline, ImagePoint, Layer, LayerId, Shape, annotations, board_layout::BoardLayout,
};
use crate::{
    diagram::Diagram,
    games::{Direction, Piece, Point},
};

/// How far the sides of a wall are from the middle of its cell, as a share of the distance of the edge. Between the walls
/// of two cells there is a gap.
const OUTER: f64 = 0.95;
const INNER: f64 = 0.67;

pub(super) fn draw(board: &BoardLayout, diagram: &Diagram) -> Vec<Layer> {
    let cells = board
        .points()
        .map(|point| Shape::Cell(board.at(point.into())));
    let outer = board.points().flat_map(|point| {
        let at = board.at(point.into());
        let outer = Direction::ALL
            .into_iter()
            .filter(move |&wall| leads_out(board, point, wall));
        outer.map(move |wall| {
            let [from, to] = edge(at, wall);
            Shape::Border(from, to)
        })
    });
    let pieces = board.pieces();
    let walls = pieces.iter().filter_map(|&piece| match piece {
        Piece::Walled(color, point, wall) => {
            let at = board.at(point.into());
            Some(Shape::Wall {
                at,
                corners: trapezoid(at, wall),
                color,
            })
        }
        _ => None,
    });
    let stones = pieces
        .iter()
        .filter_map(|&piece| Some(Shape::Stone(board.at(piece.into()), piece.color()?)));
    vec![
        Layer::new(LayerId::Cells, cells),
        annotations::territory(board, diagram),
        Layer::new(LayerId::Border, outer),
        annotations::captured(board, diagram),
        Layer::new(LayerId::Walls, walls),
        Layer::new(LayerId::Stones, stones),
    ]
}

/// Whether nothing of the board lies across this edge of a cell.
fn leads_out(board: &BoardLayout, point: Point, wall: Direction) -> bool {
    let (right, up) = wall.step();
    let next = u16::try_from(i32::from(point.column) + right)
        .ok()
        .zip(u16::try_from(i32::from(point.row) + up).ok());
    !next.is_some_and(|(column, row)| board.has(Point::new(column, row)))
}

/// The corners at the ends of an edge of a cell.
fn edge(at: ImagePoint, wall: Direction) -> [ImagePoint; 2] {
    // The corners of a cell begin at the upper end of the east edge and run
    // clockwise; the directions run counter-clockwise from the east.
    let corners = CellOutline::Hexagon.corners();
    let first = (6 - wall as usize) % 6;
    [first, (first + 1) % 6].map(|corner| {
        let (right, down) = corners[corner];
        at.moved(right, down)
    })
}

/// A wall: it lies along the edge of the cell, and its ends point to the cell's middle, so that walls on edges that meet
/// do not touch each other.
fn trapezoid(at: ImagePoint, wall: Direction) -> [ImagePoint; 4] {
    let [from, to] = edge(at, wall);
    let toward = |corner: ImagePoint, share: f64| {
        at.moved((corner.x - at.x) * share, (corner.y - at.y) * share)
    };
    [(from, OUTER), (to, OUTER), (to, INNER), (from, INNER)]
        .map(|(corner, share)| toward(corner, share))
}
