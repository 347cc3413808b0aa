//! Whose comments stand below which figure of a book.

use std::collections::{BTreeMap, HashSet};

use crate::{
    diagram::{FigurePlan, IllegalPly, VerifiedRecord},
    record::{NodeId, Record},
};

/// The nodes of a record whose comments are not printed yet.
pub(super) struct CommentedNodes<'a, 'r> {
    record: &'a Record<'r>,
    with_variations: bool,
    /// Those of all figures that are planned.
    planned: HashSet<NodeId>,
    illegal: HashSet<NodeId>,
    taken: HashSet<NodeId>,
}

impl<'a, 'r> CommentedNodes<'a, 'r> {
    pub(super) fn new(
        verified: &VerifiedRecord<'a, 'r>,
        figures: Option<&[FigurePlan]>,
        illegal: &BTreeMap<NodeId, Vec<IllegalPly>>,
    ) -> CommentedNodes<'a, 'r> {
        let record = verified.record;
        let figures = figures.unwrap_or_default().iter();
        CommentedNodes {
            record,
            with_variations: verified.options.variations,
            planned: figures.flat_map(|figure| figure.nodes(record)).collect(),
            illegal: illegal.values().flatten().map(|ply| ply.node).collect(),
            taken: HashSet::new(),
        }
    }

    /// The nodes of the figure that ends with this one, and those around them that have no position and belong to no other
    /// figure.
    pub(super) fn take(&mut self, node: NodeId, planned: Option<&FigurePlan>) -> Vec<NodeId> {
        let own = match planned {
            Some(figure) => figure.nodes(self.record),
            None => vec![node],
        };
        let mut nodes = self.before(own[0]);
        let behind = self.behind(&own);
        nodes.extend(own);
        nodes.extend(behind);
        nodes.retain(|&node| self.taken.insert(node));
        nodes
    }

    /// The nodes before one that have the same position, in their order.
    fn before(&self, node: NodeId) -> Vec<NodeId> {
        let before = |&node: &NodeId| {
            let parent = self.record.parent(node)?;
            let is_bare = self.record.plies(parent) == self.record.plies(node);
            let is_open = !self.planned.contains(&parent) && !self.taken.contains(&parent);
            (is_bare && is_open).then_some(parent)
        };
        let mut nodes: Vec<NodeId> = std::iter::successors(before(&node), before).collect();
        nodes.reverse();
        nodes
    }

    /// The nodes behind some that have no position of their own: without a move, such as one with the last comment, or from an
    /// illegal ply on. Those of variations only if these are shown.
    fn behind(&self, nodes: &[NodeId]) -> Vec<NodeId> {
        let shown = if self.with_variations { usize::MAX } else { 1 };
        let mut behind = Vec::new();
        let mut waiting: Vec<(NodeId, bool)> = nodes.iter().map(|&node| (node, false)).collect();
        while let Some((node, is_unplayed)) = waiting.pop() {
            for next in self.record.children(node).take(shown) {
                let is_unplayed = is_unplayed || self.illegal.contains(&next);
                let is_bare = self.record.plies(next) == self.record.plies(node);
                if (is_bare || is_unplayed) && !self.planned.contains(&next) {
                    behind.push(next);
                    waiting.push((next, is_unplayed));
                }
            }
        }
        behind.sort_unstable();
        behind
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::{Options, verify};

    /// What is taken by figures that end with some nodes, which are planned or selected.
    fn taken(text: &str, ends: &[usize], with_variations: bool, is_planned: bool) -> String {
        let record = crate::record::read(text).next().expect("a record");
        let options = Options {
            variations: with_variations,
            ..Options::default()
        };
        let verdict = verify(&record, &options);
        let verified = VerifiedRecord {
            record: &record,
            options: &options,
            verdict: &verdict,
        };
        let nodes: Vec<NodeId> = record.nodes().collect();
        let is_end = |node: NodeId| ends.contains(&node.index());
        let plans = crate::diagram::figure_plans(&record, &is_end, &is_end, 50);
        let figures = is_planned.then_some(&plans[..]);
        let illegal = IllegalPly::by_node(&record, &verdict);
        let mut commented = CommentedNodes::new(&verified, figures, &illegal);
        let figures = ends.iter().filter_map(|&end| {
            let planned = plans.iter().find(|plan| plan.node == nodes[end]);
            let planned = planned.filter(|_| is_planned);
            if is_planned && planned.is_none() {
                return None;
            }
            let taken = commented.take(nodes[end], planned).into_iter();
            let indices: Vec<String> = taken.map(|node| node.index().to_string()).collect();
            Some(indices.join(" "))
        });
        figures.collect::<Vec<_>>().join(", ")
    }

    /// Comments of variations without a move belong to the position that they leave.
    #[test]
    fn nodes_without_a_move_belong_to_a_figure() {
        let text = "(;GM[ugo]C[0];C[1];C[2](;B[a1](;W[a2];C[5](;C[6];C[7])(;C[8]))(;C[9]))(;C[10](;C[11];B[a3])))";
        assert_eq!(taken(text, &[2], true, false), "0 1 2 10 11");
        assert_eq!(taken(text, &[2], false, false), "0 1 2");
        assert_eq!(
            taken(text, &[2, 4, 12], true, false),
            "0 1 2 10 11, 4 5 6 7 8, 12"
        );
        let line = [0, 1, 2, 3, 4];
        assert_eq!(taken(text, &line, true, true), "0 1 2 3 4 5 6 7 8 9 10 11");
        assert_eq!(taken(text, &line, false, true), "0 1 2 3 4 5 6 7");
    }

    /// Why a move was refused is often said in its comment.
    #[test]
    fn an_illegal_ply_belongs_to_the_figure_before_it() {
        let text = "(;GM[ugo]SZ[5]RE[?];B[c3]C[1](;W[c3]C[2];B[d4]C[3](;C[4])(;C[5]))(;W[d5])(;W[c3]C[7]))";
        assert_eq!(taken(text, &[0, 1], false, true), "0 1 2 3 4");
        assert_eq!(taken(text, &[0, 1], true, true), "0 1 2 3 4 5 7");
        assert_eq!(taken(text, &[1, 6], true, false), "1 2 3 4 5 7, 6");
    }
}
