//! Text → records, one after the other; a broken record is left behind where the next
//! one begins.

use memchr::memchr;

use super::{
    build::Builder,
    chunk_reader::Limits,
    decoded::SourceText,
    grammar::Tokens,
    model::{Fault, FaultKind, MAX_OUTSIDE, Record},
};

/// The records of a text, one after the other. A text without any gives one record that
/// says so.
#[derive(Debug)]
pub struct Reader<'t> {
    source: SourceText<'t>,
    tokens: Tokens<'t>,
    /// Where the next record begins, if there is one.
    next: Option<usize>,
    /// What lies outside records and belongs to the next one.
    outside: Vec<Fault>,
    /// Whether the only record is the one that says that there is none.
    none: bool,
    bounds: Bounds,
    /// The end of the last record, if it was closed there and nothing that the text may
    /// still be followed by could make a difference to that.
    pub(super) certain_end: Option<usize>,
}

/// How large a record may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) limits: Limits,
    /// Whether the text has been cut off because its last record is larger than that.
    pub(super) is_cut: bool,
}

/// Reads the records of a text.
pub fn read<'t>(source: impl Into<SourceText<'t>>) -> Reader<'t> {
    read_part(source, Limits::default(), false)
}

/// Reads the records of a text, none of which may be larger than that.
pub fn read_within<'t>(source: impl Into<SourceText<'t>>, limits: Limits) -> Reader<'t> {
    read_part(source, limits, false)
}

/// Reads the records of a text by the grammar alone. [`read()`] says the same sooner, which is tested by
/// comparing the two.
#[doc(hidden)]
pub fn read_by_grammar<'t>(source: impl Into<SourceText<'t>>) -> Reader<'t> {
    let mut reader = read(source);
    reader.tokens.ask_grammar();
    reader
}

/// Reads the records of a part of a text that begins between two records. If the part is
/// cut, its last record goes on behind it, but is larger than `max_record` already.
pub(super) fn read_part<'t>(
    source: impl Into<SourceText<'t>>,
    limits: Limits,
    is_cut: bool,
) -> Reader<'t> {
    let source = source.into();
    let mut reader = Reader {
        source,
        tokens: Tokens::new(source.text()),
        next: None,
        outside: Vec::new(),
        none: false,
        bounds: Bounds { limits, is_cut },
        certain_end: None,
    };
    reader.find_next(0);
    reader.none = reader.next.is_none();
    reader
}

impl Reader<'_> {
    /// Looks for the beginning of the next record and notes what lies before it.
    fn find_next(&mut self, from: usize) {
        let text = self.source.text();
        self.next = record_start(text, from, self.bounds.limits.max_record);
        let gap = &text[from..self.next.unwrap_or(text.len())];
        let trimmed = gap.trim_start_matches(is_blank);
        let start = from + gap.len() - trimmed.len();
        let trimmed = trimmed.trim_end_matches(is_blank);
        if trimmed.is_empty() {
            return;
        }
        // Of much text only the part nearest to its record is told.
        let (start, end) = (start, start + trimmed.len());
        let span = match self.next {
            Some(_) => {
                let nearest = text.ceil_char_boundary(end.saturating_sub(MAX_OUTSIDE));
                start.max(nearest)..end
            }
            None => start..end.min(text.floor_char_boundary(start + MAX_OUTSIDE)),
        };
        self.outside.push(Fault {
            kind: FaultKind::TextOutside,
            span,
        });
    }
}

impl<'t> Iterator for Reader<'t> {
    type Item = Record<'t>;

    fn next(&mut self) -> Option<Record<'t>> {
        if std::mem::take(&mut self.none) {
            // What is no record is not too large a one.
            self.bounds.limits.max_record = usize::MAX;
            let mut builder = Builder::new(self.source, 0, self.bounds);
            builder.fault(FaultKind::NoRecord, 0..0);
            return Some(builder.finish(self.source.text().len()));
        }
        let start = self.next?;
        self.tokens.seek(start);
        let mut builder = Builder::new(self.source, start, self.bounds);
        builder.faults.append(&mut self.outside);
        let (end, is_closed) = builder.build(&mut self.tokens);
        let certain = is_closed && !self.tokens.reached_end;
        self.certain_end = certain.then_some(end);
        self.find_next(end);
        if self.next.is_none() {
            builder.faults.append(&mut self.outside);
        }
        Some(builder.finish(end))
    }
}

pub(super) fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n' | '\x0B' | '\x0C')
}

/// The first place from `from` on where a record begins that has no more than so many bytes up to its first
/// node: a `(` before a `;`, or `()` with nothing but blanks before it.
fn record_start(text: &str, from: usize, most: usize) -> Option<usize> {
    let first = text.len() - text[from..].trim_start_matches(is_blank).len();
    let mut at = from;
    while let Some(found) = memchr(b'(', &text.as_bytes()[at..]) {
        let start = at + found;
        if begins(text, start, start == first, most) == Some(true) {
            return Some(start);
        }
        at = start + 1;
    }
    None
}

/// Whether a record begins with this parenthesis, before which there may be nothing; `None` if more text would tell.
pub(super) fn begins(text: &str, start: usize, is_first: bool, most: usize) -> Option<bool> {
    let rest = text[start + 1..].trim_start_matches(is_blank);
    if text.len() - rest.len() - start >= most {
        return Some(false);
    }
    let next = rest.bytes().next()?;
    Some(next == b';' || is_first && next == b')')
}
