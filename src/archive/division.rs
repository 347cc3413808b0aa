//! The division of sources among the shards of a run: by their sizes, in their order, and the same for every shard.
//!
//! The sources of a run lie one after another on a line, each as long as it is large. Every shard has the same length
//! of this line. A source belongs to the shard in which its middle lies, except for a large file of plain text: each
//! shard reads the records that begin in its part of the file. So a shard needs only the names and sizes of what
//! the others read.

use std::{convert::Infallible, ffi::OsStr, fs::File, ops::Range, path::Path};

use super::{
    codec::{self, FileFormat},
    input::head_of,
    paths,
    reader::{ListedSource, SourceReader, list},
    source::{OpenVisitor, SourceVisitor},
};
use crate::record::RecordPosition;

/// What opening a source takes, in bytes of text that could be read in the same time.
const OPENING: u64 = 1024;

/// The names and sizes of sources.
#[derive(Clone, Debug, Default)]
pub struct SourceList {
    hasher: blake3::Hasher,
    count: u64,
    /// The length of the line of all sources.
    length: u64,
}

impl SourceList {
    fn add(&mut self, source: &ListedSource, reader: &SourceReader) {
        let (name, size) = (source.name(reader), source.size());
        self.hasher.update(&(name.len() as u64).to_le_bytes());
        self.hasher.update(name.as_bytes());
        self.hasher.update(&size.unwrap_or(u64::MAX).to_le_bytes());
        self.count += 1;
        let length = size.unwrap_or(0).saturating_add(OPENING);
        self.length = self.length.saturating_add(length);
    }

    /// Adds the sources of a path, without opening them.
    pub fn add_path(&mut self, path: &OsStr, reader: &SourceReader) {
        let added = list(path, &mut |source| -> Result<(), Infallible> {
            self.add(&source, reader);
            Ok(())
        });
        let Ok(()) = added;
    }

    /// A hash of the names and sizes, in hexadecimal digits.
    pub fn digest(&self) -> String {
        self.hasher.finalize().to_string()
    }
}

/// Reads the sources of one shard.
#[derive(Debug)]
pub struct ShardReader<'r> {
    reader: &'r SourceReader,
    /// The part of the line that is read.
    part: Range<u64>,
    digest: String,
    /// The sources so far.
    passed: SourceList,
    begins: Option<String>,
    ends: Option<String>,
}

/// The part of one source that a shard reads, on the line; `None` where it reaches the end of the source.
#[derive(Clone, Copy)]
struct SourcePart {
    from: Option<u64>,
    to: Option<u64>,
}

impl<'r> ShardReader<'r> {
    /// A reader of the shard with a number from 1 to `count`, of the sources in a list.
    pub fn new(
        reader: &'r SourceReader,
        number: usize,
        count: usize,
        list: &SourceList,
    ) -> ShardReader<'r> {
        // At most the length, since no number is larger than the count.
        let cut = |number: usize| {
            (u128::from(list.length) * number as u128 / count.max(1) as u128) as u64
        };
        ShardReader {
            reader,
            part: cut(number.saturating_sub(1))..cut(number),
            digest: list.digest(),
            passed: SourceList::default(),
            begins: None,
            ends: None,
        }
    }

    /// Reads what belongs to the shard of a path, if `allow` does not refuse one of the files. The paths must be those of the list, in the same order.
    ///
    /// # Errors
    ///
    /// The first that `allow` or `visit` returns.
    pub fn read<E>(
        &mut self,
        path: &OsStr,
        allow: &mut OpenVisitor<E>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        list(path, &mut |source| self.source(source, allow, visit))
    }

    /// Where the shard begins and ends, as texts: each shard begins where the one before it ends. `None` if the sources
    /// are not those of the list anymore.
    pub fn end(self) -> Option<(String, String)> {
        let end = before(self.passed.count);
        (self.passed.digest() == self.digest).then(|| {
            (
                self.begins.unwrap_or_else(|| end.clone()),
                self.ends.unwrap_or(end),
            )
        })
    }

    fn source<E>(
        &mut self,
        source: ListedSource,
        allow: &mut OpenVisitor<E>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        let (number, start) = (self.passed.count, self.passed.length);
        self.passed.add(&source, self.reader);
        let end = self.passed.length;
        let Range {
            start: from,
            end: to,
        } = self.part;
        if from <= start {
            self.begins.get_or_insert_with(|| before(number));
        }
        if to <= start {
            self.ends.get_or_insert_with(|| before(number));
        }
        if from >= end || to <= start {
            return Ok(());
        }
        let inside = |at: u64| (start < at && at < end).then_some(at);
        let part = SourcePart {
            from: inside(from),
            to: inside(to),
        };
        if part.from.is_none() && part.to.is_none() {
            return self.reader.source(source, allow, visit);
        }
        let (begins, ends) = match self.divided(&source) {
            Some((path, size)) => {
                // As UTF-8 the text may be longer or shorter than the file: the last part has the rest.
                let cut = |at: u64| {
                    let (from, whole) = (u128::from(at - start), u128::from(end - start));
                    usize::try_from(u128::from(size) * from / whole).unwrap_or(usize::MAX)
                };
                let range = part.from.map_or(0, cut)..part.to.map_or(usize::MAX, cut);
                let (begins, ends) = self.reader.text_part(path, range, allow, visit)?;
                let cut = |record: Option<RecordPosition>| match record {
                    Some(RecordPosition { index, byte }) => {
                        format!("{}, record {index}, byte {byte}", before(number))
                    }
                    None => format!("{}, unreadable", before(number)),
                };
                (cut(begins), cut(ends))
            }
            None => {
                let middle = u64::midpoint(start, end);
                if self.part.contains(&middle) {
                    self.reader.source(source, allow, visit)?;
                }
                // Whether the source is before or after a cut.
                let cut = |at| before(if at <= middle { number } else { number + 1 });
                (cut(from), cut(to))
            }
        };
        if part.from.is_some() {
            self.begins = Some(begins);
        }
        if part.to.is_some() {
            self.ends = Some(ends);
        }
        Ok(())
    }

    /// The path and the size of a source that is divided: a large file of plain text.
    fn divided<'s>(&self, source: &ListedSource<'s>) -> Option<(&'s Path, u64)> {
        let ListedSource::File(path, Some(size)) = *source else {
            return None;
        };
        if size < self.reader.min_divided || paths::names_archive(path) {
            return None;
        }
        let head = File::open(path).and_then(|mut file| head_of(&mut file));
        let is_text = head.is_ok_and(|head| codec::recognize(&head) == FileFormat::Text);
        is_text.then_some((path, size))
    }
}

/// The position before a source.
fn before(number: u64) -> String {
    format!("source {}", number + 1)
}
