//! What the script reads of each node and each finding.

use std::{borrow::Cow, collections::BTreeMap};

use serde::Serialize;

use super::{
    node_views::NodeViews,
    plain_text::{PlainText, plain_beginning},
    shape_atlas::{ShapeId, VisibleShapes},
    too_large::{MAX_VIEWER_DATA, ViewerTooLarge},
};
use crate::{
    diagram::verified_record::VerifiedRecord,
    record::{Name, NodeId, Property, Purpose, Record, unescape},
    verify::Severity,
};

/// A node as the script reads it. What is missing is usual.
#[derive(Default, Serialize)]
pub(super) struct NodeData<'r> {
    /// Its parent, unless that is the node before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    /// Its ply, unless it is that of its parent, and one more with a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(rename = "move", skip_serializing_if = "String::is_empty")]
    pub(super) mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) player: Option<char>,
    /// Whether the move is illegal.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    illegal: bool,
    /// Whether nobody has checked the move, since one before it is illegal: the board is that of the illegal one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unchecked: bool,
    /// The quality of the move, as `!`.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) quality: &'static str,
    #[serde(skip_serializing_if = "PlainText::is_empty")]
    name: PlainText<'r>,
    #[serde(skip_serializing_if = "PlainText::is_empty")]
    pub(super) comment: PlainText<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<char>,
    /// At the end of the game, who would be to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move_at_end: Option<char>,
    /// How the game ended, or why nothing is known of the position.
    #[serde(skip_serializing_if = "String::is_empty")]
    status: String,
    /// The points of Black and of White.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Vec<String>>,
    #[serde(skip_serializing_if = "String::is_empty")]
    final_score: String,
    /// Who has the button; empty for nobody. Absent where that is the same as at the parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    button: Option<String>,
    /// Sygo: whether a player has grown already.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    grown: bool,
    /// Bamogo: the number of pairs left in the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs_left: Option<usize>,
    /// What the player to move may do only now, or no longer.
    #[serde(skip_serializing_if = "String::is_empty")]
    opportunity: String,
    /// All pieces, at a start.
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<String>,
    /// Bamogo: the line, at a start.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
    /// The pieces that the move removes and adds.
    #[serde(skip_serializing_if = "String::is_empty")]
    change: String,
    /// The shapes that appear with it, and those that disappear.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    show: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hide: Vec<u32>,
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

/// How many more shapes may appear and disappear on all boards of a page. As JSON each takes at least two bytes.
pub(super) struct ChangesLeft(usize);

impl Default for ChangesLeft {
    fn default() -> ChangesLeft {
        ChangesLeft(MAX_VIEWER_DATA / 2)
    }
}

/// All nodes, with shapes by these indices.
pub(super) fn nodes<'r>(
    record: &Record<'r>,
    views: &NodeViews,
    indices: &BTreeMap<ShapeId, usize>,
    findings: &[FindingData],
    left: &mut ChangesLeft,
) -> Result<Vec<NodeData<'r>>, ViewerTooLarge> {
    let mut changes = shape_changes(record, views, indices, left)?.into_iter();
    let mut nodes: Vec<NodeData<'r>> = record
        .nodes()
        .map(|id| {
            let parent = record.parent(id);
            let node = described(record, id, views);
            let before_it = parent.map_or(0, |parent| record.plies(parent));
            let usual_ply = before_it + u32::from(node.player.is_some());
            let setup = views.setup(id, parent);
            let change = changes.next().unwrap_or_default();
            NodeData {
                parent: parent
                    .map(NodeId::index)
                    .filter(|parent| parent + 1 != id.index()),
                ply: Some(record.plies(id)).filter(|&ply| ply != usual_ply),
                setup: setup.map(|setup| setup.pieces.clone()),
                line: setup.and_then(|setup| setup.line.clone()),
                show: change.show,
                hide: change.hide,
                ..node
            }
        })
        .collect();
    let buttons: Vec<_> = nodes.iter().map(|node| node.button.clone()).collect();
    for id in record.nodes() {
        let before = record
            .parent(id)
            .and_then(|parent| buttons[parent.index()].as_ref());
        let own = buttons[id.index()].as_ref();
        nodes[id.index()].button = (own != before).then(|| own.cloned().unwrap_or_default());
    }
    for (number, finding) in findings.iter().enumerate() {
        nodes[finding.node].findings.push(number);
    }
    Ok(nodes)
}

/// The shapes that appear with a node, and those that disappear.
#[derive(Default)]
pub(super) struct ShapeChange {
    pub(super) show: Vec<u32>,
    pub(super) hide: Vec<u32>,
}

/// The changes of all nodes, with shapes by these indices.
pub(super) fn shape_changes(
    record: &Record,
    views: &NodeViews,
    indices: &BTreeMap<ShapeId, usize>,
    left: &mut ChangesLeft,
) -> Result<Vec<ShapeChange>, ViewerTooLarge> {
    let none = VisibleShapes::new();
    let changes = record.nodes().map(|id| {
        let parent = record.parent(id);
        let before = parent.and_then(|parent| views.visible(parent));
        let before = before.unwrap_or(&none);
        let after = views.visible(id).unwrap_or(&none);
        let change = ShapeChange {
            show: difference(after, before, indices),
            hide: difference(before, after, indices),
        };
        let taken = change.show.len() + change.hide.len();
        left.0 = left.0.checked_sub(taken).ok_or(ViewerTooLarge::Data)?;
        Ok(change)
    });
    changes.collect()
}

/// The indices of the shapes that the second list does not have.
fn difference(
    shapes: &VisibleShapes,
    others: &VisibleShapes,
    indices: &BTreeMap<ShapeId, usize>,
) -> Vec<u32> {
    let only = shapes
        .iter()
        .filter(|shape| others.binary_search(shape).is_err());
    only.filter_map(|shape| indices.get(shape))
        .map(|&index| index as u32)
        .collect()
}

/// The texts of a node.
fn described<'r>(record: &Record<'r>, id: NodeId, views: &NodeViews) -> NodeData<'r> {
    let mut node = NodeData::default();
    let texts = |property: &Property| {
        let values = record.values(property).iter();
        values.map(|&value| unescape(record.raw(value)))
    };
    for property in record.properties(id) {
        let text = || {
            let value = record.values(property).first();
            value.map_or(Cow::Borrowed(""), |&value| unescape(record.raw(value)))
        };
        match property.name {
            // A node may have several, and that on the game.
            Name::GC | Name::C => texts(property).for_each(|text| node.comment.add("\n\n", text)),
            Name::N => texts(property).for_each(|text| node.name.add(", ", text)),
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
            let state = view.state.clone();
            node.to_move = state.to_move;
            node.to_move_at_end = state.to_move_at_end;
            node.status = state.outcome;
            node.score = state.score;
            node.final_score = state.final_score;
            node.button = state.button.map(String::from);
            node.grown = state.has_grown;
            node.pairs_left = state.pairs_left;
            node.opportunity = state.opportunity;
            node.illegal = view.is_illegal;
        }
        (Some(view), false) => {
            node.unchecked = true;
            node.button = view.state.button.map(String::from);
            "Not checked, because an earlier ply is illegal".clone_into(&mut node.status);
        }
        (None, _) => {}
    }
    if let Some(view) = own {
        if let Some(mv) = &view.mv {
            node.mv.clone_from(mv);
        }
        node.change.clone_from(&view.change);
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
