//! Margo: the pyramid from above, on the doubled grid, or level by level.

use std::collections::BTreeMap;

use super::{
    Canvas, Drawing, Location, Paint, Pen,
    grid::{Face, Grid},
};
use crate::games::{Color, Piece, Point, Position};

/// The marbles by level and point.
struct Marbles {
    side: u8,
    colors: BTreeMap<(u8, Point), Color>,
    /// The level of the highest marble at each point.
    highest: BTreeMap<Point, u8>,
}

impl Marbles {
    fn of(position: &Position) -> Marbles {
        let mut colors = BTreeMap::new();
        let mut highest = BTreeMap::new();
        for piece in position.pieces() {
            if let Piece::Marble(color, level, point) = piece {
                colors.insert((level, point), color);
                let highest = highest.entry(point).or_insert(level);
                *highest = level.max(*highest);
            }
        }
        Marbles {
            side: position.size().columns,
            colors,
            highest,
        }
    }

    fn at(&self, level: u8, point: Point) -> Option<Color> {
        self.colors.get(&(level, point)).copied()
    }

    /// Whether a place holds no marble and could hold one: a hole, or a place that
    /// has all four marbles below it.
    fn is_open(&self, level: u8, point: Point) -> bool {
        let rests = |(right, up)| {
            let (column, row) = (point.column + right - 1, point.row + up - 1);
            self.at(level - 1, Point::new(column, row)).is_some()
        };
        self.at(level, point).is_none()
            && (level == 1 || [(0, 0), (2, 0), (0, 2), (2, 2)].into_iter().all(rests))
    }

    /// The columns, or the rows, of a level's places.
    fn lines(&self, level: u8) -> impl Iterator<Item = u16> {
        let last = 2 * u16::from(self.side) - u16::from(level);
        (u16::from(level)..=last).step_by(2)
    }

    fn places(&self, level: u8) -> impl Iterator<Item = Point> {
        let rows = self.lines(level);
        rows.flat_map(move |row| self.lines(level).map(move |column| Point::new(column, row)))
    }

    /// The lowest level that has a place at a point.
    fn lowest(point: Point) -> u8 {
        if point.column % 2 == 1 { 1 } else { 2 }
    }
}

/// The highest marble at each point of the doubled grid.
pub(super) fn from_above(position: &Position, pen: &Pen) -> Drawing {
    let marbles = Marbles::of(position);
    let lines = 2 * u16::from(marbles.side) - 1;
    // Two points in a row are two columns of the grid apart.
    let pitch = pen.longest_number(position).div_ceil(2).max(2);
    let grid = Grid::whole(lines, lines, pitch, |point: Point| {
        if let Some(&level) = marbles.highest.get(&point) {
            let color = marbles.at(level, point).unwrap_or(Color::Black);
            let mut face = pen.piece(Piece::Marble(color, level, point));
            if level > 1 && pen.numbers.is_empty() {
                face.text.push_str(&level.to_string());
            }
            return face;
        }
        let is_place = point.column % 2 == point.row % 2;
        let usual = match Marbles::lowest(point) {
            1 if is_place => pen.glyphs.empty,
            2 if is_place && marbles.is_open(2, point) => pen.glyphs.supported,
            _ => " ",
        };
        pen.empty(point, usual)
    });
    let (canvas, note) = grid.draw(pen.width, pen);
    let mut legend = Vec::new();
    if pen.numbers.is_empty() && marbles.highest.values().any(|&level| level > 1) {
        legend.push("digit: the level of the marble");
    }
    if marbles
        .places(2)
        .any(|point| !marbles.highest.contains_key(&point) && marbles.is_open(2, point))
    {
        legend.push("+: a free place on four marbles");
    }
    let legend = (!legend.is_empty()).then(|| legend.join(pen.glyphs.and));
    Drawing {
        canvas,
        notes: note.into_iter().chain(legend).collect(),
    }
}

/// A grid for each level that holds a marble or could hold one, as many side by
/// side as the width allows.
pub(super) fn levels(position: &Position, pen: &Pen) -> Drawing {
    const GAP: usize = 4;
    let marbles = Marbles::of(position);
    let marked: Vec<(u8, (Location, bool))> = (pen.marks.iter())
        .map(|&(location, flipped)| {
            let highest = || marbles.highest.get(&location.point).copied();
            let level = location.level.or_else(highest);
            (
                level.unwrap_or(Marbles::lowest(location.point)),
                (location, flipped),
            )
        })
        .collect();
    let mut drawing = Drawing {
        canvas: Canvas::default(),
        notes: Vec::new(),
    };
    let mut x = 0;
    let mut y = 0;
    for level in 1..=marbles.side {
        let is_shown = level == 1
            || marbles.places(level).any(|place| {
                (marked.iter()).any(|(on, (location, _))| (*on, location.point) == (level, place))
                    || marbles.at(level, place).is_some()
                    || marbles.is_open(level, place)
            });
        if !is_shown {
            break;
        }
        let marks = (marked.iter()).filter(|&&(on, _)| on == level);
        let level_pen = Pen {
            marks: marks.map(|&(_, mark)| mark).collect(),
            signs: BTreeMap::new(),
            ..*pen
        };
        let pitch = pen.longest_number(position) + 1;
        let (grid, note) = draw_level(&marbles, level, pitch, &level_pen);
        if x > 0 && x + grid.width() > pen.width {
            x = 0;
            y = drawing.canvas.height() + 1;
        }
        drawing.canvas.paste(x, y, &grid);
        x += grid.width() + GAP;
        drawing
            .notes
            .extend(note.map(|note| format!("level {level}: {note}")));
    }
    drawing
}

fn draw_level(marbles: &Marbles, level: u8, pitch: usize, pen: &Pen) -> (Canvas, Option<String>) {
    let grid = Grid {
        columns: marbles.lines(level).collect(),
        rows: marbles.lines(level).collect(),
        pitch,
        face: |point: Point| match marbles.at(level, point) {
            Some(color) => pen.piece(Piece::Marble(color, level, point)),
            None if marbles.is_open(level, point) => Face::empty(pen.glyphs.empty),
            None => Face::empty(" "),
        },
    };
    let (board, note) = grid.draw(pen.width, pen);
    let mut canvas = Canvas::default();
    canvas.paste(0, 1, &board);
    canvas.write(grid.margin(), 0, &format!("level {level}"), Paint::Label);
    (canvas, note)
}
