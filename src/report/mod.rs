//! Verdicts → output: for people in full or one line per finding, for programs as JSON.
//!
//! Report writers make no decisions: everything they show is in the verdict.

mod budget;
mod compare;
mod csv;
mod diff;
mod duplicate;
mod excerpt;
mod explanation;
mod format;
mod github;
mod json;
mod junit;
mod legal;
mod location;
mod markdown;
mod merge;
mod merge_error;
mod note;
mod perft;
mod position;
mod ranking;
mod record_report;
mod report_line;
mod row;
mod sarif;
mod severity;
mod shard;
pub mod short;
pub mod snapshot;
mod statistics;
mod summary;
mod table;
mod text;
mod unmatched;
mod writer;

pub use crate::record::{LineIndex, safe};
pub use compare::{
    ChangeKind, Changed, CompareFormat, CompareItem, CompareLine, CompareOptions, CompareReport,
    CompareSummary, Comparison, RuleCounts, change,
};
pub use diff::{colored, unified};
pub use duplicate::{DuplicateLine, MatchKind, RecordLocation};
pub use explanation::CodeEntry;
pub use format::ReportFormat;
#[cfg(feature = "results")]
pub(crate) use json::ResultPair;
pub use json::{AnswerLine, FindingObject, ScoreLine, VerdictLine, finding_object};
pub use legal::{LegalMoves, MoveVerdict};
#[cfg(feature = "results")]
pub(crate) use markdown::cell as markdown_cell;
pub use merge::{MergedReport, ReportMerger};
pub use merge_error::{MergeError, MissingShards, RunDifference};
pub use perft::{DivideLine, PerftLine};
pub use position::{PositionLine, PositionStep, PositionWriter};
pub use ranking::{RankedRecord, Ranking};
pub use record_report::RecordReport;
pub use report_line::ReportLineError;
pub use row::{OutputStatus, Row, RowFinding};
pub use shard::{Shard, ShardError, ShardHeader, ShardLine, ShardReport, ShardTrailer};
pub use short::line as in_short;
pub use summary::{CodeCounts, FindingLocation, RecordCounts, Summary};
pub use text::TextRenderer;
pub use writer::{ReportOptions, ReportWriter, SummaryStyle};
