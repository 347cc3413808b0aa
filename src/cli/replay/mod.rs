//! `kifu replay`: positions as diagrams and as data.

mod book;
mod data;
mod gallery;
mod look;
mod pictures;
mod plan;
mod select;
mod whole;
mod words;

use clap::{Args, ValueEnum};

use super::{
    common::{Input, OutputArgs, VerifyArgs},
    exit::{Exit, Failure, print_error},
    run::Jobs,
};
use crate::{
    archive::{SourceEvent, SourceInfo},
    diagram::VerifiedRecord,
    record::{Chunk, Record},
    report::{LineIndex, RecordReport, in_short},
    verify::{Options, verify},
};
use look::Look;
use plan::Plan;
use select::Select;

/// Draw positions: as text, pictures, an animation, a page to click through, or data.
///
/// Plays every record and shows the position after its last legal ply, or those that --at says.
/// Several pictures are numbered files in the folder that --output names. What is illegal is
/// marked in the last picture and told on standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu replay game.sgf                          the last position, as text
  kifu replay game.sgf --at 57 --numbers        with move numbers
  kifu replay game.sgf --format svg --output end.svg
  kifu replay game.sgf --format png --at all --step 10 --output pictures
  kifu replay game.sgf --format gif --delay 500 --at all --output game.gif
  kifu replay game.sgf --format html --output game.html
  kifu replay records/ugo --format pdf --moves 40 --output book.pdf
  kifu replay game.sgf --format jsonl --at all

Exit status:
  0  shown
  1  a record has errors; what comes before them is shown
  2  something could not be read or written, or there is no such ply")]
pub(super) struct Replay {
    #[command(flatten)]
    input: Input,

    /// Which positions: a number of plies, `start`, `end`, `all`, or `A..B` [default: end; of gif: all]
    #[arg(long, value_name = "PLIES", allow_hyphen_values = true)]
    at: Option<Select>,

    /// Of these every Kth, beginning with the first
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    step: u32,

    #[command(flatten)]
    judging: VerifyArgs,

    /// What positions become
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    giving: OutputArgs,

    #[command(flatten)]
    jobs: Jobs,

    #[command(flatten)]
    look: Look,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Boards of letters and signs
    #[default]
    Text,
    /// Pictures of lines and shapes
    Svg,
    /// Pictures of dots
    Png,
    /// An animation of each record
    Gif,
    /// A page of each record to click through, in one file
    Html,
    /// Diagrams on paper, those of all records in one file
    Pdf,
    /// One array of objects, one a position
    Json,
    /// One object a line, one a position
    Jsonl,
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Gif => "gif",
            Format::Html => "html",
            Format::Pdf => "pdf",
            Format::Json => "json",
            Format::Jsonl => "jsonl",
        }
    }
}

/// What positions become in one format.
trait Target {
    /// The positions of a record. An error of this kind concerns this record alone.
    fn show(&mut self, item: &Item) -> Result<Result<(), String>, Failure>;

    /// Completes what is given out.
    fn finish(self: Box<Self>) -> Result<(), Failure>;
}

/// The number of a record with as many digits as those of a source too large for one piece are
/// written with: its end is not known yet.
const MANY: usize = 999_999;

/// A record that is shown.
struct Item<'a, 'r> {
    judged: &'a RecordReport,
    reel: VerifiedRecord<'a, 'r>,
    /// A number with as many digits as that of the last record of the source.
    last: usize,
}

