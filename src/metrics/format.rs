//! The formats of a report.

use std::io::{self, Write};

use super::{csv, html, markdown, report::MetricsReport, text};

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MetricsFormat {
    /// Tables for people.
    #[default]
    Text,
    /// One object.
    Json,
    /// A table with one metric per row.
    Csv,
    /// Tables in Markdown.
    Markdown,
    /// A page with charts.
    Html,
}

impl MetricsFormat {
    /// Writes a report.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(self, report: &MetricsReport, out: &mut dyn Write) -> io::Result<()> {
        match self {
            MetricsFormat::Text => text::write(report, out),
            MetricsFormat::Json => {
                serde_json::to_writer_pretty(&mut *out, report)?;
                writeln!(out)
            }
            MetricsFormat::Csv => csv::write(report, out),
            MetricsFormat::Markdown => markdown::write(report, out),
            MetricsFormat::Html => html::write(report, out),
        }
    }
}
