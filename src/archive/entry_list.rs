//! The entries of an archive in the order of their names. A long list is sorted in runs, which wait in a temporary file: so its
//! memory is bounded, and its time is in proportion to its length.

use std::{
    borrow::Cow,
    cmp::{Ordering, Reverse},
    collections::BinaryHeap,
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    mem,
    ops::Range,
    rc::Rc,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Deserializer, StreamDeserializer, de::IoRead};

use super::{
    entry_name::{MAX_NAME, cleaned_name, name_before_nul, record_name, shortened},
    part::OPENING,
};
use crate::temporary_file::TemporaryFile;

/// The most memory for a list of entries, in bytes. Of longer lists so much is sorted at once.
pub(super) const MAX_LIST: usize = 32 * 1024 * 1024;

/// What an entry takes in a list besides its name, in bytes; rather too much than too little.
const ENTRY_COST: usize = 192;

/// What is read of a run at once, in bytes.
const RUN_BUFFER: usize = 16 * 1024;

/// Where the content of an entry is.
pub(super) trait EntryPosition: Serialize + DeserializeOwned {
    /// The size of the content, in bytes, as the archive states it; 0 for a link.
    fn size(&self) -> u64;

    /// The memory on the heap, in bytes.
    fn memory(&self) -> usize {
        0
    }
}

/// Where the content of an entry is, or why it is not read.
pub(super) type EntryContent<P> = Result<P, Cow<'static, str>>;

/// An entry that contains records, according to its name.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "P: EntryPosition")]
pub(super) struct ArchiveEntry<P> {
    /// Its name within the archive, with `/` between folders.
    pub(super) name: String,
    /// Its number in the archive.
    pub(super) number: u64,
    pub(super) content: EntryContent<P>,
    /// What it counts for when the archive is divided: its stated size, and something for opening it.
    pub(super) length: u64,
}

impl<P: EntryPosition> ArchiveEntry<P> {
    /// The memory that it takes, in bytes.
    fn memory(&self) -> usize {
        let link = self.content.as_ref().map_or(0, EntryPosition::memory);
        self.name.len() + link + ENTRY_COST
    }

    /// The stated size of the content.
    pub(super) fn size(&self) -> u64 {
        self.content.as_ref().map_or(0, EntryPosition::size)
    }

    fn key(&self) -> (&str, u64) {
        (&self.name, self.number)
    }
}

/// The entries of an archive while they are listed, in any order.
pub(super) struct EntryList<P> {
    /// Those that are in no run yet.
    entries: Vec<ArchiveEntry<P>>,
    /// The memory that they take, in bytes.
    bytes: usize,
    max_bytes: usize,
    /// The lengths of all entries.
    length: u64,
    is_empty: bool,
    runs: Runs,
    /// Why a run could not be stored.
    error: Option<io::Error>,
}

impl<P: EntryPosition> EntryList<P> {
    /// A list that takes at most so many bytes of memory, or somewhat more for a single entry.
    pub(super) fn new(max_bytes: usize) -> EntryList<P> {
        EntryList {
            entries: Vec::new(),
            bytes: 0,
            max_bytes,
            length: 0,
            is_empty: true,
            runs: Runs::default(),
            error: None,
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
        let size = content.as_ref().map_or(0, EntryPosition::size);
        let entry = ArchiveEntry {
            name: name.into_owned(),
            number,
            content: content.map_err(Cow::Borrowed),
            length: size.saturating_add(OPENING),
        };
        self.is_empty = false;
        self.length = self.length.saturating_add(entry.length);
        self.bytes += entry.memory();
        self.entries.push(entry);
        if self.bytes > self.max_bytes {
            let run = self.take_sorted();
            if let Err(error) = self.runs.add(&run) {
                self.error.get_or_insert(error);
            }
        }
    }

    fn take_sorted(&mut self) -> Vec<ArchiveEntry<P>> {
        self.bytes = 0;
        let mut entries = mem::take(&mut self.entries);
        entries.sort_unstable_by(|one, other| one.key().cmp(&other.key()));
        entries
    }

    /// The lengths of all entries, as far as they are listed.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Whether there are no entries.
    pub(super) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// The entries in the order of their names; those of the same name in their order in the archive.
    pub(super) fn sorted(mut self) -> SortedEntries<P> {
        let mut sorted = SortedEntries {
            only: None,
            runs: Vec::new(),
            next: BinaryHeap::new(),
            max_bytes: self.max_bytes / 2,
            error: self.error.take(),
        };
        if self.runs.parts.is_empty() {
            sorted.only = Some(self.take_sorted());
            return sorted;
        }
        let last = self.take_sorted();
        if let Err(error) = self.runs.add(&last) {
            sorted.error.get_or_insert(error);
        }
        sorted.runs = self.runs.readers();
        for run in 0..sorted.runs.len() {
            sorted.advance(run);
        }
        sorted
    }
}

/// The entries of an archive in the order of their names.
pub(super) struct SortedEntries<P> {
    /// All entries of a short list.
    only: Option<Vec<ArchiveEntry<P>>>,
    runs: Vec<RunReader<P>>,
    /// The next entry of each run.
    next: BinaryHeap<Reverse<NextEntry<P>>>,
    /// The most memory for a batch.
    max_bytes: usize,
    error: Option<io::Error>,
}

impl<P: EntryPosition> SortedEntries<P> {
    /// The entries that follow, as many as the memory allows; none at the end.
    ///
    /// # Errors
    ///
    /// The temporary file cannot be written or read. All entries that could be are returned before.
    pub(super) fn next_batch(&mut self) -> io::Result<Vec<ArchiveEntry<P>>> {
        let mut batch = self.only.take().unwrap_or_default();
        let mut bytes = 0;
        while bytes <= self.max_bytes
            && let Some(Reverse(NextEntry { entry, run })) = self.next.pop()
        {
            bytes += entry.memory();
            batch.push(entry);
            self.advance(run);
        }
        match self.error.take_if(|_| batch.is_empty()) {
            Some(error) => Err(error),
            None => Ok(batch),
        }
    }

