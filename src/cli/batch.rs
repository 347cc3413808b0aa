//! `kifu batch`: verifies large archives in parallel, with reports.

use std::{
    io::BufReader,
    path::PathBuf,
    str::FromStr,
    sync::Arc,
    time::{Duration, Instant},
};

use clap::{Args, ValueEnum};

use super::{
    error::{CliError, print_error, print_note, print_table, print_warning},
    exit::Exit,
    input::InputArgs,
    interruption::verdicts_are_kept,
    line_server::LineServer,
    output::Output,
    output_args::OutputArgs,
    pipeline::{
        ChunkResults, Jobs, ProcessedRecord, RecordResult, Selects, WorkItem, each_of, of_records,
    },
    program_file::program_file,
    progress::Speed,
    report_args::ReportArgs,
    sharding::ShardRun,
    snapshot_gate::SnapshotGate,
    verify_args::VerifyArgs,
};
use crate::{
    archive::source_name,
    record::{Chunk, Record},
    report::{
        LineIndex, RecordReport, ReportFormat, ReportWriter, Row, Shard, ShardHeader, ShardReport,
        Summary, SummaryStyle,
    },
    verdict_cache::{SizedVerdict, VerdictCache},
    verify::{Code, Options, Verdict, verify},
};

/// Verify large archives in parallel, with reports
///
/// Verifies all records of files, folders and archives on all processors, in constant memory, and
/// ends with a table of valid, invalid, malformed and unfinished records per game. Reports in
/// several formats can be written at the same time. The output does not depend on the number of
/// jobs.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu batch archive.zip                       all records of an archive
  kifu batch --statistics records              how often each finding occurs
  kifu batch --format jsonl --report junit=out.xml --report sarif=out.sarif records
  kifu batch --snapshot kifu.snapshot records  changes since the last --update
  kifu batch --format jsonl --shard 1/4 records > 1.jsonl
  find . -name '*.sgf' | kifu batch --files-from -
  kifu batch --input jsonl - < lines.jsonl     answer each line as it arrives

Exit status:
  0  no errors (with --strict: nor warnings)
  1  errors found
  2  something could not be read; the rest is verified")]
pub(super) struct Batch {
    #[command(flatten)]
    input: InputArgs,

    /// Read one record per line of JSON, and answer each line with a line of JSON
    #[arg(
        long = "input",
        value_name = "FORMAT",
        conflicts_with_all = [
            "files_from", "record", "statistics", "max_findings", "report", "largest", "slowest",
            "fail_fast", "shard", "rate", "cache", "snapshot",
        ]
    )]
    lines: Option<LineFormat>,

    #[command(flatten)]
    verify_args: VerifyArgs,

    #[command(flatten)]
    report_args: ReportArgs,

    /// Also write a report to a file, as in `junit=out.xml`; repeatable
    #[arg(long, value_name = "FORMAT=FILE")]
    report: Vec<ReportFile>,

    /// List the N largest and the N longest records: in the summary, or on standard error
    #[arg(long, value_name = "N")]
    largest: Option<usize>,

    /// List the N records that took the most time: in the summary, or on standard error
    #[arg(long, value_name = "N")]
    slowest: Option<usize>,

    /// Stop after the first record with an error (with --strict: or a warning)
    #[arg(long)]
    fail_fast: bool,

    /// Verify only the Ith of N parts of the sources, of about the same size, as in `2/5`
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Cache verdicts in a folder, and reuse those of earlier runs
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,

    /// Compare all verdicts with those in a file; only differences count for the exit status
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shard", "record", "fail_fast"])]
    snapshot: Option<PathBuf>,

    /// Write the verdicts to the file of --snapshot
    #[arg(long, requires = "snapshot")]
    update: bool,

    /// Print the speed on standard error
    #[arg(long)]
    rate: bool,

    #[command(flatten)]
    output_args: OutputArgs,

    #[command(flatten)]
    jobs: Jobs,
}

/// The format of input lines.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum LineFormat {
    /// Objects with `id`, which may be anything, and `record`
    Jsonl,
}

/// A report and its file.
#[derive(Clone, Debug)]
struct ReportFile {
    format: ReportFormat,
    path: PathBuf,
}

impl FromStr for ReportFile {
    type Err = String;

