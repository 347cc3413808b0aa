//! Items in a temporary file, which are read again in the order in which they were added.

use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use tempfile::{SpooledTempFile, spooled_tempfile};

use crate::temporary_file::TemporaryFile;

/// Items of up to this many bytes in all stay in memory.
const MAX_IN_MEMORY: usize = 1024 * 1024;

/// Items in the order in which they were added. Many of them are in a temporary file.
#[derive(Debug)]
pub(super) struct Spool {
    file: BufWriter<TemporaryFile<SpooledTempFile>>,
    count: u64,
}

impl Default for Spool {
    fn default() -> Spool {
        Spool {
            file: BufWriter::new(TemporaryFile(spooled_tempfile(MAX_IN_MEMORY))),
            count: 0,
        }
    }
}

impl Spool {
    /// Adds an item.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be written.
    pub(super) fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(&(bytes.len() as u64).to_le_bytes())?;
        self.count += 1;
        self.file.write_all(bytes)
    }

    /// Reads all items.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be read.
    pub(super) fn read(self) -> io::Result<SpoolReader> {
        let mut file = self
            .file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(SpoolReader {
            file: BufReader::new(file),
            left: self.count,
            item: Vec::new(),
        })
    }
}

/// Reads items.
#[derive(Debug)]
pub(super) struct SpoolReader {
    file: BufReader<TemporaryFile<SpooledTempFile>>,
    left: u64,
    item: Vec<u8>,
}

impl SpoolReader {
    /// The next item; `None` after the last.
    pub(super) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let mut length = [0; 8];
        self.file.read_exact(&mut length)?;
        self.item.resize(u64::from_le_bytes(length) as usize, 0);
        self.file.read_exact(&mut self.item)?;
        Ok(Some(&self.item))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_read_as_they_were_added() {
        let mut spool = Spool::default();
        let long = vec![7; MAX_IN_MEMORY];
        for item in [&b"a"[..], b"", &long, b"end"] {
            spool.add(item).unwrap();
        }
        let mut reader = spool.read().unwrap();
        for item in [&b"a"[..], b"", &long, b"end"] {
            assert_eq!(reader.next().unwrap(), Some(item));
        }
        assert_eq!(reader.next().unwrap(), None);
    }
}
