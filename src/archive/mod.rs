//! Where records come from: files, folders, standard input.

use std::{
    ffi::OsStr,
    io::{self, Read},
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

use crate::verify::{Finding, archive_finding};

/// Something that holds records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// Standard input, under the name that output gives it.
    Stdin(String),
}

/// A source or folder that cannot be read.
#[derive(Debug)]
pub struct Unreadable {
    /// Its name.
    pub name: String,
    /// Why.
    pub finding: Box<Finding>,
}

impl Unreadable {
    fn new(name: String, code: &str, reason: &str) -> Unreadable {
        Unreadable {
            name,
            finding: Box::new(archive_finding(code, reason)),
        }
    }
}

impl Source {
    /// The source as output names it: the path as given, with `/` between folders.
    pub fn name(&self) -> String {
        match self {
            Source::File(path) => name_of(path),
            Source::Stdin(name) => name.clone(),
        }
    }

    /// Reads all of it.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    pub fn read(&self) -> Result<Vec<u8>, Unreadable> {
        let bytes = match self {
            Source::File(path) => std::fs::read(path),
            Source::Stdin(_) => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
            }
        };
        bytes.map_err(|error| cannot_read(self.name(), &error))
    }
}

fn cannot_read(name: String, error: &io::Error) -> Unreadable {
    Unreadable::new(name, "archive::unreadable", &reason(error))
}

/// An error of the system in plain words, without its number.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "reading it is not permitted".to_owned(),
        _ => format!("it cannot be read: {error}"),
    }
}

fn name_of(path: &Path) -> String {
    path.to_string_lossy()
        .replace(std::path::MAIN_SEPARATOR, "/")
}

/// The sources that a path stands for: a file itself, `-` standard input, and of a folder
/// all files ending in `.sgf` or `.kifu`, sorted by the bytes of the path. Hidden files are
/// skipped and links not followed.
pub fn sources(path: &OsStr, stdin_name: &str) -> Vec<Result<Source, Unreadable>> {
    if path == "-" {
        return vec![Ok(Source::Stdin(stdin_name.to_owned()))];
    }
    let path = Path::new(path);
    match path.metadata() {
        Err(error) => vec![Err(cannot_read(name_of(path), &error))],
        Ok(metadata) if metadata.is_dir() => walk(path),
        Ok(_) => vec![Ok(Source::File(path.to_owned()))],
    }
}

fn walk(folder: &Path) -> Vec<Result<Source, Unreadable>> {
    let entries = WalkDir::new(folder).into_iter().filter_entry(|entry| {
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        entry.depth() == 0 || !hidden
    });
    let mut found = Vec::new();
    for entry in entries {
        match entry {
            Ok(entry) if entry.file_type().is_file() && is_record(entry.path()) => {
                found.push((entry.path().to_owned(), None));
            }
            Ok(_) => {}
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_owned();
                let error = io::Error::from(error);
                found.push((path, Some(error)));
            }
        }
    }
    if found.is_empty() {
        return vec![Err(Unreadable::new(name_of(folder), "archive::empty", ""))];
    }
    found.sort_by(|(one, _), (other, _)| {
        let bytes = |path: &Path| path.as_os_str().as_encoded_bytes().to_vec();
        bytes(one).cmp(&bytes(other))
    });
    found
        .into_iter()
        .map(|(path, error)| match error {
            Some(error) => Err(cannot_read(name_of(&path), &error)),
            None => Ok(Source::File(path)),
        })
        .collect()
}

fn is_record(path: &Path) -> bool {
    path.extension()
        .and_then(OsStr::to_str)
        .is_some_and(|ending| {
            ["sgf", "kifu"]
                .iter()
                .any(|known| ending.eq_ignore_ascii_case(known))
        })
}
