//! Duplicate records as JSON.

use serde::Serialize;

use crate::output::SCHEMA;

/// What a duplicate has in common with the other record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, schemars(rename = "Common"))]
pub enum MatchKind {
    /// The same moves.
    Moves,
    /// The same final position.
    Final,
    /// Its moves are the beginning of those of the other.
    Beginning,
}

/// A record of a source.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Site"))]
pub struct RecordLocation<'d> {
    /// The source as output names it.
    pub source: &'d str,
    /// The number of the record in its source, from 1.
    pub index: usize,
}

/// A duplicate as `dedupe` reports it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "DoubleLine"))]
pub struct DuplicateLine<'d> {
    schema: u32,
    source: &'d str,
    /// The number of the record in its source, from 1.
    index: usize,
    common: MatchKind,
    /// The record that it is a duplicate of.
    of: RecordLocation<'d>,
}

impl<'d> DuplicateLine<'d> {
    /// The object for a record that has something in common with another.
    pub fn new(
        record: RecordLocation<'d>,
        common: MatchKind,
        of: RecordLocation<'d>,
    ) -> DuplicateLine<'d> {
        DuplicateLine {
            schema: SCHEMA,
            source: record.source,
            index: record.index,
            common,
            of,
        }
    }
}
