//! Texts of records for a collection, held until it is their turn.

use std::{borrow::Cow, ops::Range};

use crate::{
    record::{FaultKind, Record},
    report::LineIndex,
    study::collected,
};

/// The text of a record for a collection. It is held only if it is not the text of the source, which is large.
pub(super) enum CollectedText {
    /// Where it stands in the text of its chunk.
    Unchanged(Range<usize>),
    Changed(String),
}

impl CollectedText {
    pub(super) fn of(record: &Record) -> CollectedText {
        match collected(record) {
            Cow::Borrowed(text) => {
                CollectedText::Unchanged(record.offset()..record.offset() + text.len())
            }
            Cow::Owned(text) => CollectedText::Changed(text),
        }
    }

    /// The text, given the lines of its chunk.
    pub(super) fn within<'t>(&'t self, lines: &LineIndex<'t>) -> &'t str {
        match self {
            CollectedText::Unchanged(range) => &lines.text()[range.clone()],
            CollectedText::Changed(text) => text,
        }
    }
}

/// Whether there is text before or behind a record, which a collection has not.
pub(super) fn has_text_outside(record: &Record) -> bool {
    let mut faults = record.faults().iter();
    faults.any(|fault| fault.kind == FaultKind::TextOutside)
}
