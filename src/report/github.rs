//! Findings as commands of a GitHub workflow, which show as annotations.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use super::{
    LineIndex, RecordReport,
    location::relative,
    safe,
    summary::{Summary, counted},
    writer::{ReportOptions, ReportWriter},
};
use crate::verify::{Finding, Severity};

/// So many errors, and so many warnings, of a step are shown; those beyond are lost.
const SHOWN: u64 = 10;

/// The first errors and warnings as annotations, and a notice of how many there are more.
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
        judged: &RecordReport,
        places: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for finding in judged.findings() {
            let told = self.errors + self.warnings;
            let count = match finding.code().severity() {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
            };
            if *count < SHOWN && told < self.most {
                *count += 1;
                let path = relative(&judged.source, self.root.as_deref());
                writeln!(out, "{}", annotation(path, finding, places))?;
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

fn annotation(path: &str, finding: &Finding, places: &LineIndex) -> String {
    let (line, column) = places.line_column(finding.span.start);
    let (end_line, end_column) = places.line_column(finding.span.end);
    let mut place = format!("line={line}");
    // A place of several lines has no columns: they would be taken for those of one line.
    if line == end_line {
        // The last column is one that belongs to the place.
        let last = end_column.saturating_sub(1).max(column);
        place.push_str(&format!(",col={column},endColumn={last}"));
    } else {
        place.push_str(&format!(",endLine={end_line}"));
    }
    let ply = finding.ply.map(|ply| format!("ply {ply}: "));
    let help = finding.help().map(|help| format!("\n{help}"));
    let message = format!(
        "{}{}{}",
        ply.unwrap_or_default(),
        finding.message(),
        help.unwrap_or_default()
    );
    format!(
        "::{} file={},{place},title={}::{}",
        finding.code().severity(),
        property(path),
        property(finding.code().id()),
        value(&message),
    )
}

/// A text as the value of a command. What could harm is spelled out, line breaks are kept.
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
