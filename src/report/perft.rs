//! Perft counts as JSON.

use serde::Serialize;

use crate::{
    games::{Move, Position, perft::LeafCounts},
    output::SCHEMA,
};

/// Counts as `perft` reports them.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "CountsLine"))]
pub struct PerftLine {
    schema: u32,
    game: &'static str,
    ruleset: String,
    size: String,
    depth: u32,
    #[serde(flatten)]
    counts: PerftCounts,
    /// The counts below each first move, with --divide.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<DivideLine>>,
    /// `true` if the run was interrupted: the counts are those up to then.
    #[serde(skip_serializing_if = "Option::is_none")]
    incomplete: Option<bool>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PerftCounts {
    leaves: u64,
    captures: u64,
    passes: u64,
    ends: u64,
    /// Sixteen hexadecimal digits.
    hash: String,
}

/// The counts below one first move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "DivideObject"))]
pub struct DivideLine {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    counts: PerftCounts,
}

impl PerftLine {
    /// The object for the counts of a position to a depth, which are incomplete if it is an error; `divide` has those
    /// below each first move.
    pub fn new(
        position: &Position,
        ruleset: String,
        depth: u32,
        counted: Result<LeafCounts, LeafCounts>,
        divide: Option<Vec<DivideLine>>,
    ) -> PerftLine {
        let (Ok(counts) | Err(counts)) = counted;
        PerftLine {
            schema: SCHEMA,
            game: position.game().name(),
            ruleset,
            size: position.size().to_string(),
            depth,
            counts: counts.into(),
            divide,
            incomplete: counted.is_err().then_some(true),
        }
    }
}

impl DivideLine {
    /// The object for the counts below a move.
    pub fn new(mv: &Move, counts: LeafCounts) -> DivideLine {
        DivideLine {
            mv: mv.to_string(),
            counts: counts.into(),
        }
    }
}

impl From<LeafCounts> for PerftCounts {
    fn from(counts: LeafCounts) -> PerftCounts {
        PerftCounts {
            leaves: counts.leaves,
            captures: counts.captures,
            passes: counts.passes,
            ends: counts.ends,
            hash: format!("{:016x}", counts.hash),
        }
    }
}
