//! Verdicts as JSON, schema 1: the interface for other programs.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{
    LineIndex, RecordReport, row::OutputStatus, severity::SeverityName, summary::Summary,
    writer::ReportWriter,
};
use crate::{
    games::{Color, HalfPoints, Point, Position, ScoreBreakdown},
    output::{PlayerValues, SchemaVersion, stated_result},
    verify::{Finding, Severity, Verdict},
};

/// One record as `validate` reports it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VerdictLine<'v> {
    schema: SchemaVersion,
    source: &'v str,
    index: usize,
    game: Option<&'static str>,
    ruleset: Option<&'v str>,
    size: Option<String>,
    plies: u32,
    status: OutputStatus,
    finished: bool,
    result: ResultPair<'v>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<PlayerValues<JsonPoints>>,
    findings: Vec<FindingObject<'v>>,
    /// With `--snapshot`: the fingerprint of the last position; absent where nothing is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    position_hash: Option<String>,
    /// The names of the players as `PB` and `PW` (`PG`, `PY`) give them, in one line; null for one that has none.
    players: PlayerValues<Option<&'v str>>,
    /// The event, as `EV` gives it.
    event: Option<&'v str>,
    /// The round, as `RO` gives it.
    round: Option<&'v str>,
    /// The date, as `DT` gives it.
    date: Option<&'v str>,
}

/// The name of each player of a record.
pub(crate) fn player_names(verdict: &Verdict) -> PlayerValues<Option<&str>> {
    let names = &verdict.details.players;
    PlayerValues::new(verdict.players(), |color| names[color].as_deref())
}

/// One record as `score` reports it: what `validate` reports, and the parts of the score.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScoreLine<'v> {
    #[serde(flatten)]
    verdict: VerdictLine<'v>,
    /// The parts of the score; null in Bamogo and where nothing is played.
    parts: Option<PlayerValues<PartsObject>>,
    /// The regions of empty points; null where there is no territory.
    regions: Option<Vec<RegionObject>>,
    /// Bamogo: the stones that connect the winner's sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    connection: Option<Vec<String>>,
}

/// One record as `batch --input jsonl` answers it: what `validate` reports, and the `id` of the
/// input line.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnswerLine<'v> {
    #[serde(flatten)]
    verdict: VerdictLine<'v>,
    /// The `id` of the input line; null if it has none.
    #[cfg_attr(test, schemars(with = "serde_json::Value"))]
    id: Option<&'v RawValue>,
}

impl<'v> AnswerLine<'v> {
    /// The object for a record; `line_index` is that of its source.
    pub fn new(
        report: &'v RecordReport,
        line_index: &LineIndex,
        id: Option<&'v RawValue>,
    ) -> AnswerLine<'v> {
        AnswerLine {
            verdict: VerdictLine::new(report, line_index),
            id,
        }
    }
}

/// The parts of one player's score; those that a game does not have are 0.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PartsObject {
    pieces: i64,
    territory: i64,
    /// Enemy pieces in groups without liberties (Ugo).
    prisoners: i64,
    komi: i64,
    button: JsonPoints,
    /// Of the pieces, those that are buried (Margo).
    buried: i64,
    /// Of the pieces, those that were captured and stayed because another rested on them,
    /// buried ones not counted (Margo).
    zombies: i64,
}

impl From<ScoreBreakdown> for PartsObject {
    fn from(parts: ScoreBreakdown) -> PartsObject {
        PartsObject {
            pieces: parts.pieces,
            territory: parts.territory,
            prisoners: parts.prisoners,
            komi: parts.komi,
            button: JsonPoints(HalfPoints(i64::from(parts.button))),
            buried: parts.buried,
            zombies: parts.zombies,
        }
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RegionObject {
    points: Vec<String>,
    /// `B`, `W`, or null for nobody's.
    owner: Option<char>,
}

impl<'v> ScoreLine<'v> {
    /// The object for a record; `line_index` is that of its source.
    pub fn new(report: &'v RecordReport, line_index: &LineIndex) -> ScoreLine<'v> {
        let position = report.verdict.as_ref().ok();
        let position = position.and_then(|verdict| verdict.position.as_ref());
        let tally = position.and_then(Position::tally);
        let has_territory = tally.as_ref().filter(|tally| !tally.regions.is_empty());
        let names = |points: &[Point]| points.iter().map(ToString::to_string).collect();
        ScoreLine {
            verdict: VerdictLine::new(report, line_index),
            regions: has_territory.map(|tally| {
                let regions = tally.regions.iter();
                regions
                    .map(|region| RegionObject {
                        points: names(&region.points),
                        owner: region.owner.map(Color::letter),
                    })
                    .collect()
            }),
            parts: tally.zip(position).map(|(tally, position)| {
                PlayerValues::new(position.players(), |color| tally.parts[color].into())
            }),
            connection: position
                .and_then(|position| position.connection(position.outcome()?.winner()?))
                .map(|chain| names(&chain)),
        }
    }
}

#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ResultPair<'v> {
    /// As `RE` states it; of more than 1 KiB the beginning and `…`.
    recorded: Option<Cow<'v, str>>,
    computed: Option<String>,
}

impl<'v> ResultPair<'v> {
    pub(crate) fn new(verdict: &'v Verdict) -> ResultPair<'v> {
        ResultPair {
            recorded: verdict.recorded.as_deref().map(stated_result),
            computed: verdict.computed.map(|outcome| outcome.to_string()),
        }
    }

    #[cfg(feature = "results")]
    pub(crate) fn recorded(&self) -> Option<&str> {
        self.recorded.as_deref()
    }

    #[cfg(feature = "results")]
    pub(crate) fn computed(&self) -> Option<&str> {
        self.computed.as_deref()
    }
}

/// The points of each player of a record, if there are any.
pub(super) fn score_values(verdict: &Verdict) -> Option<PlayerValues<JsonPoints>> {
    let score = verdict.score?;
    let points = |color| JsonPoints(score[color]);
    Some(PlayerValues::new(verdict.players(), points))
}

/// Points without unnecessary decimals.
#[derive(Debug)]
pub(super) struct JsonPoints(HalfPoints);

#[cfg(test)]
impl schemars::JsonSchema for JsonPoints {
    fn schema_name() -> Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "number", "multipleOf": 0.5})
    }
}

