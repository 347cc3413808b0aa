//! The tree of a game that was recorded as Go.

use super::{
    board::GoBoard,
    extent::MAX_BRANCHINGS,
    ply::{GoPly, shown_ply, shows},
    source::{GoSource, NodeProperties, merge},
    tidy::{remove_description, tidy},
    translate::{describe, is_play},
    turns::{MAX_TRIED_IN_ALL, ply_to, sygo_stones, ugo_play},
};
use crate::{
    convert::{
        error::ImportError,
        model::TextLocation,
        tree::{Spelling, TreeNode, TreeProperty, TreeValue, to_record},
    },
    games::{Color, Game, Move, Point, Position},
    output::in_brief,
    record::{Limits, LineIndex, NodeId, read, read_move},
    verify::{Options, Severity, verify},
};

/// An error, and where.
pub(super) type Fault = (TextLocation, ImportError);

/// A translated record.
pub(super) struct Translated<'t, 'i> {
    pub(super) source: GoSource<'t, 'i>,
    pub(super) tree: Vec<TreeNode>,
    /// Where the nodes of the source are.
    pub(super) places: Vec<Option<Place>>,
}

/// Where a node of the source is in the translated tree.
#[derive(Clone)]
pub(super) struct Place {
    /// The number of the node.
    pub(super) number: usize,
    /// Whether it is before the first ply.
    pub(super) is_start: bool,
}

/// Translates a record.
///
/// # Errors
///
/// The first node that cannot be translated.
pub(super) fn translate<'t, 'i>(
    source: GoSource<'t, 'i>,
    lines: &LineIndex,
) -> Result<Translated<'t, 'i>, Fault> {
    let mut translation = Translation {
        places: vec![None; source.record.nodes().count()],
        source,
        lines,
        tree: Vec::new(),
        replaced: String::new(),
        root_start: Vec::new(),
        orders_left: MAX_TRIED_IN_ALL,
        last_start: None,
        start_bytes: 0,
        copied_bytes: 0,
    };
    translation.read_all()?;
    let (source, tree) = (translation.source, translation.tree);
    Ok(Translated {
        source,
        tree,
        places: translation.places,
    })
}

/// A record that is being translated.
struct Translation<'t, 'i, 'l> {
    source: GoSource<'t, 'i>,
    lines: &'l LineIndex<'l>,
    tree: Vec<TreeNode>,
    places: Vec<Option<Place>>,
    /// Describes the original ply of the node if that has been replaced by another.
    replaced: String,
    /// What a root with a move says of the game, until it is added.
    root_start: Vec<TreeProperty>,
    /// How many orders of the stones of turns may still be tried.
    orders_left: usize,
    /// The node before the last first ply, and the position there.
    last_start: Option<(usize, Position)>,
    /// The length of all setups that have been played from, in bytes.
    start_bytes: usize,
    /// The length of all properties of turns that have been copied, in bytes.
    copied_bytes: usize,
}

/// The most bytes of setups that are played from: variations can each begin with one.
const MAX_START_BYTES: usize = 32 * 1024 * 1024;

/// The most bytes of properties of turns that are copied: variations can go on with one turn.
const MAX_COPIED_BYTES: usize = 32 * 1024 * 1024;

/// Whether a property decides how play begins.
fn is_of_start(name: &str) -> bool {
    matches!(
        name,
        "GM" | "SZ" | "RU" | "KM" | "AB" | "AW" | "AE" | "PL" | "BUTTON" | "GROWN"
    )
}

/// What is known at a node of the Go record.
#[derive(Clone)]
struct At {
    /// The node of the translated tree.
    node: Option<usize>,
    /// The position, once a move has been played.
    position: Option<Position>,
    /// Sygo: stones of one color that may be continued.
    open: Option<OpenTurn>,
    /// Whether the turn also ends here, but in a later variation than the one in which it goes on.
    is_deferred: bool,
}

/// A turn of Sygo that may have further stones.
#[derive(Clone)]
struct OpenTurn {
    color: Color,
    stones: Vec<Point>,
    /// The node of the source with the last of them.
    last: NodeId,
    /// The node of the translated tree before the turn, and the position there.
    parent: Option<usize>,
    before: Position,
    /// What else the nodes of the turn have.
    properties: NodeProperties,
}

