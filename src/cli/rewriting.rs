//! Rewrites the records of one source to a temporary file, reads it back and compares.

use std::{
    io::{self, BufWriter, Seek, Write},
    sync::Arc,
};

use memchr::memchr_iter;
use tempfile::SpooledTempFile;

use super::{
    error::{CliError, RewriteError, RewriteRefusal, print_note},
    pipeline::Selects,
};
use crate::{
    archive::{SourceFile, SourceInfo, spool_to_file},
    record::{
        Chunk, ChunkReader, Encoding, FaultKind, Layout, Limits, MAX_OUTSIDE, Name, Record, Span,
        read, unescape,
    },
    repair::{ClosedRecord, close_truncated, repair},
    verify::{Options, Severity, Verdict, verify},
};

/// Larger texts go to a temporary file.
const MAX_IN_MEMORY: usize = 1024 * 1024;
/// The largest text whose changes can be shown, in bytes. It is held in both versions.
const MAX_DIFF: usize = 16 * 1024 * 1024;
/// The most lines of both versions together.
const MAX_DIFF_LINES: usize = 1_000_000;

/// How records are rewritten.
#[derive(Clone, Copy, Debug)]
pub(super) enum RewriteForm {
    /// In canonical form.
    Canonical(Layout),
    /// With all certain fixes; everything else stays byte for byte. `is_unsafe`: truncated records are closed. `is_written`: the
    /// result is written, and not only shown or checked.
    Repaired { is_unsafe: bool, is_written: bool },
}

impl RewriteForm {
    /// The new text of a well-formed record, and the digest of its game; `None` if it stays as it is.
    fn rewrite(self, record: &Record, verdict: &Verdict) -> Option<(String, blake3::Hash)> {
        match self {
            RewriteForm::Canonical(layout) => {
                let text = record.canonical(layout);
                let digest = digest(verdict, &text);
                Some((text, digest))
            }
            RewriteForm::Repaired { .. } => repair(record, verdict).map(|repaired| {
                let digest = digest(&repaired.verdict, &repaired.text);
                (repaired.text, digest)
            }),
        }
    }

    /// Whether a record that was read back has this form.
    fn is_reached(self, record: &Record) -> bool {
        match self {
            RewriteForm::Canonical(layout) => record.canonical(layout) == record.text(),
            RewriteForm::Repaired { .. } => true,
        }
    }
}

/// A source while it is rewritten.
pub(super) struct SourceRewrite {
    source_info: SourceInfo,
    form: RewriteForm,
    text: BufWriter<SpooledTempFile>,
    is_changed: bool,
    /// Whether its bytes are not plain UTF-8.
    is_foreign: bool,
    /// The length of the byte order mark before the text.
    mark: u64,
    /// Why it cannot be rewritten.
    refused: Option<RewriteRefusal>,
    /// Bytes read so far.
    read: usize,
    /// The text read since the last record.
    gap: String,
    /// Whether the last record stays as it is; `None` before the first.
    kept: Option<bool>,
    /// The expected digest of each record of the result.
    digests: Vec<blake3::Hash>,
    /// Whether there is text before the first record.
    has_head: bool,
    /// The hash of all text written.
    written: blake3::Hasher,
    /// Both versions, if they are compared.
    parts: Option<Vec<(String, String)>>,
    /// The lines of both versions, if they are kept.
    lines: usize,
}

/// A rewritten source.
pub(super) struct RewrittenSource {
    pub(super) source: Arc<str>,
    /// The file, if the source is a plain file.
    pub(super) file: Option<Arc<SourceFile>>,
    pub(super) text: SpooledTempFile,
    /// Whether the text differs from the source.
    pub(super) is_changed: bool,
    /// The number of its records.
    pub(super) records: usize,
    /// The text behind the last of them, unless it is blank.
    pub(super) tail: String,
    /// Whether there is text before the first of them.
    pub(super) has_head: bool,
    /// Whether the bytes of the source are not plain UTF-8.
    pub(super) is_foreign: bool,
    /// The length of the byte order mark before the text; 0 if there is none.
    pub(super) mark: u64,
    /// Both versions, in parts that consist of whole lines.
    pub(super) parts: Vec<(String, String)>,
}

impl SourceRewrite {
    pub(super) fn new(
        source_info: SourceInfo,
        form: RewriteForm,
        with_parts: bool,
    ) -> SourceRewrite {
        SourceRewrite {
            source_info,
            form,
            text: BufWriter::new(SpooledTempFile::new(MAX_IN_MEMORY)),
            is_changed: false,
            is_foreign: false,
            mark: 0,
            refused: None,
            read: 0,
            gap: String::new(),
            // The text before the first record is formatted only in canonical form.
            kept: matches!(form, RewriteForm::Repaired { .. }).then_some(true),
            digests: Vec::new(),
            has_head: false,
            written: blake3::Hasher::new(),
            parts: with_parts.then(Vec::new),
            lines: 0,
        }
    }

