//! Moves, pieces and points ⇄ text.

use std::{
    borrow::Cow,
    fmt::{self, Display, Formatter, Write as _},
};

use pest::iterators::Pair;

use super::{
    fast_lexer,
    grammar::{Rule, parse},
    text::strip_whitespace,
};
use crate::games::{Color, Direction, Game, Move, Piece, Point, Size, StoneColor};

/// Reads the value of a move as it is written, with escapes and white space. `None` if it is not a move of the
/// game.
pub fn read_move(game: Game, raw: &str) -> Option<Move> {
    read_move_into(game, raw, Vec::new())
}

/// Reads a move like [`read_move`]; the stones of a Sygo turn reuse the memory of `spare`.
pub(crate) fn read_move_into(game: Game, raw: &str, spare: Vec<Point>) -> Option<Move> {
    fast_lexer::read_move(game, raw, spare).or_else(|| move_by_grammar(game, raw))
}

/// Reads a move with the grammar alone, to prove that [`read_move`] gives the same.
#[doc(hidden)]
pub fn move_by_grammar(game: Game, raw: &str) -> Option<Move> {
    let text = strip_whitespace(raw);
    if text.is_empty() {
        let can_pass = matches!(game, Game::Bargo | Game::Ugo | Game::Sygo);
        return can_pass.then_some(Move::Pass);
    }
    let mut parts = parts(rule_of(game), &text)?;
    let first = parts.next()?;
    Some(match first.as_rule() {
        Rule::pass => Move::Pass,
        Rule::button => Move::Button,
        Rule::swap => Move::Swap,
        Rule::resign => Move::Resign,
        Rule::walled => {
            let (point, edge) = walled(first)?;
            Move::Walled(point, edge)
        }
        Rule::king => Move::King(point(first.into_inner().next()?.as_str())),
        Rule::colored => Move::Pair([colored(first)?, colored(parts.next()?)?]),
        Rule::space => Move::Switch(point(first.as_str()), point(parts.next()?.as_str())),
        Rule::marble => {
            let (level, point) = marble(first)?;
            Move::Marble { level, point }
        }
        _ => {
            let first = point(first.as_str());
            let mut others = parts
                .filter(|part| part.as_rule() == Rule::point)
                .map(|part| point(part.as_str()))
                .peekable();
            if others.peek().is_none() {
                Move::Stone(first)
            } else {
                Move::Stones(std::iter::once(first).chain(others).collect())
            }
        }
    })
}

/// The points of a move as they are written, in lower case, including those too large for a
/// [`Point`].
pub fn points_as_written(game: Game, raw: &str) -> Vec<String> {
    let text = strip_whitespace(raw);
    let points = parts(rule_of(game), &text)
        .into_iter()
        .flat_map(pest::iterators::Pairs::flatten);
    points
        .filter(|part| matches!(part.as_rule(), Rule::point | Rule::space))
        .map(|part| part.as_str().to_ascii_lowercase())
        .collect()
}

/// The canonical spelling of a move. `None` if it is not a move of the game.
pub(super) fn spell_move(game: Game, raw: &str) -> Option<Cow<'_, str>> {
    // Only canonical spellings are read fast.
    if fast_lexer::read_move(game, raw, Vec::new()).is_some() {
        return Some(Cow::Borrowed(raw));
    }
    match move_by_grammar(game, raw)? {
        Move::Pass => Some(Cow::Owned(Move::Pass.to_string())),
        _ => spell(rule_of(game), raw).map(Cow::Owned),
    }
}

/// The canonical spelling of a piece of a setup.
pub(super) fn spell_piece(game: Game, raw: &str) -> Option<String> {
    spell(piece_rule(game), raw)
}

/// The canonical spelling of a point or a rectangle of points.
pub(super) fn spell_points(game: Game, raw: &str) -> Option<String> {
    spell(place_rule(game), raw)
}

/// The canonical spelling of the pairs of a `LINE`.
pub(super) fn spell_line(raw: &str) -> Option<String> {
    let pairs = read_line(raw)?;
    let pairs = pairs
        .iter()
        .map(|pair| String::from_iter(pair.map(StoneColor::letter)));
    Some(pairs.collect::<Vec<_>>().join(" "))
}

