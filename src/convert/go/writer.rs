//! The text of a record of Go: its nodes, with the properties of Ugo and Sygo in Go's terms.

use std::{
    borrow::Cow,
    io::{self, BufWriter, Write},
};

use super::{
    board::letters,
    extent::Measured,
    point_mask::PointMask,
    translate::{GoChange, GoNode, GoNodes},
};
use crate::{
    convert::error::{ImportError, shortened},
    games::{Game, Move, Point, Size},
    record::{
        Name, NodeId, PointSet, Property, Purpose, Record, escape, read_move, read_number,
        read_points, split_composed, unescape,
    },
    verify::Verdict,
};

pub(super) struct GoWriter<'w> {
    record: &'w Record<'w>,
    game: Game,
    size: Size,
    ruleset: String,
    nodes: &'w GoNodes,
    /// What is not carried over, each with its first offset.
    pub(super) lost: Vec<(String, usize)>,
    /// Whether there is a setup between a node and the last move before it.
    has_setup: Vec<bool>,
}

/// The markup of kings.
pub(super) const KING: Name = Name::MA;

/// The private property with the properties of a node that are written in another way, as they were.
pub(super) const ORIGINAL: &str = "KIFU";

/// The bytes of a long value that are escaped at once.
const ESCAPED: usize = 64 * 1024;

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
        String::from_utf8(text).unwrap_or_default()
    }

    /// Writes the record: all nodes that are kept. Returns why it is not read back, if it is too large for that.
    pub(super) fn write(&mut self, out: &mut dyn Write) -> io::Result<Option<ImportError>> {
        let out = &mut Measured::new(BufWriter::new(out));
        let record = self.record;
        let is_kept = &self.kept();
        // The number of written children of each node.
        let mut followers = vec![0_u32; is_kept.len()];
        for node in record.nodes().filter(|node| is_kept[node.index()]) {
            if let Some(parent) = record.parent(node) {
                followers[parent.index()] += 1;
            }
        }
        let is_variation = |node: NodeId| {
            let parent = record.parent(node);
            parent.is_some_and(|parent| followers[parent.index()] > 1)
        };
        let mut last = None;
        out.write_all(b"(;")?;
        for node in record.nodes().filter(|node| is_kept[node.index()]) {
            let parent = record.parent(node);
            self.close(&mut last, parent, is_variation, out)?;
            if parent.is_some() {
                let start = if is_variation(node) { "\n(;" } else { "\n;" };
                out.write_all(start.as_bytes())?;
            }
            self.write_node(node, is_kept, out)?;
            last = Some(node);
        }
        self.close(&mut last, Some(NodeId::ROOT), is_variation, out)?;
        out.write_all(b")")?;
        let refusal = out.refusal();
        out.write_all(b"\n")?;
        out.flush()?;
        Ok(refusal)
    }

    /// Goes back from a node to one of those before it, and closes the variations that end so.
    fn close(
        &self,
        last: &mut Option<NodeId>,
        back_to: Option<NodeId>,
        is_variation: impl Fn(NodeId) -> bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        while *last != back_to
            && let Some(node) = *last
        {
            if is_variation(node) {
                out.write_all(b")")?;
            }
            *last = self.record.parent(node);
        }
        Ok(())
    }

    /// Writes the root properties that Go programs expect.
    fn root_start(&self, out: &mut dyn Write) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let (size, ruleset) = (self.size, escape(&self.ruleset));
        write!(
            out,
            "FF[4]GM[1]CA[UTF-8]AP[kifu:{version}]SZ[{size}]RU[{ruleset}]"
        )
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
        Ok(())
    }

    fn node(&mut self, node: NodeId, out: &mut dyn Write) -> io::Result<()> {
        let record = self.record;
        let nodes = self.nodes;
        let go_node = nodes.get(node);
        if node == NodeId::ROOT {
            self.root_start(out)?;
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
            self.change(node, go_node, out)?;
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
                self.property(property, &mut kings, out)?;
            }
        }
        self.list(KING.letters(), kings.points(), out)?;
        if node == NodeId::ROOT || !originals.is_empty() {
            out.write_all(ORIGINAL.as_bytes())?;
            if originals.is_empty() {
                out.write_all(b"[]")?;
            }
            for property in originals {
                self.original(property, out)?;
            }
        }
        let (has_comment, is_joined) = (!comments.is_empty(), comments.len() > 1);
        for (number, comment) in comments.into_iter().enumerate() {
            out.write_all(if number == 0 { b"C[" } else { b"\n" })?;
            let text = if is_joined && comment.contains('\r') {
                // A CR beside the LF between two comments would be one line break with it.
                escape(&unescape(comment)).into_owned().into()
            } else {
                Cow::Borrowed(comment)
            };
            out.write_all(text.as_bytes())?;
        }
        if has_comment {
            out.write_all(b"]")?;
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
    fn original(&self, property: &Property, out: &mut dyn Write) -> io::Result<()> {
        let record = self.record;
        write!(out, "[{}", record.letters(property))?;
        for &span in record.values(property) {
            out.write_all(b"[")?;
            let mut rest = record.raw(span);
            while !rest.is_empty() {
                let (part, behind) = rest.split_at(rest.floor_char_boundary(ESCAPED));
                out.write_all(escape(part).as_bytes())?;
                rest = behind;
            }
            out.write_all(b"\\]")?;
        }
        out.write_all(b"]")
    }

    /// Writes the effect of a node on the board.
    fn change(&mut self, node: NodeId, go_node: &GoNode, out: &mut dyn Write) -> io::Result<()> {
        let had_setup = std::mem::replace(&mut self.has_setup[node.index()], false);
        match &go_node.change {
            GoChange::None => {
                self.has_setup[node.index()] = had_setup || !go_node.comment.is_empty();
            }
            GoChange::Play(color, point) => {
                let point = point.map(|point| letters(point, self.size.rows));
                let point = point.unwrap_or_default();
                write!(out, "{}[{point}]", color.letter())?;
                if had_setup {
                    // Programs count moves, and do not count a setup.
                    write!(out, "MN[{}]", go_node.ply)?;
                }
            }
            GoChange::Setup(lists, to_move) => {
                for (name, points) in ["AB", "AW", "AE"].into_iter().zip(lists.iter()) {
                    self.list(name, self.nodes.points(points).iter().copied(), out)?;
                }
                write!(out, "PL[{}]", to_move.letter())?;
                self.has_setup[node.index()] = go_node.ply > 0;
            }
        }
        Ok(())
    }

    fn list(
        &self,
        name: &str,
        points: impl Iterator<Item = Point>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut name = name;
        for point in points {
            write!(out, "{name}[{}]", letters(point, self.size.rows))?;
            name = "";
        }
        Ok(())
    }

    /// Writes a property, with its points in Go notation.
    fn property(
        &mut self,
        property: &Property,
        kings: &mut PointMask,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let record = self.record;
        let letters = record.letters(property);
        let offset = record.source_range(property.span).start;
        let values = || record.values(property).iter().map(|&span| record.raw(span));
        let mut name = &*letters;
        match (property.name, property.name.purpose()) {
            (_, Purpose::Move)
            | (Name::FF | Name::GM | Name::CA | Name::AP | Name::SZ | Name::RU, _) => {}
            (Name::AB | Name::AW | Name::AE | Name::PL, _) => {}
            (Name::Other, _) if letters == ORIGINAL => {}
            // The writer adds its own numbers where programs would count wrongly.
            (_, Purpose::Setup | Purpose::MoveNumber) => {}
            (name, Purpose::Points) => self.marks(name, property, kings, out)?,
            (_, Purpose::Labels | Purpose::Arrows) => {
                let is_arrow = property.name.purpose() == Purpose::Arrows;
                for raw in values() {
                    // Go programs know labels and arrows of one point, not of a rectangle.
                    let point = |raw| {
                        let points = self.point_set(raw)?;
                        matches!(points, PointSet::Point(..)).then(|| self.points(points))
                    };
                    let written = split_composed(raw).and_then(|(from, rest)| {
                        let from = point(from)?;
                        let rest = if is_arrow {
                            Cow::Owned(point(rest)?)
                        } else {
                            Cow::Borrowed(rest)
                        };
                        Some((from, rest))
                    });
                    match written {
                        Some((from, rest)) => {
                            value(&mut name, &[&from, ":", &rest], out)?;
                        }
                        None => self.note_loss(&letters, offset),
                    }
                }
            }
            _ => {
                for raw in values() {
                    value(&mut name, &[raw], out)?;
                }
            }
        }
        Ok(())
    }

    /// Writes marks. A point has at most one mark, and the mark of a king gives way to any other.
    fn marks(
        &mut self,
        name: Name,
        property: &Property,
        kings: &mut PointMask,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        const EXCLUSIVE: [Name; 5] = [Name::TR, Name::SQ, Name::CR, Name::MA, Name::SL];
        let record = self.record;
        let offset = record.source_range(property.span).start;
        let mut letters = name.letters();
        for &span in record.values(property) {
            let raw = record.raw(span);
            // `DD` and `VW` may be empty.
            let points = match self.point_set(raw) {
                Some(points) => points,
                None if raw.is_empty() => {
                    value(&mut letters, &[], out)?;
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
            value(&mut letters, &[&self.points(points)], out)?;
        }
        Ok(())
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

/// Writes a value in parts; before the first of a property, its name, which is empty then. A part may be as long as memory
/// permits one text to be, and is not copied.
fn value(name: &mut &str, parts: &[&str], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(std::mem::take(name).as_bytes())?;
    out.write_all(b"[")?;
    for part in parts {
        out.write_all(part.as_bytes())?;
    }
    out.write_all(b"]")
}
