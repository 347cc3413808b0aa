//! Reading lines of JSON of limited length.

use std::io::{self, BufRead, Read};

use crate::bounded::skip_line;

/// The most of a line that is too long that is skipped, in bytes. A longer one may have no end.
const MAX_SKIPPED: usize = 1024 * 1024 * 1024;

/// One line of input.
pub(super) enum ReadLine {
    /// A line, with its line break if it has one.
    Line(Vec<u8>),
    /// A line longer than the limit; it is skipped.
    TooLong,
}

/// The next line, of at most `limit` bytes; `None` at the end.
pub(super) fn read_line(input: &mut dyn BufRead, limit: usize) -> io::Result<Option<ReadLine>> {
    let mut line = Vec::new();
    input.take(limit as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() <= limit || line.ends_with(b"\n") {
        return Ok(Some(ReadLine::Line(line)));
    }
    drop(line);
    skip_line(input, MAX_SKIPPED)?;
    Ok(Some(ReadLine::TooLong))
}
