//! The tables of the kit as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::output::{PlayerValues, SchemaVersion};

/// A file of the conformance kit: `kind` says what its rows are.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum ConformanceTable {
    /// The rulesets that the rows of all files name.
    Rulesets {
        /// The version of the schema.
        schema: SchemaVersion,
        /// One ruleset each.
        rows: Vec<RulesetRow>,
    },
    /// Numbers of sequences of legal plies.
    Perft {
        /// The version of the schema.
        schema: SchemaVersion,
        /// The game of all rows.
        game: String,
        /// One position each.
        rows: Vec<PerftCountsRow>,
    },
    /// Positions with all their legal moves.
    Positions {
        /// The version of the schema.
        schema: SchemaVersion,
        /// The game of all rows.
        game: String,
        /// One position each.
        rows: Vec<PositionRow>,
    },
    /// Judged records.
    Records {
        /// The version of the schema.
        schema: SchemaVersion,
        /// The game of all rows.
        game: String,
        /// One record each.
        rows: Vec<JudgedRecord>,
    },
    /// The hard cases of the rules: judged records, each named after its sentence.
    Cases {
        /// The version of the schema.
        schema: SchemaVersion,
        /// The game of all rows.
        game: String,
        /// One record each.
        rows: Vec<CaseRow>,
    },
}

/// A ruleset.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct RulesetRow {
    /// The name by which rows name it.
    pub(super) name: String,
    pub(super) game: String,
    /// Whether it is part of kifu. The others are those of examples on pages of its documentation.
    pub(super) embedded: bool,
    /// All keys and their values, as in a ruleset file.
    #[cfg_attr(test, schemars(with = "BTreeMap<String, serde_json::Value>"))]
    pub(super) keys: serde_json::Map<String, serde_json::Value>,
}

/// A position, by the moves that lead to it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct LineOfPlay {
    /// The name of the ruleset.
    pub(super) ruleset: String,
    /// The board, as the property `SZ` writes it: the points of a side, or columns and rows: `5`, `2:3`.
    pub(super) size: String,
    /// Bargo, Ugo: the points added to White's score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) komi: Option<i32>,
    /// The position before the first ply; null for the empty board, from which the first player of the game moves.
    pub(super) setup: Option<SetupObject>,
    /// The plies from there on.
    pub(super) moves: Vec<PlyObject>,
}

/// A position to start from, by the properties that write it in a record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SetupObject {
    #[serde(flatten)]
    pub(super) pieces: Pieces,
    /// The player to move.
    #[serde(rename = "PL")]
    pub(super) to_move: char,
    /// Bargo, Ugo: who has taken the button; absent if nobody has.
    #[serde(rename = "BUTTON", skip_serializing_if = "Option::is_none")]
    pub(super) button: Option<char>,
    /// Sygo: `true` if a player has grown in an earlier turn.
    #[serde(rename = "GROWN", skip_serializing_if = "Option::is_none")]
    pub(super) grown: Option<bool>,
    /// Bamogo: the pairs to be placed, front first; absent if the line is unknown.
    #[serde(rename = "LINE", skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<Vec<String>>,
}

/// The pieces as a setup writes them, sorted by bytes: `AB`, `AW` and so on for each player of the ruleset, `STONES` in Bamogo.
pub(super) type Pieces = BTreeMap<&'static str, Vec<String>>;

/// A ply.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PlyObject {
    /// The player: `B`, `W`, `G` or `Y`.
    pub(super) color: char,
    /// The move.
    #[serde(rename = "move")]
    pub(super) mv: String,
}

/// A position and the numbers of sequences of legal plies from it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PerftCountsRow {
    /// Unique in the file.
    pub(super) id: String,
    /// The rules that it tests in particular.
    pub(super) guards: Vec<String>,
    #[serde(flatten)]
    pub(super) line: LineOfPlay,
    /// The counts, from depth 1 on.
    pub(super) counts: Vec<CountsObject>,
}

/// The counts of one depth.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CountsObject {
    /// The number of plies.
    pub(super) depth: u32,
    /// Sequences of this many legal plies.
    pub(super) leaves: u64,
    /// Of these, those whose last ply removes pieces or changes their color.
    pub(super) captures: u64,
    /// Those whose last ply is a pass.
    pub(super) passes: u64,
    /// Those after which the game is over.
    pub(super) ends: u64,
}

/// A position and its legal moves.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PositionRow {
    /// Unique in the file.
    pub(super) id: String,
    /// The rules that forbid the most tempting moves of the position.
    pub(super) guards: Vec<String>,
    #[serde(flatten)]
    pub(super) line: LineOfPlay,
    /// The player to move.
    pub(super) to_move: char,
    /// All legal moves, sorted by bytes, without `resign`.
    pub(super) legal: Vec<String>,
}

/// A record and the verdict on it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct JudgedRecord {
    /// Unique in the file.
    pub(super) id: String,
    #[serde(flatten)]
    pub(super) line: LineOfPlay,
    /// The first illegal ply; null if all are legal. Nothing after it is played.
    pub(super) first_illegal: Option<IllegalPly>,
    /// The position after the last legal ply.
    pub(super) end: EndPosition,
}

/// A ply that breaks a rule.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct IllegalPly {
    /// Its number, from 1.
    pub(super) ply: usize,
    /// The id of the first rule that it breaks, in the order of the rules page.
    pub(super) rule: String,
}

/// The position at the end of a record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[allow(clippy::option_option)] // A key that the game does not have, and one that is null.
pub(super) struct EndPosition {
    /// Legal plies played.
    pub(super) plies: u32,
    pub(super) pieces: Pieces,
    /// The player to move; after the end of the game without meaning.
    pub(super) to_move: char,
    /// Bargo, Ugo: who has taken the button.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) button: Option<Option<char>>,
    /// Sygo: whether a player has grown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) grown: Option<bool>,
    /// Bamogo: the number of pairs left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pairs_left: Option<usize>,
    /// The points of each player if the game ended here; absent in Bamogo.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<PlayerValues<f64>>"))]
    pub(super) score: Option<PlayerValues<serde_json::Number>>,
    /// The result; null while the game is not over.
    pub(super) result: Option<String>,
}

/// A hard case.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CaseRow {
    /// The sentence that it is named after.
    pub(super) sentence: String,
    /// The page that the sentence is on, or explains it.
    pub(super) page: String,
    /// The side of the rule that the record is on.
    pub(super) side: Side,
    #[serde(flatten)]
    pub(super) record: JudgedRecord,
}

/// The side of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum Side {
    /// All plies are legal.
    Legal,
    /// A ply is illegal.
    Illegal,
}
