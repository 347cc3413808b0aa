//! Margo: the pyramid from above, on the doubled grid, or level by level.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    canvas::{Canvas, CharRole},
    context::TextContext,
    grid::{TextGrid, stacked},
    point_text::PointText,
};
use crate::{
    diagram::content::{Diagram, Location, MoveNumber},
    games::{Color, Piece, Point},
};

/// The marbles by level and point.
struct Marbles {
    side: u8,
    colors: BTreeMap<(u8, Point), Color>,
    /// The level of the highest marble at each point.
    highest: BTreeMap<Point, u8>,
    /// Those of the position, on which others can be put.
    supports: BTreeSet<(u8, Point)>,
    /// The highest level that the ruleset allows.
    max_height: u8,
}

impl Marbles {
    fn of(diagram: &Diagram) -> Marbles {
        let mut colors = BTreeMap::new();
        let mut highest = BTreeMap::new();
        for &piece in diagram.pieces().iter() {
            if let Piece::Marble(color, level, point) = piece {
                colors.insert((level, point), color);
                let highest = highest.entry(point).or_insert(level);
                *highest = level.max(*highest);
            }
        }
        // In a numbered diagram marbles of several positions are drawn: which places are free cannot be told.
        let supports = match diagram.board_after() {
            Some(_) => Vec::new().into_iter(),
            None => diagram.position.pieces().into_iter(),
        };
        let supports = supports.filter_map(|piece| match piece {
            Piece::Marble(_, level, point) => Some((level, point)),
            _ => None,
        });
        Marbles {
            supports: supports.collect(),
            max_height: diagram.position.max_height(),
            side: diagram.position.size().columns,
            colors,
            highest,
        }
    }

    fn at(&self, level: u8, point: Point) -> Option<Color> {
        self.colors.get(&(level, point)).copied()
    }

    /// Whether a slot is empty and could hold a marble: it is a hole, or on a level that the ruleset allows, and all four
    /// marbles below it are there.
    fn is_open(&self, level: u8, point: Point) -> bool {
        let rests = |(right, up)| {
            let (column, row) = (point.column + right - 1, point.row + up - 1);
            self.supports
                .contains(&(level - 1, Point::new(column, row)))
        };
        self.at(level, point).is_none()
            && level <= self.max_height
            && (level == 1 || [(0, 0), (2, 0), (0, 2), (2, 2)].into_iter().all(rests))
    }

    /// The columns, or the rows, of a level's slots.
    fn lines(&self, level: u8) -> impl Iterator<Item = u16> {
        let last = 2 * u16::from(self.side) - u16::from(level);
        (u16::from(level)..=last).step_by(2)
    }

    fn slots(&self, level: u8) -> impl Iterator<Item = Point> {
        let rows = self.lines(level);
        rows.flat_map(move |row| self.lines(level).map(move |column| Point::new(column, row)))
    }

    /// The lowest level that has a slot at a point.
    fn lowest(point: Point) -> u8 {
        if point.column % 2 == 1 { 1 } else { 2 }
    }
}

/// The highest marble at each point of the doubled grid.
pub(super) fn from_above(diagram: &Diagram, context: &TextContext) -> (Canvas, Vec<String>) {
    let marbles = Marbles::of(diagram);
    let lines = 2 * u16::from(marbles.side) - 1;
    // Two points in a row are two columns of the grid apart.
    let pitch = (context.longest_number(diagram) + 1).div_ceil(2).max(2);
    let grid = TextGrid::whole(lines, lines, pitch, |point: Point| {
        if let Some(&level) = marbles.highest.get(&point) {
            let color = marbles.at(level, point).unwrap_or(Color::Black);
            let mut point_text = context.piece(Piece::Marble(color, level, point));
            // Among numbers it would be one of them.
            if level > 1 && context.numbers.is_empty() {
                point_text.text.push_str(&level.to_string());
            }
            return point_text;
        }
        let is_slot = point.column % 2 == point.row % 2;
        let usual = match Marbles::lowest(point) {
            1 if is_slot => context.glyphs.empty,
            2 if is_slot && marbles.is_open(2, point) => context.glyphs.supported,
            _ => " ",
        };
        context.empty(point, usual)
    });
    let (parts, note) = grid.draw(context.board_width, context);
    let canvas = stacked(parts.into_iter().map(|part| part.canvas));
    let mut legend = Vec::new();
    if context.numbers.is_empty() && marbles.highest.values().any(|&level| level > 1) {
        legend.push("digit: the level of the marble".to_owned());
    }
    // Which of the levels that a point can have the marble below a number is on, or one without a number.
    let mut high: Vec<&MoveNumber> = (context.numbers.iter())
        .filter(|numbered| numbered.location.level > Some(2))
        .collect();
    high.sort_by_key(|numbered| numbered.number);
    let mut high: Vec<String> = (high.iter())
        .map(|numbered| format!("{}\u{a0}at\u{a0}{}", numbered.number, numbered.location))
        .collect();
    if !context.numbers.is_empty() {
        high.extend(marbles.highest.iter().filter_map(|(&point, &level)| {
            let location = Location::on_level(point, level);
            let is_listed = level > 2 && context.number(location, "").is_none();
            let stone = context.glyphs.stone(marbles.at(level, point)?);
            is_listed.then(|| format!("{stone}\u{a0}at\u{a0}{location}"))
        }));
    }
    if !high.is_empty() {
        legend.push(format!("above level 2: {}", high.join(", ")));
    }
    if marbles
        .slots(2)
        .filter(|point| !context.point_chars.contains_key(point))
        .any(|point| !marbles.highest.contains_key(&point) && marbles.is_open(2, point))
    {
        legend.push("+: a free place on four marbles".to_owned());
    }
    let legend = (!legend.is_empty()).then(|| legend.join(context.glyphs.and));
    (canvas, note.into_iter().chain(legend).collect())
}

