//! Rewrites one record, and tells how to recognize it when the result is read back.

use std::ops::Range;

use super::error::RewriteRefusal;
use crate::{
    record::{Encoding, EncodingDoubt, FaultKind, Layout, Record, SourceText, read},
    repair::{ClosedRecord, Closing, Proposal},
    verify::{MAX_FINDINGS, Options, Severity, Verdict, verify},
};

/// How records are rewritten.
#[derive(Clone, Copy, Debug)]
pub(super) enum RewriteForm<'o> {
    /// In canonical form.
    Canonical(Layout),
    /// With all certain fixes; everything else stays byte for byte. `options`: how records are verified, with all variations.
    /// `is_unsafe`: truncated records are closed. `is_written`: the result is written, and not only shown or checked.
    Repaired {
        options: &'o Options,
        is_unsafe: bool,
        is_written: bool,
    },
}

/// A record that has been rewritten.
#[derive(Debug)]
pub(super) struct RewrittenRecord {
    /// Where it is, in bytes of the text of its chunk.
    pub(super) range: Range<usize>,
    /// The new text; `None` if it stays as it is.
    pub(super) text: Option<String>,
    /// Whether the white space around it stays as it is.
    pub(super) is_kept: bool,
    /// Whether it is the text of a source without a record.
    pub(super) is_bare_text: bool,
    /// How it is recognized in the result; `None` if it is not a record there.
    pub(super) expected: Option<ExpectedRecord>,
    /// Whether it would be read differently by itself when its file becomes UTF-8.
    pub(super) names_another_encoding: bool,
    /// What the user is told about it.
    pub(super) notes: Vec<String>,
}

impl RewriteForm<'_> {
    /// Rewrites a record of a source, given its number there.
    ///
    /// # Errors
    ///
    /// If the source cannot be rewritten because of it.
    pub(super) fn rewrite_record(
        self,
        source: &str,
        index: usize,
        record: Record,
        is_selected: bool,
    ) -> Result<RewrittenRecord, RewriteRefusal> {
        let mut faults = record.faults().iter();
        if faults.any(|fault| fault.kind == FaultKind::TooLarge) {
            return Err(RewriteRefusal::LargeRecord);
        }
        if let Some(doubt) = record.encoding_doubt()
            && doubt != EncodingDoubt::Guessed
            && self.is_canonical()
        {
            return Err(RewriteRefusal::SeveralEncodings {
                record: index,
                doubt,
            });
        }
        let mut rewritten = RewrittenRecord {
            range: record.offset()..record.offset() + record.text().len(),
            text: None,
            is_kept: true,
            is_bare_text: (record.faults().iter()).any(|fault| fault.kind == FaultKind::NoRecord),
            expected: None,
            names_another_encoding: false,
            notes: Vec::new(),
        };
        if record.is_malformed() {
            return Ok(self.rewrite_malformed(source, index, record, is_selected, rewritten));
        }
        match self {
            RewriteForm::Canonical(layout) if is_selected => {
                let (text, expected) = canonical(&record, layout);
                rewritten.text = Some(text);
                rewritten.is_kept = false;
                rewritten.expected = Some(expected);
                return Ok(rewritten);
            }
            RewriteForm::Repaired { options, .. } if is_selected => {
                let (text, expected, has_many_findings) = repaired(record, options);
                if has_many_findings {
                    rewritten.notes.push(format!(
                        "{source}: record {index} has so many findings that it stays as it is"
                    ));
                }
                rewritten.text = text;
                rewritten.expected = Some(expected);
                return Ok(rewritten);
            }
            _ => rewritten.expected = Some(ExpectedRecord::of_kept(&record)),
        }
        rewritten.names_another_encoding = self.is_canonical() && names_another_encoding(&record);
        Ok(rewritten)
    }

    /// A malformed record stays as it is, unless it is closed.
    fn rewrite_malformed(
        self,
        source: &str,
        index: usize,
        record: Record,
        is_selected: bool,
        mut rewritten: RewrittenRecord,
    ) -> RewrittenRecord {
        let is_repaired = matches!(self, RewriteForm::Repaired { .. }) && is_selected;
        let closing = Closing::of(&record).filter(|_| is_repaired);
        let verdict = self.verify(&record);
        rewritten.expected = Some(ExpectedRecord::of_verdict(&verdict, record.text()));
        rewritten.names_another_encoding = self.is_canonical() && names_another_encoding(&record);
        let text = record.source();
        // Its nodes make room for those of the closed record.
        drop(record);
        let closed = closing.and_then(Closing::verified);
        match (self, closed) {
            (
                RewriteForm::Repaired {
                    options,
                    is_unsafe: true,
                    is_written,
                },
                Some(closed),
            ) => {
                let is_closed = closing_words(&closed, if is_written { "is" } else { "would be" });
                rewritten.notes.push(format!(
                    "{source}: record {index} ends in the middle: {is_closed} (not certain)"
                ));
                let (closed, expected) = closed_and_repaired(text, closed.text, options);
                rewritten.text = Some(closed);
                rewritten.expected = expected;
            }
            (_, closed) if is_selected => {
                rewritten.notes = notes_on_malformed(source, index, &verdict, closed.as_ref());
            }
            _ => {}
        }
        rewritten
    }

    /// The verdict on a record with all its variations.
    fn verify(self, record: &Record) -> Verdict {
        match self {
            RewriteForm::Canonical(_) => verify_all(record),
            RewriteForm::Repaired { options, .. } => verify(record, options),
        }
    }

    fn is_canonical(self) -> bool {
        matches!(self, RewriteForm::Canonical(_))
    }

    /// Whether a record that was read back has this form.
    fn is_reached(self, record: &Record) -> bool {
        match self {
            RewriteForm::Canonical(layout) => record.is_canonical(layout),
            RewriteForm::Repaired { .. } => true,
        }
    }
}