impl Translation<'_, '_, '_> {
    /// Translates all nodes, which come depth first.
    fn read_all(&mut self) -> Result<(), Fault> {
        let record = self.source.record;
        let mut branchings: Vec<(NodeId, At)> = Vec::new();
        let mut last = (
            None,
            At {
                node: None,
                position: None,
                open: None,
                is_deferred: false,
            },
        );
        for node in record.nodes() {
            let parent = record.parent(node);
            if last.0 != parent {
                while branchings.last().is_some_and(|(at, _)| Some(*at) != parent) {
                    branchings.pop();
                }
                let Some((at, known)) = branchings.last() else {
                    return Err((self.location(node), ImportError::DeepVariations));
                };
                let (at, known) = (*at, known.clone());
                self.count_copy(&known, node)?;
                last = (Some(at), known);
            }
            if last.1.is_deferred
                && let Some(open) = &last.1.open
                && !self.goes_on(node, open)
            {
                last.1 = self.end_turn(last.1, node)?;
                if let Some((_, known)) = branchings.last_mut() {
                    *known = last.1.clone();
                }
            }
            let at = self.node(node, last.1)?;
            self.check_player(node, &at);
            if record.children(node).nth(1).is_some() {
                if branchings.len() >= MAX_BRANCHINGS {
                    return Err((self.location(node), ImportError::DeepVariations));
                }
                self.count_copy(&at, node)?;
                branchings.push((node, at.clone()));
            }
            last = (Some(node), at);
        }
        Ok(())
    }

    /// Notes a player to move, once play has begun, who is neither the one of the rules nor one who plays next: a ply cannot
    /// change that.
    fn check_player(&mut self, node: NodeId, at: &At) {
        let record = self.source.record;
        let Some(position) = &at.position else { return };
        let next = record.children(node);
        let next = next.filter_map(|child| self.source.plain_play(child));
        let mut players: Vec<Color> = next.map(|(color, _)| color).collect();
        players.push(position.to_move());
        if self.source.names_other_player(node, &players) {
            self.source.lose("PL");
        }
    }

    /// Counts a copy of a turn that goes on.
    fn count_copy(&mut self, at: &At, node: NodeId) -> Result<(), Fault> {
        let length = at.open.as_ref().map_or(0, |turn| turn.properties.length());
        self.copied_bytes += length;
        if self.copied_bytes > MAX_COPIED_BYTES {
            return Err((self.location(node), ImportError::TooLarge));
        }
        Ok(())
    }

    fn location(&self, node: NodeId) -> TextLocation {
        let span = self
            .source
            .record
            .source_range(self.source.record.node(node).span);
        self.lines.line_column(span.start)
    }

    /// Translates a node after the one that is known.
    fn node(&mut self, node: NodeId, before: At) -> Result<At, Fault> {
        let record = self.source.record;
        let location = self.location(node);
        let mut originals = self.source.known(node);
        self.source.lose_originals(node);
        let (ply, before) = self
            .ply(node, before, originals.as_mut())
            .map_err(|error| (location, error))?;
        let GoPly::Play(color, Some(point)) = ply else {
            return self.other_node(node, before, ply, originals.as_deref());
        };
        let at = self.started(before).map_err(|error| (location, error))?;
        // After `started` there is a position.
        let Some(position) = at.position.clone() else {
            return Err((location, ImportError::NoTurn));
        };
        let properties = self.properties(node, originals.as_deref());
        if self.source.game == Game::Ugo {
            let is_king = self.source.is_marked_king(node, point);
            let mv = ugo_play(&position, point, is_king);
            return Ok(self.add(node, at.node, position, (color, &mv), properties));
        }
        let mut turn = match at.open {
            // A stone that is there already is no part of the turn: it is carried over, and reported.
            Some(open) if open.color == color && !open.stones.contains(&point) => open,
            _ => OpenTurn {
                color,
                stones: Vec::new(),
                last: node,
                parent: at.node,
                before: position,
                properties: NodeProperties::default(),
            },
        };
        turn.stones.push(point);
        turn.last = node;
        merge(&mut turn.properties.translated, properties.translated);
        turn.properties.originals.extend(properties.originals);
        let mut children = record
            .children(node)
            .map(|child| self.goes_on(child, &turn));
        let is_deferred = turn.parent.is_some() && children.next() == Some(true);
        let at = At {
            node: turn.parent,
            position: Some(turn.before.clone()),
            is_deferred: is_deferred && !children.all(|goes_on| goes_on),
            open: Some(turn),
        };
        if is_deferred {
            return Ok(at);
        }
        self.end_turn(at, node)
    }

    /// Whether a node plays a further stone of a turn.
    fn goes_on(&self, node: NodeId, turn: &OpenTurn) -> bool {
        let next = self.source.plain_play(node);
        next.is_some_and(|(color, point)| {
            color == turn.color && point.is_some_and(|point| !turn.stones.contains(&point))
        })
    }

    /// Adds the turn of Sygo that ends with a node. It may have further stones in a variation.
    fn end_turn(&mut self, at: At, node: NodeId) -> Result<At, Fault> {
        self.count_copy(&at, node)?;
        let Some(turn) = at.open else {
            return Ok(at);
        };
        let mv = if turn.before.to_move() == turn.color {
            let mv = sygo_stones(&turn.before, &turn.stones, &mut self.orders_left);
            mv.map_err(|error| (self.location(node), error))?
        } else {
            // The verdict says that it is the other player's turn.
            Move::Stones(turn.stones.clone()).canonical()
        };
        let (position, properties) = (turn.before.clone(), turn.properties.clone());
        let ply = (turn.color, &mv);
        let after = self.add(turn.last, turn.parent, position, ply, properties);
        // A turn in the root is a placement, which ends it: there is no setup, and so no group that could grow.
        Ok(At {
            open: turn.parent.is_some().then_some(turn),
            ..after
        })
    }

    /// A node that is no play on a point.
    fn other_node(
        &mut self,
        node: NodeId,
        before: At,
        ply: GoPly,
        originals: Option<&[TreeProperty]>,
    ) -> Result<At, Fault> {
        let location = self.location(node);
        let has_setup = self.source.has_setup(node);
        let (color, mv) = match ply {
            GoPly::Original(color, mv) => (color, mv),
            GoPly::Play(color, _) => (color, Move::Pass),
            GoPly::None if has_setup && before.position.is_some() => {
                let position = before.position.as_ref();
                let found = position.map(|position| {
                    let target = self.source.target(node, position);
                    let is_king = |point| self.source.is_marked_king(node, point);
                    ply_to(position, &target, &is_king, &mut self.orders_left)
                });
                match found {
                    Some(Ok(Some(mv))) => {
                        let color = position.map_or(Color::Black, Position::to_move);
                        (color, mv)
                    }
                    Some(Err(error)) => return Err((location, error)),
                    _ => return Ok(self.plain_node(node, before, originals)),
                }
            }
            GoPly::None => return Ok(self.plain_node(node, before, originals)),
        };
        let at = self.started(before).map_err(|error| (location, error))?;
        let Some(position) = at.position else {
            return Err((location, ImportError::NoTurn));
        };
        let properties = self.properties(node, originals);
        Ok(self.add(node, at.node, position, (color, &mv), properties))
    }

    /// Adds a node without a ply.
    fn plain_node(&mut self, node: NodeId, before: At, originals: Option<&[TreeProperty]>) -> At {
        let mut tree_node = TreeNode::after(before.node);
        if node == NodeId::ROOT {
            tree_node.properties = self.source.root_properties();
        }
        let mut properties = self.properties(node, originals);
        tidy(
            &self.source,
            node,
            &mut properties.translated,
            before.position.as_ref(),
            "",
        );
        let is_start = before.position.is_none();
        if is_start && (originals.is_none() || self.source.edits.has_start) {
            properties.translated.extend(self.source.setup(node));
        }
        tree_node.properties.append(&mut properties.all());
        self.push(node, tree_node, before.position.as_ref());
        At {
            node: Some(self.tree.len() - 1),
            position: before.position,
            open: None,
            is_deferred: false,
        }
    }

    /// Adds a ply.
    fn add(
        &mut self,
        node: NodeId,
        parent: Option<usize>,
        mut position: Position,
        (color, mv): (Color, &Move),
        mut properties: NodeProperties,
    ) -> At {
        let letter = color.letter().to_string();
        let mut tree_node = TreeNode::after(parent);
        if parent.is_none() {
            tree_node.properties = std::mem::take(&mut self.root_start);
        }
        tree_node = tree_node.with(&letter, &mv.to_string());
        let before = GoBoard::of(&position);
        // An illegal ply is carried over, too: the verdict names it.
        let _ = position.play_as(color, mv);
        let description = if is_play(&before, color, mv, &GoBoard::of(&position)) {
            String::new()
        } else {
            describe(color, mv)
        };
        tidy(
            &self.source,
            node,
            &mut properties.translated,
            Some(&position),
            &description,
        );
        tree_node.properties.append(&mut properties.all());
        self.push(node, tree_node, Some(&position));
        At {
            node: Some(self.tree.len() - 1),
            position: Some(position),
            open: None,
            is_deferred: false,
        }
    }

    /// Adds the node of the tree that a node of the source becomes.
    fn push(&mut self, node: NodeId, tree_node: TreeNode, position: Option<&Position>) {
        self.places[node.index()] = Some(Place {
            number: self.tree.len(),
            is_start: position.is_none(),
        });
        self.tree.push(tree_node);
    }

    /// The properties of a node other than its move and its setup.
    fn properties(&mut self, node: NodeId, originals: Option<&[TreeProperty]>) -> NodeProperties {
        let mut properties = self.source.properties(node, originals);
        for property in &mut properties.translated {
            if property.name == "C" {
                remove_description(property, &self.replaced);
            }
        }
        let translated = &mut properties.translated;
        translated.retain(|property| !property.values.is_empty());
        properties
    }

    /// The same with the position that play begins with.
    fn started(&mut self, before: At) -> Result<At, ImportError> {
        if before.position.is_some() {
            return Ok(before);
        }
        let mut before = before;
        let mut line = Vec::new();
        if before.node.is_none() {
            let mut root = TreeNode::after(None);
            root.properties = self.source.root_properties();
            self.root_start.clone_from(&root.properties);
            line.push(root);
        }
        if let Some((start, position)) = &self.last_start
            && Some(*start) == before.node
        {
            before.position = Some(position.clone());
            return Ok(before);
        }
        let mut at = before.node;
        while let Some(index) = at {
            let mut node = TreeNode::after(None);
            let properties = self.tree[index].properties.iter();
            let properties = properties.filter(|property| is_of_start(&property.name));
            node.properties = properties.cloned().collect();
            line.push(node);
            at = self.tree[index].parent;
        }
        line.reverse();
        for (index, node) in line.iter_mut().enumerate() {
            node.parent = index.checked_sub(1);
        }
        let text = to_record(line, Spelling::AsWritten, Limits::default())?;
        self.start_bytes += text.len();
        if self.start_bytes > MAX_START_BYTES {
            return Err(ImportError::ManyStarts);
        }
        let record = read(text.as_str()).next();
        let verdict = record.map(|record| verify(&record, &Options::default()));
        let position = verdict
            .as_ref()
            .and_then(|verdict| verdict.position.clone());
        if position.is_none() {
            let findings = verdict.iter().flat_map(|verdict| &verdict.findings);
            let mut errors =
                findings.filter(|finding| finding.code().severity() == Severity::Error);
            let message = errors.next().map(in_brief).unwrap_or_default();
            return Err(ImportError::GoStart(message));
        }
        self.last_start = before.node.zip(position.clone());
        before.position = position;
        Ok(before)
    }

    /// The ply of a node, and what is known before it. An original that the node does not show any more is removed.
    fn ply(
        &mut self,
        node: NodeId,
        before: At,
        originals: Option<&mut Vec<TreeProperty>>,
    ) -> Result<(GoPly, At), ImportError> {
        self.replaced.clear();
        let is_move = |property: &TreeProperty| matches!(&*property.name, "B" | "W");
        let original = originals.and_then(|originals| {
            let at = originals.iter().position(is_move)?;
            Some((originals, at))
        });
        let Some((originals, at)) = original else {
            return Ok((shown_ply(&self.source, node)?, before));
        };
        let property = &originals[at];
        let color = if property.name == "B" {
            Color::Black
        } else {
            Color::White
        };
        let values = &mut property.values.iter();
        let mv = read_move(
            self.source.game,
            values.next().map(TreeValue::text).unwrap_or_default(),
        );
        let mv = mv.ok_or(ImportError::OriginalMove)?;
        let before = self.started(before)?;
        let position = before.position.as_ref();
        if position.is_some_and(|position| shows(&self.source, node, position, color, &mv)) {
            return Ok((GoPly::Original(color, mv), before));
        }
        self.replaced = describe(color, &mv);
        self.source.lose_original(&property.name);
        originals.remove(at);
        Ok((shown_ply(&self.source, node)?, before))
    }
}
