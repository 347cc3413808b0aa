//! Why the game of a file is not gone on with.

use super::limits::{MAX_BYTES, MAX_NODES, MAX_VALUES};
use crate::output::grouped;

/// Why a file is not gone on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::cli) enum NotContinued {
    #[error("there is no record in it")]
    NoRecord,
    #[error("it holds several records; a game is gone on with in a file of its own")]
    SeveralRecords,
    #[error(
        "it has more than {} nodes, {} values or {} MiB of text, which is too much to be edited",
        grouped(MAX_NODES as u64),
        grouped(MAX_VALUES as u64),
        MAX_BYTES >> 20
    )]
    TooLarge,
    #[error("it contains bytes that are invalid in its encoding, which would be lost")]
    InvalidBytes,
    #[error("it contains text outside the record, which would be lost")]
    TextOutside,
    #[error(
        "`{0}` in a later node says something else than the root, which leaves open by what the game was played; remove one of them"
    )]
    Contradicted(&'static str),
    #[error("{0}; run `kifu validate`")]
    NotReplayable(String),
    #[error("its {what} is {found}, not {asked}; choose another file")]
    OtherGame {
        what: &'static str,
        found: String,
        asked: String,
    },
}
