//! `kifu dedupe`: finding records of the same game.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, Write},
    path::PathBuf,
};

use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    common::{Input, RulesetOption},
    exit::{Exit, Failure, print_error, say},
    output::{Output, to_json},
    run::{Jobs, ProcessedRecord, WorkItem, each},
};
use crate::{
    output::SCHEMA,
    report::safe,
    study::{Duplicates, GameKey, MatchBy, collected, keys},
    verify::Options,
};

/// Find records of the same game.
///
/// Says which records are the same as an earlier one: by their moves, by their final position, or
/// because one is the beginning of the other. Only the report is written; with --output also a collection of the records
/// without their doubles. No file that is read is ever changed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu dedupe records                            the same moves
  kifu dedupe --symmetry records archive.zip     also on a turned or mirrored board
  kifu dedupe --by beginning records             unfinished copies too
  kifu dedupe --output unique.sgf records        the first record of each game

Exit status:
  0  there are no doubles, or the collection without them is written
  1  there are doubles
  2  something could not be read or written; the rest is compared all the same")]
pub(super) struct Dedupe {
    #[command(flatten)]
    input: Input,

    /// When two records are the same
    #[arg(long, value_enum, default_value_t)]
    by: MatchByName,

    /// Take turned and mirrored boards for the same
    #[arg(long)]
    symmetry: bool,

    #[command(flatten)]
    ruleset: RulesetOption,

    /// How the report is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Write the records without their doubles to a file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum MatchByName {
    /// The same moves from the same start
    #[default]
    Moves,
    /// The same pieces on the same board in the end
    Final,
    /// The same moves, or those of one are the beginning of those of the other
    #[value(alias = "prefix")]
    Beginning,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// For people, one line a double
    #[default]
    Text,
    /// One object a line, one a double
    Jsonl,
}

/// What a record has in common with another.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Common {
    /// The same moves.
    Moves,
    /// The same final position.
    Final,
    /// Its moves are the beginning of those of the other.
    Beginning,
}

/// A record of a source.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Site<'d> {
    source: &'d str,
    /// Its number in the source, from 1.
    index: usize,
}

/// A double as `dedupe` reports it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DoubleLine<'d> {
    schema: u32,
    source: &'d str,
    /// The number of the record in its source, from 1.
    index: usize,
    common: Common,
    /// The record that it is a double of.
    of: Site<'d>,
}

/// Where records stand, by their number in the whole input.
#[derive(Debug, Default)]
struct Sources {
    /// Of records that follow each other: the first with its index, and the source.
    runs: Vec<(u64, usize, String)>,
    count: u64,
}

impl Sources {
    /// Gives the next record its number.
    fn add(&mut self, source: &str, index: usize) -> u64 {
        let number = self.count;
        let goes_on = self.runs.last().is_some_and(|(first, first_index, name)| {
            name == source && (number - first) as usize + first_index == index
        });
        if !goes_on {
            self.runs.push((number, index, source.to_owned()));
        }
        self.count += 1;
        number
    }

    fn site(&self, number: u64) -> Site<'_> {
        let run = self.runs.partition_point(|&(first, _, _)| first <= number);
        match run.checked_sub(1).and_then(|run| self.runs.get(run)) {
            Some((first, index, source)) => Site {
                source,
                index: (number - first) as usize + index,
            },
            None => Site {
                source: "",
                index: 0,
            },
        }
    }
}

/// The collection without doubles.
struct Unique {
    output: Output,
    /// Where records wait until it is known which are the beginning of others.
    aside: Option<BufWriter<File>>,
}

impl Unique {
    fn take(&mut self, number: u64, text: &str) -> Result<(), Failure> {
        let Some(aside) = &mut self.aside else {
            self.output.write(text)?;
            return self.output.write("\n");
        };
        let header = [number, text.len() as u64].map(u64::to_le_bytes);
        aside
            .write_all(header.as_flattened())
            .and_then(|()| aside.write_all(text.as_bytes()))
            .map_err(put_aside)
    }

    /// Writes what has waited, but for some, and puts the file into its place.
    fn finish(mut self, doubles: &BTreeSet<u64>) -> Result<(), Failure> {
        if let Some(aside) = self.aside {
            let file = aside
                .into_inner()
                .map_err(|error| put_aside(error.into_error()))?;
            self.output.with(|out| copy(file, doubles, out))?;
        }
        self.output.finish()
    }
}

