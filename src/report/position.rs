//! Positions as JSON, schema 1.

use std::{cmp::Ordering, io::Write};

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    games::{Color, Game, Move, Piece, Point, Position, StoneColor},
    output::SCHEMA,
};

/// A position as `replay` reports it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::option_option)] // A key that the game does not have, and one that is null.
pub struct PositionLine<'p> {
    schema: u32,
    source: &'p str,
    index: usize,
    /// Plies from the root.
    ply: u32,
    /// The ply that led here, in canonical spelling; null for the start.
    #[serde(rename = "move")]
    turn: Option<&'p str>,
    /// The player to move; null where the record cannot be played.
    to_move: Option<char>,
    /// Whether the game is over.
    finished: bool,
    /// The pieces as a setup writes them, sorted by bytes; null where the record cannot be played.
    pieces: Option<Pieces>,
    /// Bargo, Ugo: who has taken the button.
    #[serde(skip_serializing_if = "Option::is_none")]
    button: Option<Option<char>>,
    /// Sygo: whether a player has grown.
    #[serde(skip_serializing_if = "Option::is_none")]
    grown: Option<bool>,
    /// Bamogo: the pairs of the line that are left; null when unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Option<Vec<String>>>,
    /// The branch numbers from the root of a position off the main line; of very many the last ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    variation: Option<&'p str>,
}

/// The pieces of both players, or of nobody. Only its schema is made of this: the names
/// are written by [`PieceNames`].
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
#[allow(dead_code)]
enum Pieces {
    Players {
        #[serde(rename = "AB")]
        black: Vec<String>,
        #[serde(rename = "AW")]
        white: Vec<String>,
    },
    Neutral {
        #[serde(rename = "STONES")]
        stones: Vec<String>,
    },
}

/// A piece as a setup writes it, in quotes and with a comma behind. The bytes after that are
/// zero, so that names sort as their texts do: no sign in them comes before the quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    bytes: [u8; Name::ROOM],
    length: u8,
}

impl Name {
    /// The longest is a cell of Bargo with its wall: `"bg59/ne",`.
    const ROOM: usize = 12;

    fn of(piece: Piece) -> Name {
        let mut bytes = [0; Name::ROOM];
        let mut rest = &mut bytes[..];
        let written = write!(rest, "\"{piece}\",");
        debug_assert!(written.is_ok(), "{piece} is too long");
        let length = (Name::ROOM - rest.len()) as u8;
        Name { bytes, length }
    }
}

/// The names of all pieces of a position, kept sorted from one position to the next: to
/// write and sort them anew for each would cost more than all the playing.
#[derive(Debug, Default)]
struct PieceNames {
    /// In the order in which positions list them.
    pieces: Vec<Piece>,
    /// Of Black, of White, of nobody.
    names: [Vec<Name>; 3],
}

