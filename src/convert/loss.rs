//! The parts of a record that a notation cannot express.

use std::borrow::Cow;

use super::{
    error::shortened,
    model::{Note, SourceRecord},
    played_line::main_line,
};
use crate::record::{FaultKind, LineIndex, Name, NodeId, Purpose, Record, unescape};

/// The most names of properties in a message; others are only counted.
const MAX_NAMED: usize = 12;

/// Properties of the file, not of the game.
const FILE_PROPERTIES: [Name; 4] = [Name::FF, Name::CA, Name::AP, Name::ST];

/// Lists the properties that are not carried over: all but plies, properties of the file, and properties of the root
/// whose name and value `keeps` accepts. Of properties with the same name, and of their values, only the first is kept.
pub(super) fn lost(item: &SourceRecord, keeps: &dyn Fn(&str, &str) -> bool) -> Option<Note> {
    let record = item.record;
    let mut first = None;
    // Names, and how often each occurs.
    let mut kinds: Vec<(Cow<str>, usize)> = Vec::new();
    let mut more = 0_usize;
    let mut kept: Vec<Cow<str>> = Vec::new();
    for node in main_line(item) {
        for property in record.properties(node) {
            if property.name.purpose() == Purpose::Move
                || node == NodeId::ROOT && FILE_PROPERTIES.contains(&property.name)
            {
                continue;
            }
            let letters = shortened(record.letters(property));
            let is_kept = node == NodeId::ROOT
                && match record.values(property) {
                    &[value] => keeps(&letters, &unescape(record.raw(value))),
                    _ => false,
                };
            if is_kept && !kept.contains(&letters) {
                kept.push(letters);
                continue;
            }
            first.get_or_insert(record.source_range(property.span).start);
            let count = kinds.len();
            match kinds.iter_mut().find(|(name, _)| *name == letters) {
                Some((_, times)) => *times += 1,
                None if count < MAX_NAMED => kinds.push((letters, 1)),
                None => more += 1,
            }
        }
    }
    let mut parts: Vec<String> = kinds
        .into_iter()
        .map(|(name, count)| match count {
            1 => name.into_owned(),
            _ => format!("{name} ({count})"),
        })
        .collect();
    match more {
        0 => {}
        1 => parts.push("1 other property".to_owned()),
        _ => parts.push(format!("{more} other properties")),
    }
    let leaves = record
        .nodes()
        .filter(|&node| record.children(node).next().is_none());
    match leaves.count() {
        0 | 1 => {}
        2 => parts.push("a variation".to_owned()),
        count => parts.push(format!("{} variations", count - 1)),
    }
    let location = item
        .line_index
        .line_column(first.unwrap_or(record.offset()));
    (!parts.is_empty()).then(|| Note::lost(location, &parts.join(", ")))
}

/// What is lost around a record, whatever is read of it: text outside of it, unless that is kept, and bytes that are
/// invalid in the encoding. Whether that is doubtful is told, too.
pub(super) fn lost_around(record: &Record, lines: &LineIndex, keeps_outside: bool) -> Vec<Note> {
    let source = record.source();
    let faults = record.faults().iter();
    let outside = faults.filter(|fault| fault.kind == FaultKind::TextOutside);
    let mut notes = Vec::new();
    let mut invalid = record.decode_errors().first().copied();
    for fault in outside {
        if keeps_outside {
            let errors = source.decode_errors_in(fault.span.clone());
            invalid = errors.first().copied().into_iter().chain(invalid).min();
        } else {
            let location = lines.line_column(fault.span.start);
            notes.push(Note::lost(location, "text outside of the record"));
        }
    }
    if keeps_outside && record.lacks_text_outside() {
        let location = lines.line_column(record.offset());
        notes.push(Note::lost(
            location,
            "a part of the long text outside of the record",
        ));
    }
    notes.extend(record.encoding_doubt().map(|doubt| {
        let location = lines.line_column(record.offset());
        Note::doubted(location, doubt)
    }));
    notes.extend(invalid.map(|at| {
        let what = format!("bytes that are invalid in {}", source.encoding().name());
        Note::lost(lines.line_column(at), &what)
    }));
    notes
}

/// The text of a property of the root.
pub(super) fn root_text<'i>(item: &SourceRecord<'i>, name: Name) -> Option<Cow<'i, str>> {
    let mut properties = item.record.properties(NodeId::ROOT).iter();
    let property = properties.find(|property| property.name == name)?;
    let &value = item.record.values(property).first()?;
    Some(unescape(item.record.raw(value)))
}