/// How many marbles others hide from above.
pub(super) fn hidden(diagram: &Diagram) -> Option<String> {
    let marbles = Marbles::of(diagram);
    let marbles = match marbles.colors.len() - marbles.highest.len() {
        0 => return None,
        1 => "1 marble is".to_owned(),
        count => format!("{count} marbles are"),
    };
    Some(format!("{marbles} below others: --levels shows each level"))
}

/// A grid for each level that holds a marble or could hold one, as many side by side as
/// fit.
pub(super) fn levels(diagram: &Diagram, context: &TextContext) -> (Canvas, Vec<String>) {
    const GAP: usize = 4;
    let marbles = Marbles::of(diagram);
    let marked: Vec<(u8, (Location, bool))> = (context.marks.iter())
        .map(|&(location, flipped)| {
            let highest = || marbles.highest.get(&location.point).copied();
            let level = location.level.or_else(highest);
            (
                level.unwrap_or(Marbles::lowest(location.point)),
                (location, flipped),
            )
        })
        .collect();
    let mut canvas = Canvas::default();
    let mut notes = Vec::new();
    let mut x = 0;
    let mut y = 0;
    for level in 1..=marbles.side {
        let is_shown = level == 1
            || marbles.slots(level).any(|slot| {
                (marked.iter()).any(|(on, (location, _))| (*on, location.point) == (level, slot))
                    || marbles.at(level, slot).is_some()
                    || marbles.is_open(level, slot)
            });
        if !is_shown {
            break;
        }
        let marks = (marked.iter()).filter(|&&(on, _)| on == level);
        let level_context = TextContext {
            marks: marks.map(|&(_, mark)| mark).collect(),
            point_chars: BTreeMap::new(),
            ..*context
        };
        let pitch = context.longest_number(diagram) + 1;
        let (grid, note) = draw_level(&marbles, level, pitch, &level_context);
        if x > 0 && x + grid.width() > context.width {
            x = 0;
            y = canvas.height() + 1;
        }
        canvas.paste(x, y, &grid);
        x += grid.width() + GAP;
        notes.extend(note.map(|note| format!("level {level}: {note}")));
    }
    (canvas, notes)
}

fn draw_level(
    marbles: &Marbles,
    level: u8,
    pitch: usize,
    context: &TextContext,
) -> (Canvas, Option<String>) {
    let grid = TextGrid {
        columns: marbles.lines(level).collect(),
        rows: marbles.lines(level).collect(),
        pitch,
        text: |point: Point| match marbles.at(level, point) {
            Some(color) => context.piece(Piece::Marble(color, level, point)),
            None if marbles.is_open(level, point) => PointText::empty(context.glyphs.empty),
            None => PointText::empty(" "),
        },
    };
    let (parts, note) = grid.draw(context.board_width, context);
    let board = stacked(parts.into_iter().map(|part| part.canvas));
    let mut canvas = Canvas::default();
    canvas.paste(0, 1, &board);
    canvas.write(grid.margin(), 0, &format!("level {level}"), CharRole::Label);
    (canvas, note)
}
