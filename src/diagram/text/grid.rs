//! Points in columns and rows with coordinates on all four sides: two columns of
//! text a point, or as many as the longest move number needs.

use std::ops::Range;

use super::{Canvas, Paint, Pen};
use crate::{games::Point, record::column_name};

/// How a point looks.
pub(super) struct Face {
    pub(super) text: String,
    pub(super) paint: Paint,
    pub(super) is_piece: bool,
}

impl Face {
    pub(super) fn piece(text: String, paint: Paint) -> Face {
        Face {
            text,
            paint,
            is_piece: true,
        }
    }

    pub(super) fn empty(text: &str) -> Face {
        Face {
            text: text.to_owned(),
            paint: Paint::Empty,
            is_piece: false,
        }
    }
}

/// A board of points, each named by its column and row. In Margo a level has
/// every second column and row.
pub(super) struct Grid<F> {
    /// From left to right.
    pub(super) columns: Vec<u16>,
    /// From bottom to top.
    pub(super) rows: Vec<u16>,
    /// The columns of text from one point to the next, at least 2.
    pub(super) pitch: usize,
    pub(super) face: F,
}

impl<F: Fn(Point) -> Face> Grid<F> {
    /// A grid of all columns and rows from 1 on.
    pub(super) fn whole(columns: u16, rows: u16, pitch: usize, face: F) -> Grid<F> {
        Grid {
            columns: (1..=columns).collect(),
            rows: (1..=rows).collect(),
            pitch,
            face,
        }
    }

    fn has(&self, point: Point) -> bool {
        self.columns.contains(&point.column) && self.rows.contains(&point.row)
    }

    /// The columns of text left of the first point: the row's number and a space.
    pub(super) fn margin(&self) -> usize {
        self.rows.last().map_or(0, |row| row.to_string().len()) + 1
    }

    /// The columns of text that the grid takes with so many columns of points.
    pub(super) fn width(&self, columns: usize) -> usize {
        2 * self.margin() + (self.pitch * columns).saturating_sub(1)
    }

    /// Draws the grid, or of a grid too wide for this room the columns around the
    /// first mark; then the text says which.
    pub(super) fn draw(&self, room: usize, pen: &Pen) -> (Canvas, Option<String>) {
        let all = self.columns.len();
        if self.width(all) <= room {
            return (self.draw_columns(0..all, pen), None);
        }
        // One column is left for the level of a marble in the last column.
        let points = room.saturating_sub(2 * self.margin() + 1);
        let shown = (points / self.pitch).clamp(1, all);
        let center = Point::new(self.columns[all / 2], self.rows[self.rows.len() / 2]);
        let focus = pen.focus(|point| self.has(point), center);
        let index = self
            .columns
            .partition_point(|&column| column < focus.column);
        let first = index.saturating_sub(shown / 2).min(all - shown);
        let to = pen.glyphs.to;
        let range = |range: &[u16]| match *range {
            [first, .., last] => format!("{}{to}{}", column_name(first), column_name(last)),
            _ => range.iter().copied().map(column_name).collect(),
        };
        let note = format!(
            "columns {} of {}; the whole board needs a width of {}",
            range(&self.columns[first..first + shown]),
            range(&self.columns),
            pen.width - room + self.width(all)
        );
        (self.draw_columns(first..first + shown, pen), Some(note))
    }

    fn draw_columns(&self, shown: Range<usize>, pen: &Pen) -> Canvas {
        let mut canvas = Canvas::default();
        let margin = self.margin();
        let columns = &self.columns[shown];
        let names: Vec<String> = columns.iter().copied().map(column_name).collect();
        let header = names.iter().map(String::len).max().unwrap_or(0);
        let footer = header + self.rows.len();
        // Names of two letters are written downwards.
        for (index, name) in names.iter().enumerate() {
            let x = margin + self.pitch * (index + 1) - 2;
            for (down, letter) in name.chars().enumerate() {
                let letter = letter.to_string();
                let top = header - name.len() + down;
                canvas.write(x, top, &letter, Paint::Label);
                canvas.write(x, footer + down, &letter, Paint::Label);
            }
        }
        let last = columns.last().copied().unwrap_or(1);
        let longest = (self.rows.iter())
            .map(|&row| (self.face)(Point::new(last, row)).text.chars().count())
            .max()
            .unwrap_or(1);
        let right =
            margin + self.pitch * columns.len() - 1 + longest.saturating_sub(self.pitch - 1);
        for (y, &row) in (header..).zip(self.rows.iter().rev()) {
            let number = row.to_string();
            canvas.write(margin - 1 - number.len(), y, &number, Paint::Label);
            canvas.write(right + 1, y, &number, Paint::Label);
            canvas.ground(y, margin - 1..right + 1);
            // Faces end in one column, so that numbers stand below each other.
            let start = |x: usize, face: &Face| {
                let length = face.text.chars().count();
                (x + (self.pitch - 1).saturating_sub(length), length)
            };
            for (x, &column) in (margin..).step_by(self.pitch).zip(columns) {
                let face = (self.face)(Point::new(column, row));
                canvas.write(start(x, &face).0, y, &face.text, face.paint);
            }
            // A bracket may stand on the next point, which then is no place of Margo.
            for (x, &column) in (margin..).step_by(self.pitch).zip(columns) {
                let point = Point::new(column, row);
                let face = (self.face)(point);
                if let Some(brackets) = pen.brackets(point, face.is_piece) {
                    let (x, length) = start(x, &face);
                    canvas.bracket(x, y, length, brackets);
                }
            }
        }
        canvas
    }
}
