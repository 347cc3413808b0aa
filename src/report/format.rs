//! The formats of reports by name.

use std::fmt;

use super::{
    csv::CsvReport,
    github::GithubReport,
    json::{JsonLinesReport, JsonReport},
    junit::JunitReport,
    markdown::MarkdownReport,
    sarif::SarifReport,
    short::ShortReport,
    statistics::{JsonStatistics, TextStatistics},
    text::TextReport,
    writer::{ReportOptions, ReportWriter},
};

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReportFormat {
    /// For people, in full.
    #[default]
    Text,
    /// For people, a line each.
    Short,
    /// One array.
    Json,
    /// An object a line.
    Jsonl,
    /// A table.
    Csv,
    /// For test runners.
    Junit,
    /// For code scanning.
    Sarif,
    /// Annotations in a workflow.
    Github,
    /// A comment on a pull request.
    Markdown,
}

impl ReportFormat {
    /// All formats.
    pub const ALL: [ReportFormat; 9] = [
        ReportFormat::Text,
        ReportFormat::Short,
        ReportFormat::Json,
        ReportFormat::Jsonl,
        ReportFormat::Csv,
        ReportFormat::Junit,
        ReportFormat::Sarif,
        ReportFormat::Github,
        ReportFormat::Markdown,
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
        }
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<ReportFormat> {
        ReportFormat::ALL
            .into_iter()
            .find(|format| format.name() == name)
    }

    /// What it is, for the help.
    pub fn sentence(self) -> &'static str {
        match self {
            ReportFormat::Text => "With the source line, the rule in words and the board",
            ReportFormat::Short => "One line a finding",
            ReportFormat::Json => "One array of objects, one a record",
            ReportFormat::Jsonl => "One object a line, one a record",
            ReportFormat::Csv => "A table: one row a finding, or a record without findings",
            ReportFormat::Junit => "JUnit XML: one test case a record",
            ReportFormat::Sarif => "SARIF 2.1.0, for code scanning",
            ReportFormat::Github => "Annotations of a GitHub workflow",
            ReportFormat::Markdown => "For a comment on a pull request",
        }
    }

    /// A report in this format.
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
        }
    }
}

impl fmt::Display for ReportFormat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}
