//! Reading lines of JSON of limited length.

use std::io::{self, BufRead, Read};

use crate::bounded::skip_line;

/// The most of a line that is too long that is skipped, in bytes. A longer one may have no end.
const MAX_SKIPPED: usize = 1024 * 1024 * 1024;

/// One line of input.
pub(super) enum ReadLine {
    /// A line, with its line break if it has one.
    Line(Vec<u8>),
    /// A line longer than the limit.
    TooLong,
}

/// The lines of an input.
pub(super) struct JsonLines<'i> {
    input: &'i mut (dyn BufRead + Send),
    /// Whether the last line was too long and its rest has not been skipped.
    is_within_line: bool,
}

impl<'i> JsonLines<'i> {
    pub(super) fn new(input: &'i mut (dyn BufRead + Send)) -> JsonLines<'i> {
        JsonLines {
            input,
            is_within_line: false,
        }
    }

    /// The next line, of at most `limit` bytes; `None` at the end. Not more than that is read of a longer line, which may
    /// not end, before the next call.
    pub(super) fn next_line(&mut self, limit: usize) -> io::Result<Option<ReadLine>> {
        if std::mem::take(&mut self.is_within_line) {
            skip_line(self.input, MAX_SKIPPED)?;
        }
        let mut line = Vec::new();
        let mut input = (&mut *self.input).take(limit as u64 + 1);
        input.read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        if line.len() <= limit || line.ends_with(b"\n") {
            return Ok(Some(ReadLine::Line(line)));
        }
        self.is_within_line = true;
        Ok(Some(ReadLine::TooLong))
    }
}
