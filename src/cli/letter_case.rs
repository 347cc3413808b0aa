//! Paths that differ in case only. Where a file system ignores case, they name one file, which most file systems tell by
//! its number; but some give each spelling a number of its own, and a file that is not there yet has none.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use super::output::resolved;
use crate::replacement::Replacement;

/// Whether a path names the same file as one that has no links, although they differ in case.
pub(super) fn is_other_case(path: &Path, resolved_path: &Path) -> bool {
    // Hardly ever so: then no file system has to be asked.
    let name = |path: &Path| Some(path.file_name()?.to_str()?.to_lowercase());
    let has_alike_names = name(path).is_some_and(|found| name(resolved_path) == Some(found));
    has_alike_names && is_other_case_by(&resolved(path), resolved_path, is_one_entry)
}

/// The same for paths without links; `is_one_entry` tells it of two entries of one folder.
fn is_other_case_by(one: &Path, other: &Path, is_one_entry: impl Fn(&Path, &Path) -> bool) -> bool {
    let (mut one_parts, mut other_parts) = (one.components(), other.components());
    let mut folder = PathBuf::new();
    loop {
        let (entry, other_entry) = match (one_parts.next(), other_parts.next()) {
            (Some(part), Some(other_part)) => (folder.join(part), folder.join(other_part)),
            // Under one name, the files have been compared by what they are.
            (None, None) => return one != other,
            _ => return false,
        };
        let is_same = entry == other_entry
            || (is_alike(entry.to_str(), other_entry.to_str())
                && is_one_entry(&entry, &other_entry));
        if !is_same {
            return false;
        }
        folder = entry;
    }
}

/// Whether two names differ in case only, or not at all.
pub(super) fn is_alike(one: Option<&str>, other: Option<&str>) -> bool {
    one.is_some_and(|one| other.is_some_and(|other| one.to_lowercase() == other.to_lowercase()))
}

/// Whether the file system takes two names in a folder for one.
fn is_one_entry(one: &Path, other: &Path) -> bool {
    let is_there = |path: &Path| path.symlink_metadata().is_ok();
    match (is_there(one), is_there(other)) {
        (true, true) => !are_both_listed(one, other),
        (false, false) => Replacement::new(one).is_ok_and(|file| file.is_found_in_other_case()),
        _ => false,
    }
}

/// Whether a folder has two entries; also if it cannot be listed.
fn are_both_listed(one: &Path, other: &Path) -> bool {
    let Some(Ok(entries)) = one.parent().map(fs::read_dir) else {
        return true;
    };
    let names: Vec<OsString> = entries.flatten().map(|entry| entry.file_name()).collect();
    let is_listed = |path: &Path| {
        path.file_name()
            .is_some_and(|name| names.iter().any(|listed| listed == name))
    };
    is_listed(one) && is_listed(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_compared_part_by_part() {
        let ignores_case = |one: &Path, _: &Path| one.starts_with("/stick");
        let is_other_case =
            |one, other| is_other_case_by(Path::new(one), Path::new(other), ignores_case);
        for (one, other, expected) in [
            ("/stick/a.sgf", "/stick/A.SGF", true),
            ("/stick/d/a.sgf", "/stick/D/a.sgf", true),
            ("/stick/é.sgf", "/stick/É.sgf", true),
            ("/stick/a.sgf", "/stick/a.sgf", false),
            ("/stick/a.sgf", "/stick/b.sgf", false),
            ("/stick/a", "/stick/A/a", false),
            ("/home/a.sgf", "/home/A.sgf", false),
            ("/home/stick/a", "/Home/stick/a", false),
        ] {
            assert_eq!(is_other_case(one, other), expected, "{one} {other}");
            assert_eq!(is_other_case(other, one), expected, "{other} {one}");
        }
    }

    /// Temporary folders are on file systems that distinguish case, but for those of macOS and Windows.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_the_file_system_distinguishes_is_two_files() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let [one, other] = ["a.sgf", "A.sgf"].map(|name| folder.join(name));
        for existing in [&[][..], &[&one], &[&other]] {
            for path in existing {
                fs::write(path, "").unwrap();
            }
            assert!(!is_one_entry(&one, &other) && !is_other_case(&one, &other));
        }
        // Nothing remains of the attempt.
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    }
}
