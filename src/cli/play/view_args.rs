//! The options of `kifu view`.

use std::{
    ffi::OsString,
    io::{self, IsTerminal},
};

use clap::Args;

use super::{board_view::ScreenStyle, record_list::RecordList, view_screen::view_on_screen};
use crate::{
    cli::{
        error::CliError, exit::Exit, output::ColorChoice, overwrite_guard::OverwriteGuard,
        verify_args::RulesetArg,
    },
    verify::Options,
};

/// Read records on a board in the terminal
///
/// Goes through the plies and variations of a record. An illegal record opens at its first error, with the finding beside
/// the board. Of several records a list is shown first: type part of a name to search it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu view game.sgf
  kifu view records archive.zip
  kifu query --finding ugo::occupied records | kifu view -

Exit status:
  0  the records were shown
  2  there is no terminal, or nothing could be read")]
pub(in crate::cli) struct View {
    /// Files, folders, archives, or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<OsString>,

    #[command(flatten)]
    ruleset: RulesetArg,

    /// ASCII characters only
    #[arg(long)]
    ascii: bool,

    /// When to use color
    #[arg(long, value_enum, default_value_t)]
    color: ColorChoice,
}

impl View {
    pub(in crate::cli) fn run(&self) -> Result<Exit, CliError> {
        // What is typed would be keys to the screen and text of records at once.
        if self.paths.iter().any(|path| path == "-") && io::stdin().is_terminal() {
            return Err(CliError::TypedRecords);
        }
        let options = Options {
            ruleset: self.ruleset.load(&OverwriteGuard::default())?,
            partial: true,
            ..Options::default()
        };
        let style = ScreenStyle {
            ascii: self.ascii,
            color: self.color.decide(true),
        };
        view_on_screen(RecordList::of(&self.paths), options, style)
    }
}
