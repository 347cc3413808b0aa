//! Boards of letters and symbols, for a terminal or a message.
//!
//! Each kind of board has a file of its own and draws on a [`Canvas`]; what is
//! said below every board is said here.

mod canvas;
mod grid;
mod hexagon;
mod notes;
mod pyramid;
mod square;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::content::{Diagram, Location, MoveNumber};
use crate::games::{Color, Game, Piece, Point, Position};
use canvas::{Canvas, Paint};
use grid::Face;

/// How to draw a board as text.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions<'a> {
    /// Only characters of ASCII on the board and in what is said of it. Texts of the
    /// record are given as they are.
    pub ascii: bool,
    /// With escape sequences for the colors of a terminal.
    pub color: bool,
    /// The columns that a line may have at most. A board that is wider is cropped
    /// to the part around the first place that is marked. Less than 20 counts as 20.
    pub width: usize,
    /// Margo: a grid for each level instead of the view from above.
    pub levels: bool,
    /// Signs for empty points instead of the usual one; signs of ASCII.
    pub signs: Option<&'a BTreeMap<Point, char>>,
}

impl Default for TextOptions<'_> {
    fn default() -> Self {
        TextOptions {
            ascii: false,
            color: false,
            width: 80,
            levels: false,
            signs: None,
        }
    }
}

