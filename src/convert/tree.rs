//! A record as a tree of owned nodes: the content of JSON, and the form that all other notations are read into.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::error::ImportError;

use crate::{
    record::{Layout, Limits, NodeId, Property, Record, Span, escape, read_within, unescape},
    verify::{self, Finding, Severity, verify},
};

/// A node: its properties and its parent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TreeNode {
    /// The number of its parent, the root being 0; null for the root. Nodes with the same
    /// parent are variations, the main line first.
    pub parent: Option<usize>,
    /// Its properties in their order.
    #[serde(deserialize_with = "exact_list")]
    pub properties: Vec<TreeProperty>,
}

/// A property: a name and one value or more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TreeProperty {
    /// The name as written.
    pub name: String,
    /// The values in their order.
    #[serde(deserialize_with = "exact_list")]
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub values: Vec<TreeValue>,
}

/// Reads a list without spare capacity, which in millions of short lists would take more memory than they.
fn exact_list<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let mut list = Vec::deserialize(deserializer)?;
    list.shrink_to_fit();
    Ok(list)
}

// There can be millions, so it is small.
/// A value: its text, and also the spelling if it is not the canonical one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
#[cfg_attr(test, schemars(rename = "Value"))]
pub enum TreeValue {
    /// The text; only `]` and `\` are escaped when it is written.
    Plain(Box<str>),
    /// Text that is written with other escapes or line breaks.
    Written(Box<WrittenValue>),
}

/// A value with its spelling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, schemars(inline))]
pub struct WrittenValue {
    /// The text.
    pub text: Box<str>,
    /// The text between the brackets.
    pub raw: Box<str>,
}

impl TreeValue {
    /// The value between brackets.
    pub(super) fn of(raw: &str) -> TreeValue {
        match BorrowedValue::of(raw) {
            BorrowedValue::Plain(text) => TreeValue::Plain(text.into()),
            BorrowedValue::Written { text, raw } => TreeValue::Written(Box::new(WrittenValue {
                text: text.into(),
                raw: raw.into(),
            })),
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        match self {
            TreeValue::Plain(text) => text,
            TreeValue::Written(value) => &value.text,
        }
    }

    /// The length of the text between the brackets, in bytes.
    fn length(&self) -> usize {
        match self {
            TreeValue::Plain(text) => {
                let escaped = memchr::memchr2_iter(b']', b'\\', text.as_bytes());
                text.len() + escaped.count()
            }
            TreeValue::Written(value) => value.raw.len(),
        }
    }

    /// The text between the brackets.
    pub(super) fn raw(&self) -> Cow<'_, str> {
        match self {
            TreeValue::Plain(text) => escape(text),
            TreeValue::Written(value) => (&*value.raw).into(),
        }
    }
}

impl TreeNode {
    /// A node without properties.
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
            values: vec![TreeValue::Plain(text.into())],
        });
        self
    }
}

/// All nodes of a record, in the order of its text.
pub fn tree(record: &Record) -> Vec<TreeNode> {
    let raw = |span: &Span| TreeValue::of(record.raw(*span));
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

/// The nodes of a record, which are serialized like those of [`tree`] without being held in memory.
pub(super) struct TreeOf<'r, 't>(pub(super) &'r Record<'t>);

impl Serialize for TreeOf<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let TreeOf(record) = self;
        serializer.collect_seq(record.nodes().map(|node| BorrowedNode {
            parent: record.parent(node).map(NodeId::index),
            properties: BorrowedProperties { record, node },
        }))
    }
}

/// A [`TreeNode`] of a record.
#[derive(Serialize)]
struct BorrowedNode<'r, 't> {
    parent: Option<usize>,
    properties: BorrowedProperties<'r, 't>,
}

struct BorrowedProperties<'r, 't> {
    record: &'r Record<'t>,
    node: NodeId,
}

impl Serialize for BorrowedProperties<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = self.record;
        let properties = record.properties(self.node).iter();
        serializer.collect_seq(properties.map(|property| BorrowedProperty {
            name: record.raw(property.written),
            values: BorrowedValues { record, property },
        }))
    }
}

/// A [`TreeProperty`] of a record.
#[derive(Serialize)]
struct BorrowedProperty<'r, 't> {
    name: &'t str,
    values: BorrowedValues<'r, 't>,
}

struct BorrowedValues<'r, 't> {
    record: &'r Record<'t>,
    property: &'r Property,
}

impl Serialize for BorrowedValues<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.record.values(self.property).iter();
        serializer.collect_seq(values.map(|&span| BorrowedValue::of(self.record.raw(span))))
    }
}

/// A [`TreeValue`] of a record.
#[derive(Serialize)]
#[serde(untagged)]
enum BorrowedValue<'t> {
    Plain(Cow<'t, str>),
    Written { text: Cow<'t, str>, raw: &'t str },
}

impl<'t> BorrowedValue<'t> {
    fn of(raw: &'t str) -> BorrowedValue<'t> {
        let text = unescape(raw);
        if escape(&text) == raw {
            BorrowedValue::Plain(text)
        } else {
            BorrowedValue::Written { text, raw }
        }
    }
}

/// The spelling of moves and values in a written tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// Unchanged.
    AsWritten,
    /// In canonical form.
    Canonical,
}

