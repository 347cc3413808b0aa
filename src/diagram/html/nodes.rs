//! What a page knows of each node.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    VerifiedRecord,
    shape_atlas::{Shape, ShapeAtlas, Shown},
};
use crate::{
    diagram::{
        Diagram, PlyView, PlyViewOptions, PlyViews, Style, scene,
        status_text::{score, standing},
        svg,
    },
    record::{Name, NodeId, Purpose, Record, escape_char, unescape},
    verify::{Options, Severity, Step, replay},
};

/// A node of the page.
#[derive(Default, Serialize)]
pub(super) struct Node {
    /// Its parent; of the root itself.
    parent: usize,
    ply: u32,
    #[serde(rename = "move", skip_serializing_if = "String::is_empty")]
    turn: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<char>,
    /// Whether the move is illegal.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    wrong: bool,
    /// How good the move is said to be.
    #[serde(skip_serializing_if = "str::is_empty")]
    sign: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    /// Who is to move, or how the game ended.
    #[serde(skip_serializing_if = "String::is_empty")]
    state: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    score: String,
    /// The shapes that come with it, and those that go.
    show: Vec<usize>,
    hide: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<usize>,
}

/// A finding.
#[derive(Serialize)]
pub(super) struct Told {
    code: &'static str,
    severity: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    node: usize,
}

/// What is seen of a position.
#[derive(Clone)]
struct Sight {
    shown: Shown,
    /// The ply in canonical spelling.
    turn: Option<String>,
    state: String,
    score: String,
    /// Whether it is the position before an illegal ply.
    wrong: bool,
}

/// What is seen at all nodes.
pub(super) struct Sights {
    /// Of nodes with a position of their own, and of illegal plies.
    own: BTreeMap<NodeId, Sight>,
    /// The node whose sight each node has: its own, else that of one before it, else that
    /// of the first after it.
    sources: Vec<Option<NodeId>>,
}

impl Sights {
    /// Draws all positions.
    pub(super) fn of(
        judged: &VerifiedRecord,
        style: &Style,
        options: &PlyViewOptions,
        stock: &mut ShapeAtlas,
    ) -> Sights {
        let mut own = BTreeMap::new();
        let mut take = |shot: &PlyView| {
            // Several lines can begin with one start.
            if !own.contains_key(&shot.node) {
                see(shot, style, stock, &mut own);
            }
        };
        let all = |_: &Step<'_>| true;
        let (record, verdict) = (judged.record, judged.verdict);
        let mut shots = PlyViews::new(record, verdict, options.clone(), &all, &mut take);
        let options = Options {
            variations: true,
            ..judged.options.clone()
        };
        replay(record, &options, &mut shots);
        Sights {
            sources: sources(record, &own),
            own,
        }
    }

    /// The sight at a node; `None` if nothing is played.
    fn at(&self, node: NodeId) -> Option<&Sight> {
        self.own.get(&self.sources[node.index()]?)
    }

    /// What the board shows at a node; `None` if nothing is played.
    pub(super) fn shown(&self, node: NodeId) -> Option<&Shown> {
        Some(&self.at(node)?.shown)
    }
}

/// Draws the position of a shot, and what it looks like to whoever tries an illegal ply.
fn see(shot: &PlyView, style: &Style, stock: &mut ShapeAtlas, own: &mut BTreeMap<NodeId, Sight>) {
    let mut drawn = |diagram: &Diagram| stock.add(&svg(&scene(diagram, style), style));
    let bare = Diagram {
        illegal: &[],
        caption: None,
        ..shot.diagram
    };
    let sight = Sight {
        shown: drawn(&bare),
        turn: shot.mv.as_ref().map(|(_, turn)| turn.clone()),
        state: standing(bare.position).1,
        score: score(bare.position),
        wrong: false,
    };
    for illegal in shot.illegal {
        let diagram = Diagram {
            illegal: &illegal.locations,
            ..bare
        };
        let wrong = Sight {
            shown: drawn(&diagram),
            turn: None,
            wrong: true,
            ..sight.clone()
        };
        own.insert(illegal.node, wrong);
    }
    own.insert(shot.node, sight);
}

