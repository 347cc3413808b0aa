//! `kifu merge`: the reports of the parts of a run, made one summary.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, BufRead, BufReader},
    path::PathBuf,
};

use clap::{Args, ValueEnum};

use super::{
    exit::{Exit, Failure},
    lines::{Taken, in_line, take_line},
    output::Output,
    overwrite_guard::OverwriteGuard,
};
use crate::{
    games::Game,
    report::{ReportFormat, ReportOptions, Row, State, Summary},
    verify::Severity,
};

/// A line of a report is at most so long: that of a record with very long names, with room to spare.
const LONGEST_LINE: usize = 256 * 1024 * 1024;

/// Join the reports of the parts of a run into one summary.
///
/// Reads what `kifu batch --format jsonl` or `kifu validate --format jsonl` have written, each for its part of the
/// records, and ends as one run over all of them would: with the same counts and the same
/// exit status. A line that is not of such a report is refused, and nothing is summed up then.
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
  2  a report cannot be read, or says that something could not be")]
pub(super) struct Merge {
    /// Reports, or `-` for standard input
    #[arg(value_name = "REPORT", required = true)]
    reports: Vec<OsString>,

    /// How the summary is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Write the summary to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Let warnings count for the exit status
    #[arg(long)]
    strict: bool,

    /// End with status 0 even if errors are found
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
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let spared = OverwriteGuard::default();
        self.output
            .iter()
            .try_for_each(|output| spared.add(output))?;
        let mut output = Output::open(self.output.as_deref())?;
        let mut summary = Summary::default();
        for path in &self.reports {
            spared.check(path.as_ref())?;
            let name = path.to_string_lossy();
            let cannot =
                |error: io::Error| Failure::refused(format!("cannot read {name}: {error}"));
            let mut input: Box<dyn BufRead> = if path == "-" {
                Box::new(io::stdin().lock())
            } else {
                Box::new(BufReader::new(File::open(path).map_err(cannot)?))
            };
            let mut number = 0;
            while let Some(line) = take_line(&mut *input, LONGEST_LINE).map_err(cannot)? {
                number += 1;
                count(&mut summary, &line)
                    .map_err(|reason| Failure::refused(format!("{name}:{number}: {reason}")))?;
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

    /// The status with which one run over all parts would have ended.
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

/// Counts the record that a line tells of.
fn count(summary: &mut Summary, line: &Taken) -> Result<(), String> {
    let Taken::Line(bytes) = line else {
        return Err("the line is too long for one of a report".to_owned());
    };
    let row: Row = serde_json::from_slice(bytes)
        .map_err(|error| format!("the line is not one of a report: {}", in_line(&error)))?;
    if let Some(game) = row
        .game
        .as_deref()
        .filter(|game| Game::from_name(game).is_none())
    {
        return Err(format!("there is no game `{game}`"));
    }
    let unreadable = row.status == State::Unreadable;
    let mut severities = row.findings.iter().map(|finding| finding.severity);
    let has_error = severities.any(|severity| severity == Severity::Error);
    if (row.status == State::Valid) == has_error || unreadable != (row.index == 0) {
        return Err(
            "the line contradicts itself: its status is not that of its findings".to_owned(),
        );
    }
    summary.count(&row);
    Ok(())
}
