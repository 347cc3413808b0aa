//! `kifu convert`: records in other notations.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, BufReader},
    path::{Path, PathBuf},
};

use clap::{
    ArgGroup, Args,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::{
    common::Input,
    exit::{Exit, Failure, print_error, say},
    output::Output,
    run::Jobs,
};
use crate::{
    archive::{Processed, SourceInfo, in_order},
    convert::{Exported, Notation, Note, SourceRecord},
    output::in_brief,
    record::{Chunk, Limits, LineIndex, Record, read_within},
    verify::{Options, Severity, verify},
};

/// Write records in other notations, and read them.
///
/// What a notation has no room for is named on standard error, and with --lossless the record is
/// left out. So is a record that cannot be written or read at all, while all others are.
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

Exit status:
  0  all fine, even if something is not carried over
  1  a record is malformed, breaks a rule or cannot be carried over
  2  something could not be read or written; all else is done")]
pub(super) struct Convert {
    #[command(flatten)]
    input: Input,

    /// The notation that is read, instead of records
    #[arg(long, value_name = "NOTATION", value_parser = notations(true))]
    from: Option<Notation>,

    /// The notation that is written, instead of records
    #[arg(long, value_name = "NOTATION", value_parser = notations(false))]
    to: Option<Notation>,

    /// Leave out records of which something is not carried over, and end with status 1
    #[arg(long)]
    lossless: bool,

    /// Do not name what is not carried over
    #[arg(long, short)]
    quiet: bool,

    /// Write the result to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    jobs: Jobs,
}

/// Reads the name of a notation.
fn notations(is_read: bool) -> impl TypedValueParser<Value = Notation> {
    let all = Notation::ALL.into_iter();
    let names = all.filter(move |notation| !is_read || notation.is_read());
    PossibleValuesParser::new(names.map(Notation::name)).try_map(|name| {
        // The parser before has let pass no other.
        let found = Notation::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or("no such notation")
    })
}

/// What has come of a record: the text if there is one, and what is to be said.
struct Done {
    index: usize,
    text: Option<String>,
    notes: Vec<Note>,
}

impl Convert {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        self.input.spare(&self.output)?;
        let mut giving = Giving {
            convert: self,
            output: Output::open(self.output.as_deref())?,
            frame: self.to.map_or(["", "\n", "\n", ""], Notation::frame),
            count: 0,
            exit: Exit::Fine,
        };
        match (self.from, self.to) {
            (Some(from), _) => self
                .input
                .each_path(&mut |path| self.read(from, path, &mut giving))?,
            (None, Some(to)) => self.write_all(to, &mut giving)?,
            // The command line asks for one of them.
            (None, None) => {}
        }
        giving.finish()
    }

    /// Writes all records in another notation.
    fn write_all(&self, to: Notation, giving: &mut Giving) -> Result<(), Failure> {
        let work = |source_info: &SourceInfo, chunk: &Chunk| -> Vec<Done> {
            let places = LineIndex::of(chunk);
            let records = chunk.records();
            let wanted = records.filter(|&(index, _)| self.input.wants(index));
            wanted
                .map(|(index, record)| {
                    write(
                        to,
                        &SourceRecord {
                            source: &source_info.source,
                            index,
                            record: &record,
                            line_index: &places,
                        },
                    )
                })
                .collect()
        };
        let reader = self.input.reader();
        in_order(
            &self.jobs.window()?,
            |visit| self.input.read(&reader, visit),
            &work,
            &mut |given| match given {
                Processed::Chunk(source_info, _, results) => {
                    let mut results = results.into_iter();
                    results.try_for_each(|done| giving.give(&source_info.source, done))
                }
                Processed::Unreadable(unreadable) => {
                    let reason = &unreadable.finding.message;
                    giving.fail(&format!("{}: {reason}", unreadable.name));
                    Ok(())
                }
                Processed::End(source, records) => {
                    giving.check(self.input.check_count(&source, records));
                    Ok(())
                }
            },
        )
    }

    /// Reads a file in another notation.
    fn read(&self, from: Notation, path: &OsStr, giving: &mut Giving) -> Result<(), Failure> {
        let reader = self.input.reader();
        let (name, opened): (_, io::Result<Box<dyn io::Read>>) = if path == "-" {
            (reader.stdin_name, Ok(Box::new(io::stdin().lock())))
        } else {
            let name = Path::new(path).display().to_string();
            let is_folder = Path::new(path).is_dir();
            if is_folder {
                giving.fail(&format!(
                    "{name}: it is a folder; name the files to be read as {}",
                    from.name()
                ));
                return Ok(());
            }
            (name, File::open(path).map(|file| Box::new(file) as _))
        };
        let input = match opened {
            Ok(input) => Box::new(BufReader::with_capacity(64 * 1024, input)),
            Err(error) => {
                giving.fail(&format!("{name}: it cannot be read: {error}"));
                return Ok(());
            }
        };
        let limits = reader.limits;
        let Some(reading) = from.read(input, limits) else {
            return Ok(());
        };
        let mut index = 0;
        for taken in reading {
            let taken = match taken {
                Ok(taken) => taken,
                Err(error) => {
                    giving.fail(&format!("{name}: it cannot be read: {error}"));
                    return Ok(());
                }
            };
            index += 1;
            if !self.input.wants(index) {
                continue;
            }
            let mut done = Done {
                index,
                text: taken.record,
                notes: taken.notes,
            };
            if let (Some(to), Some(text)) = (self.to, &done.text) {
                let again = write_text(to, text, &name, index, limits);
                done.text = again.text;
                // Places in a text that nobody has seen tell nobody anything.
                let placed = again.notes.into_iter().map(|note| Note {
                    location: taken.location,
                    ..note
                });
                done.notes.extend(placed);
            }
            giving.give(&name, done)?;
        }
        giving.check(self.input.check_count(&name, index));
        Ok(())
    }
}

