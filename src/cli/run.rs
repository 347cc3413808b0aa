//! The way of all records through a command: read, judged on all processors, given
//! out in their order.

use std::{num::NonZero, str::FromStr};

use clap::Args;

use super::{
    common::{Input, OutputArgs},
    exit::{Exit, Failure, print_error},
};
use crate::{
    archive::{Processed, SourceInfo, SourceReader, Unreadable, WorkerPool, in_order},
    record::{Chunk, Record},
    report::{LineIndex, RecordReport},
    verify::{Finding, Severity, Verdict},
};

/// How many records are judged at the same time.
#[derive(Debug, Args)]
pub(super) struct Jobs {
    /// Threads that judge records [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

impl Jobs {
    /// The threads that pictures are drawn on.
    pub(super) fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.jobs.map_or(0, usize::from))
            .build()
            .map_err(|error| Failure::refused(format!("cannot start the threads: {error}")))
    }

    /// How many threads that is.
    pub(super) fn threads(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.jobs.map_or_else(processors, usize::from)
    }

    pub(super) fn window(&self) -> Result<WorkerPool, Failure> {
        WorkerPool::new(self.jobs.map_or(0, usize::from))
            .map_err(|error| Failure::refused(format!("cannot start the threads: {error}")))
    }
}

/// What is done with every record: the verdict, or why there cannot be one.
pub(super) type Judge<'j> = dyn Fn(&Record) -> Result<Verdict, String> + Sync + 'j;

/// What is done with every verdict.
pub(super) type Give<'g> = dyn FnMut(&RecordReport, &LineIndex) -> Result<(), Failure> + 'g;

/// A record that has been worked on, or a source that cannot be read.
pub(super) enum WorkItem<'w, T> {
    Record(ProcessedRecord<'w, T>),
    Unreadable(Unreadable),
}

/// A record that has been worked on.
pub(super) struct ProcessedRecord<'w, T> {
    pub(super) source: &'w str,
    /// Its number in the source, from 1.
    pub(super) index: usize,
    pub(super) places: &'w LineIndex<'w>,
    pub(super) result: T,
}

/// Takes all records of all sources through, and gives them out in their order. A source that
/// cannot be read hides no other.
pub(super) fn each<T: Send>(
    input: &Input,
    jobs: &Jobs,
    work: &(dyn Fn(&Record) -> T + Sync),
    give: &mut dyn FnMut(WorkItem<T>) -> Result<(), Failure>,
) -> Result<Exit, Failure> {
    let of_chunk = |chunk: &Chunk, wants: &Wants| of_records(chunk, wants, work);
    each_of(
        &Shard::default(),
        input,
        &input.reader(),
        jobs,
        &of_chunk,
        give,
    )
}

/// One of several equal parts of the input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shard {
    /// Its number, from 1.
    part: usize,
    /// How many there are.
    of: usize,
}

impl Default for Shard {
    fn default() -> Shard {
        Shard { part: 1, of: 1 }
    }
}

impl Shard {
    /// Whether what comes after so many records belongs to it.
    fn holds(self, before: usize) -> bool {
        before % self.of == self.part - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Shard { part, of }),
            _ => Err("a part and the number of parts, as in `2/5`".to_owned()),
        }
    }
}

/// Tells which records are wanted, by their numbers in the source.
pub(super) type Wants<'w> = dyn Fn(usize) -> bool + 'w;

/// What is done with a piece: the results for the records wanted, each with its number.
pub(super) type Work<'w, T> = dyn Fn(&Chunk, &Wants) -> Vec<(usize, T)> + Sync + 'w;

/// Works on the records wanted of a piece, one by one.
pub(super) fn of_records<T>(
    chunk: &Chunk,
    wants: &Wants,
    work: &dyn Fn(&Record) -> T,
) -> Vec<(usize, T)> {
    let wanted = chunk.records().filter(|&(index, _)| wants(index));
    wanted
        .map(|(index, record)| (index, work(&record)))
        .collect()
}

