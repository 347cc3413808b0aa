//! Findings as commands of a GitHub workflow, which show as annotations.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use super::{
    LineIndex, RecordReport,
    location::relative,
    safe,
    summary::Summary,
    writer::{ReportOptions, ReportWriter},
};
use crate::{
    output::counted,
    verify::{Finding, GameDetails, Severity},
};

/// GitHub shows at most this many errors, and as many warnings, per step; it drops the rest.
const SHOWN: u64 = 10;

/// The first errors and warnings as annotations, and a notice of how many more there are.
pub(super) struct GithubReport {
    root: Option<String>,
    most: u64,
    errors: u64,
    warnings: u64,
}

impl GithubReport {
    pub(super) fn new(options: &ReportOptions) -> GithubReport {
        GithubReport {
            root: options.root.clone(),
            most: options.max_findings.map_or(u64::MAX, |most| most as u64),
            errors: 0,
            warnings: 0,
        }
    }
}

impl ReportWriter for GithubReport {
    fn record(
        &mut self,
        report: &RecordReport,
        line_index: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for finding in report.findings() {
            let written = self.errors + self.warnings;
            let count = match finding.code().severity() {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
            };
            if *count < SHOWN && written < self.most {
                *count += 1;
                let path = relative(&report.source, self.root.as_deref());
                writeln!(out, "{}", annotation(path, report, finding, line_index))?;
            }
        }
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let errors = summary.errors.saturating_sub(self.errors);
        let warnings = summary.warnings.saturating_sub(self.warnings);
        if errors + warnings == 0 {
            return Ok(());
        }
        let errors = counted(errors, "error", "errors");
        let warnings = counted(warnings, "warning", "warnings");
        writeln!(
            out,
            "::notice title=kifu::{errors} and {warnings} more have no annotation%0A{}",
            value(&summary.to_string())
        )
    }
}

fn annotation(
    path: &str,
    report: &RecordReport,
    finding: &Finding,
    line_index: &LineIndex,
) -> String {
    let (line, column) = line_index.line_column(finding.span.start);
    let (end_line, end_column) = line_index.line_column(finding.span.end);
    let mut place = format!("line={line}");
    // A span of several lines has no columns: they would be taken for those of one line.
    if line == end_line {
        // The last column is inclusive.
        let last = end_column.saturating_sub(1).max(column);
        place.push_str(&format!(",col={column},endColumn={last}"));
    } else {
        place.push_str(&format!(",endLine={end_line}"));
    }
    let ply = finding.ply.map(|ply| format!("ply {ply}: "));
    let help = finding.help().map(|help| format!("\n{help}"));
    let title = report.details().and_then(GameDetails::title);
    let title = title.map(|title| format!("\n{title}"));
    let message = format!(
        "{}{}{}{}",
        ply.unwrap_or_default(),
        finding.message(),
        help.unwrap_or_default(),
        title.unwrap_or_default()
    );
    format!(
        "::{} file={},{place},title={}::{}",
        finding.code().severity(),
        property(path),
        property(finding.code().id()),
        value(&message),
    )
}

/// A text as the value of a command. Unsafe characters are escaped, line breaks are kept.
fn value(text: &str) -> String {
    let lines: Vec<Cow<str>> = text.split('\n').map(safe).collect();
    lines
        .iter()
        .map(|line| line.replace('%', "%25"))
        .collect::<Vec<_>>()
        .join("%0A")
}

/// A text as a property of a command. A name may hold what is spelled out elsewhere: it
/// must stay the name.
fn property(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '%' => out.push_str("%25"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            ':' => out.push_str("%3A"),
            ',' => out.push_str("%2C"),
            other => out.push_str(&crate::record::escape_char(other)),
        }
    }
    out
}
