//! Rewrites the records of one source to a temporary file, reads it back and compares.

use std::{
    io::{Seek, Write},
    sync::Arc,
};

use memchr::memchr_iter;
use tempfile::SpooledTempFile;

use super::{
    error::{CliError, RewriteError, RewriteRefusal, print_note},
    pipeline::Selects,
    read_back::ExpectedResult,
    record_rewrite::{ExpectedRecord, RewriteForm, RewrittenRecord},
};
use crate::{
    archive::{SourceFile, SourceInfo, WorkerPool},
    record::{Chunk, Encoding, Limits, MAX_OUTSIDE},
    report::safe,
};

/// Larger texts go to a temporary file.
const MAX_IN_MEMORY: usize = 1024 * 1024;
/// Shorter texts are hashed and written together, up to this many bytes.
const BLOCK: usize = 64 * 1024;
/// The largest text whose changes can be shown, in bytes. It is held in both versions.
const MAX_DIFF: usize = 16 * 1024 * 1024;
/// The most lines of both versions together.
const MAX_DIFF_LINES: usize = 1_000_000;

/// What the bytes of a source are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SourceBytes {
    /// UTF-8 without a byte order mark, or with one that stays.
    PlainUtf8,
    Foreign,
    /// Foreign, in an encoding that is a guess.
    Guessed,
}

impl SourceBytes {
    /// Whether they are not plain UTF-8.
    pub(super) fn are_foreign(self) -> bool {
        self != SourceBytes::PlainUtf8
    }
}

/// A source while it is rewritten.
pub(super) struct SourceRewrite<'o> {
    source_info: SourceInfo,
    /// The limits of its records.
    limits: Limits,
    form: RewriteForm<'o>,
    text: SpooledTempFile,
    /// The end of the text, which has not been written yet.
    block: String,
    is_changed: bool,
    bytes: SourceBytes,
    /// The number of records put in canonical form.
    formatted: usize,
    /// Whether all text written is white space.
    is_blank: bool,
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
    /// How each record of the result is recognized.
    expected: Vec<ExpectedRecord>,
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
    pub(super) bytes: SourceBytes,
    /// Whether its text is white space.
    pub(super) is_blank: bool,
    /// The length of the byte order mark before the text; 0 if there is none.
    pub(super) mark: u64,
    /// Both versions, in parts that consist of whole lines.
    pub(super) parts: Vec<(String, String)>,
}

impl RewrittenSource {
    /// Whether the name of a file is what a diff says.
    pub(super) fn has_plain_name(&self) -> bool {
        let path = self.file.as_ref().map(|file| &file.path);
        path.is_none_or(|path| {
            let name = path.to_str();
            // It reads a quoted name as one with escapes, and no white space at the end of a line.
            let is_readable = name.is_some_and(|name| {
                safe(name) == name && !name.starts_with('"') && name.trim_end() == name
            });
            // A backslash that could be misread as an escape is one in the diff.
            is_readable && !self.source.contains("\\x5cx")
        })
    }
}

