//! The arrangement of figures and texts on pages: rows of figures, whose boards stand in line and, in a chapter, have
//! one scale.

use std::collections::VecDeque;

use super::{
    cells::{Cell, Entry, above_boards, board_height, groups, heading, row_height, text_height},
    chapter::Chapter,
    grid::{Area, BELOW_HEADING, Grid, ROW_GAP},
    paragraph::{TextLine, height},
};
use crate::diagram::scene::Scene;

/// Points above a heading that does not begin a page.
const ABOVE_HEADING: f64 = 22.0;
/// By what boards shrink at most, so that their texts stay on their page.
const SHRUNK: f64 = 0.5;

/// Something on a page, with its left upper corner in points.
#[derive(Debug)]
pub(super) enum Placed<'b> {
    /// A line in a column of this width.
    Text {
        left: f64,
        top: f64,
        width: f64,
        line: TextLine,
    },
    /// A board, drawn with this many points per unit.
    Board {
        left: f64,
        top: f64,
        points_per_unit: f64,
        board: &'b Scene,
    },
}

impl Placed<'_> {
    fn bottom(&self) -> f64 {
        match self {
            Placed::Text { top, line, .. } => top + line.height(),
            Placed::Board {
                top,
                points_per_unit,
                board,
                ..
            } => top + points_per_unit * board.frame.height,
        }
    }
}

/// A page.
#[derive(Debug, Default)]
pub(super) struct Page<'b> {
    pub(super) placed: Vec<Placed<'b>>,
    /// The titles of the chapters that begin on it, with their distance from the upper edge of the area.
    pub(super) chapters: Vec<(&'b str, f64)>,
}

/// Arranges chapters on pages of at most `per_page` figures; without such a number so that boards fill the pages best, on at
/// most half as many pages again as legible letters allow.
pub(super) fn pages(chapters: &[Chapter], per_page: Option<usize>, area: Area) -> Vec<Page<'_>> {
    if per_page.is_some() {
        let room = per_page.unwrap_or(1).max(1);
        return arranged(
            chapters,
            Grid::largest(chapters, per_page, room, area),
            area,
        );
    }
    let grids = Grid::legible(chapters, area).into_iter();
    let tried = grids.map(|grid| {
        let pages = arranged(chapters, grid, area);
        // How much of the pages boards cover that all have this scale; few pages are better than many, and full ones better
        // than those that are left free below.
        let filled = smallest_scale(&pages).powi(2) * (1.0 - free_share(&pages, area))
            / (pages.len() as f64).powf(1.3);
        (pages.len(), filled, grid)
    });
    let tried: Vec<(usize, f64, Grid)> = tried.collect();
    let least = tried.iter().map(|(count, ..)| *count).min().unwrap_or(1);
    // Larger boards are worth some pages.
    let few = tried
        .into_iter()
        .filter(|(count, ..)| 2 * count <= 3 * least);
    let best = few.max_by(|(_, one, _), (_, other, _)| one.total_cmp(other));
    let grid = best.map(|(.., grid)| grid);
    let grid = grid.unwrap_or_else(|| Grid::largest(chapters, None, 1, area));
    arranged(chapters, grid, area)
}

/// How much of the pages is free at their lower ends, on average; the last one may end anywhere.
fn free_share(pages: &[Page], area: Area) -> f64 {
    let full = &pages[..pages.len().saturating_sub(1)];
    let bottoms = full.iter().map(|page| {
        let bottoms = page.placed.iter().map(Placed::bottom);
        bottoms.fold(0.0, f64::max)
    });
    let free: f64 = bottoms.map(|bottom| 1.0 - bottom / area.height).sum();
    free.max(0.0) / full.len().max(1) as f64
}

/// The scale of the board that is drawn smallest.
fn smallest_scale(pages: &[Page]) -> f64 {
    let placed = pages.iter().flat_map(|page| &page.placed);
    let scales = placed.filter_map(|placed| match placed {
        Placed::Board {
            points_per_unit, ..
        } => Some(*points_per_unit),
        Placed::Text { .. } => None,
    });
    scales.fold(f64::INFINITY, f64::min)
}

fn arranged<'b>(chapters: &'b [Chapter], grid: Grid, area: Area) -> Vec<Page<'b>> {
    let mut pages = PageWriter {
        area,
        grid,
        pages: vec![Page::default()],
        top: 0.0,
        figures: 0,
        has_content: false,
    };
    for group in groups(chapters) {
        let entries: Vec<Entry<'b>> = group
            .chapters
            .iter()
            .flat_map(|chapter| chapter.figures.iter().map(move |figure| (chapter, figure)))
            .collect();
        let cells = |entries: &[Entry<'b>]| -> Vec<Cell<'b>> {
            let cell = |&entry: &Entry<'b>| {
                let scale = grid.scale_of(entry.0);
                Cell::new(entry, group.is_compact, grid.column_width, scale)
            };
            entries.iter().map(cell).collect()
        };
        let mut entries = &entries[..];
        if !group.is_compact
            && let Some((chapter, _)) = entries.first()
        {
            let first = cells(&entries[..pages.next_row(entries.len())]);
            pages.heading(chapter, row_height(&first));
        }
        while !entries.is_empty() {
            let mut row = cells(&entries[..pages.next_row(entries.len())]);
            if !pages.has_room(row_height(&row)) && pages.has_content {
                // There may be room for more.
                pages.begin_page();
                continue;
            }
            pages.shrink(&mut row);
            entries = &entries[row.len()..];
            // A lone figure stands below its heading.
            let is_lone = row.len() == 1 && pages.figures == 0 && entries.is_empty();
            pages.row(row, is_lone && !group.is_compact);
        }
    }
    pages.pages
}

