//! What a tournament director should look at.

use serde::Serialize;

/// Something that may be wrong with results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ResultsWarning {
    /// What kind it is of.
    pub kind: ResultsWarningKind,
    /// A sentence for people.
    pub message: String,
    /// The names of the players concerned.
    pub names: Vec<String>,
    /// The records concerned.
    pub records: Vec<WarnedRecord>,
}

/// A record that a warning concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WarnedRecord {
    /// The source.
    pub source: String,
    /// The number of the record in it, from 1.
    pub index: usize,
}

/// The kinds of warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ResultsWarningKind {
    /// Two names may be those of one player.
    SimilarNames,
    /// A name has characters that could not be read, so that it may be that of several players.
    DamagedName,
    /// The encoding of a record is doubtful, and a name may be spelled otherwise.
    DoubtfulName,
    /// Two records are the same game.
    SameGame,
    /// Two records are the same game, but their results disagree.
    ConflictingResults,
    /// The moves of a record are the beginning of those of another, of the same players in the same round.
    ProbableCopy,
    /// No `SZ` states the size of the board, on which the result depends.
    AssumedSize,
    /// `RE` and the result by the rules have different winners, and the record is valid nevertheless.
    OtherResult,
    /// A valid record has no result.
    NoResult,
    /// A valid record claims a result, but the game is not over.
    StatedResult,
    /// A player has the same name as the opponent.
    SamePlayer,
    /// A player has no name.
    NoName,
    /// A name is not on the roster.
    NotOnRoster,
    /// Names of the roster have no game.
    NoGame,
    /// There are more names or pairs of players than are counted.
    TooMany,
}

impl ResultsWarningKind {
    /// All kinds, in the order of the output.
    pub(super) const ALL: [ResultsWarningKind; 15] = [
        ResultsWarningKind::ConflictingResults,
        ResultsWarningKind::SameGame,
        ResultsWarningKind::ProbableCopy,
        ResultsWarningKind::OtherResult,
        ResultsWarningKind::AssumedSize,
        ResultsWarningKind::SamePlayer,
        ResultsWarningKind::NoName,
        ResultsWarningKind::NoResult,
        ResultsWarningKind::StatedResult,
        ResultsWarningKind::DamagedName,
        ResultsWarningKind::DoubtfulName,
        ResultsWarningKind::SimilarNames,
        ResultsWarningKind::NotOnRoster,
        ResultsWarningKind::NoGame,
        ResultsWarningKind::TooMany,
    ];
}
