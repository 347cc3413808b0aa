//! The tree of a search: nodes in one vector, the children of a node side by side.

use crate::games::{Color, Outcome, Step};

use crate::lab::amaf::{MoveKeys, keys_of};

/// A position that a search has reached, and the step that leads to it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) step: Step,
    pub(super) keys: MoveKeys,
    /// Playouts through this node.
    pub(super) visits: u32,
    /// The sum of their rewards for the player who made the step.
    pub(super) reward: f32,
    /// Playouts in which that player made this step later, with those that a prior opinion counts for.
    pub(super) amaf_visits: f32,
    /// The sum of their rewards.
    pub(super) amaf_reward: f32,
    first_child: u32,
    children: u32,
    /// Whether steps without effect have been left out of the children.
    pub(super) is_partial: bool,
    /// The outcome with best play, once it is certain.
    pub(super) solved: Option<Solved>,
}

/// An outcome that is certain: the winner, `None` for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Solved(pub(super) Option<Color>);

impl From<Outcome> for Solved {
    fn from(outcome: Outcome) -> Solved {
        Solved(outcome.winner())
    }
}

/// Nodes of the tree at most, which take some 65 MB: a record may take 200 MB beside it. Later leaves are not expanded.
pub(super) const MAX_NODES: usize = 1_000_000;

/// A tree with so many nodes reserves room for all that it may get.
const LARGE: usize = 10_000;

/// The nodes.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

/// The number of a node.
pub(super) type NodeId = usize;

impl Tree {
    /// Removes all nodes and makes a root.
    pub(super) fn reset(&mut self) -> NodeId {
        self.nodes.clear();
        self.nodes.push(Node::new(Step::EndTurn, 0.0, 0.0));
        0
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn get(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    pub(super) fn get_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id]
    }

    /// The children of a node; none if it has not been expanded.
    pub(super) fn children(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let Node {
            first_child,
            children,
            ..
        } = self.nodes[id];
        first_child as usize..(first_child + children) as usize
    }

    pub(super) fn child_nodes(&self, id: NodeId) -> &[Node] {
        &self.nodes[self.children(id)]
    }

    pub(super) fn child_nodes_mut(&mut self, id: NodeId) -> &mut [Node] {
        let children = self.children(id);
        &mut self.nodes[children]
    }

    /// Gives a node its children.
    pub(super) fn expand(&mut self, id: NodeId, children: impl ExactSizeIterator<Item = Node>) {
        let first = self.nodes.len();
        // A large tree never moves, and leaves no room that was doubled in vain: it fits beside a large record. What is
        // reserved takes no memory before it is used.
        if self.nodes.capacity() < first + children.len() && first >= LARGE {
            let more = MAX_NODES.saturating_sub(first);
            self.nodes.reserve_exact(more.max(children.len()));
        }
        self.nodes.extend(children);
        self.nodes[id].first_child = first as u32;
        self.nodes[id].children = (self.nodes.len() - first) as u32;
    }
}

impl Node {
    /// A step, with a prior opinion of its reward that counts as much as some playouts.
    pub(super) fn new(step: Step, opinion: f32, weight: f32) -> Node {
        Node {
            keys: keys_of(&step),
            step,
            visits: 0,
            reward: 0.0,
            amaf_visits: weight,
            amaf_reward: opinion * weight,
            first_child: 0,
            children: 0,
            is_partial: false,
            solved: None,
        }
    }

    /// The mean reward for the player who made the step.
    pub(super) fn mean(&self) -> f32 {
        if self.visits > 0 {
            self.reward / self.visits as f32
        } else if self.amaf_visits > 0.0 {
            self.amaf_reward / self.amaf_visits
        } else {
            0.5
        }
    }
}