/// The canonical spelling of a text that a rule of the grammar matches: colors and the letter of a king in
/// upper case, all else in lower case. Numbers too large for any board are kept.
fn spell(rule: Rule, raw: &str) -> Option<String> {
    let text = strip_whitespace(raw);
    let mut spelled = text.to_ascii_lowercase();
    for part in parts(rule, &text)?.flatten() {
        if matches!(part.as_rule(), Rule::color | Rule::king) {
            let start = part.as_span().start();
            spelled[start..=start].make_ascii_uppercase();
        }
    }
    Some(spelled)
}

/// The rule of the grammar for the moves of a game.
fn rule_of(game: Game) -> Rule {
    match game {
        Game::Bargo => Rule::bargo_move,
        Game::Sygo => Rule::sygo_move,
        Game::Ugo => Rule::ugo_move,
        Game::Bamogo => Rule::bamogo_move,
        Game::Margo => Rule::margo_move,
    }
}

/// The rule of the grammar for the pieces of a game.
fn piece_rule(game: Game) -> Rule {
    match game {
        Game::Bargo => Rule::bargo_piece,
        Game::Sygo => Rule::sygo_piece,
        Game::Ugo => Rule::ugo_piece,
        Game::Bamogo => Rule::bamogo_piece,
        Game::Margo => Rule::margo_piece,
    }
}

/// The rule of the grammar for points that are cleared or marked.
fn place_rule(game: Game) -> Rule {
    match game {
        Game::Ugo | Game::Sygo => Rule::square_points,
        Game::Bargo => Rule::bargo_points,
        Game::Bamogo => Rule::bamogo_points,
        Game::Margo => Rule::margo_points,
    }
}

/// The value of a setup property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupValue {
    /// A piece. A marble whose level is not given has level 0.
    Piece(Piece),
    /// Stones on all points between two corners.
    Rectangle(Point, Point),
}

/// Reads a value of `AB`, `AW` (with its color) or `STONES` (without). `None` if it is
/// malformed.
pub fn read_piece(game: Game, color: Option<Color>, raw: &str) -> Option<SetupValue> {
    let text = strip_whitespace(raw);
    let part = parts(piece_rule(game), &text)?.next()?;
    Some(SetupValue::Piece(match (part.as_rule(), color) {
        (Rule::rectangle, Some(_)) => {
            let (from, to) = rectangle(part)?;
            return Some(SetupValue::Rectangle(from, to));
        }
        (Rule::walled, Some(color)) => {
            let (point, edge) = walled(part)?;
            Piece::Walled(color, point, edge)
        }
        (Rule::king, Some(color)) => Piece::King(color, point(part.into_inner().next()?.as_str())),
        (Rule::marble, Some(color)) => {
            let (level, point) = marble(part)?;
            // Level 0 does not exist: distinguish it from a level that is not given.
            let level = level.map_or(0, |level| if level == 0 { u8::MAX } else { level });
            Piece::Marble(color, level, point)
        }
        (Rule::colored, None) => {
            let (color, point) = colored(part)?;
            Piece::Neutral(color, point)
        }
        (Rule::point, Some(color)) => Piece::Stone(color, point(part.as_str())),
        _ => return None,
    }))
}

/// The points that a value names, to be cleared or marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointSet {
    /// One point; in Margo perhaps with a level.
    Point(Point, Option<u8>),
    /// All points between two corners.
    Rectangle(Point, Point),
}

/// Reads a point of the game, or in Ugo and Sygo a rectangle of points. `None` if
/// it is malformed.
pub fn read_points(game: Game, raw: &str) -> Option<PointSet> {
    let text = strip_whitespace(raw);
    let part = parts(place_rule(game), &text)?.next()?;
    Some(match part.as_rule() {
        Rule::rectangle => {
            let (from, to) = rectangle(part)?;
            PointSet::Rectangle(from, to)
        }
        Rule::marble => {
            let (level, point) = marble(part)?;
            PointSet::Point(point, level)
        }
        _ => PointSet::Point(point(part.as_str()), None),
    })
}

/// Reads the pairs of a `LINE`. `None` if it is malformed.
pub fn read_line(raw: &str) -> Option<Vec<[StoneColor; 2]>> {
    let text = super::text::unescape(raw);
    let pairs = parts(Rule::line, &text)?;
    pairs
        .filter(|part| part.as_rule() == Rule::pair)
        .map(|part| {
            let mut colors = part.into_inner().map(|color| stone_color(color.as_str()));
            Some([colors.next()??, colors.next()??])
        })
        .collect()
}