impl PieceNames {
    /// Goes on to another position, from any other.
    fn update(&mut self, position: &Position) {
        let before = std::mem::replace(&mut self.pieces, position.pieces());
        let mut old = before.iter().copied().peekable();
        let mut new = self.pieces.iter().copied().peekable();
        loop {
            let order = match (old.peek(), new.peek()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(old), Some(new)) if old == new => Ordering::Equal,
                (Some(old), Some(new)) => place(*old).cmp(&place(*new)),
            };
            let (gone, come) = match order {
                Ordering::Less => (old.next(), None),
                Ordering::Greater => (None, new.next()),
                Ordering::Equal => (old.next(), new.next()),
            };
            if gone == come {
                continue;
            }
            if let Some(piece) = gone {
                let names = &mut self.names[side(piece)];
                if let Ok(at) = names.binary_search(&Name::of(piece)) {
                    names.remove(at);
                }
            }
            if let Some(piece) = come {
                put(&mut self.names, piece);
            }
        }
    }

    /// Goes on by a ply that has captured nothing; false if that is not enough to know.
    fn add(&mut self, color: Color, turn: &Move) -> bool {
        match turn {
            Move::Pass | Move::Button | Move::Swap | Move::Resign => {}
            Move::Stone(point) => self.put(Piece::Stone(color, *point)),
            Move::King(point) => self.put(Piece::King(color, *point)),
            Move::Walled(point, wall) => self.put(Piece::Walled(color, *point, *wall)),
            Move::Stones(points) => {
                for &point in points {
                    self.put(Piece::Stone(color, point));
                }
            }
            Move::Pair(pair) => {
                for &(hue, point) in pair {
                    self.put(Piece::Neutral(hue, point));
                }
            }
            Move::Switch(first, second) => {
                let stones = [self.take(*first), self.take(*second)];
                for (stone, point) in stones.into_iter().zip([*second, *first]) {
                    if let Some(Piece::Neutral(hue, _)) = stone {
                        self.put(Piece::Neutral(hue, point));
                    }
                }
            }
            Move::Marble { .. } => return false,
        }
        true
    }

    /// Takes away what stands on a point of a flat board.
    fn take(&mut self, point: Point) -> Option<Piece> {
        let at = self
            .pieces
            .binary_search_by_key(&(point.row, point.column), |&piece| {
                let (_, row, column) = place(piece);
                (row, column)
            })
            .ok()?;
        let piece = self.pieces.remove(at);
        let names = &mut self.names[side(piece)];
        if let Ok(at) = names.binary_search(&Name::of(piece)) {
            names.remove(at);
        }
        Some(piece)
    }

    fn put(&mut self, piece: Piece) {
        let at = self
            .pieces
            .partition_point(|&other| place(other) < place(piece));
        self.pieces.insert(at, piece);
        put(&mut self.names, piece);
    }

    /// The names as JSON.
    fn write(&self, game: Game, json: &mut Vec<u8>) {
        let [black, white, stones] = &self.names;
        let mut list = |key: &str, names: &[Name]| {
            json.extend_from_slice(key.as_bytes());
            for name in names {
                // A fixed length is copied in a moment.
                let end = json.len() + usize::from(name.length);
                json.extend_from_slice(&name.bytes);
                json.truncate(end);
            }
            if !names.is_empty() {
                json.pop();
            }
            json.push(b']');
        };
        if game == Game::Bamogo {
            list("{\"STONES\":[", stones);
        } else {
            list("{\"AB\":[", black);
            list(",\"AW\":[", white);
        }
        json.push(b'}');
    }
}

/// Where a piece comes in the order in which positions list their pieces.
fn place(piece: Piece) -> (u8, u16, u16) {
    let level = match piece {
        Piece::Marble(_, level, _) => level,
        _ => 0,
    };
    let point = piece.point();
    (level, point.row, point.column)
}

fn put(names: &mut [Vec<Name>; 3], piece: Piece) {
    let (names, name) = (&mut names[side(piece)], Name::of(piece));
    if let Err(at) = names.binary_search(&name) {
        names.insert(at, name);
    }
}

fn side(piece: Piece) -> usize {
    piece.color().map_or(2, |color| color as usize)
}

impl<'p> PositionLine<'p> {
    /// The object for a position of a record, the ply that led to it as it is to be shown;
    /// without the pieces.
    fn new(
        source: &'p str,
        index: usize,
        turn: Option<&'p str>,
        variation: Option<&'p str>,
        position: &Position,
    ) -> PositionLine<'p> {
        let game = position.game();
        let has_button = matches!(game, Game::Bargo | Game::Ugo);
        let line = |pairs: &[[StoneColor; 2]]| {
            let names = pairs.iter();
            let names = names.map(|pair| pair.iter().map(|hue| hue.letter()).collect());
            names.collect()
        };
        PositionLine {
            ply: position.plies(),
            turn,
            to_move: Some(position.to_move().letter()),
            finished: position.outcome().is_some(),
            button: has_button.then(|| position.button().map(Color::letter)),
            grown: position.grown(),
            line: (game == Game::Bamogo).then(|| position.line().map(line)),
            variation,
            ..PositionLine::unplayable(source, index)
        }
    }

    /// The object for a record that cannot be played.
    pub fn unplayable(source: &'p str, index: usize) -> PositionLine<'p> {
        PositionLine {
            schema: SCHEMA,
            source,
            index,
            ply: 0,
            turn: None,
            to_move: None,
            finished: false,
            pieces: None,
            button: None,
            grown: None,
            line: None,
            variation: None,
        }
    }
}

/// Writes the positions of a record.
#[derive(Debug)]
pub struct PositionWriter<'p> {
    source: &'p str,
    index: usize,
    names: PieceNames,
}

