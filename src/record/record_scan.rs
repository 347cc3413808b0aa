//! Skips records that are in order, without parsing them.

use memchr::memmem;

use super::fast_lexer::{ByteScanner, Mark};

/// The search for the end of a record, which can be continued when there is more text. Offsets
/// are bytes of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordScan {
    /// The first byte of the record.
    pub(super) start: usize,
    scanner: ByteScanner,
    /// Parentheses that are open.
    depth: usize,
    nodes: u32,
    /// Whether there has been a parenthesis after the first.
    has_branched: bool,
    /// The bracket of the value that is open.
    value: usize,
}

/// How far a scan has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScanResult {
    /// At the end of the record, before which nothing is wrong with its parentheses.
    End,
    /// At something that suggests that the record was not closed before the next one.
    Doubt,
    /// At the end of the text.
    NeedsText,
}

impl RecordScan {
    /// A scan that continues behind the first parenthesis of a record.
    pub(super) fn new(start: usize) -> RecordScan {
        RecordScan {
            start,
            scanner: ByteScanner::default(),
            depth: 1,
            nodes: 0,
            has_branched: false,
            value: 0,
        }
    }

    /// Adjusts the offsets after the first bytes of the text have been removed.
    pub(super) fn shift(&mut self, removed: usize) {
        self.start = self.start.saturating_sub(removed);
        self.value = self.value.saturating_sub(removed);
    }

    /// Continues at `at`, which ends up behind the last byte scanned.
    pub(super) fn advance(&mut self, text: &[u8], at: &mut usize) -> ScanResult {
        while let Some(mark) = self.scanner.next(text, at) {
            match mark {
                Mark::NodeStart => self.nodes = self.nodes.saturating_add(1),
                Mark::PlainMove => {
                    let more = self.scanner.skip_plain_moves(text, at);
                    self.nodes = self.nodes.saturating_add(1).saturating_add(more);
                }
                Mark::Open => {
                    self.depth += 1;
                    self.has_branched = true;
                }
                Mark::Close => {
                    self.depth -= 1;
                    self.has_branched = true;
                    if self.depth == 0 {
                        return ScanResult::End;
                    }
                }
                Mark::ValueStart { .. } => {
                    let is_of_root = matches!(self.scanner.name(), b"GM" | b"FF");
                    if is_of_root && (self.nodes > 1 || self.has_branched) {
                        return ScanResult::Doubt;
                    }
                    self.value = *at - 1;
                }
                Mark::ValueEnd => {
                    let is_move = matches!(self.scanner.name(), b"B" | b"W" | b"G" | b"Y");
                    if is_move && memmem::find(&text[self.value..*at], b"(;").is_some() {
                        return ScanResult::Doubt;
                    }
                }
            }
        }
        ScanResult::NeedsText
    }
}
