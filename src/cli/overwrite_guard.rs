//! What is written to is not read, and not written to twice.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::exit::Failure;
use crate::archive::is_read_in_folders;

/// The files that a command writes to.
#[derive(Debug, Default)]
pub(super) struct OverwriteGuard(Mutex<Vec<PathBuf>>);

impl OverwriteGuard {
    /// Notes a file that is written to; refuses one that is written to already.
    pub(super) fn add(&self, output: &Path) -> Result<(), Failure> {
        let known = output.metadata();
        // A device takes everything, and a folder is filled with files of their own names.
        if known.is_ok_and(|known| !known.is_file()) {
            return Ok(());
        }
        let output = resolved(output);
        let mut all = self.all();
        if all.contains(&output) {
            let reason = "two results would go to this file";
            return Err(Failure::refused(format!("{}: {reason}", output.display())));
        }
        all.push(output);
        Ok(())
    }

    fn all(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses to read a file that is written to, or a folder in which it would be read.
    pub(super) fn check(&self, input: &OsStr) -> Result<(), Failure> {
        let all = self.all();
        let input = Path::new(input);
        let Some(input) = (!all.is_empty())
            .then(|| input.canonicalize().ok())
            .flatten()
        else {
            return Ok(());
        };
        let read = |output: &&PathBuf| {
            **output == input
                || output.starts_with(&input) && output.exists() && is_read_in_folders(output)
        };
        match all.iter().find(read) {
            None => Ok(()),
            Some(output) => {
                let reason = "the output would go to a file that is read; no input is ever changed";
                Err(Failure::refused(format!("{}: {reason}", output.display())))
            }
        }
    }
}

/// A path without links, also of a file that does not exist yet.
fn resolved(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    path.canonicalize()
        .ok()
        .or_else(in_folder)
        .unwrap_or_else(|| path.to_owned())
}