    fn from_str(text: &str) -> Result<ReportFile, String> {
        let known = || ReportFormat::ALL.map(ReportFormat::name).join(", ");
        let Some((name, path)) = text.split_once('=').filter(|(_, path)| !path.is_empty()) else {
            return Err("expected a format and a file, as in `junit=out.xml`".to_owned());
        };
        match ReportFormat::from_name(name) {
            Some(format) => Ok(ReportFile {
                format,
                path: path.into(),
            }),
            None => Err(format!(
                "there is no format `{name}`; known are {}",
                known()
            )),
        }
    }
}

/// A report being written.
struct OpenReport {
    format: ReportFormat,
    writer: Box<dyn ReportWriter>,
    /// Writes the records instead, if it is the report of a shard that can be merged.
    shard: Option<ShardReport>,
    output: Output,
}

impl OpenReport {
    /// Writes what precedes all records.
    fn begin(&mut self, header: Option<&ShardHeader>) -> Result<(), CliError> {
        let OpenReport { writer, output, .. } = self;
        match header {
            Some(header) => {
                let begun = &mut self.shard;
                output.with(|out| {
                    *begun = Some(ShardReport::begin(header, out)?);
                    Ok(())
                })
            }
            None => output.with(|out| writer.begin(out)),
        }
    }

    /// Writes a record.
    fn record(&mut self, report: &RecordReport, lines: &LineIndex) -> Result<(), CliError> {
        let OpenReport {
            writer,
            shard,
            output,
            ..
        } = self;
        output.with(|out| match shard {
            Some(shard) => shard.record(report, lines, out),
            None => writer.record(report, lines, out),
        })
    }

    /// Writes what follows all records; `ends` are those of the shard, if all of it has been read, and `failed` tells
    /// whether something else failed.
    fn end(
        &mut self,
        summary: &Summary,
        ends: Option<(&str, &str)>,
        failed: bool,
    ) -> Result<(), CliError> {
        let OpenReport { writer, output, .. } = self;
        match (self.shard.take(), ends) {
            (Some(shard), Some(ends)) => output.with(|out| shard.end(ends, failed, out)),
            (Some(_), None) => Ok(()),
            (None, _) => output.with(|out| writer.end(summary, out)),
        }
    }
}

/// The verdict on a record, with the size of the record and the time taken.
struct TimedVerdict {
    verdict: Verdict,
    bytes: u64,
    time: Duration,
}

impl TimedVerdict {
    fn new(mut verdict: Verdict, bytes: u64, time: Duration, fingerprint: bool) -> TimedVerdict {
        // No report needs the position, which is large.
        let position = verdict.position.take();
        let of_position = || position.map(|position| position.fingerprint());
        verdict.fingerprint = fingerprint
            .then(|| verdict.fingerprint.or_else(of_position))
            .flatten();
        TimedVerdict {
            verdict,
            bytes,
            time,
        }
    }
}

impl RecordResult for TimedVerdict {
    fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        std::iter::once(&self.verdict)
    }
}

/// Stores the verdicts that are still in memory. Returns what is told if some could not be stored.
fn stored_or_why_not(cache: &VerdictCache) -> Option<String> {
    cache.store();
    let error = cache.failure()?;
    Some(format!(
        "not all verdicts could be stored in the cache: {error}; the others are checked again in the next run"
    ))
}

