//! `kifu batch`: large archives, in parallel, with reports.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    path::PathBuf,
    str::FromStr,
    sync::Arc,
    time::{Duration, Instant},
};

use clap::{Args, ValueEnum};

use super::{
    common::{Input, OutputArgs, VerifyArgs},
    exit::{Exit, Failure, print_error, say},
    gate::Gate,
    lines::Lines,
    output::Output,
    progress::Progress,
    reporting::Reporting,
    run::{Jobs, ProcessedRecord, Shard, Wants, WorkItem, each_of, of_records, of_unreadable},
};
use crate::{
    record::Chunk,
    report::{Closing, LineIndex, RecordReport, Report, ReportFormat, Row, Summary},
    verdict_cache::{SizedVerdict, VerdictCache},
    verify::{Code, Options, Verdict, verify},
};

/// Check large archives in parallel.
///
/// Judges all records of files, folders and archives on all processors, in memory that does not
/// grow with them, and ends with a table: records, valid, invalid, malformed and unfinished ones per
/// game. Reports in several formats can be written at the same time. The output is the same for
/// any number of jobs.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu batch archive.zip                       all records of an archive
  kifu batch --statistics records              how often each finding comes
  kifu batch --format jsonl --report junit=out.xml --report sarif=out.sarif records
  kifu batch --snapshot kifu.snapshot records  what has changed since --update
  kifu batch --format jsonl --shard 1/4 big.sgf.zst > 1.jsonl
  find . -name '*.sgf' | kifu batch --files-from -
  kifu batch --input jsonl - < lines.jsonl     an answer for each line, as it comes

Exit status:
  0  no errors (with --strict: nor warnings)
  1  errors found
  2  something could not be read; the rest is judged all the same")]
pub(super) struct Batch {
    #[command(flatten)]
    input: Input,

    /// Read lines of JSON with a record each, and answer each with a line, at once
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
    judging: VerifyArgs,

    #[command(flatten)]
    reporting: Reporting,

    /// Write a report to a file too, as in `junit=out.xml`; may be given again
    #[arg(long, value_name = "FORMAT=FILE")]
    report: Vec<ReportFile>,

    /// Name so many of the largest and of the longest records
    #[arg(long, value_name = "N")]
    largest: Option<usize>,

    /// Name so many of the records that took the most time
    #[arg(long, value_name = "N")]
    slowest: Option<usize>,

    /// Stop after the first record with an error (with --strict: or a warning)
    #[arg(long)]
    fail_fast: bool,

    /// Judge only one of so many equal parts of the records, as in `2/5`
    #[arg(
        long,
        value_name = "I/N",
        default_value = "1/1",
        hide_default_value = true
    )]
    shard: Shard,

    /// Keep verdicts in a folder, and do not judge again what has been judged before
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,

    /// Compare all verdicts with those stored in a file; only differences count for the exit status
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shard", "record", "fail_fast"])]
    snapshot: Option<PathBuf>,

    /// Store the verdicts in the file of --snapshot
    #[arg(long, requires = "snapshot")]
    update: bool,

    /// Say on standard error how fast it went
    #[arg(long)]
    rate: bool,

    #[command(flatten)]
    giving: OutputArgs,

    #[command(flatten)]
    jobs: Jobs,
}

/// The form of lines that are answered one by one.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum LineFormat {
    /// `{"id": …, "record": "(;…)"}`
    Jsonl,
}

/// A report and the file that it goes to.
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
            return Err("a format and a file, as in `junit=out.xml`".to_owned());
        };
        match ReportFormat::from_name(name) {
            Some(format) => Ok(ReportFile {
                format,
                path: path.into(),
            }),
            None => Err(format!(
                "there is no format {name:?}; known are {}",
                known()
            )),
        }
    }
}

/// A report being written.
struct Writing {
    report: Box<dyn Report>,
    output: Output,
}

/// What has come of a record.
struct Done {
    verdict: Verdict,
    bytes: u64,
    time: Duration,
}

