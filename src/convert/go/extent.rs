//! How large a record of Go may be, and how large a written one is: one that is not read back is no faithful copy.

use std::io::{self, Write};

use crate::{convert::error::ImportError, record::Limits};

/// The most nodes with several children between the root and any node: the position after each is kept.
pub(super) const MAX_BRANCHINGS: usize = 200;

/// The limits of a Go record: none has more, and a record and its translation must fit into the memory together.
pub(super) fn go_limits(limits: Limits) -> Limits {
    Limits {
        max_record: limits.max_record.min(16 * 1024 * 1024),
        max_nodes: limits.max_nodes.min(100_000),
        max_values: limits.max_values.min(500_000),
        ..limits
    }
}

/// An output that measures the one record that is written to it.
pub(super) struct Measured<W> {
    out: W,
    bytes: usize,
    nodes: usize,
    values: usize,
    /// How many parentheses are open, and the most that have been.
    open: usize,
    deepest: usize,
    state: State,
}

/// Where in the record the next byte is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Between,
    Value,
    /// In a value, behind a backslash.
    Escaped,
}

impl<W: Write> Measured<W> {
    pub(super) fn new(out: W) -> Measured<W> {
        Measured {
            out,
            bytes: 0,
            nodes: 0,
            values: 0,
            open: 0,
            deepest: 0,
            state: State::Between,
        }
    }

    /// Why the reader of records of Go refuses the record, if it is too large for it.
    pub(super) fn refusal(&self) -> Option<ImportError> {
        let limits = go_limits(Limits::default());
        if self.nodes > limits.max_nodes as usize {
            Some(ImportError::ManyGoNodes(limits.max_nodes))
        } else if self.values > limits.max_values as usize {
            Some(ImportError::ManyGoValues(limits.max_values))
        } else if self.bytes > limits.max_record {
            Some(ImportError::LargeGoRecord(limits.max_record))
        } else {
            // The first parenthesis is that of the record.
            (self.deepest > 1 + MAX_BRANCHINGS).then_some(ImportError::DeepVariations)
        }
    }

    fn measure(&mut self, written: &[u8]) {
        self.bytes += written.len();
        for &byte in written {
            self.state = match (self.state, byte) {
                (State::Between, b'[') => {
                    self.values += 1;
                    State::Value
                }
                (State::Value, b'\\') => State::Escaped,
                (State::Value, b']') => State::Between,
                (State::Value | State::Escaped, _) => State::Value,
                (State::Between, _) => {
                    match byte {
                        b';' => self.nodes += 1,
                        b'(' => self.open += 1,
                        b')' => self.open -= 1,
                        _ => {}
                    }
                    self.deepest = self.deepest.max(self.open);
                    State::Between
                }
            };
        }
    }
}

impl<W: Write> Write for Measured<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.measure(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