/// The length from which a text is written twice rather than kept while its record is verified, in bytes.
const LARGE: usize = 1024 * 1024;

/// A record in canonical form, and how it is recognized.
fn canonical(record: &Record, layout: Layout) -> (String, ExpectedRecord) {
    let canonical = record.canonical_text(layout);
    let mut text = canonical.text;
    if canonical.keeps_content {
        let expected = ExpectedRecord::of_content(record, text.len());
        return (text, expected);
    }
    let is_large = text.len() > LARGE;
    if is_large {
        // The text makes room for what the verdict needs.
        text = String::new();
    }
    let verdict = verify_all(record);
    if is_large {
        text = record.canonical(layout);
    }
    let expected = ExpectedRecord::of_verdict(&verdict, &text);
    (text, expected)
}

/// A record with all certain fixes, `None` if it stays as it is, how it is recognized, and whether it stays because its
/// findings are not all known.
fn repaired(record: Record, options: &Options) -> (Option<String>, ExpectedRecord, bool) {
    let (source, text) = (record.source(), record.text());
    let verdict = verify(&record, options);
    let has_many_findings = verdict.findings.len() >= MAX_FINDINGS;
    let kept = ExpectedRecord::of_kept(&record);
    let proposal = Proposal::new(&record, &verdict, options);
    // Its nodes make room for those of the repaired record.
    drop(record);
    let repaired = proposal.and_then(|proposal| proposal.verified(source, text, &verdict));
    repaired.map_or((None, kept, has_many_findings), |repaired| {
        let expected = ExpectedRecord::of_verdict(&repaired.verdict, &repaired.text);
        (Some(repaired.text), expected, false)
    })
}

/// The text of a truncated record that was closed, with all certain fixes, and how it is recognized.
fn closed_and_repaired(
    source: SourceText,
    mut closed: String,
    options: &Options,
) -> (String, Option<ExpectedRecord>) {
    let Some(record) = read(source.with_text(&closed)).next() else {
        return (closed, None);
    };
    let verdict = verify(&record, options);
    let kept = ExpectedRecord::of_kept(&record);
    let proposal = Proposal::new(&record, &verdict, options);
    let end = record.offset() + record.text().len();
    drop(record);
    let behind = closed.split_off(end);
    let Some(proposal) = proposal else {
        return (closed + &behind, Some(kept));
    };
    match proposal.verified_in_place(source, closed, &verdict) {
        Ok(repaired) => {
            let expected = ExpectedRecord::of_verdict(&repaired.verdict, &repaired.text);
            (repaired.text + &behind, Some(expected))
        }
        Err(closed) => (closed + &behind, Some(kept)),
    }
}

