//! The square boards: Sygo and Ugo as in Go, Bamogo with letters.

use std::collections::BTreeMap;

use super::{
    canvas::{Canvas, CharRole},
    context::TextContext,
    grid::{TextGrid, stacked},
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
    let (parts, note) = grid(diagram, context).draw(context.board_width, context);
    let pieces = diagram.pieces();
    let number = |piece: Piece| context.number(piece.into(), "");
    // A king with a number is not drawn as one.
    let kings = Color::ALL.into_iter().filter(|&color| {
        let mut pieces = pieces.iter();
        pieces.any(|&piece| {
            matches!(piece, Piece::King(owner, _) if owner == color) && number(piece).is_none()
        })
    });
    let mut legend: Vec<String> = kings
        .map(|color| format!("{} {} king", context.glyphs.king(color), color.name()))
        .collect();
    let numbered = pieces
        .iter()
        .filter(|piece| matches!(piece, Piece::King(..)));
    let numbered: Vec<String> = numbered.filter_map(|&piece| number(piece)).collect();
    if !numbered.is_empty() {
        legend.push(if context.has_king_letter {
            "K: a king".to_owned()
        } else {
            format!("kings: {}", by_number(numbered).join(" "))
        });
    }
    let legend = (!legend.is_empty()).then(|| legend.join(context.glyphs.and));
    let canvas = stacked(parts.into_iter().map(|part| part.canvas));
    (canvas, note.into_iter().chain(legend).collect())
}

fn by_number(mut numbers: Vec<String>) -> Vec<String> {
    numbers.sort_by_key(|number| (number.len(), number.clone()));
    numbers
}

/// Bamogo: each side is labeled with the player whose goal is to connect it with the
/// opposite side.
pub(super) fn bamogo(diagram: &Diagram, context: &TextContext) -> (Canvas, Vec<String>) {
    let grid = grid(diagram, context);
    let [mut west, mut east] = ["White W ", " E White"];
    if grid.width(grid.columns.len()) + west.len() + east.len() > context.board_width {
        [west, east] = ["W ", " E"];
    }
    let (parts, note) = grid.draw(context.board_width - west.len() - east.len(), context);
    let parts = parts.into_iter().map(|part| {
        let board = part.canvas;
        let mut canvas = Canvas::default();
        canvas.paste(west.len(), 1, &board);
        let points = board.width() - 2 * grid.margin();
        for (y, side) in [(0, "Black N"), (board.height() + 1, "Black S")] {
            let start = west.len() + grid.margin() + points / 2;
            let start = start.saturating_sub(side.len() / 2);
            canvas.write(start, y, side, CharRole::Label);
        }
        let middle = board.height() / 2 + 1;
        if part.has_first {
            canvas.write(0, middle, west, CharRole::Label);
        }
        if part.has_last {
            canvas.write(west.len() + board.width(), middle, east, CharRole::Label);
        }
        canvas
    });
    (stacked(parts), note.into_iter().collect())
}
