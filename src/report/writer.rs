//! What all report formats have in common: the trait they implement and their options.

use std::io::{self, Write};

use super::{LineIndex, record_report::RecordReport, summary::Summary};

/// Writes a report in one format while the records come in.
///
/// Memory does not grow with the number of records.
pub trait ReportWriter {
    /// Writes what precedes all records.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Writes the part of one record; `lines` is the line index of its source.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn record(
        &mut self,
        report: &RecordReport,
        lines: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Writes what follows all records.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let _ = (summary, out);
        Ok(())
    }
}

/// The options of a report.
#[derive(Clone, Debug, Default)]
pub struct ReportOptions {
    /// Whether text is colored.
    pub color: bool,
    /// The columns of the output, if it is a terminal: findings are as wide, from 50 to 120. Otherwise they have 80.
    pub width: Option<usize>,
    /// The summary at the end of text.
    pub summary: SummaryStyle,
    /// Write counts instead of findings, in text and JSON.
    pub statistics: bool,
    /// The maximum number of findings written. `json`, `jsonl` and `junit`, which report records, write all.
    pub max_findings: Option<usize>,
    /// Whether warnings make a test case of `junit` fail.
    pub strict: bool,
    /// The root of the repository. The formats of code hosts name sources that are absolute paths below it
    /// relative to it.
    pub root: Option<String>,
}

/// The summary at the end of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SummaryStyle {
    /// One line.
    #[default]
    Line,
    /// A table with one row per game.
    Table,
    /// No summary.
    None,
}

impl SummaryStyle {
    /// The summary in this style.
    pub(super) fn render(self, summary: &Summary) -> String {
        match self {
            SummaryStyle::Line => format!("{summary}\n"),
            SummaryStyle::Table => summary.table(),
            SummaryStyle::None => String::new(),
        }
    }
}
