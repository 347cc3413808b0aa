//! The square boards: Sygo and Ugo as in Go, Bamogo with letters.

use std::collections::BTreeMap;

use super::{
    canvas::{Canvas, CharRole},
    context::TextContext,
    grid::TextGrid,
    point_text::PointText,
};
use crate::{
    diagram::content::Diagram,
    games::{Color, Piece, Point},
};

fn grid<'a>(
    diagram: &Diagram,
    context: &'a TextContext,
) -> TextGrid<impl Fn(Point) -> PointText + use<'a>> {
    let size = diagram.position.size();
    let pieces = diagram.pieces();
    let pieces: BTreeMap<Point, Piece> =
        pieces.iter().map(|&piece| (piece.point(), piece)).collect();
    let pitch = context.longest_number(diagram) + 1;
    TextGrid::whole(
        size.columns.into(),
        size.rows.into(),
        pitch,
        move |point| match pieces.get(&point) {
            Some(&piece) => context.piece(piece),
            None => context.empty(point, context.glyphs.empty),
        },
    )
}

/// Sygo and Ugo.
pub(super) fn stones(diagram: &Diagram, context: &TextContext) -> (Canvas, Vec<String>) {
    let (canvas, note) = grid(diagram, context).draw(context.width, context);
    let pieces = diagram.pieces();
    let kings = Color::ALL.into_iter().filter(|&color| {
        let mut pieces = pieces.iter();
        pieces.any(|piece| matches!(piece, Piece::King(owner, _) if *owner == color))
    });
    let legend: Vec<String> = kings
        .map(|color| format!("{} {} king", context.glyphs.king(color), color.name()))
        .collect();
    let legend = (!legend.is_empty()).then(|| legend.join(context.glyphs.and));
    (canvas, note.into_iter().chain(legend).collect())
}

/// Bamogo: each side is labeled with the player whose goal is to connect it with the
/// opposite side.
pub(super) fn bamogo(diagram: &Diagram, context: &TextContext) -> (Canvas, Vec<String>) {
    let grid = grid(diagram, context);
    let [mut west, mut east] = ["White W ", " E White"];
    if grid.width(grid.columns.len()) + west.len() + east.len() > context.width {
        [west, east] = ["W ", " E"];
    }
    let (board, note) = grid.draw(context.width - west.len() - east.len(), context);
    let mut canvas = Canvas::default();
    canvas.paste(west.len(), 1, &board);
    let points = board.width() - 2 * grid.margin();
    for (y, side) in [(0, "Black N"), (board.height() + 1, "Black S")] {
        let start = west.len() + grid.margin() + points / 2;
        canvas.write(
            start.saturating_sub(side.len() / 2),
            y,
            side,
            CharRole::Label,
        );
    }
    let middle = board.height() / 2 + 1;
    canvas.write(0, middle, west, CharRole::Label);
    canvas.write(west.len() + board.width(), middle, east, CharRole::Label);
    (canvas, note.into_iter().collect())
}
