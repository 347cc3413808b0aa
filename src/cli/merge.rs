//! `kifu merge`: one summary from the reports of the parts of a run.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, BufRead, BufReader},
    path::PathBuf,
};

use clap::{Args, ValueEnum};

use super::{
    error::{CliError, ReportLineError},
    exit::Exit,
    json_lines::{ReadLine, read_line},
    output::Output,
    overwrite_guard::OverwriteGuard,
};
use crate::{
    games::Game,
    report::{OutputStatus, ReportFormat, ReportOptions, Row, Summary},
    verify::Severity,
};

/// The maximum length of a line of a report, far above that of a record with very long names.
const MAX_LINE: usize = 256 * 1024 * 1024;

/// Merge the reports of shards into one summary
///
/// Reads the output of `kifu batch --format jsonl` or `kifu validate --format jsonl` for each part
/// of the records, and ends like one run over all of them: with the same counts and the same
/// exit status. If any line is not of such a report, nothing is summed up.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu batch --format jsonl --shard 1/2 big.zip > 1.jsonl       on one machine
  kifu batch --format jsonl --shard 2/2 big.zip > 2.jsonl       on another
  kifu merge 1.jsonl 2.jsonl
  zstd -dc *.jsonl.zst | kifu merge --format json -

Exit status:
  0  no errors in any part (with --strict: nor warnings)
  1  errors found
  2  a report cannot be read, or reports an unreadable source")]
pub(super) struct Merge {
    /// Reports, or `-` for standard input
    #[arg(value_name = "REPORT", required = true)]
    reports: Vec<OsString>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Write the summary to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Let warnings count for the exit status
    #[arg(long)]
    strict: bool,

    /// Exit with status 0 even if errors are found
    #[arg(long)]
    exit_zero: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables of the counts per game and per code
    #[default]
    Text,
    /// One object
    Json,
    /// For a comment on a pull request
    Markdown,
}

impl Format {
    fn of_report(self) -> ReportFormat {
        match self {
            Format::Text => ReportFormat::Text,
            Format::Json => ReportFormat::Json,
            Format::Markdown => ReportFormat::Markdown,
        }
    }
}

impl Merge {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let overwrite_guard = OverwriteGuard::default();
        self.output
            .iter()
            .try_for_each(|output| overwrite_guard.add(output))?;
        let mut output = Output::open(self.output.as_deref())?;
        let mut summary = Summary::default();
        for path in &self.reports {
            overwrite_guard.check(path.as_ref())?;
            let name = path.to_string_lossy();
            let unreadable = |error: io::Error| CliError::Read {
                path: name.to_string(),
                error,
            };
            let mut input: Box<dyn BufRead> = if path == "-" {
                Box::new(io::stdin().lock())
            } else {
                Box::new(BufReader::new(File::open(path).map_err(unreadable)?))
            };
            let mut number = 0;
            while let Some(line) = read_line(&mut *input, MAX_LINE).map_err(unreadable)? {
                number += 1;
                count(&mut summary, &line).map_err(|reason| CliError::ReportLine {
                    file: name.to_string(),
                    line: number,
                    reason,
                })?;
            }
        }
        let options = ReportOptions {
            statistics: true,
            ..ReportOptions::default()
        };
        let mut report = self.format.of_report().open(&options);
        output.with(|out| {
            report.begin(out)?;
            report.end(&summary, out)
        })?;
        output.finish()?;
        Ok(self.exit_of(&summary))
    }

    /// The exit status of one run over all parts.
    fn exit_of(&self, summary: &Summary) -> Exit {
        let found = summary.errors > 0 || self.strict && summary.warnings > 0;
        if summary.unreadable > 0 {
            Exit::Failed
        } else if found && !self.exit_zero {
            Exit::Found
        } else {
            Exit::Fine
        }
    }
}

/// Counts the record of a line.
fn count(summary: &mut Summary, line: &ReadLine) -> Result<(), ReportLineError> {
    let ReadLine::Line(bytes) = line else {
        return Err(ReportLineError::TooLong);
    };
    let row: Row = serde_json::from_slice(bytes).map_err(|error| {
        if error.is_data() {
            ReportLineError::NotAReport
        } else {
            ReportLineError::NotJson
        }
    })?;
    if let Some(game) = row
        .game
        .as_deref()
        .filter(|game| Game::from_name(game).is_none())
    {
        return Err(ReportLineError::UnknownGame(game.to_owned()));
    }
    let unreadable = row.status == OutputStatus::Unreadable;
    let mut severities = row.findings.iter().map(|finding| finding.severity);
    let has_error = severities.any(|severity| severity == Severity::Error);
    if (row.status == OutputStatus::Valid) == has_error || unreadable != (row.index == 0) {
        return Err(ReportLineError::Contradiction);
    }
    summary.count(&row);
    Ok(())
}
