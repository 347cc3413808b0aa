//! What the formats of comparisons have in common: the trait they implement and their options.

use std::io::{self, Write};

use super::{change::Changed, comparison::Comparison};
use crate::report::{LineIndex, RecordReport};

/// What can be chosen for the report on a comparison.
#[derive(Clone, Copy, Debug)]
pub struct CompareOptions {
    /// Whether text is colored.
    pub color: bool,
    /// Whether the counts are left out of text.
    pub quiet: bool,
    /// So many records are shown in full for each kind of change and each rule.
    pub details: usize,
}

/// The report on a comparison, in the making.
pub trait CompareReport {
    /// Takes in a record that changes; `places` are those of its source.
    ///
    /// # Errors
    ///
    /// That of the writer, or of a temporary file.
    fn changed(
        &mut self,
        changed: &Changed,
        places: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Takes in a source that cannot be read.
    ///
    /// # Errors
    ///
    /// That of the writer, or of a temporary file.
    fn unreadable(&mut self, judged: &RecordReport, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what has been held back.
    ///
    /// # Errors
    ///
    /// That of the writer, or of a temporary file.
    fn end(&mut self, comparison: &Comparison, out: &mut dyn Write) -> io::Result<()>;
}
