//! Rows as they are held until it is known which results count.

use serde::{Deserialize, Serialize};

use super::{
    row::{CountedResult, ResultRow},
    submissions::Occasion,
};
use crate::{
    record::{WrittenResult, read_result},
    study::{EffectiveResult, GameKey},
    verify::{Status, Verdict},
};

/// A row, and what is known of it without the others.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StoredRow {
    pub(super) row: ResultRow,
    /// The key of its game; `None` if it has no moves.
    pub(super) key: Option<GameKey>,
    pub(super) counted: CountedResult,
    pub(super) other_result: Option<OtherResult>,
    /// The result that holds, as `RE` writes it.
    pub(super) effective: Option<String>,
    pub(super) occasion: Option<Occasion>,
    /// Whether the encoding of a name is doubtful.
    pub(super) has_doubtful_name: bool,
    /// Whether the size of the board is assumed, and the result counts what is on it.
    pub(super) is_of_assumed_size: bool,
}

/// How a result in `RE` and that by the rules decide, where their winners differ in a valid record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum OtherResult {
    /// `RE` holds: a loss on time, a forfeit, `Void`.
    Recorded,
    /// The result by the rules holds against a resignation.
    Computed,
}

impl OtherResult {
    /// Which result holds; `None` if there is only one, or if both have the same winner.
    pub(super) fn of(verdict: &Verdict) -> Option<OtherResult> {
        if verdict.status != Status::Valid {
            return None;
        }
        let computed = EffectiveResult::from(verdict.computed?);
        let stated = read_result(verdict.recorded.as_deref()?)?;
        let holder = match stated {
            WrittenResult::Void => return Some(OtherResult::Recorded),
            WrittenResult::Time(_) | WrittenResult::Forfeit(_) => OtherResult::Recorded,
            // A score that does not hold is an error, unless that is left out.
            WrittenResult::Resignation(_)
            | WrittenResult::Won(_)
            | WrittenResult::WonBy(..)
            | WrittenResult::Draw => OtherResult::Computed,
            WrittenResult::Unknown => return None,
        };
        (EffectiveResult::from(stated).winner() != computed.winner()).then_some(holder)
    }
}
