//! Text → records, one after the other. A broken record ends where the next one begins.

use memchr::memchr;

use super::{
    decoded::SourceText,
    lexer::Lexer,
    limits::{Limits, MAX_OPENING, MAX_OUTSIDE},
    model::{Fault, FaultKind, Record},
    parser::{Bounds, Ending, TreeBuilder},
    recovery,
    token::is_blank,
};

/// The records of a text, one after the other. A text without any yields one record with the fault
/// [`FaultKind::NoRecord`].
#[derive(Debug)]
pub struct Reader<'t> {
    source: SourceText<'t>,
    lexer: Lexer<'t>,
    /// Where the next record begins, if there is one.
    next: Option<usize>,
    /// The text outside records that belongs to the next one.
    outside: Vec<Fault>,
    /// Whether the text has no record and this is not yet reported.
    is_empty: bool,
    bounds: Bounds,
    dropped: TextDropped,
    /// Whether text outside of the next record is missing, or too long to be reported.
    lacks_text: bool,
    /// The end of the last record, if no text that follows could change it.
    pub(super) certain_end: Option<usize>,
    /// The end of the last record, if it has a value that is not closed before the end of the text: the same is
    /// true where the text is cut off there.
    pub(super) unclosed_value_end: Option<usize>,
}

/// Text that is not blank, belongs to no record, and is missing where a text is read in parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextDropped {
    /// Before the first record.
    pub(super) before: bool,
    /// Behind the last one.
    pub(super) behind: bool,
}

/// Reads the records of a text, in the default [`Limits`].
///
/// ```
/// use kifu::record::read;
///
/// let mut records = read("(;GM[ugo];B[c3])(;GM[sygo])");
/// assert_eq!(records.next().unwrap().nodes().count(), 2);
/// assert_eq!(records.next().unwrap().text(), "(;GM[sygo])");
/// assert!(records.next().is_none());
/// ```
pub fn read<'t>(source: impl Into<SourceText<'t>>) -> Reader<'t> {
    read_within(source, Limits::default())
}

/// Reads the records of a text, in other limits.
pub fn read_within<'t>(source: impl Into<SourceText<'t>>, limits: Limits) -> Reader<'t> {
    read_part(source, limits, false, TextDropped::default())
}

/// Reads the records of a text with the grammar alone, to prove that [`read()`] gives the same.
#[doc(hidden)]
pub fn read_by_grammar<'t>(source: impl Into<SourceText<'t>>) -> Reader<'t> {
    let mut reader = read(source);
    reader.lexer.use_only_grammar();
    reader
}

/// Reads the records of a part of a text that begins between two records. If the part is
/// cut, its last record continues behind it but is larger than `max_record` already.
pub(super) fn read_part<'t>(
    source: impl Into<SourceText<'t>>,
    limits: Limits,
    is_cut: bool,
    dropped: TextDropped,
) -> Reader<'t> {
    let source = source.into();
    let mut reader = Reader {
        source,
        lexer: Lexer::new(source.text()),
        next: None,
        outside: Vec::new(),
        is_empty: false,
        bounds: Bounds { limits, is_cut },
        dropped,
        lacks_text: false,
        certain_end: None,
        unclosed_value_end: None,
    };
    reader.find_next(0);
    reader.is_empty = reader.next.is_none();
    reader
}