    /// Refuses to rewrite the source. The first reason counts.
    pub(super) fn refuse(&mut self, reason: RewriteRefusal) {
        self.refused.get_or_insert(reason);
        // Nothing will be shown.
        if let Some(parts) = &mut self.parts {
            parts.clear();
        }
    }

    /// Adds the next chunk of the source.
    pub(super) fn take(&mut self, chunk: &Chunk, selects: &Selects) -> Result<(), CliError> {
        let decoded = &chunk.decoded;
        if chunk.origin.byte != self.read {
            self.refuse(RewriteRefusal::LongGap);
        }
        // A byte order mark of UTF-8 stays; it is not part of the text.
        let is_repaired = matches!(self.form, RewriteForm::Repaired { .. });
        let keeps_mark = is_repaired && decoded.had_bom && decoded.encoding == Encoding::UTF_8;
        if keeps_mark && self.read == 0 {
            self.put_mark()?;
        }
        self.read += chunk.text().len();
        if !decoded.decode_errors.is_empty() {
            self.refuse(RewriteRefusal::InvalidBytes);
        }
        if self.parts.is_some() && self.read > MAX_DIFF {
            self.refuse(RewriteRefusal::TooLargeToDiff);
        }
        let is_plain = decoded.encoding == Encoding::UTF_8
            || decoded.text.is_ascii() && decoded.encoding.is_ascii_compatible();
        self.is_foreign |= decoded.had_bom && !keeps_mark || !is_plain;
        self.is_changed |= self.is_foreign && matches!(self.form, RewriteForm::Canonical(_));
        let mut end = 0;
        for (index, record) in chunk.records() {
            if self.refused.is_some() {
                return Ok(());
            }
            self.gap.push_str(&decoded.text[end..record.offset()]);
            end = record.offset() + record.text().len();
            self.take_record(index, &record, selects(index))?;
        }
        self.gap.push_str(&chunk.text()[end..]);
        Ok(())
    }

    fn take_record(
        &mut self,
        index: usize,
        record: &Record,
        is_selected: bool,
    ) -> Result<(), CliError> {
        let mut faults = record.faults().iter();
        if faults.any(|fault| fault.kind == FaultKind::TooLarge) {
            self.refuse(RewriteRefusal::LargeRecord);
            return Ok(());
        }
        let verdict = verify_all(record);
        let is_malformed = record.is_malformed();
        let closed = match self.form {
            RewriteForm::Repaired { .. } if is_selected => close_truncated(record),
            _ => None,
        };
        if let (
            RewriteForm::Repaired {
                is_unsafe: true, ..
            },
            Some(closed),
        ) = (self.form, &closed)
        {
            return self.close_record(index, record, closed);
        }
        if is_malformed && is_selected {
            let source = &self.source_info.source;
            let mut findings = verdict.findings.iter();
            let error = findings.find(|finding| finding.code().severity() == Severity::Error);
            let code = error.map_or("", |finding| finding.code().id());
            print_note(&format!(
                "{source}: record {index} is malformed and stays as it is: {code}"
            ));
            if let Some(closed) = &closed {
                print_note(&format!(
                    "{source}: record {index} ends in the middle: with --unsafe, {} (not certain)",
                    closing(closed, "would be")
                ));
            }
        }
        let is_selected = is_selected && !is_malformed;
        let rewritten = is_selected.then(|| self.form.rewrite(record, &verdict));
        let rewritten = rewritten.flatten();
        let is_kept = rewritten.is_none() || matches!(self.form, RewriteForm::Repaired { .. });
        self.end_gap(is_kept)?;
        self.kept = Some(is_kept);
        let Some((text, of_text)) = rewritten else {
            if matches!(self.form, RewriteForm::Canonical(_)) && names_another_encoding(record) {
                self.refuse(RewriteRefusal::ForeignLabel);
            }
            self.digests.push(digest(&verdict, record.text()));
            return self.put(record.text(), record.text());
        };
        self.digests.push(of_text);
        self.put(record.text(), &text)
    }

    /// Writes a truncated record that was closed.
    fn close_record(
        &mut self,
        index: usize,
        record: &Record,
        closed: &ClosedRecord,
    ) -> Result<(), CliError> {
        let is_done = matches!(
            self.form,
            RewriteForm::Repaired {
                is_written: true,
                ..
            }
        );
        print_note(&format!(
            "{}: record {index} ends in the middle: {} (not certain)",
            self.source_info.source,
            closing(closed, if is_done { "is" } else { "would be" })
        ));
        let verdict = {
            let mut records = read(record.source().with_text(&closed.text));
            records.next().map(|record| {
                let verdict = verify_all(&record);
                digest(&verdict, record.text())
            })
        };
        self.end_gap(true)?;
        self.kept = Some(true);
        self.digests.extend(verdict);
        self.put(record.text(), &closed.text)
    }

