//! Records → text.

use super::model::{NodeId, Record};

/// The column after which the next node begins a new line.
const WIDTH: usize = 72;

impl Record<'_> {
    /// The record as text that reads back as an equal one. Values stand exactly as they
    /// were read; the white space between nodes is new, and lower-case letters of names are left out.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(self.text.len() + 16);
        let mut line_start = 0;
        // What is still to be written: nodes and the parentheses around variations.
        let mut work = vec![Piece::Close, Piece::Node(NodeId::ROOT)];
        text.push('(');
        while let Some(piece) = work.pop() {
            let id = match piece {
                Piece::Close => {
                    text.push(')');
                    continue;
                }
                Piece::Open => {
                    text.push('\n');
                    line_start = text.len();
                    text.push('(');
                    continue;
                }
                Piece::Node(id) => id,
            };
            if text.len() - line_start > WIDTH
                || self.parent(id) == Some(NodeId::ROOT) && !text.ends_with('(')
            {
                text.push('\n');
                line_start = text.len();
            }
            self.write_node(id, &mut text);
            let children: Vec<NodeId> = self.children(id).collect();
            if let [only] = children[..] {
                work.push(Piece::Node(only));
            } else {
                for &child in children.iter().rev() {
                    work.extend([Piece::Close, Piece::Node(child), Piece::Open]);
                }
            }
        }
        text.push('\n');
        text
    }

    fn write_node(&self, id: NodeId, text: &mut String) {
        text.push(';');
        for property in self.properties(id) {
            text.push_str(&self.letters(property));
            for &value in self.values(property) {
                text.push('[');
                text.push_str(self.raw(value));
                text.push(']');
            }
        }
    }
}

enum Piece {
    Node(NodeId),
    Open,
    Close,
}
