//! The file whose content tells which build of the program runs.

use std::{io, path::PathBuf, sync::OnceLock};

/// The file, if it is not the program itself.
static FILE: OnceLock<PathBuf> = OnceLock::new();

/// From now on, another file tells the build: the command line is a part of it. The first call counts.
pub(super) fn set_program_file(path: PathBuf) {
    let _ = FILE.set(path);
}

/// The file.
///
/// # Errors
///
/// Those of the operating system, which does not tell the path of the program.
pub(super) fn program_file() -> io::Result<PathBuf> {
    match FILE.get() {
        Some(path) => Ok(path.clone()),
        None => std::env::current_exe(),
    }
}
