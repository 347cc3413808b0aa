//! The command line: one file a command, and here what they share.

mod common;
mod exit;
mod output;
mod random;
mod validate;

use clap::{Parser, Subcommand};

pub use exit::Exit;

/// Reads, verifies and scores game records of Bargo, Sygo, Ugo, Bamogo and Margo.
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
    /// Make random legal records
    Random(random::Random),
}

impl Cli {
    /// Carries out the command.
    pub fn run(self) -> Exit {
        let outcome = match self.command {
            Command::Validate(command) => command.run(),
            Command::Random(command) => command.run(),
        };
        outcome.unwrap_or_else(|failure| failure.report())
    }
}
