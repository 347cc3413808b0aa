//! Findings, one per line: `path:line:column: error[ugo::occupied] ply 12 d4: message`.

use std::io::{self, Write};

use super::{
    LineIndex, RecordReport,
    budget::Budget,
    safe,
    summary::Summary,
    writer::{ReportOptions, ReportWriter, SummaryStyle},
};
use crate::{output::in_brief, verify::Finding};

/// The line of a finding, without a line break.
pub fn line(report: &RecordReport, finding: &Finding, line_index: &LineIndex) -> String {
    let (line, column) = line_index.line_column(finding.span.start);
    format!(
        "{}:{line}:{column}: {}",
        safe(&report.source),
        in_brief(finding)
    )
}

/// Findings, one per line, and a summary.
pub(super) struct ShortReport {
    budget: Budget,
    summary_style: SummaryStyle,
}

impl ShortReport {
    pub(super) fn new(options: &ReportOptions) -> ShortReport {
        ShortReport {
            budget: Budget::new(options.max_findings),
            summary_style: options.summary,
        }
    }
}

impl ReportWriter for ShortReport {
    fn record(
        &mut self,
        report: &RecordReport,
        line_index: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for finding in self.budget.take(report.findings()) {
            writeln!(out, "{}", line(report, finding, line_index))?;
        }
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        if let Some(left_out) = self.budget.left_out() {
            writeln!(out, "{left_out}")?;
        }
        out.write_all(self.summary_style.render(summary).as_bytes())
    }
}
