//! The part of a record that the summary counts. It comes from a verdict, or from a line of
//! `--format jsonl`, so that `merge` can summarize reports.

use std::{borrow::Cow, time::Duration};

use serde::{Deserialize, Serialize};

use super::{LineIndex, RecordReport, severity::SeverityName};
use crate::{
    output::SchemaVersion,
    verify::{Severity, Status},
};

/// The status of a record, as in the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, schemars(rename = "State"))]
pub enum OutputStatus {
    /// No error.
    Valid,
    /// An error, but not in the syntax.
    Invalid,
    /// A syntax error, or a limit exceeded.
    Malformed,
    /// The source, or the entry of an archive, cannot be read.
    Unreadable,
}

/// A record or an unreadable source, as the summary counts it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Row<'r> {
    /// The version of the line it is read from.
    pub schema: SchemaVersion,
    /// The source as output names it.
    #[serde(borrow)]
    pub source: Cow<'r, str>,
    /// The number of the record in its source, from 1; 0 for what cannot be read.
    pub index: usize,
    /// The game, if it is known.
    #[serde(borrow)]
    pub game: Option<Cow<'r, str>>,
    /// Legal plies played on the main line.
    pub plies: u32,
    /// The status.
    pub status: OutputStatus,
    /// Whether the game of the main line is over.
    pub finished: bool,
    /// All findings.
    pub findings: Vec<RowFinding<'r>>,
    /// The bytes of the record, where they are known.
    #[serde(skip)]
    pub bytes: Option<u64>,
    /// The time taken to verify it, if measured.
    #[serde(skip)]
    pub time: Option<Duration>,
}

/// A finding, as the summary counts it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RowFinding<'r> {
    /// The code.
    #[serde(borrow)]
    pub code: Cow<'r, str>,
    /// The severity.
    #[serde(with = "SeverityName")]
    pub severity: Severity,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl From<Status> for OutputStatus {
    fn from(status: Status) -> OutputStatus {
        match status {
            Status::Valid => OutputStatus::Valid,
            Status::Invalid => OutputStatus::Invalid,
            Status::Malformed => OutputStatus::Malformed,
        }
    }
}

impl OutputStatus {
    /// The status of a record.
    pub fn of(report: &RecordReport) -> OutputStatus {
        let verdict = report.verdict.as_ref();
        verdict.map_or(OutputStatus::Unreadable, |verdict| verdict.status.into())
    }

    /// The name in the output.
    pub fn name(self) -> &'static str {
        match self {
            OutputStatus::Valid => "valid",
            OutputStatus::Invalid => "invalid",
            OutputStatus::Malformed => "malformed",
            OutputStatus::Unreadable => "unreadable",
        }
    }
}

impl<'r> Row<'r> {
    /// The row of a record; `line_index` is that of its source.
    pub fn new(report: &'r RecordReport, line_index: &LineIndex) -> Row<'r> {
        let verdict = report.verdict.as_ref().ok();
        let findings = report.findings().iter().map(|finding| {
            let (line, column) = line_index.line_column(finding.span.start);
            RowFinding {
                code: Cow::Borrowed(finding.code().id()),
                severity: finding.code().severity(),
                line,
                column,
            }
        });
        Row {
            schema: SchemaVersion,
            source: Cow::Borrowed(&report.source),
            index: report.index,
            game: verdict.and_then(|verdict| Some(Cow::Borrowed(verdict.game?.name()))),
            plies: verdict.map_or(0, |verdict| verdict.plies),
            status: OutputStatus::of(report),
            finished: verdict.is_some_and(|verdict| verdict.finished),
            findings: findings.collect(),
            bytes: None,
            time: None,
        }
    }
}
