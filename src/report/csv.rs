//! Findings as a table: a row for each finding, and one for each record without any.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use csv::WriterBuilder;

use super::{
    LineIndex, RecordReport,
    budget::Budget,
    row::OutputStatus,
    writer::{ReportOptions, ReportWriter},
};
use crate::{
    games::Color,
    output::{spreadsheet_cell, stated_result},
    verify::Finding,
};

/// The columns: those of the record, those of the finding, then those of the record that were added later. Columns of players
/// that the ruleset does not have are empty.
const HEADINGS: [&str; 32] = [
    "source",
    "index",
    "game",
    "ruleset",
    "size",
    "plies",
    "status",
    "finished",
    "recorded",
    "computed",
    "score_black",
    "score_white",
    "code",
    "severity",
    "ply",
    "point",
    "variation",
    "line",
    "column",
    "offset",
    "length",
    "message",
    "help",
    "black",
    "white",
    "grey",
    "yellow",
    "event",
    "round",
    "date",
    "score_grey",
    "score_yellow",
];

/// Findings as a table. Rows of omitted findings are omitted, but each record keeps one.
pub(super) struct CsvReport {
    budget: Budget,
}

impl CsvReport {
    pub(super) fn new(options: &ReportOptions) -> CsvReport {
        CsvReport {
            budget: Budget::new(options.max_findings),
        }
    }
}

impl ReportWriter for CsvReport {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write_rows(out, &[HEADINGS.map(Cow::Borrowed)])
    }

    fn record(
        &mut self,
        report: &RecordReport,
        line_index: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let findings = self.budget.take(report.findings()).iter();
        let mut rows: Vec<_> = findings
            .map(|finding| row(report, Some((finding, line_index))))
            .collect();
        if rows.is_empty() {
            rows.push(row(report, None));
        }
        write_rows(out, &rows)
    }
}

fn write_rows(out: &mut dyn Write, rows: &[[Cow<str>; HEADINGS.len()]]) -> io::Result<()> {
    // The CSV writer flushes its destination, so it gets its own buffer.
    let mut table = WriterBuilder::new().from_writer(Vec::new());
    for row in rows {
        table.write_record(row.iter().map(|cell| cell.as_bytes()))?;
    }
    let table = table
        .into_inner()
        .map_err(csv::IntoInnerError::into_error)?;
    out.write_all(&table)
}

fn row<'j>(
    report: &'j RecordReport,
    finding: Option<(&'j Finding, &LineIndex)>,
) -> [Cow<'j, str>; HEADINGS.len()] {
    let verdict = report.verdict.as_ref().ok();
    let number = |number: Option<usize>| number.map_or(Cow::Borrowed(""), |n| n.to_string().into());
    let known = |text: Option<String>| Cow::Owned(text.unwrap_or_default());
    let optional = |text: Option<&'j str>| text.map_or(Cow::Borrowed(""), spreadsheet_cell);
    let owned = |text: Option<String>| {
        text.map_or(Cow::Borrowed(""), |text| {
            spreadsheet_cell(&text).into_owned().into()
        })
    };
    let recorded = verdict.and_then(|verdict| verdict.recorded.as_deref());
    let plays = |color| verdict.is_some_and(|verdict| verdict.players().contain(color));
    let points = |color: Color| {
        let score = verdict.and_then(|verdict| verdict.score);
        let score = score.filter(|_| plays(color));
        known(score.map(|score| score[color].to_string()))
    };
    let details = verdict.map(|verdict| &verdict.details);
    let name = |color: Color| {
        let names = details.map(|details| &details.players);
        let names = names.filter(|_| plays(color));
        optional(names.and_then(|names| names[color].as_deref()))
    };
    let (line, column) = finding
        .map(|(finding, line_index)| line_index.line_column(finding.span.start))
        .unzip();
    let offset = finding.map(|(finding, line_index)| line_index.offset(finding.span.start));
    let finding = finding.map(|(finding, _)| finding);
    [
        spreadsheet_cell(&report.source),
        number(Some(report.index)),
        verdict
            .and_then(|verdict| verdict.game)
            .map_or("", crate::games::Game::name)
            .into(),
        optional(verdict.and_then(|verdict| Some(verdict.ruleset.as_ref()?.name.as_str()))),
        known(verdict.and_then(|verdict| Some(verdict.size?.to_string()))),
        number(verdict.map(|verdict| verdict.plies as usize)),
        OutputStatus::of(report).name().into(),
        verdict
            .map_or(
                "",
                |verdict| if verdict.finished { "true" } else { "false" },
            )
            .into(),
        owned(recorded.map(|recorded| stated_result(recorded).into_owned())),
        known(verdict.and_then(|verdict| Some(verdict.computed?.to_string()))),
        points(Color::Black),
        points(Color::White),
        finding.map_or("", |finding| finding.code().id()).into(),
        known(finding.map(|finding| finding.code().severity().to_string())),
        number(finding.and_then(|finding| Some(finding.ply? as usize))),
        optional(finding.and_then(|finding| finding.point.as_deref())),
        optional(finding.and_then(|finding| finding.variation.as_deref())),
        number(line),
        number(column),
        number(offset),
        number(finding.map(|finding| finding.span.len())),
        owned(finding.map(Finding::message)),
        owned(finding.and_then(Finding::help)),
        name(Color::Black),
        name(Color::White),
        name(Color::Grey),
        name(Color::Yellow),
        optional(details.and_then(|details| details.event.as_deref())),
        optional(details.and_then(|details| details.round.as_deref())),
        optional(details.and_then(|details| details.date.as_deref())),
        points(Color::Grey),
        points(Color::Yellow),
    ]
}