/// Writes a record that has just been read.
fn write_text(to: Notation, text: &str, source: &str, index: usize, limits: Limits) -> Done {
    let places = LineIndex::new(text);
    let mut records = read_within(text, limits);
    let written = records.next().map(|record| {
        write(
            to,
            &SourceRecord {
                source,
                index,
                record: &record,
                line_index: &places,
            },
        )
    });
    written.unwrap_or(Done {
        index,
        text: None,
        notes: Vec::new(),
    })
}

/// Writes a record in another notation.
fn write(to: Notation, item: &SourceRecord) -> Done {
    let written = if item.record.is_malformed() {
        Err(vec![malformed(item.record, item.line_index)])
    } else {
        to.write(item)
    };
    let (text, notes) = match written {
        Ok(Exported { text, notes }) => (Some(text), notes),
        Err(notes) => (None, notes),
    };
    Done {
        index: item.index,
        text,
        notes,
    }
}

/// What is wrong with a malformed record.
fn malformed(record: &Record, places: &LineIndex) -> Note {
    let verdict = verify(record, &Options::default());
    let mut findings = verdict.findings.iter();
    let error = findings.find(|finding| finding.code.severity == Severity::Error);
    Note {
        is_error: true,
        location: places.line_column(error.map_or(record.offset(), |finding| finding.place.start)),
        message: error.map_or(String::new(), in_brief),
    }
}

/// Records as they are given out.
struct Giving<'c> {
    convert: &'c Convert,
    output: Output,
    frame: [&'static str; 4],
    /// Records written so far.
    count: usize,
    exit: Exit,
}

impl Giving<'_> {
    /// Gives out what has come of a record.
    fn give(&mut self, source: &str, done: Done) -> Result<(), Failure> {
        let mut is_whole = true;
        for Note {
            is_error,
            location: (line, column),
            message,
        } in &done.notes
        {
            is_whole &= *is_error;
            if *is_error {
                self.exit = self.exit.max(Exit::Found);
            }
            if *is_error || !self.convert.quiet {
                say(&format!(
                    "{source}:{line}:{column}: record {}: {message}",
                    done.index
                ));
            }
        }
        let is_refused = self.convert.lossless && !is_whole;
        if is_refused {
            self.exit = self.exit.max(Exit::Found);
        }
        let Some(text) = done.text.filter(|_| !is_refused) else {
            return Ok(());
        };
        let [first, between, ..] = self.frame;
        let before = if self.count == 0 { first } else { between };
        self.count += 1;
        self.output.write(before)?;
        self.output.show(text.as_bytes())
    }

    /// Says why something cannot be read.
    fn fail(&mut self, reason: &str) {
        print_error(reason);
        self.exit = Exit::Failed;
    }

    fn check(&mut self, checked: Result<(), String>) {
        if let Err(reason) = checked {
            self.fail(&reason);
        }
    }

    fn finish(mut self) -> Result<Exit, Failure> {
        let [_, _, last, none] = self.frame;
        self.output
            .write(if self.count == 0 { none } else { last })?;
        self.output.finish()?;
        Ok(self.exit)
    }
}
