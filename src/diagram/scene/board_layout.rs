//! Where the points of a board lie in the image, and which of them are shown.

use std::{borrow::Cow, cmp::Reverse, ops::RangeInclusive};

use super::{
    CellOutline, ImagePoint, Rect,
    crop::{named_locations, visible_part},
    level_boards::{LevelBoard, arrange},
};
use crate::{
    diagram::{Corner, Diagram, Location, Style, View},
    games::{Game, Piece, Point, Rules, Size, StoneColor},
};

/// Half the square root of three: the distance between rows of hexagons.
const ROW: f64 = 0.866_025;
// Margo seen from a corner: the board is turned by 20° from where that corner is left below.
/// A step along a row: how far it goes to the right, and how far away from the viewer.
const TURN: (f64, f64) = (0.939_693, 0.342_02);
/// The apparent length of a step away from the viewer.
const TILT: f64 = 0.6;
/// The apparent length of a step up, for an eye that looks down at the same angle.
const RISE: f64 = 0.8;
/// The distance between levels of marbles that touch: the height of a pyramid of four below one.
const LEVEL: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// How high the center of a marble is above the board, whose holes it sinks into.
const SEAT: f64 = 0.36;

/// The kind of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum BoardKind {
    Square,
    Hexagon,
    Pyramid,
    /// How high a level is drawn above the one below it, and a marble above its hole.
    Corner {
        level: f64,
        seat: f64,
        nearest: Corner,
    },
    /// A board for each level, seen from above.
    Levels {
        nearest: Corner,
    },
}

/// A board and the part of it that is shown.
pub(super) struct BoardLayout {
    pub(super) game: Game,
    size: Size,
    pub(super) kind: BoardKind,
    pub(super) columns: RangeInclusive<u16>,
    pub(super) rows: RangeInclusive<u16>,
    /// The last column and row that the board has.
    pub(super) last: (u16, u16),
    /// The pieces, level by level, each row by row from the top.
    pieces: Vec<Piece>,
    /// Margo: the highest level with a marble at each point of the doubled grid, row by row; 0 without one.
    heights: Vec<u8>,
    /// The boards of levels that are drawn apart.
    boards: Vec<LevelBoard>,
    /// Bamogo: the colors of the ruleset.
    pub(super) colors: Vec<StoneColor>,
    margins: (f64, f64),
    origin: ImagePoint,
    extent: (f64, f64),
}

impl BoardLayout {
    pub(super) fn new(diagram: &Diagram, style: &Style) -> BoardLayout {
        let position = diagram.position;
        let (game, size) = (position.game(), position.size());
        let side = u16::from(size.columns);
        let (kind, last) = match game {
            Game::Bargo => (BoardKind::Hexagon, (2 * side - 1, 2 * side - 1)),
            Game::Margo => {
                let kind = match style.view {
                    View::Top => BoardKind::Pyramid,
                    View::Iso => BoardKind::Corner {
                        level: LEVEL * RISE,
                        seat: SEAT * RISE,
                        nearest: style.corner,
                    },
                    View::Exploded => BoardKind::Levels {
                        nearest: style.corner,
                    },
                };
                (kind, (2 * side - 1, 2 * side - 1))
            }
            _ => (BoardKind::Square, (side, u16::from(size.rows))),
        };
        let (columns, rows) = visible_part(diagram, style.crop, last);
        let mut board = BoardLayout {
            game,
            size,
            kind,
            columns,
            rows,
            last,
            pieces: Vec::new(),
            heights: Vec::new(),
            boards: Vec::new(),
            colors: match position.rules() {
                Rules::Bamogo(rules) => rules.colors.clone(),
                _ => Vec::new(),
            },
            margins: margins(kind, game, style.coordinates),
            origin: ImagePoint { x: 0.0, y: 0.0 },
            extent: (0.0, 0.0),
        };
        board.add_pieces(&diagram.pieces());
        if let BoardKind::Levels { .. } = board.kind {
            let named = named_locations(diagram).filter_map(|location| location.level);
            let named = named.max().unwrap_or(1);
            board.add_level_boards(named.max(style.min_levels), style);
            if style.in_book {
                // The images of a book have the same arrangement, but no room for levels that they do not have.
                board.boards.truncate(named.into());
            }
        }
        board.fit(style.min_levels);
        board
    }

