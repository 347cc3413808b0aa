//! The command `kifu replay`.

use clap::Args;

use super::{
    book::BookTarget,
    format::ReplayFormat,
    images::ImageTarget,
    json::JsonTarget,
    options::ReplayOptions,
    per_record::PerRecordTarget,
    target::{FormatTarget, ReplayedRecord},
    text::TextTarget,
};
use crate::{
    archive::{SourceEvent, SourceInfo},
    cli::{
        collected_text::has_text_outside,
        error::{CliError, ReplayError, print_error, print_note},
        exit::Exit,
        input::InputArgs,
        left_out::{LeftOut, text_note},
        moves_args::MovesArgs,
        pipeline::print_unreadable,
    },
    diagram::VerifiedRecord,
    record::{Chunk, Record},
    report::{LineIndex, RecordReport, in_short},
    verify::{Options, verify},
};

/// Draw positions as text, images, animations, HTML or PDF, or write them as JSON
///
/// Plays every record and shows the position after its last legal ply, or those selected by --at.
/// Several images are written as numbered files to the folder given by --output, those of several
/// records with an index. An illegal move
/// is marked in the last image and reported on standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu replay game.sgf                          the last position, as text
  kifu replay game.sgf --at 57 --numbers        with move numbers
  kifu replay game.sgf --output end.svg          the extension chooses the format
  kifu replay game.sgf --format png --at all --step 10 --output images
  kifu replay game.sgf --delay 500 --output game.gif
  kifu replay game.sgf --font NotoSansJP.ttf --header --output end.png
  kifu replay game.sgf --output game.html
  kifu replay records/ugo --format html --output pages   a page per record, and an index
  kifu replay records/ugo --moves-per-diagram 40 --output book.pdf
  kifu replay game.sgf --format jsonl --at all
  kifu replay --game ugo --size 9 \"c3 d4 e5\" --numbers    moves instead of a file

Exit status:
  0  all records were replayed
  1  a record has errors; it is replayed up to the first
  2  something could not be read or written, or there is no such ply")]
pub(in crate::cli) struct Replay {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    moves: MovesArgs,

    #[command(flatten)]
    options: ReplayOptions,
}

/// Stands for the number of the last record of a source that is too large for one chunk: its end is
/// not known yet.
const MANY: usize = 999_999;

impl Replay {
    pub(in crate::cli) fn run(&self) -> Result<Exit, CliError> {
        let output_args = &self.options.output_args;
        self.options.check()?;
        self.input.set_quiet(output_args.quiet);
        let mut options = self.options.verify_args.options(&self.input.guard)?;
        options.partial = self.options.partial.partial;
        let moves = self
            .moves
            .record(&self.input.paths, options.ruleset.as_deref())?;
        self.input.read_moves(moves);
        // The viewer shows the whole tree with all its findings.
        options.variations |= self.options.format() == ReplayFormat::Html;
        let mut target = self.open(options.variations)?;
        let mut exit = Exit::Fine;
        let mut texts = LeftOut::texts();
        // Whether a source has several chunks is known when the next item arrives.
        let mut waiting: Option<(SourceInfo, Chunk)> = None;
        let mut several = false;
        self.input.read(&self.input.reader(), &mut |found| {
            let mut write = |waiting: Option<(SourceInfo, Chunk)>, several| {
                waiting.map_or(Ok(Exit::Fine), |(source_info, chunk)| {
                    let last = if several { MANY } else { chunk.count };
                    let source = (&*source_info.source, last);
                    self.write_chunk(source, &chunk, &options, (target.as_mut(), &mut texts))
                })
            };
            let outcome = match found {
                SourceEvent::Chunk(source_info, chunk) => {
                    let previous = waiting.replace((source_info, chunk));
                    several |= previous.is_some();
                    write(previous, several)?
                }
                SourceEvent::Unreadable(unreadable) => {
                    print_unreadable(&unreadable);
                    Exit::Failed
                }
                SourceEvent::End(source, count) => {
                    let written = write(waiting.take(), std::mem::take(&mut several))?;
                    match self.input.check_count(&source, count) {
                        Ok(()) => written,
                        Err(error) => {
                            print_error(&error);
                            Exit::Failed
                        }
                    }
                }
            };
            exit = exit.max(outcome);
            Ok(())
        })?;
        target.finish()?;
        texts.finish("omitted");
        Ok(output_args.settle(exit))
    }

    fn open(&self, has_variations: bool) -> Result<Box<dyn FormatTarget + '_>, CliError> {
        let (options, guard) = (&self.options, &self.input.guard);
        Ok(match options.format() {
            ReplayFormat::Text => Box::new(TextTarget::open(options, guard)?),
            ReplayFormat::Json | ReplayFormat::Jsonl => Box::new(JsonTarget::open(options, guard)?),
            ReplayFormat::Svg | ReplayFormat::Png => {
                let many = options.select().is_many() || has_variations;
                Box::new(ImageTarget::open(options, many, guard)?)
            }
            ReplayFormat::Gif | ReplayFormat::Html => {
                Box::new(PerRecordTarget::open(options, guard)?)
            }
            ReplayFormat::Pdf => Box::new(BookTarget::open(options, guard)?),
        })
    }

    /// Writes the selected records of a chunk. `last` is a number with as many digits as that of the
    /// last record of the source.
    fn write_chunk(
        &self,
        (source, last): (&str, usize),
        chunk: &Chunk,
        options: &Options,
        (target, texts): (&mut dyn FormatTarget, &mut LeftOut),
    ) -> Result<Exit, CliError> {
        let lines = LineIndex::of(chunk);
        let mut exit = Exit::Fine;
        let records = chunk.records();
        for (index, record) in records.filter(|&(index, _)| self.input.selects(index)) {
            // With --strict, it is among the findings.
            if !self.options.output_args.strict && has_text_outside(&record) {
                texts.add(&text_note(source, index));
            }
            let verdict = verify(&record, options);
            let report = RecordReport {
                source: source.to_owned(),
                index,
                verdict: Ok(verdict),
            };
            let context = (last, options);
            exit = exit.max(self.write(&record, &report, &lines, context, target)?);
        }
        Ok(exit)
    }

    fn write(
        &self,
        record: &Record,
        report: &RecordReport,
        lines: &LineIndex,
        (last, options): (usize, &Options),
        target: &mut dyn FormatTarget,
    ) -> Result<Exit, CliError> {
        let Ok(verdict) = &report.verdict else {
            return Ok(Exit::Failed);
        };
        let output_args = &self.options.output_args;
        for finding in &verdict.findings {
            if output_args.counts(finding) {
                print_note(&in_short(report, finding, lines));
            }
        }
        let replayed = ReplayedRecord {
            report,
            verified: VerifiedRecord {
                record,
                options,
                verdict,
            },
            last,
        };
        match target.write(&replayed) {
            // Its findings, printed above, say why it cannot be replayed.
            Ok(()) | Err(ReplayError::NotReplayable) => Ok(output_args.exit_of(report)),
            Err(ReplayError::Fatal(error)) => Err(error),
            Err(error) => {
                let (source, index) = (&report.source, report.index);
                print_error(&format_args!("{source}, record {index}: {error}"));
                Ok(Exit::Failed)
            }
        }
    }
}
