//! `kifu stats`: statistics of archives.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{
    error::CliError,
    exit::Exit,
    input::InputArgs,
    left_out::{CHECKED, LeftOut, doubt_note},
    pipeline::{Jobs, RecordResult, WorkItem, each_naming_texts, print_unreadable},
    verify_args::VerifyArgs,
};
use crate::study::stats::{BarStyle, RecordFacts, StatsBuilder};

/// Summarize archives: results, lengths, openings
///
/// Prints for each game and ruleset the number of valid records, results, lengths, captures, board
/// sizes and, with --openings, the most frequent openings. All but the first line counts only
/// valid records.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu stats records
  kifu stats --openings 4 --symmetry --top 3 archive.zip
  kifu stats --by player records
  kifu stats --format json records > stats.json
  kifu query --player 'Ann*' records | kifu stats -

Exit status:
  0  counted
  2  something could not be read; the rest is counted")]
pub(super) struct StatsArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    verify_args: VerifyArgs,

    /// Print the openings, up to this many plies
    #[arg(long, value_name = "PLIES", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u8).range(..=30))]
    openings: u8,

    /// Print the N most frequent moves at each point of an opening
    #[arg(long, value_name = "N", default_value_t = 5, requires = "openings")]
    top: usize,

    /// Ignore rotation and reflection in openings
    #[arg(long, requires = "openings")]
    symmetry: bool,

    /// Also count the results of each player
    #[arg(long, value_name = "KEY", value_enum)]
    by: Option<StatsKey>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// ASCII characters only
    #[arg(long)]
    ascii: bool,

    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StatsKey {
    /// The player, by name
    Player,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// For people, with a chart
    #[default]
    Text,
    /// One object
    Json,
    /// A table with one number per row
    Csv,
}

impl RecordResult for RecordFacts {}

impl StatsArgs {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let guard = &self.input.guard;
        let options = self.verify_args.options(guard)?;
        let mut output = guard.create(self.output.as_deref())?;
        let mut statistics = StatsBuilder::default();
        if let Some(StatsKey::Player) = self.by {
            statistics.count_players();
        }
        let mut doubts = LeftOut::doubts();
        let depth = usize::from(self.openings);
        let exit = each_naming_texts(
            &self.input,
            &self.jobs,
            &|record| RecordFacts::of(record, &options, depth, self.symmetry),
            &mut |item| {
                match item {
                    WorkItem::Record(record) => {
                        let doubt = record.result.doubt_of_names().filter(|_| self.by.is_some());
                        if let Some(doubt) = doubt {
                            doubts.add(&doubt_note(record.source, record.index, doubt));
                        }
                        statistics.count(record.result);
                    }
                    WorkItem::Unreadable(unreadable) => {
                        print_unreadable(&unreadable);
                        statistics.count_unreadable();
                    }
                }
                Ok(())
            },
        )?;
        let statistics = statistics.finish(self.top, depth > 0);
        output.with(|out| match self.format {
            Format::Text if self.ascii => statistics.write_text(BarStyle::Ascii, out),
            Format::Text => statistics.write_text(BarStyle::Blocks, out),
            Format::Json => statistics.write_json(out),
            Format::Csv => statistics.write_csv(out),
        })?;
        output.finish()?;
        doubts.finish(CHECKED);
        Ok(exit)
    }
}
