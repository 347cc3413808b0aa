//! The board of each node.

use std::collections::BTreeMap;

use super::{
    piece_text,
    position_state::{PositionState, line},
    shape_atlas::{ShapeAtlas, VisibleShapes},
    too_large::ViewerTooLarge,
};
use crate::{
    diagram::{
        content::Diagram,
        ply_view::{PlyView, PlyViewOptions, PlyViews},
        scene::{LayerId, Scene, piece_key, scene},
        style::Style,
        svg::{svg_level_boards, svg_places},
        verified_record::VerifiedRecord,
    },
    record::{NodeId, Purpose, Record},
    verify::{Options, Step, replay},
};

/// The board of a node, and what is known of its position.
#[derive(Clone)]
pub(super) struct NodeView {
    pub(super) visible: VisibleShapes,
    /// The move in canonical spelling.
    pub(super) mv: Option<String>,
    /// The image in words.
    pub(super) title: String,
    pub(super) state: PositionState,
    /// What the ply has done to the board.
    pub(super) change: String,
    /// Of a start.
    pub(super) setup: Option<StartSetup>,
    /// Whether it is the position before an illegal ply.
    pub(super) is_illegal: bool,
}

impl NodeView {
    /// How much it takes, in bytes.
    fn size(&self) -> usize {
        let setup = self.setup.as_ref().map_or(0, |setup| setup.pieces.len());
        size_of_val(&self.visible[..]) + self.change.len() + setup + size_of::<NodeView>()
    }
}

/// The position that a line of play starts with.
#[derive(Clone)]
pub(super) struct StartSetup {
    pub(super) pieces: String,
    /// Bamogo: the line, if it is known.
    pub(super) line: Option<String>,
}

/// How much the boards of all nodes may take, in bytes. It is far more than the data of a page may have.
const MAX_BOARDS: usize = 96 * 1024 * 1024;

/// The boards of all nodes.
pub(super) struct NodeViews {
    /// Those of nodes with a position of their own, and of illegal plies.
    own: BTreeMap<NodeId, NodeView>,
    /// The node whose view each node has: its own, else that of one before it, else that
    /// of the first after it.
    sources: Vec<Option<NodeId>>,
    /// Where some places are in the image; see [`svg_places`]. Empty if nothing is played.
    pub(super) axes: Vec<[String; 2]>,
    /// Where the boards of levels are; see [`svg_level_boards`].
    pub(super) boards: Vec<[String; 4]>,
    /// What marks mean.
    pub(super) key: String,
}

