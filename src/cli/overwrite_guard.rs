//! Keeps a command from reading the files it writes, and from writing one twice.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::error::CliError;
use crate::archive::is_read_in_folders;

/// The files that a command writes.
#[derive(Debug, Default)]
pub(super) struct OverwriteGuard(Mutex<Vec<PathBuf>>);

impl OverwriteGuard {
    /// Adds a file that is written; refuses one that was added before.
    pub(super) fn add(&self, output: &Path) -> Result<(), CliError> {
        let metadata = output.metadata();
        // A device can be written twice, and the files in a folder have names of their own.
        if metadata.is_ok_and(|metadata| !metadata.is_file()) {
            return Ok(());
        }
        let output = resolved(output);
        let mut outputs = self.outputs();
        if outputs.contains(&output) {
            return Err(CliError::WrittenTwice(output));
        }
        outputs.push(output);
        Ok(())
    }

    fn outputs(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses to read a file that is written, or a folder in which it would be read.
    pub(super) fn check(&self, input: &OsStr) -> Result<(), CliError> {
        let outputs = self.outputs();
        let input = Path::new(input);
        let Some(input) = (!outputs.is_empty())
            .then(|| input.canonicalize().ok())
            .flatten()
        else {
            return Ok(());
        };
        let is_read = |output: &&PathBuf| {
            **output == input
                || output.starts_with(&input) && output.exists() && is_read_in_folders(output)
        };
        match outputs.iter().find(is_read) {
            None => Ok(()),
            Some(output) => Err(CliError::OverwritesInput(output.clone())),
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
