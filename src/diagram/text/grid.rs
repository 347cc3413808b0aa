//! Points in columns and rows with coordinates on all four sides: two columns of
//! text per point, or as many as the longest move number needs. A board that is too wide is
//! drawn in parts, or cropped.

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

    /// The width in characters of the grid with this many columns of points and row numbers on both sides.
    pub(super) fn width(&self, columns: usize) -> usize {
        2 * self.margin() + (self.pitch * columns).saturating_sub(1)
    }

    /// By how many characters the texts of a column are too long for it.
    fn overhang(&self, column: u16) -> usize {
        let texts = self
            .rows
            .iter()
            .map(|&row| (self.text)(Point::new(column, row)).text);
        let longest = texts.map(|text| text.chars().count()).max();
        longest.unwrap_or(1).saturating_sub(self.pitch - 1)
    }

    /// Draws the grid. If it is wider than `room` characters, the numbers of the rows are on the left only. If that
    /// does not suffice, it is drawn in several parts, from left to right, if nothing may be missing; otherwise only the columns around the first mark are drawn. The note tells which columns.
    pub(super) fn draw(
        &self,
        room: usize,
        context: &TextContext,
    ) -> (Vec<GridPart>, Option<String>) {
        let all = self.columns.len();
        let whole = self.width(all) + self.overhang(self.columns.last().copied().unwrap_or(1));
        let has_right_numbers = whole <= room;
        if has_right_numbers || whole - self.margin() <= room {
            let part = self.part(0..all, has_right_numbers, context);
            return (vec![part], None);
        }
        // One character is reserved for the level of a marble in the last column.
        let points = room.saturating_sub(2 * self.margin() + 1);
        let shown = (points / self.pitch).clamp(1, all);
        let to = context.glyphs.to;
        let range = |range: &[u16]| match *range {
            [first, .., last] => format!("{}{to}{}", column_name(first), column_name(last)),
            _ => range.iter().copied().map(column_name).collect(),
        };
        let needed = context.board_width - room + whole;
        if context.has_parts {
            let overhangs = (self.columns.iter()).map(|&column| self.overhang(column));
            let points = points.saturating_sub(overhangs.max().unwrap_or(0));
            let count = all.div_ceil((points / self.pitch).clamp(1, all));
            let each = all.div_ceil(count);
            let starts = (0..all).step_by(each);
            let shown: Vec<Range<usize>> =
                starts.map(|start| start..(start + each).min(all)).collect();
            let names: Vec<String> = (shown.iter())
                .map(|part| range(&self.columns[part.clone()]))
                .collect();
            let note = format!(
                "columns {}; the whole board needs a width of {needed}",
                names.join(", then "),
            );
            let parts = shown.into_iter();
            let parts = parts.map(|part| self.part(part, true, context));
            return (parts.collect(), Some(note));
        }
        let center = Point::new(self.columns[all / 2], self.rows[self.rows.len() / 2]);
        let focus = context.focus(|point| self.has(point), center);
        let index = self
            .columns
            .partition_point(|&column| column < focus.column);
        let first = index.saturating_sub(shown / 2).min(all - shown);
        let note = format!(
            "columns {} of {}; the whole board needs a width of {needed}",
            range(&self.columns[first..first + shown]),
            range(&self.columns),
        );
        let part = self.part(first..first + shown, true, context);
        (vec![part], Some(note))
    }

    fn part(
        &self,
        shown: Range<usize>,
        has_right_numbers: bool,
        context: &TextContext,
    ) -> GridPart {
        let mut canvas = Canvas::default();
        let margin = self.margin();
        let has_first = shown.start == 0;
        let has_last = shown.end == self.columns.len();
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
        let right = margin + self.pitch * columns.len() - 1 + self.overhang(last);
        for (y, &row) in (header..).zip(self.rows.iter().rev()) {
            let number = row.to_string();
            canvas.write(margin - 1 - number.len(), y, &number, CharRole::Label);
            if has_right_numbers {
                canvas.write(right + 1, y, &number, CharRole::Label);
            }
            canvas.fill_board(y, margin - 1..right + 1);
            for (x, is_edge) in [(margin - 1, has_first), (right, has_last)] {
                if !is_edge {
                    canvas.write(x, y, context.glyphs.cut, CharRole::Empty);
                }
            }
            // The texts of a column are aligned to the right, so that numbers line up.
            let start = |x: usize, point_text: &PointText| {
                let length = point_text.text.chars().count();
                (x + (self.pitch - 1).saturating_sub(length), length)
            };
            for (x, &column) in (margin..).step_by(self.pitch).zip(columns) {
                let point = Point::new(column, row);
                let point_text = (self.text)(point);
                // There is no slot, or none that could be filled. The number of the slot before it may reach here.
                if point_text.text == " " {
                    continue;
                }
                let x = start(x, &point_text).0;
                canvas.write(x, y, &point_text.text, point_text.role);
                canvas.locate(point, x, y);
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
        GridPart {
            canvas,
            has_first,
            has_last,
        }
    }
}

/// Some columns of a grid.
pub(super) struct GridPart {
    pub(super) canvas: Canvas,
    /// Whether the first column of the board is in it.
    pub(super) has_first: bool,
    /// Whether the last column of the board is in it.
    pub(super) has_last: bool,
}

/// Parts of a board, one below the other.
pub(super) fn stacked(parts: impl IntoIterator<Item = Canvas>) -> Canvas {
    let mut parts = parts.into_iter();
    let mut all = parts.next().unwrap_or_default();
    for part in parts {
        all.paste(0, all.height() + 1, &part);
    }
    all
}
