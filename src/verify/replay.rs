//! Seeing the positions of a record one after the other while it is played.
//!
//! A position remembers its history, so a copy of each would cost time and memory that
//! grow with the square of the plies. Instead whoever wants to see them is called.

use super::{Options, Verdict, judge};
use crate::{
    games::{Color, Move, Position},
    record::{NodeId, Record},
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
    /// Whether the position is one that has not been seen before: the start, or the one after a ply.
    pub fn is_new(&self) -> bool {
        self.turn.is_some() || self.position.plies() == 0
    }
}

/// Someone who looks at the positions of a record.
///
/// The main line comes in its order. With all variations every node is seen once, after its
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

/// Judges a record as [`verify`](super::verify()) does, and shows every position on the way.
///
/// ```
/// use kifu::{record, verify};
///
/// let record = record::read("(;GM[ugo]SZ[5];B[c3];W[d3];B[c3])").next().unwrap();
/// let mut sizes = Vec::new();
/// let mut see = |step: &verify::Step| sizes.push(step.position.pieces().len());
/// let verdict = verify::replay(&record, &verify::Options::default(), &mut see);
/// assert_eq!(sizes, [0, 1, 2]);
/// assert_eq!(verdict.findings[0].ply, Some(3));
/// ```
pub fn replay(record: &Record, options: &Options, viewer: &mut dyn Visitor) -> Verdict {
    judge(record, options, Some(viewer))
}