fn sources(record: &Record, own: &BTreeMap<NodeId, Sight>) -> Vec<Option<NodeId>> {
    let nodes: Vec<NodeId> = record.nodes().collect();
    let mut sources: Vec<Option<NodeId>> = vec![None; nodes.len()];
    for &node in &nodes {
        let before = record
            .parent(node)
            .and_then(|parent| sources[parent.index()]);
        sources[node.index()] = own.contains_key(&node).then_some(node).or(before);
    }
    for &node in nodes.iter().rev() {
        if sources[node.index()].is_none() {
            sources[node.index()] = record
                .children(node)
                .find_map(|child| sources[child.index()]);
        }
    }
    sources
}

/// All nodes, with the shapes by their places on the board.
pub(super) fn nodes(
    judged: &VerifiedRecord,
    sights: &Sights,
    places: &BTreeMap<Shape, usize>,
    findings: &[Told],
) -> Vec<Node> {
    let record = judged.record;
    let nothing = Shown::new();
    let mut nodes: Vec<Node> = record
        .nodes()
        .map(|id| {
            let parent = record.parent(id);
            let before = parent
                .and_then(|parent| sights.shown(parent))
                .unwrap_or(&nothing);
            let after = sights.shown(id).unwrap_or(&nothing);
            let place = |shapes: &mut dyn Iterator<Item = &Shape>| {
                shapes
                    .filter_map(|shape| places.get(shape).copied())
                    .collect()
            };
            Node {
                parent: parent.map_or(0, NodeId::index),
                ply: record.plies(id),
                show: place(&mut only(after, before)),
                hide: place(&mut only(before, after)),
                ..described(record, id, sights)
            }
        })
        .collect();
    for (number, finding) in findings.iter().enumerate() {
        nodes[finding.node].findings.push(number);
    }
    nodes
}

/// The shapes that one image shows and another does not.
fn only<'s>(one: &'s Shown, other: &'s Shown) -> impl Iterator<Item = &'s Shape> {
    one.iter()
        .filter(|shape| other.binary_search(shape).is_err())
}

/// What a node says.
fn described(record: &Record, id: NodeId, sights: &Sights) -> Node {
    let mut node = Node::default();
    for property in record.properties(id) {
        let text = || {
            let value = record.values(property).first();
            value.map_or(String::new(), |&value| {
                harmless(unescape(record.raw(value)).trim())
            })
        };
        match property.name {
            Name::C => node.comment = text(),
            Name::N => node.name = text(),
            Name::TE => node.sign = "!",
            Name::BM => node.sign = "?",
            Name::DO => node.sign = "?!",
            Name::IT => node.sign = "!?",
            name if name.purpose() == Purpose::Move && node.player.is_none() => {
                node.player = name.letters().chars().next();
                node.turn = text().chars().take(80).collect();
            }
            _ => {}
        }
    }
    let own = sights.own.get(&id);
    let is_judged = own.is_some() || node.player.is_none();
    match (own.or_else(|| sights.at(id)), is_judged) {
        (Some(sight), true) => {
            node.state.clone_from(&sight.state);
            node.score.clone_from(&sight.score);
            node.wrong = sight.wrong;
        }
        (Some(_), false) => {
            "Not judged, because an earlier ply is illegal".clone_into(&mut node.state);
        }
        (None, _) => {}
    }
    if let Some(turn) = own.and_then(|sight| sight.turn.as_ref()) {
        node.turn.clone_from(turn);
    }
    node
}

/// All findings, each with the node it belongs to.
pub(super) fn findings(judged: &VerifiedRecord) -> Vec<Told> {
    let told = judged.verdict.findings.iter().map(|finding| Told {
        code: finding.code().id(),
        severity: match finding.code().severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: harmless(&finding.message()),
        help: finding.help().as_deref().map(harmless),
        node: judged.record.node_at(finding.span.start).index(),
    });
    told.collect()
}

/// A text without anything that acts or hides; its line breaks stay.
pub(super) fn harmless(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => plain.push('\n'),
            _ => plain.push_str(&escape_char(character)),
        }
    }
    plain
}
