//! The sources of a path, listed without opening them.

use std::{ffi::OsStr, path::Path};

use super::{
    listed_file::ListedFile,
    paths::{self, walk},
    unreadable::Unreadable,
};
use crate::verify::ArchiveFault;

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
                    Ok(file) => ListedSource::File(ListedFile::new(file, true)),
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
        Ok(_) => visit(ListedSource::File(ListedFile::new(path, false))),
    }
}

/// A source before it is opened.
pub(super) enum ListedSource<'p> {
    Stdin,
    File(ListedFile<'p>),
    Unreadable(Unreadable),
}

impl<'p> ListedSource<'p> {
    /// The name in the output.
    pub(super) fn name(&self, stdin_name: &str) -> String {
        match self {
            ListedSource::Stdin => stdin_name.to_owned(),
            ListedSource::File(file) => paths::source_name(file.path),
            ListedSource::Unreadable(unreadable) => unreadable.name.clone(),
        }
    }

    /// The path of a file.
    pub(super) fn path(&self) -> Option<&'p Path> {
        match self {
            ListedSource::File(file) => Some(file.path),
            ListedSource::Stdin | ListedSource::Unreadable(_) => None,
        }
    }

    /// The size in bytes, if it is known.
    pub(super) fn size(&self) -> Option<u64> {
        match self {
            ListedSource::File(file) => file.size,
            ListedSource::Stdin | ListedSource::Unreadable(_) => None,
        }
    }
}
