//! The fonts of images, and what is told about letters that they lack.

use std::{io::Read, path::PathBuf};

use crate::{
    cli::{
        error::{CliError, print_note},
        overwrite_guard::OverwriteGuard,
    },
    diagram::{Fonts, MAX_FONT},
};

/// How many letters are named.
const NAMED: usize = 12;

/// The fonts of the program, those of these files, and those of the system.
pub(super) fn read(paths: &[PathBuf], guard: &OverwriteGuard) -> Result<Fonts, CliError> {
    let mut fonts = Fonts::with_system();
    // All of them are in memory.
    let mut left = MAX_FONT;
    for path in paths {
        let mut data = Vec::new();
        let file = guard.open(path)?;
        let read = file.take(left + 1).read_to_end(&mut data);
        read.map_err(|error| CliError::Read {
            path: path.display().to_string(),
            error,
        })?;
        let size = data.len() as u64;
        if size > left {
            return Err(CliError::LargeFont {
                path: path.clone(),
                max: MAX_FONT / 1024 / 1024,
            });
        }
        left -= size;
        let added = fonts.add(data);
        added.map_err(|error| CliError::Font {
            path: path.clone(),
            error,
        })?;
    }
    Ok(fonts)
}

/// Tells which letters are drawn as boxes, if there are any.
pub(super) fn report_missing(fonts: &Fonts) {
    let missing = fonts.missing();
    if missing.is_empty() {
        return;
    }
    let named: Vec<String> = missing.iter().take(NAMED).map(char::to_string).collect();
    let rest = match missing.len().saturating_sub(NAMED) {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    print_note(&format!(
        "no font of this system has the letters {}{rest}: they are drawn as boxes; \
         name a font that has them with --font",
        named.join(" ")
    ));
}
