//! A tree of nodes, in flat arrays so that the depth is not limited.

use std::{cell::RefCell, ops::Range};

use super::property::Name;

/// A span of a record's text, in bytes from the start of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// The number of a node in its record; the root is 0, and every node comes after its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The root of every record.
    pub const ROOT: NodeId = NodeId(0);

    /// The position of the node in [`Record::nodes`](super::Record::nodes).
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node: properties, and the nodes that may follow.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its `;`.
    pub span: Span,
    pub(super) parent: Option<NodeId>,
    pub(super) first_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    pub(super) properties: Range<u32>,
    /// Nodes with a move from the root to this one, both included.
    pub(super) plies: u32,
}

/// A property: a name and at least one value.
#[derive(Clone, Debug)]
pub struct Property {
    /// What it is.
    pub name: Name,
    /// From the first letter of the name to the bracket after the last value.
    pub span: Span,
    /// The name as written.
    pub written: Span,
    pub(super) values: Range<u32>,
}

/// The memory of a tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    pub(super) nodes: Vec<Node>,
    pub(super) properties: Vec<Property>,
    pub(super) values: Vec<Span>,
}

/// The largest tree whose memory is kept.
const SPARE_NODES: usize = 16 * 1024;

/// A list from this length on grows at once.
const LONG: usize = 128 * 1024;

/// The growth of a long list.
const GROWTH: usize = 16;

/// A plain line has its root and its tree.
const MAX_SPARE: usize = 2;

thread_local! {
    /// The memory of the last records dropped, for the next ones.
    static SPARE: RefCell<Vec<Arena>> = RefCell::default();
}

impl Arena {
    /// An empty tree, in memory used before if there is some.
    pub(super) fn new() -> Arena {
        SPARE.with_borrow_mut(Vec::pop).unwrap_or_default()
    }

    /// Keeps the memory for the next tree.
    pub(super) fn recycle(mut self) {
        let most = self.nodes.capacity().max(self.properties.capacity());
        if most.max(self.values.capacity()) <= SPARE_NODES {
            self.nodes.clear();
            self.properties.clear();
            self.values.clear();
            SPARE.with_borrow_mut(|spare| {
                if spare.len() < MAX_SPARE {
                    spare.push(self);
                }
            });
        }
    }
}

/// Makes room for another element of a list that may have this many. Doubling a long list again and again would leave as
/// much memory unused behind it as it takes; what is only reserved is not taken.
pub(super) fn make_room<T>(list: &mut Vec<T>, most: u32) {
    let length = list.len();
    if length == list.capacity() && (LONG..GROWTH * LONG).contains(&length) {
        let room = (most as usize).saturating_sub(length);
        list.reserve_exact(room.clamp(1, (GROWTH - 1) * length));
    }
}
