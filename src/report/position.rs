//! Positions as JSON, schema 1.

use std::{cmp::Ordering, io::Write};

use serde::{Serialize, Serializer};

use crate::{
    games::{Color, Game, Move, Piece, Point, Position, StoneColor},
    output::{SCHEMA, json_text},
};

/// A position as `replay` reports it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[allow(clippy::option_option)] // A key that the game does not have, and one that is null.
pub struct PositionLine<'p> {
    schema: u32,
    source: &'p str,
    index: usize,
    /// Plies from the root.
    ply: u32,
    /// The ply that led here, in canonical spelling; null for the start.
    #[serde(rename = "move")]
    mv: Option<&'p str>,
    /// The player to move; null where the record cannot be played.
    to_move: Option<char>,
    /// Whether the game is over.
    finished: bool,
    /// The pieces as a setup writes them, sorted by bytes; null where the record cannot be played.
    pieces: Option<PieceLists<'p>>,
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

/// The pieces of each player, or of nobody.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
#[cfg_attr(test, schemars(rename = "Pieces"))]
enum PieceLists<'p> {
    Players {
        #[serde(rename = "AB")]
        #[cfg_attr(test, schemars(with = "Vec<String>"))]
        black: &'p [PieceName],
        #[serde(rename = "AW")]
        #[cfg_attr(test, schemars(with = "Vec<String>"))]
        white: &'p [PieceName],
        #[serde(rename = "AG", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, schemars(with = "Option<Vec<String>>"))]
        grey: Option<&'p [PieceName]>,
        #[serde(rename = "AY", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, schemars(with = "Option<Vec<String>>"))]
        yellow: Option<&'p [PieceName]>,
    },
    Neutral {
        #[serde(rename = "STONES")]
        #[cfg_attr(test, schemars(with = "Vec<String>"))]
        stones: &'p [PieceName],
    },
}

/// A piece as a setup writes it, padded with zeros, so that names sort like their texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PieceName([u8; PieceName::CAPACITY]);

impl PieceName {
    /// Room for the longest name, a cell of Bargo with its wall: `bg59/ne`.
    const CAPACITY: usize = 8;

    fn of(piece: Piece) -> PieceName {
        let mut bytes = [0; PieceName::CAPACITY];
        let written = write!(&mut bytes[..], "{piece}");
        debug_assert!(written.is_ok(), "{piece} is too long");
        PieceName(bytes)
    }

    fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&byte| byte == 0);
        let bytes = &self.0[..length.unwrap_or(PieceName::CAPACITY)];
        // Names are ASCII.
        std::str::from_utf8(bytes).unwrap_or_default()
    }
}

impl Serialize for PieceName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// The names of all pieces of a position, kept sorted from one position to the next: formatting and
/// sorting them for each position would take longer than playing the game.
#[derive(Debug, Default)]
struct PieceNames {
    /// In the order in which positions list them.
    pieces: Vec<Piece>,
    /// Those of each color, and neutral ones.
    names: [Vec<PieceName>; 5],
}

impl PieceNames {
    /// Changes to any other position.
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
                (Some(old), Some(new)) => sort_key(*old).cmp(&sort_key(*new)),
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
                if let Ok(at) = names.binary_search(&PieceName::of(piece)) {
                    names.remove(at);
                }
            }
            if let Some(piece) = come {
                put(&mut self.names, piece);
            }
        }
    }

    /// Adds the pieces of a move without captures; false if the move alone does not determine them.
    fn add(&mut self, color: Color, mv: &Move) -> bool {
        match mv {
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

    /// Removes the piece on a point of a flat board.
    fn take(&mut self, point: Point) -> Option<Piece> {
        let at = self
            .pieces
            .binary_search_by_key(&(point.row, point.column), |&piece| {
                let (_, row, column) = sort_key(piece);
                (row, column)
            })
            .ok()?;
        let piece = self.pieces.remove(at);
        let names = &mut self.names[side(piece)];
        if let Ok(at) = names.binary_search(&PieceName::of(piece)) {
            names.remove(at);
        }
        Some(piece)
    }

    fn put(&mut self, piece: Piece) {
        let at = self
            .pieces
            .partition_point(|&other| sort_key(other) < sort_key(piece));
        self.pieces.insert(at, piece);
        put(&mut self.names, piece);
    }

    /// The lists of names in a position.
    fn lists(&self, position: &Position) -> PieceLists<'_> {
        let [black, white, grey, yellow, stones] = &self.names;
        let plays = |color| position.players().contain(color);
        if position.game() == Game::Bamogo {
            PieceLists::Neutral { stones }
        } else {
            PieceLists::Players {
                black,
                white,
                grey: plays(Color::Grey).then_some(grey),
                yellow: plays(Color::Yellow).then_some(yellow),
            }
        }
    }
}

/// Sorts pieces in the order in which positions list them.
fn sort_key(piece: Piece) -> (u8, u16, u16) {
    let level = match piece {
        Piece::Marble(_, level, _) => level,
        _ => 0,
    };
    let point = piece.point();
    (level, point.row, point.column)
}

