//! The entries of archives, whatever their format.

use std::{
    cell::Cell,
    fmt::{self, Display, Formatter},
    io::{self, Read},
    rc::Rc,
};

use super::{
    entry_list::{ArchiveEntry, EntryList, EntryPosition, MAX_LIST},
    entry_name::leads_out,
    part::SourcePart,
    progress::{ArchiveProgress, EntryProgress},
    source::{SourceEvent, SourceVisitor},
    unreadable::Unreadable,
};
use crate::verify::ArchiveFault;

/// An archive of some format.
pub(super) trait Archive {
    /// Where the content of an entry is.
    type Position: EntryPosition;

    /// Lists all entries that may contain records, in any order.
    ///
    /// # Errors
    ///
    /// The archive is damaged; the entries that can be read nevertheless are listed.
    fn list(&mut self, list: &mut EntryList<Self::Position>) -> io::Result<()>;

    /// Replaces links by where the content is that they lead to.
    ///
    /// # Errors
    ///
    /// The archive cannot be read again.
    fn resolve_links(&mut self, _: &mut [ArchiveEntry<Self::Position>]) -> io::Result<()> {
        Ok(())
    }

    /// Opens an entry.
    fn open(&mut self, position: &Self::Position) -> io::Result<Box<dyn Read + '_>>;

    /// Whether the last of several entries with the same name replaces the others by the rules of the format.
    fn allows_duplicates(&self) -> bool;
}

/// Reads an entry by its full name.
pub(super) type EntryReader<'r, E> =
    dyn FnMut(&str, Box<dyn Read + '_>, &mut SourceVisitor<E>) -> Result<(), E> + 'r;

/// Reads the entries of an archive one after another, sorted by their names. Everything that is named like
/// a file of records is read or reported.
///
/// A part of an archive has the entries whose middle it contains. `skip` receives the sizes of those before it.
/// Returns where the part begins and ends.
pub(super) fn read_entries<A: Archive, E>(
    name: &str,
    archive: &mut A,
    part: Option<&SourcePart>,
    visit: &mut SourceVisitor<E>,
    read: &mut EntryReader<E>,
    (skip, progress): (&dyn Fn(u64), &ArchiveProgress),
) -> Result<(String, String), E> {
    let mut list = EntryList::new(MAX_LIST);
    let damage = archive.list(&mut list).err();
    let whole = list.length();
    progress.of_all(whole);
    // What concerns the whole archive is told with its end.
    let has_end = part.is_none_or(|part| part.to.is_none());
    if list.is_empty() && damage.is_none() && has_end {
        let reason = "no entry in it ends in `.sgf` or `.kifu`";
        let empty = Unreadable::new(name, ArchiveFault::Empty, reason);
        visit(SourceEvent::Unreadable(empty))?;
    }
    let mut passed = PassedEntries::default();
    let (mut begins, mut ends) = (None, None);
    let mut previous = None;
    let mut sorted = list.sorted();
    loop {
        let mut batch = match sorted.next_batch() {
            Ok(batch) if batch.is_empty() => break,
            Ok(batch) => batch,
            Err(error) => {
                visit(damaged(name, &error))?;
                break;
            }
        };
        if let Err(error) = archive.resolve_links(&mut batch) {
            visit(damaged(name, &error))?;
        }
        for entry in batch {
            let mut is_read = true;
            if let Some(part) = part {
                let middle = passed.length.saturating_add(entry.length / 2);
                let position = || passed.to_string();
                let is_before = part.from.is_some_and(|from| middle < from.of(whole));
                let is_after = part.to.is_some_and(|to| middle >= to.of(whole));
                if !is_before {
                    begins.get_or_insert_with(position);
                }
                if is_after {
                    ends.get_or_insert_with(position);
                }
                passed.add(&entry);
                if is_before {
                    skip(entry.size());
                }
                is_read = !is_before && !is_after;
            }
            if is_read {
                let is_duplicate = previous.as_ref() == Some(&entry.name);
                if is_duplicate && !archive.allows_duplicates() {
                    let reason = "the archive has several entries of this name: other programs read only one of them";
                    visit(refused(&format!("{name}/{}", entry.name), reason))?;
                }
                read_entry(name, archive, &entry, visit, read, progress)?;
            }
            previous = Some(entry.name);
        }
    }
    if let Some(error) = damage
        && has_end
    {
        // It is found after all entries.
        visit(damaged(name, &error))?;
    }
    let end = passed.to_string();
    Ok((begins.unwrap_or_else(|| end.clone()), ends.unwrap_or(end)))
}

/// The entries up to some position.
#[derive(Default)]
struct PassedEntries {
    count: u64,
    /// The length of the line on which the entries lie one after another.
    length: u64,
    names: blake3::Hasher,
}

impl PassedEntries {
    fn add<P>(&mut self, entry: &ArchiveEntry<P>) {
        self.count += 1;
        self.length = self.length.saturating_add(entry.length);
        self.names.update(&(entry.name.len() as u64).to_le_bytes());
        self.names.update(entry.name.as_bytes());
        self.names.update(&entry.length.to_le_bytes());
    }
}

/// What two shards compare where an archive is divided: the entries before.
impl Display for PassedEntries {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let names = self.names.finalize().to_hex();
        write!(f, "entry {}, names {}", self.count + 1, &names[..16])
    }
}

fn read_entry<A: Archive, E>(
    archive_name: &str,
    archive: &mut A,
    entry: &ArchiveEntry<A::Position>,
    visit: &mut SourceVisitor<E>,
    read: &mut EntryReader<E>,
    progress: &ArchiveProgress,
) -> Result<(), E> {
    let name = format!("{archive_name}/{}", entry.name);
    if leads_out(&entry.name) {
        let reason = "the name leads out of the archive: the entry is not read";
        let outside = Unreadable::new(&name, ArchiveFault::EntryName, reason);
        return visit(SourceEvent::Unreadable(outside));
    }
    let rest = Rc::new(Cell::new(entry.length));
    match &entry.content {
        Err(reason) => visit(refused(&name, reason))?,
        Ok(position) => match archive.open(position) {
            Ok(input) => {
                let counted = EntryProgress::new(input, progress.clone(), Rc::clone(&rest));
                read(&name, Box::new(counted), visit)?;
            }
            Err(error) => visit(damaged(&name, &error))?,
        },
    }
    progress.add(rest.get());
    Ok(())
}

fn refused(name: &str, reason: &str) -> SourceEvent {
    SourceEvent::Unreadable(Unreadable::new(name, ArchiveFault::Format, reason))
}

fn damaged(name: &str, error: &io::Error) -> SourceEvent {
    SourceEvent::Unreadable(Unreadable::from_unpacking(name, error))
}
