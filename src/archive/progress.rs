//! How much of the sources has been read and processed, in bytes of the files.

use std::{
    cell::Cell,
    io::{self, Read},
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

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

    pub(super) fn add(&self, bytes: u64) {
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