impl<'p> PositionWriter<'p> {
    /// A writer for a record of a source.
    pub fn new(source: &'p str, index: usize) -> PositionWriter<'p> {
        PositionWriter {
            source,
            index,
            names: PieceNames::default(),
        }
    }

    /// The position after a ply as JSON. It need not be the one after the last.
    ///
    /// # Errors
    ///
    /// If it cannot be written, which does not happen in memory.
    pub fn write(&mut self, seen: &Seen) -> serde_json::Result<String> {
        const EMPTY: &str = "\"pieces\":null";
        let position = seen.position;
        let goes_on = seen.follows && !seen.captured;
        let added = match seen.turn {
            Some((color, turn)) if goes_on => self.names.add(color, turn),
            _ => false,
        };
        if !added {
            self.names.update(position);
        }
        let turn = seen
            .turn
            .map(|(_, turn)| turn.clone().canonical().to_string());
        let (turn, variation) = (turn.as_deref(), seen.variation);
        let line = PositionLine::new(self.source, self.index, turn, variation, position);
        let line = serde_json::to_string(&line)?;
        // Within a text the quotes would not stand alone.
        let (head, tail) = line.split_once(EMPTY).unwrap_or((&line, ""));
        let count: usize = self.names.names.iter().map(Vec::len).sum();
        let mut json = Vec::with_capacity(line.len() + Name::ROOM * count + 64);
        json.extend_from_slice(head.as_bytes());
        json.extend_from_slice(b"\"pieces\":");
        self.names.write(position.game(), &mut json);
        json.extend_from_slice(tail.as_bytes());
        Ok(String::from_utf8(json).unwrap_or_default())
    }
}

/// A position that is written.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'s> {
    /// The position.
    pub position: &'s Position,
    /// The player and the ply that led to it.
    pub turn: Option<(Color, &'s Move)>,
    /// Whether that ply removed pieces or changed their color.
    pub captured: bool,
    /// Whether it comes right after the position that was written last.
    pub follows: bool,
    /// The branch numbers from the root, off the main line.
    pub variation: Option<&'s str>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{games::Size, lab::RandomPlayer, ruleset::default_for};

    /// The names by the plainest means.
    fn plain(position: &Position) -> [Vec<String>; 3] {
        let mut names = [const { Vec::new() }; 3];
        for piece in position.pieces() {
            names[side(piece)].push(piece.to_string());
        }
        names.each_mut().map(|names| {
            names.sort_unstable();
            std::mem::take(names)
        })
    }

    #[test]
    fn names_follow_the_positions_of_all_games() {
        let mut writer = PositionWriter::new("x", 1);
        for game in Game::ALL {
            let size = if game == Game::Bargo { 4 } else { 6 };
            let rules = &default_for(game).rules;
            let mut position = Position::new(rules, Size::square(size), None).unwrap();
            let mut follows = false;
            for (color, turn) in RandomPlayer::new(5, 0)
                .play(position.clone(), Some(80))
                .plies
            {
                let played = position.play_as(color, &turn).unwrap();
                let seen = Seen {
                    position: &position,
                    turn: Some((color, &turn)),
                    captured: played.captured,
                    follows,
                    variation: None,
                };
                let line: serde_json::Value =
                    serde_json::from_str(&writer.write(&seen).unwrap()).unwrap();
                let names = |key: &str| -> Vec<String> {
                    let list = line["pieces"][key].as_array().into_iter().flatten();
                    list.map(|name| name.as_str().unwrap().to_owned()).collect()
                };
                let names = ["AB", "AW", "STONES"].map(names);
                assert_eq!(names, plain(&position), "{game:?} {turn}");
                assert_eq!(line["move"], turn.canonical().to_string());
                follows = true;
            }
        }
    }

    #[test]
    fn a_source_may_be_called_anything() {
        let rules = &default_for(Game::Ugo).rules;
        let position = Position::new(rules, Size::square(3), None).unwrap();
        let source = "\"pieces\":null,";
        let seen = Seen {
            position: &position,
            turn: None,
            captured: false,
            follows: false,
            variation: None,
        };
        let line = PositionWriter::new(source, 1).write(&seen).unwrap();
        let line: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(line["source"], source);
        assert_eq!(line["pieces"], serde_json::json!({"AB": [], "AW": []}));
    }

    #[test]
    fn the_longest_names_fit_and_names_sort_as_texts_do() {
        let walled = |column, row| {
            let point = crate::games::Point::new(column, row);
            Name::of(Piece::Walled(
                Color::Black,
                point,
                crate::games::Direction::Ne,
            ))
        };
        assert_eq!(&walled(59, 59).bytes, b"\"bg59/ne\",\0\0");
        assert!(walled(1, 1) < walled(1, 10) && walled(1, 10) < walled(1, 2));
        let marble = Piece::Marble(Color::Black, 19, crate::games::Point::new(37, 37));
        assert_eq!(&Name::of(marble).bytes, b"\"19ak37\",\0\0\0");
    }
}
