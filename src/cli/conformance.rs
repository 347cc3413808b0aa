//! `kifu conformance`: the kit for authors of other implementations.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use clap::Args;

use super::{
    error::CliError,
    exit::Exit,
    listing::{print, print_list},
    names,
    output::replace,
};
use crate::conformance::{ConformanceFile, files};

/// Print or write the conformance kit: what other implementations of the rules are tested with
///
/// For each game and each embedded ruleset: numbers of sequences of legal plies, positions with all legal moves, judged
/// records, and the hard cases of the rules, as JSON. README.md, a file of the kit, describes the others.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu conformance
  kifu conformance README.md
  kifu conformance ugo/cases.json > cases.json
  kifu conformance --output kit

Exit status:
  0  printed, or written
  2  there is no such file, or the kit could not be written")]
pub(super) struct Conformance {
    /// The file of the kit; without it, all are listed
    #[arg(value_name = "FILE", conflicts_with = "output")]
    file: Option<String>,

    /// The folder for all files; it is created if needed
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Conformance {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let files = files();
        if let Some(folder) = &self.output {
            return write(folder, &files);
        }
        let Some(name) = &self.file else {
            let entries = files.iter();
            return print_list(entries.map(|file| (file.name.as_str(), file.title)));
        };
        match files
            .iter()
            .find(|file| file.name.eq_ignore_ascii_case(name))
        {
            Some(file) => print(&file.text()?),
            None => {
                let known = files.iter().map(|file| file.name.as_str());
                Err(names::unknown("file of the kit", name, known))
            }
        }
    }
}

/// Writes all files to a folder.
fn write(folder: &Path, files: &[ConformanceFile]) -> Result<Exit, CliError> {
    if !holds_kit(folder, files)? {
        let mut paths = files.iter().map(|file| folder.join(&file.name));
        if let Some(path) = paths.find(|path| path.symlink_metadata().is_ok()) {
            return Err(CliError::NotOfKit(path));
        }
    }
    for file in files {
        let path = folder.join(&file.name);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent)
            .map_err(|error| CliError::write(&parent.display().to_string(), error))?;
        replace(&path, file.text()?.as_bytes())?;
    }
    Ok(Exit::Fine)
}

/// Whether a folder has a kit already, perhaps of another version: its page has the same heading.
fn holds_kit(folder: &Path, files: &[ConformanceFile]) -> Result<bool, CliError> {
    let Some(page) = files.iter().find(|file| file.name == "README.md") else {
        return Ok(false);
    };
    let text = page.text()?;
    let heading = text.lines().next().unwrap_or_default();
    let mut start = vec![0; heading.len()];
    let read = File::open(folder.join(&page.name)).and_then(|mut file| file.read_exact(&mut start));
    Ok(read.is_ok() && start == heading.as_bytes())
}
