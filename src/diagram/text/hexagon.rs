//! Bargo: a hexagon of cells, four columns of text per cell, and more for numbers over 999. Rows are two lines
//! apart; the slanted walls are on the line between them.
//!
//! Each edge has one character for its wall. An upright wall is beside its owner, or between numbers has a tick that
//! points to it; slanted walls of the piece above them have other characters than those of the piece below.

use std::{collections::BTreeMap, ops::RangeInclusive};

use super::{
    canvas::{Canvas, CharRole},
    context::TextContext,
    grid::stacked,
};
use crate::{
    diagram::content::Diagram,
    games::{Color, Direction, Piece, Point},
    record::column_name,
};

/// The visible part of a board: the cells between two vertical lines.
#[derive(Clone)]
struct Viewport {
    side: u16,
    /// Half the distance of two cells of a row, in characters.
    half: u16,
    /// The visible range, in the unit of [`Viewport::across`].
    shown: RangeInclusive<i32>,
    /// The cell in the middle, if part of the board is cropped.
    around: Option<Point>,
    /// The highest visible row.
    top: u16,
    /// The columns of text from a cell to the row number beside it, in which there is room for its wall.
    reach: usize,
    /// Further columns in front of the row numbers, for the signs of cuts.
    beyond: usize,
}

/// Whether a board has this cell.
fn has(side: u16, point: Point) -> bool {
    let sides = 1..2 * side;
    sides.contains(&point.column)
        && sides.contains(&point.row)
        && point.column.abs_diff(point.row) < side
}

impl Viewport {
    /// The whole board. If it is too wide, several parts, from left to right, where nothing may be missing, and otherwise
    /// the part around the first mark.
    fn all(diagram: &Diagram, context: &TextContext) -> Vec<Viewport> {
        let side = diagram.position.size().columns.into();
        // A number and a wall, which two cells have between them.
        let half = (context.longest_number(diagram) + 1).div_ceil(2).max(2);
        let half = u16::try_from(half).unwrap_or(u16::MAX);
        let mut viewport = Viewport {
            side,
            half,
            shown: 0..=0,
            around: None,
            top: 2 * side - 1,
            reach: if context.numbers.is_empty() {
                1
            } else {
                half.into()
            },
            beyond: 0,
        };
        let left = viewport.across(Point::new(1, side));
        let right = viewport.across(Point::new(2 * side - 1, side));
        viewport.shown = left..=right;
        if viewport.whole() <= context.board_width {
            return vec![viewport];
        }
        if context.has_parts {
            // At a cut a wall is followed by the sign that the board goes on.
            viewport.beyond = 1;
        }
        let room = (context.board_width - 2 * viewport.margin() - 1) as i32;
        if !context.has_parts {
            let focus = context.focus(|point| has(side, point), Point::new(side, side));
            let start = (viewport.across(focus) - room / 2).clamp(left, right - room);
            viewport.show(start..=start + room);
            viewport.around = Some(focus);
            return vec![viewport];
        }
        // The first and the last cell of a part can be as far apart as it has room.
        let count = (right - left) / (room + 1) + 1;
        let each = (right - left) / count + 1;
        let parts = (0..count).map(|index| {
            let mut part = viewport.clone();
            let start = left + index * each;
            part.show(start..=start + each - 1);
            part
        });
        parts.collect()
    }

    /// The horizontal position of a cell in characters: a row up is half the distance of two cells to the left.
    fn across(&self, point: Point) -> i32 {
        i32::from(self.half) * (2 * i32::from(point.column) - i32::from(point.row))
    }

    fn show(&mut self, shown: RangeInclusive<i32>) {
        self.shown = shown;
        let mut rows = (1..2 * self.side).rev();
        let top = rows.find(|&row| self.row(row).next().is_some());
        self.top = top.unwrap_or(1);
    }

    /// The width in characters of what is beside the cells, with the longest row number.
    fn margin(&self) -> usize {
        (2 * self.side - 1).to_string().len() + self.reach + self.beyond
    }

    /// The width in characters of the whole board.
    fn whole(&self) -> usize {
        4 * usize::from(self.half) * usize::from(self.side - 1) + 1 + 2 * self.margin()
    }

