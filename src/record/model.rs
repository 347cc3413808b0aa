//! A record: its text, its nodes, and its faults.

use std::{borrow::Cow, fmt, ops::Range, sync::OnceLock};

use super::{
    arena::{Arena, Node, NodeId, Property, Span},
    decoded::SourceText,
    plain_line::PlainLine,
    property::{Name, capitals},
};
use crate::games::Color;

/// A part of the text in or around a record that the grammar does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Its span in bytes of the whole text.
    pub span: Range<usize>,
}

/// The kind of a [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The text holds no `(;` at all.
    NoRecord,
    /// The text ends inside the record.
    Unclosed,
    /// A later node holds what only a root holds: the next record has begun.
    SwallowsRoot,
    /// A move holds `(;`: its bracket was never closed and the next record has begun.
    SwallowsRecord,
    /// The text ends inside a value.
    UnclosedValue,
    /// A game or a variation without a node.
    EmptyTree,
    /// Characters that are not allowed outside values.
    Stray,
    /// A name without a value.
    NameWithoutValue,
    /// A name without a capital letter.
    NameInLowerCase,
    /// A value without a name.
    ValueWithoutName,
    /// A property before the first `;` of its variation.
    PropertyOutsideNode,
    /// A node or a property after a variation of the same sequence.
    AfterVariation,
    /// The record has more bytes than [`Limits::max_record`](super::Limits::max_record).
    TooLarge,
    /// The record has more nodes than [`Limits::max_nodes`](super::Limits::max_nodes).
    TooManyNodes,
    /// A line of play has more plies than [`Limits::max_plies`](super::Limits::max_plies).
    TooManyPlies,
    /// The record has more values than [`Limits::max_values`](super::Limits::max_values).
    TooManyValues,
    /// A turn, a `LINE` or a setup property has more than
    /// [`Limits::max_stones`](super::Limits::max_stones).
    TooManyStones,
    /// The record sets up more points than [`Limits::max_setup`](super::Limits::max_setup).
    TooMuchSetup,
    /// Text outside all records.
    TextOutside,
}

/// One game of a collection, as it is written.
///
/// Two records are equal when their trees are: the same nodes with the same properties and
/// values in the same order. White space between them, and lower-case letters in
/// names, make no difference.
#[derive(Clone)]
pub struct Record<'t> {
    pub(super) source: SourceText<'t>,
    pub(super) text: &'t str,
    pub(super) offset: usize,
    /// The tree, of a plain line only its root.
    pub(super) arena: Arena,
    /// The nodes after the root, if they are a plain line.
    pub(super) line: Option<PlainLine>,
    /// The tree of a plain line, once it was asked for.
    pub(super) tree: OnceLock<Arena>,
    pub(super) faults: Vec<Fault>,
    pub(super) lacks_text_outside: bool,
}

impl Drop for Record<'_> {
    fn drop(&mut self) {
        std::mem::take(&mut self.arena).recycle();
        if let Some(tree) = self.tree.take() {
            tree.recycle();
        }
    }
}

