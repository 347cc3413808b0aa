//! Places in a text: bytes → lines and columns.

use std::cell::{Cell, OnceCell};

use super::chunk::{Chunk, Origin};

/// A text and the beginnings of its lines; the text may be part of a larger one.
///
/// LF, CR, LFCR and CRLF are one line break each. Lines and columns count from
/// 1, columns in characters.
#[derive(Debug)]
pub struct LineIndex<'t> {
    text: &'t str,
    origin: Origin,
    /// The first byte of each line; looked for when the first place is asked for.
    lines: OnceCell<Vec<usize>>,
    /// The last place asked for and its column, to go on from: lines can be very long.
    last: Cell<(usize, usize)>,
}

impl<'t> LineIndex<'t> {
    /// Finds the lines of a text.
    pub fn new(text: &'t str) -> LineIndex<'t> {
        LineIndex::at(text, Origin::default())
    }

    /// Finds the lines of a chunk. Offsets are relative to the chunk, lines and columns to the whole
    /// text.
    pub fn of(chunk: &'t Chunk) -> LineIndex<'t> {
        LineIndex::at(&chunk.decoded.text, chunk.origin)
    }

    fn at(text: &'t str, origin: Origin) -> LineIndex<'t> {
        LineIndex {
            text,
            origin,
            lines: OnceCell::new(),
            last: Cell::new((0, 1)),
        }
    }

    fn lines(&self) -> &[usize] {
        self.lines.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let mut lines = vec![0];
            let mut at = 0;
            while let Some(found) = memchr::memchr2(b'\n', b'\r', &bytes[at..]) {
                let mark = bytes[at + found];
                at += found + 1;
                if bytes
                    .get(at)
                    .is_some_and(|&next| next != mark && matches!(next, b'\n' | b'\r'))
                {
                    at += 1;
                }
                lines.push(at);
            }
            lines
        })
    }

    /// The text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The place of a byte in the whole text.
    pub fn offset(&self, byte: usize) -> usize {
        self.origin.byte + byte
    }

    /// Whether the beginning of a line belongs to the text before this one.
    pub fn is_cut(&self, line: usize) -> bool {
        line == self.origin.line && self.origin.column > 1
    }

    /// The line and the column of a byte.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let byte = self.text.floor_char_boundary(byte);
        let line = self.lines().partition_point(|&start| start <= byte);
        let start = self.lines()[line - 1];
        let (last, last_column) = self.last.get();
        // Lines can be very long: count from the nearer end, forwards or backwards.
        let characters = |from: usize, to: usize| self.text[from..to].chars().count();
        let end = self.lines().get(line).copied().unwrap_or(usize::MAX);
        let column = if (start..=byte).contains(&last) {
            last_column + characters(last, byte)
        } else if (byte..end).contains(&last) && last - byte < byte - start {
            last_column - characters(byte, last)
        } else {
            1 + characters(start, byte)
        };
        self.last.set((byte, column));
        let before = if line == 1 { self.origin.column - 1 } else { 0 };
        (self.origin.line - 1 + line, before + column)
    }

    /// The bytes of a line, without its line break.
    pub fn line(&self, line: usize) -> std::ops::Range<usize> {
        let line = line + 1 - self.origin.line;
        let start = self.lines()[line - 1];
        let end = self.lines().get(line).copied().unwrap_or(self.text.len());
        let text = self.text[start..end].trim_end_matches(['\n', '\r']);
        start..start + text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_break_is_one() {
        let places = LineIndex::new("a\nb\rc\r\nd\n\re\n\nf");
        let lines: Vec<&str> = (1..=7)
            .map(|line| &places.text()[places.line(line)])
            .collect();
        assert_eq!(lines, ["a", "b", "c", "d", "e", "", "f"]);
        assert_eq!(places.lines().len(), 7);
    }

    #[test]
    fn columns_count_characters_whatever_the_order_asked() {
        let places = LineIndex::new("éé\nxéy");
        for (byte, expected) in [
            (8, (2, 3)),
            (6, (2, 2)),
            (2, (1, 2)),
            (4, (1, 3)),
            (5, (2, 1)),
        ] {
            assert_eq!(places.line_column(byte), expected, "{byte}");
        }
        // The end of the text is a place too.
        assert_eq!(places.line_column(9), (2, 4));
    }
}
