//! A record as a tree that stands for itself: what JSON holds, and what all other notations are read into.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    record::{Layout, Limits, NodeId, Record, Span, escape, read_within, unescape},
    verify::{self, Severity, verify},
};

/// A node: what it says, and which node it follows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TreeNode {
    /// The number of the node it follows, the root being 0; null for the root. The nodes that follow the
    /// same one are variations, the main line first.
    pub parent: Option<usize>,
    /// Its properties in their order.
    pub properties: Vec<TreeProperty>,
}

/// A property: a name and at least one value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TreeProperty {
    /// The name as it is written.
    pub name: String,
    /// The values in their order.
    #[schemars(length(min = 1))]
    pub values: Vec<Value>,
}

/// A value: its text, or where the text could be written in other ways also how it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "a value is a text, or an object with `text` and `raw`"
)]
pub enum Value {
    /// The text, in which only `]` and `\` are escaped when it is written.
    Plain(String),
    /// A text that is written with other escapes or line breaks.
    Written {
        /// The text.
        text: String,
        /// What stands between the brackets.
        raw: String,
    },
}

impl Value {
    fn of(raw: &str) -> Value {
        let text = unescape(raw);
        if escape(&text) == raw {
            Value::Plain(text.into_owned())
        } else {
            Value::Written {
                text: text.into_owned(),
                raw: raw.to_owned(),
            }
        }
    }

    /// What stands between the brackets.
    fn raw(&self) -> std::borrow::Cow<'_, str> {
        match self {
            Value::Plain(text) => escape(text),
            Value::Written { raw, .. } => raw.into(),
        }
    }
}

impl TreeNode {
    /// The node after one, with these properties.
    pub(super) fn after(parent: Option<usize>) -> TreeNode {
        TreeNode {
            parent,
            properties: Vec::new(),
        }
    }

    /// Adds a property of one value.
    #[must_use]
    pub(super) fn with(mut self, name: &str, text: &str) -> TreeNode {
        self.properties.push(TreeProperty {
            name: name.to_owned(),
            values: vec![Value::Plain(text.to_owned())],
        });
        self
    }
}

/// All nodes of a record, in the order of its text.
pub fn tree(record: &Record) -> Vec<TreeNode> {
    let raw = |span: &Span| Value::of(record.raw(*span));
    let nodes = record.nodes().map(|node| TreeNode {
        parent: record.parent(node).map(NodeId::index),
        properties: record
            .properties(node)
            .iter()
            .map(|property| TreeProperty {
                name: record.raw(property.written).to_owned(),
                values: record.values(property).iter().map(raw).collect(),
            })
            .collect(),
    });
    nodes.collect()
}

/// How a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As it is.
    AsWritten,
    /// In canonical form.
    Canonical,
}

/// The record that a tree stands for.
///
/// # Errors
///
/// Why there is none: the tree is no tree, or its names or values cannot be written.
pub(super) fn to_record(nodes: &[TreeNode], form: Form, limits: Limits) -> Result<String, String> {
    check(nodes)?;
    let order = order(nodes);
    let text = write(nodes, &order);
    // Whatever the names and values hold: what is given out is what was meant.
    let mut records = read_within(&text, limits);
    let record = records.next().filter(|_| records.next().is_none());
    let record = record.ok_or("it would be read as several records")?;
    if record.is_malformed() {
        let verdict = verify(&record, &verify::Options::default());
        let mut findings = verdict.findings.iter();
        let error = findings.find(|finding| finding.code.severity == Severity::Error);
        let message = error.map_or("", |finding| finding.message.as_str());
        return Err(format!("it would be a malformed record: {message}"));
    }
    if let Some(index) = differs(nodes, &order, &record) {
        return Err(format!(
            "node {index} would be read as another: look for `]` or `\\` at the end of a `raw`, or for names that are none"
        ));
    }
    Ok(match form {
        Form::AsWritten => record.as_written(Layout::Nodes),
        Form::Canonical => record.canonical(Layout::Nodes),
    })
}