impl<'t> Record<'t> {
    /// The text of this record alone.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The whole text that the record was read from, and how it was decoded.
    pub fn source(&self) -> SourceText<'t> {
        self.source
    }

    /// Whether the text outside of it is so long that a part of it is not kept. The spans of the faults
    /// [`FaultKind::TextOutside`] are the rest, which may be empty.
    pub fn lacks_text_outside(&self) -> bool {
        self.lacks_text_outside
    }

    /// Where the record begins in the whole text, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Those of the [`decode_errors`](SourceText::decode_errors) of the whole text that are in the record.
    pub fn decode_errors(&self) -> &'t [usize] {
        self.source
            .decode_errors_in(self.offset..self.offset + self.text.len())
    }

    /// The faults of the text, in no particular order.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Whether the text violates the format or exceeds a limit, so that no game can be read from it.
    pub fn is_malformed(&self) -> bool {
        let mut faults = self.faults.iter();
        faults.any(|fault| fault.kind != FaultKind::TextOutside)
    }

    /// The whole tree.
    pub(super) fn tree(&self) -> &Arena {
        match &self.line {
            None => &self.arena,
            Some(line) => self.tree.get_or_init(|| line.tree(self.text, &self.arena)),
        }
    }

    /// The moves of all nodes after the root, as written, if each has one move and nothing else and none has more than
    /// one child. To play them takes no tree.
    pub(crate) fn plain_moves(&self) -> Option<impl Iterator<Item = (NodeId, Color, &'t str)>> {
        let moves = self.line.as_ref()?.moves(self.text);
        Some(moves.filter_map(|mv| Some((mv.node, mv.name().mover()?, mv.raw()))))
    }

    fn node_count(&self) -> u32 {
        let further = self.line.as_ref().map_or(0, PlainLine::node_count);
        (self.arena.nodes.len() + further) as u32
    }

    /// All nodes, each after its parent, in the order of the text.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.node_count()).map(NodeId)
    }

    /// The nodes but those of a plain line, which have moves only.
    pub(crate) fn nodes_beyond_plain_moves(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.arena.nodes.len() as u32).map(NodeId)
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.tree().nodes[id.index()]
    }

    /// The node before; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        match &self.line {
            Some(_) => id.0.checked_sub(1).map(NodeId),
            None => self.node(id).parent,
        }
    }

    /// The nodes that follow, that of the main line first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let first = match &self.line {
            Some(_) => Some(NodeId(id.0 + 1)).filter(|next| next.0 < self.node_count()),
            None => self.node(id).first_child,
        };
        std::iter::successors(first, |&child| match self.line {
            Some(_) => None,
            None => self.node(child).next_sibling,
        })
    }

    /// Nodes with a move from the root to this one, both included.
    pub fn plies(&self, id: NodeId) -> u32 {
        match &self.line {
            Some(_) => self.arena.nodes[0].plies + id.0,
            None => self.node(id).plies,
        }
    }

    /// The node at a byte of the whole text; the root before the first.
    pub fn node_at(&self, byte: usize) -> NodeId {
        let begins = |node: &Node| self.offset + node.span.start as usize <= byte;
        let count = self.tree().nodes.partition_point(begins);
        NodeId(count.saturating_sub(1) as u32)
    }

    /// The properties of a node, in the order of the text.
    pub fn properties(&self, id: NodeId) -> &[Property] {
        let tree = match id {
            NodeId::ROOT => &self.arena,
            _ => self.tree(),
        };
        let range = &tree.nodes[id.index()].properties;
        &tree.properties[range.start as usize..range.end as usize]
    }

    /// The values of a property, each without its brackets.
    pub fn values(&self, property: &Property) -> &[Span] {
        let range = property.values.start as usize..property.values.end as usize;
        // A property of the root needs no tree.
        let values = self.arena.values.get(range.clone());
        values.unwrap_or_else(|| &self.tree().values[range])
    }

    /// The text of a span as written.
    pub fn raw(&self, span: Span) -> &'t str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// The range of a span in the whole text.
    pub fn source_range(&self, span: Span) -> Range<usize> {
        self.offset + span.start as usize..self.offset + span.end as usize
    }

    /// The name of a property without its lower-case letters, which do not count.
    pub fn letters(&self, property: &Property) -> Cow<'t, str> {
        let written = self.raw(property.written);
        match property.name {
            Name::Other if written.bytes().all(|byte| byte.is_ascii_uppercase()) => {
                Cow::Borrowed(written)
            }
            Name::Other => Cow::Owned(capitals(written)),
            name => Cow::Borrowed(name.letters()),
        }
    }

    /// Whether the name of a property has lower-case letters.
    pub fn has_lower_case(&self, property: &Property) -> bool {
        let written = self.raw(property.written);
        written.bytes().any(|byte| byte.is_ascii_lowercase())
    }
}

impl fmt::Debug for Record<'_> {
    /// The same whether or not the tree has been asked for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("source", &self.source)
            .field("text", &self.text)
            .field("offset", &self.offset)
            .field("tree", self.tree())
            .field("faults", &self.faults)
            .finish()
    }
}

impl PartialEq for Record<'_> {
    fn eq(&self, other: &Self) -> bool {
        let same_property = |own: &Property, others: &Property| {
            let own_values = self.values(own).iter().map(|&span| self.raw(span));
            let other_values = other.values(others).iter().map(|&span| other.raw(span));
            self.letters(own) == other.letters(others) && own_values.eq(other_values)
        };
        let same_node = |id: NodeId| {
            let (own, others) = (self.properties(id), other.properties(id));
            self.parent(id) == other.parent(id)
                && own.len() == others.len()
                && own
                    .iter()
                    .zip(others)
                    .all(|(own, others)| same_property(own, others))
        };
        self.node_count() == other.node_count() && self.nodes().all(same_node)
    }
}

impl Eq for Record<'_> {}
