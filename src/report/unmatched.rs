//! Lines of a snapshot or of a run without a counterpart on the other side so far.

use std::{
    collections::{
        HashMap, VecDeque,
        hash_map::Entry::{Occupied, Vacant},
    },
    io::{self, BufReader, Read, Seek, SeekFrom, Write},
};

use tempfile::SpooledTempFile;

use crate::temporary_file::TemporaryFile;

/// Lines are in memory up to this size, in bytes, and in a temporary file from there on.
const IN_MEMORY: usize = 16 * 1024 * 1024;

/// Lines by the names of their records. Only a hash of 128 bits of each name is in memory: no collision of blake3 is
/// known.
pub(super) struct UnmatchedLines {
    spans: HashMap<[u8; 16], Spans>,
    text: TemporaryFile<SpooledTempFile>,
    /// The length of the text, in bytes.
    end: u64,
}

/// Where a line is in the text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Span {
    start: u64,
    length: u32,
}

/// The lines of a name, which can be there several times, if a path is given twice.
enum Spans {
    One(Span),
    Several(VecDeque<Span>),
}

impl Default for UnmatchedLines {
    fn default() -> UnmatchedLines {
        UnmatchedLines {
            spans: HashMap::new(),
            text: TemporaryFile(SpooledTempFile::new(IN_MEMORY)),
            end: 0,
        }
    }
}

impl UnmatchedLines {
    /// Adds a line of a name behind those that it has.
    ///
    /// # Errors
    ///
    /// If it cannot be stored.
    pub(super) fn insert(&mut self, name: &str, line: &str) -> io::Result<()> {
        let length = u32::try_from(line.len()).map_err(io::Error::other)?;
        let span = Span {
            start: self.end,
            length,
        };
        self.text.seek(SeekFrom::Start(self.end))?;
        self.text.write_all(line.as_bytes())?;
        self.end += u64::from(length);
        match self.spans.entry(key(name)) {
            Vacant(entry) => {
                entry.insert(Spans::One(span));
            }
            Occupied(mut entry) => match entry.get_mut() {
                Spans::Several(spans) => spans.push_back(span),
                Spans::One(first) => {
                    let spans = VecDeque::from([*first, span]);
                    entry.insert(Spans::Several(spans));
                }
            },
        }
        Ok(())
    }

    /// Removes the first line of a name.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(super) fn remove(&mut self, name: &str) -> io::Result<Option<String>> {
        let Occupied(mut entry) = self.spans.entry(key(name)) else {
            return Ok(None);
        };
        let (span, is_last) = match entry.get_mut() {
            Spans::One(span) => (Some(*span), true),
            Spans::Several(spans) => (spans.pop_front(), spans.is_empty()),
        };
        if is_last {
            entry.remove();
        }
        let Some(span) = span else { return Ok(None) };
        self.text.seek(SeekFrom::Start(span.start))?;
        let line = read_line(&mut self.text, span)?;
        if self.spans.is_empty() {
            self.end = 0;
        }
        Ok(Some(line))
    }

    /// The lines, in the order in which they were added.
    pub(super) fn into_ordered(self) -> OrderedLines {
        let mut spans = Vec::new();
        for of_name in self.spans.into_values() {
            match of_name {
                Spans::One(span) => spans.push(span),
                Spans::Several(several) => spans.extend(several),
            }
        }
        spans.sort_unstable();
        OrderedLines {
            spans,
            text: self.text,
        }
    }
}

/// The lines without a counterpart at the end.
pub(super) struct OrderedLines {
    spans: Vec<Span>,
    text: TemporaryFile<SpooledTempFile>,
}

impl OrderedLines {
    /// Their number.
    pub(super) fn count(&self) -> u64 {
        self.spans.len() as u64
    }

    /// Writes each line behind a sign.
    ///
    /// # Errors
    ///
    /// If a line cannot be read or written.
    pub(super) fn write(mut self, sign: char, out: &mut dyn Write) -> io::Result<()> {
        self.text.rewind()?;
        let mut text = BufReader::new(self.text);
        let mut at = 0;
        for span in self.spans {
            text.seek_relative((span.start - at).cast_signed())?;
            writeln!(out, "{sign}{}", read_line(&mut text, span)?)?;
            at = span.start + u64::from(span.length);
        }
        Ok(())
    }
}

fn key(name: &str) -> [u8; 16] {
    let mut key = [0; 16];
    let mut hash = blake3::Hasher::new();
    hash.update(name.as_bytes()).finalize_xof().fill(&mut key);
    key
}

/// Reads the line of a span, which begins at the current position.
fn read_line(text: &mut dyn Read, span: Span) -> io::Result<String> {
    let mut line = vec![0; span.length as usize];
    text.read_exact(&mut line)?;
    String::from_utf8(line).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(lines: UnmatchedLines) -> (u64, String) {
        let lines = lines.into_ordered();
        let count = lines.count();
        let mut out = Vec::new();
        lines.write('+', &mut out).unwrap();
        (count, String::from_utf8(out).unwrap())
    }

    #[test]
    fn the_first_line_of_a_name_is_removed_first() {
        let mut lines = UnmatchedLines::default();
        for (name, line) in [("a", "1"), ("b", "22"), ("a", "333"), ("c", ""), ("a", "4")] {
            lines.insert(name, line).unwrap();
        }
        assert_eq!(lines.remove("a").unwrap().as_deref(), Some("1"));
        assert_eq!(lines.remove("d").unwrap(), None);
        lines.insert("d", "é").unwrap();
        assert_eq!(lines.remove("b").unwrap().as_deref(), Some("22"));
        assert_eq!(lines.remove("b").unwrap(), None);
        assert_eq!(ordered(lines), (4, "+333\n+\n+4\n+é\n".to_owned()));
        assert_eq!(ordered(UnmatchedLines::default()), (0, String::new()));
    }

    #[test]
    fn lines_in_a_file_are_those_that_were_added() {
        let mut lines = UnmatchedLines::default();
        lines.text.0 = SpooledTempFile::new(100);
        let line = |number: usize| format!("{number}{}", "x".repeat(number % 7));
        for round in 0..3 {
            for number in 0..200 {
                lines.insert(&number.to_string(), &line(number)).unwrap();
            }
            for number in (0..200).rev().filter(|number| round < 2 || number % 3 > 0) {
                let removed = lines.remove(&number.to_string()).unwrap();
                assert_eq!(removed, Some(line(number)));
            }
            assert_eq!(lines.end == 0, round < 2);
        }
        assert!(lines.text.0.is_rolled());
        let expected: String = (0..200)
            .step_by(3)
            .map(|number| format!("+{}\n", line(number)))
            .collect();
        assert_eq!(ordered(lines), (67, expected));
    }
}
