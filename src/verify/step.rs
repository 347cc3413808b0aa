//! The positions of a record, as they are shown while it is played.

use crate::{
    games::{Color, Move, Position},
    record::NodeId,
};

/// A position of a line of play, and how it came about.
#[derive(Clone, Copy, Debug)]
pub struct Step<'s> {
    /// The node; of the start the last node before the first move.
    pub node: NodeId,
    /// The player and the ply, as it was written; `None` for the start, and for a later node
    /// without a ply.
    pub turn: Option<(Color, &'s Move)>,
    /// Whether the ply removed pieces or changed their color.
    pub captured: bool,
    /// The position after the node.
    pub position: &'s Position,
}

impl Step<'_> {
    /// Whether the position is the start or one after a ply, and not the same again.
    pub fn is_new(&self) -> bool {
        self.turn.is_some() || self.position.plies() == 0
    }
}

/// A visitor of the positions of a record.
///
/// The main line comes in its order. With all variations every node is visited once, after its
/// parent, but the variations come in no particular order; and where variations begin before
/// the first move, each of them has a start of its own, perhaps of one and the same node.
pub trait Visitor {
    /// The position before a ply that may turn out to be illegal.
    fn before(&mut self, _position: &Position) {}

    /// The start, the position after a legal ply, or the same again at a node without a ply.
    fn visit(&mut self, step: &Step);
}

impl<F: FnMut(&Step)> Visitor for F {
    fn visit(&mut self, step: &Step) {
        self(step);
    }
}
