//! What of a record has been edited in a Go program since it was written.
//!
//! What has been read is written as Go again. Where the record shows something else, its `KIFU` is out of date.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    originals::{Edits, notes_of},
    point_mask::PointMask,
    source::GoSource,
    translate::{GoNodes, MAX_POINTS, play},
    translation::Place,
    writer::{GoWriter, KING, ORIGINAL},
};
use crate::{
    games::Game,
    record::{
        Limits, Name, NodeId, PointSet, Purpose, Record, read, read_size, read_within, unescape,
    },
};

/// The marks of which a point has at most one.
const EXCLUSIVE: [&str; 4] = ["TR", "SQ", "CR", "SL"];

/// What has been found.
#[derive(Default)]
pub(super) struct Comparison {
    /// What has been edited, and is not known as that.
    pub(super) edits: Edits,
    /// What is not carried over, and how often.
    pub(super) lost: BTreeMap<String, usize>,
}

/// Compares a record of Go with what has been read of it.
pub(super) fn compare(
    source: &GoSource,
    text: &str,
    places: &[Option<Place>],
    limits: Limits,
) -> Comparison {
    let mut found = Comparison::default();
    let mut is_compared = vec![false; places.len()];
    if let Some(record) = read_within(text, limits).next() {
        let (nodes, verdict) = play(&record);
        let writer = GoWriter::new(&record, &verdict, &nodes);
        if let Some(mut writer) = writer.filter(|_| nodes.point_count() <= MAX_POINTS) {
            let is_kept = writer.kept();
            let mut origins = vec![None; is_kept.len()];
            for node in source.record.nodes() {
                if let Some(place) = &places[node.index()] {
                    origins[place.number] = Some((node, place.is_start));
                }
            }
            for read_node in record.nodes().filter(|node| is_kept[node.index()]) {
                let written = writer.node_text(read_node);
                let Some((node, is_start)) = origins[read_node.index()] else {
                    continue;
                };
                is_compared[node.index()] = true;
                if is_start || may_differ(source.record, node) {
                    let pair = NodePair {
                        source,
                        node,
                        read: read_node,
                        is_start,
                    };
                    pair.compare(&written, &nodes, &mut found);
                }
            }
        }
    }
    // Of the others nothing is known, such as those after an illegal ply.
    for node in source.record.nodes() {
        if !is_compared[node.index()] {
            for name in source.known(node).into_iter().flatten() {
                match Name::from_letters(&name.name).purpose() {
                    Purpose::Move => {}
                    Purpose::Setup => found.edits.has_start = true,
                    _ if !is_private(&name.name) => found.edits.add(node, &name.name),
                    _ => {}
                }
            }
        }
    }
    found
}

/// Whether anything of a node is not read as it is shown.
fn may_differ(record: &Record, node: NodeId) -> bool {
    let mut properties = record.properties(node).iter();
    notes_of(record, node).next().is_some() || properties.any(|property| property.name == Name::MN)
}

/// Whether a property has no meaning in Go, or is the program's own.
fn is_private(name: &str) -> bool {
    matches!(name, "FF" | "GM" | "CA" | "AP" | ORIGINAL)
}

/// The values of a node, by the names.
type Values<'r> = BTreeMap<String, Vec<&'r str>>;

fn values<'r>(record: &'r Record, node: NodeId) -> Values<'r> {
    let mut values = Values::new();
    for property in record.properties(node) {
        let raws = record.values(property).iter().map(|&span| record.raw(span));
        let named = values
            .entry(record.letters(property).into_owned())
            .or_default();
        named.extend(raws);
    }
    values
}

/// A node of the Go record, and the one that has been read from it.
struct NodePair<'s, 't, 'i> {
    source: &'s GoSource<'t, 'i>,
    node: NodeId,
    read: NodeId,
    /// Whether it is before the first ply.
    is_start: bool,
}

