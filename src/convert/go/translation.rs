//! The tree of a game that was recorded as Go.

use std::collections::BTreeMap;

use super::{
    source::{GoSource, NodeProperties, merge, originals},
    translate::describe,
    turns::{ply_to, sygo_stones, ugo_play},
};
use crate::{
    convert::{
        error::ImportError,
        model::TextLocation,
        tree::{Spelling, TreeNode, TreeProperty, TreeValue, to_record},
    },
    games::{Color, Game, Move, Piece, Point, Position},
    output::in_brief,
    record::{Limits, LineIndex, NodeId, read, read_move},
    verify::{Options, Severity, verify},
};

/// The most nodes with several children between the root and any node: the position after each is kept.
const MAX_BRANCHINGS: usize = 200;

/// An error, and where.
type Fault = (TextLocation, ImportError);

/// Translates a record; returns also what is not carried over, and how often.
///
/// # Errors
///
/// The first node that cannot be translated.
pub(super) fn translate(
    source: GoSource,
    lines: &LineIndex,
) -> Result<(Vec<TreeNode>, BTreeMap<String, usize>), Fault> {
    let mut translation = Translation {
        source,
        lines,
        tree: Vec::new(),
        last_start: None,
        start_bytes: 0,
    };
    translation.read_all()?;
    Ok((translation.tree, translation.source.lost))
}

/// A record that is being translated.
struct Translation<'t, 'i> {
    source: GoSource<'t, 'i>,
    lines: &'t LineIndex<'i>,
    tree: Vec<TreeNode>,
    /// The node before the last first ply, and the position there.
    last_start: Option<(usize, Position)>,
    /// The length of all setups that have been played from, in bytes.
    start_bytes: usize,
}

/// The most bytes of setups that are played from: variations can each begin with one.
const MAX_START_BYTES: usize = 32 * 1024 * 1024;

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
    /// The node of the translated tree before the turn, and the position there.
    parent: Option<usize>,
    before: Position,
    /// What else the nodes of the turn have.
    properties: NodeProperties,
}

/// The effect of a Go node.
enum GoPly {
    None,
    Play(Color, Option<Point>),
    Original(Color, Move),
}