    fn advance(&mut self, run: usize) {
        match self.runs[run].next() {
            Some(Ok(entry)) => self.next.push(Reverse(NextEntry { entry, run })),
            Some(Err(error)) => {
                self.error.get_or_insert(error.into());
            }
            None => {}
        }
    }
}

/// The next entry of a run, ordered by its name.
struct NextEntry<P> {
    entry: ArchiveEntry<P>,
    run: usize,
}

impl<P: EntryPosition> Ord for NextEntry<P> {
    fn cmp(&self, other: &NextEntry<P>) -> Ordering {
        self.entry.key().cmp(&other.entry.key())
    }
}

impl<P: EntryPosition> PartialOrd for NextEntry<P> {
    fn partial_cmp(&self, other: &NextEntry<P>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: EntryPosition> PartialEq for NextEntry<P> {
    fn eq(&self, other: &NextEntry<P>) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<P: EntryPosition> Eq for NextEntry<P> {}

/// Sorted parts of a list, one after another in a temporary file.
#[derive(Default)]
struct Runs {
    file: Option<Rc<File>>,
    parts: Vec<Range<u64>>,
}

impl Runs {
    fn add<P: EntryPosition>(&mut self, entries: &[ArchiveEntry<P>]) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(Rc::new(TemporaryFile::new()?.0)),
        };
        let mut file = BufWriter::new(TemporaryFile(&**file));
        let start = self.parts.last().map_or(0, |part| part.end);
        file.seek(SeekFrom::Start(start))?;
        for entry in entries {
            serde_json::to_writer(&mut file, entry)?;
        }
        file.flush()?;
        let end = file.stream_position()?;
        self.parts.push(start..end);
        Ok(())
    }

    fn readers<P: EntryPosition>(self) -> Vec<RunReader<P>> {
        let file = self.file.iter();
        let parts = file.flat_map(|file| self.parts.iter().map(move |part| (file, part)));
        let readers = parts.map(|(file, part)| {
            let part = FilePart {
                file: Rc::clone(file),
                rest: part.clone(),
            };
            let input = BufReader::with_capacity(RUN_BUFFER, part);
            Deserializer::from_reader(input).into_iter()
        });
        readers.collect()
    }
}

/// Reads the entries of a run.
type RunReader<P> = StreamDeserializer<'static, IoRead<BufReader<FilePart>>, ArchiveEntry<P>>;

/// A part of a file that others read, too.
struct FilePart {
    file: Rc<File>,
    rest: Range<u64>,
}

impl Read for FilePart {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = TemporaryFile(&*self.file);
        file.seek(SeekFrom::Start(self.rest.start))?;
        let length = file.take(self.rest.end - self.rest.start).read(buffer)?;
        self.rest.start += length as u64;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl EntryPosition for u64 {
        fn size(&self) -> u64 {
            *self
        }
    }

    #[test]
    fn long_lists_have_every_entry_once_and_in_order() {
        let names: Vec<u64> = (0..1000).map(|i| i * 7919 % 500).collect();
        let mut expected: Vec<(u64, u64)> = names.iter().copied().zip(0..).collect();
        expected.sort_unstable();
        for max_bytes in [0, 500, 10_000, usize::MAX] {
            let mut list = EntryList::new(max_bytes);
            for (number, name) in (0..).zip(&names) {
                let is_refused = name.is_multiple_of(3);
                let content = if is_refused {
                    Err("it is \"strange\"")
                } else {
                    Ok(*name)
                };
                assert!(list.add(&format!("{name:04}\u{1}ö.sgf"), number, content));
            }
            let stored = list.runs.parts.len();
            assert_eq!(stored > 0, max_bytes != usize::MAX, "{max_bytes}");
            let sizes: u64 = names.iter().filter(|name| !name.is_multiple_of(3)).sum();
            assert_eq!(list.length(), sizes + 1000 * OPENING);
            let mut sorted = list.sorted();
            let mut found = Vec::new();
            loop {
                let batch = sorted.next_batch().unwrap();
                if batch.is_empty() {
                    break;
                }
                let before_last: usize = batch.iter().rev().skip(1).map(ArchiveEntry::memory).sum();
                assert!(before_last <= max_bytes / 2, "{max_bytes}");
                for entry in batch {
                    let name: u64 = entry.name[..4].parse().unwrap();
                    assert_eq!(&entry.name[4..], "\u{1}ö.sgf");
                    let is_refused = entry.content.is_err();
                    assert_eq!(is_refused, name.is_multiple_of(3));
                    assert_eq!(entry.content.unwrap_or(name), name);
                    found.push((name, entry.number));
                }
            }
            assert_eq!(found, expected, "{max_bytes}");
        }
    }
}
