//! Records that are one line of plain moves after their root, as nearly all that a program writes.
//!
//! Such a record can be played without a tree: its moves are read from the text one after the other. The tree is built
//! when it is asked for.

use super::{
    arena::{Arena, Node, NodeId, Property, Span},
    fast_lexer,
    property::Name,
};

/// The nodes after the root: a single line, each with one plain move and nothing else.
#[derive(Clone, Debug)]
pub(super) struct PlainLine {
    /// The nodes with their moves, such as `;B[c3]`, in bytes from the start of the record. There is at least one.
    nodes: Vec<Span>,
    /// Behind the parenthesis that closes the record, in bytes from its start.
    end: usize,
}

impl PlainLine {
    /// The line that begins at a node and goes on to the end of the record, if there is one with at most so many nodes. The
    /// bytes are those of the record and what follows, at most 4 GiB.
    pub(super) fn find(bytes: &[u8], node: usize, most: usize) -> Option<PlainLine> {
        let mut nodes = Vec::new();
        let mut at = node;
        loop {
            // The bytes may end before the node, where a record must not be larger.
            at += fast_lexer::blanks(bytes.get(at..)?);
            let Some(end) = fast_lexer::plain_move(bytes, at) else {
                break;
            };
            if nodes.len() >= most {
                return None;
            }
            nodes.push(Span {
                start: at as u32,
                end: end as u32,
            });
            at = end;
        }
        let is_end = !nodes.is_empty() && bytes.get(at) == Some(&b')');
        is_end.then_some(PlainLine { nodes, end: at + 1 })
    }

    /// The end of the record, in bytes from its start.
    pub(super) fn end_of_record(&self) -> usize {
        self.end
    }

    /// The number of nodes.
    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes with their moves, given the text of the record.
    pub(super) fn moves<'t>(&self, record: &'t str) -> impl Iterator<Item = PlainMove<'t>> {
        (1..).zip(&self.nodes).map(|(node, &span)| PlainMove {
            node: NodeId(node),
            text: &record[span.start as usize..span.end as usize],
            start: span.start,
        })
    }

    /// The whole tree, given the text of the record and its root.
    pub(super) fn tree(&self, record: &str, root: &Arena) -> Arena {
        let mut tree = Arena::new();
        tree.nodes.extend_from_slice(&root.nodes);
        tree.properties.extend_from_slice(&root.properties);
        tree.values.extend_from_slice(&root.values);
        tree.nodes[0].first_child = Some(NodeId(1));
        for mv in self.moves(record) {
            let (node, start) = (mv.node, mv.start);
            let span = |from: usize, to: usize| Span {
                start: start + from as u32,
                end: start + to as u32,
            };
            let length = mv.text.len();
            let (value, property) = (tree.values.len() as u32, tree.properties.len() as u32);
            tree.values.push(span(VALUE, length - 1));
            tree.properties.push(Property {
                name: mv.name(),
                span: span(1, length),
                written: span(1, 2),
                values: value..value + 1,
            });
            let is_last = node.index() == self.node_count();
            tree.nodes.push(Node {
                span: span(0, 1),
                parent: Some(NodeId(node.0 - 1)),
                first_child: (!is_last).then_some(NodeId(node.0 + 1)),
                next_sibling: None,
                properties: property..property + 1,
                plies: root.nodes[0].plies + node.0,
            });
        }
        tree
    }
}

/// Where the value begins in `;B[c3]`.
const VALUE: usize = 3;

/// A node with its move.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainMove<'t> {
    pub(super) node: NodeId,
    /// The text of the node, such as `;B[c3]`.
    pub(super) text: &'t str,
    /// Where that begins, in bytes from the start of the record.
    start: u32,
}

impl<'t> PlainMove<'t> {
    /// The name of the move.
    pub(super) fn name(&self) -> Name {
        match self.text.as_bytes()[1] {
            b'B' => Name::B,
            _ => Name::W,
        }
    }