    /// Writes the text before a record or at the end. It stays as it is next to a record that does,
    /// and if it is more than white space.
    fn end_gap(&mut self, is_kept: bool) -> Result<(), CliError> {
        let gap = std::mem::take(&mut self.gap);
        let is_blank = gap.chars().all(|c| c.is_ascii_whitespace() || c == '\x0B');
        self.has_head |= !is_blank && self.digests.is_empty();
        if !is_blank && gap.len() > MAX_OUTSIDE {
            self.refuse(RewriteRefusal::LongGap);
        }
        let new = match self.kept {
            _ if !is_blank || is_kept || self.kept == Some(true) => gap.as_str(),
            None => "",
            Some(_) => "\n",
        };
        self.put(&gap, new)?;
        // A new part may begin here if both versions are at the end of a line.
        if let Some(parts) = &mut self.parts {
            let ends = |text: &str| text.is_empty() || text.ends_with('\n');
            if parts
                .last()
                .is_some_and(|(old, new)| ends(old) && ends(new))
            {
                parts.push((String::new(), String::new()));
            }
        }
        Ok(())
    }

    /// Writes a byte order mark, which both versions have.
    fn put_mark(&mut self) -> Result<(), CliError> {
        const MARK: &str = "\u{feff}";
        if let Some(parts) = &mut self.parts {
            parts.push((MARK.to_owned(), MARK.to_owned()));
        }
        self.mark = MARK.len() as u64;
        let written = self.text.write_all(MARK.as_bytes());
        written.map_err(CliError::temporary_file)
    }

    /// Writes the replacement of a text.
    fn put(&mut self, old: &str, new: &str) -> Result<(), CliError> {
        self.is_changed |= old != new;
        if self.parts.is_some() {
            self.lines += memchr_iter(b'\n', old.as_bytes()).count();
            self.lines += memchr_iter(b'\n', new.as_bytes()).count();
            if self.lines > MAX_DIFF_LINES {
                self.refuse(RewriteRefusal::TooLargeToDiff);
            }
        }
        if self.refused.is_none()
            && let Some(parts) = &mut self.parts
        {
            if parts.is_empty() {
                parts.push((String::new(), String::new()));
            }
            if let Some((before, after)) = parts.last_mut() {
                before.push_str(old);
                after.push_str(new);
            }
        }
        self.written.update(new.as_bytes());
        let written = self.text.write_all(new.as_bytes());
        written.map_err(CliError::temporary_file)
    }

    /// Completes the source, and reads the result back to verify it.
    pub(super) fn finish(
        mut self,
        limits: Limits,
        selects: &Selects,
    ) -> Result<RewrittenSource, RewriteError> {
        let tail = match self.gap.trim_ascii() {
            "" => String::new(),
            _ => self.gap.clone(),
        };
        self.end_gap(false)?;
        if self.is_changed && self.is_foreign && matches!(self.form, RewriteForm::Repaired { .. }) {
            self.refuse(RewriteRefusal::NotUtf8);
        }
        if let Some(reason) = self.refused {
            return Err(reason.into());
        }
        let text = self.text.into_inner();
        let mut text = text.map_err(|error| CliError::temporary_file(error.into_error()))?;
        if self.is_changed {
            text.rewind().map_err(CliError::temporary_file)?;
            let expected = ExpectedResult {
                form: self.form,
                digests: &self.digests,
                text: self.written.finalize(),
                selects,
            };
            let reason = expected.differs(&mut text, limits);
            if let Some(reason) = reason.map_err(CliError::temporary_file)? {
                return Err(reason.into());
            }
        }
        Ok(RewrittenSource {
            source: self.source_info.source,
            file: self.source_info.file,
            text,
            is_changed: self.is_changed,
            records: self.digests.len(),
            tail,
            has_head: self.has_head,
            is_foreign: self.is_foreign,
            mark: self.mark,
            parts: self.parts.unwrap_or_default(),
        })
    }
}

/// What reading the result back must yield.
struct ExpectedResult<'e> {
    form: RewriteForm,
    digests: &'e [blake3::Hash],
    text: blake3::Hash,
    selects: &'e Selects<'e>,
}

