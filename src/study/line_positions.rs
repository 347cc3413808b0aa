//! The positions of a record and all its variations.

use std::collections::BTreeSet;

use crate::{
    record::{NodeId, Record},
    verify::{Options, Step, Visitor, replay},
};

/// The node of a position, and the number of plies before it: the root may have the start and a ply.
pub(crate) type Place = (NodeId, u32);

/// The positions of all lines that are replayed.
#[derive(Debug, Default)]
pub(crate) struct LinePositions {
    /// Each position, at the first node that it belongs to.
    pub(crate) places: BTreeSet<Place>,
    /// The last legal ply of any line.
    pub(crate) deepest: u32,
}

impl Visitor for LinePositions {
    fn visit(&mut self, step: &Step) {
        if step.is_new() {
            let ply = step.position.plies();
            self.places.insert((step.node, ply));
            self.deepest = self.deepest.max(ply);
        }
    }
}

impl LinePositions {
    /// The positions of a record.
    pub(crate) fn of(record: &Record, options: &Options) -> LinePositions {
        let mut positions = LinePositions::default();
        replay(record, options, &mut positions);
        positions
    }

    /// The last position of a node.
    pub(crate) fn last_of(&self, node: NodeId) -> Option<Place> {
        self.places
            .range((node, 0)..=(node, u32::MAX))
            .next_back()
            .copied()
    }

    /// The last position of each line. Other lines may go on from it: a line may end with a node without a move or with
    /// an illegal ply.
    pub(crate) fn ends(&self, record: &Record) -> BTreeSet<Place> {
        let mut ends = BTreeSet::new();
        // By the index of the node; a node comes behind its parent.
        let mut last: Vec<Option<Place>> = Vec::new();
        for node in record.nodes() {
            let before = record.parent(node).and_then(|parent| last[parent.index()]);
            // The start of another line is none of a line whose setup is wrong.
            let before = before.filter(|&(_, ply)| ply > 0 || record.plies(node) > 0);
            let place = self.last_of(node).or(before);
            last.push(place);
            if record.children(node).next().is_none() {
                ends.extend(place);
            }
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::read;

    #[test]
    fn every_line_has_an_end() {
        for (text, expected) in [
            ("(;GM[ugo]SZ[5];B[c3];W[d3];C[x])", "2:2"),
            (
                "(;GM[ugo]SZ[5];B[c3];W[d3](;C[x])(;B[d4];W[e4]))",
                "2:2 5:4",
            ),
            (
                "(;GM[ugo]SZ[5];B[c3];W[d3](;B[d4];W[e4])(;C[x];C[y]))",
                "2:2 4:4",
            ),
            // Illegal plies have no position.
            (
                "(;GM[ugo]SZ[5];B[c3];W[d3](;B[d3])(;B[d4];W[e4]))",
                "2:2 5:4",
            ),
            ("(;GM[ugo]SZ[5];B[c3](;W[c3];B[a1])(;W[d4]))", "1:1 4:2"),
            ("(;GM[ugo]SZ[5](;B[z9])(;B[d4]))", "0:0 2:1"),
            ("(;GM[ugo]SZ[5];C[x](;C[y];B[z9])(;B[d4]))", "2:0 4:1"),
            // The start is no end where the root has a ply.
            ("(;GM[ugo]SZ[5]B[c3])", "0:1"),
            ("(;GM[ugo]SZ[5]B[c3](;C[x])(;W[d4]))", "0:1 2:2"),
            ("(;GM[ugo]SZ[5]B[z9];W[c3])", "0:0"),
            // Nothing is played after a wrong setup.
            ("(;GM[ugo]SZ[5](;AB[z9];B[a1])(;B[c3]))", "3:1"),
            ("(;GM[ugo]SZ[5](;C[x])(;B[c3]))", "1:0 2:1"),
        ] {
            let record = read(text).next().expect("a record");
            let options = Options {
                variations: true,
                ..Options::default()
            };
            let positions = LinePositions::of(&record, &options);
            let ends = positions.ends(&record).into_iter();
            let ends: Vec<String> = ends
                .map(|(node, ply)| format!("{}:{ply}", node.index()))
                .collect();
            assert_eq!(ends.join(" "), expected, "{text}");
        }
    }
}