impl Translation<'_, '_> {
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
                last = (Some(*at), known.clone());
            }
            if last.1.is_deferred
                && let Some(open) = &last.1.open
                && !self.goes_on(node, open.color)
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
        if self.source.names_other_player(node, &players)
            && !(self.source.is_own && originals(record, node).is_some())
        {
            self.source.lose("PL");
        }
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
        let originals = originals(record, node).filter(|_| self.source.is_own);
        let ply = self
            .ply(node, originals.as_deref())
            .map_err(|error| (location, error))?;
        let GoPly::Play(color, Some(point)) = ply else {
            return self.other_node(node, before, ply, originals.as_deref());
        };
        let at = self
            .started(node, before)
            .map_err(|error| (location, error))?;
        // After `started` there is a position.
        let Some(position) = at.position.clone() else {
            return Err((location, ImportError::NoTurn));
        };
        let properties = self.source.properties(node, originals.as_deref());
        if self.source.game == Game::Ugo {
            let is_king = self.source.is_marked_king(node, point);
            let mv = ugo_play(&position, point, is_king);
            return Ok(self.add(at.node, position, color, &mv, properties));
        }
        let mut turn = match at.open {
            Some(open) if open.color == color => open,
            _ => OpenTurn {
                color,
                stones: Vec::new(),
                parent: at.node,
                before: position,
                properties: NodeProperties::default(),
            },
        };
        turn.stones.push(point);
        merge(&mut turn.properties.translated, properties.translated);
        turn.properties.originals.extend(properties.originals);
        let mut children = record
            .children(node)
            .map(|child| self.goes_on(child, color));
        let is_deferred = children.next() == Some(true);
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

    /// Whether a node plays a further stone of a color.
    fn goes_on(&self, node: NodeId, color: Color) -> bool {
        let next = self.source.plain_play(node);
        next.is_some_and(|(next, point)| next == color && point.is_some())
    }

    /// Adds the turn of Sygo that ends with a node. It may have further stones in a variation.
    fn end_turn(&mut self, at: At, node: NodeId) -> Result<At, Fault> {
        let Some(turn) = at.open else {
            return Ok(at);
        };
        let mv = if turn.before.to_move() == turn.color {
            let mv = sygo_stones(&turn.before, &turn.stones);
            mv.map_err(|error| (self.location(node), error))?
        } else {
            // The verdict says that it is the other player's turn.
            Move::Stones(turn.stones.clone()).canonical()
        };
        let (position, properties) = (turn.before.clone(), turn.properties.clone());
        let after = self.add(turn.parent, position, turn.color, &mv, properties);
        Ok(At {
            open: Some(turn),
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
        let has_setup = self.source.has_setup(node) && originals.is_none();
        let (color, mv) = match ply {
            GoPly::Original(color, mv) => (color, mv),
            GoPly::Play(color, _) => (color, Move::Pass),
            GoPly::None if has_setup && before.position.is_some() => {
                let position = before.position.as_ref();
                let found = position.map(|position| {
                    let target = self.source.target(node, position);
                    ply_to(position, &target, &|point| {
                        self.source.is_marked_king(node, point)
                    })
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
        let at = self
            .started(node, before)
            .map_err(|error| (location, error))?;
        let Some(position) = at.position else {
            return Err((location, ImportError::NoTurn));
        };
        let properties = self.source.properties(node, originals);
        Ok(self.add(at.node, position, color, &mv, properties))
    }

    /// Adds a node without a ply.
    fn plain_node(&mut self, node: NodeId, before: At, originals: Option<&[TreeProperty]>) -> At {
        let mut tree_node = TreeNode::after(before.node);
        if node == NodeId::ROOT {
            tree_node.properties = self.source.root_properties(originals);
        }
        let mut properties = self.source.properties(node, originals);
        self.tidy(&mut properties.translated, before.position.as_ref(), "");
        if before.position.is_none() && originals.is_none() {
            properties.translated.extend(self.source.setup(node));
        }
        tree_node.properties.append(&mut properties.all());
        self.tree.push(tree_node);
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
        parent: Option<usize>,
        mut position: Position,
        color: Color,
        mv: &Move,
        mut properties: NodeProperties,
    ) -> At {
        let letter = color.letter().to_string();
        let mut tree_node = TreeNode::after(parent).with(&letter, &mv.to_string());
        // An illegal ply is carried over, too: the verdict names it.
        let _ = position.play_as(color, mv);
        let description = describe(color, mv);
        self.tidy(&mut properties.translated, Some(&position), &description);
        tree_node.properties.append(&mut properties.all());
        self.tree.push(tree_node);
        At {
            node: Some(self.tree.len() - 1),
            position: Some(position),
            open: None,
            is_deferred: false,
        }
    }

    /// Removes what this program has added to the properties of a node: the marks of kings, and the description of a
    /// ply. Before the first ply all its marks are those of kings.
    fn tidy(
        &self,
        properties: &mut Vec<TreeProperty>,
        position: Option<&Position>,
        description: &str,
    ) {
        if !self.source.is_own {
            return;
        }
        let kings = position.map(|position| {
            let pieces = position.pieces().into_iter();
            let kings = pieces.filter(|piece| matches!(piece, Piece::King(..)));
            let kings: Vec<String> = kings.map(|piece| piece.point().to_string()).collect();
            kings
        });
        let is_king = |point: &str| {
            kings
                .as_ref()
                .is_none_or(|kings| kings.iter().any(|king| king == point))
        };
        properties.retain_mut(|property| {
            match &*property.name {
                "C" => remove_description(property, description),
                "MA" => property.values.retain(|value| !is_king(value.text())),
                _ => {}
            }
            !property.values.is_empty()
        });
    }

    /// The same with the position that play begins with.
    fn started(&mut self, node: NodeId, before: At) -> Result<At, ImportError> {
        if before.position.is_some() {
            return Ok(before);
        }
        let mut before = before;
        if before.node.is_none() {
            // A move in the root: the root of a record has none.
            let mut root = TreeNode::after(None);
            root.properties = self
                .source
                .root_properties(originals(self.source.record, node).as_deref());
            self.tree.push(root);
            before.node = Some(self.tree.len() - 1);
        }
        if let Some((start, position)) = &self.last_start
            && Some(*start) == before.node
        {
            before.position = Some(position.clone());
            return Ok(before);
        }
        let mut line = Vec::new();
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

    /// The ply of a node.
    fn ply(&self, node: NodeId, originals: Option<&[TreeProperty]>) -> Result<GoPly, ImportError> {
        let mut known = originals.unwrap_or_default().iter();
        let known = known.find(|property| matches!(&*property.name, "B" | "W"));
        if let Some(property) = known {
            let color = if property.name == "B" {
                Color::Black
            } else {
                Color::White
            };
            let text = property
                .values
                .first()
                .map(TreeValue::text)
                .unwrap_or_default();
            let mv = read_move(self.source.game, text);
            return mv
                .map(|mv| GoPly::Original(color, mv))
                .ok_or(ImportError::OriginalMove);
        }
        match self.source.move_count(node) {
            0 => {}
            1 if self.source.has_setup(node) => return Err(ImportError::GoMoveAndSetup),
            1 => {}
            _ => return Err(ImportError::SeveralGoMoves),
        }
        match self.source.plain_play(node) {
            Some((color, point)) => Ok(GoPly::Play(color, point)),
            None if self.source.move_count(node) > 0 => Err(ImportError::GoMove),
            None => Ok(GoPly::None),
        }
    }
}

/// Removes the description of a ply from a comment, and all of the comment if it is nothing else.
fn remove_description(property: &mut TreeProperty, description: &str) {
    if description.is_empty() {
        return;
    }
    let first = property.values.first_mut();
    let Some((value, rest)) = first.and_then(|value| {
        let rest = value.text().strip_prefix(description)?.to_owned();
        Some((value, rest))
    }) else {
        return;
    };
    if rest.is_empty() {
        property.values.remove(0);
    } else if let Some(rest) = rest.strip_prefix('\n') {
        *value = TreeValue::Plain(rest.to_owned());
    }
}
