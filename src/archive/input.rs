//! Inputs: counted files, the first bytes of streams, temporary copies.

use std::{
    cell::Cell,
    fs::File,
    io::{self, Cursor, Read, Seek},
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use super::codec::HEAD;
use crate::{
    record::ReadSeek,
    temporary_file::{TemporaryFile, is_of_temporary_file},
};

/// A file whose bytes are counted as they are read, each once.
pub(super) struct CountedFile {
    pub(super) file: File,
    count: FileProgress,
    /// The position in the file.
    at: u64,
    /// The bytes that are counted.
    counted: u64,
}

impl CountedFile {
    /// A file at its beginning.
    pub(super) fn new(file: File, count: FileProgress) -> CountedFile {
        CountedFile {
            file,
            count,
            at: 0,
            counted: 0,
        }
    }

    /// A file that does not count: an archive, whose list of entries may be at its end.
    pub(super) fn uncounted(file: File) -> CountedFile {
        CountedFile::new(file, FileProgress::new(Arc::default()))
    }
}

impl Read for CountedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        self.at += length as u64;
        if self.at > self.counted {
            self.count.add(self.at - self.counted);
            self.counted = self.at;
        }
        Ok(length)
    }
}

impl Seek for CountedFile {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.at = self.file.seek(to)?;
        Ok(self.at)
    }
}

/// Counts how much of a file has been read and processed.
#[derive(Clone, Debug)]
pub(super) struct FileProgress {
    total: Arc<AtomicU64>,
    added: Rc<Cell<u64>>,
    is_halved: Rc<Cell<bool>>,
}

impl FileProgress {
    /// The progress of a file is added to that of all.
    pub(super) fn new(total: Arc<AtomicU64>) -> FileProgress {
        FileProgress {
            total,
            added: Rc::default(),
            is_halved: Rc::default(),
        }
    }

    /// From now on a byte counts half: the file is unpacked first, and then read.
    pub(super) fn halve(&self) {
        self.is_halved.set(true);
    }

    /// The bytes that have been added.
    pub(super) fn added(&self) -> u64 {
        self.added.get()
    }

    fn add(&self, bytes: u64) {
        let bytes = if self.is_halved.get() {
            bytes / 2
        } else {
            bytes
        };
        self.added.set(self.added() + bytes);
        self.total.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// Counts how much of an archive has been processed, in bytes of the archive: in proportion to the stated sizes of its
/// entries.
#[derive(Clone, Debug)]
pub(super) struct ArchiveProgress {
    file: FileProgress,
    /// The bytes to add.
    bytes: u64,
    /// The sizes of all entries.
    all: Rc<Cell<u64>>,
    /// The sizes of those that have been processed.
    done: Rc<Cell<u64>>,
}

impl ArchiveProgress {
    /// The progress of an archive that counts for this number of bytes.
    pub(super) fn new(total: Arc<AtomicU64>, bytes: u64) -> ArchiveProgress {
        ArchiveProgress {
            file: FileProgress::new(total),
            bytes,
            all: Rc::default(),
            done: Rc::default(),
        }
    }

    /// Sets the sizes of all entries.
    pub(super) fn of_all(&self, all: u64) {
        self.all.set(all);
    }

    /// Adds the size of what has been processed.
    pub(super) fn add(&self, size: u64) {
        let all = self.all.get();
        let done = self.done.get().saturating_add(size).min(all);
        self.done.set(done);
        let share = u128::from(self.bytes) * u128::from(done) / u128::from(all.max(1));
        self.file.add(share as u64 - self.file.added());
    }
}

/// Counts what is read of an entry, up to its stated size.
pub(super) struct EntryProgress<'i> {
    input: Box<dyn Read + 'i>,
    progress: ArchiveProgress,
    rest: Rc<Cell<u64>>,
}

impl<'i> EntryProgress<'i> {
    /// The input of an entry. What is not read of `rest` is left in it.
    pub(super) fn new(
        input: Box<dyn Read + 'i>,
        progress: ArchiveProgress,
        rest: Rc<Cell<u64>>,
    ) -> EntryProgress<'i> {
        EntryProgress {
            input,
            progress,
            rest,
        }
    }
}

impl Read for EntryProgress<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        let counted = self.rest.get().min(length as u64);
        self.rest.set(self.rest.get() - counted);
        self.progress.add(counted);
        Ok(length)
    }
}

/// A stream whose bytes are counted.
pub(super) struct CountedStream<'i> {
    pub(super) input: Box<dyn Read + 'i>,
    pub(super) count: FileProgress,
}

impl Read for CountedStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.count.add(length as u64);
        Ok(length)
    }
}

/// Reads as much as fits into a buffer, up to the end of the input.
pub(super) struct FullReader<R>(pub(super) R);

impl<R: Read> Read for FullReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut length = 0;
        while length < buffer.len() {
            match self.0.read(&mut buffer[length..]) {
                Ok(0) => break,
                Ok(more) => length += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // What has been read comes first; the error is returned again.
                Err(_) if length > 0 => break,
                Err(error) => return Err(error),
            }
        }
        Ok(length)
    }
}

/// The first bytes of an input, enough to recognize its format.
pub(super) fn head_of(input: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(HEAD);
    input.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// The first bytes of an input, and the whole input. An error within the first bytes is returned again once
/// those before it have been read.
pub(super) fn headed<'i>(
    mut input: Box<dyn Read + 'i>,
) -> io::Result<(Vec<u8>, Box<dyn Read + 'i>)> {
    let mut head = Vec::with_capacity(HEAD);
    let read = input.by_ref().take(HEAD as u64).read_to_end(&mut head);
    let rest = match read {
        Ok(_) => input,
        Err(error) if head.is_empty() => return Err(error),
        Err(error) => Box::new(FailingReader(Some(error))),
    };
    let whole = Cursor::new(head.clone()).chain(rest);
    Ok((head, Box::new(whole)))
}

/// An input that fails.
struct FailingReader(Option<io::Error>);

impl Read for FailingReader {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Copies a stream that can be read only once into an anonymous temporary file, as far as it can be read. If the file cannot
/// be written, there is none: what it holds would look like a damaged input.
pub(super) fn spool(mut input: impl Read) -> (Option<File>, Option<io::Error>) {
    let mut file = match TemporaryFile::new() {
        Ok(file) => file,
        Err(error) => return (None, Some(error)),
    };
    let copied = io::copy(&mut input, &mut file);
    let copied = copied.and(file.rewind());
    match copied {
        Ok(()) => (Some(file.0), None),
        Err(error) if is_of_temporary_file(&error) => (None, Some(error)),
        Err(error) => (file.rewind().is_ok().then_some(file.0), Some(error)),
    }
}

/// Stores what must be read again in an anonymous temporary file: see [`ChunkReader::spool_with`](crate::record::ChunkReader::spool_with).
///
/// # Errors
///
/// The input cannot be read to its end, or the file cannot be written.
pub fn spool_to_file(input: &mut dyn Read) -> io::Result<Box<dyn ReadSeek>> {
    let mut file = TemporaryFile::new()?;
    io::copy(input, &mut file)?;
    file.rewind()?;
    Ok(Box::new(file))
}