impl Reader<'_> {
    /// The end of the text that the records so far depend on.
    pub(super) fn furthest(&self) -> usize {
        self.lexer.furthest
    }

    /// Finds the start of the next record and reports the text before it.
    fn find_next(&mut self, from: usize) {
        let text = self.source.text();
        self.next = record_start(text, from, self.bounds.limits.max_record);
        let gap = &text[from..self.next.unwrap_or(text.len())];
        let trimmed = gap.trim_start_matches(is_blank);
        let start = from + gap.len() - trimmed.len();
        let trimmed = trimmed.trim_end_matches(is_blank);
        let is_dropped = match self.next {
            Some(_) => std::mem::take(&mut self.dropped.before),
            None => self.dropped.behind,
        };
        let (start, end) = (start, start + trimmed.len());
        let (place, distance) = match self.next {
            Some(next) => (next, next - end),
            None => (from, start - from),
        };
        // How much more of it is still there depends on how the text is read.
        let is_far = is_dropped && trimmed.is_empty() || distance > MAX_OUTSIDE;
        let has_text = is_dropped || !trimmed.is_empty();
        self.lacks_text |= is_dropped || trimmed.len() > MAX_OUTSIDE || has_text && is_far;
        if !has_text || is_far {
            self.outside.extend(has_text.then_some(Fault {
                kind: FaultKind::TextOutside,
                span: place..place,
            }));
            return;
        }
        // Of a long text only the part nearest to its record is reported.
        let span = match self.next {
            Some(_) => {
                let nearest = text.ceil_char_boundary(end.saturating_sub(MAX_OUTSIDE));
                let shown = text[start.max(nearest)..end].trim_start_matches(is_blank);
                end - shown.len()..end
            }
            None => {
                let nearest = text.floor_char_boundary(start + MAX_OUTSIDE);
                let shown = text[start..end.min(nearest)].trim_end_matches(is_blank);
                start..start + shown.len()
            }
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
        if std::mem::take(&mut self.is_empty) {
            // A text without a record cannot exceed the limit of one.
            self.bounds.limits.max_record = usize::MAX;
            let mut builder = TreeBuilder::new(self.source, 0, self.bounds);
            builder.fault(FaultKind::NoRecord, 0..0);
            return Some(builder.finish(self.source.text().len()));
        }
        let start = self.next?;
        self.lexer.seek(start);
        let mut builder = TreeBuilder::new(self.source, start, self.bounds);
        builder.faults.append(&mut self.outside);
        let mut lacks_text_outside = std::mem::take(&mut self.lacks_text);
        let text = self.source.text();
        self.unclosed_value_end = None;
        let found = match builder.build(&mut self.lexer) {
            Ending::Closed(end) => Some(end),
            Ending::Unclosed => None,
            Ending::Broken(kind, token) => {
                let candidate = builder.new_variation();
                let next = recovery::next_record(
                    text,
                    &mut self.lexer,
                    token,
                    candidate,
                    builder.is_of_margo(),
                );
                builder.remove_after(next.unwrap_or(text.len()));
                let is_of_value = kind == FaultKind::UnclosedValue;
                self.unclosed_value_end = next.filter(|_| is_of_value);
                next
            }
        };
        let end = found.unwrap_or(text.len());
        self.certain_end = found.filter(|_| self.lexer.furthest < text.len());
        self.find_next(end);
        if self.next.is_none() {
            builder.faults.append(&mut self.outside);
            lacks_text_outside |= self.lacks_text;
        }
        let mut record = builder.finish(end);
        record.lacks_text_outside = lacks_text_outside;
        Some(record)
    }
}

/// The start of the first record from `from` on: a `(` before a `;`, or `()` with only blanks before
/// it. Where `max` bytes precede its first node, or [`MAX_OPENING`] if that is more, it is one that is too large.
fn record_start(text: &str, from: usize, max: usize) -> Option<usize> {
    let first = text.len() - text[from..].trim_start_matches(is_blank).len();
    let mut at = from;
    while let Some(found) = memchr(b'(', &text.as_bytes()[at..]) {
        let start = at + found;
        if begins(text, start, 0, start == first, max) == Some(true) {
            return Some(start);
        }
        at = start + 1;
    }
    None
}

/// Whether a record begins with this parenthesis, before which there are only blanks if it `is_first`, and behind which
/// so many bytes are known to be blank; `None` if this depends on the text that follows.
pub(super) fn begins(
    text: &str,
    start: usize,
    blank: usize,
    is_first: bool,
    max: usize,
) -> Option<bool> {
    let rest = text[start + 1 + blank..].trim_start_matches(is_blank);
    if text.len() - rest.len() - start >= max.max(MAX_OPENING) {
        return Some(true);
    }
    let next = rest.bytes().next()?;
    Some(next == b';' || is_first && next == b')')
}