/// Takes the records of one part of the input through, by a reader.
pub(super) fn each_of<T: Send>(
    shard: &Shard,
    input: &Input,
    reader: &SourceReader,
    jobs: &Jobs,
    work: &Work<T>,
    give: &mut dyn FnMut(WorkItem<T>) -> Result<(), Failure>,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Fine;
    let mut passed = 0;
    let of_chunk = |source_info: &SourceInfo, chunk: &Chunk| -> Vec<(usize, T)> {
        work(chunk, &|index| {
            input.wants(index) && shard.holds(source_info.before + index - 1)
        })
    };
    in_order(
        &jobs.window()?,
        |visit| input.read(reader, visit),
        &of_chunk,
        &mut |given| {
            match given {
                Processed::Chunk(source_info, chunk, results) => {
                    let places = LineIndex::of(&chunk);
                    for (index, result) in results {
                        give(WorkItem::Record(ProcessedRecord {
                            source: &source_info.source,
                            index,
                            places: &places,
                            result,
                        }))?;
                    }
                }
                Processed::Unreadable(unreadable) if shard.holds(passed) => {
                    exit = Exit::Failed;
                    give(WorkItem::Unreadable(unreadable))?;
                }
                // Another part tells of it.
                Processed::Unreadable(_) => {}
                Processed::End(source, records) => {
                    passed += records;
                    if let Err(reason) = input.check_count(&source, records) {
                        print_error(&reason);
                        exit = Exit::Failed;
                    }
                }
            }
            Ok(())
        },
    )?;
    Ok(exit)
}

/// A source that cannot be read, as a verdict of its own.
pub(super) fn of_unreadable(unreadable: Unreadable) -> RecordReport {
    RecordReport {
        source: unreadable.name,
        index: 0,
        verdict: Err(unreadable.finding),
    }
}

pub(super) struct Run<'r> {
    pub(super) input: &'r Input,
    pub(super) giving: &'r OutputArgs,
    pub(super) jobs: &'r Jobs,
    pub(super) judge: &'r Judge<'r>,
}

impl Run<'_> {
    /// Judges all records. A source that cannot be read is told as a verdict of its own.
    pub(super) fn run(&self, give: &mut Give) -> Result<Exit, Failure> {
        let mut exit = Exit::Fine;
        let read = each(
            self.input,
            self.jobs,
            self.judge,
            &mut |worked| match worked {
                WorkItem::Unreadable(unreadable) => {
                    give(&of_unreadable(unreadable), &LineIndex::new(""))
                }
                WorkItem::Record(one) => match one.result {
                    Ok(verdict) => {
                        let judged = RecordReport {
                            source: one.source.to_owned(),
                            index: one.index,
                            verdict: Ok(verdict),
                        };
                        exit = exit.max(self.giving.exit_of(&judged));
                        give(&judged, one.places)
                    }
                    Err(reason) => {
                        print_error(&format!("{}, record {}: {reason}", one.source, one.index));
                        exit = Exit::Failed;
                        Ok(())
                    }
                },
            },
        )?;
        Ok(self.giving.settle(exit.max(read)))
    }
}

impl OutputArgs {
    /// What a verdict means for the exit status.
    pub(super) fn exit_of(&self, judged: &RecordReport) -> Exit {
        let mut findings = judged.findings().iter();
        if findings.any(|finding| self.counts(finding)) {
            Exit::Found
        } else {
            Exit::Fine
        }
    }

    /// Whether a finding counts for the exit status.
    pub(super) fn counts(&self, finding: &Finding) -> bool {
        self.strict || finding.code.severity == Severity::Error
    }

    /// The exit status in the end.
    pub(super) fn settle(&self, exit: Exit) -> Exit {
        match exit {
            Exit::Found if self.exit_zero => Exit::Fine,
            exit => exit,
        }
    }
}
