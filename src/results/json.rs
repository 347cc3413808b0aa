//! Results as JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::{
    row::ResultRow,
    standings::Standings,
    summary::ResultsSummary,
    warning::ResultsWarning,
    writer::{ResultsLayout, ResultsWriter},
};
use crate::output::SchemaVersion;

/// A line of `results --format jsonl`: a record, which has no `type`, or what follows the records.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ResultsLine<'r> {
    /// A record.
    Record(Box<ResultRow>),
    /// What follows the records.
    Closing(ClosingLine<'r>),
}

/// A line after those of the records.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClosingLine<'r> {
    schema: SchemaVersion,
    #[serde(flatten)]
    content: ClosingContent<'r>,
}

/// What follows the records.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
enum ClosingContent<'r> {
    /// The standings of all games, or of a group.
    Standings(&'r Standings<'r>),
    /// A warning.
    Warning(&'r ResultsWarning),
    /// The last line.
    Summary(&'r ResultsSummary),
}

/// Results as one object per line, or as one array of these objects.
pub(super) struct JsonResults {
    layout: ResultsLayout,
    is_array: bool,
    is_begun: bool,
}

impl JsonResults {
    pub(super) fn new(layout: ResultsLayout, is_array: bool) -> JsonResults {
        JsonResults {
            layout,
            is_array,
            is_begun: false,
        }
    }

    fn write(&mut self, value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
        if self.is_array {
            out.write_all(if self.is_begun { b",\n" } else { b"[\n" })?;
        }
        self.is_begun = true;
        serde_json::to_writer(&mut *out, value)?;
        if self.is_array {
            return Ok(());
        }
        out.write_all(b"\n")
    }

    fn close(&mut self, content: ClosingContent, out: &mut dyn Write) -> io::Result<()> {
        let schema = SchemaVersion;
        self.write(&ClosingLine { schema, content }, out)
    }
}

impl ResultsWriter for JsonResults {
    fn row(&mut self, row: &ResultRow, out: &mut dyn Write) -> io::Result<()> {
        self.write(row, out)
    }

    fn standings(&mut self, standings: &Standings, out: &mut dyn Write) -> io::Result<()> {
        self.close(ClosingContent::Standings(standings), out)
    }

    fn warning(&mut self, warning: &ResultsWarning, out: &mut dyn Write) -> io::Result<()> {
        self.close(ClosingContent::Warning(warning), out)
    }

    fn end(&mut self, summary: &ResultsSummary, out: &mut dyn Write) -> io::Result<()> {
        if self.layout.with_summary {
            self.close(ClosingContent::Summary(summary), out)?;
        }
        match (self.is_array, self.is_begun) {
            (false, _) => Ok(()),
            (true, true) => out.write_all(b"\n]\n"),
            (true, false) => out.write_all(b"[]\n"),
        }
    }
}
