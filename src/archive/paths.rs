//! Files and folders by their names.

use std::{
    borrow::Cow,
    cmp::Ordering,
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
};

use walkdir::{DirEntry, WalkDir};

use super::unreadable::Unreadable;
use crate::verify::ArchiveFault;

/// The name of a path in all output: the path as given, with `/` between folders. Bytes that are not UTF-8 are written
/// as `\xNN`, so that two paths never have the same name.
pub fn source_name(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    if std::path::MAIN_SEPARATOR == '/' {
        return distinct_name(bytes).into_owned();
    }
    let mut bytes = bytes.to_vec();
    for byte in bytes.iter_mut().filter(|byte| **byte == b'\\') {
        *byte = b'/';
    }
    distinct_name(&bytes).into_owned()
}

/// A name that may not be UTF-8 as text. Bytes that are invalid are written as `\xNN`, and so is a backslash that begins
/// something of that form, as `\x5c`: different names stay different.
pub(super) fn distinct_name(name: &[u8]) -> Cow<'_, str> {
    let looks_escaped = |text: &str| {
        let digits = text.strip_prefix("\\x").and_then(|rest| rest.get(..2));
        digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
    };
    let plain = std::str::from_utf8(name).ok();
    let has_escapes = |text: &str| {
        text.match_indices('\\')
            .any(|(at, _)| looks_escaped(&text[at..]))
    };
    if let Some(plain) = plain.filter(|plain| !has_escapes(plain)) {
        return Cow::Borrowed(plain);
    }
    let mut shown = String::with_capacity(name.len() + 16);
    for chunk in name.utf8_chunks() {
        for (at, character) in chunk.valid().char_indices() {
            if looks_escaped(&chunk.valid()[at..]) {
                shown.push_str("\\x5c");
            } else {
                shown.push(character);
            }
        }
        for byte in chunk.invalid() {
            shown.push_str(&format!("\\x{byte:02x}"));
        }
    }
    Cow::Owned(shown)
}

/// A name from [`distinct_name`] with a backslash for an escaped one, and a `?` for every other escaped byte.
pub(super) fn without_escapes(name: &str) -> String {
    let mut parts = name.split("\\x");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part
            .get(..2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let (character, rest) = match digits {
            Some(b'\\') => ("\\", &part[2..]),
            Some(_) => ("?", &part[2..]),
            None => ("\\x", part),
        };
        plain.push_str(character);
        plain.push_str(rest);
    }
    plain
}

/// The kind of a file according to the end of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameKind {
    /// Records.
    Record,
    /// Compressed records.
    PackedRecord,
    /// An archive.
    Archive,
    /// A compressed file that may contain records, or an archive.
    Packed,
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
        let dot = memchr::memrchr(b'.', name)?;
        let ending = std::str::from_utf8(&name[dot + 1..]).ok()?;
        Some((dot, ending.to_ascii_lowercase()))
    };
    let Some((dot, last)) = ending(name) else {
        return NameKind::Other;
    };
    match last.as_str() {
        "sgf" | "kifu" => NameKind::Record,
        "zip" | "tar" | "tgz" | "tzst" | "tbz" | "tbz2" | "txz" => NameKind::Archive,
        "gz" | "zst" | "bz2" | "xz" => match ending(last_part(&name[..dot])) {
            Some((_, inner)) if inner == "sgf" || inner == "kifu" => NameKind::PackedRecord,
            Some((_, inner)) if inner == "tar" => NameKind::Archive,
            // `games.zst` may contain records, `notes.txt.zst` does not.
            Some(_) => NameKind::Other,
            None => NameKind::Packed,
        },
        _ => NameKind::Other,
    }
}

/// The name without folders: a dot in one of them begins no ending. Archives made on Windows may separate them with `\`.
fn last_part(name: &[u8]) -> &[u8] {
    memchr::memrchr2(b'/', b'\\', name).map_or(name, |separator| &name[separator + 1..])
}

/// Whether a file is named like an archive or like anything compressed, such as `report.csv.gz`.
#[cfg(feature = "cli")]
pub(crate) fn names_packed(path: &Path) -> bool {
    /// Those that are not read.
    const FURTHER: [&str; 8] = ["7z", "br", "lz", "lz4", "lzma", "rar", "svgz", "z"];

    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    let Some(dot) = memchr::memrchr(b'.', name) else {
        return false;
    };
    let is_further = |ending: &&str| ending.as_bytes().eq_ignore_ascii_case(&name[dot + 1..]);
    matches!(by_name(&name[dot..]), NameKind::Archive | NameKind::Packed)
        || FURTHER.iter().any(is_further)
}

/// Whether a file is named like an archive or a compressed file.
pub(super) fn names_archive(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    matches!(
        by_name(name.as_encoded_bytes()),
        NameKind::Archive | NameKind::Packed | NameKind::PackedRecord
    )
}

/// Receives the files of a folder, and what cannot be read.
pub type FileVisitor<'v, E> = dyn FnMut(Result<&Path, Unreadable>) -> Result<(), E> + 'v;

/// Visits the files of a folder that may contain records, recursively, sorted by the
/// bytes of the path. Hidden files are skipped and links are not followed; links that
/// lead to a folder that contains them are reported, and so are pipes and devices that are named like records.
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
                    let name = source_name(entry.path());
                    let reason = "the link leads back to a folder that contains it, or to itself";
                    visit(Err(Unreadable::new(&name, ArchiveFault::LinkLoop, reason)))?;
                }
            }
            Ok(entry) if !entry.file_type().is_dir() && !entry.path_is_symlink() => {
                if is_read_in_folders(entry.path()) {
                    let name = source_name(entry.path());
                    let reason =
                        "it is a pipe, a socket or a device, which is not read as part of a folder";
                    visit(Err(Unreadable::new(
                        &name,
                        ArchiveFault::Unreadable,
                        reason,
                    )))?;
                }
            }
            Ok(_) => {}
            Err(error) => {
                let name = source_name(error.path().unwrap_or(folder));
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

/// The size in bytes of all files of some paths; `None` if one of them is standard input or another
/// stream.
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
        } else if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return None;
        } else {
            total += length(&path);
        }
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_names_stay_different() {
        let names: [(&[u8], &str); 10] = [
            ("games/Žofie.sgf".as_bytes(), "games/Žofie.sgf"),
            (b"a\xff.sgf", r"a\xff.sgf"),
            (b"a\xfe.sgf", r"a\xfe.sgf"),
            (br"a\xff.sgf", r"a\x5cxff.sgf"),
            (br"a\xFE.sgf", r"a\x5cxFE.sgf"),
            (br"a\x5cxff.sgf", r"a\x5cx5cxff.sgf"),
            (b"a\\x\xff", r"a\x\xff"),
            (b"a\\\xff", r"a\\xff"),
            (br"a\b\x\x5\", r"a\b\x\x5\"),
            ("\\x\u{e9}\u{e9}".as_bytes(), "\\x\u{e9}\u{e9}"),
        ];
        for (name, expected) in names {
            assert_eq!(distinct_name(name), expected);
        }
        assert_eq!(without_escapes(r"\xff/a\x5cb\xg"), r"?/a\b\xg");
    }
}
