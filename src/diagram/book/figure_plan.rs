//! Which plies each figure of a book shows.

use std::ops::RangeInclusive;

use crate::record::{NodeId, Record};

/// The plies of a figure: a part of a line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigurePlan {
    /// The node whose position the figure ends with.
    pub node: NodeId,
    /// The plies, counted from 1; empty if the figure shows a position only.
    pub plies: RangeInclusive<u32>,
    /// Whether a variation begins here.
    pub begins_variation: bool,
    /// The node before the first one of the figure, if there is one.
    before: Option<NodeId>,
}

impl FigurePlan {
    /// The nodes of the figure, in their order.
    pub fn nodes(&self, record: &Record) -> Vec<NodeId> {
        let nodes = std::iter::successors(Some(self.node), |&node| record.parent(node));
        let mut nodes: Vec<NodeId> = nodes
            .take_while(|&node| Some(node) != self.before)
            .collect();
        nodes.reverse();
        nodes
    }
}

/// What is still to be put into the book.
enum Item {
    /// The line from this node on, along the first followers.
    Line(NodeId),
    Figure(FigurePlan),
}

/// Divides lines of play into figures of `every` plies. The rest of a line joins the figure before it if it is at most a
/// fifth as long. A variation begins where it leaves its line, and comes behind the figure with the ply that it replaces.
///
/// `is_played` tells which nodes are part of the book; with a node all nodes before it must be. `has_position` tells at which of
/// them a figure can end: not at one without a move, which has the position of the node before.
pub fn figure_plans(
    record: &Record,
    is_played: &dyn Fn(NodeId) -> bool,
    has_position: &dyn Fn(NodeId) -> bool,
    every: u32,
) -> Vec<FigurePlan> {
    let every = every.max(1);
    let mut plans = Vec::new();
    let mut items = vec![Item::Line(NodeId::ROOT)];
    while let Some(item) = items.pop() {
        match item {
            Item::Figure(plan) => plans.push(plan),
            Item::Line(first) if is_played(first) => {
                let line = Line::new(record, is_played, first);
                items.extend(line.figures(has_position, every).into_iter().rev());
            }
            Item::Line(_) => {}
        }
    }
    plans
}

/// A line of play.
struct Line<'r, 't> {
    record: &'r Record<'t>,
    before: Option<NodeId>,
    nodes: Vec<NodeId>,
    /// The variations, each with the index of the node that it replaces.
    variations: Vec<(usize, NodeId)>,
}

impl<'r, 't> Line<'r, 't> {
    fn new(
        record: &'r Record<'t>,
        is_played: &dyn Fn(NodeId) -> bool,
        first: NodeId,
    ) -> Line<'r, 't> {
        let mut nodes = vec![first];
        let mut variations = Vec::new();
        let mut last = first;
        loop {
            let mut followers = record.children(last);
            let next = followers.next().filter(|&node| is_played(node));
            let others = followers.filter(|&node| is_played(node));
            variations.extend(others.map(|node| (nodes.len(), node)));
            let Some(next) = next else {
                break;
            };
            nodes.push(next);
            last = next;
        }
        Line {
            record,
            before: record.parent(first),
            nodes,
            variations,
        }
    }

