//! The tree of a record that is edited.

use crate::record::{Layout, Name, NodeId, Purpose, Record, escape, read, unescape};

/// The number of a node in its tree; the root is 0. A node keeps its number, also while it is removed.
pub type NodeIndex = usize;

/// A property: its name, without lower-case letters, and its values as they are written between brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameProperty {
    /// The letters of the name.
    pub letters: String,
    /// The values, with their escapes.
    pub values: Vec<String>,
}

/// A node: its properties and the nodes that follow, that of the main line first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameNode {
    /// The node before; `None` for the root.
    pub parent: Option<NodeIndex>,
    /// The nodes that follow.
    pub children: Vec<NodeIndex>,
    /// The properties in their order.
    pub properties: Vec<GameProperty>,
}

impl GameNode {
    /// The first value of a property as text, without escapes.
    pub fn text(&self, letters: &str) -> Option<String> {
        let mut properties = self.properties.iter();
        let property = properties.find(|property| property.letters == letters)?;
        let value = property.values.first()?;
        Some(unescape(value).into_owned())
    }

    /// All values of all properties of this name as one text, without escapes, a line break between them.
    pub fn whole_text(&self, letters: &str) -> Option<String> {
        let texts: Vec<_> = self.values(letters).map(|value| unescape(value)).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    }

    /// The values of all properties of this name, as they are written.
    pub fn values(&self, letters: &str) -> impl Iterator<Item = &str> {
        let properties = self.properties.iter();
        let properties = properties.filter(move |property| property.letters == letters);
        properties.flat_map(|property| property.values.iter().map(String::as_str))
    }

    /// The properties with another text for the first value of one of them. Further values are kept.
    pub(super) fn with_first_text(&self, letters: &str, text: &str) -> Vec<GameProperty> {
        let mut properties = self.properties.clone();
        let mut own = properties.iter_mut();
        let property = own.find(|property| property.letters == letters);
        match property.and_then(|property| property.values.first_mut()) {
            Some(value) => {
                *value = escape(text).into_owned();
                properties
            }
            None => self.with_text(letters, Some(text)),
        }
    }

    /// The properties without the first value of one of them. Further values are kept.
    pub(super) fn without_first_text(&self, letters: &str) -> Vec<GameProperty> {
        let mut properties = self.properties.clone();
        let own = |property: &GameProperty| property.letters == letters;
        if let Some(at) = properties.iter().position(own) {
            let values = &mut properties[at].values;
            if values.len() > 1 {
                values.remove(0);
            } else {
                properties.remove(at);
            }
        }
        properties
    }

    /// The properties with another text in place of all values of one of them, or without it.
    pub(super) fn with_text(&self, letters: &str, text: Option<&str>) -> Vec<GameProperty> {
        let mut properties = self.properties.clone();
        let at = properties
            .iter()
            .position(|property| property.letters == letters);
        properties.retain(|property| property.letters != letters);
        if let Some(text) = text {
            let property = GameProperty {
                letters: letters.to_owned(),
                values: vec![escape(text).into_owned()],
            };
            let at = at.unwrap_or(properties.len());
            properties.insert(at.min(properties.len()), property);
        }
        properties
    }

    /// About how much it takes, in bytes.
    fn bytes(&self) -> usize {
        size_of::<GameNode>() + size_of_val(&self.children[..]) + properties_bytes(&self.properties)
    }

    /// The moves in the node, each with the letters of its property and its value as written.
    pub fn moves(&self) -> impl Iterator<Item = (&str, &str)> {
        let properties = self.properties.iter();
        let moves = properties.filter(|property| is_move(&property.letters));
        moves.flat_map(|property| {
            let values = property.values.iter();
            values.map(|value| (property.letters.as_str(), value.as_str()))
        })
    }
}

/// About how much properties take, in bytes.
pub(super) fn properties_bytes(properties: &[GameProperty]) -> usize {
    let bytes = |property: &GameProperty| {
        let values = property.values.iter();
        let values = values.map(|value| size_of::<String>() + value.len());
        size_of::<GameProperty>() + property.letters.len() + values.sum::<usize>()
    };
    properties.iter().map(bytes).sum()
}

/// Whether a property is a move.
fn is_move(letters: &str) -> bool {
    Name::from_letters(letters).purpose() == Purpose::Move
}

/// A tree cannot be written as a record that reads back the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the record exceeds a limit of the format, such as 64 MiB, and cannot be written")]
pub struct UnwritableTree;

/// The nodes of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    nodes: Vec<GameNode>,
}

impl GameTree {
    /// The root of every tree.
    pub const ROOT: NodeIndex = 0;

