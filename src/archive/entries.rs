//! The entries of archives, whatever their format.

use std::{
    borrow::Cow,
    cell::Cell,
    fmt::{self, Display, Formatter},
    io::{self, Read},
    rc::Rc,
};

use memchr::{memchr, memmem};

use super::{
    part::{OPENING, SourcePart},
    paths::{NameKind, by_name, without_escapes},
    progress::{ArchiveProgress, EntryProgress},
    source::{SourceEvent, SourceVisitor},
    unreadable::Unreadable,
};
use crate::verify::ArchiveFault;

/// The longest name of an entry, in bytes.
pub(super) const MAX_NAME: usize = 4096;

/// The most memory for a list of entries, in bytes. Longer lists are read in batches.
const MAX_LIST: usize = 32 * 1024 * 1024;

/// What an entry takes in a list besides its name, in bytes; rather too much than too little.
const ENTRY_COST: usize = 192;

/// Where the content of an entry is.
pub(super) trait EntryPosition {
    /// The size of the content, in bytes, as the archive states it; 0 for a link.
    fn size(&self) -> u64;

    /// The memory on the heap, in bytes.
    fn memory(&self) -> usize {
        0
    }
}

/// An archive of some format.
pub(super) trait Archive {
    /// Where the content of an entry is.
    type Position: EntryPosition;

    /// Lists all entries that may contain records, in any order.
    ///
    /// # Errors
    ///
    /// The archive is damaged; the entries that can be read nevertheless are listed.
    fn list(&mut self, batch: &mut EntryBatch<Self::Position>) -> io::Result<()>;

    /// Opens an entry.
    fn open(&mut self, position: &Self::Position) -> io::Result<Box<dyn Read + '_>>;

    /// Whether the last of several entries with the same name replaces the others by the rules of the format.
    fn allows_duplicates(&self) -> bool;
}

