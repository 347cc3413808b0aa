//! The text that a chunk reader has read and that is not yet part of a chunk.

use crate::record::{
    chunk::{Chunk, Origin},
    decoded::Decoded,
    limits::Limits,
    reader::TextDropped,
    text::line_break_length,
    token::is_blank,
};

/// The part of a node that is searched for `GM` and `FF`, in bytes.
pub(super) const FIRST_NODE: usize = 64 * 1024;

/// How much text is put back at a time, in bytes.
const BLOCK: usize = 4 * 1024;

/// Text with whole records at its beginning. Offsets are in bytes from there.
pub(super) struct PendingText {
    limits: Limits,
    pub(super) decoded: Decoded,
    /// The text that follows it and has been read already, the last block first.
    put_back: Vec<Decoded>,
    pub(super) origin: Origin,
    /// Records before those in the text.
    pub(super) passed: usize,
    /// Whole records in the text.
    pub(super) records: usize,
    /// Where the last of them ends.
    pub(super) end: usize,
    /// How much of the text behind it shows where it and those before it end, if they are not closed, in bytes.
    tail: usize,
    /// The text before this offset has been scanned.
    pub(super) at: usize,
    /// Whether text before the first record has been dropped.
    pub(super) lacks_text: bool,
}

impl PendingText {
    pub(super) fn new(limits: Limits) -> PendingText {
        PendingText {
            limits,
            decoded: Decoded::default(),
            put_back: Vec::new(),
            origin: Origin::default(),
            passed: 0,
            records: 0,
            end: 0,
            tail: 0,
            at: 0,
            lacks_text: false,
        }
    }

    /// Notes where a record ends, and the end of the text that this depends on. What the records before it depend on can
    /// lie behind that.
    pub(super) fn end_record(&mut self, end: usize, read: usize) {
        self.tail = read.max(self.end + self.tail).saturating_sub(end);
        self.end = end;
    }

    /// Notes that the last record ends with the text.
    pub(super) fn end_with_text(&mut self) {
        self.end = self.decoded.text.len();
        self.tail = 0;
    }

    /// Takes the complete records.
    pub(super) fn take_records(&mut self) -> Chunk {
        let tail = std::mem::take(&mut self.tail);
        let chunk = self.take_records_to(self.end + tail, self.end);
        Chunk { tail, ..chunk }
    }

    /// Takes the complete records with the text up to an offset, and removes the text up to another.
    pub(super) fn take_records_to(&mut self, end: usize, removed: usize) -> Chunk {
        self.tail = 0;
        let chunk = self.chunk(self.records);
        let decoded = self.split(end, removed);
        self.passed += std::mem::take(&mut self.records);
        Chunk { decoded, ..chunk }
    }

    /// Takes the beginning of a record that is too large, given where it starts and where the next one could begin, if that
    /// is known. Returns also the number of bytes removed from the text: what has been scanned, except for what is needed
    /// twice.
    pub(super) fn take_beginning(&mut self, start: usize, next: Option<usize>) -> (Chunk, usize) {
        let gone = self.forgettable();
        // What remains is still a record: it ends behind the `;` at the earliest.
        let behind = self.decoded.text.get(start + 1..).unwrap_or_default();
        let opening = 2 + behind.len() - behind.trim_start_matches(is_blank).len();
        let limit = start + self.limits.max_record.max(opening);
        let limit = self.decoded.text.floor_char_boundary(limit);
        let chunk = self.chunk(1);
        let mut decoded = self.split(next.unwrap_or(limit), gone);
        decoded.text.shrink_to_fit();
        self.passed += 1;
        let chunk = Chunk {
            decoded,
            is_cut: true,
            ..chunk
        };
        (chunk, gone)
    }

    /// Puts the text back, except for its beginning. To remove a record from the beginning of a long text would move
    /// all of that.
    pub(super) fn put_back(&mut self) {
        while self.decoded.text.len() > 2 * BLOCK {
            let length = self.decoded.text.len();
            let at = self.decoded.text.floor_char_boundary(length - BLOCK);
            self.put_back.push(self.decoded.split_off(at));
        }
        self.decoded.text.shrink_to_fit();
    }

    pub(super) fn has_put_back(&self) -> bool {
        !self.put_back.is_empty()
    }

    /// Adds text that has been put back; returns whether there is any.
    pub(super) fn take_back(&mut self) -> bool {
        let block = self.put_back.pop();
        if let Some(block) = &block {
            self.decoded.append(block);
        }
        block.is_some()
    }

    /// The length of the scanned text, except for what could be the first node of another record.
    fn forgettable(&self) -> usize {
        split_point(&self.decoded.text, self.at.saturating_sub(FIRST_NODE))
    }

    /// Drops that text. Returns the number of bytes removed.
    pub(super) fn forget(&mut self) -> usize {
        let gone = self.forgettable();
        self.drop_first(gone);
        gone
    }

    /// Removes the text up to an offset.
    pub(super) fn drop_first(&mut self, length: usize) {
        self.origin.advance(&self.decoded.text[..length]);
        self.decoded.drop_first(length);
        self.shift(length);
    }

    /// Removes the text up to an offset, and returns the text up to another.
    fn split(&mut self, end: usize, removed: usize) -> Decoded {
        self.origin.advance(&self.decoded.text[..removed]);
        self.shift(removed);
        self.decoded.split(end, removed)
    }

    /// Adjusts the offsets after a text has been removed from the beginning.
    fn shift(&mut self, removed: usize) {
        self.end = self.end.saturating_sub(removed);
        self.at = self.at.saturating_sub(removed);
    }

    /// A chunk that begins where the text begins, still without its text.
    fn chunk(&mut self, count: usize) -> Chunk {
        Chunk {
            decoded: Decoded::default(),
            origin: self.origin,
            first: self.passed + 1,
            count,
            limits: self.limits,
            is_cut: false,
            dropped: TextDropped {
                before: std::mem::take(&mut self.lacks_text),
                behind: false,
            },
            tail: 0,
        }
    }
}

/// The last offset up to another where a text can be split: not within a character and, unless there is
/// no other, not within a line break.
pub(super) fn split_point(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    let before = text[..at].trim_end_matches(['\n', '\r']).len();
    if before > 0 {
        return before;
    }
    // There are only line breaks before it.
    let mut end = 0;
    loop {
        let next = end + line_break_length(&text[end..]);
        if next > at {
            return if end == 0 { at } else { end };
        }
        end = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_split_between_lines() {
        for (text, at, expected) in [
            ("abc", 2, 2),
            ("a\r\nb", 2, 1),
            ("a\r\nb", 4, 4),
            ("\n\n\n", 2, 2),
            ("\r\n\r\n\r\n", 3, 2),
            ("\r\n\r\n\r\n", 4, 4),
            ("\n\r\n\r", 3, 2),
            ("\n\n\r\n", 2, 1),
            ("\n\n\r\n", 3, 3),
            ("\r\n", 1, 1),
            ("éa", 1, 0),
            ("", 0, 0),
        ] {
            assert_eq!(split_point(text, at), expected, "{text:?} at {at}");
        }
    }
}