    /// The tree of a record. Its nodes are numbered like those of the record.
    pub fn of(record: &Record) -> GameTree {
        let node = |id: NodeId| GameNode {
            parent: record.parent(id).map(NodeId::index),
            children: record.children(id).map(NodeId::index).collect(),
            properties: (record.properties(id).iter())
                .map(|property| GameProperty {
                    letters: record.letters(property).into_owned(),
                    values: (record.values(property).iter())
                        .map(|&value| record.raw(value).to_owned())
                        .collect(),
                })
                .collect(),
        };
        let mut nodes: Vec<GameNode> = record.nodes().map(node).collect();
        if nodes.is_empty() {
            nodes.push(GameNode::default());
        }
        GameTree { nodes }
    }

    /// A node.
    pub fn node(&self, node: NodeIndex) -> &GameNode {
        &self.nodes[node]
    }

    pub(super) fn node_mut(&mut self, node: NodeIndex) -> &mut GameNode {
        &mut self.nodes[node]
    }

    /// The number of nodes there have ever been.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is only the root, without properties.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self.nodes[GameTree::ROOT].properties.is_empty()
    }

    /// Adds a node with one property, which is not yet among those that follow its parent.
    pub(super) fn add(&mut self, parent: NodeIndex, property: GameProperty) -> NodeIndex {
        self.nodes.push(GameNode {
            parent: Some(parent),
            children: Vec::new(),
            properties: vec![property],
        });
        self.nodes.len() - 1
    }

    /// The nodes from the root to a node, both included.
    pub fn path(&self, node: NodeIndex) -> Vec<NodeIndex> {
        let before = |&node: &NodeIndex| self.nodes[node].parent;
        let mut path: Vec<NodeIndex> = std::iter::successors(Some(node), before).collect();
        path.reverse();
        path
    }

    /// The last node of the main line below a node.
    pub fn last_of_main_line(&self, node: NodeIndex) -> NodeIndex {
        let first = |&node: &NodeIndex| self.nodes[node].children.first().copied();
        std::iter::successors(Some(node), first)
            .last()
            .unwrap_or(node)
    }

    /// Whether a node is on the main line.
    pub fn is_on_main_line(&self, node: NodeIndex) -> bool {
        let path = self.path(node);
        let is_first = |pair: &[NodeIndex]| self.nodes[pair[0]].children.first() == Some(&pair[1]);
        path.windows(2).all(is_first)
    }

    /// Whether a node can be reached from the root, and has not been removed.
    pub fn is_attached(&self, node: NodeIndex) -> bool {
        let path = self.path(node);
        let is_child = |pair: &[NodeIndex]| self.nodes[pair[0]].children.contains(&pair[1]);
        path.windows(2).all(is_child)
    }

    /// The branch numbers from the root to a node, from 1, joined by dots; `None` on the main line.
    pub fn variation(&self, node: NodeIndex) -> Option<String> {
        if self.is_on_main_line(node) {
            return None;
        }
        let path = self.path(node);
        let numbers = path.windows(2).filter_map(|pair| {
            let children = &self.nodes[pair[0]].children;
            let at = children.iter().position(|child| *child == pair[1])?;
            (children.len() > 1).then(|| (at + 1).to_string())
        });
        Some(numbers.collect::<Vec<_>>().join("."))
    }

    /// All nodes that can be reached, in the order of the text of the record.
    pub fn in_order(&self) -> Vec<NodeIndex> {
        self.in_order_from(GameTree::ROOT)
    }

    /// A node and all that follow it, in the order of the text of the record.
    fn in_order_from(&self, node: NodeIndex) -> Vec<NodeIndex> {
        let mut order = Vec::new();
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            order.push(node);
            waiting.extend(self.nodes[node].children.iter().rev());
        }
        order
    }

    /// About how much a node and all that follow it take, in bytes.
    pub(super) fn bytes_from(&self, node: NodeIndex) -> usize {
        let nodes = self.in_order_from(node).into_iter();
        nodes.map(|node| self.nodes[node].bytes()).sum()
    }

    /// Empties a node that was removed for good, and all that follow it. Their numbers stay.
    pub(super) fn empty_from(&mut self, node: NodeIndex) {
        for node in self.in_order_from(node) {
            let parent = self.nodes[node].parent;
            self.nodes[node] = GameNode {
                parent,
                ..GameNode::default()
            };
        }
    }

    /// About the length of its text, in bytes; hardly ever less.
    pub fn text_bytes(&self) -> usize {
        const NODE: usize = "\n(;)".len();
        let value = |value: &String| "[]".len() + value.len();
        let property = |property: &GameProperty| {
            property.letters.len() + property.values.iter().map(value).sum::<usize>()
        };
        let properties = |node: NodeIndex| self.nodes[node].properties.iter().map(property);
        let nodes = self.in_order().into_iter();
        nodes
            .map(|node| NODE + properties(node).sum::<usize>())
            .sum()
    }

    /// A line of nodes as a record without variations.
    pub(super) fn line_text(&self, line: &[NodeIndex]) -> String {
        let mut text = String::from("(");
        for &node in line {
            self.write_node(node, &mut text);
        }
        text.push(')');
        text
    }

    /// One node as a record of its own.
    pub fn node_text(&self, node: NodeIndex) -> String {
        self.line_text(&[node])
    }

    fn write_node(&self, node: NodeIndex, text: &mut String) {
        text.push(';');
        for property in &self.nodes[node].properties {
            text.push_str(&property.letters);
            for value in &property.values {
                text.push('[');
                text.push_str(value);
                text.push(']');
            }
        }
    }

    /// The record in canonical form, with a line break at its end.
    ///
    /// # Errors
    ///
    /// If the record would exceed a limit of the format.
    pub fn to_text(&self) -> Result<String, UnwritableTree> {
        let mut text = String::new();
        let mut count = 0;
        // The steps that remain, the last one first.
        let variation = |node| [WriteStep::Close, WriteStep::Node(node), WriteStep::Open];
        let mut work = Vec::from(variation(GameTree::ROOT));
        while let Some(step) = work.pop() {
            match step {
                WriteStep::Open => text.push('('),
                WriteStep::Close => text.push(')'),
                WriteStep::Node(node) => {
                    count += 1;
                    self.write_node(node, &mut text);
                    let children = self.nodes[node].children.iter().rev().copied();
                    match self.nodes[node].children[..] {
                        [only] => work.push(WriteStep::Node(only)),
                        _ => work.extend(children.flat_map(variation)),
                    }
                }
            }
        }
        let mut records = read(text.as_str());
        let record = records
            .next()
            .filter(|record| record.faults().is_empty() && record.nodes().count() == count);
        let record = record.filter(|_| records.next().is_none());
        let record = record.ok_or(UnwritableTree)?;
        Ok(record.canonical(Layout::Nodes) + "\n")
    }
}

