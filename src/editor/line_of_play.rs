//! The positions of a tree, each found by playing the line that leads to it.

use std::collections::BTreeMap;

use super::tree::{GameTree, NodeIndex};
use crate::{
    games::{Color, Move, Position},
    record::{read, read_move},
    verify::{Options, verify},
};

/// The fewest nodes between two positions of a line that are kept.
const KEPT_EVERY: usize = 32;
/// About the most positions of a line that are kept: on a longer line there are more nodes between them.
const MOST_KEPT: usize = 256;

/// How a node of a tree stands to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// All plies up to it are legal.
    Legal,
    /// It is the first illegal node of its line; the position is the one before it.
    Illegal,
    /// It follows an illegal node; the position is the one before that.
    AfterIllegal,
}

/// Finds positions, and keeps some of them.
#[derive(Clone, Debug, Default)]
pub(super) struct LinePlayer {
    /// The positions before the first move, by the last node before it.
    starts: BTreeMap<NodeIndex, Option<Position>>,
    /// Positions of the line that was played last, from the root on, each with its index in the line.
    kept: Vec<(usize, NodeIndex, Position)>,
}

/// The move of a node: its only one, in the notation of the game.
pub(super) fn move_of(
    tree: &GameTree,
    node: NodeIndex,
    position: &Position,
) -> Option<(Color, Move)> {
    let mut moves = tree.node(node).moves();
    let (letters, raw) = moves.next()?;
    if moves.next().is_some() {
        return None;
    }
    let color = Color::ALL
        .into_iter()
        .find(|color| letters == color.letter().to_string())?;
    Some((color, read_move(position.game(), raw)?))
}

impl LinePlayer {
    /// The position at a node, and whether it is legal: `illegal` tells which nodes are not. `None` if nothing can be
    /// played.
    pub(super) fn position(
        &mut self,
        tree: &GameTree,
        node: NodeIndex,
        illegal: &dyn Fn(NodeIndex) -> bool,
        options: &Options,
    ) -> Option<(Position, Standing)> {
        let path = tree.path(node);
        let has_move = |node: &NodeIndex| tree.node(*node).moves().next().is_some();
        let first = path.iter().position(has_move).unwrap_or(path.len());
        // A setup after the first move is an error.
        let start = self.start(tree, &path[..first], options)?;
        let mut kept = self.kept.iter();
        let shared = kept.position(|(at, node, _)| path.get(*at) != Some(node));
        self.kept.truncate(shared.unwrap_or(self.kept.len()));
        let every = KEPT_EVERY.max(path.len() / MOST_KEPT);
        let (mut at, mut position) = match self.kept.last() {
            Some((at, _, position)) => (at + 1, position.clone()),
            None => (first, start),
        };
        while at < path.len() {
            let here = path[at];
            if illegal(here) {
                let standing = if here == node {
                    Standing::Illegal
                } else {
                    Standing::AfterIllegal
                };
                return Some((position, standing));
            }
            if has_move(&here) {
                let played = move_of(tree, here, &position)
                    .and_then(|(color, mv)| position.play_as(color, &mv).ok());
                if played.is_none() {
                    return Some((position, Standing::Illegal));
                }
            }
            if at % every == 0 {
                self.kept.push((at, here, position.clone()));
            }
            at += 1;
        }
        Some((position, Standing::Legal))
    }

    /// The position before the first move of a line that begins with these nodes.
    fn start(
        &mut self,
        tree: &GameTree,
        before: &[NodeIndex],
        options: &Options,
    ) -> Option<Position> {
        let root = [GameTree::ROOT];
        let before = if before.is_empty() { &root } else { before };
        let last = before[before.len() - 1];
        // Only the setup counts, so that other edits change nothing.
        if let Some(start) = self.starts.get(&last) {
            return start.clone();
        }
        let text = tree.line_text(before);
        let options = Options {
            until: Some(0),
            ..options.clone()
        };
        let record = read(text.as_str()).next();
        let start = record.and_then(|record| verify(&record, &options).position);
        self.starts.insert(last, start.clone());
        start
    }

    /// Forgets the positions of a line, after the tree has changed there.
    pub(super) fn forget(&mut self) {
        self.kept.clear();
    }
}
