//! Verdicts → output: for people in full or a line each, for programs as JSON.
//!
//! Renderers decide nothing: all they show is in the verdict.

mod budget;
mod compare;
mod csv;
mod diff;
mod excerpt;
mod format;
mod github;
mod json;
mod junit;
mod legal;
mod location;
mod markdown;
mod position;
mod ranking;
mod row;
mod sarif;
pub mod short;
pub mod snapshot;
mod statistics;
mod summary;
mod table;
mod text;

pub use crate::record::{LineIndex, safe};
pub use compare::{
    Changed, CompareFormat, CompareLine, CompareOptions, CompareReport, Comparison, Kind, change,
};
pub use diff::unified;
pub use format::{Closing, Report, ReportFormat, ReportOptions};
pub use json::{AnswerLine, FindingObject, ScoreLine, VerdictLine, finding_object};
pub use legal::{Judgement, LegalMoves};
pub use position::{PositionLine, PositionWriter, Seen};
pub use ranking::{Ranked, Ranking};
pub use row::{Row, RowFinding, State};
pub use short::line as in_short;
pub use summary::{CodeCounts, Counts, Site, Summary};
pub use text::TextRenderer;

use crate::verify::{Finding, Verdict};

/// A record of a source and what came of it.
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
    /// Everything found.
    pub fn findings(&self) -> &[Finding] {
        match &self.verdict {
            Ok(verdict) => &verdict.findings,
            Err(finding) => std::slice::from_ref(finding),
        }
    }
}
