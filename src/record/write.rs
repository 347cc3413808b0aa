//! Records → text.

use super::{arena::NodeId, model::Record};

/// The column after which the next node begins a new line.
const WIDTH: usize = 72;

impl Record<'_> {
    /// The record as text that reads back as an equal record. Values are written exactly as they
    /// were read; the white space between nodes is new, and lower-case letters of names are dropped.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(self.text.len() + 16);
        let mut line_start = 0;
        walk(self, |piece| match piece {
            WriteStep::Close => text.push(')'),
            WriteStep::Open => {
                if !text.is_empty() {
                    text.push('\n');
                }
                line_start = text.len();
                text.push('(');
            }
            WriteStep::Node(id) => {
                if text.len() - line_start > WIDTH
                    || self.parent(id) == Some(NodeId::ROOT) && !text.ends_with('(')
                {
                    text.push('\n');
                    line_start = text.len();
                }
                self.write_node(id, &mut text);
            }
        });
        text.push('\n');
        text
    }

    /// The tree as a text without white space between nodes and properties: the same for equal records, and only for them.
    pub fn content(&self) -> String {
        let mut text = String::with_capacity(self.text.len());
        self.write_content(|part| text.push_str(part));
        text
    }

    /// Writes the [content](Record::content) part by part.
    pub fn write_content(&self, mut write: impl FnMut(&str)) {
        for id in self.nodes_beyond_plain_moves() {
            // Most nodes follow the one before them.
            if let Some(parent) = self.parent(id)
                && parent.0 + 1 != id.0
            {
                write("(");
                write(&parent.0.to_string());
            }
            self.write_node_by(id, &mut write);
        }
        for mv in self.line.iter().flat_map(|line| line.moves(self.text)) {
            write(mv.text);
        }
    }

    fn write_node(&self, id: NodeId, text: &mut String) {
        self.write_node_by(id, &mut |part: &str| text.push_str(part));
    }

    fn write_node_by(&self, id: NodeId, write: &mut impl FnMut(&str)) {
        write(";");
        for property in self.properties(id) {
            write(&self.letters(property));
            for &value in self.values(property) {
                write("[");
                write(self.raw(value));
                write("]");
            }
        }
    }
}

/// A part of a record's text.
#[derive(Clone, Copy)]
pub(super) enum WriteStep {
    Node(NodeId),
    /// The parenthesis before a variation, or before the root.
    Open,
    Close,
}

/// Visits the nodes and the parentheses of a record, in the order of its text.
pub(super) fn walk(record: &Record, mut visit: impl FnMut(WriteStep)) {
    let variation = |id| [WriteStep::Close, WriteStep::Node(id), WriteStep::Open];
    // The steps that remain, the last one first.
    let mut work = Vec::from(variation(NodeId::ROOT));
    while let Some(step) = work.pop() {
        visit(step);
        let WriteStep::Node(id) = step else {
            continue;
        };
        let mut children = record.children(id);
        match (children.next(), children.next()) {
            (Some(only), None) => work.push(WriteStep::Node(only)),
            (first, second) => {
                let all: Vec<NodeId> = first.into_iter().chain(second).chain(children).collect();
                work.extend(all.into_iter().rev().flat_map(variation));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::record::{read, read_by_grammar};

    #[test]
    fn the_content_is_that_of_equal_records_only() {
        let content = |text: &str| read(text).next().unwrap().content();
        assert_eq!(
            content("(;GM[ugo]  SZ[5] ;B[c3]\n;W[ d3 ])"),
            ";GM[ugo]SZ[5];B[c3];W[ d3 ]"
        );
        let texts = [
            "(;GM[ugo];B[c3];W[d3])",
            "(;GM[ugo];B[C3];W[d3])",
            "(;GM[ugo]B[c3];W[d3])",
            "(;GM[ugo];B[c3](;W[d3])(;W[d3]))",
            "(;GM[ugo];B[c3](;W[d3];W[d3]))",
            "(;GM[ugo];B[c3];W[d3];W[d3]C[])",
            "(;GM[ugo];B[c3](;W[a1](;B[a2])(;B[a3]))(;W[d3]))",
            "(;GM[ugo];B[c3](;W[a1];B[a2])(;B[a3])(;W[d3]))",
            "(;GM[ugo];B[c3]W[d3])",
            "(;GM[ugo];B[c3][d3])",
            "(;GM[ugo];B[c3][d3\\]W[x])",
            "(;GM[ugo];B[c3];;W[d3])",
        ];
        let mut found = std::collections::BTreeMap::new();
        for text in texts {
            let content = content(text);
            let by_grammar = read_by_grammar(text).next().unwrap();
            assert_eq!(content, by_grammar.content(), "{text}");
            let spaced = text.replace(';', " ;\n").replace("GM", "GaM");
            assert_eq!(read(&*spaced).next().unwrap().content(), content, "{text}");
            assert_eq!(found.insert(content, text), None, "{text}");
        }
        assert_eq!(found.len(), texts.len());
    }
}
