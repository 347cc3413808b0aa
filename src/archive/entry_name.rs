//! The names of entries of archives.

use std::borrow::Cow;

use memchr::{memchr, memmem};

use super::paths::{NameKind, by_name, without_escapes};

/// The longest name of an entry, in bytes.
pub(super) const MAX_NAME: usize = 4096;

/// The beginning and the end of a long name.
pub(super) fn shortened(name: &str) -> String {
    let end = name.ceil_char_boundary(name.len() - 60);
    format!("{}…{}", &name[..name.floor_char_boundary(60)], &name[end..])
}

/// The name of an entry without folders named `.`, and with a single `/` at its beginning.
/// It is copied only where it differs: an archive may have millions of names.
pub(super) fn cleaned_name(name: &str) -> Cow<'_, str> {
    let may_name_dot = name.ends_with("/.") || name == "." || has(name, "./");
    if !may_name_dot && !name.starts_with("//") {
        return name.into();
    }
    let parts = name.split('/').filter(|&part| part != ".");
    let named: Vec<&str> = parts.skip_while(|part| part.is_empty()).collect();
    let root = if name.starts_with('/') { "/" } else { "" };
    (root.to_owned() + &named.join("/")).into()
}

fn has(name: &str, part: &str) -> bool {
    memmem::find(name.as_bytes(), part.as_bytes()).is_some()
}

/// The name of an entry as output shows it; `None` if it is not a file of records.
pub(super) fn record_name(name: &str) -> Option<Cow<'_, str>> {
    let kind = by_name(name.as_bytes());
    if name.ends_with('/') || kind == NameKind::Other {
        return None;
    }
    let shown = cleaned_name(name);
    let may_be_hidden = shown.starts_with('.') || has(&shown, "/.");
    // A program for Windows may write `./a.sgf` as `.\a.sgf`.
    let hidden = |part: &str| part.starts_with('.') && part != ".." && !part.starts_with(".\\");
    let is_hidden = may_be_hidden && shown.split('/').any(hidden);
    (!is_hidden || leads_out(&shown)).then_some(shown)
}

/// What other programs take for a name that contains a NUL byte.
pub(super) fn name_before_nul(name: &str) -> Option<&str> {
    name.split_once('\0').map(|(name, _)| name)
}

/// Whether an entry of this name is read or reported.
pub(super) fn names_records(name: &str) -> bool {
    let names = [Some(name), name_before_nul(name)];
    names
        .into_iter()
        .flatten()
        .any(|name| record_name(name).is_some())
}

/// Whether [`names_records`] may be true for a name as written; false for most names, in little time.
pub(super) fn may_name_records(raw: &[u8]) -> bool {
    let is_record = |name: &[u8]| by_name(name) != NameKind::Other;
    is_record(raw) || memchr::memchr(0, raw).is_some_and(|nul| is_record(&raw[..nul]))
}

/// Whether the name of an entry leads out of the archive.
pub(super) fn leads_out(name: &str) -> bool {
    let name = match memchr(b'\\', name.as_bytes()) {
        None => Cow::Borrowed(name),
        Some(_) => without_escapes(name).into(),
    };
    let mut parts = name.split(['/', '\\']);
    let drive = name.as_bytes().get(1) == Some(&b':');
    let is_rooted = name.starts_with(['/', '\\']);
    is_rooted || drive || has(&name, "..") && parts.any(|part| part == "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_records_are_recognized() {
        let shown = |name| record_name(name);
        assert_eq!(shown("./a//b.SGF").as_deref(), Some("a//b.SGF"));
        assert_eq!(shown("/a.sgf.gz").as_deref(), Some("/a.sgf.gz"));
        assert_eq!(shown("inner.zip").as_deref(), Some("inner.zip"));
        assert_eq!(shown("a/./b/./c.sgf").as_deref(), Some("a/b/c.sgf"));
        assert_eq!(shown("a./b.c/d.sgf").as_deref(), Some("a./b.c/d.sgf"));
        assert_eq!(shown("//./a/a/b.sgf").as_deref(), Some("/a/a/b.sgf"));
        assert_eq!(shown(".//a.sgf").as_deref(), Some("a.sgf"));
        for packed in [
            "./a.gz",
            "v1.0/a.gz",
            "v1.0\\a.zst",
            "x.sgf/a.xz",
            "../a.bz2",
        ] {
            assert!(shown(packed).is_some(), "{packed}");
        }
        assert_eq!(shown(".\\a.sgf").as_deref(), Some(".\\a.sgf"));
        for outside in ["..\\b.sgf", "../.b.sgf", "/.b.sgf", ".x/../../b.sgf"] {
            assert!(shown(outside).is_some(), "{outside}");
        }
        for other in [
            "a.txt",
            "a.sgf/",
            ".a.sgf",
            "x/.git/a.sgf",
            "sgf",
            "./a.v2.gz",
            "a.sgf/b",
        ] {
            assert_eq!(shown(other), None, "{other}");
        }
    }
}