impl ExpectedResult<'_> {
    /// How the text differs from what is expected.
    fn differs(
        &self,
        text: &mut SpooledTempFile,
        limits: Limits,
    ) -> io::Result<Option<RewriteRefusal>> {
        let chunks = ChunkReader::new(Box::new(text), None, limits);
        let mut chunks = chunks.spool_with(spool_to_file);
        let mut read = blake3::Hasher::new();
        let mut wrong = None;
        while let Some(chunk) = chunks.next_chunk()? {
            read.update(chunk.text().as_bytes());
            for (index, record) in chunk.records() {
                if wrong.is_none() && !self.holds(index, &record) {
                    wrong = Some(index);
                }
            }
        }
        // The same bytes are another text only in another encoding.
        if read.finalize() != self.text {
            return Ok(Some(RewriteRefusal::ForeignLabel));
        }
        let passed = chunks.passed();
        let wrong = wrong.or((passed < self.digests.len()).then_some(passed + 1));
        Ok(wrong.map(RewriteRefusal::ChangedGame))
    }

    fn holds(&self, index: usize, record: &Record) -> bool {
        let read = digest(&verify_all(record), record.text());
        let is_kept = record.is_malformed() || !(self.selects)(index);
        self.digests.get(index - 1) == Some(&read) && (is_kept || self.form.is_reached(record))
    }
}

/// What closing a truncated record does; `is` is `is` or `would be`.
fn closing(closed: &ClosedRecord, is: &str) -> String {
    const SHOWN: usize = 40;
    let mut characters = closed.dropped.chars();
    let mut shown: String = characters.by_ref().take(SHOWN).collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    if shown.is_empty() {
        return format!("it {is} closed");
    }
    format!("`{shown}` {is} dropped, and the record {is} closed")
}

/// The verdict on a record with all its variations.
fn verify_all(record: &Record) -> Verdict {
    let options = Options {
        variations: true,
        ..Options::default()
    };
    verify(record, &options)
}

/// Whether a record that stays as it is would be read differently by itself when its file becomes UTF-8.
fn names_another_encoding(record: &Record) -> bool {
    let nodes = record.nodes();
    let properties = nodes.flat_map(|node| record.properties(node));
    let mut labels = properties
        .filter(|property| property.name == Name::CA)
        .flat_map(|property| record.values(property));
    let is_other = |&label: &Span| {
        let named = Encoding::from_label(&unescape(record.raw(label)));
        named.is_some_and(|encoding| encoding != Encoding::UTF_8)
    };
    let encoding = record.source().encoding();
    let is_plain = record.text().is_ascii() && encoding.is_ascii_compatible();
    let becomes_utf_8 = encoding != Encoding::UTF_8 && !is_plain;
    becomes_utf_8 && labels.any(is_other)
}

/// A digest of the game and the text of a record.
fn digest(verdict: &Verdict, text: &str) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let mut summary = BufWriter::new(&mut hasher);
    // Hashing does not fail.
    let _ = write!(summary, "{}", verdict.summary_for_comparison());
    let _ = summary.flush();
    drop(summary);
    hasher.update(text.as_bytes());
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of reading a text back that should be `expected`.
    fn read_back(expected: &str, written: &str) -> Option<RewriteRefusal> {
        let records = crate::record::read(expected);
        let digests: Vec<_> = records
            .map(|record| digest(&verify_all(&record), record.text()))
            .collect();
        let expected = ExpectedResult {
            form: RewriteForm::Canonical(Layout::Nodes),
            digests: &digests,
            text: blake3::hash(written.as_bytes()),
            selects: &|_| true,
        };
        let mut aside = SpooledTempFile::new(MAX_IN_MEMORY);
        aside
            .write_all(written.as_bytes())
            .expect("it is in memory");
        aside.rewind().expect("it is in memory");
        let limits = Limits::default();
        expected
            .differs(&mut aside, limits)
            .expect("it can be read")
    }

    #[test]
    fn a_changed_game_is_detected() {
        let expected = "(;GM[ugo]SZ[5]\n;B[c3])\n(;GM[ugo]SZ[5]\n;B[d3])\n";
        assert_eq!(read_back(expected, expected), None);
        for (from, to, record) in [
            ("d3", "d4", 2),
            ("[ugo]", "[sygo]", 1),
            ("\n(;GM[ugo]SZ[5]\n;B[d3])", "", 2),
            ("c3", "C3", 1),
        ] {
            let reason = read_back(expected, &expected.replacen(from, to, 1));
            assert_eq!(reason, Some(RewriteRefusal::ChangedGame(record)), "{from}");
        }
        let neat = "(;SZ[5]GM[ugo])";
        assert!(read_back(neat, neat).is_some(), "it is not canonical");
        let label = "CA[latin1](;GM[ugo]CA[UTF-8]C[é])";
        let reason = read_back(label, label);
        assert_eq!(reason, Some(RewriteRefusal::ForeignLabel));
    }
}
