//! The entries of archives, whatever their format.

use std::io::Read;

use super::{
    paths::{NameKind, by_name, without_escapes},
    source::{SourceEvent, SourceVisitor},
    unreadable::Unreadable,
};
use crate::verify::ArchiveFault;

/// Reads an entry by its full name.
pub(super) type EntryReader<'r, E> =
    dyn FnMut(&str, Box<dyn Read + '_>, &mut SourceVisitor<E>) -> Result<(), E> + 'r;

/// An entry that contains records.
pub(super) struct ArchiveEntry<P> {
    /// Its name within the archive, with `/` between folders.
    pub(super) name: String,
    /// Where it is in the archive.
    pub(super) position: P,
}

/// The name of an entry as output shows it; `None` if it is not a file of records.
pub(super) fn record_name(name: &str) -> Option<String> {
    let is_folder = name.ends_with('/');
    let parts = name.split('/').filter(|&part| part != ".");
    let mut shown: Vec<&str> = parts.collect();
    if name.starts_with('/') {
        shown.insert(0, "");
        shown.dedup();
    }
    let hidden = |part: &&str| part.starts_with('.') && *part != "..";
    let is_record = matches!(
        by_name(name.as_bytes()),
        NameKind::Record | NameKind::PackedRecord
    );
    (is_record && !is_folder && !shown.iter().any(hidden)).then(|| shown.join("/"))
}

/// Whether the name of an entry leads out of the archive.
fn leads_out(name: &str) -> bool {
    let name = &*without_escapes(name);
    let mut parts = name.split(['/', '\\']);
    let drive = name.as_bytes().get(1) == Some(&b':');
    name.starts_with(['/', '\\']) || drive || parts.any(|part| part == "..")
}

/// Reads entries one after another, except those whose name leads out of the archive.
pub(super) fn read_entries<P, E>(
    archive: &str,
    entries: &[ArchiveEntry<P>],
    visit: &mut SourceVisitor<E>,
    mut read: impl FnMut(&str, &P, &mut SourceVisitor<E>) -> Result<(), E>,
) -> Result<(), E> {
    if entries.is_empty() {
        let reason = "no entry in it ends in `.sgf` or `.kifu`";
        let empty = Unreadable::new(archive, ArchiveFault::Empty, reason);
        return visit(SourceEvent::Unreadable(empty));
    }
    for ArchiveEntry { name, position } in entries {
        let full = format!("{archive}/{name}");
        if leads_out(name) {
            let reason = "the name leads out of the archive: the entry is not read";
            let outside = Unreadable::new(&full, ArchiveFault::EntryName, reason);
            visit(SourceEvent::Unreadable(outside))?;
        } else {
            read(&full, position, visit)?;
        }
    }
    Ok(())
}