impl Serialize for JsonPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let HalfPoints(halves) = self.0;
        if halves % 2 == 0 {
            serializer.serialize_i64(halves / 2)
        } else {
            #[allow(clippy::cast_precision_loss)] // Scores are far below 2^52.
            serializer.serialize_f64(halves as f64 / 2.0)
        }
    }
}

/// A finding as all commands report it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FindingObject<'v> {
    code: &'static str,
    #[serde(with = "SeverityName")]
    severity: Severity,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<&'v str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variation: Option<&'v str>,
    line: usize,
    column: usize,
    offset: usize,
    length: usize,
}

impl<'v> VerdictLine<'v> {
    /// The object for a record; `line_index` is that of its source.
    pub fn new(report: &'v RecordReport, line_index: &LineIndex) -> VerdictLine<'v> {
        let verdict = report.verdict.as_ref().map_err(Box::as_ref);
        VerdictLine::of(&report.source, report.index, verdict, line_index)
    }

    /// The object for a record of a source, or for a source that cannot be read.
    pub(super) fn of(
        source: &'v str,
        index: usize,
        verdict: Result<&'v Verdict, &'v Finding>,
        line_index: &LineIndex,
    ) -> VerdictLine<'v> {
        let findings = match verdict {
            Ok(verdict) => &verdict.findings,
            Err(finding) => std::slice::from_ref(finding),
        };
        let findings = findings.iter();
        let findings = findings.map(|finding| finding_object(finding, line_index));
        let findings = findings.collect();
        let verdict = verdict.ok();
        VerdictLine {
            schema: SchemaVersion,
            source,
            index,
            game: verdict.and_then(|verdict| Some(verdict.game?.name())),
            ruleset: verdict.and_then(|verdict| Some(verdict.ruleset.as_ref()?.name.as_str())),
            size: verdict.and_then(|verdict| Some(verdict.size?.to_string())),
            plies: verdict.map_or(0, |verdict| verdict.plies),
            status: verdict.map_or(OutputStatus::Unreadable, |verdict| verdict.status.into()),
            finished: verdict.is_some_and(|verdict| verdict.finished),
            result: verdict.map_or_else(ResultPair::default, ResultPair::new),
            score: verdict.and_then(score_values),
            findings,
            position_hash: verdict
                .and_then(|verdict| verdict.fingerprint)
                .map(|fingerprint| format!("{fingerprint:016x}")),
            players: verdict.map_or_else(PlayerValues::default, player_names),
            event: verdict.and_then(|verdict| verdict.details.event.as_deref()),
            round: verdict.and_then(|verdict| verdict.details.round.as_deref()),
            date: verdict.and_then(|verdict| verdict.details.date.as_deref()),
        }
    }
}

/// The object of a finding; `line_index` is that of its source.
pub fn finding_object<'v>(finding: &'v Finding, line_index: &LineIndex) -> FindingObject<'v> {
    let (line, column) = line_index.line_column(finding.span.start);
    FindingObject {
        code: finding.code().id(),
        severity: finding.code().severity(),
        message: finding.message(),
        help: finding.help(),
        ply: finding.ply,
        point: finding.point.as_deref(),
        variation: finding.variation.as_deref(),
        line,
        column,
        offset: line_index.offset(finding.span.start),
        length: finding.span.len(),
    }
}

/// One object per line.
pub(super) struct JsonLinesReport;

impl ReportWriter for JsonLinesReport {
    fn record(
        &mut self,
        report: &RecordReport,
        line_index: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &VerdictLine::new(report, line_index))?;
        out.write_all(b"\n")
    }
}

/// The same objects as one array.
#[derive(Default)]
pub(super) struct JsonReport {
    begun: bool,
}

impl ReportWriter for JsonReport {
    fn record(
        &mut self,
        report: &RecordReport,
        line_index: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        out.write_all(if self.begun { b",\n" } else { b"[\n" })?;
        self.begun = true;
        serde_json::to_writer(&mut *out, &VerdictLine::new(report, line_index))?;
        Ok(())
    }

    fn end(&mut self, _: &Summary, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.begun { b"\n]\n" } else { b"[]\n" })
    }
}
