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
    /// Some of the lines; looked for when the first place is asked for.
    marks: OnceCell<Vec<LineStart>>,
    /// The last place asked for and its column, to go on from: lines can be very long.
    last: Cell<(usize, usize)>,
}

/// The first byte of a line, and its number in the text, from 1.
#[derive(Clone, Copy, Debug)]
struct LineStart {
    start: usize,
    line: usize,
}

/// Of the lines in so many bytes only one is remembered, so that a text of line breaks needs little
/// memory. The line after one that is longer always is, and so is the longer one.
const BLOCK: usize = 1024;

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
            marks: OnceCell::new(),
            last: Cell::new((0, 1)),
        }
    }

    fn marks(&self) -> &[LineStart] {
        self.marks.get_or_init(|| {
            let mut current = LineStart { start: 0, line: 1 };
            let mut marks = vec![current];
            let mut last = current;
            while let Some(next) = self.line_after(current) {
                if next.start - last.start > BLOCK {
                    if last.line < current.line {
                        marks.push(current);
                    }
                    marks.push(next);
                    last = next;
                }
                current = next;
            }
            if last.line < current.line && self.text.len() - last.start > BLOCK {
                marks.push(current);
            }
            // No line begins here, but it need not be looked for again.
            marks.push(LineStart {
                start: usize::MAX,
                line: current.line + 1,
            });
            marks
        })
    }

    /// The line after another.
    fn line_after(&self, line: LineStart) -> Option<LineStart> {
        let rest = &self.text.as_bytes()[line.start..];
        let found = memchr::memchr2(b'\n', b'\r', rest)?;
        let is_pair = rest
            .get(found + 1)
            .is_some_and(|&next| next != rest[found] && matches!(next, b'\n' | b'\r'));
        Some(LineStart {
            start: line.start + found + 1 + usize::from(is_pair),
            line: line.line + 1,
        })
    }

    /// The last line that `precedes`, which holds for the first lines of the text and no others; and
    /// where the next one begins, the end of the text if it is the last.
    fn find(&self, precedes: impl Fn(LineStart) -> bool) -> (LineStart, usize) {
        let marks = self.marks();
        let index = marks.partition_point(|&mark| precedes(mark)).max(1);
        let mut current = marks[index - 1];
        let next_mark = marks.get(index);
        loop {
            // Between two marks there is one long line, or little text.
            let next = match next_mark {
                Some(&mark) if mark.line == current.line + 1 => Some(mark),
                _ => self.line_after(current),
            };
            match next {
                Some(next) if precedes(next) => current = next,
                next => {
                    let end = next.map_or(usize::MAX, |next| next.start);
                    return (current, end.min(self.text.len()));
                }
            }
        }
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
        let (LineStart { start, line }, end) = self.find(|line| line.start <= byte);
        let (last, last_column) = self.last.get();
        // Lines can be very long: count from the nearer end, forwards or backwards.
        let characters = |from: usize, to: usize| self.text[from..to].chars().count();
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
        let number = line + 1 - self.origin.line;
        let (LineStart { start, .. }, end) = self.find(|line| line.line <= number);
        let text = self.text[start..end].trim_end_matches(['\n', '\r']);
        start..start + text.len()
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    #[test]
    fn every_line_break_is_one() {
        let places = LineIndex::new("a\nb\rc\r\nd\n\re\n\nf");
        let lines: Vec<&str> = (1..=7)
            .map(|line| &places.text()[places.line(line)])
            .collect();
        assert_eq!(lines, ["a", "b", "c", "d", "e", "", "f"]);
    }

    proptest! {
        #[test]
        fn all_places_are_those_of_a_plain_count(
            parts in vec(prop_oneof!["[a-zé]{0,40}", "[\n\r]{1,3}", "x{600,1500}"], 0..40),
        ) {
            let text = parts.concat();
            let places = LineIndex::new(&text);
            let (mut line, mut column) = (1, 1);
            let mut characters = text.char_indices().peekable();
            while let Some((at, character)) = characters.next() {
                prop_assert_eq!(places.line_column(at), (line, column));
                prop_assert!(places.line(line).start <= at);
                column += 1;
                if matches!(character, '\n' | '\r') {
                    let is_pair = |&(_, next): &(usize, char)| next != character && matches!(next, '\n' | '\r');
                    if characters.next_if(is_pair).is_some() {
                        prop_assert_eq!(places.line_column(at + 1), (line, column));
                    }
                    prop_assert_eq!(places.line(line).end, at);
                    (line, column) = (line + 1, 1);
                }
            }
            prop_assert_eq!(places.line(line).end, text.len());
        }
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
