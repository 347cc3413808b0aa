//! What a notation has no room for.

use super::{Note, SourceRecord, line::main_line};
use crate::record::{Name, NodeId, Purpose, unescape};

/// Kinds of things that are named; of more only their number is told.
const NAMED: usize = 12;

/// What is said of the file and its text, not of the game.
const OF_THE_TEXT: [Name; 4] = [Name::FF, Name::CA, Name::AP, Name::ST];

/// Names all that a record says besides its plies and `keeps` does not: a property of the root and its text.
pub(super) fn lost(item: &SourceRecord, keeps: &dyn Fn(&str, &str) -> bool) -> Option<Note> {
    let record = item.record;
    let mut first = None;
    // Names, and how often each is met.
    let mut kinds: Vec<(String, usize)> = Vec::new();
    let mut more = 0_usize;
    for node in main_line(item) {
        for property in record.properties(node) {
            if property.name.purpose() == Purpose::Move
                || node == NodeId::ROOT && OF_THE_TEXT.contains(&property.name)
            {
                continue;
            }
            let letters = record.letters(property);
            let mut values = record.values(property).iter();
            let is_kept = node == NodeId::ROOT
                && values.all(|&value| keeps(&letters, &unescape(record.raw(value))));
            if is_kept {
                continue;
            }
            first.get_or_insert(record.source_range(property.span).start);
            let count = kinds.len();
            match kinds.iter_mut().find(|(name, _)| *name == letters) {
                Some((_, times)) => *times += 1,
                None if count < NAMED => kinds.push((letters, 1)),
                None => more += 1,
            }
        }
    }
    let mut told: Vec<String> = kinds
        .into_iter()
        .map(|(name, count)| match count {
            1 => name,
            _ => format!("{name} ({count})"),
        })
        .collect();
    if more > 0 {
        told.push(format!("{more} other properties"));
    }
    let leaves = record
        .nodes()
        .filter(|&node| record.children(node).next().is_none());
    match leaves.count() {
        0 | 1 => {}
        2 => told.push("a variation".to_owned()),
        count => told.push(format!("{} variations", count - 1)),
    }
    let place = item
        .line_index
        .line_column(first.unwrap_or(record.offset()));
    (!told.is_empty()).then(|| Note::lost(place, &told.join(", ")))
}

/// The text of a property of the root, if it can stand in a line of words.
pub(super) fn root_text(item: &SourceRecord, name: Name) -> Option<String> {
    let mut properties = item.record.properties(NodeId::ROOT).iter();
    let property = properties.find(|property| property.name == name)?;
    let &value = item.record.values(property).first()?;
    Some(unescape(item.record.raw(value)).into_owned())
}