impl Done {
    fn new(mut verdict: Verdict, bytes: u64, time: Duration, fingerprint: bool) -> Done {
        // No report shows the position, and it is large.
        let position = verdict.position.take();
        let of_position = || position.map(|position| position.fingerprint());
        verdict.fingerprint = fingerprint
            .then(|| verdict.fingerprint.or_else(of_position))
            .flatten();
        Done {
            verdict,
            bytes,
            time,
        }
    }
}

impl Batch {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let options = self.judging.options()?;
        if let Some(LineFormat::Jsonl) = self.lines {
            return self.answer_lines(&options);
        }
        let mut reports = self.reports()?;
        let mut summary = Summary::default();
        if let Some(most) = self.largest {
            summary = summary.with_largest(most);
        }
        if let Some(most) = self.slowest {
            summary = summary.with_slowest(most);
        }
        let cache = self.cache(&options)?;
        let mut gate = self.gate()?;
        let reader = self.input.reader();
        let read = Arc::clone(&reader.progress);
        let mut progress = Progress::begin(&self.input, self.giving.quiet, read);
        for Writing { report, output } in &mut reports {
            output.with(|out| report.begin(out))?;
        }
        let mut exit = Exit::Fine;
        let mut stopped = false;
        let whole = each_of(
            &self.shard,
            &self.input,
            &reader,
            &self.jobs,
            &|chunk, wants| self.judge(chunk, wants, &options, cache.as_ref()),
            &mut |worked| {
                progress.step();
                let (judged, found) = self.give(worked, &mut summary, &mut reports, &progress)?;
                match &mut gate {
                    Some(gate) => gate.step(&judged)?,
                    None => exit = exit.max(found),
                }
                stopped = self.fail_fast && found != Exit::Fine;
                if stopped {
                    Err(Failure::Enough)
                } else {
                    Ok(())
                }
            },
        );
        match whole {
            Ok(read) => exit = exit.max(read),
            Err(Failure::Enough) => {}
            Err(failure) => return Err(failure),
        }
        let rate = progress.end();
        for Writing { report, output } in &mut reports {
            output.with(|out| report.end(&summary, out))?;
            if gate.is_none() {
                output.finish()?;
            }
        }
        if let Some(gate) = gate {
            exit = exit.max(gate.end(&mut reports[0].output)?);
            for Writing { output, .. } in &mut reports {
                output.finish()?;
            }
        }
        if stopped {
            print_error("stopped after the first record with an error; the rest is not judged");
        }
        if self.rate {
            say(&rate);
        }
        Ok(self.giving.settle(exit))
    }

    /// Answers the lines of all paths.
    fn answer_lines(&self, options: &Options) -> Result<Exit, Failure> {
        if !matches!(
            self.reporting.format,
            ReportFormat::Text | ReportFormat::Jsonl
        ) {
            return Err(Failure::refused("lines of JSON are answered by such lines"));
        }
        let mut options = options.clone();
        // JSON is Unicode, whatever `CA` says of the file that the record comes from.
        options.ignored.extend(Code::from_id("record::encoding"));
        let reader = self.input.reader();
        self.input.spare(&self.giving.output)?;
        let mut output = Output::open(self.giving.output.as_deref())?;
        let mut exit = Exit::Fine;
        for path in &self.input.paths {
            self.input.check(path)?;
            let name = path.to_string_lossy();
            let (source, mut input): (_, Box<dyn BufRead + Send>) = if path == "-" {
                let stdin = BufReader::new(io::stdin());
                (reader.stdin_name.as_str(), Box::new(stdin))
            } else {
                let file = File::open(path)
                    .map_err(|error| Failure::refused(format!("cannot read {name}: {error}")))?;
                (name.as_ref(), Box::new(BufReader::new(file)))
            };
            let lines = Lines {
                source,
                options: &options,
                limits: reader.limits,
                giving: &self.giving,
                jobs: self.jobs.threads(),
            };
            exit = exit.max(lines.run(&mut *input, &mut output)?);
        }
        output.finish()?;
        Ok(exit)
    }

    /// The reports, begun before the work so that a wrong path fails at once.
    fn reports(&self) -> Result<Vec<Writing>, Failure> {
        let snapshot = self.snapshot.iter().filter(|_| self.update);
        let reports = self.report.iter().map(|report| &report.path);
        self.input
            .spare(self.giving.output.iter().chain(reports).chain(snapshot))?;
        let output = Output::open(self.giving.output.as_deref())?;
        let color = self.giving.color.decide(output.is_terminal);
        let mut options = self.reporting.options(&self.giving, color, Closing::Table);
        // Of records that are as they were nobody wants to read again what is wrong with them.
        options.statistics |= self.gate_is_for_people();
        let mut reports = vec![Writing {
            report: self.reporting.format.open(&options),
            output,
        }];
        for ReportFile { format, path } in &self.report {
            let options = self.reporting.options(&self.giving, false, Closing::Table);
            reports.push(Writing {
                report: format.open(&options),
                output: Output::open(Some(path))?,
            });
        }
        Ok(reports)
    }

    /// Counts and reports a record; returns what it means for the exit status.
    fn give(
        &self,
        worked: WorkItem<Done>,
        summary: &mut Summary,
        reports: &mut [Writing],
        progress: &Progress,
    ) -> Result<(RecordReport, Exit), Failure> {
        let nowhere = LineIndex::new("");
        let (judged, places, measured) = match worked {
            WorkItem::Unreadable(unreadable) => (of_unreadable(unreadable), &nowhere, None),
            WorkItem::Record(ProcessedRecord {
                source,
                index,
                places,
                result,
            }) => {
                let judged = RecordReport {
                    source: source.to_owned(),
                    index,
                    verdict: Ok(result.verdict),
                };
                (judged, places, Some((result.bytes, result.time)))
            }
        };
        let mut row = Row::new(&judged, places);
        (row.bytes, row.time) = measured.unzip();
        summary.count(&row);
        let stands_in_the_way = reports[0].output.is_terminal && !judged.findings().is_empty();
        let mut write = || {
            reports
                .iter_mut()
                .try_for_each(|Writing { report, output }| {
                    output.with(|out| report.record(&judged, places, out))
                })
        };
        if stands_in_the_way {
            progress.aside(write)?;
        } else {
            write()?;
        }
        let exit = match &judged.verdict {
            Ok(_) => self.giving.exit_of(&judged),
            Err(_) => Exit::Failed,
        };
        Ok((judged, exit))
    }

    fn judge(
        &self,
        chunk: &Chunk,
        wants: &Wants,
        options: &Options,
        cache: Option<&VerdictCache>,
    ) -> Vec<(usize, Done)> {
        let wants_all = || (chunk.first..chunk.first + chunk.count).all(wants);
        let Some(cache) = cache.filter(|_| wants_all()) else {
            return of_records(chunk, wants, &|record| {
                let begun = Instant::now();
                let verdict = verify(record, options);
                let bytes = record.text().len() as u64;
                Done::new(verdict, bytes, begun.elapsed(), self.snapshot.is_some())
            });
        };
        let judged = cache.judge(chunk, options).into_iter();
        let done = judged.map(|SizedVerdict { verdict, bytes }| {
            Done::new(verdict, bytes, Duration::ZERO, self.snapshot.is_some())
        });
        (chunk.first..).zip(done).collect()
    }

    fn cache(&self, options: &Options) -> Result<Option<VerdictCache>, Failure> {
        let Some(folder) = &self.cache else {
            return Ok(None);
        };
        // Another build of the program may judge otherwise, whatever its version.
        let program = std::env::current_exe().and_then(std::fs::read);
        let opened = program.and_then(|program| VerdictCache::open(folder, options, &program));
        let failed = |error| {
            Failure::refused(format!(
                "the cache {} cannot be used: {error}",
                folder.display()
            ))
        };
        opened.map(Some).map_err(failed)
    }

    /// Whether the differences from a snapshot are shown among text for people.
    fn gate_is_for_people(&self) -> bool {
        let for_people = matches!(
            self.reporting.format,
            ReportFormat::Text | ReportFormat::Short
        );
        self.snapshot.is_some() && for_people
    }

    fn gate(&self) -> Result<Option<Gate>, Failure> {
        let Some(path) = &self.snapshot else {
            return Ok(None);
        };
        Gate::open(path, self.update, self.gate_is_for_people()).map(Some)
    }
}
