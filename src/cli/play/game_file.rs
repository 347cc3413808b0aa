//! The file that a game is saved in.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::limits::MAX_BYTES;
use crate::{
    archive::{is_packed, names_packed, source_name},
    bounded::read_all,
    cli::{error::CliError, output::replaceable, overwrite_guard::OverwriteGuard},
    file_version::FileVersion,
    record::{Decoded, decode},
    replacement::Replacement,
};

/// Where a game is saved.
#[derive(Debug)]
pub(super) struct GameFile {
    /// `None` until a file without a name is created.
    path: Option<PathBuf>,
    /// What the file was when it was read or written last; `None` if it is not there yet.
    known: Option<FileVersion>,
    /// Today, for the name of a new file.
    today: String,
}

impl GameFile {
    /// A file that is created with the first change, named by the day.
    pub(super) fn unnamed() -> GameFile {
        GameFile {
            path: None,
            known: None,
            today: today(),
        }
    }

    /// The file at a path, and its content if there is any.
    pub(super) fn open(
        path: &Path,
        guard: &OverwriteGuard,
    ) -> Result<(GameFile, Option<Decoded>), CliError> {
        let failed = |error| CliError::Read {
            path: source_name(path),
            error,
        };
        // Among the paths of other commands it is standard input.
        if path == Path::new("-") {
            return Err(CliError::FileNamedDash);
        }
        let mut game_file = GameFile {
            path: Some(path.to_owned()),
            ..GameFile::unnamed()
        };
        let is_no_file = || failed(io::Error::other("it is not a file"));
        // To open a pipe would take until another program writes to it.
        if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(is_no_file());
        }
        // It could not be saved.
        replaceable(path).map_err(|error| CliError::write(&source_name(path), error))?;
        let file = match fs::File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Not only after the first ply.
                let folder = path.parent().filter(|folder| *folder != Path::new(""));
                if !folder.is_none_or(Path::is_dir) {
                    return Err(failed(io::Error::other("there is no such folder")));
                }
                guard.writes(Some(path))?;
                return Ok((game_file, None));
            }
            Err(error) => return Err(failed(error)),
        };
        let metadata = file.metadata().map_err(failed)?;
        if !metadata.is_file() {
            return Err(is_no_file());
        }
        guard.reads_record(path, &metadata)?;
        let bytes = read_all(file, MAX_BYTES).map_err(failed)?;
        if is_packed(&bytes) {
            let told = "it is compressed; a game is played in a file of plain text";
            return Err(failed(io::Error::other(told)));
        }
        guard.writes(Some(path))?;
        game_file.known = Some(FileVersion::of_bytes(metadata, &bytes));
        let content = (!bytes.is_empty()).then(|| decode(bytes));
        Ok((game_file, content))
    }

    /// The name of the file, once it has one.
    pub(super) fn name(&self) -> Option<String> {
        self.path.as_deref().map(source_name)
    }

    /// Whether there is a file already.
    pub(super) fn exists(&self) -> bool {
        self.known.is_some()
    }

    /// Why it could not be written now; `None` if it could.
    pub(super) fn obstacle(&self) -> Option<io::Error> {
        let path = self.path.as_deref();
        let target = path.map_or_else(|| Ok(PathBuf::from("GAME.sgf")), replaceable);
        match target.and_then(|target| begun(&target, self.known.as_ref())) {
            // The name of a new file is not known yet.
            Err(error) if self.path.is_none() && error.kind() == io::ErrorKind::AlreadyExists => {
                None
            }
            begun => begun.err(),
        }
    }

    /// Writes the file in one step. It must not have been changed since it was read or written last.
    pub(super) fn save(&mut self, text: &str) -> io::Result<()> {
        let Some(path) = self.path.clone() else {
            return self.create_named_by_day(text);
        };
        let target = replaceable(&path)?;
        self.known = Some(write(&target, self.known.as_ref(), text)?);
        Ok(())
    }

    /// Continues under another name, which must be new.
    pub(super) fn save_as(&mut self, path: &Path, text: &str) -> io::Result<()> {
        if path == Path::new("-") {
            return Err(io::Error::other(CliError::FileNamedDash));
        }
        if names_packed(path) {
            let named = "its name is that of a compressed file or an archive";
            return Err(io::Error::other(named));
        }
        let mut other = GameFile {
            path: Some(path.to_owned()),
            known: None,
            today: self.today.clone(),
        };
        other.save(text)?;
        *self = other;
        Ok(())
    }

    /// Creates the first file of the day whose name is free.
    fn create_named_by_day(&mut self, text: &str) -> io::Result<()> {
        for number in 1_u32.. {
            let path = PathBuf::from(format!("GAME-{}-{number}.sgf", self.today));
            if path.symlink_metadata().is_ok() {
                continue;
            }
            match write(&path, None, text) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                written => {
                    self.known = Some(written?);
                    self.path = Some(path);
                    return Ok(());
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

/// Writes a file that must be the known one, or not exist, and returns what it is then.
fn write(path: &Path, known: Option<&FileVersion>, text: &str) -> io::Result<FileVersion> {
    let mut file = begun(path, known)?;
    file.write_all(text.as_bytes())?;
    Ok(FileVersion::of_bytes(file.persist()?, text.as_bytes()))
}

/// A file that is to be written. Unless it is, nothing changes.
fn begun(path: &Path, known: Option<&FileVersion>) -> io::Result<Replacement> {
    match known {
        Some(known) => Replacement::of_read(path, known),
        None => Replacement::of_absent(path),
    }
}

/// The date of today in the time zone of the computer.
pub(super) fn today() -> String {
    // `Local::now` panics if the clock is before 1970.
    let now = chrono::DateTime::<chrono::Local>::from(std::time::SystemTime::now());
    now.date_naive().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_others_change_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        let (mut file, content) = GameFile::open(&path, &OverwriteGuard::default()).unwrap();
        assert!(content.is_none());
        file.save("one").unwrap();
        file.save("two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        fs::write(&path, "other").unwrap();
        assert!(file.save("three").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"other");
        // Another program has created the file meanwhile.
        let second = folder.path().join("b.sgf");
        let (mut late, _) = GameFile::open(&second, &OverwriteGuard::default()).unwrap();
        fs::write(&second, "other").unwrap();
        assert!(late.save("one").is_err());
        assert_eq!(fs::read(&second).unwrap(), b"other");
        assert!(file.save_as(&second, "three").is_err());
        let third = folder.path().join("c.sgf");
        file.save_as(&third, "three").unwrap();
        file.save("four").unwrap();
        assert_eq!(fs::read(&third).unwrap(), b"four");
        assert_eq!(file.name(), Some(source_name(&third)));
    }
}
