//! Truncated records: dropping what is unfinished and closing the rest. This is never certain.

use std::iter;

use crate::record::{Fault, FaultKind, Record, SourceText, read};

/// A truncated record that was closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedRecord {
    /// The text of the whole record.
    pub text: String,
    /// What was dropped of it: the unfinished value with its name. May be empty.
    pub dropped: String,
}

/// Closes a record whose text ends before its last parenthesis, and drops a value that is unfinished. `None` if the record
/// is not malformed, or malformed in any other way.
///
/// What followed is lost, and whether the file was cut here or only a bracket is missing cannot be known: the result is a proposal.
///
/// ```
/// let text = "(;GM[ugo]SZ[5](;B[c3];W[d4]C[good mo";
/// let record = kifu::record::read(text).next().unwrap();
/// let closed = kifu::repair::close_truncated(&record).unwrap();
/// assert_eq!(closed.text, "(;GM[ugo]SZ[5](;B[c3];W[d4]))");
/// assert_eq!(closed.dropped, "C[good mo");
/// ```
pub fn close_truncated(record: &Record) -> Option<ClosedRecord> {
    Closing::of(record)?.verified()
}

/// How a truncated record would be closed. It holds no node of the record, so that only one of two large records is in
/// memory.
pub(crate) struct Closing<'t> {
    source: SourceText<'t>,
    text: &'t str,
    /// How much of the text is kept, in bytes.
    kept: usize,
}

impl<'t> Closing<'t> {
    /// `None` if the record is not malformed, or malformed in any other way.
    pub(crate) fn of(record: &Record<'t>) -> Option<Closing<'t>> {
        let text = record.text();
        let mut cut = text.len();
        let mut is_truncated = false;
        for fault in record.faults() {
            let start = fault.span.start.checked_sub(record.offset());
            match fault.kind {
                FaultKind::Unclosed => is_truncated = true,
                FaultKind::UnclosedValue => {
                    is_truncated = true;
                    cut = cut.min(start?);
                }
                // Only at the end: a name whose value is missing because the text ends.
                FaultKind::NameWithoutValue if is_last(record, fault) => cut = cut.min(start?),
                FaultKind::TextOutside => {}
                _ => return None,
            }
        }
        let kept = without_empty_node(text.get(..cut)?.trim_end()).len();
        is_truncated.then_some(Closing {
            source: record.source(),
            text,
            kept,
        })
    }

    /// The closed record; `None` if it would be no whole record.
    pub(crate) fn verified(self) -> Option<ClosedRecord> {
        let (kept, dropped) = self.text.split_at(self.kept);
        let behind = &self.text[self.text.trim_end().len()..];
        let parentheses = open_parentheses(kept);
        let mut closed = String::with_capacity(kept.len() + parentheses + behind.len());
        closed.push_str(kept);
        closed.extend(iter::repeat_n(')', parentheses));
        let is_whole = {
            let mut records = read(self.source.with_text(&closed));
            let first = records.next()?;
            !first.is_malformed() && first.text() == closed && records.next().is_none()
        };
        closed.push_str(behind);
        is_whole.then(|| ClosedRecord {
            text: closed,
            dropped: dropped.trim().to_owned(),
        })
    }
}

/// Whether nothing follows a fault in its record.
fn is_last(record: &Record, fault: &Fault) -> bool {
    let after = fault.span.end.checked_sub(record.offset());
    let rest = after.and_then(|after| record.text().get(after..));
    rest.is_some_and(|rest| rest.trim().is_empty())
}

/// A text without a node at its end that has no property, and without a variation that has no node or then has none.
fn without_empty_node(text: &str) -> &str {
    let before = text.strip_suffix(';').unwrap_or(text).trim_end();
    match before.strip_suffix('(').map(str::trim_end) {
        // The record itself.
        Some("") => text,
        Some(before) => before,
        None => before,
    }
}

/// The number of parentheses outside values that are not closed.
fn open_parentheses(text: &str) -> usize {
    let mut open = 0_usize;
    let mut characters = text.bytes();
    let mut is_value = false;
    while let Some(byte) = characters.next() {
        match byte {
            b'\\' if is_value => {
                characters.next();
            }
            b']' => is_value = false,
            _ if is_value => {}
            b'[' => is_value = true,
            b'(' => open += 1,
            b')' => open = open.saturating_sub(1),
            _ => {}
        }
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(text: &str) -> Option<(String, String)> {
        let record = read(text).next().unwrap();
        close_truncated(&record).map(|closed| (closed.text, closed.dropped))
    }

    #[test]
    fn the_unfinished_part_is_dropped() {
        for (text, expected, dropped) in [
            ("(;GM[ugo]SZ[5];B[c3];W[d", "(;GM[ugo]SZ[5];B[c3])", ";W[d"),
            ("(;GM[ugo]SZ[5];B[c3]\n;", "(;GM[ugo]SZ[5];B[c3])", ";"),
            ("(;GM[ugo]SZ[5];B[c3]\n(", "(;GM[ugo]SZ[5];B[c3])", "("),
            (
                "(;GM[ugo]SZ[5];B[c3]\n(;W[d4])\n(\n",
                "(;GM[ugo]SZ[5];B[c3]\n(;W[d4]))\n",
                "(",
            ),
            ("(;GM[ugo]SZ[5];B[c3]\n", "(;GM[ugo]SZ[5];B[c3])\n", ""),
            ("(;GM[ugo]SZ[5];B[c3];W", "(;GM[ugo]SZ[5];B[c3])", ";W"),
            ("(;GM[ugo]SZ[5]AB[a1][b", "(;GM[ugo]SZ[5]AB[a1])", "[b"),
            (
                "(;GM[ugo]SZ[5](;B[c3]C[\\](](;W[d3])(;W[e",
                "(;GM[ugo]SZ[5](;B[c3]C[\\](](;W[d3])))",
                "(;W[e",
            ),
            (
                "(;GM[ugo]C[never \\]closed)\n;B",
                "(;GM[ugo])",
                "C[never \\]closed)\n;B",
            ),
        ] {
            let (text, lost) = closed(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((text.as_str(), lost.as_str()), (expected, dropped));
        }
    }

    #[test]
    fn other_damage_is_left() {
        for text in [
            "(;GM[ugo];B[c3])",
            "(;GM[ugo]x;B[c3]",
            "(;GM[ugo]B;B[c3]",
            "(;GM[ugo];B[c3]()",
            "(;GM[ugo];B[c3]]",
        ] {
            assert_eq!(closed(text), None, "{text}");
        }
    }
}
