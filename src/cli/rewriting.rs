//! A source whose records are written anew: written aside, read back, and compared.

use std::{
    io::{self, BufWriter, Seek, Write},
    path::Path,
    sync::Arc,
};

use tempfile::SpooledTempFile;

use super::exit::{Failure, say};
use crate::{
    archive::SourceInfo,
    record::{
        Chunk, ChunkReader, Encoding, FaultKind, Layout, Limits, MAX_OUTSIDE, MAX_RECORD_BYTES,
        Record,
    },
    repair::repair,
    verify::{Options, Severity, Verdict, verify},
};

/// So much of a text is kept in memory.
const IN_MEMORY: usize = 1024 * 1024;
/// The largest text whose changes can be shown.
const LARGEST_DIFF: usize = MAX_RECORD_BYTES;

/// Tells which records are wanted, by their numbers.
type Wants<'w> = dyn Fn(usize) -> bool + 'w;

/// What is made of records.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// Their canonical form.
    Canonical(Layout),
    /// What has one certain answer is repaired; all else stays, to the byte.
    Repaired,
}

impl Form {
    /// What becomes of a record that is not malformed, and what is then to be said of it. `None` if it stays
    /// as it is.
    fn rewrite(self, record: &Record, verdict: &Verdict) -> Option<(String, blake3::Hash)> {
        match self {
            Form::Canonical(layout) => {
                let text = record.canonical(layout);
                let digest = digest(verdict, &text);
                Some((text, digest))
            }
            Form::Repaired => repair(record, verdict).map(|repaired| {
                let digest = digest(&repaired.verdict, &repaired.text);
                (repaired.text, digest)
            }),
        }
    }

    /// Whether a record that has been read back is one that this form gives.
    fn is_reached(self, record: &Record) -> bool {
        match self {
            Form::Canonical(layout) => record.canonical(layout) == record.text(),
            Form::Repaired => true,
        }
    }
}

/// A source while it is read.
pub(super) struct Rewriting {
    source_info: SourceInfo,
    form: Form,
    text: BufWriter<SpooledTempFile>,
    is_changed: bool,
    /// Whether its bytes are not those of its text in UTF-8.
    is_foreign: bool,
    /// Why it cannot be rewritten.
    refused: Option<String>,
    /// Bytes read so far.
    read: usize,
    /// What has been read behind the last record.
    gap: String,
    /// Whether the last record stays as it is; `None` before the first.
    kept: Option<bool>,
    /// What the result must say of each record.
    digests: Vec<blake3::Hash>,
    /// All that has been written.
    written: blake3::Hasher,
    /// The two versions, if they are wanted.
    parts: Option<Vec<(String, String)>>,
}

/// A source whose records have been written anew.
pub(super) struct Rewritten {
    pub(super) source: Arc<str>,
    /// The file it stands in as it is.
    pub(super) file: Option<Arc<Path>>,
    pub(super) text: SpooledTempFile,
    /// Whether that has changed anything.
    pub(super) is_changed: bool,
    /// The two versions, in parts that end with whole lines.
    pub(super) parts: Vec<(String, String)>,
}

impl Rewriting {
    pub(super) fn new(source_info: SourceInfo, form: Form, with_parts: bool) -> Rewriting {
        Rewriting {
            source_info,
            form,
            text: BufWriter::new(SpooledTempFile::new(IN_MEMORY)),
            is_changed: false,
            is_foreign: false,
            refused: None,
            read: 0,
            gap: String::new(),
            // What stands before the first record is tidied only for the canonical form.
            kept: matches!(form, Form::Repaired).then_some(true),
            digests: Vec::new(),
            written: blake3::Hasher::new(),
            parts: with_parts.then(Vec::new),
        }
    }

    /// What a failure of the text put aside is.
    pub(super) fn failure(error: io::Error) -> Failure {
        Failure::write("a temporary file", error)
    }

    /// Notes that the source cannot be rewritten. The first reason counts.
    pub(super) fn refuse(&mut self, reason: &str) {
        self.refused.get_or_insert_with(|| reason.to_owned());
    }