/// Checks what the numbers and names must be.
fn check(nodes: &[TreeNode]) -> Result<(), String> {
    if nodes.is_empty() {
        return Err("it has no node".to_owned());
    }
    for (index, node) in nodes.iter().enumerate() {
        match node.parent {
            None if index > 0 => return Err(format!("node {index} has no parent")),
            Some(_) if index == 0 => {
                return Err("node 0 is the root, and its parent must be null".to_owned());
            }
            Some(parent) if parent >= index => {
                return Err(format!(
                    "the parent of node {index} is {parent}, but a node stands behind its parent"
                ));
            }
            _ => {}
        }
        for property in &node.properties {
            let name = &property.name;
            let has_capital = name.bytes().any(|byte| byte.is_ascii_uppercase());
            if !has_capital || !name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                return Err(format!(
                    "node {index}: `{name}` is no name of a property: letters, one of them a capital"
                ));
            }
            if property.values.is_empty() {
                return Err(format!("node {index}: `{name}` has no value"));
            }
            for value in &property.values {
                if let Value::Written { text, raw } = value
                    && unescape(raw) != *text
                {
                    return Err(format!(
                        "node {index}: `text` and `raw` of `{name}` are not the same; leave out `raw` for a new text"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// The nodes in the order in which a record has them: each before those that follow it, one variation
/// after the other.
fn order(nodes: &[TreeNode]) -> Vec<usize> {
    let (mut first, mut next) = (vec![None; nodes.len()], vec![None; nodes.len()]);
    for (index, node) in nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent {
            next[index] = first[parent].replace(index);
        }
    }
    let mut order = Vec::with_capacity(nodes.len());
    let mut waiting = vec![0];
    while let Some(node) = waiting.pop() {
        order.push(node);
        waiting.extend(next[node]);
        waiting.extend(first[node]);
    }
    order
}

/// The tree as text, in the plainest layout.
fn write(nodes: &[TreeNode], order: &[usize]) -> String {
    let mut followers = vec![0_u32; nodes.len()];
    for parent in nodes.iter().filter_map(|node| node.parent) {
        followers[parent] += 1;
    }
    let mut text = String::from("(");
    // The parents whose variations are open.
    let mut open: Vec<usize> = Vec::new();
    for &index in order {
        if let Some(parent) = nodes[index].parent
            && followers[parent] > 1
        {
            while open.pop_if(|last| *last >= parent).is_some() {
                text.push(')');
            }
            open.push(parent);
            text.push('(');
        }
        text.push(';');
        for property in &nodes[index].properties {
            text.push_str(&property.name);
            for value in &property.values {
                text.push('[');
                text.push_str(&value.raw());
                text.push(']');
            }
        }
    }
    text.extend(open.iter().map(|_| ')'));
    text.push(')');
    text
}

/// The first node that a record does not have as it is meant.
fn differs(nodes: &[TreeNode], order: &[usize], record: &Record) -> Option<usize> {
    if record.nodes().count() != nodes.len() {
        return Some(0);
    }
    let mut numbers = vec![0; nodes.len()];
    for (number, &index) in order.iter().enumerate() {
        numbers[index] = number;
    }
    let same = |id: NodeId, node: &TreeNode| {
        let parent = node.parent.map(|parent| numbers[parent]);
        let read = record.properties(id);
        record.parent(id).map(NodeId::index) == parent
            && read.len() == node.properties.len()
            && read.iter().zip(&node.properties).all(|(read, meant)| {
                let values = record.values(read).iter().map(|&span| record.raw(span));
                record.raw(read.written) == meant.name
                    && values.eq(meant.values.iter().map(Value::raw))
            })
    };
    let mut pairs = record.nodes().zip(order);
    let found = pairs.find(|&(id, &index)| !same(id, &nodes[index]));
    found.map(|(_, &index)| index)
}
