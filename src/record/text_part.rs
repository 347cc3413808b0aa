//! The part of a file whose records are read, when several machines share the file.

use std::ops::Range;

/// The position of a record in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordPosition {
    /// The number of the record, from 1.
    pub index: usize,
    /// The offset of its first byte in the whole text, as UTF-8.
    pub byte: usize,
}

/// The part of a file whose records are read.
pub(super) struct TextPart {
    /// Where the records begin, in bytes of the whole text.
    pub(super) range: Range<usize>,
    /// Whether the records that are scanned are in the part.
    pub(super) is_inside: bool,
    /// The first record of the part, or after it.
    pub(super) begins: Option<RecordPosition>,
    /// The first record after the part.
    pub(super) ends: Option<RecordPosition>,
}

impl Default for TextPart {
    /// The whole file.
    fn default() -> TextPart {
        TextPart::new(0..usize::MAX)
    }
}

impl TextPart {
    pub(super) fn new(range: Range<usize>) -> TextPart {
        TextPart {
            is_inside: range.contains(&0),
            range,
            begins: None,
            ends: None,
        }
    }

    /// Notes that a record begins.
    pub(super) fn reach(&mut self, record: RecordPosition) {
        if record.byte >= self.range.start {
            self.begins.get_or_insert(record);
        }
        if record.byte >= self.range.end {
            self.ends.get_or_insert(record);
        }
    }

    /// Notes that the text ends.
    pub(super) fn reach_end(&mut self, end: RecordPosition) {
        self.begins.get_or_insert(end);
        self.ends.get_or_insert(end);
    }
}
