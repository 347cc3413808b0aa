//! Where pictures go: one to standard output or a file, several into a folder.

use std::{
    collections::BTreeMap,
    io::{IsTerminal, Write},
    path::{Path, PathBuf},
};

use crate::cli::{exit::Failure, output::replace};

/// Pictures that are given out.
pub(super) struct Gallery<'o> {
    output: Option<&'o Path>,
    /// Whether there can be several, whatever their number turns out to be.
    many: bool,
    /// A single picture, until it is known that no other follows.
    first: Option<(String, Vec<u8>)>,
    folder: Option<PathBuf>,
    /// The stems of file names by their sources.
    stems: BTreeMap<String, String>,
}

impl<'o> Gallery<'o> {
    /// Refuses at once what cannot be given out.
    pub(super) fn open(
        output: Option<&'o Path>,
        many: bool,
        is_binary: bool,
        kind: &str,
    ) -> Result<Gallery<'o>, Failure> {
        if output.is_none() && many {
            return Err(several());
        }
        if output.is_none() && is_binary && std::io::stdout().is_terminal() {
            return Err(Failure::refused(format!(
                "{kind} is nothing for a terminal to show: name a file with --output"
            )));
        }
        Ok(Gallery {
            output,
            many,
            first: None,
            folder: None,
            stems: BTreeMap::new(),
        })
    }

    /// The beginning of the names of all pictures of a source, which no other source has.
    pub(super) fn stem(&mut self, source: &str) -> String {
        if let Some(stem) = self.stems.get(source) {
            return stem.clone();
        }
        let name = match source {
            "-" => "stdin",
            _ => source.rsplit('/').next().unwrap_or(source),
        };
        let is_plain = |character: char| {
            !character.is_control()
                && !matches!(character, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
        };
        let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let name = name.chars().take(100);
        let name: String = name
            .map(|letter| if is_plain(letter) { letter } else { '_' })
            .collect();
        let name = if name.is_empty() {
            "record".to_owned()
        } else {
            name
        };
        let mut stem = name.clone();
        let mut number = 2;
        while self.stems.values().any(|taken| *taken == stem) {
            stem = format!("{name}-{number}");
            number += 1;
        }
        self.stems.insert(source.to_owned(), stem.clone());
        stem
    }

    /// Gives out a picture, or keeps it until it is known whether others follow.
    pub(super) fn add(&mut self, name: String, bytes: Vec<u8>) -> Result<(), Failure> {
        if self.folder.is_none() && !self.many && self.first.is_none() {
            self.first = Some((name, bytes));
            return Ok(());
        }
        if let Some((first, picture)) = self.first.take() {
            self.file(&first, &picture)?;
        }
        self.file(&name, &bytes)
    }

    /// Writes a file into the folder, which is made if need be.
    fn file(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        if self.folder.is_none() {
            let path = self.output.ok_or_else(several)?;
            if path.exists() && !path.is_dir() {
                return Err(Failure::refused(format!(
                    "{} is a file, but several pictures come out: name a folder",
                    path.display()
                )));
            }
            std::fs::create_dir_all(path)
                .map_err(|error| Failure::write(&path.display().to_string(), error))?;
            self.folder = Some(path.to_owned());
        }
        let folder = self.folder.as_deref().unwrap_or(Path::new("."));
        replace(&folder.join(name), bytes)
    }

    /// Gives out a single picture.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        let Some((name, bytes)) = self.first.take() else {
            return Ok(());
        };
        match self.output {
            None => {
                let mut stdout = std::io::stdout().lock();
                let written = stdout.write_all(&bytes).and_then(|()| stdout.flush());
                written.map_err(|error| Failure::write("standard output", error))
            }
            Some(path) if path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                self.file(&name, &bytes)
            }
            Some(path) => replace(path, &bytes),
        }
    }
}

fn several() -> Failure {
    Failure::refused("several pictures come out: name a folder with --output")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_are_plain_and_taken_once() {
        let mut gallery = Gallery::open(None, false, false, "").unwrap();
        let stems = [
            "a/game.sgf",
            "b/game.kifu",
            "-",
            "x/no\n|thing",
            "game-2.sgf",
            ".sgf",
        ];
        let stems = stems.map(|source| gallery.stem(source));
        assert_eq!(
            stems,
            ["game", "game-2", "stdin", "no__thing", "game-2-2", "record"]
        );
    }

    #[test]
    fn one_picture_is_a_file_and_several_are_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let one = folder.path().join("one.svg");
        let mut gallery = Gallery::open(Some(&one), false, false, "").unwrap();
        gallery.add("a.svg".into(), b"1".to_vec()).unwrap();
        gallery.finish().unwrap();
        assert_eq!(std::fs::read(&one).unwrap(), b"1");
        let two = folder.path().join("two");
        let mut gallery = Gallery::open(Some(&two), false, false, "").unwrap();
        gallery.add("a.svg".into(), b"1".to_vec()).unwrap();
        gallery.add("b.svg".into(), b"2".to_vec()).unwrap();
        gallery.finish().unwrap();
        assert_eq!(std::fs::read(two.join("a.svg")).unwrap(), b"1");
        assert_eq!(std::fs::read(two.join("b.svg")).unwrap(), b"2");
        let mut gallery = Gallery::open(Some(&one), true, false, "").unwrap();
        let refused = gallery.add("a.svg".into(), Vec::new()).unwrap_err();
        assert!(refused.to_string().ends_with("name a folder"), "{refused}");
    }
}
