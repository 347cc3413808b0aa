//! What the verification of one record has found, with the name of its source.

use crate::verify::{Finding, GameDetails, Verdict};

/// A record of a source and its verdict.
#[derive(Debug)]
pub struct RecordReport {
    /// The source as output names it.
    pub source: String,
    /// The number of the record in its source, from 1; 0 for a source that cannot be read.
    pub index: usize,
    /// The verdict, or why the source cannot be read.
    pub verdict: Result<Verdict, Box<Finding>>,
}

impl RecordReport {
    /// All findings.
    pub fn findings(&self) -> &[Finding] {
        match &self.verdict {
            Ok(verdict) => &verdict.findings,
            Err(finding) => std::slice::from_ref(finding),
        }
    }

    /// Who played the game, where and when; `None` for a source that cannot be read.
    pub fn details(&self) -> Option<&GameDetails> {
        self.verdict.as_ref().ok().map(|verdict| &verdict.details)
    }
}
