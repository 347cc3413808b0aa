//! Where each node stands among the variations.

use crate::record::{NodeId, Record};

/// How the lines of a record branch.
#[derive(Clone, Debug)]
pub struct Variations<'r, 't> {
    record: &'r Record<'t>,
    branches: Vec<Branch>,
}

/// The branch that a node stands in.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// The node with which it begins; the root if there was none.
    first: NodeId,
    /// Its number, from 1; 0 if there was none.
    number: u32,
    /// Whether it is on the main line.
    main: bool,
}

impl<'r, 't> Variations<'r, 't> {
    /// Finds the branches of all nodes.
    pub fn new(record: &'r Record<'t>) -> Variations<'r, 't> {
        let root = Branch {
            first: NodeId::ROOT,
            number: 0,
            main: true,
        };
        let mut branches = vec![root; record.nodes().count()];
        for node in record.nodes() {
            let own = branches[node.index()];
            let several = record.children(node).nth(1).is_some();
            for (child, number) in record.children(node).zip(1..) {
                branches[child.index()] = if several {
                    Branch {
                        first: child,
                        number,
                        main: own.main && number == 1,
                    }
                } else {
                    own
                };
            }
        }
        Variations { record, branches }
    }

    /// Whether a node is on the main line.
    pub fn is_main(&self, node: NodeId) -> bool {
        self.branches[node.index()].main
    }

    /// The branch numbers from the root to a node, joined by dots; `None` on the main line.
    /// Of more than `most` numbers only the last ones are given, behind a `…`.
    pub fn name(&self, node: NodeId, most: usize) -> Option<String> {
        if self.is_main(node) {
            return None;
        }
        let before = |branch: &&Branch| {
            let parent = self.record.parent(branch.first)?;
            Some(&self.branches[parent.index()])
        };
        let line = std::iter::successors(Some(&self.branches[node.index()]), before);
        let mut numbers = line
            .map(|branch| branch.number)
            .filter(|&number| number > 0);
        let mut names: Vec<String> = (numbers.by_ref().take(most))
            .map(|number| number.to_string())
            .collect();
        if numbers.next().is_some() {
            names.push("…".to_owned());
        }
        names.reverse();
        Some(names.join("."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::{Code, MAX_BRANCHES, Options, verify};

    #[test]
    fn names_are_branch_numbers_and_long_ones_are_cut() {
        let text = "(;GM[ugo];B[a1](;W[b1])(;W[c1](;B[d1])(;B[e1];W[a2])))";
        let record = crate::record::read(text).next().unwrap();
        let variations = Variations::new(&record);
        let names = |most| -> Vec<String> {
            let names = record.nodes().map(|node| variations.name(node, most));
            names.map(Option::unwrap_or_default).collect()
        };
        assert_eq!(names(9), ["", "", "", "2", "2.1", "2.2", "2.2"]);
        assert_eq!(names(1), ["", "", "", "2", "….1", "….2", "….2"]);
    }

    #[test]
    fn a_finding_tells_the_last_branches() {
        // Each level is the second variation of the one before.
        let nested = |levels: usize| {
            let (open, close) = ("(;)(;".repeat(levels), ")".repeat(levels));
            let text = format!("(;GM[ugo]SZ[9];B[a1]{open}W[a1]{close})");
            let record = crate::record::read(&text).next().unwrap();
            let options = Options {
                variations: true,
                ..Options::default()
            };
            let verdict = verify(&record, &options);
            let mut findings = verdict.findings.into_iter();
            let found = findings.find(|finding| finding.code() == Code::UgoOccupied);
            found.and_then(|finding| finding.variation).unwrap()
        };
        assert_eq!(nested(3), "2.2.2");
        assert_eq!(nested(MAX_BRANCHES).len(), 2 * MAX_BRANCHES - 1);
        let cut = nested(MAX_BRANCHES + 1);
        assert_eq!(cut, format!("…{}", ".2".repeat(MAX_BRANCHES)));
    }
}