/// Writes a tree as a record.
///
/// # Errors
///
/// If the nodes are not a tree, or its names or values cannot be written.
pub(super) fn to_record(
    nodes: Vec<TreeNode>,
    spelling: Spelling,
    limits: Limits,
) -> Result<String, ImportError> {
    check(&nodes)?;
    if text_length(nodes.iter().flat_map(|node| &node.properties)) > limits.max_record {
        return Err(ImportError::TooLarge);
    }
    let order = order(&nodes);
    let text = write(&nodes, &order);
    // Names and values may contain anything, so the text is read back and compared.
    let mut records = read_within(&text, limits);
    let record = records.next().filter(|_| records.next().is_none());
    let record = record.ok_or(ImportError::SeveralRecords)?;
    check_form(&record)?;
    if let Some(index) = differs(&nodes, &order, &record) {
        return Err(ImportError::NotReadBack(index));
    }
    let properties = nodes.iter().flat_map(|node| &node.properties);
    let values: usize = properties.map(|property| property.values.len()).sum();
    // Large trees do not fit into the memory several times.
    drop((nodes, order));
    let written = match spelling {
        Spelling::AsWritten => record.as_written(Layout::Nodes),
        Spelling::Canonical => record.canonical(Layout::Nodes),
    };
    drop((record, records));
    drop(text);
    // A `CA` and white space may have been added to what is allowed.
    if values >= limits.max_values as usize || written.len() > limits.max_record {
        read_within(&written, limits).try_for_each(|record| check_form(&record))?;
    }
    Ok(written)
}

/// Fails if a record is malformed.
fn check_form(record: &Record) -> Result<(), ImportError> {
    if !record.is_malformed() {
        return Ok(());
    }
    let verdict = verify(record, &verify::Options::default());
    let mut findings = verdict.findings.iter();
    let error = findings.find(|finding| finding.code().severity() == Severity::Error);
    let message = error.map(Finding::message).unwrap_or_default();
    Err(ImportError::Malformed(message))
}

/// How long names and values are at least once they are written, in bytes.
pub(super) fn text_length<'p>(properties: impl IntoIterator<Item = &'p TreeProperty>) -> usize {
    let length = |property: &TreeProperty| {
        let values: usize = property.values.iter().map(TreeValue::length).sum();
        property.name.len() + values
    };
    properties.into_iter().map(length).sum()
}

/// Checks the parents and names.
fn check(nodes: &[TreeNode]) -> Result<(), ImportError> {
    if nodes.is_empty() {
        return Err(ImportError::NoNode);
    }
    for (index, node) in nodes.iter().enumerate() {
        match node.parent {
            None if index > 0 => return Err(ImportError::NoParent(index)),
            Some(_) if index == 0 => {
                return Err(ImportError::RootWithParent);
            }
            Some(parent) if parent >= index => {
                return Err(ImportError::LaterParent {
                    node: index,
                    parent,
                });
            }
            _ => {}
        }
        for property in &node.properties {
            let name = &property.name;
            let has_capital = name.bytes().any(|byte| byte.is_ascii_uppercase());
            if !has_capital || !name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                return Err(ImportError::PropertyName {
                    node: index,
                    name: name.clone(),
                });
            }
            if property.values.is_empty() {
                return Err(ImportError::NoValue {
                    node: index,
                    name: name.clone(),
                });
            }
            for value in &property.values {
                if let TreeValue::Written(written) = value
                    && unescape(&written.raw) != *written.text
                {
                    return Err(ImportError::TextAndRaw {
                        node: index,
                        name: name.clone(),
                    });
                }
            }
        }
    }
    Ok(())
}

/// The numbers of the nodes in the order of a record.
pub(super) fn numbers(nodes: &[TreeNode]) -> Vec<usize> {
    numbers_in(&order(nodes))
}

/// The numbers of nodes that are in this order.
fn numbers_in(order: &[usize]) -> Vec<usize> {
    let mut numbers = vec![0; order.len()];
    for (number, &index) in order.iter().enumerate() {
        numbers[index] = number;
    }
    numbers
}

/// The nodes in the order of a record: depth first, the first variation first.
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

/// The tree as text without line breaks.
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

/// The first node that differs between a tree and a record.
fn differs(nodes: &[TreeNode], order: &[usize], record: &Record) -> Option<usize> {
    if record.nodes().count() != nodes.len() {
        return Some(0);
    }
    let numbers = numbers_in(order);
    let same = |id: NodeId, node: &TreeNode| {
        let parent = node.parent.map(|parent| numbers[parent]);
        let read = record.properties(id);
        record.parent(id).map(NodeId::index) == parent
            && read.len() == node.properties.len()
            && read.iter().zip(&node.properties).all(|(read, expected)| {
                let values = record.values(read).iter().map(|&span| record.raw(span));
                record.raw(read.written) == expected.name
                    && values.eq(expected.values.iter().map(TreeValue::raw))
            })
    };
    let mut pairs = record.nodes().zip(order);
    let found = pairs.find(|&(id, &index)| !same(id, &nodes[index]));
    found.map(|(_, &index)| index)
}
