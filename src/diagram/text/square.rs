//! The square boards: Sygo and Ugo in the way of Go, Bamogo with letters.

use std::collections::BTreeMap;

use super::{
    Canvas, Drawing, Paint, Pen,
    grid::{Face, Grid},
};
use crate::games::{Color, Piece, Point, Position};

fn grid<'a>(position: &Position, pen: &'a Pen) -> Grid<impl Fn(Point) -> Face + use<'a>> {
    let size = position.size();
    let pieces = position.pieces().into_iter();
    let pieces: BTreeMap<Point, Piece> = pieces.map(|piece| (piece.point(), piece)).collect();
    let pitch = pen.longest_number(position) + 1;
    Grid::whole(
        size.columns.into(),
        size.rows.into(),
        pitch,
        move |point| match pieces.get(&point) {
            Some(&piece) => pen.piece(piece),
            None => pen.empty(point, pen.glyphs.empty),
        },
    )
}

/// Sygo and Ugo.
pub(super) fn stones(position: &Position, pen: &Pen) -> Drawing {
    let (canvas, note) = grid(position, pen).draw(pen.width, pen);
    let pieces = position.pieces();
    let kings = Color::ALL.into_iter().filter(|&color| {
        let mut pieces = pieces.iter();
        pieces.any(|piece| matches!(piece, Piece::King(owner, _) if *owner == color))
    });
    let legend: Vec<String> = kings
        .map(|color| format!("{} {} king", pen.glyphs.king(color), color.name()))
        .collect();
    let legend = (!legend.is_empty()).then(|| legend.join(pen.glyphs.and));
    Drawing {
        canvas,
        notes: note.into_iter().chain(legend).collect(),
    }
}

/// Bamogo: each side bears the name of the player who is to connect it with the
/// opposite one.
pub(super) fn bamogo(position: &Position, pen: &Pen) -> Drawing {
    let grid = grid(position, pen);
    let [mut west, mut east] = ["White W ", " E White"];
    if grid.width(grid.columns.len()) + west.len() + east.len() > pen.width {
        [west, east] = ["W ", " E"];
    }
    let (board, note) = grid.draw(pen.width - west.len() - east.len(), pen);
    let mut canvas = Canvas::default();
    canvas.paste(west.len(), 1, &board);
    let points = board.width() - 2 * grid.margin();
    for (y, side) in [(0, "Black N"), (board.height() + 1, "Black S")] {
        let start = west.len() + grid.margin() + points / 2;
        canvas.write(start.saturating_sub(side.len() / 2), y, side, Paint::Label);
    }
    let middle = board.height() / 2 + 1;
    canvas.write(0, middle, west, Paint::Label);
    canvas.write(west.len() + board.width(), middle, east, Paint::Label);
    Drawing {
        canvas,
        notes: note.into_iter().collect(),
    }
}