/// How a record is recognized in the result.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExpectedRecord {
    /// Whether the digest is that of the verdict and the text, and not of the content and its length.
    is_of_verdict: bool,
    digest: blake3::Hash,
}

impl ExpectedRecord {
    /// A record whose nodes keep their properties and values, so that the verdict needs no comparison: it follows from
    /// them. Given the length of its new text.
    pub(super) fn of_content(record: &Record, length: usize) -> ExpectedRecord {
        ExpectedRecord {
            is_of_verdict: false,
            digest: content_digest(record, length),
        }
    }

    /// A record that stays as it is.
    fn of_kept(record: &Record) -> ExpectedRecord {
        ExpectedRecord::of_content(record, record.text().len())
    }

    /// A record whose verdict must be the same, given its new text.
    pub(super) fn of_verdict(verdict: &Verdict, text: &str) -> ExpectedRecord {
        ExpectedRecord {
            is_of_verdict: true,
            digest: digest(&verdict.summary_for_comparison(), text),
        }
    }

    /// Whether a record that was read back is this one, in the form if it was selected.
    pub(super) fn is(self, record: &Record, form: RewriteForm<'_>, is_selected: bool) -> bool {
        if !self.is_of_verdict {
            // The same nodes have the same canonical form, and its length is part of the digest.
            let read = ExpectedRecord::of_kept(record);
            return !record.is_malformed() && read.digest == self.digest;
        }
        let read = ExpectedRecord::of_verdict(&form.verify(record), record.text());
        let is_kept = record.is_malformed() || !is_selected;
        read.digest == self.digest && (is_kept || form.is_reached(record))
    }
}

/// A digest of the content of a record and the length of its text.
fn content_digest(record: &Record, length: usize) -> blake3::Hash {
    // Short parts are hashed together, and the content is never held as a whole.
    const BLOCK: usize = 4 * 1024;
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(length as u64).to_le_bytes());
    let mut block = Vec::with_capacity(2 * BLOCK);
    record.write_content(|part| {
        if part.len() > BLOCK || block.len() + part.len() > 2 * BLOCK {
            hasher.update(&block);
            block.clear();
        }
        if part.len() > BLOCK {
            hasher.update(part.as_bytes());
        } else {
            block.extend_from_slice(part.as_bytes());
        }
    });
    hasher.update(&block);
    hasher.finalize()
}

/// A digest of two texts.
fn digest(first: &str, second: &str) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(first.len() as u64).to_le_bytes());
    hasher.update(first.as_bytes());
    hasher.update(second.as_bytes());
    hasher.finalize()
}

/// Why a record is malformed, and what could be done about it.
fn notes_on_malformed(
    source: &str,
    index: usize,
    verdict: &Verdict,
    closed: Option<&ClosedRecord>,
) -> Vec<String> {
    let mut findings = verdict.findings.iter();
    let error = findings.find(|finding| finding.code().severity() == Severity::Error);
    let code = error.map_or("", |finding| finding.code().id());
    let mut notes = vec![format!(
        "{source}: record {index} is malformed and stays as it is: {code}"
    )];
    notes.extend(closed.map(|closed| {
        let is_closed = closing_words(closed, "would be");
        format!(
            "{source}: record {index} ends in the middle: with --unsafe, {is_closed} (not certain)"
        )
    }));
    notes
}

/// What closing a truncated record does; `is` is `is` or `would be`.
fn closing_words(closed: &ClosedRecord, is: &str) -> String {
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
pub(super) fn verify_all(record: &Record) -> Verdict {
    let options = Options {
        variations: true,
        ..Options::default()
    };
    verify(record, &options)
}

/// Whether a record that stays as it is would be read differently by itself when its file becomes UTF-8.
fn names_another_encoding(record: &Record) -> bool {
    let encoding = record.source().encoding();
    !encoding.writes_as_utf8(record.text())
        && record
            .stated_encodings()
            .any(|stated| stated != Encoding::UTF_8)
}