    fn add_pieces(&mut self, pieces: &[Piece]) {
        // Of several pieces at one place the last counts.
        self.pieces = pieces.iter().rev().copied().collect();
        self.pieces.sort_by_key(|&piece| order(piece.into()));
        (self.pieces).dedup_by_key(|piece| order((*piece).into()));
        if self.game != Game::Margo {
            return;
        }
        let (columns, rows) = (usize::from(self.last.0), usize::from(self.last.1));
        self.heights = vec![0; columns * rows];
        for &piece in pieces {
            let index = self.height_index(piece.point());
            if let Some(height) = index.and_then(|index| self.heights.get_mut(index)) {
                *height = level(piece.into()).max(*height);
            }
        }
    }

    fn height_index(&self, point: Point) -> Option<usize> {
        let is_on_grid = (1..=self.last.0).contains(&point.column) && point.row >= 1;
        let before = || usize::from(point.row - 1) * usize::from(self.last.0);
        is_on_grid.then(|| before() + usize::from(point.column - 1))
    }

    /// The highest level with a marble at a point.
    fn height(&self, point: Point) -> Option<u8> {
        let height = *self.heights.get(self.height_index(point)?)?;
        (height > 0).then_some(height)
    }

    /// Arranges the boards of this many levels.
    fn add_level_boards(&mut self, count: u8, style: &Style) {
        let is_whole = self.is_whole();
        let levels = 1..=count.clamp(1, self.size.columns);
        self.boards = levels
            .map(|level| LevelBoard::new(level, &self.columns, &self.rows, is_whole))
            .collect();
        let is_turned = matches!(self.nearest(), Corner::SouthEast | Corner::NorthWest);
        arrange(&mut self.boards, is_turned, style.coordinates);
    }

    /// Settles where the image begins and how large it is.
    fn fit(&mut self, min_levels: u8) {
        let level = |point| {
            let levels = self.game.levels(self.size, point).into_iter();
            let highest = levels.take_while(|&level| level <= min_levels).last();
            self.height(point).max(highest).unwrap_or(1)
        };
        let locations: Vec<Location> = match self.kind {
            BoardKind::Levels { .. } => (self.boards.iter().zip(1..))
                .flat_map(|(board, number)| {
                    let ends = [board.columns.start(), board.columns.end()];
                    let rows = [board.rows.start(), board.rows.end()];
                    let corners = ends
                        .into_iter()
                        .flat_map(move |&column| rows.map(|&row| Point::new(column, row)));
                    corners.map(move |corner| Location::on_level(corner, number))
                })
                .collect(),
            BoardKind::Corner { .. } => (self.points())
                .flat_map(|point| [1, level(point)].map(|level| Location::on_level(point, level)))
                .collect(),
            // From above it does not matter how high a marble is, and nothing is beyond the ends of rows.
            _ => (self.rows.clone())
                .flat_map(|row| self.ends_of(row))
                .map(|point| Location::on_level(point, 1))
                .collect(),
        };
        let places: Vec<ImagePoint> = (locations.iter())
            .map(|location| {
                let (column, row) = (location.point.column.into(), location.point.row.into());
                let level = location.level.unwrap_or(1);
                let seat = self.seat();
                self.project(column, row, f64::from(level - 1))
                    .moved(0.0, -seat)
            })
            .collect();
        let bounds = |along: fn(&ImagePoint) -> f64| {
            let places = places.iter().map(along);
            let low = places.clone().fold(f64::INFINITY, f64::min);
            (low, places.fold(f64::NEG_INFINITY, f64::max))
        };
        let (left, right) = bounds(|at| at.x);
        let (top, bottom) = bounds(|at| at.y);
        self.origin = ImagePoint {
            x: self.margins.0 - left,
            y: self.margins.1 - top,
        };
        self.extent = (right - left, bottom - top);
    }

