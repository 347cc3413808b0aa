//! What the formats of comparisons have in common: the trait they implement and their options.

use std::io::{self, Write};

use super::{change::Changed, comparison::Comparison};
use crate::report::{LineIndex, RecordReport};

/// The options of a comparison report.
#[derive(Clone, Copy, Debug)]
pub struct CompareOptions {
    /// Whether text is colored.
    pub color: bool,
    /// The columns of the output, if it is a terminal.
    pub width: Option<usize>,
    /// Whether the counts are left out of text.
    pub quiet: bool,
    /// The number of records shown in full for each kind of change and rule.
    pub details: usize,
}

/// Writes a comparison report while the records come in.
pub trait CompareReport {
    /// Adds an affected record; `line_index` is that of its source.
    ///
    /// # Errors
    ///
    /// Those of the output, or of a temporary file.
    fn changed(
        &mut self,
        changed: &Changed,
        line_index: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Adds a source that cannot be read.
    ///
    /// # Errors
    ///
    /// Those of the output, or of a temporary file.
    fn unreadable(&mut self, report: &RecordReport, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what was buffered.
    ///
    /// # Errors
    ///
    /// Those of the output, or of a temporary file.
    fn end(&mut self, comparison: &Comparison, out: &mut dyn Write) -> io::Result<()>;
}