impl Replay {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        self.look.check(self.format)?;
        let mut options = self.judging.options()?;
        // The page shows the whole tree, and what is wrong anywhere in it.
        options.variations |= self.format == Format::Html;
        self.input.spare(&self.giving.output)?;
        let mut target: Box<dyn Target + '_> = match self.format {
            Format::Text => Box::new(words::Words::open(self)?),
            Format::Json | Format::Jsonl => Box::new(data::Data::open(self)?),
            Format::Svg | Format::Png => {
                let many = self.select().is_many() || options.variations;
                Box::new(pictures::Pictures::open(self, many)?)
            }
            Format::Gif | Format::Html => Box::new(whole::Records::open(self)?),
            Format::Pdf => Box::new(book::Pages::open(self)?),
        };
        let mut exit = Exit::Fine;
        // Whether a source has more than one piece shows when the next thing comes.
        let mut waiting: Option<(SourceInfo, Chunk)> = None;
        let mut several = false;
        self.input.read(&self.input.reader(), &mut |found| {
            let mut show = |waiting: Option<(SourceInfo, Chunk)>, several| {
                waiting.map_or(Ok(Exit::Fine), |(source_info, chunk)| {
                    let last = if several { MANY } else { chunk.count };
                    self.chunk(
                        (&source_info.source, last),
                        &chunk,
                        &options,
                        target.as_mut(),
                    )
                })
            };
            let outcome = match found {
                SourceEvent::Chunk(source_info, chunk) => {
                    let before = waiting.replace((source_info, chunk));
                    several |= before.is_some();
                    show(before, several)?
                }
                SourceEvent::Unreadable(unreadable) => {
                    let reason = &unreadable.finding.message;
                    print_error(&format!("{}: {reason}", unreadable.name));
                    Exit::Failed
                }
                SourceEvent::End(source, count) => {
                    let shown = show(waiting.take(), std::mem::take(&mut several))?;
                    match self.input.check_count(&source, count) {
                        Ok(()) => shown,
                        Err(reason) => {
                            print_error(&reason);
                            Exit::Failed
                        }
                    }
                }
            };
            exit = exit.max(outcome);
            Ok(())
        })?;
        target.finish()?;
        Ok(self.giving.settle(exit))
    }

    /// Shows the records wanted of a piece of a source. `last` is a number with as many digits as
    /// that of the last record.
    fn chunk(
        &self,
        (source, last): (&str, usize),
        chunk: &Chunk,
        options: &Options,
        target: &mut dyn Target,
    ) -> Result<Exit, Failure> {
        let places = LineIndex::of(chunk);
        let mut exit = Exit::Fine;
        for (index, record) in chunk
            .records()
            .filter(|&(index, _)| self.input.wants(index))
        {
            let verdict = verify(&record, options);
            let judged = RecordReport {
                source: source.to_owned(),
                index,
                verdict: Ok(verdict),
            };
            exit = exit.max(self.show(&record, &judged, &places, (last, options), target)?);
        }
        Ok(exit)
    }

    fn show(
        &self,
        record: &Record,
        judged: &RecordReport,
        places: &LineIndex,
        (last, options): (usize, &Options),
        target: &mut dyn Target,
    ) -> Result<Exit, Failure> {
        let Ok(verdict) = &judged.verdict else {
            return Ok(Exit::Failed);
        };
        let counting = |finding: &&_| self.giving.counts(finding);
        for finding in verdict.findings.iter().filter(counting) {
            eprint(&format!("{}\n", in_short(judged, finding, places)));
        }
        let item = Item {
            judged,
            reel: VerifiedRecord {
                record,
                options,
                verdict,
            },
            last,
        };
        let exit = self.giving.exit_of(judged);
        match target.show(&item)? {
            Ok(()) => Ok(exit),
            Err(reason) => {
                print_error(&format!(
                    "{}, record {}: {reason}",
                    judged.source, judged.index
                ));
                Ok(Exit::Failed)
            }
        }
    }

    /// Which positions are meant.
    fn select(&self) -> Select {
        self.at.unwrap_or(match self.format {
            Format::Gif => Select::ALL,
            _ => Select::END,
        })
    }
}

/// Writes on standard error. If that cannot be done there is nobody to tell.
fn eprint(line: &str) {
    use std::io::Write;
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
}

impl<'a, 'r> Item<'a, 'r> {
    /// The number of the record in its source, with as many digits as the last one has.
    fn number(&self) -> String {
        let digits = self.last.to_string().len();
        format!("{:0digits$}", self.judged.index)
    }

    /// Which positions of this record are shown; `None` if it cannot be played.
    fn plan(&self, replay: &Replay) -> Result<Option<Plan<'a, 'r>>, String> {
        Plan::new(&self.reel, replay.select(), replay.step)
    }
}
