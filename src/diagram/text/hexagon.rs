//! Bargo: a hexagon of cells, four columns of text a cell. Rows are two lines
//! apart; on the line between them stand the slanted walls.
//!
//! Each edge has one place where its wall is drawn. Whose it is, is told by the side
//! of an upright wall and by the colour, if there is any; else by counting, since
//! every piece has one wall.

use std::{collections::BTreeMap, ops::RangeInclusive};

use super::{Canvas, Drawing, Glyphs, Paint, Pen, brackets};
use crate::{
    games::{Color, Direction, Piece, Point, Position},
    record::column_name,
};

/// The part of a board that is drawn: the cells between two vertical lines.
struct View {
    side: u16,
    /// Where cells are shown, measured as [`across`] does.
    shown: RangeInclusive<i32>,
    /// Around which cell, if that is not the whole board.
    around: Option<Point>,
    /// The highest row that is shown.
    top: u16,
}

/// How far to the right a cell lies: each column four, each row up two back.
fn across(point: Point) -> i32 {
    4 * i32::from(point.column) - 2 * i32::from(point.row)
}

/// Whether a board has this cell.
fn has(side: u16, point: Point) -> bool {
    let sides = 1..2 * side;
    sides.contains(&point.column)
        && sides.contains(&point.row)
        && point.column.abs_diff(point.row) < side
}

/// The columns of text beside the cells: the longest row number and a space.
fn margin(side: u16) -> usize {
    (2 * side - 1).to_string().len() + 1
}

/// The columns of text that a whole board needs.
fn whole(side: u16) -> usize {
    8 * usize::from(side) - 7 + 2 * margin(side)
}

impl View {
    fn new(side: u16, pen: &Pen) -> View {
        let left = across(Point::new(1, side));
        let right = across(Point::new(2 * side - 1, side));
        let mut view = View {
            side,
            shown: left..=right,
            around: None,
            top: 2 * side - 1,
        };
        if whole(side) > pen.width {
            let focus = pen.focus(|point| has(side, point), Point::new(side, side));
            let room = (pen.width - 2 * margin(side) - 1) as i32;
            let start = (across(focus) - room / 2).clamp(left, right - room);
            view.shown = start..=start + room;
            view.around = Some(focus);
            let mut rows = (1..2 * side).rev();
            view.top = rows
                .find(|&row| view.row(row).next().is_some())
                .unwrap_or(1);
        }
        view
    }

    fn shows(&self, point: Point) -> bool {
        has(self.side, point) && self.shown.contains(&across(point))
    }

    /// The shown cells of a row.
    fn row(&self, row: u16) -> impl DoubleEndedIterator<Item = Point> {
        let columns = (1..2 * self.side).map(move |column| Point::new(column, row));
        columns.filter(|&point| self.shows(point))
    }

    /// The shown cells of a column.
    fn column(&self, column: u16) -> impl DoubleEndedIterator<Item = Point> {
        let rows = (1..2 * self.side).map(move |row| Point::new(column, row));
        rows.filter(|&point| self.shows(point))
    }

    /// Where a shown cell is on the canvas.
    fn place(&self, point: Point) -> (usize, usize) {
        let right = (across(point) - self.shown.start()).max(0) as usize;
        let down = usize::from(self.top.saturating_sub(point.row));
        (margin(self.side) + right, 2 * down + 1)
    }
}

/// Draws a position of Bargo.
pub(super) fn draw(position: &Position, pen: &Pen) -> Drawing {
    let view = View::new(position.size().columns.into(), pen);
    let pieces: BTreeMap<Point, (Color, Direction)> = position
        .pieces()
        .into_iter()
        .filter_map(|piece| match piece {
            Piece::Walled(color, point, wall) => Some((point, (color, wall))),
            _ => None,
        })
        .collect();
    let mut canvas = Canvas::default();
    let mut above = None;
    for row in (1..=view.top).rev() {
        let cells: Vec<Point> = view.row(row).collect();
        for &point in &cells {
            let piece = pieces.get(&point).copied();
            let empty = pen.empty(point, pen.glyphs.empty);
            draw_cell(&mut canvas, view.place(point), piece, &empty, pen);
            if pen.is_marked(point) {
                mark(&mut canvas, view.place(point), piece, pen.glyphs);
            }
        }
        if let (Some(&first), Some(&last)) = (cells.first(), cells.last()) {
            let ends = [view.place(first), view.place(last)];
            label_row(&mut canvas, row, ends);
            ground(&mut canvas, ends, above);
            above = Some(ends);
        }
    }
    for column in 1..2 * view.side {
        label_column(&mut canvas, &view, column);
    }
    let notes = view.around.map(|around| {
        format!(
            "the part around {around}; the whole board needs a width of {}",
            whole(view.side)
        )
    });
    Drawing {
        canvas,
        notes: notes.into_iter().collect(),
    }
}

