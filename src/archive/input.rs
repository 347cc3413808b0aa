//! Inputs: counted files, the first bytes of streams, temporary copies.

use std::{
    fs::File,
    io::{self, Cursor, Read, Seek},
    sync::Arc,
};

use super::{codec::HEAD, progress::FileProgress};
use crate::{
    record::ReadSeek,
    temporary_file::{TemporaryFile, is_of_temporary_file},
    whole_file::FirstSize,
};

/// A file whose bytes are counted as they are read, each once. It fails where it ends if it has been cut since it was
/// opened: what is missing there would be lost in silence.
pub(super) struct CountedFile {
    pub(super) file: File,
    /// Its size when it was opened.
    size: FirstSize,
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
            size: file
                .metadata()
                .as_ref()
                .map(FirstSize::of)
                .unwrap_or_default(),
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
        if length == 0 && !buffer.is_empty() {
            let size = || self.file.metadata().map_or(0, |metadata| metadata.len());
            self.size.check_end(self.at, size)?;
        }
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
