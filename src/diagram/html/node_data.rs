//! What the script reads of each node and each finding.

use std::{borrow::Cow, collections::BTreeMap};

use serde::Serialize;

use super::{
    node_views::NodeViews,
    plain_text::{PlainText, plain_beginning},
    shape_atlas::{ShapeId, VisibleShapes},
};
use crate::{
    diagram::verified_record::VerifiedRecord,
    record::{Name, NodeId, Purpose, Record, unescape},
    verify::Severity,
};

/// A node as the script reads it.
#[derive(Default, Serialize)]
pub(super) struct NodeData<'r> {
    /// Its parent; of the root itself.
    parent: usize,
    ply: u32,
    #[serde(rename = "move", skip_serializing_if = "String::is_empty")]
    mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<char>,
    /// Whether the move is illegal.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    illegal: bool,
    /// The quality of the move, as `!`.
    #[serde(skip_serializing_if = "str::is_empty")]
    quality: &'static str,
    #[serde(skip_serializing_if = "PlainText::is_empty")]
    name: PlainText<'r>,
    #[serde(skip_serializing_if = "PlainText::is_empty")]
    comment: PlainText<'r>,
    /// Whose turn it is, or how the game ended.
    #[serde(skip_serializing_if = "String::is_empty")]
    status: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    score: String,
    /// The shapes that appear with it, and those that disappear.
    show: Vec<usize>,
    hide: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<usize>,
}

/// A finding as the script reads it.
#[derive(Serialize)]
pub(super) struct FindingData {
    code: &'static str,
    severity: &'static str,
    message: PlainText<'static>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<PlainText<'static>>,
    node: usize,
}

/// All nodes, with shapes by these indices.
pub(super) fn nodes<'r>(
    record: &Record<'r>,
    views: &NodeViews,
    indices: &BTreeMap<ShapeId, usize>,
    findings: &[FindingData],
) -> Vec<NodeData<'r>> {
    let none = VisibleShapes::new();
    let mut nodes: Vec<NodeData<'r>> = record
        .nodes()
        .map(|id| {
            let parent = record.parent(id);
            let before = parent
                .and_then(|parent| views.visible(parent))
                .unwrap_or(&none);
            let after = views.visible(id).unwrap_or(&none);
            NodeData {
                parent: parent.map_or(0, NodeId::index),
                ply: record.plies(id),
                show: difference(after, before, indices),
                hide: difference(before, after, indices),
                ..described(record, id, views)
            }
        })
        .collect();
    for (number, finding) in findings.iter().enumerate() {
        nodes[finding.node].findings.push(number);
    }
    nodes
}

/// The indices of the shapes that the second list does not have.
fn difference(
    shapes: &VisibleShapes,
    others: &VisibleShapes,
    indices: &BTreeMap<ShapeId, usize>,
) -> Vec<usize> {
    let only = shapes
        .iter()
        .filter(|shape| others.binary_search(shape).is_err());
    only.filter_map(|shape| indices.get(shape).copied())
        .collect()
}

/// The texts of a node.
fn described<'r>(record: &Record<'r>, id: NodeId, views: &NodeViews) -> NodeData<'r> {
    let mut node = NodeData::default();
    for property in record.properties(id) {
        let text = || {
            let value = record.values(property).first();
            value.map_or(Cow::Borrowed(""), |&value| unescape(record.raw(value)))
        };
        match property.name {
            Name::C => node.comment = PlainText(text()),
            Name::N => node.name = PlainText(text()),
            Name::TE => node.quality = "!",
            Name::BM => node.quality = "?",
            Name::DO => node.quality = "?!",
            Name::IT => node.quality = "!?",
            name if name.purpose() == Purpose::Move && node.player.is_none() => {
                node.player = name.letters().chars().next();
                node.mv = plain_beginning(&text(), 80);
            }
            _ => {}
        }
    }
    let own = views.own(id);
    let is_verified = own.is_some() || node.player.is_none();
    match (own.or_else(|| views.view(id)), is_verified) {
        (Some(view), true) => {
            node.status.clone_from(&view.status);
            node.score.clone_from(&view.score);
            node.illegal = view.is_illegal;
        }
        (Some(_), false) => {
            "Not checked, because an earlier ply is illegal".clone_into(&mut node.status);
        }
        (None, _) => {}
    }
    if let Some(mv) = own.and_then(|view| view.mv.as_ref()) {
        node.mv.clone_from(mv);
    }
    node
}

/// All findings, each with the node it belongs to.
pub(super) fn findings(verified: &VerifiedRecord) -> Vec<FindingData> {
    let findings = verified.verdict.findings.iter();
    let findings = findings.map(|finding| FindingData {
        code: finding.code().id(),
        severity: match finding.code().severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: PlainText(finding.message().into()),
        help: finding.help().map(|help| PlainText(help.into())),
        node: verified.record.node_at(finding.span.start).index(),
    });
    findings.collect()
}