/// The parts of a text that a rule of the grammar matches as a whole.
pub(super) fn parts(rule: Rule, text: &str) -> Option<pest::iterators::Pairs<'_, Rule>> {
    Some(parse(rule, text)?.next()?.into_inner())
}

fn walled(pair: Pair<Rule>) -> Option<(Point, Direction)> {
    let mut parts = pair.into_inner();
    let point = point(parts.next()?.as_str());
    let edge = parts.next()?.as_str();
    let edge = Direction::ALL
        .into_iter()
        .find(|&direction| edge.eq_ignore_ascii_case(edge_name(direction)))?;
    Some((point, edge))
}

fn colored(pair: Pair<Rule>) -> Option<(StoneColor, Point)> {
    let mut parts = pair.into_inner();
    Some((
        stone_color(parts.next()?.as_str())?,
        point(parts.next()?.as_str()),
    ))
}

fn marble(pair: Pair<Rule>) -> Option<(Option<u8>, Point)> {
    let mut parts = pair.into_inner();
    let first = parts.next()?;
    Some(match parts.next() {
        // A level too large for the field is off the board like the largest value.
        Some(second) => (
            Some(first.as_str().parse().unwrap_or(u8::MAX)),
            point(second.as_str()),
        ),
        None => (None, point(first.as_str())),
    })
}

fn rectangle(pair: Pair<Rule>) -> Option<(Point, Point)> {
    let mut parts = pair.into_inner();
    Some((point(parts.next()?.as_str()), point(parts.next()?.as_str())))
}

fn stone_color(text: &str) -> Option<StoneColor> {
    StoneColor::from_letter(text.chars().next()?)
}

/// A point from its letters and digits, which the grammar has checked. Numbers too large for
/// the fields become the largest value, which is off every board.
fn point(text: &str) -> Point {
    let mut column = 0u16;
    let mut row = 0u16;
    for byte in text.bytes() {
        if byte.is_ascii_digit() {
            row = row
                .saturating_mul(10)
                .saturating_add(u16::from(byte - b'0'));
        } else {
            let letter = u16::from(byte.to_ascii_lowercase() - b'a') + 1;
            column = column.saturating_mul(26).saturating_add(letter);
        }
    }
    Point::new(column, row)
}

fn edge_name(direction: Direction) -> &'static str {
    match direction {
        Direction::E => "e",
        Direction::Ne => "ne",
        Direction::Nw => "nw",
        Direction::W => "w",
        Direction::Sw => "sw",
        Direction::Se => "se",
    }
}

impl Display for Direction {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(edge_name(*self))
    }
}

/// The letters of a column: `a` to `z`, then `aa`, `ab` and so on.
pub fn column_name(column: u16) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

impl Display for Point {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self.column {
            column @ 1..=26 => f.write_char(char::from(b'a' - 1 + column as u8))?,
            column => f.write_str(&column_name(column))?,
        }
        write!(f, "{}", self.row)
    }
}

/// `19`, or `9:13` where columns and rows differ.
impl Display for Size {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        if self.columns == self.rows {
            write!(f, "{}", self.columns)
        } else {
            write!(f, "{}:{}", self.columns, self.rows)
        }
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Move::Pass => f.write_str("pass"),
            Move::Button => f.write_str("button"),
            Move::Swap => f.write_str("swap"),
            Move::Resign => f.write_str("resign"),
            Move::Stone(point) => write!(f, "{point}"),
            Move::King(point) => write!(f, "K{point}"),
            Move::Walled(point, edge) => write!(f, "{point}/{edge}"),
            Move::Stones(points) => {
                for (index, point) in points.iter().enumerate() {
                    write!(f, "{}{point}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Move::Pair([(first, at), (second, there)]) => {
                write!(f, "{}{at},{}{there}", first.letter(), second.letter())
            }
            Move::Switch(first, second) => write!(f, "{first}<>{second}"),
            Move::Marble { level: None, point } => write!(f, "{point}"),
            Move::Marble {
                level: Some(level),
                point,
            } => write!(f, "{level}{point}"),
        }
    }
}