impl<'o> SourceRewrite<'o> {
    pub(super) fn new(
        source_info: SourceInfo,
        limits: Limits,
        form: RewriteForm<'o>,
        with_parts: bool,
    ) -> SourceRewrite<'o> {
        SourceRewrite {
            source_info,
            limits,
            form,
            text: SpooledTempFile::new(MAX_IN_MEMORY),
            block: String::new(),
            is_changed: false,
            bytes: SourceBytes::PlainUtf8,
            formatted: 0,
            is_blank: true,
            mark: 0,
            refused: None,
            read: 0,
            gap: String::new(),
            // The text before the first record is formatted only in canonical form.
            kept: matches!(form, RewriteForm::Repaired { .. }).then_some(true),
            expected: Vec::new(),
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

    /// Adds the next chunk of the source, given its rewritten records.
    pub(super) fn take(
        &mut self,
        chunk: &Chunk,
        records: Vec<Result<RewrittenRecord, RewriteRefusal>>,
    ) -> Result<(), CliError> {
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
        if chunk.lacks_text_behind() {
            self.refuse(RewriteRefusal::LongGap);
        }
        self.read += chunk.text().len();
        if !decoded.decode_errors.is_empty() {
            self.refuse(RewriteRefusal::InvalidBytes);
        }
        if self.parts.is_some() && self.read > MAX_DIFF {
            self.refuse(RewriteRefusal::TooLargeToDiff);
        }
        let is_utf8 = decoded.encoding.writes_as_utf8(&decoded.text);
        self.bytes = self.bytes.max(match is_utf8 {
            false if decoded.assumed => SourceBytes::Guessed,
            true if !decoded.had_bom || keeps_mark => SourceBytes::PlainUtf8,
            _ => SourceBytes::Foreign,
        });
        let mut end = 0;
        for record in records {
            if self.refused.is_some() {
                return Ok(());
            }
            match record {
                Ok(record) => {
                    self.gap.push_str(&decoded.text[end..record.range.start]);
                    end = record.range.end;
                    self.take_record(&decoded.text[record.range.clone()], &record)?;
                }
                Err(reason) => self.refuse(reason),
            }
        }
        if self.refused.is_none() {
            self.gap.push_str(&chunk.text()[end..]);
        }
        Ok(())
    }

    fn take_record(&mut self, old: &str, record: &RewrittenRecord) -> Result<(), CliError> {
        for note in &record.notes {
            print_note(note);
        }
        self.end_gap(record.is_kept)?;
        self.has_head |= record.is_bare_text;
        self.kept = Some(record.is_kept);
        self.formatted += usize::from(!record.is_kept);
        if record.names_another_encoding {
            self.refuse(RewriteRefusal::ForeignLabel);
        }
        self.expected.extend(record.expected);
        self.put(old, record.text.as_deref().unwrap_or(old))
    }

    /// Writes the text before a record or at the end. It stays as it is next to a record that does,
    /// and if it is more than white space.
    fn end_gap(&mut self, is_kept: bool) -> Result<(), CliError> {
        let gap = std::mem::take(&mut self.gap);
        let is_blank = gap.chars().all(|c| c.is_ascii_whitespace() || c == '\x0B');
        self.has_head |= !is_blank && self.expected.is_empty();
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
        self.is_blank &= new.trim_ascii().is_empty();
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
        if self.block.len() + new.len() >= BLOCK {
            self.write_block()?;
        }
        if new.len() >= BLOCK {
            return self.write(new);
        }
        self.block.push_str(new);
        Ok(())
    }

    /// Hashes and writes the end of the text.
    fn write_block(&mut self) -> Result<(), CliError> {
        let mut block = std::mem::take(&mut self.block);
        self.write(&block)?;
        block.clear();
        self.block = block;
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), CliError> {
        self.written.update(text.as_bytes());
        let written = self.text.write_all(text.as_bytes());
        written.map_err(CliError::temporary_file)
    }

    /// Completes the source, and reads the result back to verify it: also if nothing changes but it is printed, in UTF-8.
    /// A record of the result has at most `max_record` bytes.
    pub(super) fn finish(
        mut self,
        is_printed: bool,
        max_record: usize,
        selects: &Selects,
        workers: &WorkerPool,
    ) -> Result<RewrittenSource, RewriteError> {
        let tail = match self.gap.trim_ascii() {
            "" => String::new(),
            _ => self.gap.clone(),
        };
        self.end_gap(false)?;
        let is_canonical = matches!(self.form, RewriteForm::Canonical(_));
        if is_canonical {
            // What holds no record to be formatted may be anything, and stays byte for byte.
            self.is_changed = self.formatted > 0 && (self.is_changed || self.bytes.are_foreign());
        }
        if self.is_changed
            && self.bytes.are_foreign()
            && matches!(self.form, RewriteForm::Repaired { .. })
        {
            self.refuse(RewriteRefusal::NotUtf8);
        }
        if let Some(reason) = self.refused {
            return Err(reason.into());
        }
        self.write_block()?;
        let mut text = self.text;
        let is_recoded = is_canonical && is_printed && self.bytes.are_foreign();
        if self.is_changed || is_recoded {
            text.rewind().map_err(CliError::temporary_file)?;
            let expected = ExpectedResult {
                form: self.form,
                records: &self.expected,
                text: self.written.finalize(),
                source_info: &self.source_info,
                selects,
            };
            // What was beyond another limit of its source, and has stayed as it is, still is. The text may be longer.
            let limits = Limits {
                max_record,
                ..self.limits
            };
            let reason = expected.differs(&mut text, limits, workers);
            if let Some(reason) = reason.map_err(CliError::temporary_file)? {
                return Err(reason.into());
            }
        }
        Ok(RewrittenSource {
            source: self.source_info.source,
            file: self.source_info.file,
            text,
            is_changed: self.is_changed,
            records: self.expected.len(),
            tail,
            has_head: self.has_head,
            bytes: self.bytes,
            is_blank: self.is_blank,
            mark: self.mark,
            parts: self.parts.unwrap_or_default(),
        })
    }
}