    pub(super) fn frame(&self) -> Rect {
        Rect {
            left: 0.0,
            top: 0.0,
            width: self.extent.0 + 2.0 * self.margins.0,
            height: self.extent.1 + 2.0 * self.margins.1,
        }
    }

    pub(super) fn outline(&self) -> CellOutline {
        match self.kind {
            BoardKind::Hexagon => CellOutline::Hexagon,
            _ => CellOutline::Square,
        }
    }

    /// The radius of the pieces.
    pub(super) fn radius(&self) -> f64 {
        match (self.kind, self.game) {
            (BoardKind::Hexagon, _) => 0.3,
            (BoardKind::Pyramid | BoardKind::Corner { .. } | BoardKind::Levels { .. }, _) => 0.49,
            (BoardKind::Square, Game::Bamogo) => 0.4,
            (BoardKind::Square, _) => 0.475,
        }
    }

    /// The levels that have boards of their own; otherwise 1 alone.
    pub(super) fn levels(&self) -> RangeInclusive<u8> {
        1..=(self.boards.len() as u8).max(1)
    }

    /// The board of a level, if levels are drawn apart.
    pub(super) fn level_board(&self, level: u8) -> Option<&LevelBoard> {
        self.boards.get(usize::from(level.saturating_sub(1)))
    }

    /// The columns and rows of the board on which a level is drawn.
    pub(super) fn lines_of(&self, level: u8) -> [&RangeInclusive<u16>; 2] {
        match self.level_board(level) {
            Some(board) => [&board.columns, &board.rows],
            None => [&self.columns, &self.rows],
        }
    }

    /// The areas of the boards of levels, each with the space around it; none if there are no such boards.
    pub(super) fn level_areas(&self) -> Vec<Rect> {
        /// From the first hole to the left and the upper end of the area of its board.
        const BEFORE: (f64, f64) = (1.08, 1.6);
        let area = |board: &LevelBoard| Rect {
            left: self.origin.x + board.at.0 - BEFORE.0,
            top: self.origin.y + board.at.1 - BEFORE.1,
            width: board.size.0,
            height: board.size.1,
        };
        self.boards.iter().map(area).collect()
    }

    pub(super) fn is_seen_from_corner(&self) -> bool {
        matches!(self.kind, BoardKind::Corner { .. })
    }

    /// How high a circle on the board looks for its width.
    pub(super) fn tilt(&self) -> f64 {
        if self.is_seen_from_corner() {
            TILT
        } else {
            1.0
        }
    }

