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

/// A part of a record's text.
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
    while let Some(piece) = work.pop() {
        let following = match piece {
            WriteStep::Node(id) => Some(id),
            WriteStep::Open | WriteStep::Close => None,
        };
        visit(piece);
        let mut children = following.into_iter().flat_map(|id| record.children(id));
        match (children.next(), children.next()) {
            (Some(only), None) => work.push(WriteStep::Node(only)),
            (first, second) => {
                let all: Vec<NodeId> = first.into_iter().chain(second).chain(children).collect();
                work.extend(all.into_iter().rev().flat_map(variation));
            }
        }
    }
}
