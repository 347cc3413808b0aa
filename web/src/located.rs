//! Findings with their places in a text, as a script counts them.

use std::cell::Cell;

use kifu::{
    record::LineIndex,
    verify::{Finding, Severity},
};
use serde::Serialize;

/// A finding.
#[derive(Serialize)]
pub(crate) struct FindingData {
    code: &'static str,
    severity: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    /// The node it belongs to.
    node: usize,
    line: usize,
    column: usize,
    /// The span in code units of UTF-16.
    start: usize,
    end: usize,
}

/// Locates findings in a text.
pub(crate) struct Locator<'t> {
    text: &'t str,
    lines: LineIndex<'t>,
    /// A byte of the text that was located before, and how many units precede it.
    known: Cell<(usize, usize)>,
}

impl<'t> Locator<'t> {
    pub(crate) fn new(text: &'t str) -> Locator<'t> {
        Locator {
            text,
            lines: LineIndex::new(text),
            known: Cell::new((0, 0)),
        }
    }

    /// The code units before a byte. Findings come nearly in the order of the text.
    fn units(&self, byte: usize) -> usize {
        let byte = self.text.floor_char_boundary(byte);
        let (known, before) = match self.known.get() {
            (known, before) if known <= byte => (known, before),
            _ => (0, 0),
        };
        let units = before + self.text[known..byte].encode_utf16().count();
        self.known.set((byte, units));
        units
    }

    pub(crate) fn finding(&self, finding: &Finding, node: usize) -> FindingData {
        let (line, column) = self.lines.line_column(finding.span.start);
        let (start, end) = (self.units(finding.span.start), self.units(finding.span.end));
        FindingData {
            code: finding.code().id(),
            severity: severity(finding),
            message: finding.message(),
            help: finding.help(),
            ply: finding.ply,
            node,
            line,
            column,
            start,
            end,
        }
    }
}

pub(crate) fn severity(finding: &Finding) -> &'static str {
    match finding.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}
