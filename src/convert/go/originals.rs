//! The originals that `KIFU` tells, and which of them are out of date.

use std::collections::{BTreeMap, BTreeSet};

use super::writer::ORIGINAL;
use crate::{
    convert::tree::{TreeProperty, TreeValue},
    games::{Color, Game, Piece, Point},
    record::{Name, NodeId, Property, Record, SetupValue, read, read_piece, unescape},
};

/// What has been edited in a Go program, so that it is read as shown, although there are originals.
#[derive(Clone, Default)]
pub(super) struct Edits {
    /// Whether the setups before the first plies have been.
    pub(super) has_start: bool,
    /// The names of other properties, by their nodes.
    names: BTreeMap<NodeId, BTreeSet<String>>,
    /// The kings at nodes before the first ply whose marks have been edited.
    kings: BTreeMap<NodeId, Vec<Point>>,
}

impl Edits {
    /// Everything that decides how play begins.
    pub(super) fn of_start() -> Edits {
        let mut edits = Edits {
            has_start: true,
            ..Edits::default()
        };
        for name in [Name::SZ, Name::RU] {
            edits.add(NodeId::ROOT, name.letters());
        }
        edits
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.has_start && self.names.is_empty()
    }

    pub(super) fn add(&mut self, node: NodeId, name: &str) {
        let names = self.names.entry(node).or_default();
        names.insert(name.to_owned());
    }

    /// Adds the marks `MA` of a node before the first ply, which has these kings.
    pub(super) fn add_marks(&mut self, node: NodeId, kings: &[Point]) {
        self.add(node, Name::MA.letters());
        self.kings.insert(node, kings.to_vec());
    }

    /// Adds others. What decides how play begins comes alone: the others are only known after it.
    pub(super) fn extend(&mut self, others: Edits) {
        let is_of_start = |name: &str| matches!(name, "SZ" | "RU");
        let root = others.names.get(&NodeId::ROOT).into_iter().flatten();
        let of_start: Vec<&String> = root.filter(|name| is_of_start(name)).collect();
        if others.has_start || !of_start.is_empty() {
            self.has_start |= others.has_start;
            for name in of_start {
                self.add(NodeId::ROOT, name);
            }
            return;
        }
        for (node, names) in others.names {
            self.names.entry(node).or_default().extend(names);
        }
        self.kings.extend(others.kings);
    }

    pub(super) fn contain(&self, node: NodeId, name: &str) -> bool {
        match name {
            "AB" | "AW" | "AE" | "PL" => self.has_start,
            name => self
                .names
                .get(&node)
                .is_some_and(|names| names.contains(name)),
        }
    }

    /// The kings at a node before the first ply whose marks have been edited.
    pub(super) fn kings(&self, node: NodeId) -> Option<&[Point]> {
        self.kings.get(&node).map(Vec::as_slice)
    }
}

/// The notes of a node.
pub(super) fn notes_of<'r>(
    record: &'r Record,
    node: NodeId,
) -> impl Iterator<Item = &'r Property> + use<'r> {
    let properties = record.properties(node).iter();
    properties.filter(|property| *record.letters(property) == *ORIGINAL)
}

/// The properties that the first note of a node tells; `None` without one, or if it is not understood.
pub(super) fn originals(record: &Record, node: NodeId) -> Option<Vec<TreeProperty>> {
    let values = record.values(notes_of(record, node).next()?).iter();
    let text: String = values.map(|&span| unescape(record.raw(span))).collect();
    let told = format!("(;{text})");
    let mut records = read(told.as_str());
    let original = records.next().filter(|original| !original.is_malformed())?;
    let properties = original.properties(NodeId::ROOT).iter();
    let properties: Vec<TreeProperty> = properties
        .map(|property| TreeProperty {
            name: original.letters(property).into_owned(),
            values: original
                .values(property)
                .iter()
                .map(|&span| TreeValue::of(original.raw(span)))
                .collect(),
        })
        .collect();
    // There is nothing else, such as a second node.
    let is_whole = text == properties.iter().map(written).collect::<String>();
    is_whole.then_some(properties)
}

/// A property as text.
fn written(property: &TreeProperty) -> String {
    let values = property.values.iter();
    let values: String = values.map(|value| format!("[{}]", value.raw())).collect();
    format!("{}{values}", property.name)
}

/// The kings that properties set up.
pub(super) fn kings(game: Game, properties: &[TreeProperty]) -> BTreeSet<(Color, Point)> {
    let pieces = properties.iter().flat_map(|property| {
        let color = Name::from_letters(&property.name).owner_of_setup();
        let values = property.values.iter().filter(move |_| color.is_some());
        values.filter_map(move |value| read_piece(game, color, value.text()))
    });
    pieces
        .filter_map(|piece| match piece {
            SetupValue::Piece(Piece::King(color, point)) => Some((color, point)),
            _ => None,
        })
        .collect()
}
