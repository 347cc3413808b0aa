//! Files and folders by their names.

use std::{
    cmp::Ordering,
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
};

use walkdir::{DirEntry, WalkDir};

use super::unreadable::Unreadable;
use crate::verify::ArchiveFault;

/// The path as given, with `/` between folders.
pub(super) fn name_of(path: &Path) -> String {
    path.to_string_lossy()
        .replace(std::path::MAIN_SEPARATOR, "/")
}

/// The kind of a file according to the end of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameKind {
    /// Records.
    Record,
    /// Compressed records.
    PackedRecord,
    /// An archive, or a compressed file that may contain records.
    Archive,
    Other,
}

/// Whether a file of this name is read as part of a folder.
pub fn is_read_in_folders(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    by_name(name.as_encoded_bytes()) != NameKind::Other
}

/// Classifies a name by its end.
pub(super) fn by_name(name: &[u8]) -> NameKind {
    let ending = |name: &[u8]| -> Option<(usize, String)> {
        let dot = name.iter().rposition(|&byte| byte == b'.')?;
        let ending = std::str::from_utf8(&name[dot + 1..]).ok()?;
        Some((dot, ending.to_ascii_lowercase()))
    };
    let Some((dot, last)) = ending(name) else {
        return NameKind::Other;
    };
    match last.as_str() {
        "sgf" | "kifu" => NameKind::Record,
        "zip" | "tar" | "tgz" | "tzst" | "tbz" | "tbz2" | "txz" => NameKind::Archive,
        "gz" | "zst" | "bz2" | "xz" => match ending(&name[..dot]) {
            Some((_, inner)) if inner == "sgf" || inner == "kifu" => NameKind::PackedRecord,
            Some((_, inner)) if inner == "tar" => NameKind::Archive,
            // `games.zst` may contain records, `notes.txt.zst` does not.
            Some(_) => NameKind::Other,
            None => NameKind::Archive,
        },
        _ => NameKind::Other,
    }
}

/// Whether a file is named like an archive or a compressed file.
pub(super) fn names_archive(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    matches!(
        by_name(name.as_encoded_bytes()),
        NameKind::Archive | NameKind::PackedRecord
    )
}

/// Receives the files of a folder, and what cannot be read.
pub type FileVisitor<'v, E> = dyn FnMut(Result<&Path, Unreadable>) -> Result<(), E> + 'v;

/// Visits the files of a folder that may contain records, recursively, sorted by the
/// bytes of the path. Hidden files are skipped and links are not followed; links that
/// lead to a folder that contains them are reported.
///
/// # Errors
///
/// The first that `visit` returns.
pub fn walk<E>(folder: &Path, visit: &mut FileVisitor<E>) -> Result<(), E> {
    let entries = WalkDir::new(folder)
        .sort_by(in_order)
        .into_iter()
        .filter_entry(|entry| {
            let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            entry.depth() == 0 || !hidden
        });
    for entry in entries {
        match entry {
            Ok(entry) if entry.file_type().is_file() => {
                if by_name(entry.file_name().as_encoded_bytes()) != NameKind::Other {
                    visit(Ok(entry.path()))?;
                }
            }
            Ok(entry) if entry.path_is_symlink() && entry.depth() > 0 => {
                if leads_back(entry.path()) {
                    let name = name_of(entry.path());
                    let reason = "the link leads back to a folder that contains it, or to itself";
                    visit(Err(Unreadable::new(&name, ArchiveFault::LinkLoop, reason)))?;
                }
            }
            Ok(_) => {}
            Err(error) => {
                let name = name_of(error.path().unwrap_or(folder));
                let error = io::Error::from(error);
                visit(Err(Unreadable::from_system(&name, &error)))?;
            }
        }
    }
    Ok(())
}

/// The order of whole paths: the name of a folder is followed by a `/`.
fn in_order(one: &DirEntry, other: &DirEntry) -> Ordering {
    let bytes = |entry: &DirEntry| {
        let mut bytes = entry.file_name().as_encoded_bytes().to_vec();
        if entry.file_type().is_dir() {
            bytes.push(b'/');
        }
        bytes
    };
    bytes(one).cmp(&bytes(other))
}

/// Whether a link leads to a folder that contains it, or to itself.
fn leads_back(link: &Path) -> bool {
    const TOO_MANY_LINKS: i32 = 40;
    match link.canonicalize() {
        Err(error) => error.raw_os_error() == Some(TOO_MANY_LINKS),
        Ok(target) => link
            .parent()
            .and_then(|folder| folder.canonicalize().ok())
            .is_some_and(|folder| folder.starts_with(target)),
    }
}

/// The size in bytes of all files of some paths; `None` if one of them is standard input.
pub fn size_of(paths: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Option<u64> {
    let length = |path: &Path| path.metadata().map_or(0, |metadata| metadata.len());
    let mut total = 0;
    for path in paths {
        if path.as_ref() == "-" {
            return None;
        }
        let path = PathBuf::from(path.as_ref());
        if path.is_dir() {
            let mut add = |found: Result<&Path, Unreadable>| {
                total += found.map_or(0, length);
                Ok::<(), std::convert::Infallible>(())
            };
            let Ok(()) = walk(&path, &mut add);
        } else {
            total += length(&path);
        }
    }
    Some(total)
}
