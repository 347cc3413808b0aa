//! The objects of the archive, as the server writes them: the shape is that of `gamerecord.json`, version 1-0-0.

use std::{borrow::Cow, collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor},
};
use serde_json::Value;

/// Reads the name of the game, and nothing after the header: most objects are of other games. The error that ends
/// the parsing then is not one.
pub(super) struct HeaderOnly<'n, 'a>(pub(super) &'n mut Option<Cow<'a, str>>);

impl<'a> DeserializeSeed<'a> for HeaderOnly<'_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for HeaderOnly<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with `header`")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        if map.next_key::<Cow<str>>()?.as_deref() != Some("header") {
            return Err(Error::missing_field("header"));
        }
        let header: AnyHeader = map.next_value()?;
        *self.0 = Some(header.game.name);
        Err(Error::custom("the rest is not read"))
    }
}

#[derive(Debug, Deserialize)]
struct AnyHeader<'a> {
    #[serde(borrow)]
    game: AnyName<'a>,
}

#[derive(Debug, Deserialize)]
struct AnyName<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
}

/// A game; `M` is a move.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct ArchivedGame<M> {
    pub(super) header: Header,
    /// The rounds, each with the move of each player, in seating order.
    pub(super) moves: Vec<Vec<M>>,
    #[serde(flatten)]
    pub(super) more: BTreeMap<String, Value>,
}

/// The names of the players, and what else is known of a game. The server may add keys.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct Header {
    pub(super) game: GameName,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) event: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) round: Option<String>,
    #[serde(default)]
    pub(super) site: Site,
    #[serde(
        default,
        rename = "date-start",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) date_start: Option<String>,
    #[serde(default, rename = "date-end", skip_serializing_if = "Option::is_none")]
    pub(super) date_end: Option<String>,
    #[serde(
        default,
        rename = "date-generated",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) date_generated: Option<String>,
    /// Whether the second player has swapped; `players` are in their order after that.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(super) pied: bool,
    /// The name of the same in other versions of the server.
    #[serde(default, rename = "pie-invoked", skip_serializing_if = "is_false")]
    pub(super) pie_invoked: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub(super) unrated: bool,
    pub(super) players: Vec<ArchivedPlayer>,
    #[serde(flatten)]
    pub(super) more: BTreeMap<String, Value>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // As serde calls it.
fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct GameName {
    pub(super) name: String,
    #[serde(default)]
    pub(super) variants: Vec<String>,
    #[serde(flatten)]
    pub(super) more: BTreeMap<String, Value>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct Site {
    #[serde(default)]
    pub(super) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) gameid: Option<GameId>,
    #[serde(flatten)]
    pub(super) more: BTreeMap<String, Value>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub(super) enum GameId {
    Text(String),
    Number(serde_json::Number),
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            GameId::Text(text) => f.write_str(text),
            GameId::Number(number) => number.fmt(f),
        }
    }
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct ArchivedPlayer {
    pub(super) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) is_ai: Option<bool>,
    /// Pieces on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) score: Option<serde_json::Number>,
    /// The higher has won.
    pub(super) result: i64,
    #[serde(flatten)]
    pub(super) more: BTreeMap<String, Value>,
}

/// A move: a word, or an object with remarks.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a move must be a string, null, or an object with `move`"
)]
pub(super) enum ArchivedMove {
    Word(String),
    Annotated {
        #[serde(rename = "move")]
        mv: String,
        sequence: Option<i64>,
        result: Option<IgnoredAny>,
        #[serde(flatten)]
        more: BTreeMap<String, Value>,
    },
}

impl ArchivedMove {
    /// The move as written.
    pub(super) fn word(&self) -> &str {
        match self {
            ArchivedMove::Word(word) => word,
            ArchivedMove::Annotated { mv, .. } => mv,
        }
    }
}
