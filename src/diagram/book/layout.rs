//! The arrangement of figures and texts on pages: rows of figures, whose boards stand in line and, in a chapter, have
//! one scale.

use std::collections::VecDeque;

use super::{
    chapter::{Chapter, Figure},
    paragraph::{Kind, TextLine, height},
};
use crate::diagram::scene::Scene;

/// Points between columns.
const GUTTER: f64 = 20.0;
/// Points between rows.
const ROW_GAP: f64 = 16.0;
/// Points above a heading that does not begin a page, and below every heading.
const ABOVE_HEADING: f64 = 22.0;
const BELOW_HEADING: f64 = 12.0;
/// Points between a title or heading and the board below it.
const ABOVE_BOARD: f64 = 4.0;
/// The maximum scale, in points per unit of the board: small boards stay small.
const LARGEST: f64 = 40.0;
/// For how many figures a page has room if nothing else is asked for.
const USUAL_FIGURES: usize = 4;
/// The smallest legible letters in points. A page has fewer figures rather than smaller ones.
const LEGIBLE: f64 = 5.75;
/// By what boards can be higher than their share of a page, since few figures have much text.
const TALLER: [f64; 6] = [1.0, 1.08, 1.16, 1.25, 1.35, 1.5];
/// With more figures, fewer sizes are tried.
const MANY_FIGURES: usize = 200;
/// Texts below a narrow board are as wide as this where the column is.
const TEXT: f64 = 400.0;
/// The most that is added to the space between rows to fill a page.
const MOST_SPREAD: f64 = 60.0;
/// With more figures in a row they are too small to read, and the gutters take the space.
const MOST_COLUMNS: usize = 8;

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

/// A page.
#[derive(Debug, Default)]
pub(super) struct Page<'b> {
    pub(super) placed: Vec<Placed<'b>>,
    /// Where in this list its rows begin.
    rows: Vec<usize>,
    /// The titles of the chapters that begin on it, with their distance from the upper edge of the area.
    pub(super) chapters: Vec<(&'b str, f64)>,
}

/// The area of a page that is filled: width and height in points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Columns and sizes of a book.
#[derive(Clone, Copy, Debug)]
struct Grid {
    columns: usize,
    /// The most figures of a page.
    per_page: usize,
    column_width: f64,
    /// The maximum height of a board.
    board_height: f64,
    /// The scale of the largest board.
    points_per_unit: f64,
}

/// A figure in a column.
struct Cell<'b> {
    above: Vec<TextLine>,
    board: &'b Scene,
    points_per_unit: f64,
    /// The width of the texts below the board.
    text_width: f64,
    below: VecDeque<TextLine>,
    /// The title of the chapter that begins with this figure, if its heading is in the column.
    chapter: Option<&'b str>,
}

/// A chapter and one of its figures.
type Entry<'b> = (&'b Chapter, &'b Figure);

/// Arranges chapters on pages of at most `per_page` figures; without such a number on as few pages as legible letters
/// allow, with boards as large as these pages have room for.
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
    let grids: Vec<(usize, Grid)> = grids
        .map(|grid| (arranged(chapters, grid, area).len(), grid))
        .collect();
    let least = grids.iter().map(|(count, _)| *count).min().unwrap_or(1);
    // Larger boards are worth some pages.
    let few = grids
        .into_iter()
        .filter(|(count, _)| 5 * count <= 6 * least);
    let size = |grid: &Grid| grid.points_per_unit;
    let grid = few
        .map(|(_, grid)| grid)
        .max_by(|one, other| size(one).total_cmp(&size(other)));
    let grid = grid.unwrap_or_else(|| Grid::largest(chapters, None, 1, area));
    arranged(chapters, grid, area)
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
            let cell =
                |&entry: &Entry<'b>| grid.cell(entry, group.is_compact, grid.scale_of(entry.0));
            entries.iter().map(cell).collect()
        };
        let mut entries = &entries[..];
        if !group.is_compact
            && let Some((chapter, _)) = entries.first()
        {
            let first = cells(&entries[..pages.next_row(entries.len())]);
            pages.heading(chapter, Grid::height(&first));
        }
        while !entries.is_empty() {
            let row = cells(&entries[..pages.next_row(entries.len())]);
            if !pages.has_room(Grid::height(&row)) && pages.has_content {
                // There may be room for more.
                pages.begin_page();
                continue;
            }
            entries = &entries[row.len()..];
            // A lone figure stands below its heading.
            let is_lone = row.len() == 1 && pages.figures == 0 && entries.is_empty();
            pages.row(row, is_lone && !group.is_compact);
        }
    }
    for page in &mut pages.pages {
        page.spread(area);
    }
    pages.pages
}