/// A part of the text of a tree.
enum WriteStep {
    Node(NodeIndex),
    /// The parenthesis before a variation, or before the root.
    Open,
    Close,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> GameTree {
        GameTree::of(&read(text).next().expect("there is one"))
    }

    #[test]
    fn a_tree_is_written_as_it_was_read() {
        let text =
            "(;GM[ugo]SZ[5]C[a\\]b]\n;B[a1]\n(;W[b1])\n(;W[c1]\n(;B[d1]\n;W[a2])\n(;B[e1])))\n";
        let read = tree(text);
        assert_eq!(read.to_text().as_deref(), Ok(text));
        assert_eq!(read.in_order(), (0..7).collect::<Vec<_>>());
        let names = |node| read.variation(node).unwrap_or_default();
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 6].map(names),
            ["", "", "", "2", "2.1", "2.1", "2.2"]
        );
        assert_eq!(read.path(5), [0, 1, 3, 4, 5]);
        assert_eq!(read.last_of_main_line(0), 2);
        assert_eq!(read.node(0).text("C").as_deref(), Some("a]b"));
    }

    #[test]
    fn texts_are_escaped_and_keep_their_place() {
        let mut read = tree("(;GM[ugo]C[x]SZ[5])");
        let properties = read.node(0).with_text("C", Some("a]"));
        read.node_mut(0).properties = properties;
        assert_eq!(read.node_text(0), "(;GM[ugo]C[a\\]]SZ[5])");
        let properties = read.node(0).with_text("C", None);
        read.node_mut(0).properties = properties;
        assert_eq!(read.node_text(0), "(;GM[ugo]SZ[5])");
    }

    #[test]
    fn further_values_are_read_and_kept() {
        let read = tree("(;GM[ugo]C[a\\]][b]PB[c]C[d]PB[e])");
        assert_eq!(read.node(0).text("C").as_deref(), Some("a]"));
        assert_eq!(read.node(0).whole_text("C").as_deref(), Some("a]\nb\nd"));
        assert_eq!(read.node(0).whole_text("PW"), None);
        let names = |properties: Vec<GameProperty>| {
            let node = GameNode {
                properties,
                ..GameNode::default()
            };
            node.values("PB").collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(read.node(0).with_first_text("PB", "x")), "x e");
        assert_eq!(names(read.node(0).with_text("PB", Some("x"))), "x");
        assert_eq!(names(read.node(0).without_first_text("PB")), "e");
        let comments = read.node(0).without_first_text("C");
        let counts: Vec<_> = comments.iter().map(|own| own.values.len()).collect();
        assert_eq!(counts, [1, 1, 1, 1, 1]);
        assert_eq!(read.node(0).without_first_text("PW").len(), 5);
    }
}
