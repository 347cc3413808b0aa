//! Counts instead of findings.

use std::io::{self, Write};

use super::{LineIndex, RecordReport, summary::Summary, writer::ReportWriter};

/// The counts per game and per code as tables.
pub(super) struct TextStatistics;

impl ReportWriter for TextStatistics {
    fn record(&mut self, _: &RecordReport, _: &LineIndex, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(summary.table().as_bytes())?;
        let codes = summary.statistics();
        if !codes.is_empty() {
            write!(out, "\n{codes}")?;
        }
        Ok(())
    }
}

/// The summary as one object.
pub(super) struct JsonStatistics;

impl ReportWriter for JsonStatistics {
    fn record(&mut self, _: &RecordReport, _: &LineIndex, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, summary)?;
        out.write_all(b"\n")
    }
}
