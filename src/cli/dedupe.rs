//! `kifu dedupe`: finds duplicate records.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, Write},
    path::PathBuf,
};

use clap::{Args, ValueEnum};

use super::{
    collected_text::CollectedText,
    error::{CliError, print_note},
    exit::Exit,
    input::InputArgs,
    left_out::{Omissions, damage_note, doubt_note},
    output::{Output, to_json},
    pipeline::{
        Jobs, ProcessedRecord, RecordResult, WorkItem, each_naming_texts, print_unreadable,
    },
    verify_args::RulesetArg,
};
use crate::{
    output::{counted, grouped},
    record::EncodingDoubt,
    report::{DuplicateLine, LineIndex, MatchKind, RecordLocation, safe},
    study::{Duplicates, GameKey, MatchBy, RecordNumbers, keys},
    verify::Options,
};

/// Find duplicate records
///
/// Reports records that match an earlier one by their moves, by their final position, or because
/// one is the beginning of the other. With --output, a collection without duplicates is written
/// too, but without malformed records, which are reported on standard error. Input files are never changed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu dedupe records                            the same moves
  kifu dedupe --symmetry records archive.zip     also rotated and reflected
  kifu dedupe --by beginning records             unfinished copies too
  kifu dedupe --output unique.sgf records        the first record of each game

Exit status:
  0  there are no duplicates, or the collection without them is written
  1  there are duplicates
  2  something could not be read or written; the rest is compared")]
pub(super) struct Dedupe {
    #[command(flatten)]
    input: InputArgs,

    /// What makes two records duplicates
    #[arg(long, value_enum, default_value_t)]
    by: MatchByName,

    /// Ignore rotation and reflection
    #[arg(long)]
    symmetry: bool,

    #[command(flatten)]
    ruleset: RulesetArg,

    /// Output format of the report
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Write the records without duplicates to a file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum MatchByName {
    /// The same moves from the same start
    #[default]
    Moves,
    /// The same final position
    Final,
    /// The same moves, or one record is the beginning of the other
    #[value(alias = "prefix")]
    Beginning,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// For people, one line per duplicate
    #[default]
    Text,
    /// One object per line, one per duplicate
    Jsonl,
}

/// The collection without duplicates.
struct UniqueRecords {
    output: Output,
    /// Holds records until it is known which are the beginning of others.
    held: Option<BufWriter<File>>,
}

impl UniqueRecords {
    /// Adds a record unless it is malformed, which is told.
    fn take(
        &mut self,
        number: u64,
        source: &str,
        index: usize,
        record: &RecordKeys,
        lines: &LineIndex,
        omitted: &mut Omissions,
    ) -> Result<(), CliError> {
        let Some(text) = &record.text else {
            omitted.malformed.add(&format!(
                "{source}: record {index} is malformed; it is omitted"
            ));
            return Ok(());
        };
        if let Some(doubt) = record.doubt {
            omitted.doubts.add(&doubt_note(source, index, doubt));
        }
        let note = record.is_damaged.then(|| damage_note(source, index));
        self.add(number, text.within(lines), note.as_deref())
    }

    /// Adds a record, and what is told if it is written.
    fn add(&mut self, number: u64, text: &str, note: Option<&str>) -> Result<(), CliError> {
        let Some(held) = &mut self.held else {
            if let Some(note) = note {
                print_note(note);
            }
            self.output.write(text)?;
            return self.output.write("\n");
        };
        let note = note.unwrap_or_default();
        let header = [number, note.len() as u64, text.len() as u64].map(u64::to_le_bytes);
        held.write_all(header.as_flattened())
            .and_then(|()| held.write_all(note.as_bytes()))
            .and_then(|()| held.write_all(text.as_bytes()))
            .map_err(CliError::temporary_file)
    }

