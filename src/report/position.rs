//! Positions as JSON, schema 1.

use std::{borrow::Cow, cmp::Ordering, io::Write};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::SCHEMA;
use crate::games::{Color, Game, Piece, Position};

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
    pieces: Option<Pieces<'p>>,
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

/// The pieces of both players, or of nobody.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
enum Pieces<'p> {
    Players {
        #[serde(rename = "AB")]
        black: &'p [Name],
        #[serde(rename = "AW")]
        white: &'p [Name],
    },
    Neutral {
        #[serde(rename = "STONES")]
        stones: &'p [Name],
    },
}

/// A piece as a setup writes it. The bytes behind the end are zero, so that names
/// sort as their texts do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name([u8; 8]);

impl Name {
    fn of(piece: Piece) -> Name {
        let mut bytes = [0; 8];
        // The longest is a cell of Bargo with its wall: `bg59/ne`.
        let written = write!(&mut bytes[..], "{piece}");
        debug_assert!(written.is_ok(), "{piece} is too long");
        Name(bytes)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Name(bytes) = self;
        let end = bytes
            .iter()
            .position(|&byte| byte == 0)
            .unwrap_or(bytes.len());
        serializer.serialize_str(str::from_utf8(&bytes[..end]).unwrap_or_default())
    }
}

impl JsonSchema for Name {
    fn schema_name() -> Cow<'static, str> {
        "Piece".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string"})
    }
}

/// The names of all pieces of a position, kept sorted from one position to the next: to
/// write and sort them anew for each would cost more than all the playing.
#[derive(Debug, Default)]
pub struct PieceNames {
    pieces: Vec<Piece>,
    /// Of Black, of White, of nobody.
    names: [Vec<Name>; 3],
}

impl PieceNames {
    /// Goes on to another position.
    fn update(&mut self, position: &Position) {
        let before = std::mem::replace(&mut self.pieces, position.pieces());
        let mut old = before.iter().peekable();
        let mut new = self.pieces.iter().peekable();
        loop {
            let order = match (old.peek(), new.peek()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(old), Some(new)) if old == new => Ordering::Equal,
                (Some(old), Some(new)) => place(**old).cmp(&place(**new)),
            };
            let (gone, come) = match order {
                Ordering::Less => (old.next(), None),
                Ordering::Greater => (None, new.next()),
                Ordering::Equal => (old.next(), new.next()),
            };
            if gone == come {
                continue;
            }
            if let Some(&piece) = gone {
                let names = &mut self.names[side(piece)];
                if let Ok(at) = names.binary_search(&Name::of(piece)) {
                    names.remove(at);
                }
            }
            if let Some(&piece) = come {
                let names = &mut self.names[side(piece)];
                let name = Name::of(piece);
                if let Err(at) = names.binary_search(&name) {
                    names.insert(at, name);
                }
            }
        }
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

fn side(piece: Piece) -> usize {
    piece.color().map_or(2, |color| color as usize)
}

impl<'p> PositionLine<'p> {
    /// The object for a position of a record, the ply that led to it as it is to be shown.
    /// The names are those of the position before, of whatever game.
    pub fn new(
        source: &'p str,
        index: usize,
        turn: Option<&'p str>,
        variation: Option<&'p str>,
        position: &Position,
        names: &'p mut PieceNames,
    ) -> PositionLine<'p> {
        names.update(position);
        let [black, white, stones] = &names.names;
        let game = position.game();
        let has_button = matches!(game, Game::Bargo | Game::Ugo);
        let line = |pairs: &[[crate::games::Hue; 2]]| {
            let names = pairs
                .iter()
                .map(|pair| pair.iter().map(|hue| hue.letter()).collect());
            names.collect()
        };
        PositionLine {
            ply: position.plies(),
            turn,
            to_move: Some(position.to_move().letter()),
            finished: position.outcome().is_some(),
            pieces: Some(match game {
                Game::Bamogo => Pieces::Neutral { stones },
                _ => Pieces::Players { black, white },
            }),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{games::Size, lab::Player, ruleset::default_for};

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
        let mut names = PieceNames::default();
        for game in Game::ALL {
            let size = if game == Game::Bargo { 4 } else { 6 };
            let rules = &default_for(game).rules;
            let mut position = Position::new(rules, Size::square(size), None).unwrap();
            for (color, turn) in Player::new(5, 0).play(position.clone(), Some(80)).plies {
                position.play(color, &turn).unwrap();
                names.update(&position);
                let texts = |names: &Vec<Name>| -> Vec<String> {
                    let texts = names.iter().map(|name| serde_json::to_value(name).unwrap());
                    texts
                        .map(|text| text.as_str().unwrap().to_owned())
                        .collect()
                };
                assert_eq!(
                    names.names.each_ref().map(texts),
                    plain(&position),
                    "{game:?}"
                );
            }
        }
    }

    #[test]
    fn the_longest_names_fit() {
        let point = crate::games::Point::new(59, 59);
        let wall = crate::games::Direction::Ne;
        assert_eq!(
            &Name::of(Piece::Walled(Color::Black, point, wall)).0,
            b"bg59/ne\0"
        );
        let marble = Piece::Marble(Color::Black, 19, crate::games::Point::new(37, 37));
        assert_eq!(&Name::of(marble).0, b"19ak37\0\0");
    }
}
