//! The formats of reports, and what all of them have in common.

use std::{
    fmt,
    io::{self, Write},
};

use super::{
    LineIndex, RecordReport,
    csv::CsvReport,
    github::GithubReport,
    json::{JsonLinesReport, JsonReport},
    junit::JunitReport,
    markdown::MarkdownReport,
    sarif::SarifReport,
    short::ShortReport,
    statistics::{JsonStatistics, TextStatistics},
    summary::Summary,
    text::TextReport,
};

/// A report in the making: it is written while the records come in.
///
/// What a report keeps does not grow with the number of records.
pub trait Report {
    /// Writes what stands before all records.
    ///
    /// # Errors
    ///
    /// That of the writer.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Writes what is to be said of a record; `places` are those of its source.
    ///
    /// # Errors
    ///
    /// That of the writer.
    fn record(
        &mut self,
        judged: &RecordReport,
        places: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Writes what stands behind all records.
    ///
    /// # Errors
    ///
    /// That of the writer.
    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let _ = (summary, out);
        Ok(())
    }
}

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
    pub fn open(self, options: &ReportOptions) -> Box<dyn Report> {
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

/// What can be chosen for a report.
#[derive(Clone, Debug, Default)]
pub struct ReportOptions {
    /// Whether text is colored.
    pub color: bool,
    /// How text ends.
    pub closing: Closing,
    /// Counts instead of findings, in text and JSON.
    pub statistics: bool,
    /// How many findings are told at most. `json`, `jsonl` and `junit`, which tell of records, tell all.
    pub max_findings: Option<usize>,
    /// Whether warnings make a test case of `junit` fail.
    pub strict: bool,
    /// The folder that files are named from in the formats of code hosts. Sources that are absolute
    /// paths in it are named relative to it.
    pub root: Option<String>,
}

/// How text ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Closing {
    /// With the summary in a line.
    #[default]
    Line,
    /// With the summary as a table per game.
    Table,
    /// With the last finding.
    Nothing,
}

impl Closing {
    /// What is said of a run.
    pub(super) fn of(self, summary: &Summary) -> String {
        match self {
            Closing::Line => format!("{summary}\n"),
            Closing::Table => summary.table(),
            Closing::Nothing => String::new(),
        }
    }
}
