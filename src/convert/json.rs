//! Records ⇄ JSON: the whole tree, as it is.

use std::{
    borrow::Cow,
    io::{self, BufRead},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Exported, Imported, Note, SourceRecord,
    elements::{Element, Elements},
    tree::{Form, TreeNode, to_record, tree},
};
use crate::{
    output::SchemaVersion,
    record::{Fault, FaultKind, Limits, Record, decode, read},
};

/// A record as `kifu convert` writes it to JSON and reads it.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object with `schema` and `nodes`")]
pub struct RecordObject<'r> {
    schema: SchemaVersion,
    /// The source, as output names it; not looked at on reading.
    #[serde(default, borrow)]
    source: Cow<'r, str>,
    /// The number of the record in its source, from 1; not looked at on reading.
    #[serde(default)]
    index: usize,
    /// The encoding that the source was read in; not looked at on reading: what is written is UTF-8.
    #[serde(default, borrow)]
    encoding: Cow<'r, str>,
    /// Text before the record that belongs to no record; absent when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    /// All nodes, each behind the one it follows; the first is the root.
    #[schemars(length(min = 1))]
    nodes: Vec<TreeNode>,
    /// Text behind the last record of a source; absent when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

/// A record as one object.
pub(super) fn write(item: &SourceRecord) -> Exported {
    let (before, after) = outside(item.record, item.record.source().text());
    let object = RecordObject {
        schema: SchemaVersion,
        source: item.source.into(),
        index: item.index,
        encoding: item.record.source().encoding().name().into(),
        before,
        nodes: tree(item.record),
        after,
    };
    let start = item.record.offset();
    let end = start + item.record.text().len();
    let mut decode_errors = item.record.source().decode_errors().iter();
    let lost = decode_errors.find(|&&at| (start..end).contains(&at));
    let notes = lost.map(|&at| {
        let place = item.line_index.line_column(at);
        Note::lost(place, "bytes that do not fit the encoding")
    });
    Exported {
        // All keys are text, and memory can always be written to.
        text: serde_json::to_string(&object).unwrap_or_default(),
        notes: notes.into_iter().collect(),
    }
}

/// What stands outside of all records, before a record and behind it.
fn outside(record: &Record, text: &str) -> (Option<String>, Option<String>) {
    let faults = record.faults().iter();
    let outside = faults.filter(|fault| fault.kind == FaultKind::TextOutside);
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

/// A text of JSON while it is read.
pub(super) struct Objects<R> {
    elements: Elements<R>,
    limits: Limits,
}

/// A record of so many bytes may be so many times as large in JSON.
const GROWTH: usize = 4;
/// Commas and colons for each node that a record may have.
const PARTS: usize = 8;

impl<R: BufRead> Objects<R> {
    pub(super) fn new(input: R, limits: Limits) -> Objects<R> {
        let max_bytes = limits.max_record.saturating_mul(GROWTH);
        Objects {
            elements: Elements::new(input, max_bytes, PARTS * limits.max_nodes as usize),
            limits,
        }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Imported>> {
        let Some(element) = self.elements.next()? else {
            return Ok(None);
        };
        let place = (element.line, element.column);
        Ok(Some(match self.read(&element) {
            Ok(record) => Imported {
                location: place,
                record: Some(record),
                notes: Vec::new(),
            },
            Err((place, reason)) => Imported {
                location: place,
                record: None,
                notes: vec![Note::wrong(place, &reason)],
            },
        }))
    }

    fn read(&self, element: &Element) -> Result<String, ((usize, usize), String)> {
        let start = (element.line, element.column);
        let text = element.text.as_ref();
        let text = text.map_err(|&reason| (start, reason.to_owned()))?;
        let object: RecordObject =
            serde_json::from_slice(text).map_err(|error| place(&error, text, start))?;
        let record = to_record(&object.nodes, Form::AsWritten, self.limits)
            .map_err(|reason| (start, reason))?;
        let is_alone = object.before.is_none() && object.after.is_none();
        let mut whole = String::new();
        for (key, text) in [("before", &object.before), ("after", &object.after)] {
            let mut records = read(text.as_deref().unwrap_or_default());
            let has_record = |record: Record| {
                record
                    .faults()
                    .iter()
                    .all(|fault| fault.kind != FaultKind::NoRecord)
            };
            if records.next().is_some_and(has_record) {
                return Err((start, format!("`{key}` holds a record of its own")));
            }
        }
        let parts = [object.before, Some(record), object.after];
        for part in parts.into_iter().flatten() {
            whole.push_str(&part);
            whole.push('\n');
        }
        whole.pop();
        if !is_alone && !whole.is_ascii() && decode(whole.clone().into_bytes()).text != whole {
            let reason = "`CA` in `before` or `after` names another encoding";
            return Err((start, reason.to_owned()));
        }
        Ok(whole)
    }
}

/// The place of an error in the whole text, and what it says.
fn place(
    error: &serde_json::Error,
    text: &[u8],
    (line, column): (usize, usize),
) -> ((usize, usize), String) {
    let told = error.to_string();
    let reason = told
        .rsplit_once(" at line ")
        .map_or(&*told, |(reason, _)| reason);
    let mut lines = text.split(|&byte| byte == b'\n');
    let own = lines
        .nth(error.line().saturating_sub(1))
        .unwrap_or_default();
    let before = &own[..error.column().saturating_sub(1).min(own.len())];
    // Bytes of a character after its first are no column.
    let passed = before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    let place = match error.line() {
        0 | 1 => (line, column + passed),
        further => (line + further - 1, 1 + passed),
    };
    (place, reason.to_owned())
}