    /// Writes the held records except duplicates, and completes the file.
    fn finish(mut self, duplicates: &BTreeSet<u64>, has_failed: bool) -> Result<Exit, CliError> {
        if let Some(held) = self.held {
            let file = held
                .into_inner()
                .map_err(|error| CliError::temporary_file(error.into_error()))?;
            self.output.with(|out| copy(file, duplicates, out))?;
        }
        self.output.finish_unless(has_failed)
    }
}

fn copy(mut file: File, duplicates: &BTreeSet<u64>, out: &mut dyn Write) -> io::Result<()> {
    let length = file.stream_position()?;
    file.rewind()?;
    let mut held = BufReader::new(file);
    let mut passed = 0;
    while passed < length {
        let mut header = [[0; 8]; 3];
        held.read_exact(header.as_flattened_mut())?;
        let [number, note_size, size] = header.map(u64::from_le_bytes);
        let mut note = String::new();
        held.by_ref().take(note_size).read_to_string(&mut note)?;
        let mut text = held.by_ref().take(size);
        if duplicates.contains(&number) {
            io::copy(&mut text, &mut io::sink())?;
        } else {
            if !note.is_empty() {
                print_note(&note);
            }
            io::copy(&mut text, out)?;
            out.write_all(b"\n")?;
        }
        passed += 24 + note_size + size;
    }
    Ok(())
}

/// What identifies a record, and its text.
struct RecordKeys {
    keys: Vec<GameKey>,
    /// The record as it is written; `None` if it is not written, or malformed.
    text: Option<CollectedText>,
    /// Whether bytes in it are invalid in its encoding.
    is_damaged: bool,
    doubt: Option<EncodingDoubt>,
}

impl RecordResult for RecordKeys {}

impl Dedupe {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let options = Options {
            ruleset: self.ruleset.load(&self.input.guard)?,
            ..Options::default()
        };
        let match_by = match self.by {
            MatchByName::Moves => MatchBy::Moves,
            MatchByName::Final => MatchBy::Final,
            MatchByName::Beginning => MatchBy::Beginning,
        };
        let mut unique = self.unique()?;
        let mut report = self.input.guard.create(None)?;
        let mut sources = RecordNumbers::default();
        let mut duplicates = Duplicates::default();
        let (mut count, mut left_out) = (0_u64, 0_u64);
        let mut omitted = Omissions::new();
        let read = each_naming_texts(
            &self.input,
            &self.jobs,
            &|record| RecordKeys {
                keys: keys(record, &options, match_by, self.symmetry),
                text: (self.output.is_some() && !record.is_malformed())
                    .then(|| CollectedText::of(record)),
                is_damaged: !record.decode_errors().is_empty(),
                doubt: record.encoding_doubt(),
            },
            &mut |item| {
                let ProcessedRecord {
                    source,
                    index,
                    result,
                    lines,
                } = match item {
                    WorkItem::Record(record) => record,
                    WorkItem::Unreadable(unreadable) => {
                        print_unreadable(&unreadable);
                        return Ok(());
                    }
                };
                let number = sources
                    .add(source, index)
                    .map_err(CliError::temporary_file)?;
                left_out += u64::from(result.keys.is_empty());
                if let Some(first) = duplicates
                    .add(number, &result.keys)
                    .map_err(CliError::temporary_file)?
                {
                    count += 1;
                    let common = match self.by {
                        MatchByName::Moves | MatchByName::Beginning => MatchKind::Moves,
                        MatchByName::Final => MatchKind::Final,
                    };
                    return report.write(&self.line(&mut sources, number, common, first)?);
                }
                match &mut unique {
                    Some(unique) => {
                        unique.take(number, source, index, &result, lines, &mut omitted)
                    }
                    None => Ok(()),
                }
            },
        )?;
        let beginnings = duplicates.beginnings().map_err(CliError::temporary_file)?;
        for &(number, longer) in &beginnings {
            count += 1;
            report.write(&self.line(&mut sources, number, MatchKind::Beginning, longer)?)?;
        }
        if let Format::Text = self.format {
            report.write(&format!(
                "{}: {}, {} without moves to compare\n",
                counted(sources.count(), "record", "records"),
                counted(count, "duplicate", "duplicates"),
                grouped(left_out),
            ))?;
        }
        report.finish()?;
        omitted.finish();
        let found = if count > 0 && unique.is_none() {
            Exit::Found
        } else {
            Exit::Fine
        };
        let mut exit = found.max(read);
        if let Some(unique) = unique {
            let shorter = beginnings.into_iter().map(|(number, _)| number);
            let has_failed = exit == Exit::Failed || omitted.malformed.has_any();
            exit = exit.max(unique.finish(&shorter.collect(), has_failed)?);
        }
        Ok(exit)
    }

    fn unique(&self) -> Result<Option<UniqueRecords>, CliError> {
        let Some(path) = &self.output else {
            return Ok(None);
        };
        let held = match self.by {
            MatchByName::Beginning => Some(tempfile::tempfile().map_err(CliError::temporary_file)?),
            MatchByName::Moves | MatchByName::Final => None,
        };
        Ok(Some(UniqueRecords {
            output: self.input.guard.create(Some(path))?,
            held: held.map(BufWriter::new),
        }))
    }

    /// A duplicate in the report.
    fn line(
        &self,
        sources: &mut RecordNumbers,
        number: u64,
        common: MatchKind,
        other: u64,
    ) -> Result<String, CliError> {
        let mut find = |number| sources.location(number).map_err(CliError::temporary_file);
        let ((source, index), (other_source, other_index)) = (find(number)?, find(other)?);
        if let Format::Jsonl = self.format {
            let record = RecordLocation {
                source: &source,
                index,
            };
            let of = RecordLocation {
                source: &other_source,
                index: other_index,
            };
            return Ok(to_json(&DuplicateLine::new(record, common, of))? + "\n");
        }
        let common = match common {
            MatchKind::Moves => "the same moves as",
            MatchKind::Final => "the same final position as",
            MatchKind::Beginning => "the beginning of",
        };
        let line =
            format!("{source}, record {index}: {common} {other_source}, record {other_index}");
        Ok(safe(&line).into_owned() + "\n")
    }
}
