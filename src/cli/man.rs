//! `kifu man`: man pages.

use std::path::{Path, PathBuf};

use clap::{Args, Command};

use super::{error::CliError, exit::Exit, listing::print};

/// Print or write the man pages
///
/// Without --output, the page of `kifu` itself is printed; with it, the pages of all
/// commands are written to a folder.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu man | man -l -
  kifu man --output ~/.local/share/man/man1

Exit status:
  0  printed, or written
  2  the pages could not be written")]
pub(super) struct Man {
    /// The folder for the pages; it is created if needed
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Man {
    /// Prints or writes the pages of the whole command line, `kifu`.
    pub(super) fn run(&self, kifu: Command) -> Result<Exit, CliError> {
        let Some(folder) = &self.output else {
            return print(&page(kifu)?);
        };
        let failed = |path: &Path, error| CliError::write(&path.display().to_string(), error);
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        clap_mangen::generate_to(kifu, folder).map_err(|error| failed(folder, error))?;
        Ok(Exit::Fine)
    }
}

fn page(kifu: Command) -> Result<String, CliError> {
    let mut page = Vec::new();
    clap_mangen::Man::new(kifu)
        .render(&mut page)
        .map_err(|error| CliError::write("the man page", error))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
