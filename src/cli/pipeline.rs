//! Passes all records through a command: reads them, processes them on all processors, and delivers
//! the results in input order.

use std::num::NonZero;

use clap::Args;

use super::{
    collected_text::has_text_outside,
    error::{CliError, NoSuchPly, print_error},
    exit::Exit,
    input::InputArgs,
    left_out::{LeftOut, text_note},
    output_args::OutputArgs,
};
use crate::{
    archive::{
        Processed, SourceInfo, SourceVisitor, Unreadable, WORKER_STACK, WorkerPool, in_order,
    },
    record::{Chunk, Record},
    report::{LineIndex, RecordReport},
    verify::Verdict,
};

/// The number of threads.
#[derive(Debug, Args)]
pub(super) struct Jobs {
    /// Number of threads, at most the number of processors [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

/// The number of threads of a command without `--jobs`.
pub(super) const ALL_PROCESSORS: Jobs = Jobs { jobs: None };

impl Jobs {
    /// The threads that draw images or play games.
    pub(super) fn pool(&self) -> Result<rayon::ThreadPool, CliError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads());
        Ok(pool.stack_size(WORKER_STACK).build()?)
    }

    /// The number of threads. More than there are processors would only take memory.
    pub(super) fn threads(&self) -> usize {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        self.jobs
            .map_or(processors, |jobs| usize::from(jobs).min(processors))
    }

    /// The threads that process records.
    pub(super) fn workers(&self) -> Result<WorkerPool, CliError> {
        Ok(WorkerPool::new(self.threads())?)
    }
}

/// Verifies a record, or reports that it does not have the requested ply.
pub(super) type VerifyRecord<'v> = dyn Fn(&Record) -> Result<Verdict, NoSuchPly> + Sync + 'v;

/// Receives every report.
pub(super) type VisitReport<'v> = dyn FnMut(&RecordReport, &LineIndex) -> Result<(), CliError> + 'v;

/// A processed record, or a source that cannot be read.
pub(super) enum WorkItem<'w, T> {
    Record(ProcessedRecord<'w, T>),
    Unreadable(Unreadable),
}

/// A processed record.
pub(super) struct ProcessedRecord<'w, T> {
    pub(super) source: &'w str,
    /// Its number in the source, from 1.
    pub(super) index: usize,
    pub(super) lines: &'w LineIndex<'w>,
    pub(super) result: T,
}

/// The result of processing a record. It may hold positions, which are large, and a chunk has thousands of small records.
pub(super) trait RecordResult: Send {
    /// The verdicts in it.
    fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        std::iter::empty()
    }
}

impl<E: Send> RecordResult for Result<Verdict, E> {
    fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        self.iter()
    }
}

impl<T: RecordResult> RecordResult for Option<T> {
    fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        self.iter().flat_map(T::verdicts)
    }
}

/// The most points on the boards of the positions in the results of a chunk: some 15 MB.
const MAX_POINTS: usize = 400_000;
/// What a position takes besides its board, in points.
const POINTS_BESIDES: usize = 100;

/// Results of the first selected records of a chunk, with the numbers of the records.
pub(super) struct ChunkResults<T> {
    results: Vec<(usize, T)>,
    /// The points on the boards of their positions.
    points: usize,
    /// The number of the first record without a result, if there is one: the results of the others would take too much
    /// memory while those of chunks before this one are waited for.
    rest: Option<usize>,
}

impl<T: RecordResult> ChunkResults<T> {
    /// The results that a chunk has before its records are processed.
    pub(super) fn new() -> ChunkResults<T> {
        ChunkResults {
            results: Vec::new(),
            points: 0,
            rest: None,
        }
    }

    /// Adds the result of the next record, unless there are too many. Returns whether another one could be added.
    pub(super) fn add(&mut self, index: usize, result: T) -> bool {
        if self.rest.is_none() {
            let positions = result.verdicts().flat_map(Verdict::positions);
            self.points += positions
                .map(|position| position.game().point_count(position.size()) + POINTS_BESIDES)
                .sum::<usize>();
            self.results.push((index, result));
            self.rest = (self.points > MAX_POINTS).then_some(index + 1);
        }
        self.rest.is_none()
    }
}

/// Processes all selected records of all sources, and visits the results in input order. A source
/// that cannot be read does not stop the others.
pub(super) fn each<T: RecordResult>(
    input: &InputArgs,
    jobs: &Jobs,
    process: &ProcessRecord<T>,
    visit: &mut dyn FnMut(WorkItem<T>) -> Result<(), CliError>,
) -> Result<Exit, CliError> {
    let process_chunk = |chunk: &Chunk, selects: &Selects| of_records(chunk, selects, process);
    let reader = input.reader();
    let mut read = |visit: &mut SourceVisitor<CliError>| input.read(&reader, visit);
    each_of(input, &mut read, jobs, (&process_chunk, process), visit)
}

