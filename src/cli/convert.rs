//! `kifu convert`: records to and from other notations.

use std::{
    ffi::OsStr,
    fmt::Display,
    io::{BufRead, BufReader, Cursor, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::{
    ArgGroup, Args,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::{
    error::{CliError, NoSuchRecord, print_error, print_note},
    exit::Exit,
    input::InputArgs,
    names,
    output::Output,
    pipeline::{Jobs, print_unreadable},
    progress::{Amount, Progress},
};
use crate::{
    archive::{Processed, SourceInfo, TextGuard, in_order, is_packed, source_name, spool_to_file},
    convert::{Exported, ImportOptions, Notation, Note, SourceRecord},
    games::{Game, Size},
    output::{grouped, in_brief},
    record::{Chunk, Limits, LineIndex, Record, read_size, read_within},
    verify::{Options, Severity, verify},
};

/// Convert records to and from other notations
///
/// Losses are reported on standard error; with --lossless, records with losses are omitted.
/// Records that cannot be converted at all are reported and omitted.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("notations").args(["from", "to"]).required(true).multiple(true))]
#[command(after_help = "\
Examples:
  kifu convert --to json records > records.json
  kifu convert --from json records.json
  kifu convert --to margo-listing --lossless records/margo
  kifu convert --from margo-listing --to abstractplay-margo game.txt
  kifu convert --to csv --output plies.csv records/ugo
  kifu convert --to go-sgf game.sgf > for-go.sgf
  kifu convert --from moves --game ugo --size 9 post.txt > game.sgf
  kifu convert --from abstractplay --output margo.sgf ALL.json

Exit status:
  0  converted, possibly with losses
  1  a record is malformed, breaks a rule or cannot be converted
  2  something could not be read or written; the rest is converted")]
pub(super) struct Convert {
    #[command(flatten)]
    input: InputArgs,

    /// The notation of the input [default: records]
    #[arg(long, value_name = "NOTATION", value_parser = notations(true))]
    from: Option<Notation>,

    /// The notation of the output [default: records]
    #[arg(long, value_name = "NOTATION", value_parser = notations(false))]
    to: Option<Notation>,

    /// The game, for `--from moves`
    #[arg(long, value_name = "GAME", requires = "from", value_parser = names::games(), hide_possible_values = true)]
    game: Option<Game>,

    /// The size of the board, for `--from moves` [default: the ruleset's]
    #[arg(long, value_name = "N", requires = "from", value_parser = size)]
    size: Option<Size>,

    /// Read `--from moves` without a column `i`: the column after `h` is `j`
    #[arg(long, requires = "from")]
    skip_i: bool,

    /// Omit records that would lose something, and exit with status 1
    #[arg(long)]
    lossless: bool,

    /// Do not report losses
    #[arg(long)]
    quiet: bool,

    /// Write the result to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    jobs: Jobs,
}

/// Reads the name of a notation.
fn notations(is_read: bool) -> impl TypedValueParser<Value = Notation> {
    let all = Notation::ALL.into_iter();
    let names = all.filter(move |notation| {
        if is_read {
            notation.is_read()
        } else {
            notation.is_written()
        }
    });
    PossibleValuesParser::new(names.map(Notation::name)).try_map(|name| {
        // The first parser accepts only these names.
        let found = Notation::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or("no such notation")
    })
}

/// Reads the size of a board.
fn size(text: &str) -> Result<Size, &'static str> {
    let size = read_size(text).and_then(|written| written.size);
    size.ok_or("expected a size such as `9`, or `9:7` for columns and rows")
}

/// The size of a chunk that is long: in JSON its text can be six times as long. It is not converted in memory.
const LONG_CHUNK: usize = 4 * 1024 * 1024;

/// The most bytes of the texts that a chunk becomes: each may name a long source.
const LONG_RESULT: usize = 8 * 1024 * 1024;

/// A converted record: its text unless it cannot be converted, and notes for the user.
struct ConvertedRecord {
    index: usize,
    text: Option<String>,
    notes: Vec<Note>,
}

impl Convert {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        self.input.set_quiet(self.quiet);
        self.check_from()?;
        let mut output = ConvertOutput {
            convert: self,
            output: self.input.guard.create(self.output.as_deref())?,
            frame: self.to.map_or(["", "\n", "\n", ""], Notation::frame),
            count: 0,
            has_text_behind: false,
            exit: Exit::Fine,
        };
        match (self.from, self.to) {
            (Some(from), _) => {
                let _progress = Progress::begin(Amount::Unknown, self.quiet, Arc::default());
                let mut read = |path: &OsStr| self.read(from, path, &mut output);
                self.input.each_path(&mut read)?;
            }
            (None, Some(to)) => self.write_all(to, &mut output)?,
            // The command line requires one of them.
            (None, None) => {}
        }
        output.finish()
    }

    /// Checks that the notation of the input needs what is said about it.
    fn check_from(&self) -> Result<(), CliError> {
        let names_game = matches!(self.from, Some(Notation::Moves | Notation::GoSgf));
        for (option, is_given, is_used) in [
            ("--game", self.game.is_some(), names_game),
            (
                "--size",
                self.size.is_some(),
                self.from == Some(Notation::Moves),
            ),
            ("--skip-i", self.skip_i, self.from == Some(Notation::Moves)),
        ] {
            if is_given && !is_used {
                let from = self.from.map_or("", Notation::name);
                return Err(CliError::NotOfNotation { option, from });
            }
        }
        Ok(())
    }

    /// Writes all records in another notation.
    fn write_all(&self, to: Notation, output: &mut ConvertOutput) -> Result<(), CliError> {
        let work = |source_info: &SourceInfo, chunk: &Chunk| -> Option<Vec<ConvertedRecord>> {
            if chunk.decoded.text.len() > LONG_CHUNK {
                return None;
            }
            let (mut converted, mut length) = (Vec::new(), 0);
            self.each_record(source_info, chunk, &mut |item| {
                if length <= LONG_RESULT {
                    let record = write(to, item);
                    length += record.text.as_ref().map_or(0, String::len);
                    converted.push(record);
                }
            });
            (length <= LONG_RESULT).then_some(converted)
        };
        let reader = self.input.reader();
        in_order(
            &self.jobs.workers()?,
            |visit| self.input.read(&reader, visit),
            &work,
            &mut |processed| match processed {
                Processed::Chunk(source_info, _, Some(results)) => {
                    let mut results = results.into_iter();
                    results.try_for_each(|converted| {
                        output.write_record(&source_info.source, converted)
                    })
                }
                Processed::Chunk(source_info, chunk, None) => {
                    let mut outcome = Ok(());
                    self.each_record(&source_info, &chunk, &mut |item| {
                        if outcome.is_ok() {
                            outcome = output.write_long(to, item);
                        }
                    });
                    outcome
                }
                Processed::Unreadable(unreadable) => {
                    print_unreadable(&unreadable);
                    output.exit = Exit::Failed;
                    Ok(())
                }
                Processed::End(source, records) => {
                    output.check(self.input.check_count(&source, records));
                    Ok(())
                }
            },
        )
    }

    /// Visits the selected records of a chunk.
    fn each_record(
        &self,
        source_info: &SourceInfo,
        chunk: &Chunk,
        visit: &mut dyn FnMut(&SourceRecord),
    ) {
        let lines = LineIndex::of(chunk);
        let records = chunk.records();
        for (index, record) in records.filter(|&(index, _)| self.input.selects(index)) {
            visit(&SourceRecord {
                source: &source_info.source,
                index,
                record: &record,
                line_index: &lines,
            });
        }
    }

    /// Opens a file in another notation; `None` if it cannot be one, which is told.
    fn open(
        &self,
        from: Notation,
        path: &OsStr,
        name: &str,
        output: &mut ConvertOutput,
    ) -> Result<Option<Box<dyn BufRead>>, CliError> {
        /// As many bytes as tell a tar archive.
        const HEAD: u64 = 512;
        let notation = from.name();
        if Path::new(path).is_dir() {
            output.fail(&format_args!(
                "{name}: expected a file in {notation}, found a folder"
            ));
            return Ok(None);
        }
        let guard = &self.input.guard;
        let opened = if path == "-" {
            guard.open_path(path)
        } else {
            guard
                .open_of_many(path.as_ref())
                .map(|file| Box::new(file) as _)
        };
        let mut input = match opened {
            Ok(input) => input,
            Err(error @ CliError::Read { .. }) => {
                output.fail(&error);
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let mut head = Vec::new();
        if let Err(error) = input.by_ref().take(HEAD).read_to_end(&mut head) {
            output.fail(&format_args!("cannot read {name}: {error}"));
            return Ok(None);
        }
        // Read as a text, it would be the games alone that happen not to be compressed.
        if is_packed(&head) {
            output.fail(&format_args!(
                "{name}: expected a file in {notation}, found an archive or compressed data: unpack it first"
            ));
            return Ok(None);
        }
        let whole = TextGuard::new(Box::new(Cursor::new(head).chain(input)));
        Ok(Some(Box::new(BufReader::with_capacity(64 * 1024, whole))))
    }

    /// Reads a file in another notation.
    fn read(
        &self,
        from: Notation,
        path: &OsStr,
        output: &mut ConvertOutput,
    ) -> Result<(), CliError> {
        let reader = self.input.reader();
        let name = if path == "-" {
            reader.stdin_name
        } else {
            source_name(path.as_ref())
        };
        let Some(input) = self.open(from, path, &name, output)? else {
            return Ok(());
        };
        let limits = reader.limits;
        let options = ImportOptions {
            game: self.game,
            size: self.size,
            skip_i: self.skip_i,
            spool: Some(spool_to_file),
        };
        let Some(mut reading) = from.read_with(input, limits, options) else {
            return Ok(());
        };
        let mut index = 0;
        for imported in reading.by_ref() {
            let imported = match imported {
                Ok(imported) => imported,
                Err(error) => {
                    output.fail(&format_args!("cannot read {name}: {error}"));
                    return Ok(());
                }
            };
            index += 1;
            if !self.input.selects(index) {
                continue;
            }
            let mut converted = ConvertedRecord {
                index,
                text: imported.record,
                notes: imported.notes,
            };
            let (is_before, is_behind) = imported.text_outside;
            if self.to.is_none() && output.has_text_behind && is_before {
                converted.text = None;
                converted.notes.push(Note {
                    is_error: true,
                    is_doubt: false,
                    location: imported.location,
                    message: "error: `before` would join `after` of the record before it"
                        .to_owned(),
                });
            }
            if converted.text.is_some() {
                output.has_text_behind = is_behind;
            }
            if let (Some(to), Some(text)) = (self.to, &converted.text) {
                let again = write_text(to, text, &name, index, limits);
                converted.text = again.text;
                // Locations in the intermediate text would mean nothing to the user.
                let placed = again.notes.into_iter().map(|note| Note {
                    location: imported.location,
                    ..note
                });
                converted.notes.extend(placed);
            }
            output.write_record(&name, converted)?;
        }
        if !self.quiet {
            print_others(&name, &reading.others());
        }
        if index == 0 {
            output.fail(&format_args!(
                "{name}: expected a game in {}, found none",
                from.name()
            ));
        }
        output.check(self.input.check_count(&name, index));
        Ok(())
    }
}

/// How many other games are named, the most frequent ones.
const NAMED_OTHERS: usize = 12;

/// Names the games that are left out.
fn print_others(source: &str, others: &[(&str, u64)]) {
    if others.is_empty() {
        return;
    }
    let total: u64 = others.iter().map(|(_, count)| count).sum();
    let noun = if total == 1 { "record" } else { "records" };
    let named = others.iter().take(NAMED_OTHERS);
    let names = named.map(|(name, count)| format!("{name} ({})", grouped(*count)));
    let names: Vec<String> = names.collect();
    let rest = match others.len().saturating_sub(NAMED_OTHERS) {
        0 => String::new(),
        rest => format!(" and {} more games", grouped(rest as u64)),
    };
    print_note(&format!(
        "{source}: {} {noun} of other games left out: {}{rest}",
        grouped(total),
        names.join(", ")
    ));
}

/// Writes a record that has just been read.
fn write_text(
    to: Notation,
    text: &str,
    source: &str,
    index: usize,
    limits: Limits,
) -> ConvertedRecord {
    let lines = LineIndex::new(text);
    let mut records = read_within(text, limits);
    let written = records.next().map(|record| {
        write(
            to,
            &SourceRecord {
                source,
                index,
                record: &record,
                line_index: &lines,
            },
        )
    });
    written.unwrap_or(ConvertedRecord {
        index,
        text: None,
        notes: Vec::new(),
    })
}

/// Writes a record in another notation.
fn write(to: Notation, item: &SourceRecord) -> ConvertedRecord {
    let written = if item.record.is_malformed() {
        Err(vec![malformed(item.record, item.line_index)])
    } else {
        to.write(item)
    };
    let (text, notes) = match written {
        Ok(Exported { text, notes }) => (Some(text), notes),
        Err(notes) => (None, notes),
    };
    ConvertedRecord {
        index: item.index,
        text,
        notes,
    }
}

/// The first error of a malformed record.
fn malformed(record: &Record, line_index: &LineIndex) -> Note {
    let verdict = verify(record, &Options::default());
    let mut findings = verdict.findings.iter();
    let error = findings.find(|finding| finding.code().severity() == Severity::Error);
    Note {
        is_error: true,
        is_doubt: false,
        location: line_index
            .line_column(error.map_or(record.offset(), |finding| finding.span.start)),
        message: error.map_or(String::new(), in_brief),
    }
}

/// The output: records between the frame of the notation.
struct ConvertOutput<'c> {
    convert: &'c Convert,
    output: Output,
    frame: [&'static str; 4],
    /// Records written so far.
    count: usize,
    /// Whether the last of them ends with text that belongs to no record.
    has_text_behind: bool,
    exit: Exit,
}

impl ConvertOutput<'_> {
    /// Writes a converted record and prints its notes.
    fn write_record(&mut self, source: &str, converted: ConvertedRecord) -> Result<(), CliError> {
        let is_refused = self.print_notes(source, converted.index, &converted.notes);
        let Some(text) = converted.text.filter(|_| !is_refused) else {
            return Ok(());
        };
        self.begin_record()?;
        self.output.show(text.as_bytes())
    }

    /// The same for a record that may be long.
    fn write_long(&mut self, to: Notation, item: &SourceRecord) -> Result<(), CliError> {
        let can_be_written = !item.record.is_malformed();
        let notes = match can_be_written.then(|| to.notes(item)).flatten() {
            None => return self.write_record(item.source, write(to, item)),
            Some(Err(notes)) => {
                self.print_notes(item.source, item.index, &notes);
                return Ok(());
            }
            Some(Ok(notes)) => notes,
        };
        if self.print_notes(item.source, item.index, &notes) {
            return Ok(());
        }
        self.begin_record()?;
        self.output.show_with(|out| to.write_to(item, out))
    }

    /// Prints the notes of a record; returns whether it is omitted because of them.
    fn print_notes(&mut self, source: &str, index: usize, notes: &[Note]) -> bool {
        let mut is_whole = true;
        for Note {
            is_error,
            is_doubt,
            location: (line, column),
            message,
        } in notes
        {
            is_whole &= *is_error || *is_doubt;
            if *is_error {
                self.exit = self.exit.max(Exit::Found);
            }
            if *is_error || !self.convert.quiet {
                print_note(&format!(
                    "{source}:{line}:{column}: record {index}: {message}"
                ));
            }
        }
        let is_refused = self.convert.lossless && !is_whole;
        if is_refused {
            self.exit = self.exit.max(Exit::Found);
        }
        is_refused
    }

    /// Writes what comes before a record.
    fn begin_record(&mut self) -> Result<(), CliError> {
        let [first, between, ..] = self.frame;
        let before = if self.count == 0 { first } else { between };
        self.count += 1;
        self.output.write(before)
    }

    /// Reports something that cannot be read.
    fn fail(&mut self, error: &dyn Display) {
        print_error(error);
        self.exit = Exit::Failed;
    }

    fn check(&mut self, checked: Result<(), NoSuchRecord>) {
        if let Err(error) = checked {
            self.fail(&error);
        }
    }

    fn finish(mut self) -> Result<Exit, CliError> {
        let [_, _, last, none] = self.frame;
        if self.output.keeps_earlier(self.exit != Exit::Fine)? {
            return Ok(self.exit);
        }
        self.output
            .write(if self.count == 0 { none } else { last })?;
        self.output.finish()?;
        Ok(self.exit)
    }
}
