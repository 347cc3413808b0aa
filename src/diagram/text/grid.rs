//! Points in columns and rows with coordinates on all four sides: two columns of
//! text per point, or as many as the longest move number needs.

use std::ops::Range;

use super::{
    canvas::{Canvas, CharRole},
    context::TextContext,
    point_text::PointText,
};
use crate::{games::Point, record::column_name};

/// Points named by column and row. A level of Margo has every second column and row.
pub(super) struct TextGrid<F> {
    /// From left to right.
    pub(super) columns: Vec<u16>,
    /// From bottom to top.
    pub(super) rows: Vec<u16>,
    /// The columns of text from one point to the next, at least 2.
    pub(super) pitch: usize,
    pub(super) text: F,
}

impl<F: Fn(Point) -> PointText> TextGrid<F> {
    /// A grid of all columns and rows from 1 on.
    pub(super) fn whole(columns: u16, rows: u16, pitch: usize, text: F) -> TextGrid<F> {
        TextGrid {
            columns: (1..=columns).collect(),
            rows: (1..=rows).collect(),
            pitch,
            text,
        }
    }

    fn has(&self, point: Point) -> bool {
        self.columns.contains(&point.column) && self.rows.contains(&point.row)
    }

    /// The columns of text left of the first point: the row's number and a space.
    pub(super) fn margin(&self) -> usize {
        self.rows.last().map_or(0, |row| row.to_string().len()) + 1
    }

    /// The width in characters of the grid with this many columns of points.
    pub(super) fn width(&self, columns: usize) -> usize {
        2 * self.margin() + (self.pitch * columns).saturating_sub(1)
    }

    /// Draws the grid. If it is wider than `room` characters, only the columns around the
    /// first mark are drawn, and the note says which.
    pub(super) fn draw(&self, room: usize, context: &TextContext) -> (Canvas, Option<String>) {
        let all = self.columns.len();
        if self.width(all) <= room {
            return (self.draw_columns(0..all, context), None);
        }
        // One character is reserved for the level of a marble in the last column.
        let points = room.saturating_sub(2 * self.margin() + 1);
        let shown = (points / self.pitch).clamp(1, all);
        let center = Point::new(self.columns[all / 2], self.rows[self.rows.len() / 2]);
        let focus = context.focus(|point| self.has(point), center);
        let index = self
            .columns
            .partition_point(|&column| column < focus.column);
        let first = index.saturating_sub(shown / 2).min(all - shown);
        let to = context.glyphs.to;
        let range = |range: &[u16]| match *range {
            [first, .., last] => format!("{}{to}{}", column_name(first), column_name(last)),
            _ => range.iter().copied().map(column_name).collect(),
        };
        let note = format!(
            "columns {} of {}; the whole board needs a width of {}",
            range(&self.columns[first..first + shown]),
            range(&self.columns),
            context.width - room + self.width(all)
        );
        (self.draw_columns(first..first + shown, context), Some(note))
    }

    fn draw_columns(&self, shown: Range<usize>, context: &TextContext) -> Canvas {
        let mut canvas = Canvas::default();
        let margin = self.margin();
        let columns = &self.columns[shown];
        let names: Vec<String> = columns.iter().copied().map(column_name).collect();
        let header = names.iter().map(String::len).max().unwrap_or(0);
        let footer = header + self.rows.len();
        // Names of two letters are written vertically.
        for (index, name) in names.iter().enumerate() {
            let x = margin + self.pitch * (index + 1) - 2;
            for (down, letter) in name.chars().enumerate() {
                let letter = letter.to_string();
                let top = header - name.len() + down;
                canvas.write(x, top, &letter, CharRole::Label);
                canvas.write(x, footer + down, &letter, CharRole::Label);
            }
        }
        let last = columns.last().copied().unwrap_or(1);
        let longest = (self.rows.iter())
            .map(|&row| (self.text)(Point::new(last, row)).text.chars().count())
            .max()
            .unwrap_or(1);
        let right =
            margin + self.pitch * columns.len() - 1 + longest.saturating_sub(self.pitch - 1);
        for (y, &row) in (header..).zip(self.rows.iter().rev()) {
            let number = row.to_string();
            canvas.write(margin - 1 - number.len(), y, &number, CharRole::Label);
            canvas.write(right + 1, y, &number, CharRole::Label);
            canvas.fill_board(y, margin - 1..right + 1);
            // The texts of a column are aligned to the right, so that numbers line up.
            let start = |x: usize, point_text: &PointText| {
                let length = point_text.text.chars().count();
                (x + (self.pitch - 1).saturating_sub(length), length)
            };
            for (x, &column) in (margin..).step_by(self.pitch).zip(columns) {
                let point_text = (self.text)(Point::new(column, row));
                canvas.write(
                    start(x, &point_text).0,
                    y,
                    &point_text.text,
                    point_text.role,
                );
            }
            // A bracket can cover the next point, which in Margo is then no slot of the level.
            for (x, &column) in (margin..).step_by(self.pitch).zip(columns) {
                let point = Point::new(column, row);
                let point_text = (self.text)(point);
                if let Some(brackets) = context.brackets(point, point_text.is_piece) {
                    let (x, length) = start(x, &point_text);
                    canvas.bracket(x, y, length, brackets);
                }
            }
        }
        canvas
    }
}