    /// The points that are shown.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        let rows = self.rows.clone();
        rows.flat_map(|row| {
            self.columns
                .clone()
                .map(move |column| Point::new(column, row))
        })
        .filter(|&point| self.game.has_point(self.size, point))
    }

    /// The first and the last point of a row that are shown.
    fn ends_of(&self, row: u16) -> impl Iterator<Item = Point> {
        let point = |column: u16| Some(Point::new(column, row)).filter(|&point| self.has(point));
        let first = self.columns.clone().find_map(point);
        let last = self.columns.clone().rev().find_map(point);
        first.into_iter().chain(last)
    }

    pub(super) fn has(&self, point: Point) -> bool {
        self.game.has_point(self.size, point)
    }

    pub(super) fn shows(&self, point: Point) -> bool {
        self.columns.contains(&point.column) && self.rows.contains(&point.row) && self.has(point)
    }

    /// The pieces that are shown, in the order in which they are drawn: those below and
    /// behind others first, then row by row from the top.
    pub(super) fn pieces(&self) -> Cow<'_, [Piece]> {
        let is_from_above = !matches!(
            self.kind,
            BoardKind::Corner { .. } | BoardKind::Levels { .. }
        );
        if is_from_above && self.is_whole() {
            return Cow::Borrowed(&self.pieces);
        }
        let shown = self.pieces.iter().filter(|piece| self.shows(piece.point()));
        let mut pieces: Vec<Piece> = shown.copied().collect();
        if self.is_seen_from_corner() {
            let nearness = |piece: &Piece| self.nearness(piece.point(), level((*piece).into()));
            pieces.sort_by(|one, other| nearness(one).total_cmp(&nearness(other)));
        }
        if let BoardKind::Levels { .. } = self.kind {
            pieces.sort_by_key(|&piece| (level(piece.into()), self.at(piece.into())));
        }
        pieces.into()
    }

    /// Whether the whole board is shown.
    fn is_whole(&self) -> bool {
        self.columns == (1..=self.last.0) && self.rows == (1..=self.last.1)
    }

    /// The level that a place without one means.
    fn level(&self, location: Location) -> u8 {
        let lowest = if self.game == Game::Margo {
            2 - (location.point.column % 2) as u8
        } else {
            1
        };
        let height = || self.height(location.point);
        // A board of a level has only its own places.
        let has_place = |&level: &u8| {
            let level = u16::from(level);
            let has_line = |line: u16| {
                line >= level && line + level <= self.last.0 + 1 && line % 2 == level % 2
            };
            self.boards.is_empty()
                || [location.point.column, location.point.row]
                    .into_iter()
                    .all(has_line)
        };
        let level = location.level.filter(has_place);
        level.or_else(height).unwrap_or(lowest)
    }

    /// A place with the level that it means.
    pub(super) fn on_level(&self, location: Location) -> Location {
        match self.game {
            Game::Margo => Location::on_level(location.point, self.level(location)),
            _ => location,
        }
    }

    /// The highest level with a marble.
    pub(super) fn highest(&self) -> u8 {
        self.heights.iter().copied().max().unwrap_or(0).max(1)
    }

    pub(super) fn piece(&self, location: Location) -> Option<Piece> {
        let place = Location::on_level(location.point, self.level(location));
        let pieces = &self.pieces;
        let found = pieces.binary_search_by_key(&order(place), |&piece| order(piece.into()));
        found.ok().map(|index| pieces[index])
    }

    /// How near a marble is to the viewer: those with a larger depth cover others.
    pub(super) fn depth(&self, piece: Piece) -> i32 {
        let level = level(piece.into());
        if self.is_seen_from_corner() {
            (self.nearness(piece.point(), level) * 1e6).round() as i32
        } else {
            i32::from(level)
        }
    }

    /// Where a location is drawn.
    pub(super) fn at(&self, location: Location) -> ImagePoint {
        let (column, row) = (location.point.column.into(), location.point.row.into());
        self.marble_place(column, row, self.level(location))
    }

    /// Where the center of a marble is drawn that is in this column and row of this level, whether or not the board has
    /// the place.
    pub(super) fn marble_place(&self, column: f64, row: f64, level: u8) -> ImagePoint {
        let above = f64::from(level.saturating_sub(1));
        self.project(column, row, above).moved(0.0, -self.seat())
    }

    /// How high a marble is drawn above its hole.
    fn seat(&self) -> f64 {
        match self.kind {
            BoardKind::Corner { seat, .. } => seat,
            _ => 0.0,
        }
    }

    /// Where something is drawn that lies at these columns and rows, perhaps beside
    /// the board.
    pub(super) fn project(&self, column: f64, row: f64, level: f64) -> ImagePoint {
        let (x, y) = match self.kind {
            BoardKind::Square => (column, -row),
            BoardKind::Hexagon => (column - row / 2.0, -row * ROW),
            BoardKind::Pyramid => (column / 2.0, -row / 2.0),
            BoardKind::Corner { level: height, .. } => {
                let (right, away) = self.rotated(column, row);
                (right, -away * TILT - level * height)
            }
            BoardKind::Levels { .. } => {
                let Some(board) = self.level_board(level as u8 + 1) else {
                    return self.origin;
                };
                let end = |lines: &RangeInclusive<u16>, is_last: bool| {
                    f64::from(if is_last {
                        *lines.end()
                    } else {
                        *lines.start()
                    })
                };
                let corners = [false, true].map(|is_last| {
                    self.turned(end(&board.columns, is_last), end(&board.rows, is_last))
                });
                let [one, other] = corners;
                let (column, row) = self.turned(column, row);
                (
                    board.at.0 + (column - one.0.min(other.0)) / 2.0,
                    board.at.1 + (one.1.max(other.1) - row) / 2.0,
                )
            }
        };
        self.origin.moved(x, y)
    }

    /// Where a point of the doubled grid lies seen from a corner: how far to the right and how far away from the eye.
    fn rotated(&self, column: f64, row: f64) -> (f64, f64) {
        let (column, row) = self.turned(column, row);
        let (along, across) = TURN;
        (
            f64::midpoint(column * along, -row * across),
            f64::midpoint(column * across, row * along),
        )
    }

    /// The column and row of a point if the board is turned so that the nearest corner is in the south-west.
    fn turned(&self, column: f64, row: f64) -> (f64, f64) {
        let (columns, rows) = (f64::from(self.last.0) + 1.0, f64::from(self.last.1) + 1.0);
        match self.nearest() {
            Corner::SouthWest => (column, row),
            Corner::SouthEast => (row, columns - column),
            Corner::NorthEast => (columns - column, rows - row),
            Corner::NorthWest => (rows - row, column),
        }
    }

    /// How near a marble is to an eye that looks down on the nearest corner at some 37°, in steps between holes; levels
    /// are the square root of ½ apart.
    fn nearness(&self, point: Point, level: u8) -> f64 {
        let (_, away) = self.rotated(point.column.into(), point.row.into());
        0.424 * f64::from(level) - 0.8 * away
    }

    /// The corner that is nearest to the eye.
    pub(super) fn nearest(&self) -> Corner {
        match self.kind {
            BoardKind::Corner { nearest, .. } | BoardKind::Levels { nearest, .. } => nearest,
            _ => Corner::default(),
        }
    }
}

