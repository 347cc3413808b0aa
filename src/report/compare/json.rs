//! Comparisons as JSON.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use super::{change::Changed, comparison::Comparison, writer::CompareReport};
use crate::{
    report::{
        FindingObject, LineIndex, RecordReport, VerdictLine, finding_object,
        json::{ResultPair, ScorePair},
        row::OutputStatus,
    },
    verify::{Severity, Verdict},
};

/// One record as `compare` reports it: what `validate` reports by the new ruleset, and what
/// differs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CompareLine<'v> {
    #[serde(flatten)]
    verdict: VerdictLine<'v>,
    /// By the old ruleset; null for what cannot be read.
    old: Option<Side<'v>>,
    /// By the new ruleset; null for what cannot be read.
    new: Option<Side<'v>>,
    /// How the verdict changes; null for what cannot be read.
    #[schemars(with = "Option<ChangeName>")]
    change: Option<&'static str>,
    /// The plies of the main line that the new ruleset does not judge: those after the illegal one, or after the end.
    unjudged: u32,
    /// What the new verdict assumes: `button-as-pass` with `--map-button pass`; null if it assumes nothing.
    assumption: Option<&'static str>,
}

/// How a verdict changes.
#[derive(JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "describes the names in the schema")]
enum ChangeName {
    OtherWinner,
    OtherMargin,
    NowIllegal,
    NowLegal,
    IllegalOtherwise,
    NowUnfinished,
    NowFinished,
    OtherScore,
}

/// The verdict on a record by one of the two rulesets.
#[derive(Debug, Serialize, JsonSchema)]
struct Side<'v> {
    ruleset: Option<&'v str>,
    size: Option<String>,
    plies: u32,
    status: OutputStatus,
    finished: bool,
    result: ResultPair<'v>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<ScorePair>,
    /// The first error; null if there is none.
    error: Option<FindingObject<'v>>,
}

impl<'v> Side<'v> {
    fn new(verdict: &'v Verdict, line_index: &LineIndex) -> Side<'v> {
        Side {
            ruleset: verdict
                .ruleset
                .as_ref()
                .map(|ruleset| ruleset.name.as_str()),
            size: verdict.size.map(|size| size.to_string()),
            plies: verdict.plies,
            status: verdict.status.into(),
            finished: verdict.finished,
            result: ResultPair::new(verdict),
            score: verdict.score.map(ScorePair::from),
            error: verdict
                .findings
                .iter()
                .find(|finding| finding.code().severity() == Severity::Error)
                .map(|finding| finding_object(finding, line_index)),
        }
    }
}

impl<'v> CompareLine<'v> {
    /// The object for a record that changes; `line_index` is that of its source.
    pub fn new(changed: &'v Changed, line_index: &LineIndex) -> CompareLine<'v> {
        CompareLine {
            verdict: VerdictLine::of(changed.source, changed.index, Ok(changed.new), line_index),
            old: Some(Side::new(changed.old, line_index)),
            new: Some(Side::new(changed.new, line_index)),
            change: Some(changed.kind.id()),
            unjudged: changed.unjudged,
            assumption: changed.button_as_pass.then_some("button-as-pass"),
        }
    }
}

/// One object per line.
pub(super) struct JsonComparison;

fn write(line: &CompareLine, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

impl CompareReport for JsonComparison {
    fn changed(
        &mut self,
        changed: &Changed,
        line_index: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        write(&CompareLine::new(changed, line_index), out)
    }

    fn unreadable(&mut self, report: &RecordReport, out: &mut dyn Write) -> io::Result<()> {
        let line = CompareLine {
            verdict: VerdictLine::new(report, &LineIndex::new("")),
            old: None,
            new: None,
            change: None,
            unjudged: 0,
            assumption: None,
        };
        write(&line, out)
    }

    fn end(&mut self, _: &Comparison, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
