//! `kifu conformance`: the kit for authors of other implementations.

use std::{
    fs::File,
    path::{Path, PathBuf},
};

use clap::Args;

use super::{
    error::CliError,
    exit::Exit,
    listing::{print, print_list},
    names,
    output::Output,
};
use crate::{
    bounded::read_all,
    conformance::{ConformanceFile, files},
};

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
            if folder == Path::new("-") {
                return Err(CliError::OutputNamedDash);
            }
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

/// Writes all files to a folder. What is there already stays, and must be the same: it may be what others have made of a kit.
fn write(folder: &Path, files: &[ConformanceFile]) -> Result<Exit, CliError> {
    let mut missing = Vec::new();
    for file in files {
        let path = folder.join(&file.name);
        let text = file.text()?;
        if path.symlink_metadata().is_err() {
            missing.push((path, text));
        } else if !has_content(&path, text.as_bytes()) {
            return Err(CliError::NotOfKit(path));
        }
    }
    for (path, text) in missing {
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent)
            .map_err(|error| CliError::write(&parent.display().to_string(), error))?;
        let mut output = Output::create(&path)?;
        output.write(&text)?;
        output.finish()?;
    }
    Ok(Exit::Fine)
}

/// Whether a file has this content and no more.
fn has_content(path: &Path, expected: &[u8]) -> bool {
    // To open a pipe would take until another program writes to it.
    let file = path.is_file().then(|| File::open(path).ok()).flatten();
    let content = file.and_then(|file| read_all(file, expected.len()).ok());
    content.is_some_and(|content| content == expected)
}