/// Chapters that are arranged together.
struct Group<'b> {
    chapters: &'b [Chapter],
    /// Whether the headings are in the columns: several chapters of one figure share a row.
    is_compact: bool,
}

fn groups(chapters: &[Chapter]) -> impl Iterator<Item = Group<'_>> {
    let is_short = |chapter: &Chapter| chapter.figures.len() <= 1;
    let groups = chapters.chunk_by(move |one, next| is_short(one) && is_short(next));
    groups.map(|chapters| Group {
        chapters,
        is_compact: chapters.len() > 1,
    })
}

/// The heading of a chapter.
fn heading(chapter: &Chapter, width: f64) -> Vec<TextLine> {
    let mut lines = Kind::Heading.lines(&chapter.title, width);
    lines.extend(Kind::Details.lines(&chapter.details, width));
    lines
}

impl Grid {
    /// The grids for up to four figures on a page in which all letters are legible.
    fn legible(chapters: &[Chapter], area: Area) -> Vec<Grid> {
        let figures = || chapters.iter().flat_map(|chapter| &chapter.figures);
        let smallest = figures().map(|figure| figure.board.smallest_letters());
        let smallest = smallest.fold(f64::INFINITY, f64::min);
        let sizes = || figures().map(|figure| figure.board.frame);
        let width = sizes().map(|frame| frame.width).fold(1.0, f64::max);
        let height = sizes().map(|frame| frame.height).fold(1.0, f64::max);
        let count = figures().count();
        let taller = match count {
            0..MANY_FIGURES => &TALLER[..],
            _ => &TALLER[..1],
        };
        let mut grids = Vec::new();
        for room in 1..=USUAL_FIGURES.min(count).max(1) {
            for columns in 1..=room.min(2) {
                let grid = Grid::with_columns(columns, chapters, room, area);
                grids.extend(taller.iter().map(|times| {
                    let mut grid = Grid {
                        per_page: usize::MAX,
                        board_height: (grid.board_height * times).min(area.height),
                        ..grid
                    };
                    grid.points_per_unit = grid.scale(width, height);
                    grid
                }));
            }
        }
        grids.retain(|grid| smallest * grid.points_per_unit >= LEGIBLE);
        grids
    }

    /// The grid for this many figures on a page in which the boards are largest.
    fn largest(chapters: &[Chapter], per_page: Option<usize>, room: usize, area: Area) -> Grid {
        let grid = |columns: usize| Grid::with_columns(columns, chapters, room, area);
        let others = (2..=room.min(MOST_COLUMNS)).map(grid);
        let best = others.fold(grid(1), |best, other| {
            if other.points_per_unit > best.points_per_unit {
                other
            } else {
                best
            }
        });
        Grid {
            per_page: per_page.map_or(usize::MAX, |most| most.max(1)),
            ..best
        }
    }

    fn with_columns(columns: usize, chapters: &[Chapter], room: usize, area: Area) -> Grid {
        let rows = room.div_ceil(columns);
        let share =
            |whole: f64, parts: usize, gap: f64| (whole - gap * (parts - 1) as f64) / parts as f64;
        let mut grid = Grid {
            columns,
            per_page: room,
            column_width: share(area.width, columns, GUTTER),
            board_height: 0.0,
            points_per_unit: 0.0,
        };
        let (mut width, mut height_of_boards) = (1.0_f64, 1.0_f64);
        let (mut texts, mut headings) = (Vec::new(), 0.0_f64);
        for group in groups(chapters) {
            for chapter in group.chapters {
                if !group.is_compact {
                    let own = height(&heading(chapter, area.width)) + BELOW_HEADING;
                    headings = headings.max(own);
                }
                for figure in &chapter.figures {
                    let cell = grid.cell((chapter, figure), group.is_compact, 1.0);
                    width = width.max(figure.board.frame.width);
                    height_of_boards = height_of_boards.max(figure.board.frame.height);
                    let below = height(cell.below.as_slices().0);
                    texts.push(height(&cell.above) + below);
                }
            }
        }
        let row = share(area.height - headings.min(area.height / 4.0), rows, ROW_GAP);
        // There is room for the texts of most figures; the longest ones take that of others.
        texts.sort_by(f64::total_cmp);
        let text = texts.get(texts.len() * 4 / 5).copied().unwrap_or(0.0);
        grid.board_height = row - (text + ABOVE_BOARD).min(row / 2.0);
        grid.points_per_unit = grid.scale(width, height_of_boards);
        grid
    }

