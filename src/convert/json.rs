//! Records ⇄ JSON: the whole tree, unchanged.

use std::{
    borrow::Cow,
    io::{self, BufRead, Write},
};

use serde::{Deserialize, Serialize};

use super::{
    elements::{Element, ElementReader},
    error::ImportError,
    model::{Exported, Imported, Note, SourceRecord, TextLocation},
    shape::explain,
    tree::{Spelling, TreeNode, TreeOf, to_record},
};
use crate::{
    output::{SchemaVersion, json_text, write_json},
    record::{Fault, FaultKind, Limits, Record, decode, read},
};

/// A record as `kifu convert` writes it to JSON and reads it.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordObject<'r, N = Vec<TreeNode>> {
    schema: SchemaVersion,
    /// The source, as output names it; ignored on reading.
    #[serde(default, borrow)]
    source: Cow<'r, str>,
    /// The number of the record in its source, from 1; ignored on reading.
    #[serde(default)]
    index: usize,
    /// The encoding that the source was read in; ignored on reading: what is written is UTF-8.
    #[serde(default, borrow)]
    encoding: Cow<'r, str>,
    /// Text before the record that belongs to no record; absent when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    /// All nodes, each after its parent; the first is the root.
    #[cfg_attr(test, schemars(length(min = 1)))]
    nodes: N,
    /// Text after the last record of a source; absent when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

/// Writes a record as one object.
pub(super) fn write(item: &SourceRecord) -> Exported {
    Exported {
        // Cannot fail: all keys are strings, and the output is in memory.
        text: json_text(&object(item)).unwrap_or_default(),
        notes: Vec::new(),
    }
}

/// Writes the same text to an output.
pub(super) fn write_to(item: &SourceRecord, out: &mut dyn Write) -> io::Result<()> {
    write_json(out, &object(item))
}

fn object<'i>(item: &SourceRecord<'i>) -> RecordObject<'i, TreeOf<'i, 'i>> {
    let (before, after) = outside(item.record, item.record.source().text());
    RecordObject {
        schema: SchemaVersion,
        source: item.source.into(),
        index: item.index,
        encoding: item.record.source().encoding().name().into(),
        before,
        nodes: TreeOf(item.record),
        after,
    }
}

/// The text before and after a record that belongs to no record.
fn outside(record: &Record, text: &str) -> (Option<String>, Option<String>) {
    let faults = record.faults().iter();
    let outside =
        faults.filter(|fault| fault.kind == FaultKind::TextOutside && !fault.span.is_empty());
    let (mut before, mut after): (Vec<_>, Vec<_>) =
        outside.partition(|fault| fault.span.start < record.offset());
    let join = |faults: &mut Vec<&Fault>| {
        faults.sort_by_key(|fault| fault.span.start);
        let texts: Vec<&str> = faults
            .iter()
            .map(|fault| &text[fault.span.clone()])
            .collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    };
    (join(&mut before), join(&mut after))
}

/// Reads records from JSON text.
pub(super) struct JsonReader<R> {
    elements: ElementReader<R>,
    limits: Limits,
}

/// The largest permitted ratio of the size of JSON to the size limit of records.
const MAX_EXPANSION: usize = 4;
/// The largest JSON, if records are not larger, in bytes.
const MAX_BYTES: usize = 96 * 1024 * 1024;
/// The most commas and colons for every two permitted nodes. Each takes up to a hundred bytes of memory.
const PARTS_PER_TWO_NODES: usize = 5;
/// The longest text before or after a record, in bytes.
const MAX_OUTSIDE: usize = 16 * 1024 * 1024;

impl<R: BufRead> JsonReader<R> {
    pub(super) fn new(input: R, limits: Limits) -> JsonReader<R> {
        let max_bytes = limits.max_record.saturating_mul(MAX_EXPANSION);
        let max_bytes = max_bytes.min(MAX_BYTES.max(limits.max_record));
        JsonReader {
            elements: ElementReader::new(
                input,
                max_bytes,
                PARTS_PER_TWO_NODES * limits.max_nodes as usize / 2,
            ),
            limits,
        }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Imported>> {
        let Some(element) = self.elements.next()? else {
            return Ok(None);
        };
        let location = (element.line, element.column);
        Ok(Some(match self.read(element) {
            Ok((record, text_outside)) => Imported {
                location,
                record: Some(record),
                text_outside,
                notes: Vec::new(),
            },
            Err((location, error)) => Imported {
                location,
                record: None,
                text_outside: (false, false),
                notes: vec![Note::import_error(location, &error)],
            },
        }))
    }

    /// The text of a record, and whether text outside it is before and behind it.
    fn read(
        &self,
        element: Element,
    ) -> Result<(String, (bool, bool)), (TextLocation, ImportError)> {
        let start = (element.line, element.column);
        let mut text = element.text.map_err(|error| (start, error))?;
        // It grew by doubling.
        text.shrink_to_fit();
        let RecordObject {
            before,
            nodes,
            after,
            ..
        } = serde_json::from_slice(&text)
            .map_err(|error| (location(&error, &text, start), explain(&text, &error)))?;
        // Large values do not fit into the memory several times.
        drop(text);
        let record = to_record(nodes, Spelling::AsWritten, self.limits);
        let record = record.map_err(|error| (start, error))?;
        let mut is_foreign = false;
        for (key, text) in [("before", &before), ("after", &after)] {
            let text = text.as_deref().unwrap_or_default();
            if text.len() > MAX_OUTSIDE {
                return Err((start, ImportError::TooLarge));
            }
            let probe = format!("{text}é");
            is_foreign |= decode(probe.clone().into_bytes()).text != probe;
            let mut records = read(text);
            let has_record = |record: Record| {
                record
                    .faults()
                    .iter()
                    .all(|fault| fault.kind != FaultKind::NoRecord)
            };
            if records.next().is_some_and(has_record) {
                return Err((start, ImportError::RecordOutside(key)));
            }
        }
        let text_outside = (before.is_some(), after.is_some());
        if text_outside == (false, false) {
            return Ok((record, (false, false)));
        }
        // All output is UTF-8, but the first `CA` of a file decides how it is read, and one in the text outside
        // the record may name another encoding.
        let label = is_foreign.then(|| "CA[UTF-8]".to_owned());
        let parts = [label, before, Some(record), after];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        Ok((parts.join("\n"), text_outside))
    }
}

/// The location of an error in the whole text.
fn location(error: &serde_json::Error, text: &[u8], (line, column): TextLocation) -> TextLocation {
    let mut lines = text.split(|&byte| byte == b'\n');
    let own = lines
        .nth(error.line().saturating_sub(1))
        .unwrap_or_default();
    let before = &own[..error.column().saturating_sub(1).min(own.len())];
    // Continuation bytes are not columns.
    let passed = before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    match error.line() {
        0 | 1 => (line, column + passed),
        further => (line + further - 1, 1 + passed),
    }
}