/// The piece as a setup writes it, without its owner: `d4`, `Kd4`, `c4/ne`, `1c3`, `Rd4`.
impl Display for Piece {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Piece::Stone(_, point) => write!(f, "{point}"),
            Piece::King(_, point) => write!(f, "K{point}"),
            Piece::Walled(_, point, edge) => write!(f, "{point}/{edge}"),
            Piece::Marble(_, level, point) => write!(f, "{level}{point}"),
            Piece::Neutral(color, point) => write!(f, "{}{point}", color.letter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The move in canonical spelling, if it is one.
    fn read(game: Game, text: &str) -> Option<String> {
        read_move(game, text).map(|mv| mv.to_string())
    }

    #[test]
    fn moves_are_read_in_any_case_and_written_canonically() {
        use Game::{Bamogo, Bargo, Margo, Sygo, Ugo};
        for (game, text, written) in [
            (Bargo, "C4/NE", "c4/ne"),
            (Bargo, "bg59/w", "bg59/w"),
            (Bargo, "Button", "button"),
            (Bargo, "", "pass"),
            (Ugo, "K4", "k4"),
            (Ugo, "kk4", "Kk4"),
            (Ugo, "KD4", "Kd4"),
            (Ugo, "aa4", "aa4"),
            (Ugo, " ", "pass"),
            (Ugo, "a0", "a0"),
            (Sygo, "D15, q15 ,\nk10", "d15,q15,k10"),
            (Sygo, "az52", "az52"),
            (Sygo, "p a s s", "pass"),
            (Bamogo, "rd4,Gd5", "Rd4,Gd5"),
            (Bamogo, "d4<>D5", "d4<>d5"),
            (Bamogo, "pass", "pass"),
            (Margo, "C5", "c5"),
            (Margo, "2d6", "2d6"),
            (Margo, "0d6", "0d6"),
            (Margo, "swap", "swap"),
            (Margo, "RESIGN", "resign"),
        ] {
            assert_eq!(read(game, text).as_deref(), Some(written), "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_moves() {
        use Game::{Bamogo, Bargo, Margo, Sygo, Ugo};
        for (game, text) in [
            (Bargo, "c4"),
            (Bargo, "c4/n"),
            (Bargo, "c04/ne"),
            (Bargo, "c4/ne/w"),
            (Bargo, "swap"),
            (Ugo, "d04"),
            (Ugo, "d"),
            (Ugo, "4"),
            (Ugo, "d4,e4"),
            (Ugo, "swap"),
            (Ugo, "d4é"),
            (Sygo, "Kd4,"),
            (Sygo, "d4,"),
            (Sygo, "d4,pass"),
            (Sygo, "button"),
            (Bamogo, ""),
            (Bamogo, "Rd4"),
            (Bamogo, "d4,d5"),
            (Bamogo, "Raa4,Gd5"),
            (Bamogo, "RGd4,Gd5"),
            (Bamogo, "d4<d5"),
            (Margo, ""),
            (Margo, "01c3"),
            (Margo, "c3/ne"),
            (Margo, "button"),
        ] {
            assert_eq!(read(game, text), None, "{text}");
        }
    }

    #[test]
    fn points_off_every_board_are_read() {
        for text in ["zz99999999999", "a0", "zzzzzzzzzzzzzzzz1", "a65536"] {
            let Some(Move::Stone(point)) = read_move(Game::Sygo, text) else {
                panic!("{text} is a point");
            };
            assert!(
                point.row == 0 || point.column > 52 || point.row > 52,
                "{text}"
            );
        }
        let level = read_move(Game::Margo, "1000000000c3");
        assert!(matches!(
            level,
            Some(Move::Marble {
                level: Some(255),
                ..
            })
        ));
    }

    #[test]
    fn columns_after_z_have_two_letters() {
        assert_eq!(
            [1, 26, 27, 52, 53, 59].map(column_name),
            ["a", "z", "aa", "az", "ba", "bg"]
        );
    }

    #[test]
    fn lines_of_pairs() {
        let line = |raw| {
            read_line(raw).map(|pairs| {
                pairs
                    .concat()
                    .iter()
                    .map(|h| h.letter())
                    .collect::<String>()
            })
        };
        assert_eq!(line(" RG\nrb\tGB ").as_deref(), Some("RGRBGB"));
        assert_eq!(line("").as_deref(), Some(""));
        assert_eq!(line("RGB"), None);
        assert_eq!(line("RG,RB"), None);
    }
}