    /// The scale in which a board of this width and height, in its units, fits.
    fn scale(&self, width: f64, height: f64) -> f64 {
        let fitting = (self.column_width / width).min(self.board_height / height);
        fitting.min(LARGEST)
    }

    /// The scale of the boards of a chapter.
    fn scale_of(&self, chapter: &Chapter) -> f64 {
        let frames = chapter.figures.iter().map(|figure| figure.board.frame);
        let scales = frames.map(|frame| self.scale(frame.width, frame.height));
        scales.fold(LARGEST, f64::min)
    }

    fn cell<'b>(
        &self,
        (chapter, figure): Entry<'b>,
        is_compact: bool,
        points_per_unit: f64,
    ) -> Cell<'b> {
        let width = self.column_width;
        let mut above = if is_compact {
            heading(chapter, width)
        } else {
            Vec::new()
        };
        above.extend(Kind::Title.lines(figure.title.as_deref().unwrap_or_default(), width));
        let text_width = (figure.board.frame.width * points_per_unit)
            .max(TEXT)
            .min(width);
        let mut below = Kind::Caption.lines(&figure.caption, text_width);
        below.extend(
            figure
                .notes
                .iter()
                .flat_map(|note| Kind::Note.lines(note, text_width)),
        );
        Cell {
            above,
            board: &figure.board,
            points_per_unit,
            text_width,
            below: below.into(),
            chapter: is_compact.then_some(&chapter.title),
        }
    }

    /// How far the boards of a row are below its upper end.
    fn above(row: &[Cell]) -> f64 {
        match largest(row, |cell| height(&cell.above)) {
            0.0 => 0.0,
            above => above + ABOVE_BOARD,
        }
    }

    /// The height of the boards of a row.
    fn boards(row: &[Cell]) -> f64 {
        largest(row, |cell| cell.points_per_unit * cell.board.frame.height)
    }

    /// The height of a row.
    fn height(row: &[Cell]) -> f64 {
        let below = largest(row, |cell| cell.below.iter().map(TextLine::height).sum());
        Grid::above(row) + Grid::boards(row) + below
    }

    fn left(&self, column: usize) -> f64 {
        column as f64 * (self.column_width + GUTTER)
    }
}

fn largest(row: &[Cell], length: impl Fn(&Cell) -> f64) -> f64 {
    row.iter().map(length).fold(0.0, f64::max)
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

impl Page<'_> {
    /// Moves the rows down, so that they fill the area: the space above, between and below them grows. A heading stays
    /// where it is.
    fn spread(&mut self, area: Area) {
        let bottom = self.placed.iter().map(Placed::bottom).fold(0.0, f64::max);
        let space = area.height - bottom;
        // The space around a single board is not limited.
        let boards = self.placed.iter();
        let boards = boards.filter(|placed| matches!(placed, Placed::Board { .. }));
        let most = if boards.count() == 1 {
            f64::INFINITY
        } else {
            MOST_SPREAD
        };
        let each = (space / (self.rows.len() as f64 + 1.0)).clamp(0.0, most);
        for (index, placed) in self.placed.iter_mut().enumerate() {
            let rows = self.rows.partition_point(|&begin| begin <= index);
            *placed.top() += each * rows as f64;
        }
    }
}

impl Placed<'_> {
    fn top(&mut self) -> &mut f64 {
        match self {
            Placed::Text { top, .. } | Placed::Board { top, .. } => top,
        }
    }

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
        let boards = top + Grid::above(&row);
        let below = boards + Grid::boards(&row);
        let mut used: f64 = 0.0;
        let begin = self.page().placed.len();
        self.page().rows.push(begin);
        let inset = |cell: &Cell| (grid.column_width - cell.text_width) / 2.0;
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
            let left = left + inset(cell);
            used = used.max(self.text(left, cell.text_width, below, &mut cell.below));
        }
        self.top = below + used + ROW_GAP;
        self.figures += row.len();
        self.has_content = true;
        while row.iter().any(|cell| !cell.below.is_empty()) {
            self.begin_page();
            let mut used: f64 = 0.0;
            for (column, cell) in row.iter_mut().enumerate() {
                let left = start + grid.left(column) + inset(cell);
                used = used.max(self.text(left, cell.text_width, 0.0, &mut cell.below));
            }
            self.top = used + ROW_GAP;
            self.has_content = true;
        }
    }
}
