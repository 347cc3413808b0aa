//! Why a result does not count.

use serde::{Deserialize, Serialize};

/// Why a result does not count. The names are those of warnings, where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The source cannot be read.
    Unreadable,
    /// The record has an error.
    Rejected,
    /// The game is not over, and `RE` states no result.
    NoResult,
    /// `RE` is `Void`.
    Void,
    /// `RE` claims a score or a connection, but the game is not over.
    StatedResult,
    /// A player has no name.
    NoName,
    /// Both players have the same name.
    SamePlayer,
    /// A copy of the game has another result.
    ConflictingResults,
    /// The game counts already: the record is a copy of an earlier one.
    SameGame,
    /// The moves are the beginning of those of another record, which is probably the same game.
    ProbableCopy,
    /// There are more names or pairs of players than are counted.
    TooMany,
}

impl Reason {
    /// As machine-readable output writes it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Reason::Unreadable => "unreadable",
            Reason::Rejected => "rejected",
            Reason::NoResult => "no-result",
            Reason::Void => "void",
            Reason::StatedResult => "stated-result",
            Reason::NoName => "no-name",
            Reason::SamePlayer => "same-player",
            Reason::ConflictingResults => "conflicting-results",
            Reason::SameGame => "same-game",
            Reason::ProbableCopy => "probable-copy",
            Reason::TooMany => "too-many",
        }
    }
}
