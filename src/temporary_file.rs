//! Temporary files. Their errors say so, because they would otherwise be taken for errors of what is read or written.

use std::{
    error::Error,
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
};

/// A temporary file cannot be created, written or read.
#[derive(Debug, thiserror::Error)]
#[error("a temporary file in {folder} cannot be used: {error}; set TMPDIR to another folder")]
struct TemporaryFileError {
    folder: String,
    error: io::Error,
}

/// An error of a temporary file that says so.
pub(crate) fn temporary_file_error(error: io::Error) -> io::Error {
    if is_of_temporary_file(&error) {
        return error;
    }
    io::Error::other(TemporaryFileError {
        folder: std::env::temp_dir().display().to_string(),
        error: without_name(&error),
    })
}

/// An error of a temporary file without the name of that, which would be confusing.
pub(crate) fn without_name(error: &io::Error) -> io::Error {
    let kind = error.kind();
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        // As for too many open files.
        None if kind.to_string() == "uncategorized error" => {
            let text = error.to_string();
            io::Error::other(text.split(" at path ").next().unwrap_or_default())
        }
        None => kind.into(),
    }
}

/// Whether an error is one of a temporary file.
pub(crate) fn is_of_temporary_file(error: &io::Error) -> bool {
    let inner = error.get_ref();
    inner.is_some_and(<dyn Error + Send + Sync>::is::<TemporaryFileError>)
}

/// A temporary file of any kind.
#[derive(Debug)]
pub(crate) struct TemporaryFile<F = File>(pub(crate) F);

#[cfg(any(feature = "archive", feature = "report"))]
impl TemporaryFile {
    /// Creates a file without a name, which disappears when it is closed.
    pub(crate) fn new() -> io::Result<TemporaryFile> {
        let file = tempfile::tempfile().map_err(temporary_file_error)?;
        Ok(TemporaryFile(file))
    }
}

impl<F: Read> Read for TemporaryFile<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(temporary_file_error)
    }
}

impl<F: Write> Write for TemporaryFile<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(temporary_file_error)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(temporary_file_error)
    }
}

impl<F: Seek> Seek for TemporaryFile<F> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to).map_err(temporary_file_error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_those_of_the_temporary_file() {
        // As on a full disk.
        let full = File::options().write(true).open("/dev/full");
        let Ok(full) = full else { return };
        let copied = io::copy(&mut "text".as_bytes(), &mut TemporaryFile(full));
        let error = copied.unwrap_err();
        assert!(is_of_temporary_file(&error), "{error}");
        let message = error.to_string();
        assert!(message.starts_with("a temporary file in "), "{message}");
        assert!(message.contains("No space left"), "{message}");
    }
}