impl NodePair<'_, '_, '_> {
    /// Compares what is shown with what would be written.
    fn compare(&self, written: &str, nodes: &GoNodes, found: &mut Comparison) {
        let (source, node) = (self.source, self.node);
        let written = format!("(;{written})");
        let Some(expected) = read(written.as_str()).next() else {
            return;
        };
        let expected = values(&expected, NodeId::ROOT);
        let shown = values(source.record, node);
        let originals = source.known(node).into_iter().flatten();
        let mut names: BTreeSet<String> = originals.map(|property| property.name).collect();
        names.insert("MN".to_owned());
        if self.is_start {
            names.extend(["MA", "AB", "AW", "AE", "PL"].map(str::to_owned));
        }
        if node == NodeId::ROOT {
            names.extend(["SZ", "RU"].map(str::to_owned));
        }
        for name in names {
            let is_known = source.edits.contain(node, &name);
            if is_known || is_private(&name) || self.is_same(&name, &shown, &expected) {
                continue;
            }
            match (&*name, Name::from_letters(&name).purpose()) {
                // The translation has compared the plies.
                (_, Purpose::Move) => {}
                ("AB" | "AW" | "AE" | "PL", _) => found.edits.has_start |= self.is_start,
                (_, Purpose::Setup) => {}
                // The numbers that this program adds become wrong by edits elsewhere.
                ("MN", _) if expected.contains_key("MN") => {
                    if shown.contains_key("MN") {
                        *found.lost.entry(name).or_default() += 1;
                    }
                }
                ("MN", _) if !shown.contains_key("MN") => {}
                ("MA", _) if self.is_start => {
                    let kings = nodes.get(self.read).map(|node| nodes.points(&node.kings));
                    found.edits.add_marks(node, kings.unwrap_or_default());
                }
                _ => found.edits.add(node, &name),
            }
        }
    }

    fn is_same(&self, name: &str, shown: &Values, expected: &Values) -> bool {
        let (is, was) = (shown.get(name), expected.get(name));
        if is == was {
            return true;
        }
        let (is, was) = (
            is.map(Vec::as_slice).unwrap_or_default(),
            was.map(Vec::as_slice).unwrap_or_default(),
        );
        let texts = |raws: &[&str]| -> Vec<String> {
            let texts = raws.iter().map(|raw| unescape(raw).into_owned());
            texts.collect()
        };
        let purpose = Name::from_letters(name).purpose();
        match (name, purpose) {
            ("SZ", _) => match (is, was) {
                (&[is], &[was]) => {
                    read_size(is).and_then(|is| is.size) == read_size(was).and_then(|was| was.size)
                }
                _ => false,
            },
            ("PL", _) => {
                let first = match self.source.game {
                    Game::Sygo => "W",
                    _ => "B",
                };
                let player = |raws: &[&str]| {
                    let raw = raws.first().copied().unwrap_or(first);
                    raw.trim().to_ascii_uppercase()
                };
                player(is) == player(was)
            }
            ("RU", _) => {
                let trimmed = |raws: &[&str]| -> Vec<String> {
                    texts(raws)
                        .iter()
                        .map(|text| text.trim().to_owned())
                        .collect()
                };
                trimmed(is) == trimmed(was)
            }
            ("AB" | "AW" | "AE", _) | (_, Purpose::Points) => {
                let mut others = Marks::default();
                if name == KING.letters() {
                    // The mark of a king gives way to any other.
                    for name in EXCLUSIVE {
                        let raws = shown.get(name).map_or(&[][..], Vec::as_slice);
                        others.extend(self.source, raws);
                    }
                }
                let marks = |raws: &[&str]| {
                    let mut marks = Marks::default();
                    marks.extend(self.source, raws);
                    marks.without(&others)
                };
                marks(is) == marks(was)
            }
            (_, Purpose::Labels | Purpose::Arrows) => {
                let sorted = |raws: &[&str]| {
                    let mut texts = texts(raws);
                    texts.sort();
                    texts
                };
                sorted(is) == sorted(was)
            }
            _ => texts(is) == texts(was),
        }
    }
}

/// The points of values, and what else stands there.
#[derive(Default, PartialEq)]
struct Marks {
    points: PointMask,
    others: BTreeSet<String>,
}

impl Marks {
    fn extend(&mut self, source: &GoSource, raws: &[&str]) {
        for raw in raws {
            match source.corners(raw) {
                Some((low, high)) => self.points.add(PointSet::Rectangle(low, high)),
                None => {
                    self.others.insert(raw.trim().to_owned());
                }
            }
        }
    }

    fn without(mut self, other: &Marks) -> Marks {
        self.points.remove_all(&other.points);
        self.others.retain(|text| !other.others.contains(text));
        self
    }
}