    /// Takes in the next piece of the source.
    pub(super) fn take(&mut self, chunk: &Chunk, wants: &Wants) -> Result<(), Failure> {
        let decoded = &chunk.decoded;
        if chunk.origin.byte != self.read {
            self.refuse("there is more between its records than can be kept");
        }
        self.read += decoded.text.len();
        if !decoded.decode_errors.is_empty() {
            self.refuse("it holds bytes that do not fit its encoding, and they would be lost");
        }
        if self.parts.is_some() && self.read > LARGEST_DIFF {
            self.refuse("it is too large to show what changes; --check says whether it does");
        }
        self.is_foreign |=
            decoded.had_bom || decoded.encoding != Encoding::UTF_8 && !decoded.text.is_ascii();
        self.is_changed |= self.is_foreign && matches!(self.form, Form::Canonical(_));
        let mut end = 0;
        for (index, record) in chunk.records() {
            if self.refused.is_some() {
                return Ok(());
            }
            self.gap.push_str(&decoded.text[end..record.offset()]);
            end = record.offset() + record.text().len();
            self.take_record(index, &record, wants(index))?;
        }
        self.gap.push_str(&decoded.text[end..]);
        Ok(())
    }

    fn take_record(
        &mut self,
        index: usize,
        record: &Record,
        is_wanted: bool,
    ) -> Result<(), Failure> {
        let mut faults = record.faults().iter();
        if faults.any(|fault| fault.kind == FaultKind::TooLarge) {
            self.refuse("it holds a record that is too large");
            return Ok(());
        }
        let verdict = judge(record);
        let is_malformed = record.is_malformed();
        if is_malformed && is_wanted {
            let source = &self.source_info.source;
            let mut findings = verdict.findings.iter();
            let error = findings.find(|finding| finding.code.severity == Severity::Error);
            let code = error.map_or("", |finding| finding.code.id);
            say(&format!(
                "{source}: record {index} is malformed and stays as it is: {code}"
            ));
        }
        let is_wanted = is_wanted && !is_malformed;
        let rewritten = is_wanted.then(|| self.form.rewrite(record, &verdict));
        let rewritten = rewritten.flatten();
        let is_kept = rewritten.is_none() || matches!(self.form, Form::Repaired);
        self.end_gap(is_kept)?;
        self.kept = Some(is_kept);
        let Some((text, of_text)) = rewritten else {
            self.digests.push(digest(&verdict, record.text()));
            return self.put(record.text(), record.text());
        };
        self.digests.push(of_text);
        self.put(record.text(), &text)
    }