    /// The value of the move as written.
    pub(super) fn raw(&self) -> &'t str {
        &self.text[VALUE..self.text.len() - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::PlainLine;
    use crate::{
        record::{FaultKind, Limits, read, read_by_grammar, read_within},
        verify::{Options, verify},
    };

    /// The line and the tree of the only record of a text.
    fn line_and_tree(text: &str) -> (bool, String, String) {
        let record = read(text).next().unwrap();
        let by_grammar = read_by_grammar(text).next().unwrap();
        assert!(by_grammar.line.is_none());
        assert_eq!(record.text(), by_grammar.text());
        assert_eq!(record.nodes().count(), by_grammar.nodes().count());
        for node in by_grammar.nodes() {
            assert_eq!(record.parent(node), by_grammar.parent(node), "{text}");
            assert_eq!(record.plies(node), by_grammar.plies(node), "{text}");
            let children = record.children(node);
            assert!(children.eq(by_grammar.children(node)), "{text}");
        }
        let is_plain = record.line.is_some();
        assert!(record.tree.get().is_none());
        (
            is_plain,
            format!("{:?}", record.tree()),
            format!("{:?}", by_grammar.tree()),
        )
    }

    #[test]
    fn a_line_of_more_nodes_is_none() {
        let text = b"(;GM[ugo];B[c3];W[d3] ;B[c4])";
        for (most, count) in [(0, None), (2, None), (3, Some(3)), (4, Some(3))] {
            let line = PlainLine::find(text, 9, most);
            assert_eq!(line.as_ref().map(PlainLine::node_count), count, "{most}");
        }
    }

    #[test]
    fn the_tree_is_that_of_the_parser() {
        for (text, expected) in [
            ("(;GM[ugo]SZ[5];B[c3];W[d3])", true),
            ("(;GM[ugo]AB[c3][d3]PL[W]\n;W[c4]\n;B[resign] \r\n)", true),
            ("(;;W[];B[no move];W[b2])", true),
            ("(;B[a1];W[b1];B[b2])", false),
            ("(; ;B[c3])", true),
            ("(;GM[margo]G[1a1]Y[1b1];B[c3])", true),
            ("(;GM[ugo])", false),
            ("(;GM[ugo];B[c3]C[x])", false),
            ("(;GM[ugo];B[c3];W[d3](;B[e3])(;B[e4]))", false),
            ("(;GM[ugo](;B[c3];W[d3]))", false),
            ("(;GM[ugo];;B[c3])", false),
            ("(;GM[ugo];B[c3];W[d3]", false),
            ("(;GM[ugo];B[c3];W[d3]B[e3])", false),
            ("(;GM[ugo];B[c3];W[d3])", true),
            ("(;GM[ugo]x;B[c3];W[d3])", false),
            ("(;GM[ugo];B[c3];Black[d3])", false),
            ("(;GM[margo];B[1a1];G[1b1])", false),
        ] {
            let (is_plain, tree, by_grammar) = line_and_tree(text);
            assert_eq!(is_plain, expected, "{text}");
            assert_eq!(tree, by_grammar, "{text}");
        }
    }

    #[test]
    fn legal_plies_need_no_tree() {
        for (text, needs) in [
            ("(;GM[ugo]SZ[5]RE[?];B[c3];W[d3];B[c4])", false),
            ("(;GM[ugo]SZ[5]RE[?];B[c3];W[c3];B[c4])", true),
            ("(;GM[ugo]SZ[5]RE[?]AB[a1];B[c3];W[d3])", false),
        ] {
            for variations in [false, true] {
                let record = read(text).next().unwrap();
                let options = Options {
                    variations,
                    ..Options::default()
                };
                verify(&record, &options);
                assert_eq!(record.tree.get().is_some(), needs, "{text}");
            }
        }
    }

    /// A limit may lie anywhere, also between the root and the line.
    #[test]
    fn a_record_is_too_large_wherever_the_limit_is() {
        let text = "(;GM[ugo]SZ[3]\n\n;B[a1]\n;W[b1])";
        for max_record in 0..text.len() + 3 {
            let limits = Limits {
                max_record,
                ..Limits::default()
            };
            let record = read_within(text, limits).next().unwrap();
            let mut faults = record.faults().iter();
            let is_large = faults.any(|fault| fault.kind == FaultKind::TooLarge);
            assert_eq!(is_large, max_record < text.len(), "{max_record}");
        }
    }
}
