//! Whose comments stand below which figure of a book.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::{
    diagram::{FigurePlan, IllegalPly, VerifiedRecord},
    record::{NodeId, Record},
    verify::{Step, replay},
};

/// The nodes of a record as the figures of a book show them. Each belongs to one figure.
pub(super) struct CommentedNodes<'a, 'r> {
    record: &'a Record<'r>,
    with_variations: bool,
    /// Those of all planned figures, else those with a position of their own.
    shown: HashSet<NodeId>,
    /// The first node with a position behind each node of the setup that has none.
    starts: HashMap<NodeId, NodeId>,
    illegal: HashSet<NodeId>,
}

impl<'a, 'r> CommentedNodes<'a, 'r> {
    /// The nodes of these figures, or of figures of one position each.
    pub(super) fn new(
        verified: &VerifiedRecord<'a, 'r>,
        figures: Option<&[FigurePlan]>,
        illegal: &BTreeMap<NodeId, Vec<IllegalPly>>,
    ) -> CommentedNodes<'a, 'r> {
        let record = verified.record;
        let mut shown = HashSet::new();
        let mut starts = HashMap::new();
        match figures {
            Some(figures) => shown.extend(figures.iter().flat_map(|figure| figure.nodes(record))),
            None => {
                let mut see = |step: &Step| {
                    if step.is_new() {
                        shown.insert(step.node);
                    }
                };
                replay(record, verified.options, &mut see);
                starts = first_starts(record, &shown);
            }
        }
        CommentedNodes {
            record,
            with_variations: verified.options.variations,
            shown,
            starts,
            illegal: illegal.values().flatten().map(|ply| ply.node).collect(),
        }
    }

    /// The nodes of the figure that ends with this one, and those around them that have no position.
    pub(super) fn of(&self, node: NodeId, planned: Option<&FigurePlan>) -> Vec<NodeId> {
        let own = match planned {
            Some(figure) => figure.nodes(self.record),
            None => vec![node],
        };
        let before = |&of: &NodeId| {
            let parent = self.record.parent(of)?;
            (self.starts.get(&parent) == Some(&node)).then_some(parent)
        };
        let mut nodes: Vec<NodeId> = std::iter::successors(before(&own[0]), before).collect();
        nodes.reverse();
        let behind = self.behind(&own);
        nodes.extend(own);
        nodes.extend(behind);
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
                let is_open = !self.shown.contains(&next) && !self.starts.contains_key(&next);
                if is_open && (is_bare || is_unplayed) {
                    behind.push(next);
                    waiting.push((next, is_unplayed));
                }
            }
        }
        behind.sort_unstable();
        behind
    }
}

/// The first node with a position behind each node before the first move that has none.
fn first_starts(record: &Record, shown: &HashSet<NodeId>) -> HashMap<NodeId, NodeId> {
    let mut starts = HashMap::new();
    let before_play = record.nodes().filter(|&node| record.plies(node) == 0);
    for node in before_play.collect::<Vec<_>>().into_iter().rev() {
        let own = shown.get(&node).copied();
        let start = own.or_else(|| starts.get(&node).copied());
        // Nodes before this one come later, and the first of its siblings last.
        if let (Some(start), Some(parent)) = (start, record.parent(node))
            && !shown.contains(&parent)
        {
            starts.insert(parent, start);
        }
    }
    starts
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
        let commented = CommentedNodes::new(&verified, figures, &illegal);
        let figures = ends.iter().filter_map(|&end| {
            let planned = plans.iter().find(|plan| plan.node == nodes[end]);
            let planned = planned.filter(|_| is_planned);
            if is_planned && planned.is_none() {
                return None;
            }
            let taken = commented.of(nodes[end], planned).into_iter();
            let indices: Vec<String> = taken.map(|node| node.index().to_string()).collect();
            Some(indices.join(" "))
        });
        figures.collect::<Vec<_>>().join(", ")
    }

    /// Comments of variations without a move belong to the position that they leave.
    #[test]
    fn nodes_without_a_move_belong_to_a_figure() {
        let text = "(;GM[ugo]C[0];C[1];C[2](;B[a1](;W[a2];C[5](;C[6];C[7])(;C[8]))(;C[9]))(;C[10](;C[11];B[a3])))";
        assert_eq!(
            taken(text, &[2, 4, 11, 12], true, false),
            "0 1 2, 4 5 6 7 8, 10 11, 12"
        );
        assert_eq!(taken(text, &[2], false, false), "0 1 2");
        let line = [0, 1, 2, 3, 4];
        assert_eq!(taken(text, &line, true, true), "0 1 2 3 4 5 6 7 8 9 10 11");
        assert_eq!(taken(text, &line, false, true), "0 1 2 3 4 5 6 7");
    }

    /// A comment of a setup stands below the board that it is about.
    #[test]
    fn every_start_has_its_own_nodes() {
        let text =
            "(;GM[ugo]SZ[3]RE[?]C[root](;AB[b1]C[1];B[c3])(;AB[c1]C[3];C[4];AB[a1];B[a3])(;C[7]))";
        assert_eq!(taken(text, &[1, 5], true, false), "0 1, 3 4 5");
        let beside = text.replace("(;C[7])", "(;B[c2]C[7])");
        assert_eq!(taken(&beside, &[0, 1, 5], true, false), "0, 1, 3 4 5");
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
