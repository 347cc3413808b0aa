//! `kifu merge`: one report from the reports of the shards of a run.

use std::{
    collections::HashSet,
    ffi::OsString,
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use clap::{Args, ValueEnum};

use super::{
    error::{CliError, print_warning},
    exit::Exit,
    overwrite_guard::OverwriteGuard,
    progress::{Amount, Progress},
};
use crate::{
    archive::source_name,
    report::{ReportFormat, ReportMerger, ReportOptions, Summary},
    whole_file::WholeFile,
};

/// Merge the reports of shards into one report
///
/// Reads the output of `kifu batch --shard I/N --format jsonl` for each of the N shards, and ends like
/// one run over all records: with the same counts and the same exit status. A report that is empty, cut off,
/// damaged, missing, given twice or not of the same run is an error that names it, and nothing is
/// merged. Reports without a header, such as those of `kifu validate --format jsonl`, are merged
/// with a warning, since a part of them may be missing.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu batch --format jsonl --shard 1/2 records > 1.jsonl       on one machine
  kifu batch --format jsonl --shard 2/2 records > 2.jsonl       on another
  kifu merge 1.jsonl 2.jsonl
  kifu merge --format jsonl *.jsonl > all.jsonl                 the lines of one run
  zstd -dc *.jsonl.zst | kifu merge --format json -

Exit status:
  0  no errors in any shard (with --strict: nor warnings)
  1  errors found
  2  the reports cannot be merged, or one of the runs failed to read a source or a record")]
pub(super) struct Merge {
    /// Reports, or `-` for standard input
    #[arg(value_name = "REPORT", required = true)]
    reports: Vec<OsString>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Refuse reports without a header, which may be incomplete
    #[arg(long)]
    require_complete: bool,

    /// Write the result to a file instead of standard output
    #[arg(long, value_name = "FILE")]
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
    /// The lines of all records, in the order of one run
    Jsonl,
}

impl Format {
    /// The format of the summary; `None` if the records are written instead.
    fn of_summary(self) -> Option<ReportFormat> {
        match self {
            Format::Text => Some(ReportFormat::Text),
            Format::Json => Some(ReportFormat::Json),
            Format::Markdown => Some(ReportFormat::Markdown),
            Format::Jsonl => None,
        }
    }
}

/// A file whose bytes are counted.
struct CountingReader<'r>(WholeFile, &'r AtomicU64);

impl Read for CountingReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.0.read(buffer)?;
        self.1.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

impl Merge {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let guard = OverwriteGuard::default();
        let mut output = guard.create(self.output.as_deref())?;
        let mut merger = ReportMerger::new(self.require_complete);
        if self.format == Format::Jsonl {
            merger = merger.with_lines();
        }
        let paths = self.reports.clone();
        let read = Arc::default();
        let _progress = Progress::begin(Amount::Paths(Some(paths), 1), false, Arc::clone(&read));
        let mut files = HashSet::new();
        for path in &self.reports {
            let name = source_name(path.as_ref());
            if path == "-" {
                merger.read(&name, &mut BufReader::new(guard.open_path(path)?))?;
                continue;
            }
            let file = guard.open_of_many(path.as_ref())?;
            // The same pipe or device has something else each time.
            let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
            if is_file
                && Path::new(path)
                    .canonicalize()
                    .is_ok_and(|path| !files.insert(path))
            {
                return Err(CliError::ReportGivenTwice(name));
            }
            let counted = CountingReader(file, &read);
            merger.read(&name, &mut BufReader::new(counted))?;
        }
        let mut merged = merger.end()?;
        for report in &merged.without_header {
            print_warning(&format_args!(
                "{report}: the report has no header, so it may be incomplete"
            ));
        }
        let options = ReportOptions {
            statistics: true,
            ..ReportOptions::default()
        };
        match self.format.of_summary() {
            None => output.with(|out| merged.write_lines(out))?,
            Some(format) => {
                let mut report = format.open(&options);
                output.with(|out| {
                    report.begin(out)?;
                    report.end(&merged.summary, out)
                })?;
            }
        }
        output.finish()?;
        Ok(if merged.failed {
            Exit::Failed
        } else {
            self.exit_of(&merged.summary)
        })
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