/// The level of a place; 1 where there are no levels.
fn level(place: Location) -> u8 {
    place.level.unwrap_or(1)
}

/// The order of places: level by level, each row by row from the top.
fn order(place: Location) -> (u8, Reverse<u16>, u16) {
    let point = place.point;
    (level(place), Reverse(point.row), point.column)
}

/// How far the outermost points are from the edge of the image: to the left and
/// right, above and below.
fn margins(kind: BoardKind, game: Game, coordinates: bool) -> (f64, f64) {
    match (kind, coordinates) {
        (BoardKind::Square, true) if game == Game::Bamogo => (1.75, 1.75),
        (BoardKind::Square, false) if game == Game::Bamogo => (1.3, 1.3),
        (BoardKind::Square, true) => (1.15, 1.15),
        (BoardKind::Square, false) => (0.75, 0.75),
        (BoardKind::Hexagon, true) => (1.25, 1.25),
        (BoardKind::Hexagon, false) => (0.8, 0.85),
        (BoardKind::Pyramid, true) => (1.25, 1.25),
        (BoardKind::Pyramid, false) => (0.85, 0.85),
        (BoardKind::Corner { .. }, true) => (1.8, 1.15),
        (BoardKind::Corner { .. }, false) => (1.2, 0.75),
        (BoardKind::Levels { .. }, true) => (1.35, 1.6),
        (BoardKind::Levels { .. }, false) => (0.95, 1.5),
    }
}
