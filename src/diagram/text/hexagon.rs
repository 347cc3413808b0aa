//! Bargo: a hexagon of cells, four columns of text a cell. Rows are two lines
//! apart; on the line between them stand the slanted walls.
//!
//! Each edge has one place where its wall is drawn. Whose it is, is told by the side
//! of an upright wall and by the color, if there is any; else by counting, since
//! every piece has one wall.

use std::{collections::BTreeMap, ops::RangeInclusive};

use super::{Canvas, Drawing, Paint, Pen};
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
    /// The columns of text from a cell to the row number beside it.
    reach: usize,
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

impl View {
    fn new(side: u16, pen: &Pen) -> View {
        let left = across(Point::new(1, side));
        let right = across(Point::new(2 * side - 1, side));
        let mut view = View {
            side,
            shown: left..=right,
            around: None,
            top: 2 * side - 1,
            reach: if pen.numbers.is_empty() { 1 } else { 2 },
        };
        if view.whole() > pen.width {
            let focus = pen.focus(|point| has(side, point), Point::new(side, side));
            let room = (pen.width - 2 * view.margin() - 1) as i32;
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

    /// The columns of text beside the cells, with the longest row number.
    fn margin(&self) -> usize {
        (2 * self.side - 1).to_string().len() + self.reach
    }

    /// The columns of text that the whole board needs.
    fn whole(&self) -> usize {
        8 * usize::from(self.side) - 7 + 2 * self.margin()
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
        (self.margin() + right, 2 * down + 1)
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
            draw_cell(&mut canvas, view.place(point), point, piece, pen);
        }
        if let (Some(&first), Some(&last)) = (cells.first(), cells.last()) {
            let ends = [view.place(first), view.place(last)];
            label_row(&mut canvas, row, ends, view.reach);
            ground(&mut canvas, ends, above, view.reach);
            above = Some(ends);
        }
    }
    for column in 1..2 * view.side {
        label_column(&mut canvas, &view, column);
    }
    let notes = view.around.map(|around| {
        format!(
            "the part around {around}; the whole board needs a width of {}",
            view.whole()
        )
    });
    Drawing {
        canvas,
        notes: notes.into_iter().collect(),
    }
}

/// Draws the piece of a cell and its wall: a slanted wall in the middle of the edge,
/// an upright one beside the piece that it belongs to. The upright one steps aside for
/// brackets, and for numbers, which take up to three columns.
fn draw_cell(
    canvas: &mut Canvas,
    (x, y): (usize, usize),
    point: Point,
    piece: Option<(Color, Direction)>,
    pen: &Pen,
) {
    let face = match piece {
        Some((color, wall)) => pen.piece(Piece::Walled(color, point, wall)),
        None => pen.empty(point, pen.glyphs.empty),
    };
    // Of a number over 999 the last digits are shown.
    let length = face.text.len().min(3);
    let (start, text) = match face.text.chars().count() {
        1 => (x, face.text.as_str()),
        _ => (x - 1, &face.text[face.text.len() - length..]),
    };
    canvas.write(start, y, text, face.paint);
    let brackets = pen.brackets(point, face.is_piece);
    if let Some(brackets) = brackets {
        canvas.bracket(start, y, text.chars().count(), brackets);
    }
    let Some((color, wall)) = piece else {
        return;
    };
    let paint = Paint::Player(color);
    let [upright, falling, rising] = pen.glyphs.walls;
    let aside = if brackets.is_some() || !pen.numbers.is_empty() {
        2
    } else {
        1
    };
    match wall {
        Direction::E => canvas.write(x + aside, y, upright, paint),
        Direction::Ne => canvas.write(x + 1, y - 1, falling, paint),
        Direction::Nw => canvas.write(x - 1, y - 1, rising, paint),
        Direction::W => canvas.write(x - aside, y, upright, paint),
        Direction::Sw => canvas.write(x - 1, y + 1, falling, paint),
        Direction::Se => canvas.write(x + 1, y + 1, rising, paint),
    }
}

/// Where the first and the last cell of a row are on the canvas.
type Ends = [(usize, usize); 2];

/// Makes a row board, and the line between it and the row above.
fn ground(canvas: &mut Canvas, [(left, y), (right, _)]: Ends, above: Option<Ends>, reach: usize) {
    canvas.ground(y, left - reach..right + reach + 1);
    if let Some([(other_left, _), (other_right, _)]) = above {
        let start = usize::midpoint(left, other_left) - 1;
        canvas.ground(y - 1, start..usize::midpoint(right, other_right) + 2);
    }
}

/// Writes a row's number left and right of its cells.
fn label_row(canvas: &mut Canvas, row: u16, [(left, y), (right, _)]: Ends, reach: usize) {
    let number = row.to_string();
    for x in [left - reach - number.len(), right + reach + 1] {
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
