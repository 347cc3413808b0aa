//! Findings in one line each: `path:line:column: error[ugo::occupied] ply 12 d4: message`.

use std::io::{self, Write};

use super::{
    RecordReport,
    budget::Budget,
    format::{Closing, Report, ReportOptions},
    line_index::LineIndex,
    safe,
    summary::Summary,
};
use crate::verify::Finding;

/// The line of a finding, without a line break.
pub fn line(judged: &RecordReport, finding: &Finding, places: &LineIndex) -> String {
    let (line, column) = places.line_column(finding.place.start);
    format!(
        "{}:{line}:{column}: {}",
        safe(&judged.source),
        told(finding)
    )
}

/// The line of a finding without its place: `error[ugo::occupied] ply 12 d4: message`.
pub fn told(finding: &Finding) -> String {
    let ply = finding
        .ply
        .map_or(String::new(), |ply| format!(" ply {ply}"));
    let point = finding
        .point
        .as_ref()
        .map_or(String::new(), |point| format!(" {}", safe(point)));
    format!(
        "{}[{}]{ply}{point}: {}",
        finding.code.severity,
        finding.code.id,
        safe(&finding.message)
    )
}

/// Findings in one line each, and a summary.
pub(super) struct ShortReport {
    budget: Budget,
    closing: Closing,
}

impl ShortReport {
    pub(super) fn new(options: &ReportOptions) -> ShortReport {
        ShortReport {
            budget: Budget::new(options.max_findings),
            closing: options.closing,
        }
    }
}

impl Report for ShortReport {
    fn record(
        &mut self,
        judged: &RecordReport,
        places: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for finding in self.budget.take(judged.findings()) {
            writeln!(out, "{}", line(judged, finding, places))?;
        }
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        if let Some(left_out) = self.budget.left_out() {
            writeln!(out, "{left_out}")?;
        }
        out.write_all(self.closing.of(summary).as_bytes())
    }
}
