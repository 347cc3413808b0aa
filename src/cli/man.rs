//! `kifu man`: man pages.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use clap::{Args, Command};

use super::{error::CliError, exit::Exit, listing::print, names, output::replace_entry};

/// Print or write the man pages
///
/// Without --output, the page of `kifu` itself or of a command is printed; with it, the pages of all
/// commands are written to a folder. Pages of kifu there are replaced, and nothing is written if a file with such a name
/// is anything else.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu man | man -l -
  kifu man validate | man -l -
  kifu man --output ~/.local/share/man/man1

Exit status:
  0  printed, or written
  2  there is no such command, or the pages could not be written")]
pub(super) struct Man {
    /// The command; without it, the page of `kifu` itself
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    command: Option<String>,

    /// The folder for the pages; it is created if needed
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Man {
    /// Prints or writes the pages of the whole command line, `kifu`.
    pub(super) fn run(&self, kifu: Command) -> Result<Exit, CliError> {
        let mut kifu = kifu.disable_help_subcommand(true);
        // This gives the commands their full names.
        kifu.build();
        let Some(folder) = &self.output else {
            let found = match &self.command {
                None => &kifu,
                Some(name) => kifu.find_subcommand(name).ok_or_else(|| {
                    let known: Vec<&str> = kifu.get_subcommands().map(Command::get_name).collect();
                    names::unknown("command", name, known.into_iter())
                })?,
            };
            return print(&page(found)?);
        };
        if folder == Path::new("-") {
            return Err(CliError::OutputNamedDash);
        }
        let failed = |path: &Path, error| CliError::write(&path.display().to_string(), error);
        let mut pages = Vec::new();
        for command in kifu.get_subcommands().chain([&kifu]) {
            let name = clap_mangen::Man::new(command.clone()).get_filename();
            pages.push((folder.join(name), page(command)?));
        }
        // Everything is checked before anything is written.
        if let Some((path, _)) = pages.iter().find(|(path, page)| !is_free(path, page)) {
            return Err(CliError::NotManPage(path.clone()));
        }
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        for (path, page) in pages {
            replace_entry(&path, |out| out.write_all(page.as_bytes()))?;
        }
        Ok(Exit::Fine)
    }
}

/// Whether a page can be written to a path: there is nothing, or the same page, perhaps of another version. That begins like
/// it up to the name in the title.
fn is_free(path: &Path, page: &str) -> bool {
    let title = page.find("\n.TH ").map_or(0, |at| at + "\n.TH ".len());
    let end = page[title..].find("  ").map_or(page.len(), |at| title + at);
    let begins_alike = || {
        let mut start = vec![0; end];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == page.as_bytes()[..end]
    };
    match path.metadata() {
        Ok(metadata) => metadata.is_file() && begins_alike(),
        Err(_) => path.symlink_metadata().is_err(),
    }
}

fn page(command: &Command) -> Result<String, CliError> {
    let rendered = render(command).map_err(|error| CliError::write("the man page", error))?;
    Ok(String::from_utf8_lossy(&rendered).into_owned())
}

/// The page of a command, with what follows the options in its help as sections of their own.
fn render(command: &Command) -> io::Result<Vec<u8>> {
    // All options are described, also those that only the long help shows.
    let shown = command.clone().mut_args(|arg| arg.hide_short_help(false));
    let man = clap_mangen::Man::new(shown);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let after_help = command.get_after_help().map(ToString::to_string);
    for paragraph in after_help.unwrap_or_default().split("\n\n") {
        page.extend(section(paragraph).into_bytes());
    }
    if command.get_version().is_some() {
        man.render_version_section(&mut page)?;
    }
    Ok(page)
}

/// A paragraph of the help, as a section: those that begin with a heading are lists.
fn section(paragraph: &str) -> String {
    let (heading, list) = match paragraph.split_once(":\n") {
        Some(("Examples", list)) => ("EXAMPLES", list),
        Some(("Exit status", list)) => ("EXIT STATUS", list),
        _ => return format!(".SH NOTES\n{}\n", escaped(paragraph)),
    };
    let mut section = format!(".SH \"{heading}\"\n");
    for line in list.lines() {
        let line = line.trim();
        match line.split_once("  ").filter(|_| heading == "EXIT STATUS") {
            Some((status, meaning)) => {
                let meaning = escaped(meaning.trim());
                section.push_str(&format!(".TP\n{status}\n{meaning}\n"));
            }
            None => section.push_str(&format!(".PP\n.nf\n{}\n.fi\n", escaped(line))),
        }
    }
    section
}

/// A text that roff shows as it is.
fn escaped(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        let is_control = line.starts_with(['.', '\'']);
        if is_control {
            format!("\\&{line}")
        } else {
            line
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::{Cli, arrangement::arranged};

    #[test]
    fn pages_describe_every_option_and_have_all_sections() {
        let mut kifu = arranged(Cli::command()).disable_help_subcommand(true);
        kifu.build();
        for command in kifu.get_subcommands().chain([&kifu]) {
            let page = page(command).unwrap();
            let name = command.get_name();
            for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "EXIT STATUS"] {
                let found = [format!(".SH {section}\n"), format!(".SH \"{section}\"\n")];
                assert!(
                    found.iter().any(|found| page.contains(found)),
                    "{name}: {section}"
                );
            }
            for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
                let long = arg
                    .get_long()
                    .map(|long| format!("\\-\\-{}", long.replace('-', "\\-")));
                let long = long.unwrap_or_default();
                assert!(page.contains(&long), "{name}: {long}");
                let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                let word = help.split(' ').next().unwrap_or_default();
                assert!(page.contains(word) && !word.is_empty(), "{name}: {long}");
            }
        }
    }
}
