//! The figures of a book as cells of rows: their texts as lines, and which chapters share rows.

use std::collections::VecDeque;

use super::{
    chapter::{Chapter, Figure},
    paragraph::{Kind, TextLine, height},
};
use crate::diagram::scene::Scene;

/// How high texts are at most, as a share of the height of their board, that are not wider than it.
const MOST_TEXT: f64 = 0.4;

/// The least width of the texts below a board, in points; a column may be narrower.
const NARROWEST_TEXT: f64 = 220.0;

/// Points between a title or heading and the board below it.
pub(super) const ABOVE_BOARD: f64 = 4.0;

/// A figure in a column.
pub(super) struct Cell<'b> {
    pub(super) above: Vec<TextLine>,
    pub(super) board: &'b Scene,
    pub(super) points_per_unit: f64,
    pub(super) below: VecDeque<TextLine>,
    /// The width of the texts below the board, in points.
    pub(super) text_width: f64,
    /// The title of the chapter that begins with this figure, if its heading is in the column.
    pub(super) chapter: Option<&'b str>,
}

/// A chapter and one of its figures.
pub(super) type Entry<'b> = (&'b Chapter, &'b Figure);

/// Chapters that are arranged together.
pub(super) struct Group<'b> {
    pub(super) chapters: &'b [Chapter],
    /// Whether the headings are in the columns: several chapters of one figure share a row.
    pub(super) is_compact: bool,
}

pub(super) fn groups(chapters: &[Chapter]) -> impl Iterator<Item = Group<'_>> {
    let is_short = |chapter: &Chapter| chapter.figures.len() <= 1;
    let groups = chapters.chunk_by(move |one, next| is_short(one) && is_short(next));
    groups.map(|chapters| Group {
        chapters,
        is_compact: chapters.len() > 1,
    })
}

/// The heading of a chapter.
pub(super) fn heading(chapter: &Chapter, width: f64) -> Vec<TextLine> {
    let mut lines = Kind::Heading.lines(&chapter.title, width);
    lines.extend(Kind::Details.lines(&chapter.details, width));
    lines
}

impl<'b> Cell<'b> {
    /// A figure in a column of this width, its board drawn with this many points per unit.
    pub(super) fn new(
        (chapter, figure): Entry<'b>,
        is_compact: bool,
        width: f64,
        points_per_unit: f64,
    ) -> Cell<'b> {
        let mut above = if is_compact {
            heading(chapter, width)
        } else {
            Vec::new()
        };
        above.extend(Kind::Title.lines(figure.title.as_deref().unwrap_or_default(), width));
        let below = |width: f64| {
            let mut lines = Kind::Caption.lines(&figure.caption, width);
            let notes = figure.notes.iter().chain(&figure.keys);
            lines.extend(notes.flat_map(|note| Kind::Note.lines(note, width)));
            lines
        };
        // As wide as the board, so that lines are not long and stand below it, unless there are many.
        let frame = figure.board.frame;
        let mut text_width =
            (frame.width * points_per_unit).clamp(NARROWEST_TEXT.min(width), width);
        let mut lines = below(text_width);
        if height(&lines) > MOST_TEXT * frame.height * points_per_unit {
            text_width = width;
            lines = below(width);
        }
        Cell {
            above,
            board: &figure.board,
            points_per_unit,
            below: lines.into(),
            text_width,
            chapter: is_compact.then_some(&chapter.title),
        }
    }
}

/// How far the boards of a row are below its upper end.
pub(super) fn above_boards(row: &[Cell]) -> f64 {
    let above = largest(row, |cell| cell.above.iter().map(TextLine::height).sum());
    if above > 0.0 {
        above + ABOVE_BOARD
    } else {
        0.0
    }
}

/// The height of the boards of a row.
pub(super) fn board_height(row: &[Cell]) -> f64 {
    largest(row, |cell| cell.points_per_unit * cell.board.frame.height)
}

/// The height of a row without its boards.
pub(super) fn text_height(row: &[Cell]) -> f64 {
    let below = largest(row, |cell| cell.below.iter().map(TextLine::height).sum());
    above_boards(row) + below
}

/// The height of a row.
pub(super) fn row_height(row: &[Cell]) -> f64 {
    text_height(row) + board_height(row)
}

fn largest(row: &[Cell], length: impl Fn(&Cell) -> f64) -> f64 {
    row.iter().map(length).fold(0.0, f64::max)
}
