//! `kifu stats`: what the records of an archive have in common.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{
    common::{Input, VerifyArgs},
    exit::{Exit, Failure, print_error},
    output::{Output, to_json},
    run::{Jobs, WorkItem, each},
};
use crate::study::stats::{BarStyle, RecordFacts, StatsBuilder};

/// Count what records have in common.
///
/// Tells per game and ruleset how many records are valid, who has won and how, how long the games are, what was captured
/// and on which boards they were played, and if wanted how they begin. All but the first line is of the valid
/// records.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu stats records
  kifu stats --openings 4 --symmetry --top 3 archive.zip
  kifu stats --format json records > stats.json
  kifu query --player 'Ann*' records | kifu stats -

Exit status:
  0  counted
  2  something could not be read; the rest is counted all the same")]
pub(super) struct Stats {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    judging: VerifyArgs,

    /// Tell how games begin, to a depth of so many plies
    #[arg(long, value_name = "PLIES", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u8).range(..=30))]
    openings: u8,

    /// Of openings tell at each place so many, the most frequent ones
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,

    /// Take turned and mirrored boards for the same, in openings
    #[arg(long)]
    symmetry: bool,

    /// How the counts are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Draw the chart with signs of ASCII
    #[arg(long)]
    ascii: bool,

    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// For people, with a chart
    #[default]
    Text,
    /// One object
    Json,
    /// A table with one number a row
    Csv,
}

impl Stats {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let options = self.judging.options()?;
        self.input.spare(&self.output)?;
        let mut output = Output::open(self.output.as_deref())?;
        let mut gathering = StatsBuilder::default();
        let depth = usize::from(self.openings);
        let exit = each(
            &self.input,
            &self.jobs,
            &|record| RecordFacts::of(record, &options, depth, self.symmetry),
            &mut |worked| {
                match worked {
                    WorkItem::Record(one) => gathering.count(one.result),
                    WorkItem::Unreadable(unreadable) => {
                        let reason = &unreadable.finding.message;
                        print_error(&format!("{}: {reason}", unreadable.name));
                        gathering.count_unreadable();
                    }
                }
                Ok(())
            },
        )?;
        let stats = gathering.end(self.top, depth > 0);
        let text = match self.format {
            Format::Text if self.ascii => stats.text(BarStyle::Ascii),
            Format::Text => stats.text(BarStyle::Blocks),
            Format::Json => to_json(&stats)? + "\n",
            Format::Csv => stats
                .csv()
                .map_err(|error| Failure::refused(format!("cannot write CSV: {error}")))?,
        };
        output.write(&text)?;
        output.finish()?;
        Ok(exit)
    }
}