    /// The figures of the line, each followed by the variations from it.
    fn figures(&self, has_position: &dyn Fn(NodeId) -> bool, every: u32) -> Vec<Item> {
        let plies = |index: usize| self.record.plies(self.nodes[index]);
        let base = self.before.map_or(0, |node| self.record.plies(node));
        let last = self.nodes.len() - 1;
        let total = plies(last) - base;
        let rest = total % every;
        let is_joined = rest <= every / 5;
        let count = (total / every + u32::from(rest > 0 && !is_joined)).max(1);
        let mut items = Vec::new();
        let mut variations = self.variations.iter().peekable();
        let mut begin = 0;
        for number in 1..=count {
            let end = match number {
                number if number == count => last,
                // With the nodes without a move behind it.
                _ => (begin..last)
                    .rfind(|&index| plies(index) == base + number * every)
                    .unwrap_or(last),
            };
            let mut of_figure = self.nodes[begin..=end].iter().rev();
            let shown = of_figure.find(|node| has_position(**node));
            items.extend(shown.map(|&node| {
                Item::Figure(FigurePlan {
                    node,
                    plies: base + (number - 1) * every + 1..=plies(end),
                    begins_variation: number == 1 && self.before.is_some(),
                    before: match begin {
                        0 => self.before,
                        _ => Some(self.nodes[begin - 1]),
                    },
                })
            }));
            while let Some((_, node)) =
                variations.next_if(|(index, _)| *index <= end || number == count)
            {
                items.push(Item::Line(*node));
            }
            begin = end + 1;
        }
        items
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Name;

    /// The figures as `FIRST-LAST`, those that begin a variation behind `+`.
    fn figures(text: &str, every: u32) -> String {
        let record = crate::record::read(text).next().unwrap();
        let plans = figure_plans(&record, &|_| true, &|_| true, every);
        let written = plans.iter().map(|plan| {
            let sign = if plan.begins_variation { "+" } else { "" };
            format!("{sign}{}-{}", plan.plies.start(), plan.plies.end())
        });
        written.collect::<Vec<_>>().join(" ")
    }

    fn line(plies: usize) -> String {
        ";B[pass]".repeat(plies)
    }

    #[test]
    fn short_rests_join_the_figure_before() {
        for (plies, expected) in [
            (0, "1-0"),
            (3, "1-3"),
            (10, "1-10"),
            (12, "1-12"),
            (13, "1-10 11-13"),
            (22, "1-10 11-22"),
            (23, "1-10 11-20 21-23"),
        ] {
            let text = format!("(;GM[ugo]{})", line(plies));
            assert_eq!(figures(&text, 10), expected, "{plies}");
        }
        assert_eq!(figures("(;GM[ugo];B[a1];W[b1];B[c1])", 1), "1-1 2-2 3-3");
    }

    #[test]
    fn variations_follow_the_figure_with_the_ply_that_they_replace() {
        let text = format!(
            "(;GM[ugo]{}(;B[a1]{}(;W[a2])(;W[a3];B[a4]))(;B[b1]{})(;B[c1];C[no move]))",
            line(9),
            line(4),
            line(11)
        );
        assert_eq!(figures(&text, 10), "1-10 +10-21 +10-10 11-15 +15-16");
    }

    #[test]
    fn every_node_is_in_one_figure() {
        let text = "(;GM[ugo]C[0];B[a1];C[1];W[a2](;B[a3];C[2])(;C[3];B[a4](;W[a5])(;W[a6])))";
        let record = crate::record::read(text).next().unwrap();
        for every in 1..5 {
            let plans = figure_plans(&record, &|_| true, &|_| true, every);
            let mut nodes: Vec<NodeId> =
                plans.iter().flat_map(|plan| plan.nodes(&record)).collect();
            nodes.sort_unstable();
            assert!(nodes.into_iter().eq(record.nodes()), "{every}");
        }
    }

    /// A comment on a move stands below its figure.
    #[test]
    fn a_node_without_a_move_stays_with_the_move_before_it() {
        let text = "(;GM[ugo];B[a1];C[1];W[a2];C[2];C[2];B[a3])";
        let record = crate::record::read(text).next().unwrap();
        let plans = figure_plans(&record, &|_| true, &|_| true, 1);
        let nodes = plans.iter().map(|plan| plan.nodes(&record).len());
        assert_eq!(nodes.collect::<Vec<_>>(), [3, 3, 1]);
    }

    #[test]
    fn a_variation_does_not_take_the_place_of_a_line_that_ends() {
        let text = "(;GM[ugo];B[a1];W[a2](;C[no move])(;B[a3];W[a4]))";
        let record = crate::record::read(text).next().unwrap();
        let is_played = |node: NodeId| {
            let mut properties = record.properties(node).iter();
            node == NodeId::ROOT || properties.any(|property| property.name != Name::C)
        };
        let plans = figure_plans(&record, &is_played, &is_played, 10);
        let plies: Vec<_> = plans.iter().map(|plan| plan.plies.clone()).collect();
        assert_eq!(plies, [1..=2, 3..=4]);
        assert!(plans[1].begins_variation);
    }

    #[test]
    fn a_deep_tree_is_no_danger() {
        let text = format!(
            "(;GM[ugo]{}{})",
            "(;B[a1]".repeat(50_000),
            ")".repeat(50_000)
        );
        let record = crate::record::read(&text).next().unwrap();
        assert!(!figure_plans(&record, &|_| true, &|_| true, 1_000).is_empty());
        let text = format!(
            "(;GM[ugo]{};B[a1]{})",
            "(;W[a1]".repeat(20),
            "(;B[b1])(;B[c1]))".repeat(20)
        );
        let record = crate::record::read(&text).next().unwrap();
        assert!(!figure_plans(&record, &|_| true, &|_| true, 2).is_empty());
    }
}
