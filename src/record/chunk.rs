//! A part of a file's text that holds whole records, and its position in the file.

use super::{
    decoded::Decoded,
    limits::Limits,
    model::Record,
    reader::{TextDropped, read_part},
};

/// The position of a text in the whole text that it is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The offset of its first byte in the whole text, as UTF-8.
    pub byte: usize,
    /// The number of its first line, from 1.
    pub line: usize,
    /// The column of its first character, from 1, in characters.
    pub column: usize,
}

impl Default for Origin {
    fn default() -> Origin {
        Origin {
            byte: 0,
            line: 1,
            column: 1,
        }
    }
}

impl Origin {
    /// Advances over a text.
    pub(super) fn advance(&mut self, text: &str) {
        let mut rest = text;
        while let Some(found) = memchr::memchr2(b'\n', b'\r', rest.as_bytes()) {
            let (line_break, next) = (rest.as_bytes()[found], rest.as_bytes().get(found + 1));
            let is_pair =
                next.is_some_and(|&next| next != line_break && matches!(next, b'\n' | b'\r'));
            rest = &rest[found + 1 + usize::from(is_pair)..];
            self.line += 1;
            self.column = 1;
        }
        self.column += rest.chars().count();
        self.byte += text.len();
    }
}

/// A part of a file's text that holds whole records.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// The text and how it was made from bytes.
    pub decoded: Decoded,
    /// The position of its first character in the whole text.
    pub origin: Origin,
    /// The number of its first record, from 1.
    pub first: usize,
    /// The number of records in it.
    pub count: usize,
    pub(super) limits: Limits,
    pub(super) is_cut: bool,
    /// What is missing of the text outside of its records.
    pub(super) dropped: TextDropped,
    /// How many bytes at the end of the text belong to the next chunk. Where records are not closed, they show where
    /// these end.
    pub(super) tail: usize,
}

impl Chunk {
    /// Its records, each with its number in the file. Their offsets are relative to the chunk's text.
    pub fn records(&self) -> impl Iterator<Item = (usize, Record<'_>)> {
        let records = read_part(&self.decoded, self.limits, self.is_cut, self.dropped);
        (self.first..).zip(records.take(self.count))
    }

    /// The part of the text that no other chunk of the file has.
    pub fn text(&self) -> &str {
        &self.decoded.text[..self.decoded.text.len() - self.tail]
    }

    /// Whether the whole text goes on behind it with so much text that is not blank, and belongs to no record, that it is not
    /// kept.
    pub fn lacks_text_behind(&self) -> bool {
        self.dropped.behind
    }

    /// The limits of the records in it.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Divides it into chunks of one record each, given where each record ends. The text before a record belongs to it,
    /// and that after the last one to that.
    #[must_use]
    pub fn divided(self, ends: &[usize]) -> Vec<Chunk> {
        let [before @ .., _] = ends else {
            return vec![self];
        };
        let mut parts = Vec::with_capacity(ends.len());
        let mut origin = self.origin;
        let mut start = 0;
        let mut dropped = TextDropped {
            behind: false,
            ..self.dropped
        };
        for (first, &end) in (self.first..).zip(before) {
            parts.push(Chunk {
                decoded: self.decoded.part(start..end),
                origin,
                first,
                count: 1,
                limits: self.limits,
                is_cut: false,
                dropped: std::mem::take(&mut dropped),
                tail: 0,
            });
            origin.advance(&self.decoded.text[start..end]);
            start = end;
        }
        let mut last = self;
        last.decoded.drop_first(start);
        last.origin = origin;
        last.first += before.len();
        last.count = 1;
        last.dropped.before = false;
        parts.push(last);
        parts
    }

    /// A part of it that holds one record; `None` if the offsets are not character boundaries.
    pub fn part(&self, start: usize, end: usize) -> Option<Chunk> {
        self.decoded.text.get(start..end)?;
        Some(Chunk {
            decoded: self.decoded.part(start..end),
            origin: self.origin,
            count: 1,
            tail: 0,
            ..*self
        })
    }
}
