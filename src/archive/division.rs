//! The division of sources among the shards of a run: by their sizes, in their order, and the same for every shard.
//!
//! The sources of a run lie one after another on a line, each as long as it is large. Every shard has the same length
//! of this line. A source belongs to the shard in which its middle lies, with two exceptions. Of a large file of
//! plain text, each shard reads the records that begin in its part of the file, and an archive is divided by its entries,
//! each as long as the size that the archive states. So a shard needs only the names and sizes of what the others
//! read.

use std::{convert::Infallible, ffi::OsStr, fs::Metadata, io::Read, ops::Range, time::SystemTime};

use super::{
    codec::{self, FileFormat},
    input::head_of,
    listed_file::ListedFile,
    listing::{ListedSource, list},
    part::{Fraction, OPENING, SourcePart},
    paths,
    reader::SourceReader,
    source::{OpenVisitor, SourceVisitor},
};
use crate::{blocking::StandardInput, record::RecordPosition};

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
        let (name, size) = (source.name(&reader.stdin_name), source.size());
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
    /// Whether a source has changed while it was read.
    has_changed: bool,
}

/// What shows that a file has changed.
#[derive(PartialEq)]
struct FileState {
    size: u64,
    modified: Option<SystemTime>,
}

impl FileState {
    /// `None` for what is not a file.
    fn of(metadata: &Metadata) -> Option<FileState> {
        metadata.is_file().then(|| FileState {
            size: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }
}

/// How a source is divided.
enum Division<'s> {
    /// A large file of plain text: by its bytes.
    Text(&'s ListedFile<'s>, u64),
    /// An archive: by its entries.
    Archive(&'s ListedFile<'s>),
    /// Something else belongs to one shard.
    Whole,
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
            has_changed: false,
        }
    }

    /// Reads what belongs to the shard of a path, if `allow` does not refuse one of the files. The paths must be those of
    /// the list, in the same order.
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
    /// are not those of the list anymore, or if one has changed while it was read.
    pub fn end(self) -> Option<(String, String)> {
        let end = before(self.passed.count);
        let is_same = self.passed.digest() == self.digest && !self.has_changed;
        is_same.then(|| {
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
        let inside = |at: u64| {
            (start < at && at < end).then(|| Fraction {
                numerator: at - start,
                denominator: end - start,
            })
        };
        let part = SourcePart {
            from: inside(from),
            to: inside(to),
        };
        let (is_stdin, path) = (matches!(source, ListedSource::Stdin), source.path());
        let state = || {
            let metadata = if is_stdin {
                StandardInput::metadata()
            } else {
                path.and_then(|path| path.metadata().ok())
            };
            FileState::of(&metadata?)
        };
        let listed = state();
        if part.from.is_none() && part.to.is_none() {
            self.reader.source(source, allow, visit)?;
            self.has_changed |= state() != listed;
            return Ok(());
        }
        let (begins, ends) = match self.division(&source) {
            Division::Text(file, size) => {
                // As UTF-8 the text may be longer or shorter than the file: the last part has the rest.
                let cut = |at: Fraction| usize::try_from(at.of(size)).unwrap_or(usize::MAX);
                let range = part.from.map_or(0, cut)..part.to.map_or(usize::MAX, cut);
                let (begins, ends) = self.reader.text_part(file, range, allow, visit)?;
                let cut = |record: Option<RecordPosition>, text: String| match record {
                    Some(RecordPosition { index, byte }) => {
                        format!(
                            "{}, record {index}, byte {byte}, text {text}",
                            before(number)
                        )
                    }
                    None => format!("{}, unreadable", before(number)),
                };
                let cuts = [part.from, part.to].map(|at| at.map(|at| at.of(size)));
                let [text_before, text] = beginnings(file, cuts, self.reader.limits.max_record);
                (cut(begins, text_before), cut(ends, text))
            }
            Division::Archive(file) => {
                let (begins, ends) = self.reader.archive_part(file, &part, allow, visit)?;
                let cut = |entry| format!("{}, {entry}", before(number));
                (cut(begins), cut(ends))
            }
            Division::Whole => {
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
        self.has_changed |= state() != listed;
        Ok(())
    }

    fn division<'s>(&self, source: &'s ListedSource<'s>) -> Division<'s> {
        let ListedSource::File(file) = source else {
            return Division::Whole;
        };
        let Some(size) = file.size else {
            return Division::Whole;
        };
        let head = file.open().and_then(|mut file| head_of(&mut file));
        match head.map(|head| codec::recognize(&head)) {
            Ok(FileFormat::Text)
                if size >= self.reader.min_divided && !paths::names_archive(file.path) =>
            {
                Division::Text(file, size)
            }
            Ok(FileFormat::Zip | FileFormat::Tar) => Division::Archive(file),
            _ => Division::Whole,
        }
    }
}

/// A hash of the beginning of a file up to each of two cuts, of which the first comes first: two shards that meet there must
/// have read the same text before. It goes on for `margin` bytes, since the record at the cut does.
fn beginnings(file: &ListedFile, cuts: [Option<u64>; 2], margin: usize) -> [String; 2] {
    let mut hasher = blake3::Hasher::new();
    let mut opened = file.open();
    let mut read = 0;
    cuts.map(|cut| {
        let Some(cut) = cut else {
            return String::new();
        };
        let end = cut.saturating_add(margin as u64);
        let hashed = opened.as_mut().ok().and_then(|file| {
            let text = Read::take(file, end - read);
            hasher
                .update_reader(text)
                .ok()
                .map(|hasher| hasher.finalize())
        });
        read = end;
        hashed.map_or("unreadable".to_owned(), |hash| hash.to_string())
    })
}

/// The position before a source.
fn before(number: u64) -> String {
    format!("source {}", number + 1)
}

#[cfg(test)]
mod tests;
