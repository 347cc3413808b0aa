//! A text diagram on the screen: its characters with their styles, where its points are, and what does not fit scrolls.

use ratatui_core::{
    buffer::Buffer,
    layout::{Position as ScreenPosition, Rect},
    style::{Modifier, Style},
};

use super::styled_line::{StyledLine, draw_line, styled};
use crate::{
    diagram::{Diagram, TextOptions, text_board},
    games::{Direction, Game, Point},
};

/// How screens look.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScreenStyle {
    pub(super) ascii: bool,
    pub(super) color: bool,
}

/// A board to be drawn.
#[derive(Debug, Default)]
pub(super) struct BoardView {
    lines: Vec<StyledLine>,
    points: Vec<(Point, [usize; 2])>,
    /// The lines below the board.
    pub(super) notes: Vec<StyledLine>,
    is_hexagon: bool,
    ascii: bool,
}

/// Where a board is drawn, and which part of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Viewport {
    pub(super) area: Rect,
    /// The first column and line that are shown.
    scroll: [usize; 2],
    /// How many columns and lines at its beginning show coordinates in place of the board.
    pinned: [usize; 2],
}

/// What is at a location of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardHit {
    Point(Point),
    /// An edge of a cell.
    Edge(Point, Direction),
}

/// The directions of the arrow keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrow {
    Up,
    Down,
    Left,
    Right,
}

impl BoardView {
    /// The text of a diagram in full width, its notes at most this wide.
    pub(super) fn new(
        diagram: &Diagram,
        options: &TextOptions,
        style: ScreenStyle,
        notes_width: usize,
    ) -> BoardView {
        let options = TextOptions {
            ascii: style.ascii,
            color: style.color,
            width: usize::from(u16::MAX),
            ..*options
        };
        let drawn = text_board(diagram, &options, notes_width);
        let styled = |lines: Vec<String>| lines.iter().map(|line| styled(line)).collect();
        BoardView {
            lines: styled(drawn.board),
            points: drawn.points,
            notes: styled(drawn.notes),
            is_hexagon: diagram.position.game() == Game::Bargo,
            ascii: style.ascii,
        }
    }

    /// Shows a point with another character.
    pub(super) fn replace(&mut self, point: Point, character: impl FnOnce(char) -> char) {
        let at = self.location(point);
        let shown = at.and_then(|[x, y]| self.lines.get_mut(y)?.get_mut(x));
        if let Some((shown, _)) = shown {
            *shown = character(*shown);
        }
    }

    /// The board, and the lines below it as texts.
    pub(super) fn into_parts(self) -> (Vec<StyledLine>, Vec<String>) {
        let text = |line: &StyledLine| line.iter().map(|(letter, _)| letter).collect();
        let notes = self.notes.iter().map(text).collect();
        (self.lines, notes)
    }