struct PageWriter<'b> {
    area: Area,
    grid: Grid,
    pages: Vec<Page<'b>>,
    /// Where the page is free, in points from the upper end of the area.
    top: f64,
    /// The figures of the page so far.
    figures: usize,
    /// Whether the page has more than the heading of a chapter.
    has_content: bool,
}

impl<'b> PageWriter<'b> {
    fn page(&mut self) -> &mut Page<'b> {
        if self.pages.is_empty() {
            self.pages.push(Page::default());
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    fn begin_page(&mut self) {
        self.pages.push(Page::default());
        self.top = 0.0;
        self.figures = 0;
        self.has_content = false;
    }

    /// How many of some figures are in the next row.
    fn next_row(&self, figures: usize) -> usize {
        let left = self.grid.per_page - self.figures;
        // A page that has all its figures is followed by another.
        let most = if left == 0 { self.grid.per_page } else { left };
        most.min(self.grid.columns).min(figures)
    }

    /// Whether nothing is on the page yet.
    fn is_fresh(&self) -> bool {
        self.top == 0.0
    }

    fn has_room(&self, height: f64) -> bool {
        // Lengths that are equal but for rounding fit.
        self.figures < self.grid.per_page && self.top + height <= self.area.height + 0.01
    }

    /// Makes the boards of a row that is too high for its page smaller, so that their texts are on the same page, if that is
    /// enough.
    fn shrink(&self, row: &mut [Cell]) {
        let room = self.area.height - self.top - text_height(row);
        let share = room / board_height(row);
        if (SHRUNK..1.0).contains(&share) {
            for cell in row {
                cell.points_per_unit *= share;
            }
        }
    }

    /// A heading, on one page with the row of this height that follows it.
    fn heading(&mut self, chapter: &'b Chapter, row: f64) {
        let lines = heading(chapter, self.area.width);
        let own = height(&lines) + BELOW_HEADING;
        if !self.is_fresh() {
            self.top += ABOVE_HEADING;
            if !self.has_room(own + row) {
                self.begin_page();
            }
        }
        let top = self.top;
        self.page().chapters.push((&chapter.title, top));
        let mut lines = lines.into();
        self.text(0.0, self.area.width, top, &mut lines);
        self.top += own;
    }

    /// Places lines as far as the page has room for them; returns how high they are.
    fn text(&mut self, left: f64, width: f64, top: f64, lines: &mut VecDeque<TextLine>) -> f64 {
        let mut used = 0.0;
        while let Some(line) = lines.pop_front() {
            let height = line.height();
            // A page takes at least one line.
            if top + used + height > self.area.height + 0.01 && top + used > 0.0 {
                lines.push_front(line);
                break;
            }
            let top = top + used;
            self.page().placed.push(Placed::Text {
                left,
                top,
                width,
                line,
            });
            used += height;
        }
        used
    }

    /// A row of figures. Texts that find no room continue on the next page, in their columns.
    fn row(&mut self, mut row: Vec<Cell<'b>>, is_centered: bool) {
        let grid = self.grid;
        let start = if is_centered {
            (self.area.width - grid.column_width) / 2.0
        } else {
            0.0
        };
        let top = self.top;
        let boards = top + above_boards(&row);
        let below = boards + board_height(&row);
        let mut used: f64 = 0.0;
        for (column, cell) in row.iter_mut().enumerate() {
            let (left, width) = (start + grid.left(column), grid.column_width);
            if let Some(title) = cell.chapter {
                self.page().chapters.push((title, top));
            }
            let mut above = std::mem::take(&mut cell.above).into();
            self.text(left, width, top, &mut above);
            let drawn = cell.board.frame.width * cell.points_per_unit;
            self.page().placed.push(Placed::Board {
                left: left + (width - drawn) / 2.0,
                top: boards,
                points_per_unit: cell.points_per_unit,
                board: cell.board,
            });
            let inset = (width - cell.text_width) / 2.0;
            used = used.max(self.text(left + inset, cell.text_width, below, &mut cell.below));
        }
        self.top = below + used + ROW_GAP;
        self.figures += row.len();
        self.has_content = true;
        while row.iter().any(|cell| !cell.below.is_empty()) {
            self.begin_page();
            let mut used: f64 = 0.0;
            for (column, cell) in row.iter_mut().enumerate() {
                let inset = (grid.column_width - cell.text_width) / 2.0;
                let left = start + grid.left(column) + inset;
                used = used.max(self.text(left, cell.text_width, 0.0, &mut cell.below));
            }
            self.top = used + ROW_GAP;
            self.has_content = true;
        }
    }
}
