//! The board of each node.

use std::collections::BTreeMap;

use super::shape_atlas::{ShapeAtlas, VisibleShapes};
use crate::{
    diagram::{
        content::Diagram,
        ply_view::{PlyView, PlyViewOptions, PlyViews},
        scene::scene,
        status_text::{score, status},
        style::Style,
        verified_record::VerifiedRecord,
    },
    record::{NodeId, Record},
    verify::{Options, Step, replay},
};

/// The board of a node, and what is known of its position.
#[derive(Clone)]
pub(super) struct NodeView {
    pub(super) visible: VisibleShapes,
    /// The move in canonical spelling.
    pub(super) mv: Option<String>,
    /// Whose turn it is, or how the game ended.
    pub(super) status: String,
    pub(super) score: String,
    /// Whether it is the position before an illegal ply.
    pub(super) is_illegal: bool,
}

/// The boards of all nodes.
pub(super) struct NodeViews {
    /// Those of nodes with a position of their own, and of illegal plies.
    own: BTreeMap<NodeId, NodeView>,
    /// The node whose view each node has: its own, else that of one before it, else that
    /// of the first after it.
    sources: Vec<Option<NodeId>>,
}

impl NodeViews {
    /// Draws all positions into an atlas.
    pub(super) fn new(
        verified: &VerifiedRecord,
        style: &Style,
        options: &PlyViewOptions,
        atlas: &mut ShapeAtlas,
    ) -> NodeViews {
        let mut own = BTreeMap::new();
        let mut receive = |view: &PlyView| {
            // Several lines can begin with one start.
            if !own.contains_key(&view.node) {
                add_views(view, style, atlas, &mut own);
            }
        };
        let all = |_: &Step<'_>| true;
        let (record, verdict) = (verified.record, verified.verdict);
        let mut views = PlyViews::new(record, verdict, options.clone(), &all, &mut receive);
        let options = Options {
            variations: true,
            ..verified.options.clone()
        };
        replay(record, &options, &mut views);
        NodeViews {
            sources: sources(record, &own),
            own,
        }
    }

    /// The view that a node has itself.
    pub(super) fn own(&self, node: NodeId) -> Option<&NodeView> {
        self.own.get(&node)
    }

    /// The view of a node; `None` if nothing is played.
    pub(super) fn view(&self, node: NodeId) -> Option<&NodeView> {
        self.own.get(&self.sources[node.index()]?)
    }

    /// The shapes of a node; `None` if nothing is played.
    pub(super) fn visible(&self, node: NodeId) -> Option<&VisibleShapes> {
        Some(&self.view(node)?.visible)
    }
}

/// Draws a position, and for each illegal ply after it the same with that ply marked.
fn add_views(
    view: &PlyView,
    style: &Style,
    atlas: &mut ShapeAtlas,
    own: &mut BTreeMap<NodeId, NodeView>,
) {
    let mut draw = |diagram: &Diagram| atlas.add(scene(diagram, style));
    let legal = Diagram {
        illegal: &[],
        caption: None,
        ..view.diagram
    };
    let node_view = NodeView {
        visible: draw(&legal),
        mv: view.mv.as_ref().map(|(_, mv)| mv.clone()),
        status: status(legal.position).1,
        score: score(legal.position),
        is_illegal: false,
    };
    for illegal in view.illegal {
        let diagram = Diagram {
            illegal: &illegal.locations,
            ..legal
        };
        let illegal_view = NodeView {
            visible: draw(&diagram),
            mv: None,
            is_illegal: true,
            ..node_view.clone()
        };
        own.insert(illegal.node, illegal_view);
    }
    own.insert(view.node, node_view);
}

fn sources(record: &Record, own: &BTreeMap<NodeId, NodeView>) -> Vec<Option<NodeId>> {
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