/// The same for a command that shows no findings: it names text outside of records on standard error, in which a damaged
/// record may be.
pub(super) fn each_naming_texts<T: RecordResult>(
    input: &InputArgs,
    jobs: &Jobs,
    process: &ProcessRecord<T>,
    visit: &mut dyn FnMut(WorkItem<T>) -> Result<(), CliError>,
) -> Result<Exit, CliError> {
    let mut texts = LeftOut::texts();
    let process = |record: &Record| InText {
        has_text_outside: has_text_outside(record),
        result: process(record),
    };
    let exit = each(input, jobs, &process, &mut |item| match item {
        WorkItem::Unreadable(unreadable) => visit(WorkItem::Unreadable(unreadable)),
        WorkItem::Record(ProcessedRecord {
            source,
            index,
            lines,
            result,
        }) => {
            if result.has_text_outside {
                texts.add(&text_note(source, index));
            }
            visit(WorkItem::Record(ProcessedRecord {
                source,
                index,
                lines,
                result: result.result,
            }))
        }
    })?;
    texts.finish("omitted");
    Ok(exit)
}

/// The result of a record, and whether there is text before or behind the record.
struct InText<T> {
    has_text_outside: bool,
    result: T,
}

impl<T: RecordResult> RecordResult for InText<T> {
    fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        self.result.verdicts()
    }
}

/// Whether a record is selected, by its number in the source.
pub(super) type Selects<'s> = dyn Fn(usize) -> bool + Sync + 's;

/// Processes a record.
pub(super) type ProcessRecord<'p, T> = dyn Fn(&Record) -> T + Sync + 'p;

/// Processes the selected records of a chunk.
pub(super) type ProcessChunk<'p, T> = dyn Fn(&Chunk, &Selects) -> ChunkResults<T> + Sync + 'p;

/// Processes the selected records of a chunk one by one.
pub(super) fn of_records<T: RecordResult>(
    chunk: &Chunk,
    selects: &Selects,
    process: &ProcessRecord<T>,
) -> ChunkResults<T> {
    let mut results = ChunkResults::new();
    for (index, record) in chunk.records().filter(|&(index, _)| selects(index)) {
        if !results.add(index, process(&record)) {
            break;
        }
    }
    results
}

/// Reads sources.
pub(super) type ReadSources<'r> =
    dyn FnMut(&mut SourceVisitor<CliError>) -> Result<(), CliError> + 'r;

/// The same for the sources that `read` reads, and chunks as a whole; what a chunk's results leave out is processed
/// record by record.
pub(super) fn each_of<T: RecordResult>(
    input: &InputArgs,
    read: &mut ReadSources,
    jobs: &Jobs,
    (process_chunk, process): (&ProcessChunk<T>, &ProcessRecord<T>),
    visit: &mut dyn FnMut(WorkItem<T>) -> Result<(), CliError>,
) -> Result<Exit, CliError> {
    let mut exit = Exit::Fine;
    let selects = |index| input.selects(index);
    let process_chunk = |_: &SourceInfo, chunk: &Chunk| process_chunk(chunk, &selects);
    in_order(
        &jobs.workers()?,
        |visit| read(visit),
        &process_chunk,
        &mut |processed| {
            match processed {
                Processed::Chunk(source_info, chunk, results) => {
                    let lines = LineIndex::of(&chunk);
                    let mut visit = |index, result| {
                        visit(WorkItem::Record(ProcessedRecord {
                            source: &source_info.source,
                            index,
                            lines: &lines,
                            result,
                        }))
                    };
                    for (index, result) in results.results {
                        visit(index, result)?;
                    }
                    if let Some(first) = results.rest {
                        let rest = chunk.records().skip(first - chunk.first);
                        for (index, record) in rest.filter(|&(index, _)| selects(index)) {
                            visit(index, process(&record))?;
                        }
                    }
                }
                Processed::Unreadable(unreadable) => {
                    exit = Exit::Failed;
                    visit(WorkItem::Unreadable(unreadable))?;
                }
                Processed::End(source, records) => {
                    if let Err(error) = input.check_count(&source, records) {
                        print_error(&error);
                        exit = Exit::Failed;
                    }
                }
            }
            Ok(())
        },
    )?;
    Ok(exit)
}

/// Prints why a source cannot be read.
pub(super) fn print_unreadable(unreadable: &Unreadable) {
    let message = &unreadable.finding.message();
    print_error(&format_args!("{}: {message}", unreadable.name));
}

/// Verifies all records.
pub(super) struct VerifyRun<'r> {
    pub(super) input: &'r InputArgs,
    pub(super) output_args: &'r OutputArgs,
    pub(super) jobs: &'r Jobs,
    pub(super) verify: &'r VerifyRecord<'r>,
}

impl VerifyRun<'_> {
    /// Visits the reports in input order; a source that cannot be read has its own report.
    pub(super) fn run(&self, visit: &mut VisitReport) -> Result<Exit, CliError> {
        let mut exit = Exit::Fine;
        let read = each(self.input, self.jobs, self.verify, &mut |item| match item {
            WorkItem::Unreadable(unreadable) => visit(&unreadable.into(), &LineIndex::new("")),
            WorkItem::Record(record) => match record.result {
                Ok(verdict) => {
                    let report = RecordReport {
                        source: record.source.to_owned(),
                        index: record.index,
                        verdict: Ok(verdict),
                    };
                    exit = exit.max(self.output_args.exit_of(&report));
                    visit(&report, record.lines)
                }
                Err(error) => {
                    print_error(&format_args!(
                        "{}, record {}: {error}",
                        record.source, record.index
                    ));
                    exit = Exit::Failed;
                    Ok(())
                }
            },
        })?;
        Ok(self.output_args.settle(exit.max(read)))
    }
}