    pub(super) fn width(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    pub(super) fn height(&self) -> usize {
        self.lines.len()
    }

    /// The point in the middle of the board.
    pub(super) fn middle(&self) -> Option<Point> {
        let [x, y] = [self.width() / 2, self.height() / 2];
        let distance = |&&(_, [px, py]): &&(Point, [usize; 2])| px.abs_diff(x) + 2 * py.abs_diff(y);
        let nearest = self.points.iter().min_by_key(distance);
        nearest.map(|(point, _)| *point)
    }

    fn location(&self, point: Point) -> Option<[usize; 2]> {
        let mut points = self.points.iter();
        points.find(|(other, _)| *other == point).map(|(_, at)| *at)
    }

    /// The point next to another one in a direction; itself at the edge.
    pub(super) fn next(&self, point: Point, arrow: Arrow) -> Point {
        let Some([x, y]) = self.location(point) else {
            return self.middle().unwrap_or(point);
        };
        let points = self.points.iter().copied();
        let found = match arrow {
            Arrow::Left | Arrow::Right => {
                let is_ahead = |other: usize| (arrow == Arrow::Right) == (other > x) && other != x;
                let row = points.filter(|&(_, at)| at[1] == y && is_ahead(at[0]));
                row.min_by_key(|&(_, at)| at[0].abs_diff(x))
            }
            Arrow::Up | Arrow::Down => {
                let is_ahead = |other: usize| (arrow == Arrow::Down) == (other > y) && other != y;
                // Rows that are shifted against each other are gone through in a zigzag.
                let prefers_right = point.row % 2 == 1;
                points
                    .filter(|&(_, at)| is_ahead(at[1]))
                    .min_by_key(|&(_, at)| {
                        let (right, down) = (at[0].abs_diff(x), at[1].abs_diff(y));
                        let is_other_side = (at[0] > x) != prefers_right;
                        (right > 2 * down, down, right, is_other_side)
                    })
            }
        };
        found.map_or(point, |(point, _)| point)
    }

    /// Draws the part of the board around a point, which is highlighted; returns what is shown, and where the point is.
    pub(super) fn draw(
        &self,
        area: Rect,
        cursor: Option<Point>,
        before: Viewport,
        buffer: &mut Buffer,
    ) -> (Viewport, Option<ScreenPosition>) {
        let at = cursor.and_then(|point| self.location(point));
        let room = [usize::from(area.width), usize::from(area.height)];
        let size = [self.width(), self.height()];
        let mut scroll = before.scroll;
        for axis in 0..2 {
            if let Some(at) = at {
                // With a margin, so that the neighbors and the coordinates are seen.
                let margin = (room[axis] / 4).min(4);
                scroll[axis] = scroll[axis].min(at[axis].saturating_sub(margin));
                let least = (at[axis] + margin + 1).saturating_sub(room[axis]);
                scroll[axis] = scroll[axis].max(least);
            }
            scroll[axis] = scroll[axis].min(size[axis].saturating_sub(room[axis]));
        }
        let lines = self.lines.iter().skip(scroll[1]).take(room[1]);
        for (y, line) in (area.y..).zip(lines) {
            let line = part(line, scroll[0], room[0]);
            draw_line(line.iter(), area, y, buffer);
        }
        let pinned = self.draw_coordinates(area, scroll, buffer);
        let viewport = Viewport {
            area,
            scroll,
            pinned,
        };
        let shown = at.and_then(|at| viewport.on_screen(at));
        if let Some(shown) = shown
            && let Some(cell) = buffer.cell_mut(shown)
        {
            cell.set_style(Style::new().add_modifier(Modifier::REVERSED));
        }
        (viewport, shown)
    }

    /// Keeps the coordinates in sight while the board scrolls, and shows with arrows where it goes on. Returns how many
    /// columns and lines the coordinates take.
    fn draw_coordinates(&self, area: Rect, scroll: [usize; 2], buffer: &mut Buffer) -> [usize; 2] {
        /// Columns of a row number with a space, and how much of an area remains for the board.
        const NUMBERS: usize = 4;
        const LEAST: usize = 4;
        let room = [usize::from(area.width), usize::from(area.height)];
        let size = [self.width(), self.height()];
        let is_cut = |axis: usize| scroll[axis] > 0;
        let pinned = [
            if is_cut(0) && room[0] > 2 * NUMBERS + LEAST {
                NUMBERS
            } else {
                0
            },
            usize::from(is_cut(1) && room[1] > LEAST),
        ];
        let style = Style::new().add_modifier(Modifier::DIM);
        let mut put = |x: usize, y: usize, text: &str, style: Style| {
            for (x, letter) in (x..room[0]).zip(text.chars()) {
                let at = ScreenPosition::new(area.x + x as u16, area.y + y as u16);
                if let Some(cell) = buffer.cell_mut(at) {
                    cell.reset();
                    cell.set_char(letter).set_style(style);
                }
            }
        };
        let is_shown =
            |[_, y]: &[usize; 2]| (scroll[1] + pinned[1]..scroll[1] + room[1]).contains(y);
        if pinned[0] > 0 {
            for y in 0..room[1] {
                put(0, y, &" ".repeat(NUMBERS), style);
            }
            for (point, at) in self.points.iter().filter(|(_, at)| is_shown(at)) {
                put(0, at[1] - scroll[1], &format!("{:>3} ", point.row), style);
            }
        }
        if pinned[1] > 0 {
            put(0, 0, &" ".repeat(room[0]), style);
            // Of the first row that is shown.
            let first = self
                .points
                .iter()
                .filter(|(_, at)| is_shown(at))
                .map(|(_, at)| at[1])
                .min();
            for (point, at) in self.points.iter().filter(|(_, at)| Some(at[1]) == first) {
                let x = at[0].checked_sub(scroll[0]).filter(|x| *x >= pinned[0]);
                let text = point.to_string();
                let column = text.trim_end_matches(|digit: char| digit.is_ascii_digit());
                if let Some(x) = x {
                    put(x + 1 - column.len().min(x + 1), 0, column, style);
                }
            }
        }
        let signs = if self.ascii {
            ['<', '^', '>', 'v']
        } else {
            ['\u{25c4}', '\u{25b2}', '\u{25ba}', '\u{25bc}']
        };
        let [width, height] = room;
        let is_beyond = |axis: usize| scroll[axis] + room[axis] < size[axis];
        let style = Style::new().add_modifier(Modifier::REVERSED);
        if width > 0 && height > 0 {
            for (is_more, x, y, sign) in [
                (is_cut(0), 0, height - 1, signs[0]),
                (is_cut(1), width - 1, 0, signs[1]),
                (is_beyond(0), width - 1, height / 2, signs[2]),
                (is_beyond(1), width - 1, height - 1, signs[3]),
            ] {
                if is_more {
                    put(x, y, sign.encode_utf8(&mut [0; 4]), style);
                }
            }
        }
        pinned
    }

    /// What is at a location of the screen; of an edge between two cells, that of the chosen one.
    pub(super) fn hit(
        &self,
        viewport: Viewport,
        screen: ScreenPosition,
        cursor: Point,
    ) -> Option<BoardHit> {
        if !viewport.area.contains(screen) {
            return None;
        }
        let x = usize::from(screen.x - viewport.area.x);
        let y = usize::from(screen.y - viewport.area.y);
        if x < viewport.pinned[0] || y < viewport.pinned[1] {
            return None;
        }
        let (x, y) = (x + viewport.scroll[0], y + viewport.scroll[1]);
        let at = |x: usize, y: usize| {
            let mut points = self.points.iter();
            points
                .find(|(_, at)| *at == [x, y])
                .map(|(point, _)| *point)
        };
        if let Some(point) = at(x, y) {
            return Some(BoardHit::Point(point));
        }
        if !self.is_hexagon {
            let beside = at(x + 1, y).or_else(|| x.checked_sub(1).and_then(|x| at(x, y)));
            return beside.map(BoardHit::Point);
        }
        // Where the edges of a cell are, from its character.
        let edges = [
            (Direction::E, 1, 0),
            (Direction::E, 2, 0),
            (Direction::Ne, 1, -1),
            (Direction::Nw, -1, -1),
            (Direction::W, -1, 0),
            (Direction::W, -2, 0),
            (Direction::Sw, -1, 1),
            (Direction::Se, 1, 1),
        ];
        let mut hits = edges.into_iter().filter_map(|(edge, right, down)| {
            let point = at(x.checked_add_signed(-right)?, y.checked_add_signed(-down)?)?;
            Some((point, edge))
        });
        let first = hits.clone().next();
        let own = hits.find(|(point, _)| *point == cursor);
        own.or(first)
            .map(|(point, edge)| BoardHit::Edge(point, edge))
    }
}

impl Viewport {
    fn on_screen(self, [x, y]: [usize; 2]) -> Option<ScreenPosition> {
        let x = u16::try_from(x.checked_sub(self.scroll[0])?).ok()?;
        let y = u16::try_from(y.checked_sub(self.scroll[1])?).ok()?;
        let is_inside = x < self.area.width && y < self.area.height;
        is_inside.then(|| ScreenPosition::new(self.area.x + x, self.area.y + y))
    }
}

/// A part of a line, without coordinates of which only some characters are in it: they would be others.
fn part(line: &[(char, Style)], first: usize, width: usize) -> StyledLine {
    let end = line.len().min(first + width);
    let mut part: StyledLine = line.get(first..end).unwrap_or_default().to_vec();
    for is_in_name in [
        |letter: char| letter.is_ascii_digit(),
        |letter: char| letter.is_ascii_lowercase(),
    ] {
        let is_at = |at: usize| line.get(at).is_some_and(|cell| is_in_name(cell.0));
        let is_cut = |at: usize| at > 0 && is_at(at - 1) && is_at(at);
        if is_cut(first) {
            let name = part.iter_mut().take_while(|cell| is_in_name(cell.0));
            name.for_each(|cell| cell.0 = ' ');
        }
        if is_cut(end) {
            let name = part.iter_mut().rev();
            let name = name.take_while(|cell| is_in_name(cell.0));
            name.for_each(|cell| cell.0 = ' ');
        }
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Position, Rules, Size};

    fn view(game: Game, size: u8) -> (BoardView, Position) {
        let rules = Rules::default_for(game);
        let position = Position::new(&rules, Size::square(size), None).unwrap();
        let style = ScreenStyle {
            ascii: false,
            color: true,
        };
        let diagram = Diagram::new(&position);
        let view = BoardView::new(&diagram, &TextOptions::default(), style, 30);
        (view, position)
    }

    #[test]
    fn every_point_is_reached_with_the_arrow_keys() {
        for (game, size) in [
            (Game::Bargo, 4),
            (Game::Sygo, 9),
            (Game::Bamogo, 4),
            (Game::Margo, 4),
        ] {
            let (view, _) = view(game, size);
            let start = view.middle().unwrap();
            let mut reached = vec![start];
            let mut index = 0;
            while index < reached.len() {
                for arrow in [Arrow::Up, Arrow::Down, Arrow::Left, Arrow::Right] {
                    let next = view.next(reached[index], arrow);
                    if !reached.contains(&next) {
                        reached.push(next);
                    }
                }
                index += 1;
            }
            assert_eq!(reached.len(), view.points.len(), "{game}");
        }
    }

    #[test]
    fn a_board_that_does_not_fit_scrolls_to_the_cursor() {
        let (view, _) = view(Game::Bargo, 7);
        let area = Rect::new(2, 1, 20, 10);
        let mut viewport = Viewport::default();
        for (point, _) in view.points.clone() {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 30, 12));
            let (drawn, at) = view.draw(area, Some(point), viewport, &mut buffer);
            viewport = drawn;
            let at = at.unwrap();
            assert!(area.contains(at), "{point}");
            assert_eq!(view.hit(viewport, at, point), Some(BoardHit::Point(point)));
        }
    }

    /// The rows of an area that shows a board around a point.
    fn drawn(view: &BoardView, width: u16, height: u16, point: Point) -> Vec<String> {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        view.draw(area, Some(point), Viewport::default(), &mut buffer);
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        (0..height).map(row).collect()
    }

    #[test]
    fn coordinates_stay_in_sight_while_the_board_scrolls() {
        let (sygo, _) = view(Game::Sygo, 19);
        let rows = drawn(&sygo, 20, 9, Point::new(19, 1));
        assert!(
            rows[0].contains('s') && rows[0].ends_with('\u{25b2}'),
            "{rows:?}"
        );
        assert!(rows.iter().any(|row| row.starts_with("  3 ")), "{rows:?}");
        assert!(rows[8].starts_with('\u{25c4}'), "{rows:?}");
        let rows = drawn(&sygo, 20, 9, Point::new(1, 19));
        assert!(rows[0].contains("a b c"), "{rows:?}");
        assert!(rows[1].starts_with("19 "), "{rows:?}");
        assert!(
            rows[4].ends_with('\u{25ba}') && rows[8].ends_with('\u{25bc}'),
            "{rows:?}"
        );
        // Nothing is added to a board that fits.
        let rows = drawn(&sygo, 60, 30, Point::new(1, 1)).concat();
        assert!(!rows.contains(['\u{25b2}', '\u{25bc}', '\u{25ba}', '\u{25c4}']));
        // No number or letters are cut, which would be other ones.
        for (size, width) in [(26, 52), (52, 104)] {
            let (sygo, _) = view(Game::Sygo, size);
            for (width, column) in
                (30..width).flat_map(|width| (1..=size.into()).map(move |at| (width, at)))
            {
                let rows = drawn(&sygo, width, 60, Point::new(column, size.into()));
                let names = |row: &str, is_in_name: fn(char) -> bool| {
                    let names = row.split(|letter| !is_in_name(letter)).map(str::to_owned);
                    let names = names.filter(|name| !name.is_empty());
                    names.collect::<Vec<_>>()
                };
                let numbers = names(&rows[1], |letter| letter.is_ascii_digit());
                assert!(numbers.iter().all(|it| *it == size.to_string()), "{rows:?}");
                let letters = names(&rows[0], |letter| letter.is_ascii_lowercase());
                assert!(letters.is_sorted_by_key(String::len), "{rows:?}");
            }
        }
        let (bargo, _) = view(Game::Bargo, 13);
        let rows = drawn(&bargo, 40, 20, Point::new(13, 13));
        assert!(rows.iter().any(|row| row.starts_with(" 13 ")), "{rows:?}");
    }

    #[test]
    fn the_edges_of_a_cell_are_beside_it() {
        let (view, _) = view(Game::Bargo, 4);
        let area = Rect::new(0, 0, 60, 30);
        let cell = Point::new(4, 4);
        let mut buffer = Buffer::empty(area);
        let (viewport, at) = view.draw(area, Some(cell), Viewport::default(), &mut buffer);
        let at = at.unwrap();
        for (edge, x, y) in [
            (Direction::E, at.x + 2, at.y),
            (Direction::Nw, at.x - 1, at.y - 1),
            (Direction::Se, at.x + 1, at.y + 1),
        ] {
            let hit = view.hit(viewport, ScreenPosition::new(x, y), cell);
            assert_eq!(hit, Some(BoardHit::Edge(cell, edge)));
        }
    }
}
