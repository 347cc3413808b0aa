//! Columns and sizes of a book.

use super::{
    cells::{ABOVE_BOARD, Cell, groups, heading},
    chapter::Chapter,
    paragraph::height,
};

/// Points between columns.
const GUTTER: f64 = 20.0;
/// Points between rows.
pub(super) const ROW_GAP: f64 = 16.0;
/// Points below a heading.
pub(super) const BELOW_HEADING: f64 = 12.0;
/// The maximum scale, in points per unit of the board: small boards stay small.
const LARGEST: f64 = 40.0;
/// The rows of a page, in one column and in two, if nothing else is asked for: boards are not smaller.
const USUAL_ROWS: [usize; 2] = [3, 2];
/// The smallest legible letters in points. A page has fewer figures rather than smaller ones.
const LEGIBLE: f64 = 5.0;
/// From a scale that is tried to the next.
const SMALLER: f64 = 0.97;
/// The same for many figures.
const MUCH_SMALLER: f64 = 0.85;
/// With more figures, fewer sizes are tried.
const MANY_FIGURES: usize = 200;
/// With more figures in a row they are too small to read, and the gutters take the space.
const MOST_COLUMNS: usize = 8;

/// The area of a page that is filled: width and height in points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Columns and sizes of a book.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) columns: usize,
    /// The most figures of a page.
    pub(super) per_page: usize,
    pub(super) column_width: f64,
    /// The maximum height of a board.
    board_height: f64,
    /// The scale of the largest board.
    pub(super) points_per_unit: f64,
}

impl Grid {
    /// The grids in which all letters are legible: one column or two, with boards of many sizes.
    pub(super) fn legible(chapters: &[Chapter], area: Area) -> Vec<Grid> {
        let figures = || chapters.iter().flat_map(|chapter| &chapter.figures);
        let smallest = figures().map(|figure| figure.board.smallest_letters());
        let smallest = smallest.fold(f64::INFINITY, f64::min);
        let sizes = || figures().map(|figure| figure.board.frame);
        let width = sizes().map(|frame| frame.width).fold(1.0, f64::max);
        let height = sizes().map(|frame| frame.height).fold(1.0, f64::max);
        let count = figures().count();
        let step = match count {
            0..MANY_FIGURES => SMALLER,
            _ => MUCH_SMALLER,
        };
        let mut grids = Vec::new();
        for (columns, rows) in (1..).zip(USUAL_ROWS) {
            let usual = Grid::with_columns(columns, chapters, columns * rows, area);
            let most = (usual.column_width / width).min(area.height / height);
            let mut scale = most.min(LARGEST);
            loop {
                // In the end as small as usual.
                let is_last = scale <= usual.points_per_unit;
                scale = scale.max(usual.points_per_unit);
                grids.push(Grid {
                    per_page: usize::MAX,
                    board_height: scale * height,
                    points_per_unit: scale,
                    ..usual
                });
                if is_last || columns > count {
                    break;
                }
                scale *= step;
            }
        }
        grids.retain(|grid| smallest * grid.points_per_unit >= LEGIBLE);
        grids
    }

    /// The grid for this many figures on a page in which the boards are largest.
    pub(super) fn largest(
        chapters: &[Chapter],
        per_page: Option<usize>,
        room: usize,
        area: Area,
    ) -> Grid {
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
                    // As if the board filled the column.
                    let scale = grid.column_width / figure.board.frame.width;
                    let entry = (chapter, figure);
                    let cell = Cell::new(entry, group.is_compact, grid.column_width, scale);
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
    pub(super) fn scale_of(&self, chapter: &Chapter) -> f64 {
        let frames = chapter.figures.iter().map(|figure| figure.board.frame);
        let scales = frames.map(|frame| self.scale(frame.width, frame.height));
        scales.fold(LARGEST, f64::min)
    }

    pub(super) fn left(&self, column: usize) -> f64 {
        column as f64 * (self.column_width + GUTTER)
    }
}
