//! Games of Ugo and Sygo that were recorded as Go, by this program or in a Go editor.

use std::io::{self, Read};

use super::{
    comparison::compare,
    extent::go_limits,
    originals::{Edits, notes_of},
    source::GoSource,
    translation::{Fault, Translated, translate},
};
use crate::{
    convert::{
        error::ImportError,
        loss::lost_around,
        model::{ImportOptions, Imported, Note, TextLocation},
        tree::{Spelling, numbers, to_record},
    },
    output::in_brief,
    record::{ChunkReader, Limits, LineIndex, NodeId, Record, read_within},
    verify::{Code, Finding, Options, Severity, verify},
};

/// How often a record is read at most: with all originals, with the start as shown, and with other properties as shown.
const MAX_READINGS: usize = 3;

/// Reads Go records.
pub(in crate::convert) struct GoReader<'r> {
    chunks: ChunkReader<'r>,
    /// The records that have been read, the next one last.
    ready: Vec<Imported>,
    limits: Limits,
    options: ImportOptions,
}

impl<'r> GoReader<'r> {
    pub(in crate::convert) fn new(
        input: Box<dyn Read + 'r>,
        limits: Limits,
        options: ImportOptions,
    ) -> GoReader<'r> {
        let limits = go_limits(limits);
        let chunks = ChunkReader::new(input, None, limits);
        GoReader {
            chunks: match options.spool {
                Some(spool) => chunks.spool_with(spool),
                None => chunks,
            },
            ready: Vec::new(),
            limits,
            options,
        }
    }

    pub(in crate::convert) fn next(&mut self) -> io::Result<Option<Imported>> {
        loop {
            if let Some(imported) = self.ready.pop() {
                return Ok(Some(imported));
            }
            let Some(chunk) = self.chunks.next_chunk()? else {
                return Ok(None);
            };
            let lines = LineIndex::of(&chunk);
            let records = chunk.records();
            let imported = records.map(|(_, record)| self.import(&record, &lines));
            self.ready = imported.collect();
            self.ready.reverse();
        }
    }

    fn import(&self, record: &Record, lines: &LineIndex) -> Imported {
        let location = lines.line_column(record.offset());
        let mut notes = lost_around(record, lines, false);
        let text = self.translate(record, lines, &mut notes);
        let text =
            text.map_err(|(location, error)| notes.push(Note::import_error(location, &error)));
        if let Ok(text) = &text {
            self.report_errors(text, location, &mut notes);
        }
        Imported {
            location,
            record: text.ok(),
            text_outside: (false, false),
            notes,
        }
    }

    fn translate(
        &self,
        record: &Record,
        lines: &LineIndex,
        notes: &mut Vec<Note>,
    ) -> Result<String, Fault> {
        let start = lines.line_column(record.offset());
        if record.is_malformed() {
            let verdict = verify(record, &Options::default());
            let mut findings = verdict.findings.iter();
            let error = findings.find(|finding| finding.code().severity() == Severity::Error);
            let offset = error.map_or(record.offset(), |finding| finding.span.start);
            let limits = self.limits;
            let error = match error.map(Finding::code) {
                Some(Code::LimitNodes) => ImportError::ManyGoNodes(limits.max_nodes),
                Some(Code::LimitValues) => ImportError::ManyGoValues(limits.max_values),
                Some(Code::LimitRecordSize) => ImportError::LargeGoRecord(limits.max_record),
                _ => ImportError::MalformedGo(error.map(in_brief).unwrap_or_default()),
            };
            return Err((lines.line_column(offset), error));
        }
        let read = |edits: Edits| {
            let source = GoSource::new(record, self.options.game, edits);
            translate(source.map_err(|error| (start, error))?, lines)
        };
        let mut translated = read(Edits::default()).or_else(|fault| {
            // What cannot be read may only follow what has been edited before the first ply.
            let is_own = notes_of(record, NodeId::ROOT).next().is_some();
            let again = is_own.then(|| read(Edits::of_start()).ok()).flatten();
            again.ok_or(fault)
        })?;
        let mut readings = 0;
        let text = loop {
            let mut edits = translated.source.edits.clone();
            let (text, found) = self
                .finish(&mut translated)
                .map_err(|error| (start, error))?;
            readings += 1;
            if found.is_empty() || readings == MAX_READINGS {
                break text;
            }
            edits.extend(found);
            translated = read(edits)?;
        };
        for (name, count) in translated.source.lost {
            let what = match count {
                1 => name,
                _ => format!("{name} ({count})"),
            };
            notes.push(Note::lost(start, &what));
        }
        Ok(text)
    }

    /// Writes a translated record, and finds what has been edited in it besides.
    fn finish(&self, translated: &mut Translated) -> Result<(String, Edits), ImportError> {
        let tree = std::mem::take(&mut translated.tree);
        let numbers = numbers(&tree);
        let text = to_record(tree, Spelling::Canonical, self.limits)?;
        let source = &mut translated.source;
        if !source.is_own {
            return Ok((text, Edits::default()));
        }
        for place in translated.places.iter_mut().flatten() {
            place.number = numbers[place.number];
        }
        let found = compare(source, &text, &translated.places, self.limits);
        for (name, count) in found.lost {
            *source.lost.entry(name).or_default() += count;
        }
        Ok((text, found.edits))
    }

    /// Reports the errors of the record.
    fn report_errors(&self, text: &str, location: TextLocation, notes: &mut Vec<Note>) {
        let Some(record) = read_within(text, self.limits).next() else {
            return;
        };
        let options = Options {
            variations: true,
            ..Options::default()
        };
        let verdict = verify(&record, &options);
        let findings = verdict.findings.iter();
        let errors = findings.filter(|finding| finding.code().severity() == Severity::Error);
        notes.extend(errors.map(|finding| Note {
            is_error: true,
            is_doubt: false,
            location,
            message: in_brief(finding),
        }));
    }
}