fn copy(mut file: File, doubles: &BTreeSet<u64>, out: &mut dyn Write) -> io::Result<()> {
    let length = file.stream_position()?;
    file.rewind()?;
    let mut aside = BufReader::new(file);
    let mut passed = 0;
    while passed < length {
        let mut header = [[0; 8]; 2];
        aside.read_exact(header.as_flattened_mut())?;
        let [number, size] = header.map(u64::from_le_bytes);
        let mut text = aside.by_ref().take(size);
        if doubles.contains(&number) {
            io::copy(&mut text, &mut io::sink())?;
        } else {
            io::copy(&mut text, out)?;
            out.write_all(b"\n")?;
        }
        passed += 16 + size;
    }
    Ok(())
}

fn put_aside(error: io::Error) -> Failure {
    Failure::write("a temporary file", error)
}

/// What has come of a record.
struct Seen {
    keys: Vec<GameKey>,
    /// The record as it is written; `None` if it is not wanted, or malformed.
    text: Option<String>,
}

impl Dedupe {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let options = Options {
            ruleset: self.ruleset.load()?,
            ..Options::default()
        };
        let sameness = match self.by {
            MatchByName::Moves => MatchBy::Moves,
            MatchByName::Final => MatchBy::Final,
            MatchByName::Beginning => MatchBy::Beginning,
        };
        self.input.spare(&self.output)?;
        let mut unique = self.unique()?;
        let mut report = Output::open(None)?;
        let mut sources = Sources::default();
        let mut doubles = Duplicates::default();
        let (mut count, mut left_out) = (0_u64, 0_u64);
        let read = each(
            &self.input,
            &self.jobs,
            &|record| Seen {
                keys: keys(record, &options, sameness, self.symmetry),
                text: (self.output.is_some() && !record.is_malformed())
                    .then(|| collected(record).into_owned()),
            },
            &mut |worked| {
                let ProcessedRecord {
                    source,
                    index,
                    result,
                    ..
                } = match worked {
                    WorkItem::Record(one) => one,
                    WorkItem::Unreadable(unreadable) => {
                        let reason = &unreadable.finding.message;
                        print_error(&format!("{}: {reason}", unreadable.name));
                        return Ok(());
                    }
                };
                let number = sources.add(source, index);
                left_out += u64::from(result.keys.is_empty());
                if let Some(first) = doubles.add(number, &result.keys).map_err(put_aside)? {
                    count += 1;
                    let common = match self.by {
                        MatchByName::Moves | MatchByName::Beginning => Common::Moves,
                        MatchByName::Final => Common::Final,
                    };
                    return report.write(&self.line(&sources, number, common, first)?);
                }
                match (&mut unique, &result.text) {
                    (Some(unique), Some(text)) => unique.take(number, text),
                    (Some(_), None) => {
                        say(&format!(
                            "{source}: record {index} is malformed and left out"
                        ));
                        Ok(())
                    }
                    (None, _) => Ok(()),
                }
            },
        )?;
        let beginnings = doubles.beginnings().map_err(put_aside)?;
        for &(number, longer) in &beginnings {
            count += 1;
            report.write(&self.line(&sources, number, Common::Beginning, longer)?)?;
        }
        if let Format::Text = self.format {
            let counted =
                |count, noun| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
            report.write(&format!(
                "{}: {}, {left_out} without moves to compare\n",
                counted(sources.count, "record"),
                counted(count, "double"),
            ))?;
        }
        report.finish()?;
        let found = if count > 0 && unique.is_none() {
            Exit::Found
        } else {
            Exit::Fine
        };
        if let Some(unique) = unique {
            let shorter = beginnings.into_iter().map(|(number, _)| number);
            unique.finish(&shorter.collect())?;
        }
        Ok(found.max(read))
    }

    fn unique(&self) -> Result<Option<Unique>, Failure> {
        let Some(path) = &self.output else {
            return Ok(None);
        };
        let aside = match self.by {
            MatchByName::Beginning => Some(tempfile::tempfile().map_err(put_aside)?),
            MatchByName::Moves | MatchByName::Final => None,
        };
        Ok(Some(Unique {
            output: Output::open(Some(path))?,
            aside: aside.map(BufWriter::new),
        }))
    }

    /// A double in the report.
    fn line(
        &self,
        sources: &Sources,
        number: u64,
        common: Common,
        other: u64,
    ) -> Result<String, Failure> {
        let (Site { source, index }, of) = (sources.site(number), sources.site(other));
        if let Format::Jsonl = self.format {
            let line = DoubleLine {
                schema: SCHEMA,
                source,
                index,
                common,
                of,
            };
            return Ok(to_json(&line)? + "\n");
        }
        let common = match common {
            Common::Moves => "the same moves as",
            Common::Final => "the same final position as",
            Common::Beginning => "the beginning of",
        };
        let line = format!(
            "{source}, record {index}: {common} {}, record {}",
            of.source, of.index
        );
        Ok(safe(&line).into_owned() + "\n")
    }
}
