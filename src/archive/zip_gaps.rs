//! Entries of zip archives that the list of entries hides: the header before the content has another name, or no entry
//! of the list leads to it.

use std::{
    collections::BinaryHeap,
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
};

use super::{
    entry_name::{MAX_NAME, may_name_records, names_records},
    zip_directory::{LocalHeader, ZipDirectory, decoded_name, unicode_name, without_slash},
};

/// An entry that is named like a record, but not in the list.
pub(super) struct HiddenEntry {
    pub(super) name: String,
    /// Why it is not read.
    pub(super) reason: &'static str,
}

/// The most hidden entries that are reported.
pub(super) const MAX_HIDDEN: usize = 1000;

/// The most entries of the list that are in memory at once.
const MAX_EXTENTS: usize = 512 * 1024;

/// The bytes of a gap that are searched at once.
const CHUNK: usize = 64 * 1024;

/// The bytes behind the first one of a header up to the end of the longest name.
const HEADER_REST: usize = LocalHeader::LENGTH + MAX_NAME;

/// Where an entry of the list is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Extent {
    /// The offset of its header in the file.
    header: u64,
    packed: u64,
    /// Whether the name in the list is that of a record, so that the entry is read or reported.
    is_reported: bool,
}

/// Finds the entries that are named like records, but not in the list: at most [`MAX_HIDDEN`]. Every byte of the
/// archive that belongs to no entry is searched.
pub(super) fn hidden_entries(file: &File) -> io::Result<Vec<HiddenEntry>> {
    let mut gaps = GapReader {
        size: file.metadata()?.len(),
        file: BufReader::with_capacity(CHUNK, file.try_clone()?),
        at: 0,
        found: Vec::new(),
    };
    // Where the bytes begin that have not been searched.
    let mut from = 0;
    let mut last = None;
    loop {
        let mut directory = ZipDirectory::find(file.try_clone()?)?;
        let start = directory.offset();
        let extents = extents_after(&mut directory, last)?;
        // The list has been read with the same position in the file.
        gaps.seek(SeekFrom::Start(0))?;
        for extent in &extents {
            gaps.search(from, extent.header)?;
            from = from.max(extent.header);
            if let Some(end) = gaps.check(extent)? {
                from = from.max(end);
            }
        }
        if extents.len() == MAX_EXTENTS && gaps.found.len() < MAX_HIDDEN {
            last = extents.last().copied();
            continue;
        }
        gaps.search(from, start)?;
        gaps.search(from.max(directory.end()), gaps.size)?;
        gaps.found.truncate(MAX_HIDDEN);
        return Ok(gaps.found);
    }
}

/// The next entries of the list in the order of their offsets.
fn extents_after(directory: &mut ZipDirectory, last: Option<Extent>) -> io::Result<Vec<Extent>> {
    let before = directory.before();
    let mut extents = BinaryHeap::new();
    while let Some(entry) = directory.next_entry()? {
        let extent = Extent {
            header: entry.header.saturating_add(before),
            packed: entry.packed,
            is_reported: entry.is_reported(),
        };
        if last.is_some_and(|last| extent <= last) {
            continue;
        }
        if extents.len() == MAX_EXTENTS {
            if extents.peek().is_none_or(|largest| *largest <= extent) {
                continue;
            }
            extents.pop();
        }
        extents.push(extent);
    }
    Ok(extents.into_sorted_vec())
}

/// Reads what is between the entries.
struct GapReader {
    file: BufReader<File>,
    size: u64,
    /// The position in the file.
    at: u64,
    found: Vec<HiddenEntry>,
}

impl GapReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<()> {
        self.at = self.file.seek(to)?;
        Ok(())
    }

    /// Reads up to `length` bytes from an offset.
    fn read_at(&mut self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let length = self.size.saturating_sub(offset).min(length as u64);
        if length == 0 {
            return Ok(Vec::new());
        }
        let step = i64::try_from(i128::from(offset) - i128::from(self.at));
        self.file.seek_relative(step.map_err(io::Error::other)?)?;
        let mut bytes = vec![0; length as usize];
        self.file.read_exact(&mut bytes)?;
        self.at = offset + length;
        Ok(bytes)
    }

    /// Compares the header before the content of an entry with the list; returns the offset of the end of the entry.
    fn check(&mut self, extent: &Extent) -> io::Result<Option<u64>> {
        let head = self.read_at(extent.header, LocalHeader::LENGTH)?;
        let Some(header) = LocalHeader::read(&head) else {
            return Ok(None);
        };
        let rest = self.read_at(self.at, header.name + header.extra)?;
        let content = self.at;
        if !extent.is_reported
            && let Some((name, extra)) = rest.split_at_checked(header.name)
            && let Some(name) = record_name(&header, name, extra)
        {
            let reason = "its header differs from the list of entries of the archive";
            self.add(name, reason);
        }
        // If the two sizes differ, the rest is searched.
        let packed = header
            .packed()
            .map_or(extent.packed, |packed| packed.min(extent.packed));
        Ok(Some(content.saturating_add(packed)))
    }

    /// Searches for headers that begin in a gap.
    fn search(&mut self, mut from: u64, to: u64) -> io::Result<()> {
        const SIGNATURE: usize = LocalHeader::SIGNATURE.len();
        let to = to.min(self.size);
        while from < to && self.found.len() <= MAX_HIDDEN {
            let length = (to - from).min(CHUNK as u64) as usize;
            let chunk = self.read_at(from, length + SIGNATURE - 1)?;
            if memchr::memmem::find(&chunk, LocalHeader::SIGNATURE).is_some() {
                let chunk = self.read_at(from, length + HEADER_REST)?;
                self.search_chunk(&chunk, length);
            }
            from += length as u64;
        }
        Ok(())
    }

    /// Searches for headers that begin in the first bytes of a chunk.
    fn search_chunk(&mut self, chunk: &[u8], length: usize) {
        let mut next = 0;
        for at in memchr::memmem::find_iter(chunk, LocalHeader::SIGNATURE) {
            let Some(header) = LocalHeader::read(&chunk[at..]).filter(|_| at < length) else {
                continue;
            };
            let name_start = at + LocalHeader::LENGTH;
            let Some(name) = chunk.get(name_start..name_start + header.name) else {
                continue;
            };
            if at < next || !header.is_plausible() {
                continue;
            }
            if let Some(name) = record_name(&header, name, &[]) {
                let reason = "the list of entries of the archive does not name it: it is not read";
                self.add(name, reason);
                next = name_start + header.name;
            }
            if self.found.len() > MAX_HIDDEN {
                return;
            }
        }
    }

    fn add(&mut self, name: String, reason: &'static str) {
        if self.found.len() <= MAX_HIDDEN {
            self.found.push(HiddenEntry { name, reason });
        }
    }
}

/// The name in a header, if it is that of a record.
fn record_name(header: &LocalHeader, raw: &[u8], extra: &[u8]) -> Option<String> {
    let unicode = unicode_name(raw, extra);
    // Most names are none of records.
    let decoded = || {
        let trimmed = raw.strip_suffix(b"/").unwrap_or(raw);
        may_name_records(trimmed).then(|| decoded_name(raw))
    };
    let names = unicode.into_iter().chain(decoded());
    let mut names = names.map(|name| without_slash(&name, header.has_content()).to_owned());
    names.find(|name| names_records(name))
}