impl NodeViews {
    /// Draws all positions into an atlas.
    pub(super) fn new(
        verified: &VerifiedRecord,
        style: &Style,
        options: &PlyViewOptions,
        atlas: &mut ShapeAtlas,
    ) -> Result<NodeViews, ViewerTooLarge> {
        let mut own = BTreeMap::new();
        let (mut axes, mut boards, mut key) = (Vec::new(), Vec::new(), String::new());
        let mut taken = 0;
        let mut receive = |view: &PlyView| {
            if own.is_empty() {
                axes = svg_places(&view.diagram, style);
                boards = svg_level_boards(&view.diagram, style);
                key = piece_key(view.diagram.position, style);
            }
            // Several lines can begin with one start. A move in its node leads to the position that the node has.
            let known: Option<&NodeView> = own.get(&view.node);
            let is_of_start = known.is_some_and(|known| known.mv.is_none() && !known.is_illegal);
            let is_other = known.is_none() || is_of_start && view.mv.is_some();
            if taken <= MAX_BOARDS && is_other {
                taken += add_views(view, style, atlas, &mut own);
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
        if taken > MAX_BOARDS {
            return Err(ViewerTooLarge::Data);
        }
        Ok(NodeViews {
            sources: sources(record, &own),
            own,
            axes,
            boards,
            key,
        })
    }

    /// The view that a node has itself.
    pub(super) fn own(&self, node: NodeId) -> Option<&NodeView> {
        self.own.get(&node)
    }

    /// The view of a node; `None` if nothing is played.
    pub(super) fn view(&self, node: NodeId) -> Option<&NodeView> {
        self.own.get(&self.sources[node.index()]?)
    }

    /// The start that a node shows, unless its parent shows it too.
    pub(super) fn setup(&self, node: NodeId, parent: Option<NodeId>) -> Option<&StartSetup> {
        let source = self.sources[node.index()]?;
        let of_parent = parent.and_then(|parent| self.sources[parent.index()]);
        let is_new = of_parent != Some(source);
        self.own.get(&source)?.setup.as_ref().filter(|_| is_new)
    }

    /// The shapes of a node; `None` if nothing is played.
    pub(super) fn visible(&self, node: NodeId) -> Option<&VisibleShapes> {
        Some(&self.view(node)?.visible)
    }
}

/// Draws a position, and for each illegal ply after it the same with that ply marked. Returns how much that takes, in
/// bytes.
fn add_views(
    view: &PlyView,
    style: &Style,
    atlas: &mut ShapeAtlas,
    own: &mut BTreeMap<NodeId, NodeView>,
) -> usize {
    // The page tells the texts itself, so that nothing but the board changes from scene to scene.
    let mut draw = |diagram: &Diagram| {
        let mut scene = scene(diagram, style);
        scene.frame = scene.board;
        scene
            .layers
            .retain(|layer| ![LayerId::Header, LayerId::Notes].contains(&layer.id));
        let Scene { title, .. } = &mut scene;
        let title = std::mem::take(title);
        (atlas.add(scene), title)
    };
    let position = view.diagram.position;
    let legal = Diagram {
        illegal: &[],
        caption: None,
        // Territory can be shown at the end.
        territory: view.diagram.territory || position.outcome().is_some(),
        ..view.diagram
    };
    let (visible, title) = draw(&legal);
    let setup = view.is_new && (view.mv.is_none() || own.contains_key(&view.node));
    let change = piece_text::change(view.change);
    let node_view = NodeView {
        visible,
        title,
        mv: view.mv.as_ref().map(|(_, mv)| mv.clone()),
        state: PositionState::of(position),
        change: if setup { String::new() } else { change },
        setup: setup.then(|| StartSetup {
            pieces: piece_text::pieces(&position.pieces()),
            line: line(position),
        }),
        is_illegal: false,
    };
    let mut taken = node_view.size();
    for illegal in view.illegal {
        let diagram = Diagram {
            illegal: &illegal.locations,
            ..legal
        };
        let (visible, title) = draw(&diagram);
        let illegal_view = NodeView {
            visible,
            title,
            mv: None,
            change: String::new(),
            setup: None,
            is_illegal: true,
            ..node_view.clone()
        };
        taken += illegal_view.size();
        own.insert(illegal.node, illegal_view);
        if taken > MAX_BOARDS {
            break;
        }
    }
    own.insert(view.node, node_view);
    taken
}

fn sources(record: &Record, own: &BTreeMap<NodeId, NodeView>) -> Vec<Option<NodeId>> {
    let nodes: Vec<NodeId> = record.nodes().collect();
    let mut sources: Vec<Option<NodeId>> = vec![None; nodes.len()];
    let before = |sources: &[Option<NodeId>], node: NodeId| {
        let parent = record.parent(node)?;
        sources[parent.index()]
    };
    // A part of a setup has the board of the whole, not the empty one before it.
    let is_part_of_setup = |node: NodeId| {
        let mut properties = record.properties(node).iter();
        record.plies(node) == 0
            && properties.any(|property| property.name.purpose() == Purpose::Setup)
    };
    for &node in &nodes {
        sources[node.index()] = match own.contains_key(&node) {
            true => Some(node),
            false if is_part_of_setup(node) => None,
            false => before(&sources, node),
        };
    }
    for &node in nodes.iter().rev() {
        if sources[node.index()].is_none() {
            sources[node.index()] = record
                .children(node)
                .find_map(|child| sources[child.index()]);
        }
    }
    for &node in &nodes {
        sources[node.index()] = sources[node.index()].or_else(|| before(&sources, node));
    }
    sources
}
