//! The text of a record of Go: its nodes, with the properties of Ugo and Sygo in Go's terms.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use super::{
    board::letters,
    point_mask::PointMask,
    translate::{GoChange, GoNode, GoNodes},
};
use crate::{
    convert::loss::shortened,
    games::{Game, Move, Point, Size},
    record::{
        Name, NodeId, PointSet, Property, Purpose, Record, escape, escape_into, read_move,
        read_number, read_points, split_composed,
    },
    verify::Verdict,
};

pub(super) struct GoWriter<'w> {
    record: &'w Record<'w>,
    game: Game,
    size: Size,
    ruleset: String,
    nodes: &'w GoNodes,
    /// Text that is not written yet: that of a node.
    text: String,
    /// What is not carried over, each with its first offset.
    pub(super) lost: Vec<(String, usize)>,
    /// Whether there is a setup between a node and the last move before it.
    has_setup: Vec<bool>,
}

/// The markup of kings.
pub(super) const KING: Name = Name::MA;

/// The private property with the properties of a node that are written in another way, as they were.
pub(super) const ORIGINAL: &str = "KIFU";

/// The bytes of a node that are collected before they are written.
const MAX_COLLECTED: usize = 64 * 1024;

impl<'w> GoWriter<'w> {
    /// A writer of a record that has been played; `None` if its game or its size is not known.
    pub(super) fn new(
        record: &'w Record<'w>,
        verdict: &Verdict,
        nodes: &'w GoNodes,
    ) -> Option<GoWriter<'w>> {
        let (game, size) = (verdict.game?, verdict.size?);
        let ruleset = verdict.ruleset.as_ref();
        let ruleset = ruleset.map_or(game.name(), |ruleset| &ruleset.name);
        Some(GoWriter {
            record,
            game,
            size,
            ruleset: ruleset.to_owned(),
            nodes,
            text: String::new(),
            lost: Vec::new(),
            has_setup: vec![false; record.nodes().count()],
        })
    }

    fn note_loss(&mut self, what: &str, offset: usize) {
        let what = shortened(what.into());
        if !self.lost.iter().any(|(known, _)| *known == what) {
            self.lost.push((what.into_owned(), offset));
        }
    }

    /// The nodes with a position, and the nodes before them.
    pub(super) fn kept(&self) -> Vec<bool> {
        let record = self.record;
        let nodes: Vec<NodeId> = record.nodes().collect();
        let mut is_kept: Vec<bool> = nodes
            .iter()
            .map(|&node| self.nodes.get(node).is_some())
            .collect();
        for node in nodes.into_iter().rev() {
            if let Some(parent) = record.parent(node).filter(|_| is_kept[node.index()]) {
                is_kept[parent.index()] = true;
            }
        }
        is_kept
    }

    /// The properties of a node as they are written. The nodes before it must have been asked for.
    pub(super) fn node_text(&mut self, node: NodeId) -> String {
        let mut text = Vec::new();
        // Writing to memory does not fail, and what is written is UTF-8.
        let _ = self.node(node, &mut text);
        text.extend(std::mem::take(&mut self.text).into_bytes());
        String::from_utf8(text).unwrap_or_default()
    }

    /// Writes the record: all nodes that are kept.
    pub(super) fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let record = self.record;
        let is_kept = &self.kept();
        // The number of written children of each node.
        let mut followers = vec![0_u32; is_kept.len()];
        for node in record.nodes().filter(|node| is_kept[node.index()]) {
            if let Some(parent) = record.parent(node) {
                followers[parent.index()] += 1;
            }
        }
        let kept_children =
            |node: NodeId| record.children(node).filter(|child| is_kept[child.index()]);
        self.text.push_str("(;");
        self.write_node(NodeId::ROOT, is_kept, out)?;
        // The nodes from the root, each with its other children and whether it is a variation.
        let mut line = vec![(kept_children(NodeId::ROOT), false)];
        while let Some((children, is_variation)) = line.last_mut() {
            let Some(node) = children.next() else {
                if *is_variation {
                    self.text.push(')');
                }
                line.pop();
                continue;
            };
            let parent = record.parent(node).map_or(0, NodeId::index);
            let is_variation = followers[parent] > 1;
            let start = if is_variation { "\n(;" } else { "\n;" };
            self.text.push_str(start);
            self.write_node(node, is_kept, out)?;
            line.push((kept_children(node), is_variation));
        }
        self.text.push_str(")\n");
        out.write_all(self.text.as_bytes())
    }

    /// Writes the root properties that Go programs expect.
    fn root_start(&mut self) {
        let version = env!("CARGO_PKG_VERSION");
        let (size, ruleset) = (self.size, escape(&self.ruleset));
        let _ = write!(
            self.text,
            "FF[4]GM[1]CA[UTF-8]AP[kifu:{version}]SZ[{size}]RU[{ruleset}]"
        );
    }

    /// Writes the properties of a node.
    fn write_node(
        &mut self,
        node: NodeId,
        is_kept: &[bool],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.node(node, out)?;
        let record = self.record;
        let mut children = record.children(node);
        if let Some(cut) = children.find(|child| !is_kept[child.index()]) {
            let offset = record.source_range(record.node(cut).span).start;
            self.note_loss("variations that begin with an illegal ply", offset);
        }
        out.write_all(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }

    fn node(&mut self, node: NodeId, out: &mut dyn Write) -> io::Result<()> {
        let record = self.record;
        let nodes = self.nodes;
        let go_node = nodes.get(node);
        if node == NodeId::ROOT {
            self.root_start();
        }
        let before = record
            .parent(node)
            .is_some_and(|parent| self.has_setup[parent.index()]);
        self.has_setup[node.index()] = before;
        let mut kings = PointMask::default();
        let mut comments = Vec::new();
        if let Some(go_node) = go_node {
            kings.extend(nodes.points(&go_node.kings).iter().copied());
            let description = nodes.comment(&go_node.comment);
            comments.extend((!description.is_empty()).then_some(description));
            self.change(node, go_node);
        }
        let mut originals = Vec::new();
        let repeated = self.repeated(node);
        for (property, is_repeated) in record.properties(node).iter().zip(repeated) {
            let is_misplaced = node != NodeId::ROOT && property.name.purpose() == Purpose::Root;
            let is_rewritten = is_repeated || self.is_rewritten(property, go_node);
            if is_misplaced || is_rewritten {
                originals.push(property);
            }
            if property.name == Name::C {
                let values = record.values(property).iter();
                comments.extend(values.map(|&span| record.raw(span)));
            } else if !is_misplaced {
                self.property(property, &mut kings);
                self.flush(out)?;
            }
        }
        self.list(KING.letters(), kings.points());
        if node == NodeId::ROOT || !originals.is_empty() {
            self.text.push_str(ORIGINAL);
            if originals.is_empty() {
                self.text.push_str("[]");
            }
            for property in originals {
                self.original(property);
                self.flush(out)?;
            }
        }
        for (number, comment) in comments.iter().enumerate() {
            self.text.push_str(if number == 0 { "C[" } else { "\n" });
            self.text.push_str(comment);
            self.flush(out)?;
        }
        if !comments.is_empty() {
            self.text.push(']');
        }
        Ok(())
    }

    /// Writes what has been collected, if it is much.
    fn flush(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.text.len() > MAX_COLLECTED {
            out.write_all(self.text.as_bytes())?;
            self.text = String::new();
        }
        Ok(())
    }

    /// For each property of a node, whether others have its name; they would be read as one property.
    fn repeated(&self, node: NodeId) -> Vec<bool> {
        let record = self.record;
        let properties = record.properties(node);
        let mut repeated = vec![false; properties.len()];
        if properties.len() < 2 {
            return repeated;
        }
        // A node may have millions of names: they are compared where they stand.
        let name = |&at: &u32| {
            let written = record.raw(properties[at as usize].written).bytes();
            written.filter(u8::is_ascii_uppercase)
        };
        let mut sorted: Vec<u32> = (0..).take(properties.len()).collect();
        sorted.sort_unstable_by(|one, other| name(one).cmp(name(other)));
        for pair in sorted.windows(2) {
            if name(&pair[0]).eq(name(&pair[1])) {
                repeated[pair[0] as usize] = true;
                repeated[pair[1] as usize] = true;
            }
        }
        repeated
    }

    /// Whether a property is written in another way, so that it could not be read back.
    fn is_rewritten(&self, property: &Property, go_node: Option<&GoNode>) -> bool {
        let purpose = property.name.purpose();
        match property.name {
            // One that the record has already, which means something else.
            Name::Other if self.record.letters(property) == ORIGINAL => true,
            Name::FF | Name::GM | Name::CA | Name::AP | Name::SZ | Name::RU | KING => true,
            // A komi that the game does not have is an error, but Go programs show it.
            Name::KM => {
                let record = self.record;
                let raw = record
                    .values(property)
                    .first()
                    .map(|&span| record.raw(span));
                let komi = raw
                    .and_then(read_number)
                    .and_then(|number| number.as_whole());
                self.game != Game::Ugo || komi.is_none()
            }
            // Comments become one text.
            Name::C => self.record.values(property).len() > 1,
            // An illegal move is left out. Only the root is there nevertheless.
            _ if purpose == Purpose::Move && go_node.is_none_or(|node| node.ply == 0) => false,
            _ if purpose == Purpose::Move => {
                let record = self.record;
                let raw = record
                    .values(property)
                    .first()
                    .map(|&span| record.raw(span));
                let mv = raw.and_then(|raw| read_move(self.game, raw));
                let is_play = go_node.is_some_and(|node| matches!(node.change, GoChange::Play(..)));
                !is_play || matches!(mv, Some(Move::King(_)))
            }
            _ => matches!(purpose, Purpose::Setup | Purpose::MoveNumber),
        }
    }

    /// Writes a property as it was, as a value of the note.
    fn original(&mut self, property: &Property) {
        let record = self.record;
        self.text.push('[');
        self.text.push_str(&record.letters(property));
        for &span in record.values(property) {
            self.text.push('[');
            escape_into(&mut self.text, record.raw(span));
            self.text.push_str("\\]");
        }
        self.text.push(']');
    }

    /// Writes the effect of a node on the board.
    fn change(&mut self, node: NodeId, go_node: &GoNode) {
        let had_setup = std::mem::replace(&mut self.has_setup[node.index()], false);
        match &go_node.change {
            GoChange::None => {
                self.has_setup[node.index()] = had_setup || !go_node.comment.is_empty();
            }
            GoChange::Play(color, point) => {
                let point = point.map(|point| letters(point, self.size.rows));
                let point = point.unwrap_or_default();
                let _ = write!(self.text, "{}[{point}]", color.letter());
                if had_setup {
                    // Programs count moves, and do not count a setup.
                    let _ = write!(self.text, "MN[{}]", go_node.ply);
                }
            }
            GoChange::Setup(lists, to_move) => {
                for (name, points) in ["AB", "AW", "AE"].into_iter().zip(lists.iter()) {
                    self.list(name, self.nodes.points(points).iter().copied());
                }
                let _ = write!(self.text, "PL[{}]", to_move.letter());
                self.has_setup[node.index()] = go_node.ply > 0;
            }
        }
    }

    fn list(&mut self, name: &str, points: impl Iterator<Item = Point>) {
        let mut name = name;
        for point in points {
            let _ = write!(self.text, "{name}[{}]", letters(point, self.size.rows));
            name = "";
        }
    }

    /// Writes a property, with its points in Go notation.
    fn property(&mut self, property: &Property, kings: &mut PointMask) {
        let record = self.record;
        let letters = record.letters(property);
        let offset = record.source_range(property.span).start;
        let values = || record.values(property).iter().map(|&span| record.raw(span));
        match (property.name, property.name.purpose()) {
            (_, Purpose::Move)
            | (Name::FF | Name::GM | Name::CA | Name::AP | Name::SZ | Name::RU, _) => {}
            (Name::AB | Name::AW | Name::AE | Name::PL, _) => {}
            (Name::Other, _) if letters == ORIGINAL => {}
            // The writer adds its own numbers where programs would count wrongly.
            (_, Purpose::Setup | Purpose::MoveNumber) => {}
            (name, Purpose::Points) => self.marks(name, property, kings),
            (_, Purpose::Labels | Purpose::Arrows) => {
                let is_arrow = property.name.purpose() == Purpose::Arrows;
                let mut first = true;
                for raw in values() {
                    let written = split_composed(raw).and_then(|(from, rest)| {
                        let from = self.points(self.point_set(from)?);
                        let rest = if is_arrow {
                            self.points(self.point_set(rest)?)
                        } else {
                            rest.to_owned()
                        };
                        Some(format!("{from}:{rest}"))
                    });
                    match written {
                        Some(written) => self.value(&letters, &mut first, &written),
                        None => self.note_loss(&letters, offset),
                    }
                }
            }
            _ => {
                let mut first = true;
                for raw in values() {
                    self.value(&letters, &mut first, raw);
                }
            }
        }
    }

    /// Writes marks. A point has at most one mark, and the mark of a king gives way to any other.
    fn marks(&mut self, name: Name, property: &Property, kings: &mut PointMask) {
        const EXCLUSIVE: [Name; 5] = [Name::TR, Name::SQ, Name::CR, Name::MA, Name::SL];
        let record = self.record;
        let offset = record.source_range(property.span).start;
        let mut first = true;
        for &span in record.values(property) {
            let raw = record.raw(span);
            // `DD` and `VW` may be empty.
            let points = match self.point_set(raw) {
                Some(points) => points,
                None if raw.is_empty() => {
                    self.value(name.letters(), &mut first, "");
                    continue;
                }
                None => {
                    self.note_loss(name.letters(), offset);
                    continue;
                }
            };
            if name == KING {
                kings.add(points);
                continue;
            }
            if EXCLUSIVE.contains(&name) && kings.remove(points) {
                self.note_loss("MA on a king with another mark", offset);
            }
            self.value(name.letters(), &mut first, &self.points(points));
        }
    }

    fn value(&mut self, name: &str, first: &mut bool, raw: &str) {
        let name = if std::mem::take(first) { name } else { "" };
        let _ = write!(self.text, "{name}[{raw}]");
    }

    /// A point of the board or a rectangle of points, as Go programs write it.
    fn point_set(&self, raw: &str) -> Option<PointSet> {
        let points = read_points(self.game, raw)?;
        let is_inside = |point: Point| self.game.has_point(self.size, point);
        let fits = match points {
            PointSet::Point(point, _) => is_inside(point),
            PointSet::Rectangle(from, to) => is_inside(from) && is_inside(to),
        };
        fits.then_some(points)
    }

    /// Points in Go notation: a rectangle by its upper left and lower right corner.
    fn points(&self, points: PointSet) -> String {
        match points {
            PointSet::Point(point, _) => letters(point, self.size.rows),
            PointSet::Rectangle(first, second) => {
                let (left, right) = (
                    first.column.min(second.column),
                    first.column.max(second.column),
                );
                let (low, high) = (first.row.min(second.row), first.row.max(second.row));
                let corner = |column, row| letters(Point::new(column, row), self.size.rows);
                format!("{}:{}", corner(left, high), corner(right, low))
            }
        }
    }
}