    fn shows(&self, point: Point) -> bool {
        has(self.side, point) && self.shown.contains(&self.across(point))
    }

    /// The visible cells of a row.
    fn row(&self, row: u16) -> impl DoubleEndedIterator<Item = Point> {
        let columns = (1..2 * self.side).map(move |column| Point::new(column, row));
        columns.filter(|&point| self.shows(point))
    }

    /// The visible cells of a column.
    fn column(&self, column: u16) -> impl DoubleEndedIterator<Item = Point> {
        let rows = (1..2 * self.side).map(move |row| Point::new(column, row));
        rows.filter(|&point| self.shows(point))
    }

    /// Where a visible cell is on the canvas.
    fn canvas_position(&self, point: Point) -> (usize, usize) {
        let right = (self.across(point) - self.shown.start()).max(0) as usize;
        let down = usize::from(self.top.saturating_sub(point.row));
        (self.margin() + right, 2 * down + 1)
    }
}

/// Draws a position of Bargo.
pub(super) fn draw(diagram: &Diagram, context: &TextContext) -> (Canvas, Vec<String>) {
    let viewports = Viewport::all(diagram, context);
    let parts = viewports
        .iter()
        .map(|viewport| draw_part(diagram, context, viewport));
    let canvas = stacked(parts);
    let note = match &viewports[..] {
        [viewport] => viewport.around.map(|around| {
            let whole = viewport.whole();
            format!("the part around {around}; the whole board needs a width of {whole}")
        }),
        parts => parts.first().map(|part| {
            let (count, whole) = (parts.len(), part.whole());
            format!("{count} parts from left to right; the whole board needs a width of {whole}")
        }),
    };
    let legend = legend(&diagram.pieces(), context);
    (canvas, note.into_iter().chain(legend).collect())
}

/// Whose the slanted walls are, if there are any of the piece above them, and between numbers the upright ones.
fn legend(pieces: &[Piece], context: &TextContext) -> Option<String> {
    let walls = || {
        pieces.iter().filter_map(|piece| match piece {
            Piece::Walled(_, _, wall) => Some(*wall),
            _ => None,
        })
    };
    let mut parts = Vec::new();
    if walls().any(|wall| matches!(wall, Direction::Sw | Direction::Se)) {
        let [_, falling, rising] = context.glyphs.walls;
        let [falling_of_upper, rising_of_upper] = context.glyphs.walls_of_upper;
        parts.push(format!(
            "walls: {falling} {rising} of the piece below, {falling_of_upper} {rising_of_upper} of the piece above"
        ));
    }
    let has_upright = walls().any(|wall| matches!(wall, Direction::E | Direction::W));
    if has_upright && !context.numbers.is_empty() {
        let [of_left, of_right] = context.glyphs.walls_between;
        parts.push(format!(
            "{of_left} of the piece on the left, {of_right} on the right"
        ));
    }
    (!parts.is_empty()).then(|| parts.join(context.glyphs.and))
}

fn draw_part(diagram: &Diagram, context: &TextContext, viewport: &Viewport) -> Canvas {
    let pieces: BTreeMap<Point, (Color, Direction)> = diagram
        .pieces()
        .iter()
        .filter_map(|&piece| match piece {
            Piece::Walled(color, point, wall) => Some((point, (color, wall))),
            _ => None,
        })
        .collect();
    let mut canvas = Canvas::default();
    let mut above = None;
    for row in (1..=viewport.top).rev() {
        let cells: Vec<Point> = viewport.row(row).collect();
        for &point in &cells {
            let piece = pieces.get(&point).copied();
            draw_cell(
                &mut canvas,
                viewport.canvas_position(point),
                viewport.half.into(),
                point,
                piece,
                context,
            );
        }
        if let (Some(&first), Some(&last)) = (cells.first(), cells.last()) {
            let ends = [
                viewport.canvas_position(first),
                viewport.canvas_position(last),
            ];
            label_row(&mut canvas, row, ends, viewport.reach + viewport.beyond);
            mark_cuts(&mut canvas, viewport, [first, last], context);
            fill_board(&mut canvas, ends, above, viewport.reach + viewport.beyond);
            above = Some(ends);
        }
    }
    for column in 1..2 * viewport.side {
        label_column(&mut canvas, viewport, column);
    }
    canvas
}