/// Reads an entry by its full name.
pub(super) type EntryReader<'r, E> =
    dyn FnMut(&str, Box<dyn Read + '_>, &mut SourceVisitor<E>) -> Result<(), E> + 'r;

/// An entry that contains records, according to its name.
struct ArchiveEntry<P> {
    /// Its name within the archive, with `/` between folders.
    name: String,
    /// Its number in the archive.
    number: u64,
    content: Result<P, &'static str>,
}

impl<P: EntryPosition> ArchiveEntry<P> {
    /// The memory that it takes, in bytes.
    fn memory(&self) -> usize {
        let link = self.content.as_ref().map_or(0, EntryPosition::memory);
        self.name.len() + link + ENTRY_COST
    }

    /// The stated size of the content.
    fn size(&self) -> u64 {
        content_size(&self.content)
    }

    /// What it counts for when the archive is divided.
    fn length(&self) -> u64 {
        content_length(&self.content)
    }

    fn key(&self) -> (&str, u64) {
        (&self.name, self.number)
    }
}

fn content_size<P: EntryPosition>(content: &Result<P, &'static str>) -> u64 {
    content.as_ref().map_or(0, EntryPosition::size)
}

fn content_length<P: EntryPosition>(content: &Result<P, &'static str>) -> u64 {
    content_size(content).saturating_add(OPENING)
}

/// The next entries of an archive in the order of their names, as many as the memory allows.
///
/// An archive of millions of entries is listed several times, and each time the entries are kept that follow those
/// of the batch before.
pub(super) struct EntryBatch<P> {
    entries: Vec<ArchiveEntry<P>>,
    /// The memory that they take, in bytes.
    bytes: usize,
    max_bytes: usize,
    /// The lengths of all entries of the archive, as far as they are listed.
    all: u64,
    /// The last entry of the batch before.
    after: Option<(String, u64)>,
    /// The last entry of this batch, if others follow.
    until: Option<(String, u64)>,
}

impl<P: EntryPosition> EntryBatch<P> {
    fn new(max_bytes: usize) -> EntryBatch<P> {
        EntryBatch {
            entries: Vec::new(),
            bytes: 0,
            max_bytes,
            all: 0,
            after: None,
            until: None,
        }
    }

    /// Adds an entry if its name says that it contains records; returns whether it does. `content` says where
    /// they are, or why they are not read.
    pub(super) fn add(
        &mut self,
        name: &str,
        number: u64,
        content: Result<P, &'static str>,
    ) -> bool {
        if let Some(shown) = record_name(name) {
            self.push(shown, number, content);
            return true;
        }
        let is_cut = name_before_nul(name).is_some_and(|name| record_name(name).is_some());
        if is_cut {
            let reason =
                "its name contains a NUL byte, where other programs end it: it is not read";
            self.push(cleaned_name(name), number, Err(reason));
        }
        is_cut
    }

    /// Adds an entry that is not read, whatever its name.
    pub(super) fn refuse(&mut self, name: &str, number: u64, reason: &'static str) -> bool {
        self.push(name.into(), number, Err(reason));
        true
    }

    fn push(&mut self, mut name: Cow<str>, number: u64, mut content: Result<P, &'static str>) {
        if name.len() > MAX_NAME {
            name = shortened(&name).into();
            content = Err("the name of the entry is longer than 4096 bytes: it is not read");
        }
        self.all = self.all.saturating_add(content_length(&content));
        let is_before = |bound: &(String, u64)| (&*name, number) <= (bound.0.as_str(), bound.1);
        if self.after.as_ref().is_some_and(is_before) || !self.until.as_ref().is_none_or(is_before)
        {
            return;
        }
        // Only now is the name copied: where there are many batches, most entries are of another.
        let entry = ArchiveEntry {
            name: name.into_owned(),
            number,
            content,
        };
        self.bytes += entry.memory();
        self.entries.push(entry);
        if self.bytes > self.max_bytes && self.entries.len() > 1 {
            self.shorten();
        }
    }

    /// Leaves the second half of the entries to later batches.
    fn shorten(&mut self) {
        self.sort();
        let mut bytes = 0;
        let kept = self.entries.iter().position(|entry| {
            bytes += entry.memory();
            bytes > self.max_bytes / 2
        });
        self.entries.truncate(kept.unwrap_or(1).max(1));
        self.bytes = self.entries.iter().map(ArchiveEntry::memory).sum();
        self.until = self
            .entries
            .last()
            .map(|last| (last.name.clone(), last.number));
    }

    fn sort(&mut self) {
        self.entries
            .sort_unstable_by(|one, other| one.key().cmp(&other.key()));
    }

    /// The batch that follows; `None` if this is the last one.
    fn next(self) -> Option<EntryBatch<P>> {
        Some(EntryBatch {
            after: Some(self.until?),
            ..EntryBatch::new(self.max_bytes)
        })
    }

    /// The contents of the entries, with their numbers.
    pub(super) fn contents(&mut self) -> impl Iterator<Item = (u64, &mut Result<P, &'static str>)> {
        let entries = self.entries.iter_mut();
        entries.map(|entry| (entry.number, &mut entry.content))
    }
}

/// The beginning and the end of a long name.
fn shortened(name: &str) -> String {
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
    let mut parts: Vec<&str> = name.split('/').filter(|&part| part != ".").collect();
    if name.starts_with('/') {
        let named = parts.iter().position(|part| !part.is_empty());
        parts.drain(1..named.unwrap_or(1).max(1));
    }
    parts.join("/").into()
}

fn has(name: &str, part: &str) -> bool {
    memmem::find(name.as_bytes(), part.as_bytes()).is_some()
}

/// The name of an entry as output shows it; `None` if it is not a file of records.
fn record_name(name: &str) -> Option<Cow<'_, str>> {
    let kind = by_name(name.as_bytes());
    if name.ends_with('/') || kind == NameKind::Other {
        return None;
    }
    let shown = cleaned_name(name);
    let may_be_hidden = shown.starts_with('.') || has(&shown, "/.");
    let hidden = |part: &str| part.starts_with('.') && part != "..";
    let is_hidden = may_be_hidden && shown.split('/').any(hidden);
    (!is_hidden || leads_out(&shown)).then_some(shown)
}

/// What other programs take for a name that contains a NUL byte.
fn name_before_nul(name: &str) -> Option<&str> {
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
fn leads_out(name: &str) -> bool {
    let name = match memchr(b'\\', name.as_bytes()) {
        None => Cow::Borrowed(name),
        Some(_) => without_escapes(name).into(),
    };
    let mut parts = name.split(['/', '\\']);
    let drive = name.as_bytes().get(1) == Some(&b':');
    let is_rooted = name.starts_with(['/', '\\']);
    is_rooted || drive || has(&name, "..") && parts.any(|part| part == "..")
}

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
    let whole = part.map_or_else(EntryList::default, |_| EntryList::of(archive));
    let mut passed = EntryList::default();
    let (mut begins, mut ends) = (None, None);
    let mut is_empty = true;
    let mut batch = Some(EntryBatch::new(MAX_LIST));
    while let Some(mut list) = batch {
        let error = archive.list(&mut list).err();
        list.sort();
        progress.of_all(list.all);
        is_empty &= list.entries.is_empty();
        let mut previous = list.after.as_ref().map(|(name, _)| name.as_str());
        for entry in &list.entries {
            if let Some(part) = part {
                let middle = passed.length.saturating_add(entry.length() / 2);
                let position = || passed.to_string();
                let is_before = part.from.is_some_and(|from| middle < from.of(whole.length));
                let is_after = part.to.is_some_and(|to| middle >= to.of(whole.length));
                if !is_before {
                    begins.get_or_insert_with(position);
                }
                if is_after {
                    ends.get_or_insert_with(position);
                }
                passed.add(entry);
                if is_before || is_after {
                    if is_before {
                        skip(entry.size());
                    }
                    previous = Some(&entry.name);
                    continue;
                }
            }
            let is_duplicate = previous == Some(&entry.name) && !archive.allows_duplicates();
            if is_duplicate {
                let reason = "the archive has several entries of this name: other programs read only one of them";
                visit(refused(&format!("{name}/{}", entry.name), reason))?;
            }
            previous = Some(&entry.name);
            read_entry(name, archive, entry, visit, read, progress)?;
        }
        batch = list.next();
        if batch.is_none()
            && let Some(error) = error
        {
            is_empty = false;
            // It is found after all entries.
            if part.is_none_or(|part| part.to.is_none()) {
                visit(damaged(name, &error))?;
            }
        }
    }
    if is_empty && part.is_none_or(|part| part.to.is_none()) {
        let reason = "no entry in it ends in `.sgf` or `.kifu`";
        let empty = Unreadable::new(name, ArchiveFault::Empty, reason);
        visit(SourceEvent::Unreadable(empty))?;
    }
    let end = passed.to_string();
    Ok((begins.unwrap_or_else(|| end.clone()), ends.unwrap_or(end)))
}

