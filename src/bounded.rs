//! Reading files and lines of limited size: whatever a file holds, memory is bounded.

use std::io::{self, BufRead, Read};

/// A file or a line is larger than permitted.
#[derive(Debug, thiserror::Error)]
#[error("{what} is longer than {limit} bytes")]
struct TooLarge {
    what: &'static str,
    limit: usize,
}

/// Reads a whole file, of at most `limit` bytes.
///
/// # Errors
///
/// The file cannot be read, or is larger.
#[cfg(feature = "cli")]
pub(crate) fn read_all(file: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        let what = "the file";
        return Err(io::Error::other(TooLarge { what, limit }));
    }
    Ok(bytes)
}

/// The next line of a text, with the byte that ends it: LF, CR or CRLF, of which CR stays; empty at the end. Of a line of more
/// than `limit` bytes the beginning, and that it is one.
///
/// # Errors
///
/// The input cannot be read.
#[cfg(feature = "convert")]
pub(crate) fn read_text_line(
    input: &mut impl BufRead,
    limit: usize,
) -> io::Result<(Vec<u8>, bool)> {
    let mut line = Vec::new();
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        let part = &buffer[..buffer.len().min(limit - line.len())];
        let end = memchr::memchr2(b'\n', b'\r', part);
        let length = end.map_or(part.len(), |at| at + 1);
        line.extend_from_slice(&part[..length]);
        let is_all = buffer.is_empty();
        input.consume(length);
        if end.is_some() {
            if line.ends_with(b"\r") && input.fill_buf()?.starts_with(b"\n") {
                input.consume(1);
            }
            return Ok((line, false));
        }
        if is_all || length == 0 {
            return Ok((line, !is_all));
        }
    }
}

/// The next line, of at most `limit` bytes, with the byte at its end if it has one; `None` at the end. A longer line is
/// not read to its end, which it may not have.
///
/// # Errors
///
/// The input cannot be read, or the line is longer.
#[cfg(feature = "report")]
pub(crate) fn read_line(
    input: &mut dyn BufRead,
    end: u8,
    limit: usize,
) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    input.take(limit as u64 + 1).read_until(end, &mut line)?;
    if line.len() > limit && line.last() != Some(&end) {
        let what = "a line";
        return Err(io::Error::other(TooLarge { what, limit }));
    }
    Ok((!line.is_empty()).then_some(line))
}

/// Skips the rest of a line, of at most `limit` bytes.
///
/// # Errors
///
/// The input cannot be read, or the line is longer.
#[cfg(feature = "convert")]
pub(crate) fn skip_line(input: &mut dyn BufRead, limit: usize) -> io::Result<()> {
    let skipped = input.take(limit as u64 + 1).skip_until(b'\n')?;
    if skipped > limit {
        let what = "a line";
        return Err(io::Error::other(TooLarge { what, limit }));
    }
    Ok(())
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_refused() {
        let mut input: &[u8] = b"abc\nabcd";
        let line = read_line(&mut input, b'\n', 3).unwrap();
        assert_eq!(line.as_deref(), Some(&b"abc\n"[..]));
        assert!(read_line(&mut input, b'\n', 3).is_err());
        assert!(read_line(&mut &b""[..], 0, 3).unwrap().is_none());
        let mut input: &[u8] = b"abc\nabcd\ne";
        assert!(skip_line(&mut input, 4).is_ok());
        assert!(skip_line(&mut input, 4).is_err());
        assert!(skip_line(&mut io::BufReader::new(io::repeat(0)), 1000).is_err());
    }

    #[test]
    fn endless_files_are_refused() {
        assert_eq!(read_all(&b"abc"[..], 3).unwrap(), b"abc");
        let error = read_all(io::repeat(0), 2).unwrap_err();
        assert_eq!(error.to_string(), "the file is longer than 2 bytes");
    }
}
