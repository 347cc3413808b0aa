//! The columns of verdicts.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{
        ArrayBuilder, BooleanBuilder, Float64Builder, Int32Builder, Int64Builder, ListBuilder,
        StringBuilder, StructBuilder,
    },
};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};
use kifu::{
    games::{Color, Outcome, Rules, WinReason},
    record::LineIndex,
    report::{OutputStatus, RecordReport},
    verify::{Finding, Severity, Verdict},
};

/// The columns of a finding in the list of all findings.
fn finding_fields() -> Fields {
    use DataType::{Int32, Int64, Utf8};
    [
        Field::new("code", Utf8, false),
        Field::new("severity", Utf8, false),
        Field::new("point", Utf8, true),
        Field::new("variation", Utf8, true),
        Field::new("message", Utf8, false),
        Field::new("help", Utf8, true),
        Field::new("line", Int64, false),
        Field::new("column", Int64, false),
        Field::new("offset", Int64, false),
        Field::new("length", Int64, false),
        Field::new("ply", Int32, true),
    ]
    .into_iter()
    .collect()
}

fn finding_item() -> Field {
    Field::new("item", DataType::Struct(finding_fields()), true)
}

/// The columns of verdicts. All but `row` are null for a row that is null.
pub(super) fn schema() -> Schema {
    use DataType::{Boolean, Float64, Int32, Int64, List, Utf8};
    let text = |name: &str| Field::new(name, Utf8, true);
    let number = |name: &str| Field::new(name, Int32, true);
    let points = |name: &str| Field::new(name, Float64, true);
    Schema::new(vec![
        Field::new("row", Int64, true),
        text("source"),
        number("index"),
        text("status"),
        text("game"),
        text("ruleset"),
        text("size"),
        number("komi"),
        number("plies"),
        Field::new("finished", Boolean, true),
        text("recorded"),
        text("computed"),
        text("winner"),
        points("margin"),
        points("score_black"),
        points("score_white"),
        points("score_grey"),
        points("score_yellow"),
        text("black"),
        text("white"),
        text("grey"),
        text("yellow"),
        text("event"),
        text("round"),
        text("date"),
        number("errors"),
        number("warnings"),
        text("code"),
        number("ply"),
        text("point"),
        text("message"),
        Field::new("findings", List(Arc::new(finding_item())), true),
    ])
}

/// Rows of verdicts that are being collected.
pub(super) struct VerdictRows {
    row: Int64Builder,
    source: StringBuilder,
    index: Int32Builder,
    status: StringBuilder,
    game: StringBuilder,
    ruleset: StringBuilder,
    size: StringBuilder,
    komi: Int32Builder,
    plies: Int32Builder,
    finished: BooleanBuilder,
    recorded: StringBuilder,
    computed: StringBuilder,
    winner: StringBuilder,
    margin: Float64Builder,
    score: [Float64Builder; 4],
    names: [StringBuilder; 4],
    event: StringBuilder,
    round: StringBuilder,
    date: StringBuilder,
    errors: Int32Builder,
    warnings: Int32Builder,
    code: StringBuilder,
    ply: Int32Builder,
    point: StringBuilder,
    message: StringBuilder,
    findings: ListBuilder<StructBuilder>,
}