fn put(names: &mut [Vec<PieceName>; 5], piece: Piece) {
    let (names, name) = (&mut names[side(piece)], PieceName::of(piece));
    if let Err(at) = names.binary_search(&name) {
        names.insert(at, name);
    }
}

fn side(piece: Piece) -> usize {
    piece.color().map_or(4, |color| color as usize)
}

impl<'p> PositionLine<'p> {
    /// The object for a position of a record, after a move in canonical spelling.
    fn new(
        source: &'p str,
        index: usize,
        mv: Option<&'p str>,
        variation: Option<&'p str>,
        position: &Position,
        pieces: PieceLists<'p>,
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
            mv,
            to_move: Some(position.to_move().letter()),
            finished: position.outcome().is_some(),
            pieces: Some(pieces),
            button: has_button.then(|| position.button().map(Color::letter)),
            grown: position.grown(),
            line: (game == Game::Bamogo).then(|| position.line().map(line)),
            variation,
            ..PositionLine::not_replayable(source, index)
        }
    }

    /// The object for a record that cannot be replayed.
    pub fn not_replayable(source: &'p str, index: usize) -> PositionLine<'p> {
        PositionLine {
            schema: SCHEMA,
            source,
            index,
            ply: 0,
            mv: None,
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

    /// A position as JSON.
    ///
    /// # Errors
    ///
    /// If it cannot be serialized, which does not happen in memory.
    pub fn write(&mut self, step: &PositionStep) -> serde_json::Result<String> {
        let position = step.position;
        let is_increment = step.follows && !step.captured;
        let is_added = match step.mv {
            Some((color, mv)) if is_increment => self.names.add(color, mv),
            _ => false,
        };
        if !is_added {
            self.names.update(position);
        }
        let mv = step.mv.map(|(_, mv)| mv.clone().canonical().to_string());
        let line = PositionLine::new(
            self.source,
            self.index,
            mv.as_deref(),
            step.variation,
            position,
            self.names.lists(position),
        );
        json_text(&line)
    }
}

/// A position that is written.
#[derive(Clone, Copy, Debug)]
pub struct PositionStep<'s> {
    /// The position.
    pub position: &'s Position,
    /// The player and the move that led to it.
    pub mv: Option<(Color, &'s Move)>,
    /// Whether that move removed pieces or changed their color.
    pub captured: bool,
    /// Whether it follows the position that was written last.
    pub follows: bool,
    /// The branch numbers from the root, off the main line.
    pub variation: Option<&'s str>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::Size,
        lab::RandomPlayer,
        ruleset::{by_name, default_for},
    };

    /// The names by the simplest method.
    fn plain(position: &Position) -> [Vec<String>; 5] {
        let mut names = [const { Vec::new() }; 5];
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
        let defaults = Game::ALL.map(default_for);
        let more_players = ["margo-3", "margo-4"].map(|name| by_name(name).unwrap());
        for ruleset in defaults.into_iter().chain(more_players) {
            let game = ruleset.game();
            let size = if game == Game::Bargo { 4 } else { 6 };
            let rules = &ruleset.rules;
            let mut position = Position::new(rules, Size::square(size), None).unwrap();
            let mut follows = false;
            for (color, mv) in RandomPlayer::new(5, 0)
                .play(position.clone(), Some(80))
                .plies
            {
                let played = position.play_as(color, &mv).unwrap();
                let step = PositionStep {
                    position: &position,
                    mv: Some((color, &mv)),
                    captured: played.captured,
                    follows,
                    variation: None,
                };
                let line: serde_json::Value =
                    serde_json::from_str(&writer.write(&step).unwrap()).unwrap();
                let names = |key: &str| -> Vec<String> {
                    let list = line["pieces"][key].as_array().into_iter().flatten();
                    list.map(|name| name.as_str().unwrap().to_owned()).collect()
                };
                let names = ["AB", "AW", "AG", "AY", "STONES"].map(names);
                assert_eq!(names, plain(&position), "{game:?} {mv}");
                assert_eq!(line["move"], mv.canonical().to_string());
                follows = true;
            }
        }
    }

    #[test]
    fn any_source_name_is_escaped() {
        let rules = &default_for(Game::Ugo).rules;
        let position = Position::new(rules, Size::square(3), None).unwrap();
        let source = "\"pieces\":null,";
        let step = PositionStep {
            position: &position,
            mv: None,
            captured: false,
            follows: false,
            variation: None,
        };
        let line = PositionWriter::new(source, 1).write(&step).unwrap();
        let line: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(line["source"], source);
        assert_eq!(line["pieces"], serde_json::json!({"AB": [], "AW": []}));
    }

    #[test]
    fn the_longest_names_fit_and_names_sort_like_texts() {
        let walled = |column, row| {
            let point = crate::games::Point::new(column, row);
            PieceName::of(Piece::Walled(
                Color::Black,
                point,
                crate::games::Direction::Ne,
            ))
        };
        assert_eq!(walled(59, 59).as_str(), "bg59/ne");
        assert!(walled(1, 1) < walled(1, 10) && walled(1, 10) < walled(1, 2));
        let marble = Piece::Marble(Color::Black, 19, crate::games::Point::new(37, 37));
        assert_eq!(PieceName::of(marble).as_str(), "19ak37");
    }
}