/// The entries up to some position.
#[derive(Default)]
struct EntryList {
    count: u64,
    /// The length of the line on which the entries lie one after another.
    length: u64,
    names: blake3::Hasher,
}

impl EntryList {
    /// All entries of an archive.
    fn of<A: Archive>(archive: &mut A) -> EntryList {
        let mut all = EntryList::default();
        let mut batch = Some(EntryBatch::new(MAX_LIST));
        while let Some(mut list) = batch {
            // An error is reported when the entries are read.
            let _ = archive.list(&mut list);
            list.sort();
            list.entries.iter().for_each(|entry| all.add(entry));
            batch = list.next();
        }
        all
    }

    fn add<P: EntryPosition>(&mut self, entry: &ArchiveEntry<P>) {
        self.count += 1;
        self.length = self.length.saturating_add(entry.length());
        self.names.update(&(entry.name.len() as u64).to_le_bytes());
        self.names.update(entry.name.as_bytes());
        self.names.update(&entry.length().to_le_bytes());
    }
}

/// What two shards compare where an archive is divided: the entries before.
impl Display for EntryList {
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
    let rest = Rc::new(Cell::new(entry.length()));
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

#[cfg(test)]
mod tests {
    use super::*;

    impl EntryPosition for () {
        fn size(&self) -> u64 {
            0
        }
    }

    /// An archive of numbers.
    struct Numbers(Vec<u64>);

    impl Archive for Numbers {
        type Position = ();

        fn list(&mut self, batch: &mut EntryBatch<()>) -> io::Result<()> {
            for (number, name) in (0..).zip(&self.0) {
                batch.add(&format!("{name:04}.sgf"), number, Ok(()));
            }
            Ok(())
        }

        fn open(&mut self, (): &()) -> io::Result<Box<dyn Read + '_>> {
            Ok(Box::new(io::empty()))
        }

        fn allows_duplicates(&self) -> bool {
            true
        }
    }

    #[test]
    fn batches_have_every_entry_once_and_in_order() {
        let names: Vec<u64> = (0..1000).map(|i| i * 7919 % 500).collect();
        let mut archive = Numbers(names.clone());
        let mut sorted: Vec<(u64, u64)> = names.into_iter().zip(0..).collect();
        sorted.sort_unstable();
        for max_bytes in [1, 500, 10_000, usize::MAX] {
            let mut found = Vec::new();
            let mut batch = Some(EntryBatch::new(max_bytes));
            while let Some(mut list) = batch {
                archive.list(&mut list).unwrap();
                list.sort();
                assert!(list.bytes <= max_bytes || list.entries.len() == 1);
                for entry in &list.entries {
                    found.push((entry.name[..4].parse().unwrap(), entry.number));
                }
                batch = list.next();
            }
            assert_eq!(found, sorted, "{max_bytes}");
        }
    }

    #[test]
    fn names_of_records_are_recognized() {
        let shown = |name| record_name(name);
        assert_eq!(shown("./a//b.SGF").as_deref(), Some("a//b.SGF"));
        assert_eq!(shown("/a.sgf.gz").as_deref(), Some("/a.sgf.gz"));
        assert_eq!(shown("inner.zip").as_deref(), Some("inner.zip"));
        assert_eq!(shown("a/./b/./c.sgf").as_deref(), Some("a/b/c.sgf"));
        assert_eq!(shown("a./b.c/d.sgf").as_deref(), Some("a./b.c/d.sgf"));
        assert_eq!(shown("//./a/a/b.sgf").as_deref(), Some("/a/a/b.sgf"));
        for outside in ["..\\b.sgf", "../.b.sgf", "/.b.sgf", ".x/../../b.sgf"] {
            assert!(shown(outside).is_some(), "{outside}");
        }
        for other in ["a.txt", "a.sgf/", ".a.sgf", "x/.git/a.sgf", "sgf"] {
            assert_eq!(shown(other), None, "{other}");
        }
    }
}
