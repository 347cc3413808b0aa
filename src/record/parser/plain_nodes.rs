//! Nodes with one plain move each, which need no lexer: a line of them, or a single one.

use super::{Bounds, Current, Step, TreeBuilder};
use crate::record::{
    arena::NodeId, fast_lexer::MAX_PLAIN_MOVE, lexer::Lexer, plain_line::PlainLine, property::Name,
    token::Token,
};

impl TreeBuilder<'_> {
    /// The line of plain moves that begins at this node and ends the record, if it is one and in the limits.
    pub(super) fn plain_line(&self, node: usize, lexer: &Lexer) -> Option<PlainLine> {
        let Bounds { limits, is_cut } = self.bounds;
        let is_after_root = self.current == Current::Node(NodeId::ROOT)
            && self.levels.len() == 1
            && !self.is_full
            && self.unexpected == 0;
        let has_short_moves = limits.max_stones as usize >= MAX_PLAIN_MOVE;
        if lexer.is_only_grammar() || is_cut || !is_after_root || !has_short_moves {
            return None;
        }
        // At most 4 GiB, so that its bytes can be counted in 32 bits.
        let record = &self.text.as_bytes()[self.start..];
        let record = &record[..record.len().min(limits.max_record)];
        let left = |most: u32, before: usize| (most as usize).saturating_sub(before);
        let most = left(limits.max_nodes, self.nodes_seen)
            .min(left(limits.max_values, self.arena.values.len()))
            .min(left(limits.max_plies, self.arena.nodes[0].plies as usize));
        PlainLine::find(record, node - self.start, most)
    }

    /// The move of a node that has just begun; no other record can have begun in it.
    pub(super) fn plain_move(&mut self, token: Token) -> Step {
        let Token { start, end, .. } = token;
        let start = start + 1;
        let Current::Node(node) = self.current else {
            self.count_ply(start, end);
            return Step::Continue;
        };
        let name = match self.text.as_bytes()[start] {
            b'B' => Name::B,
            _ => Name::W,
        };
        self.add_property(node, name, start + 1, Token { start, ..token });
        Step::Continue
    }
}
