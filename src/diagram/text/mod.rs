//! Boards of letters and signs, for a terminal or a message.
//!
//! Each kind of board has a file of its own and draws on a [`Canvas`]; what is
//! said below every board is said here.

mod canvas;
mod grid;
mod hexagon;
mod pyramid;
mod square;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::games::{By, Color, Game, Outcome, Point, Position};
use canvas::{Canvas, Paint};

/// How to draw a board as text.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions<'a> {
    /// Only characters of ASCII.
    pub ascii: bool,
    /// With escape sequences for the colours of a terminal.
    pub color: bool,
    /// The columns that a line may have at most. A board that is wider is cropped
    /// to the part around the first mark. Less than 20 counts as 20.
    pub width: usize,
    /// The points to put in brackets: round ones around a piece, square ones around
    /// an empty point. Points that the board does not have are passed over.
    pub marks: &'a [Point],
    /// Margo: a grid for each level instead of the view from above.
    pub levels: bool,
    /// Signs for empty points instead of the usual one, such as who owns them; signs of ASCII.
    pub signs: Option<&'a BTreeMap<Point, char>>,
}

impl Default for TextOptions<'_> {
    fn default() -> Self {
        TextOptions {
            ascii: false,
            color: false,
            width: 80,
            marks: &[],
            levels: false,
            signs: None,
        }
    }
}

/// Draws a position: its board, a legend of the signs that are not plain, and a
/// line with the player to move (or the result) and the button. Lines end with
/// `\n` and without blanks.
pub fn text(position: &Position, options: &TextOptions) -> String {
    let pen = Pen::new(options);
    let drawing = match position.game() {
        Game::Bargo => hexagon::draw(position, &pen),
        Game::Sygo | Game::Ugo => square::stones(position, &pen),
        Game::Bamogo => square::bamogo(position, &pen),
        Game::Margo if options.levels => pyramid::levels(position, &pen),
        Game::Margo => pyramid::from_above(position, &pen),
    };
    let mut notes = drawing.notes;
    notes.push(status(position, &pen));
    notes.extend(line(position, &pen));
    let mut canvas = drawing.canvas;
    for line in notes.iter().flat_map(|note| wrapped(note, pen.width)) {
        write_note(&mut canvas, &line);
    }
    let mut text = String::new();
    for line in canvas.lines(options.color) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Adds a line below the board. The signs of the pieces have the colours that they
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
    marks: &'a [Point],
    signs: Option<&'a BTreeMap<Point, char>>,
    width: usize,
}

impl Pen<'_> {
    fn new<'a>(options: &TextOptions<'a>) -> Pen<'a> {
        Pen {
            glyphs: if options.ascii { &ASCII } else { &UNICODE },
            marks: options.marks,
            signs: options.signs,
            width: options.width.max(20),
        }
    }

    /// The sign of an empty point, which is `usual` if it has none of its own.
    fn empty(&self, point: Point, usual: &str) -> String {
        let own = self.signs.and_then(|signs| signs.get(&point));
        own.map_or_else(|| usual.to_owned(), char::to_string)
    }

    fn is_marked(&self, point: Point) -> bool {
        self.marks.contains(&point)
    }

    /// The point around which a board is cropped: the first mark that is on it, or
    /// its centre.
    fn focus(&self, is_on_board: impl Fn(Point) -> bool, centre: Point) -> Point {
        let mut marks = self.marks.iter().copied();
        marks.find(|&mark| is_on_board(mark)).unwrap_or(centre)
    }
}

/// The brackets of a marked point.
fn brackets(is_piece: bool) -> [char; 2] {
    if is_piece { ['(', ')'] } else { ['[', ']'] }
}

/// Who is to move, or how the game ended, and who has the button.
fn status(position: &Position, pen: &Pen) -> String {
    let player = |color: Color| match position.game() {
        Game::Bamogo => color.name().to_owned(),
        _ => format!("{} {}", pen.glyphs.stone(color), color.name()),
    };
    let mut status = match position.outcome() {
        None => format!("{} to move", player(position.to_move())),
        Some(Outcome::Draw) => "The game is drawn".to_owned(),
        Some(Outcome::Win(color, by)) => match by {
            By::Margin(margin) => format!("{} has won by {margin}", player(color)),
            By::Resignation => format!("{} has won by resignation", player(color)),
            By::Goal => format!("{} has won", player(color)),
        },
    };
    let holder = position.button().map(Color::name);
    if let Some(holder) = holder.or_else(|| position.rules().has_button().then_some("not taken")) {
        status.push_str(pen.glyphs.and);
        status.push_str("button: ");
        status.push_str(holder);
    }
    status
}

/// Bamogo: the first pairs of the line.
fn line(position: &Position, pen: &Pen) -> Option<String> {
    const SHOWN: usize = 8;
    let pairs = position.line()?;
    if pairs.is_empty() {
        return Some("line: no pair left".to_owned());
    }
    let names = pairs.iter().take(SHOWN);
    let names: Vec<String> = names
        .map(|pair| pair.iter().map(|hue| hue.letter()).collect())
        .collect();
    let names = names.join(" ");
    Some(if pairs.len() > SHOWN {
        format!("line: {names} {} ({} pairs)", pen.glyphs.more, pairs.len())
    } else {
        format!("line: {names}")
    })
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
            line.push_str(word);
            column += length;
        }
    }
    lines
}