impl Batch {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        self.input.set_quiet(self.output_args.quiet);
        let options = self.verify_args.options(&self.input.guard)?;
        if let Some(LineFormat::Jsonl) = self.lines {
            return self.answer_lines(&options);
        }
        let mut reports = self.reports()?;
        let mut summary = self.empty_summary();
        let mut gate = self.gate()?;
        let cache = self.cache(&options)?;
        let folder = self.cache.as_ref().map(|folder| source_name(folder));
        let stored = cache.clone();
        verdicts_are_kept(folder, move || {
            stored.as_deref().and_then(stored_or_why_not)
        });
        let reader = self.input.reader();
        let read = Arc::clone(&reader.progress);
        let parts = self.shard.map_or(1, Shard::count);
        let mut speed = Speed::begin(read);
        let shard = self
            .shard
            .map(|shard| ShardRun::new(shard, &self.input, &reader, &options));
        let mut shard = shard.transpose()?;
        for report in &mut reports {
            let is_mergeable = report.format == ReportFormat::Jsonl && !self.report_args.statistics;
            let shard = shard.as_ref().filter(|_| is_mergeable);
            report.begin(shard.map(|shard| &shard.header))?;
        }
        let mut exit = Exit::Fine;
        let mut stopped = false;
        let whole = each_of(
            &self.input,
            &mut |visit| match &mut shard {
                Some(shard) => {
                    let _progress = self.input.progress(parts, &reader.progress);
                    shard.read(visit)
                }
                None => self.input.read(&reader, visit),
            },
            &self.jobs,
            (
                &|chunk, selects| self.verify_chunk(chunk, selects, &options, cache.as_deref()),
                &|record| self.verify(record, &options),
            ),
            &mut |item| {
                speed.records += 1;
                let (report, found) = self.report(item, &mut summary, &mut reports)?;
                match &mut gate {
                    Some(gate) => gate.step(&report)?,
                    None => exit = exit.max(found),
                }
                stopped = self.fail_fast && found != Exit::Fine;
                if stopped {
                    Err(CliError::StoppedEarly)
                } else {
                    Ok(())
                }
            },
        );
        let mut failed = false;
        match whole {
            Ok(read) => {
                failed = read == Exit::Failed && summary.unreadable == 0;
                exit = exit.max(read);
            }
            Err(CliError::StoppedEarly) => {}
            Err(failure) => return Err(failure),
        }
        if let Some(failure) = cache.as_deref().and_then(stored_or_why_not) {
            print_warning(&failure);
        }
        let rate = speed.in_words();
        // A shard that is not read to its end has no trailer.
        let shard = shard.filter(|_| !stopped);
        let ends = shard.map(ShardRun::end).transpose()?;
        let ends = (ends.as_ref()).map(|(begins, ends)| (begins.as_str(), ends.as_str()));
        for report in &mut reports {
            report.end(&summary, ends, failed)?;
            if gate.is_none() {
                report.output.finish()?;
            }
            self.report_args.tell_left_out(report.format, &summary);
        }
        if let Some(gate) = gate {
            exit = exit.max(gate.end(&mut reports[0].output, exit == Exit::Failed)?);
            for OpenReport { output, .. } in &mut reports {
                output.finish()?;
            }
        }
        if stopped {
            self.tell_stopped();
        }
        if !self.has_rankings() {
            print_table(&summary.rankings());
        }
        if self.rate {
            print_note(&rate);
        }
        Ok(self.output_args.settle(exit))
    }

    /// The summary of no records.
    fn empty_summary(&self) -> Summary {
        let mut summary = Summary::default();
        if let Some(most) = self.largest {
            summary = summary.with_largest(most);
        }
        if let Some(most) = self.slowest {
            summary = summary.with_slowest(most);
        }
        summary
    }

    fn tell_stopped(&self) {
        let what = if self.output_args.strict {
            "a finding"
        } else {
            "an error"
        };
        print_error(&format!(
            "stopped after the first record with {what}; the rest was not verified"
        ));
    }

    /// Answers the lines of all inputs.
    fn answer_lines(&self, options: &Options) -> Result<Exit, CliError> {
        if !matches!(
            self.report_args.format,
            ReportFormat::Text | ReportFormat::Jsonl
        ) {
            return Err(CliError::AnswerFormat);
        }
        let mut options = options.clone();
        // JSON is Unicode, whatever the `CA` of the original file says.
        options.ignored.extend(Code::from_id("record::encoding"));
        let reader = self.input.reader();
        let guard = &self.input.guard;
        let mut output = guard.create(self.output_args.output.as_deref())?;
        let mut exit = Exit::Fine;
        for path in &self.input.paths {
            let name = source_name(path.as_ref());
            let source = if path == "-" {
                &reader.stdin_name
            } else {
                &name
            };
            let mut input = BufReader::new(guard.open_path(path)?);
            let server = LineServer {
                source,
                options: &options,
                limits: reader.limits,
                output_args: &self.output_args,
                jobs: self.jobs.threads(),
            };
            exit = exit.max(server.run(&mut input, &mut output)?);
        }
        output.finish()?;
        Ok(exit)
    }

    /// Opens the reports before the records are read, so that a wrong path fails at once.
    fn reports(&self) -> Result<Vec<OpenReport>, CliError> {
        let guard = &self.input.guard;
        let output = guard.create(self.output_args.output.as_deref())?;
        let color = output.has_color(self.output_args.color);
        let mut options = self
            .report_args
            .options(&self.output_args, color, SummaryStyle::Table);
        options.width = output.width;
        // The findings of unchanged records are known.
        options.statistics |= self.shows_differences();
        let mut reports = vec![OpenReport {
            format: self.report_args.format,
            writer: self.report_args.format.open(&options),
            shard: None,
            output,
        }];
        for ReportFile { format, path } in &self.report {
            let options = self
                .report_args
                .options(&self.output_args, false, SummaryStyle::Table);
            reports.push(OpenReport {
                format: *format,
                writer: format.open(&options),
                shard: None,
                output: guard.create(Some(path))?,
            });
        }
        Ok(reports)
    }

    /// Counts and reports a record; returns the report and its exit status.
    fn report(
        &self,
        item: WorkItem<TimedVerdict>,
        summary: &mut Summary,
        reports: &mut [OpenReport],
    ) -> Result<(RecordReport, Exit), CliError> {
        let no_lines = LineIndex::new("");
        let (report, lines, measured) = match item {
            WorkItem::Unreadable(unreadable) => (unreadable.into(), &no_lines, None),
            WorkItem::Record(ProcessedRecord {
                source,
                index,
                lines,
                result,
            }) => {
                let report = RecordReport {
                    source: source.to_owned(),
                    index,
                    verdict: Ok(result.verdict),
                };
                (report, lines, Some((result.bytes, result.time)))
            }
        };
        let mut row = Row::new(&report, lines);
        (row.bytes, row.time) = measured.unzip();
        summary.count(&row);
        let mut open = reports.iter_mut();
        open.try_for_each(|open| open.record(&report, lines))?;
        let exit = match &report.verdict {
            Ok(_) => self.output_args.exit_of(&report),
            Err(_) => Exit::Failed,
        };
        Ok((report, exit))
    }

    fn verify(&self, record: &Record, options: &Options) -> TimedVerdict {
        let begun = Instant::now();
        let verdict = verify(record, options);
        let bytes = record.text().len() as u64;
        TimedVerdict::new(verdict, bytes, begun.elapsed(), self.snapshot.is_some())
    }

    fn verify_chunk(
        &self,
        chunk: &Chunk,
        selects: &Selects,
        options: &Options,
        cache: Option<&VerdictCache>,
    ) -> ChunkResults<TimedVerdict> {
        let selects_all = || (chunk.first..chunk.first + chunk.count).all(selects);
        let Some(cache) = cache.filter(|_| selects_all()) else {
            return of_records(chunk, selects, &|record| self.verify(record, options));
        };
        let mut results = ChunkResults::new();
        let mut index = chunk.first;
        cache.verify_chunk(chunk, options, &mut |SizedVerdict { verdict, bytes }| {
            let fingerprint = self.snapshot.is_some();
            let timed = TimedVerdict::new(verdict, bytes, Duration::ZERO, fingerprint);
            results.add(index, timed);
            index += 1;
        });
        results
    }

    fn cache(&self, options: &Options) -> Result<Option<Arc<VerdictCache>>, CliError> {
        let Some(folder) = &self.cache else {
            return Ok(None);
        };
        // Verdicts of another build may differ, even with the same version number.
        self.input.guard.uses_cache(folder)?;
        let failed = |error| CliError::Cache {
            folder: folder.clone(),
            error,
        };
        let path = program_file().map_err(failed)?;
        let mut program = blake3::Hasher::new();
        let read = program.update_reader(self.input.guard.open(&path)?);
        let opened = read
            .and_then(|program| VerdictCache::open(folder, options, program.finalize().as_bytes()));
        opened.map(|cache| Some(Arc::new(cache))).map_err(failed)
    }

    /// Whether the report has a place for the largest and slowest records.
    fn has_rankings(&self) -> bool {
        let has_counts = self.report_args.statistics || self.shows_differences();
        match self.report_args.format {
            ReportFormat::Text | ReportFormat::Short => has_counts || !self.output_args.quiet,
            ReportFormat::Json | ReportFormat::Jsonl => has_counts,
            _ => false,
        }
    }

    /// Whether the differences from a snapshot are part of a text report.
    fn shows_differences(&self) -> bool {
        let for_people = matches!(
            self.report_args.format,
            ReportFormat::Text | ReportFormat::Short
        );
        self.snapshot.is_some() && for_people
    }

    fn gate(&self) -> Result<Option<SnapshotGate>, CliError> {
        let Some(path) = &self.snapshot else {
            return Ok(None);
        };
        let is_text = self.shows_differences();
        SnapshotGate::open(path, self.update, is_text, &self.input.guard).map(Some)
    }
}
