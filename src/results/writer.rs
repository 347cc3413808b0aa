//! What all formats of results have in common.

use std::io::{self, Write};

use super::{
    row::ResultRow, standings::Standings, summary::ResultsSummary, warning::ResultsWarning,
};

/// Writes results in one format: the records as they come in, then the standings, then the warnings.
///
/// Memory does not grow with the number of records.
pub trait ResultsWriter {
    /// Writes what precedes all records.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Writes a record.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn row(&mut self, row: &ResultRow, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the standings of all games, or of a group.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn standings(&mut self, standings: &Standings, out: &mut dyn Write) -> io::Result<()>;

    /// Writes a warning.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn warning(&mut self, warning: &ResultsWarning, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what follows all others.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn end(&mut self, summary: &ResultsSummary, out: &mut dyn Write) -> io::Result<()>;
}

/// How results are written.
#[derive(Clone, Copy, Debug)]
pub struct ResultsLayout {
    /// Whether text is colored.
    pub color: bool,
    /// The width of text in columns.
    pub width: usize,
    /// The standings after the records.
    pub standings: StandingsLayout,
    /// Whether warnings and the summary are written.
    pub with_summary: bool,
}

/// How standings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StandingsLayout {
    /// Not at all.
    #[default]
    None,
    /// A table, and a crosstable.
    Crosstable,
    /// For each player the results against each opponent.
    Opponents,
}