fn i32_of(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn i64_of(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The komi; `None` in games without.
fn komi_of(verdict: &Verdict) -> Option<i32> {
    // The position knows `KM`, too.
    let rules = match &verdict.position {
        Some(position) => position.rules(),
        None => &verdict.ruleset.as_ref()?.rules,
    };
    matches!(rules, Rules::Bargo(_) | Rules::Ugo(_)).then(|| rules.komi())
}

impl VerdictRows {
    pub(super) fn new() -> VerdictRows {
        let findings = StructBuilder::from_fields(finding_fields(), 0);
        VerdictRows {
            row: Int64Builder::new(),
            source: StringBuilder::new(),
            index: Int32Builder::new(),
            status: StringBuilder::new(),
            game: StringBuilder::new(),
            ruleset: StringBuilder::new(),
            size: StringBuilder::new(),
            komi: Int32Builder::new(),
            plies: Int32Builder::new(),
            finished: BooleanBuilder::new(),
            recorded: StringBuilder::new(),
            computed: StringBuilder::new(),
            winner: StringBuilder::new(),
            margin: Float64Builder::new(),
            score: Default::default(),
            names: Default::default(),
            event: StringBuilder::new(),
            round: StringBuilder::new(),
            date: StringBuilder::new(),
            errors: Int32Builder::new(),
            warnings: Int32Builder::new(),
            code: StringBuilder::new(),
            ply: Int32Builder::new(),
            point: StringBuilder::new(),
            message: StringBuilder::new(),
            findings: ListBuilder::new(findings).with_field(finding_item()),
        }
    }

    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.row.len()
    }

    /// Adds a row that is null.
    pub(super) fn add_null(&mut self, row: i64) {
        self.row.append_value(row);
        self.index.append_null();
        self.komi.append_null();
        self.plies.append_null();
        self.finished.append_null();
        self.margin.append_null();
        self.errors.append_null();
        self.warnings.append_null();
        self.ply.append_null();
        for column in &mut self.score {
            column.append_null();
        }
        for column in &mut self.names {
            column.append_null();
        }
        for column in [
            &mut self.source,
            &mut self.status,
            &mut self.game,
            &mut self.ruleset,
            &mut self.size,
            &mut self.recorded,
            &mut self.computed,
            &mut self.winner,
            &mut self.event,
            &mut self.round,
            &mut self.date,
            &mut self.code,
            &mut self.point,
            &mut self.message,
        ] {
            column.append_null();
        }
        self.findings.append_null();
    }

    /// Adds a record, or what cannot be read.
    pub(super) fn add(
        &mut self,
        row: Option<i64>,
        source: Option<&str>,
        report: &RecordReport,
        lines: &LineIndex,
    ) {
        let verdict = report.verdict.as_ref().ok();
        let outcome = verdict.and_then(|verdict| verdict.computed);
        let details = report.details();
        self.row.append_option(row);
        self.source.append_option(source);
        self.index.append_value(i32_of(report.index));
        self.status.append_value(OutputStatus::of(report).name());
        self.game
            .append_option(verdict.and_then(|verdict| Some(verdict.game?.name())));
        let ruleset = verdict.and_then(|verdict| verdict.ruleset.as_ref());
        self.ruleset
            .append_option(ruleset.map(|ruleset| &ruleset.name));
        let size = verdict.and_then(|verdict| verdict.size);
        self.size.append_option(size.map(|size| size.to_string()));
        self.komi.append_option(verdict.and_then(komi_of));
        let plies = verdict.map_or(0, |verdict| verdict.plies as usize);
        self.plies.append_value(i32_of(plies));
        self.finished
            .append_value(verdict.is_some_and(|verdict| verdict.finished));
        self.recorded
            .append_option(verdict.and_then(|verdict| verdict.recorded.as_deref()));
        self.computed
            .append_option(outcome.map(|outcome| outcome.to_string()));
        let winner = outcome.and_then(Outcome::winner);
        self.winner
            .append_option(winner.map(|color| color.letter().to_string()));
        self.margin.append_option(match outcome {
            Some(Outcome::Win(_, WinReason::Margin(margin))) => Some(margin.0 as f64 / 2.0),
            _ => None,
        });
        let score = verdict.and_then(|verdict| verdict.score.zip(Some(verdict.players())));
        for (column, color) in self.score.iter_mut().zip(Color::ALL) {
            let score = score.filter(|(_, players)| players.contain(color));
            column.append_option(score.map(|(score, _)| score[color].0 as f64 / 2.0));
        }
        for (column, color) in self.names.iter_mut().zip(Color::ALL) {
            let players = verdict.filter(|verdict| verdict.players().contain(color));
            column.append_option(
                players.and_then(|verdict| verdict.details.players[color].as_deref()),
            );
        }
        self.event
            .append_option(details.and_then(|details| details.event.as_deref()));
        self.round
            .append_option(details.and_then(|details| details.round.as_deref()));
        self.date
            .append_option(details.and_then(|details| details.date.as_deref()));
        let findings = report.findings();
        let is_error = |finding: &&Finding| finding.severity() == Severity::Error;
        let errors = findings.iter().filter(is_error).count();
        self.errors.append_value(i32_of(errors));
        self.warnings.append_value(i32_of(findings.len() - errors));
        let first = findings.iter().find(is_error);
        self.code
            .append_option(first.map(|finding| finding.code().id()));
        let ply = first.and_then(|finding| finding.ply);
        self.ply.append_option(ply.map(|ply| i32_of(ply as usize)));
        self.point
            .append_option(first.and_then(|finding| finding.point.as_deref()));
        self.message.append_option(first.map(Finding::message));
        for finding in findings {
            add_finding(self.findings.values(), finding, lines);
        }
        self.findings.append(true);
    }

    /// The columns.
    pub(super) fn finish(mut self) -> Vec<ArrayRef> {
        let mut columns: Vec<ArrayRef> = Vec::new();
        let mut add = |column: &mut dyn ArrayBuilder| columns.push(column.finish());
        add(&mut self.row);
        add(&mut self.source);
        add(&mut self.index);
        add(&mut self.status);
        add(&mut self.game);
        add(&mut self.ruleset);
        add(&mut self.size);
        add(&mut self.komi);
        add(&mut self.plies);
        add(&mut self.finished);
        add(&mut self.recorded);
        add(&mut self.computed);
        add(&mut self.winner);
        add(&mut self.margin);
        for column in &mut self.score {
            add(column);
        }
        for column in &mut self.names {
            add(column);
        }
        add(&mut self.event);
        add(&mut self.round);
        add(&mut self.date);
        add(&mut self.errors);
        add(&mut self.warnings);
        add(&mut self.code);
        add(&mut self.ply);
        add(&mut self.point);
        add(&mut self.message);
        add(&mut self.findings);
        columns
    }
}

/// Adds a finding to the list of a record.
fn add_finding(rows: &mut StructBuilder, finding: &Finding, lines: &LineIndex) {
    let (line, column) = lines.line_column(finding.span.start);
    // The columns are those of `finding_fields`.
    let mut at = 0..;
    let mut text = |rows: &mut StructBuilder, value: Option<&str>| {
        let column = at.next();
        if let Some(column) = column.and_then(|at| rows.field_builder::<StringBuilder>(at)) {
            column.append_option(value);
        }
    };
    text(rows, Some(finding.code().id()));
    text(rows, Some(&finding.severity().to_string()));
    text(rows, finding.point.as_deref());
    text(rows, finding.variation.as_deref());
    text(rows, Some(&finding.message()));
    text(rows, finding.help().as_deref());
    let numbers = [
        i64_of(line),
        i64_of(column),
        i64_of(lines.offset(finding.span.start)),
        i64_of(finding.span.len()),
    ];
    for (at, number) in (6..).zip(numbers) {
        if let Some(column) = rows.field_builder::<Int64Builder>(at) {
            column.append_value(number);
        }
    }
    if let Some(column) = rows.field_builder::<Int32Builder>(10) {
        column.append_option(finding.ply.map(|ply| i32_of(ply as usize)));
    }
    rows.append(true);
}

/// A batch of verdicts, with further columns behind them.
pub(super) fn batch(
    schema: SchemaRef,
    rows: VerdictRows,
    kept: Vec<ArrayRef>,
) -> Result<RecordBatch, ArrowError> {
    let mut columns = rows.finish();
    columns.extend(kept);
    RecordBatch::try_new(schema, columns)
}
