//! Files that are read to their end. One that is cut meanwhile fails there: what is missing would be lost in silence.

use std::{
    fs::{File, Metadata},
    io::{self, Read, Seek},
};

/// A file has been cut while it was read.
#[derive(Debug, thiserror::Error)]
#[error("it became shorter while it was read: what was cut off has not been read")]
pub(crate) struct Shortened;

impl Shortened {
    /// Whether an error is this one.
    pub(crate) fn is(error: &io::Error) -> bool {
        error
            .get_ref()
            .is_some_and(<dyn std::error::Error + Send + Sync>::is::<Shortened>)
    }
}

/// The size of a file before it is read, in bytes; 0 for anything else, which has none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FirstSize(u64);

impl FirstSize {
    pub(crate) fn of(metadata: &Metadata) -> FirstSize {
        FirstSize(if metadata.is_file() {
            metadata.len()
        } else {
            0
        })
    }

    pub(crate) fn known(size: Option<u64>) -> FirstSize {
        FirstSize(size.unwrap_or(0))
    }

    /// Checks a file that ends at a position. The size that some file systems state is not the real one, but it does not
    /// change.
    ///
    /// # Errors
    ///
    /// [`Shortened`], if it has another size now and ends before the first.
    pub(crate) fn check_end(self, at: u64, size: impl FnOnce() -> u64) -> io::Result<()> {
        if at < self.0 && size() != self.0 {
            return Err(io::Error::other(Shortened));
        }
        Ok(())
    }
}

/// A file that fails where it ends if it has been cut.
#[derive(Debug)]
pub(crate) struct WholeFile {
    file: File,
    size: FirstSize,
}

impl WholeFile {
    /// A file, pipe or device that has just been opened.
    #[cfg(any(feature = "cli", test))]
    pub(crate) fn new(file: File) -> WholeFile {
        let metadata = file.metadata();
        WholeFile {
            size: metadata.as_ref().map(FirstSize::of).unwrap_or_default(),
            file,
        }
    }

    /// A file that had a size before.
    pub(crate) fn with_size(file: File, size: FirstSize) -> WholeFile {
        WholeFile { file, size }
    }

    /// What is open now.
    ///
    /// # Errors
    ///
    /// Those of the system.
    #[cfg(feature = "cli")]
    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        self.file.metadata()
    }
}

impl Read for WholeFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        if length == 0 && !buffer.is_empty() && self.size.0 > 0 {
            let at = self.file.stream_position()?;
            let size = || self.file.metadata().map_or(0, |metadata| metadata.len());
            self.size.check_end(at, size)?;
        }
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_cut_fails_where_it_ends() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("file");
        let read = |new_size: Option<u64>| {
            std::fs::write(&path, "0123456789").expect("it can be written");
            let mut file = WholeFile::new(File::open(&path).expect("it is there"));
            let mut beginning = [0; 4];
            file.read_exact(&mut beginning).expect("it has more");
            if let Some(size) = new_size {
                let cut = File::options().write(true).open(&path);
                cut.and_then(|file| file.set_len(size))
                    .expect("it can be changed");
            }
            let mut rest = Vec::new();
            let read = file.read_to_end(&mut rest);
            read.map_err(|error| (Shortened::is(&error), rest.len()))
        };
        assert_eq!(read(None), Ok(6));
        assert_eq!(read(Some(12)), Ok(8));
        assert_eq!(read(Some(7)), Err((true, 3)));
        assert_eq!(read(Some(2)), Err((true, 0)));
        assert!(!Shortened::is(&io::Error::other("another")));
        assert!(!Shortened::is(&io::ErrorKind::NotFound.into()));
    }

    /// As files of `/proc` and of some file systems.
    #[test]
    fn a_size_that_is_wrong_from_the_beginning_is_no_cut() {
        let size = FirstSize::known(Some(100));
        assert!(size.check_end(10, || 100).is_ok());
        assert!(size.check_end(10, || 10).is_err());
        assert!(FirstSize::known(None).check_end(0, || 5).is_ok());
    }
}
