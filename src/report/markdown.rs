//! A report for a comment on a pull request.
//!
//! All text from the input is in code spans, where nothing is markup, a mention or a link.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use super::{
    LineIndex, RecordReport,
    budget::Budget,
    safe,
    summary::Summary,
    table::{GAME_HEADINGS, game_rows},
    writer::{ReportOptions, ReportWriter},
};
use crate::{
    output::{counted, grouped},
    verify::{Finding, GameDetails, Severity},
};

/// A comment holds fewer than 65,536 characters. Bytes are counted, which are never fewer.
pub(super) const MOST: usize = 65_000;
/// Characters shown of a text from the input.
const SHOWN: usize = 300;
/// Bytes reserved for the line about omitted findings.
const CLOSING: usize = 200;
/// Bytes of output after which the table of codes is cut.
const TABLES: usize = 40_000;

/// Tables of the counts, then the findings: first the errors, then the warnings, as far as
/// there is room.
pub(super) struct MarkdownReport {
    /// Whether only the tables are written.
    statistics: bool,
    budget: Budget,
    errors: FindingList,
    warnings: FindingList,
}

/// The findings of one severity that may still fit.
#[derive(Default)]
struct FindingList {
    lines: Vec<String>,
    bytes: usize,
    findings: u64,
}

impl FindingList {
    fn add(&mut self, line: impl FnOnce() -> String) {
        self.findings += 1;
        if self.bytes < MOST {
            let line = line();
            self.bytes += line.len();
            self.lines.push(line);
        }
    }
}

impl MarkdownReport {
    pub(super) fn new(options: &ReportOptions) -> MarkdownReport {
        MarkdownReport {
            statistics: options.statistics,
            budget: Budget::new(options.max_findings),
            errors: FindingList::default(),
            warnings: FindingList::default(),
        }
    }
}

impl ReportWriter for MarkdownReport {
    fn record(
        &mut self,
        report: &RecordReport,
        line_index: &LineIndex,
        _: &mut dyn Write,
    ) -> io::Result<()> {
        for finding in self.budget.take(report.findings()) {
            let section = match finding.code().severity() {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
            };
            section.add(|| item(report, finding, line_index));
        }
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let mut body = head(summary);
        if self.statistics {
            return out.write_all(body.as_bytes());
        }
        let mut shown = 0;
        for (heading, section) in [("Errors", &self.errors), ("Warnings", &self.warnings)] {
            let mut heading = format!("\n### {heading}\n\n");
            for line in &section.lines {
                if body.len() + heading.len() + line.len() + CLOSING > MOST {
                    break;
                }
                body.push_str(&std::mem::take(&mut heading));
                body.push_str(line);
                shown += 1;
            }
        }
        let left_out = (summary.errors + summary.warnings).saturating_sub(shown);
        if left_out > 0 {
            let count = counted(left_out, "finding is", "findings are");
            let _ = write!(body, "\n{count} left out.\n");
        }
        out.write_all(body.as_bytes())
    }
}

/// The counts per game and per code.
fn head(summary: &Summary) -> String {
    let total = &summary.total;
    let mark = if summary.errors == 0 { "✅" } else { "❌" };
    let mut body = format!("## {mark} kifu: {summary}\n");
    if total.records > 0 {
        body.push_str(&format!("\n| {} |\n", GAME_HEADINGS.join(" | ")));
        body.push_str("|---|--:|--:|--:|--:|--:|--:|\n");
        for row in game_rows(summary) {
            body.push_str(&format!("| {} |\n", row.join(" | ")));
        }
    }
    if !summary.codes.is_empty() {
        body.push_str("\n| findings | records | code | first |\n|--:|--:|---|---|\n");
        let codes = summary.by_frequency();
        for (at, counts) in codes.iter().enumerate() {
            if body.len() > TABLES {
                body.push_str(&format!("\n{} codes more\n", codes.len() - at));
                break;
            }
            let first = &counts.first;
            let first = format!("{}:{}:{}", first.source, first.line, first.column);
            body.push_str(&format!(
                "| {} | {} | {} | {} |\n",
                grouped(counts.findings),
                grouped(counts.records),
                cell(&counts.code),
                cell(&first)
            ));
        }
    }
    body
}

/// A finding as an item of a list.
fn item(report: &RecordReport, finding: &Finding, line_index: &LineIndex) -> String {
    let (line, column) = line_index.line_column(finding.span.start);
    let ply = finding.ply.map(|ply| format!(", ply {ply}"));
    let location = format!("{}:{line}:{column}", report.source);
    let title = report.details().and_then(GameDetails::title);
    let title = title.map(|title| format!(" ({})", code(&title)));
    let help = finding.help();
    let help = help.map(|help| format!("\n  {}", code(&help)));
    format!(
        "- {} record {}{}{}, `{}`:\n  {}{}\n",
        code(&location),
        report.index,
        title.unwrap_or_default(),
        ply.unwrap_or_default(),
        finding.code().id(),
        code(&finding.message()),
        help.unwrap_or_default(),
    )
}

/// A text from outside as a code span: fenced by more backticks than there are in a row in it.
pub(super) fn code(text: &str) -> String {
    let text = shortened(&safe(text));
    let fence = fence(&text, 1);
    // A span that begins or ends with a backtick or a space has a space there, which is not shown.
    let edge = |character: Option<char>| character.is_none_or(|c| c == '`' || c == ' ');
    if edge(text.chars().next()) || edge(text.chars().next_back()) {
        format!("{fence} {text} {fence}")
    } else {
        format!("{fence}{text}{fence}")
    }
}

/// A fence of at least `least` backticks, longer than any run of them in the text.
pub(super) fn fence(text: &str, least: usize) -> String {
    let mut run = 0;
    let mut longest = 0;
    for character in text.chars() {
        run = if character == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat(least.max(longest + 1))
}

/// The same in a table, where a bar ends the cell even in a code span.
pub(crate) fn cell(text: &str) -> String {
    code(text).replace('|', "\\u{7c}")
}

/// A long text cut in the middle: both ends of names and locations matter.
fn shortened(text: &str) -> String {
    let count = text.chars().count();
    if count <= SHOWN {
        return text.to_owned();
    }
    let (start, end) = (text.chars().take(SHOWN / 2), text.chars());
    start
        .chain(['…'])
        .chain(end.skip(count - SHOWN / 2))
        .collect()
}
