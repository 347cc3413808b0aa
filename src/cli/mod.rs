//! The command line: one file a command, and here what they share.

mod batch;
mod common;
mod compare;
mod convert;
mod dedupe;
mod exit;
mod explain;
mod fmt;
mod gate;
mod legal;
mod lines;
mod load;
mod merge;
mod names;
mod output;
mod overwrite_guard;
mod perft;
mod print;
mod progress;
mod query;
mod random;
mod repair;
mod replay;
mod reporting;
mod rewriter;
mod rewriting;
mod run;
mod score;
mod stats;
mod validate;

use clap::{Parser, Subcommand};

pub use exit::Exit;

/// Reads, verifies, scores and draws game records of Bargo, Sygo, Ugo, Bamogo and Margo.
#[derive(Debug, Parser)]
#[command(
    name = "kifu",
    version,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "Exit status: 0 all fine; 1 something found; 2 the command could not be carried out.\n\n\
                  Example:\n  kifu validate records\n\n\
                  `kifu help COMMAND` tells more of a command."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check records move by move
    #[command(visible_alias = "check")]
    Validate(validate::Validate),
    /// Check large archives in parallel, with reports
    Batch(batch::Batch),
    /// Count the score of finished and unfinished games
    Score(score::Score),
    /// Draw positions: as text, pictures, an animation, a page to click through, or data
    Replay(replay::Replay),
    /// Join the reports of shards into one summary
    Merge(merge::Merge),
    /// Tell which records a change of the rules changes, and how
    Compare(compare::Compare),
    /// Write records in canonical form
    Fmt(fmt::Fmt),
    /// Write records in other notations, and read them
    Convert(convert::Convert),
    /// Propose repairs that are certain
    Repair(repair::Repair),
    /// Select records of archives
    Query(query::Query),
    /// Find records of the same game
    Dedupe(dedupe::Dedupe),
    /// Count what records have in common
    Stats(stats::Stats),
    /// Explain a finding, or list all kinds
    Explain(explain::Explain),
    /// List the legal moves of a position
    Legal(legal::Legal),
    /// Count the legal ways to play so many plies
    Perft(perft::Perft),
    /// Print a ruleset, or list them
    Rules(print::Rules),
    /// Print the JSON Schema of a command's output, or list them
    Schema(print::Schema),
    /// Print the completions of a shell
    Completions(print::Completions),
    /// Print or write the man pages
    Man(print::Man),
    /// Make random legal records
    Random(random::Random),
}

impl Cli {
    /// Carries out the command.
    pub fn run(self) -> Exit {
        let outcome = match self.command {
            Command::Validate(command) => command.run(),
            Command::Batch(command) => command.run(),
            Command::Score(command) => command.run(),
            Command::Merge(command) => command.run(),
            Command::Compare(command) => command.run(),
            Command::Replay(command) => command.run(),
            Command::Fmt(command) => command.run(),
            Command::Convert(command) => command.run(),
            Command::Repair(command) => command.run(),
            Command::Query(command) => command.run(),
            Command::Dedupe(command) => command.run(),
            Command::Stats(command) => command.run(),
            Command::Explain(command) => command.run(),
            Command::Legal(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Rules(command) => command.run(),
            Command::Schema(command) => command.run(),
            Command::Completions(command) => command.run(),
            Command::Man(command) => command.run(),
            Command::Random(command) => command.run(),
        };
        outcome.unwrap_or_else(|failure| failure.report())
    }
}