    /// Writes what stands before a record or at the end. Beside a record that stays as it is, and if it is
    /// more than blanks, it stays too.
    fn end_gap(&mut self, is_kept: bool) -> Result<(), Failure> {
        let gap = std::mem::take(&mut self.gap);
        let is_blank = gap.chars().all(|c| c.is_ascii_whitespace() || c == '\x0B');
        if !is_blank && gap.len() > MAX_OUTSIDE {
            self.refuse("there is more between its records than can be kept");
        }
        let new = match self.kept {
            _ if !is_blank || is_kept || self.kept == Some(true) => gap.as_str(),
            None => "",
            Some(_) => "\n",
        };
        self.put(&gap, new)?;
        // Here a part may end, if both versions have come to the end of a line.
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

    /// Writes what takes the place of a text.
    fn put(&mut self, old: &str, new: &str) -> Result<(), Failure> {
        self.is_changed |= old != new;
        if let Some(parts) = &mut self.parts {
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
        written.map_err(Rewriting::failure)
    }

    /// Ends the source: reads back what has been written. Else says why nothing is to be given out.
    pub(super) fn finish(
        mut self,
        limits: Limits,
        wants: &Wants,
    ) -> Result<Result<Rewritten, String>, Failure> {
        self.end_gap(false)?;
        if self.is_changed && self.is_foreign && matches!(self.form, Form::Repaired) {
            self.refuse("it is not plain UTF-8; `kifu fmt --write` makes it so");
        }
        if let Some(reason) = self.refused {
            return Ok(Err(reason));
        }
        let text = self.text.into_inner();
        let mut text = text.map_err(|error| Rewriting::failure(error.into_error()))?;
        if self.is_changed {
            text.rewind().map_err(Rewriting::failure)?;
            let expected = Expected {
                form: self.form,
                digests: &self.digests,
                text: self.written.finalize(),
                wants,
            };
            let reason = expected.differs(&mut text, limits);
            if let Some(reason) = reason.map_err(Rewriting::failure)? {
                return Ok(Err(reason));
            }
        }
        Ok(Ok(Rewritten {
            source: self.source_info.source,
            file: self.source_info.file,
            text,
            is_changed: self.is_changed,
            parts: self.parts.unwrap_or_default(),
        }))
    }
}

/// What a text must turn out to be when it is read back.
struct Expected<'e> {
    form: Form,
    digests: &'e [blake3::Hash],
    text: blake3::Hash,
    wants: &'e Wants<'e>,
}

impl Expected<'_> {
    /// Why a text is not what it should be.
    fn differs(&self, text: &mut SpooledTempFile, limits: Limits) -> io::Result<Option<String>> {
        let mut pieces = ChunkReader::new(Box::new(text), None, limits);
        let mut read = blake3::Hasher::new();
        let mut wrong = None;
        while let Some(chunk) = pieces.next_chunk()? {
            read.update(chunk.decoded.text.as_bytes());
            for (index, record) in chunk.records() {
                if wrong.is_none() && !self.holds(index, &record) {
                    wrong = Some(index);
                }
            }
        }
        // Only the encoding can make another text of the same bytes.
        if read.finalize() != self.text {
            let reason = "it would not be read as UTF-8: `CA` in a malformed record or outside of all records names another encoding";
            return Ok(Some(reason.to_owned()));
        }
        let passed = pieces.passed();
        let wrong = wrong.or((passed < self.digests.len()).then_some(passed + 1));
        Ok(wrong.map(|index| {
            format!(
                "record {index} would not be the same game; this is a fault of kifu: please report it with the file"
            )
        }))
    }

    fn holds(&self, index: usize, record: &Record) -> bool {
        let read = digest(&judge(record), record.text());
        let is_kept = record.is_malformed() || !(self.wants)(index);
        self.digests.get(index - 1) == Some(&read) && (is_kept || self.form.is_reached(record))
    }
}

/// What a record says, with all its variations.
fn judge(record: &Record) -> Verdict {
    let options = Options {
        variations: true,
        ..Options::default()
    };
    verify(record, &options)
}

/// The game and the text of a record in short.
fn digest(verdict: &Verdict, text: &str) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(verdict.summary_for_comparison().as_bytes());
    hasher.update(text.as_bytes());
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What reading back says of a text that should hold another.
    fn read_back(wanted: &str, written: &str) -> Option<String> {
        let records = crate::record::read(wanted);
        let digests: Vec<_> = records
            .map(|record| digest(&judge(&record), record.text()))
            .collect();
        let expected = Expected {
            form: Form::Canonical(Layout::Nodes),
            digests: &digests,
            text: blake3::hash(written.as_bytes()),
            wants: &|_| true,
        };
        let mut aside = SpooledTempFile::new(IN_MEMORY);
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
    fn another_game_is_noticed() {
        let wanted = "(;GM[ugo]SZ[5]\n;B[c3])\n(;GM[ugo]SZ[5]\n;B[d3])\n";
        assert_eq!(read_back(wanted, wanted), None);
        for (from, to, record) in [
            ("d3", "d4", "record 2 "),
            ("[ugo]", "[sygo]", "record 1 "),
            ("\n(;GM[ugo]SZ[5]\n;B[d3])", "", "record 2 "),
            ("c3", "C3", "record 1 "),
        ] {
            let reason = read_back(wanted, &wanted.replacen(from, to, 1));
            assert!(
                reason.is_some_and(|reason| reason.starts_with(record)),
                "{from}"
            );
        }
        let neat = "(;SZ[5]GM[ugo])";
        assert!(read_back(neat, neat).is_some(), "it is not canonical");
        let label = "CA[latin1](;GM[ugo]CA[UTF-8]C[é])";
        let reason = read_back(label, label);
        assert!(reason.is_some_and(|reason| reason.contains("UTF-8")));
    }
}
