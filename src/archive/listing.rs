//! The sources of a path, listed without opening them.

use std::{ffi::OsStr, path::Path};

use super::{
    paths::{self, walk},
    unreadable::Unreadable,
};
use crate::verify::ArchiveFault;

/// The size of a file; `None` for what is not a file.
fn size_of_file(path: &Path) -> Option<u64> {
    let metadata = path.metadata().ok()?;
    metadata.is_file().then_some(metadata.len())
}

/// Lists the sources of a path without opening them.
pub(super) fn list<E>(
    path: &OsStr,
    visit: &mut dyn FnMut(ListedSource) -> Result<(), E>,
) -> Result<(), E> {
    if path == "-" {
        return visit(ListedSource::Stdin);
    }
    let path = Path::new(path);
    match path.metadata() {
        Err(error) => {
            let name = paths::source_name(path);
            visit(ListedSource::Unreadable(Unreadable::from_system(
                &name, &error,
            )))
        }
        Ok(metadata) if metadata.is_dir() => {
            let mut is_empty = true;
            walk(path, &mut |found| {
                is_empty = false;
                visit(match found {
                    Ok(file) => ListedSource::File(file, size_of_file(file)),
                    Err(unreadable) => ListedSource::Unreadable(unreadable),
                })
            })?;
            if is_empty {
                let reason = "no file in it ends in `.sgf` or `.kifu`, nor is there an archive";
                let name = paths::source_name(path);
                let empty = Unreadable::new(&name, ArchiveFault::Empty, reason);
                visit(ListedSource::Unreadable(empty))?;
            }
            Ok(())
        }
        Ok(_) => visit(ListedSource::File(path, size_of_file(path))),
    }
}

/// A source before it is opened.
pub(super) enum ListedSource<'p> {
    Stdin,
    /// A file, and its size if it can be read several times.
    File(&'p Path, Option<u64>),
    Unreadable(Unreadable),
}

impl<'p> ListedSource<'p> {
    /// The name in the output.
    pub(super) fn name(&self, stdin_name: &str) -> String {
        match self {
            ListedSource::Stdin => stdin_name.to_owned(),
            ListedSource::File(path, _) => paths::source_name(path),
            ListedSource::Unreadable(unreadable) => unreadable.name.clone(),
        }
    }

    /// The path of a file.
    pub(super) fn path(&self) -> Option<&'p Path> {
        match *self {
            ListedSource::File(path, _) => Some(path),
            ListedSource::Stdin | ListedSource::Unreadable(_) => None,
        }
    }

    /// The size in bytes, if it is known.
    pub(super) fn size(&self) -> Option<u64> {
        match self {
            ListedSource::File(_, size) => *size,
            ListedSource::Stdin | ListedSource::Unreadable(_) => None,
        }
    }
}