/// Marks the ends of a row beyond which the board goes on.
fn mark_cuts(
    canvas: &mut Canvas,
    viewport: &Viewport,
    [first, last]: [Point; 2],
    context: &TextContext,
) {
    let is_on_board = |point: Point| has(viewport.side, point);
    let before = Point::new(first.column - 1, first.row);
    let behind = Point::new(last.column + 1, last.row);
    let (left, y) = viewport.canvas_position(first);
    let (right, _) = viewport.canvas_position(last);
    let ends = [
        (before, left - viewport.reach - viewport.beyond),
        (behind, right + viewport.reach + viewport.beyond),
    ];
    for (_, x) in ends.into_iter().filter(|&(beyond, _)| is_on_board(beyond)) {
        if canvas.is_blank(x, y, 1) {
            canvas.write(x, y, context.glyphs.cut, CharRole::Empty);
        }
    }
}

/// Draws the piece of a cell and its wall: a slanted wall in the middle of the edge,
/// an upright one beside the piece that it belongs to, with a gap for brackets and for numbers.
fn draw_cell(
    canvas: &mut Canvas,
    (x, y): (usize, usize),
    half: usize,
    point: Point,
    piece: Option<(Color, Direction)>,
    context: &TextContext,
) {
    let point_text = match piece {
        Some((color, wall)) => context.piece(Piece::Walled(color, point, wall)),
        None => context.empty(point, context.glyphs.empty),
    };
    let length = point_text.text.chars().count();
    let start = x - length / 2;
    canvas.write(start, y, &point_text.text, point_text.role);
    canvas.locate(point, x, y);
    let brackets = context.brackets(point, point_text.is_piece);
    if let Some(brackets) = brackets {
        canvas.bracket(start, y, length, brackets);
    }
    let Some((color, wall)) = piece else {
        return;
    };
    let role = CharRole::Player(color);
    let [upright, falling, rising] = context.glyphs.walls;
    let [falling_of_upper, rising_of_upper] = context.glyphs.walls_of_upper;
    let [of_left, of_right] = if context.numbers.is_empty() {
        [upright; 2]
    } else {
        context.glyphs.walls_between
    };
    let aside = if brackets.is_some() || !context.numbers.is_empty() {
        half
    } else {
        1
    };
    match wall {
        Direction::E => canvas.write(x + aside, y, of_left, role),
        Direction::Ne => canvas.write(x + 1, y - 1, falling, role),
        Direction::Nw => canvas.write(x + 1 - half, y - 1, rising, role),
        Direction::W => canvas.write(x - aside, y, of_right, role),
        Direction::Sw => canvas.write(x + 1 - half, y + 1, falling_of_upper, role),
        Direction::Se => canvas.write(x + 1, y + 1, rising_of_upper, role),
    }
}

/// Where the first and the last cell of a row are on the canvas.
type Ends = [(usize, usize); 2];

/// Gives a row, and the line between it and the row above, the background of a board.
fn fill_board(
    canvas: &mut Canvas,
    [(left, y), (right, _)]: Ends,
    above: Option<Ends>,
    reach: usize,
) {
    canvas.fill_board(y, left - reach..right + reach + 1);
    if let Some([(other_left, _), (other_right, _)]) = above {
        let start = usize::midpoint(left, other_left) - 1;
        canvas.fill_board(y - 1, start..usize::midpoint(right, other_right) + 2);
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
fn label_column(canvas: &mut Canvas, viewport: &Viewport, column: u16) {
    let letters = column_name(column);
    let length = letters.len();
    let mut cells = viewport.column(column);
    let Some(lowest) = cells.next() else {
        return;
    };
    let (x, y) = viewport.canvas_position(lowest);
    let below = (x + 1, y + 1);
    let (x, y) = viewport.canvas_position(cells.next_back().unwrap_or(lowest));
    let above = (x - length, y - 1);
    label(canvas, below, &letters);
    label(canvas, above, &letters);
}

/// Writes a coordinate, unless the wall of a piece at the edge of the visible part is there.
fn label(canvas: &mut Canvas, (x, y): (usize, usize), text: &str) {
    if canvas.is_blank(x, y, text.len()) {
        canvas.write(x, y, text, CharRole::Label);
    }
}
