//! The formats of reports by name.

use std::fmt;

use super::{
    csv::CsvReport,
    github::GithubReport,
    json::{JsonLinesReport, JsonReport},
    junit::JunitReport,
    markdown::MarkdownReport,
    note::NoteReport,
    sarif::SarifReport,
    short::ShortReport,
    statistics::{JsonStatistics, TextStatistics},
    text::TextReport,
    writer::{ReportOptions, ReportWriter},
};

/// The format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReportFormat {
    /// For people, in full.
    #[default]
    Text,
    /// For people, one line per finding.
    Short,
    /// One array.
    Json,
    /// One object per line.
    Jsonl,
    /// A table.
    Csv,
    /// `JUnit` XML, for test runners.
    Junit,
    /// For code scanning.
    Sarif,
    /// Annotations in a workflow.
    Github,
    /// A comment on a pull request.
    Markdown,
    /// A paragraph for the players.
    Note,
}

impl ReportFormat {
    /// All formats.
    pub const ALL: [ReportFormat; 10] = [
        ReportFormat::Text,
        ReportFormat::Short,
        ReportFormat::Json,
        ReportFormat::Jsonl,
        ReportFormat::Csv,
        ReportFormat::Junit,
        ReportFormat::Sarif,
        ReportFormat::Github,
        ReportFormat::Markdown,
        ReportFormat::Note,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ReportFormat::Text => "text",
            ReportFormat::Short => "short",
            ReportFormat::Json => "json",
            ReportFormat::Jsonl => "jsonl",
            ReportFormat::Csv => "csv",
            ReportFormat::Junit => "junit",
            ReportFormat::Sarif => "sarif",
            ReportFormat::Github => "github",
            ReportFormat::Markdown => "markdown",
            ReportFormat::Note => "note",
        }
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<ReportFormat> {
        ReportFormat::ALL
            .into_iter()
            .find(|format| format.name() == name)
    }

    /// A short description, for the help.
    pub fn sentence(self) -> &'static str {
        match self {
            ReportFormat::Text => "With the source line, an explanation and the board",
            ReportFormat::Short => "One line per finding",
            ReportFormat::Json => "One array of objects, one per record",
            ReportFormat::Jsonl => "One object per line, one per record",
            ReportFormat::Csv => "A table: one row per finding, or per record without findings",
            ReportFormat::Junit => "JUnit XML: one test case per record",
            ReportFormat::Sarif => "SARIF 2.1.0, for code scanning",
            ReportFormat::Github => "Annotations of a GitHub workflow",
            ReportFormat::Markdown => "A comment for a pull request",
            ReportFormat::Note => "A paragraph per record, to be sent to the players",
        }
    }

    /// Opens a report in this format.
    pub fn open(self, options: &ReportOptions) -> Box<dyn ReportWriter> {
        match self {
            ReportFormat::Text | ReportFormat::Short if options.statistics => {
                Box::new(TextStatistics)
            }
            ReportFormat::Json | ReportFormat::Jsonl if options.statistics => {
                Box::new(JsonStatistics)
            }
            ReportFormat::Text => Box::new(TextReport::new(options)),
            ReportFormat::Short => Box::new(ShortReport::new(options)),
            ReportFormat::Json => Box::new(JsonReport::default()),
            ReportFormat::Jsonl => Box::new(JsonLinesReport),
            ReportFormat::Csv => Box::new(CsvReport::new(options)),
            ReportFormat::Junit => Box::new(JunitReport::new(options)),
            ReportFormat::Sarif => Box::new(SarifReport::new(options)),
            ReportFormat::Github => Box::new(GithubReport::new(options)),
            ReportFormat::Markdown => Box::new(MarkdownReport::new(options)),
            ReportFormat::Note => Box::new(NoteReport::new(options)),
        }
    }
}

impl fmt::Display for ReportFormat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}