/// Draws the piece of a cell and its wall: an upright wall beside the piece that
/// it belongs to, a slanted one in the middle of the edge.
fn draw_cell(
    canvas: &mut Canvas,
    (x, y): (usize, usize),
    piece: Option<(Color, Direction)>,
    empty: &str,
    pen: &Pen,
) {
    let Some((color, wall)) = piece else {
        canvas.write(x, y, empty, Paint::Empty);
        return;
    };
    let paint = Paint::Player(color);
    let [upright, falling, rising] = pen.glyphs.walls;
    canvas.write(x, y, pen.glyphs.stone(color), paint);
    match wall {
        Direction::E => canvas.write(x + 1, y, upright, paint),
        Direction::Ne => canvas.write(x + 1, y - 1, falling, paint),
        Direction::Nw => canvas.write(x - 1, y - 1, rising, paint),
        Direction::W => canvas.write(x - 1, y, upright, paint),
        Direction::Sw => canvas.write(x - 1, y + 1, falling, paint),
        Direction::Se => canvas.write(x + 1, y + 1, rising, paint),
    }
}

/// Puts a cell in brackets; an upright wall steps aside for them.
fn mark(
    canvas: &mut Canvas,
    (x, y): (usize, usize),
    piece: Option<(Color, Direction)>,
    glyphs: &Glyphs,
) {
    canvas.bracket(x, y, 1, brackets(piece.is_some()));
    let aside = match piece {
        Some((color, Direction::E)) => (x + 2, color),
        Some((color, Direction::W)) => (x - 2, color),
        _ => return,
    };
    canvas.write(aside.0, y, glyphs.walls[0], Paint::Player(aside.1));
}

/// Where the first and the last cell of a row are on the canvas.
type Ends = [(usize, usize); 2];

/// Makes a row board, and the line between it and the row above.
fn ground(canvas: &mut Canvas, [(left, y), (right, _)]: Ends, above: Option<Ends>) {
    canvas.ground(y, left - 1..right + 2);
    if let Some([(other_left, _), (other_right, _)]) = above {
        let start = usize::midpoint(left, other_left) - 1;
        canvas.ground(y - 1, start..usize::midpoint(right, other_right) + 2);
    }
}

/// Writes a row's number left and right of its cells.
fn label_row(canvas: &mut Canvas, row: u16, [(left, y), (right, _)]: Ends) {
    let number = row.to_string();
    for x in [left - 1 - number.len(), right + 2] {
        label(canvas, (x, y), &number);
    }
}

/// Writes a column's letters at its ends, in the line between two rows.
fn label_column(canvas: &mut Canvas, view: &View, column: u16) {
    let letters = column_name(column);
    let length = letters.len();
    let mut cells = view.column(column);
    let Some(lowest) = cells.next() else {
        return;
    };
    let (x, y) = view.place(lowest);
    let below = (x + 1, y + 1);
    let (x, y) = view.place(cells.next_back().unwrap_or(lowest));
    let above = (x - length, y - 1);
    label(canvas, below, &letters);
    label(canvas, above, &letters);
}

/// Writes a coordinate, unless a wall stands there, towards a cell that is not shown.
fn label(canvas: &mut Canvas, (x, y): (usize, usize), text: &str) {
    if canvas.is_blank(x, y, text.len()) {
        canvas.write(x, y, text, Paint::Label);
    }
}