/// Draws a position: its board with the places in brackets that the last ply or an
/// illegal one concerns, a legend of the signs that are not plain, and a line with the
/// player to move (or the result) and the button; then what else there is to tell. Round
/// brackets stand around a piece, square ones around an empty point, angle ones around a
/// piece that has changed its color. Lines end with `\n` and without blanks.
pub fn text(diagram: &Diagram, options: &TextOptions) -> String {
    let position = diagram.position;
    let pen = Pen::new(diagram, options);
    let drawing = match position.game() {
        Game::Bargo => hexagon::draw(position, &pen),
        Game::Sygo | Game::Ugo => square::stones(position, &pen),
        Game::Bamogo => square::bamogo(position, &pen),
        Game::Margo if options.levels => pyramid::levels(position, &pen),
        Game::Margo => pyramid::from_above(position, &pen),
    };
    let mut notes = drawing.notes;
    notes.extend(notes::below(diagram, &pen));
    let mut canvas = drawing.canvas;
    for line in notes.iter().flat_map(|note| wrapped(note, pen.width)) {
        write_note(&mut canvas, &line);
    }
    let mut text = String::new();
    let above = diagram.header.iter();
    let above = above.flat_map(|header| notes::header(header, &pen));
    let lines = above.flat_map(|line| wrapped(&line, pen.width));
    for line in lines.chain(canvas.lines(options.color)) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Adds a line below the board. The signs of the pieces have the colors that they
/// have on the board: on a dark terminal a black one would look white.
fn write_note(canvas: &mut Canvas, line: &str) {
    let y = canvas.height();
    canvas.write(0, y, line, Paint::Plain);
    for (x, sign) in line.chars().enumerate() {
        let sign = sign.to_string();
        let is_sign =
            |color: &Color| [UNICODE.stone(*color), UNICODE.king(*color)].contains(&sign.as_str());
        if let Some(color) = Color::ALL.into_iter().find(is_sign) {
            canvas.write(x, y, &sign, Paint::Player(color));
            canvas.ground(y, x..x + 1);
        }
    }
}

/// A board as drawn, and what is to be said about it: which part is shown, what
/// the signs mean.
struct Drawing {
    canvas: Canvas,
    notes: Vec<String>,
}

/// The signs of a character set.
struct Glyphs {
    stones: [&'static str; 2],
    kings: [&'static str; 2],
    empty: &'static str,
    /// Margo: an empty place above the board that can hold a marble.
    supported: &'static str,
    /// Bargo: upright, falling (`\`) and rising (`/`) walls.
    walls: [&'static str; 3],
    /// Between two parts of a note.
    and: &'static str,
    /// Between the ends of a range.
    to: &'static str,
    more: &'static str,
    captured: char,
}

const UNICODE: Glyphs = Glyphs {
    stones: ["●", "○"],
    kings: ["■", "□"],
    empty: "·",
    supported: "+",
    walls: ["│", "╲", "╱"],
    and: " · ",
    to: "–",
    more: "…",
    captured: '×',
};

const ASCII: Glyphs = Glyphs {
    stones: ["X", "O"],
    kings: ["#", "@"],
    empty: ".",
    supported: "+",
    walls: ["|", "\\", "/"],
    and: ", ",
    to: "-",
    more: "...",
    captured: 'x',
};

impl Glyphs {
    fn stone(&self, color: Color) -> &'static str {
        self.stones[color as usize]
    }

    fn king(&self, color: Color) -> &'static str {
        self.kings[color as usize]
    }
}

/// What all boards draw with.
struct Pen<'a> {
    glyphs: &'static Glyphs,
    /// The places in brackets, each with whether its piece has changed its color.
    marks: Vec<(Location, bool)>,
    /// Signs of empty points.
    signs: BTreeMap<Point, char>,
    /// Move numbers, in the place of pieces.
    numbers: &'a [MoveNumber],
    width: usize,
}

impl Pen<'_> {
    fn new<'a>(diagram: &Diagram<'a>, options: &TextOptions) -> Pen<'a> {
        // Of a numbered game the highest number tells the last ply.
        let last = [(diagram.placed, false), (diagram.flipped, true)];
        let last = last.into_iter().filter(|_| diagram.numbers.is_empty());
        let marked = last.chain([(diagram.illegal, false)]);
        let marks = marked.flat_map(|(locations, flipped)| {
            locations.iter().map(move |&location| (location, flipped))
        });
        Pen {
            glyphs: if options.ascii { &ASCII } else { &UNICODE },
            marks: marks.collect(),
            signs: notes::signs(diagram, options),
            numbers: diagram.numbers,
            width: options.width.max(20),
        }
    }

    /// The sign of an empty point, which is `usual` if it has none of its own.
    fn empty(&self, point: Point, usual: &str) -> Face {
        match (self.number(point.into(), ""), self.signs.get(&point)) {
            (Some(number), _) => Face::empty(&number),
            (None, Some(sign)) => Face::empty(&sign.to_string()),
            (None, None) => Face::empty(usual),
        }
    }

    /// The number of a place, behind what tells the kind of its piece.
    fn number(&self, location: Location, kind: &str) -> Option<String> {
        let is_here = |numbered: &&MoveNumber| {
            let Location { point, level } = numbered.location;
            point == location.point
                && (level == location.level || level.is_none() || location.level.is_none())
        };
        let found = self.numbers.iter().rev().find(is_here);
        found.map(|numbered| format!("{kind}{}", numbered.number))
    }

    /// How a piece looks: its sign, or its number.
    fn piece(&self, piece: Piece) -> Face {
        let (sign, kind, paint) = match piece {
            Piece::King(color, _) => (
                self.glyphs.king(color).to_owned(),
                "K",
                Paint::Player(color),
            ),
            Piece::Neutral(hue, _) => {
                let letter = hue.letter().to_string();
                let number = self.number(piece.into(), &letter);
                let paint = Paint::StoneColor(hue.letter());
                return Face::piece(number.unwrap_or(letter), paint);
            }
            Piece::Stone(color, _) | Piece::Walled(color, ..) | Piece::Marble(color, ..) => (
                self.glyphs.stone(color).to_owned(),
                "",
                Paint::Player(color),
            ),
        };
        let number = self.number(piece.into(), kind);
        Face::piece(number.unwrap_or(sign), paint)
    }

    /// The columns of text that the longest number takes; 1 without numbers.
    fn longest_number(&self, position: &Position) -> usize {
        let kind = match position.game() {
            Game::Bamogo => 1,
            Game::Ugo => {
                let numbered = |piece: &Piece| {
                    matches!(piece, Piece::King(..)) && self.number((*piece).into(), "").is_some()
                };
                usize::from(position.pieces().iter().any(numbered))
            }
            _ => 0,
        };
        let numbers = self.numbers.iter().map(|numbered| numbered.number);
        numbers
            .max()
            .map_or(1, |most| most.to_string().len() + kind)
    }

    /// The brackets around a point, if it is marked.
    fn brackets(&self, point: Point, is_piece: bool) -> Option<[char; 2]> {
        let mut marks = self.marks.iter();
        let (_, flipped) = marks.find(|(location, _)| location.point == point)?;
        Some(match (flipped, is_piece) {
            (true, _) => ['<', '>'],
            (false, true) => ['(', ')'],
            (false, false) => ['[', ']'],
        })
    }

    /// The point around which a board is cropped: the first mark that is on it, or
    /// its center.
    fn focus(&self, is_on_board: impl Fn(Point) -> bool, center: Point) -> Point {
        let mut marks = self.marks.iter().map(|(location, _)| location.point);
        marks.find(|&mark| is_on_board(mark)).unwrap_or(center)
    }
}

/// Breaks a note between words so that each line has at most this many columns.
fn wrapped(note: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut column = 0;
    for word in note.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            lines.push(String::new());
            column = 0;
        }
        if let Some(line) = lines.last_mut() {
            if column > 0 {
                line.push(' ');
                column += 1;
            }
            line.push_str(&word.replace('\u{a0}', " "));
            column += length;
        }
    }
    lines
}
