//! Comparisons as JSON.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;

use super::{
    change::Changed,
    comparison::{Comparison, RuleCounts},
    writer::CompareReport,
};
use crate::{
    games::Color,
    output::{PlayerValues, SchemaVersion},
    report::{
        FindingObject, LineIndex, RecordReport, VerdictLine, finding_object,
        json::{JsonPoints, ResultPair, score_values},
        row::OutputStatus,
    },
    verify::{Severity, Verdict},
};

/// One record as `compare` reports it: what `validate` reports by the new ruleset, and what
/// differs.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CompareLine<'v> {
    #[serde(flatten)]
    verdict: VerdictLine<'v>,
    /// By the old ruleset; null for what cannot be read.
    old: Option<Side<'v>>,
    /// By the new ruleset; null for what cannot be read.
    new: Option<Side<'v>>,
    /// How the verdict changes; null for what cannot be read.
    #[cfg_attr(test, schemars(with = "Option<ChangeName>"))]
    change: Option<&'static str>,
    /// The plies of the main line that the new ruleset does not judge: those after the illegal one, or after the end.
    unjudged: u32,
    /// What the new verdict assumes: `button-as-pass` with `--map-button pass`; null if it assumes nothing.
    assumption: Option<&'static str>,
}

/// What `compare` reports as JSON: a record that changes, which has no `type`, or at the end of the array the summary.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum CompareItem<'v> {
    /// A record.
    Record(Box<CompareLine<'v>>),
    /// The last item of `--format json`.
    Summary(Box<CompareSummary<'v>>),
}

/// The counts over all records.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CompareSummary<'c> {
    schema: SchemaVersion,
    #[serde(rename = "type")]
    kind: SummaryType,
    /// The name of the old ruleset.
    old: &'c str,
    /// The name of the new ruleset.
    new: &'c str,
    game: &'static str,
    /// Records of the game.
    records: u64,
    /// Records that change, whether they are listed or not.
    changed: u64,
    /// Records that are listed.
    listed: u64,
    /// Records of other games.
    skipped: u64,
    malformed: u64,
    unreadable: u64,
    /// The records by `change`.
    changes: BTreeMap<&'static str, u64>,
    /// The records with another winner.
    winners: Vec<WinnerCount>,
    /// For each code the records that break the rule by one ruleset only.
    rules: BTreeMap<&'static str, RuleCount>,
    /// The records that state `KM`, on which the other komi of the new ruleset has no effect; null if the komi is the same.
    stated_komi: Option<u64>,
    /// What the new verdicts assume: `button-as-pass` with `--map-button pass`; null if they assume nothing.
    assumption: Option<&'static str>,
    /// The records in which the assumption was needed; null if nothing is assumed.
    assumed: Option<u64>,
    /// The same for people, and what else can be asked for.
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum SummaryType {
    Summary,
}

/// The records with a change of the winner.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WinnerCount {
    /// `B`, `W`, or null for a draw.
    old: Option<char>,
    new: Option<char>,
    records: u64,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RuleCount {
    newly: u64,
    no_longer: u64,
    unjudged: u64,
}

impl<'c> CompareSummary<'c> {
    fn new(comparison: &'c Comparison) -> CompareSummary<'c> {
        let kinds = comparison.kinds.iter();
        let winners = comparison.winners.iter();
        let rules = comparison.rules.iter();
        CompareSummary {
            schema: SchemaVersion,
            kind: SummaryType::Summary,
            old: &comparison.old,
            new: &comparison.new,
            game: comparison.game.name(),
            records: comparison.records,
            changed: comparison.changed(),
            listed: comparison.listed(),
            skipped: comparison.skipped,
            malformed: comparison.malformed,
            unreadable: comparison.unreadable,
            changes: kinds.map(|(kind, &count)| (kind.id(), count)).collect(),
            winners: winners
                .map(|(&[old, new], &records)| WinnerCount {
                    old: old.map(Color::letter),
                    new: new.map(Color::letter),
                    records,
                })
                .collect(),
            rules: rules
                .map(|(&rule, counts)| {
                    let RuleCounts {
                        newly,
                        no_longer,
                        unjudged,
                    } = *counts;
                    let counts = RuleCount {
                        newly,
                        no_longer,
                        unjudged,
                    };
                    (rule, counts)
                })
                .collect(),
            stated_komi: comparison.stated_komi,
            assumption: comparison.buttons_as_passes.map(|_| "button-as-pass"),
            assumed: comparison.buttons_as_passes,
            notes: comparison.notes(),
        }
    }
}

/// How a verdict changes.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
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
    OtherLength,
}

/// The verdict on a record by one of the two rulesets.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Side<'v> {
    ruleset: Option<&'v str>,
    size: Option<String>,
    plies: u32,
    status: OutputStatus,
    finished: bool,
    result: ResultPair<'v>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<PlayerValues<JsonPoints>>,
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
            score: score_values(verdict),
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

/// One object per line, or one array of these objects with the summary at its end.
pub(super) struct JsonComparison {
    is_array: bool,
    is_begun: bool,
}

impl JsonComparison {
    pub(super) fn new(is_array: bool) -> JsonComparison {
        JsonComparison {
            is_array,
            is_begun: false,
        }
    }

    fn write(&mut self, item: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
        if self.is_array {
            out.write_all(if self.is_begun { b",\n" } else { b"[\n" })?;
        }
        self.is_begun = true;
        serde_json::to_writer(&mut *out, item)?;
        if self.is_array {
            return Ok(());
        }
        out.write_all(b"\n")
    }
}

impl CompareReport for JsonComparison {
    fn changed(
        &mut self,
        changed: &Changed,
        line_index: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.write(&CompareLine::new(changed, line_index), out)
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
        self.write(&line, out)
    }

    fn end(&mut self, comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
        if !self.is_array {
            return Ok(());
        }
        self.write(&CompareSummary::new(comparison), out)?;
        out.write_all(b"\n]\n")
    }
}
