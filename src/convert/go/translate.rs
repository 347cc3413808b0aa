//! The plies of Ugo and Sygo in terms of Go.

use super::board::GoBoard;
use crate::{
    games::{Color, Move, Piece, Point, Position},
    record::{NodeId, Purpose, Record},
    verify::{Step, Visitor},
};

/// The most points that a written record may name in all, so that its size is bounded.
pub(super) const MAX_POINTS: usize = 1 << 24;

/// The effect of a node on the board.
#[derive(Clone, Debug)]
pub(super) enum GoChange {
    /// Nothing.
    None,
    /// A move of Go; a pass has no point.
    Play(Color, Option<Point>),
    /// The points that become black, white and empty, and the player to move.
    Setup(Box<[Box<[Point]>; 3]>, Color),
}

/// A node with a known position. There may be a million, so that it is small.
#[derive(Clone, Debug)]
pub(super) struct GoNode {
    pub(super) change: GoChange,
    /// Describes a ply that Go cannot express.
    pub(super) comment: Option<Box<str>>,
    /// The number of the ply.
    pub(super) ply: u32,
    pub(super) kings: Box<[Point]>,
}

/// The nodes with known positions.
#[derive(Debug, Default)]
pub(super) struct GoNodes(Vec<Option<Box<GoNode>>>);

impl GoNodes {
    /// No nodes of a record.
    fn of(record: &Record) -> GoNodes {
        GoNodes(vec![None; record.nodes().count()])
    }

    pub(super) fn get(&self, node: NodeId) -> Option<&GoNode> {
        self.0.get(node.index())?.as_deref()
    }

    fn insert(&mut self, node: NodeId, go_node: GoNode) {
        if let Some(place) = self.0.get_mut(node.index()) {
            *place = Some(Box::new(go_node));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

/// Translates the nodes of a record while it is replayed.
pub(super) struct GoTranslator<'r> {
    record: &'r Record<'r>,
    before: GoBoard,
    pub(super) nodes: GoNodes,
    /// Points named so far.
    pub(super) points: usize,
}

impl<'r> GoTranslator<'r> {
    pub(super) fn new(record: &'r Record<'r>) -> GoTranslator<'r> {
        GoTranslator {
            record,
            before: GoBoard::default(),
            nodes: GoNodes::of(record),
            points: 0,
        }
    }

    /// Adds the starting position to the node that sets it up, which may be before the
    /// last node without a ply.
    fn add_start(&mut self, node: NodeId, go_node: &GoNode) {
        let mut at = node;
        let is_setup = |node: NodeId| {
            let mut properties = self.record.properties(node).iter();
            properties.any(|property| property.name.purpose() == Purpose::Setup)
        };
        while !is_setup(at)
            && let Some(parent) = self.record.parent(at)
        {
            let unchanged = GoNode {
                change: GoChange::None,
                ..go_node.clone()
            };
            self.nodes.insert(at, unchanged);
            at = parent;
        }
        self.nodes.insert(at, go_node.clone());
    }
}

impl Visitor for GoTranslator<'_> {
    fn before(&mut self, position: &Position) {
        self.before = GoBoard::of(position);
    }

    fn visit(&mut self, step: &Step) {
        if self.points > MAX_POINTS {
            return;
        }
        let position = step.position;
        let after = GoBoard::of(position);
        let mut comment = None;
        let change = match step.turn {
            None if step.is_new() => {
                let empty = GoBoard::empty(position.size());
                setup(empty.difference(&after), position)
            }
            None => GoChange::None,
            Some((color, mv)) => {
                let point = match mv {
                    Move::Stone(point) | Move::King(point) => Some(*point),
                    _ => None,
                };
                let is_play = match (mv, point) {
                    (Move::Pass, _) => true,
                    (_, Some(point)) => {
                        self.before.play(color, point).is_some_and(|go| go == after)
                    }
                    _ => false,
                };
                if is_play {
                    GoChange::Play(color, point)
                } else {
                    comment = Some(describe(color, mv).into());
                    match mv {
                        Move::Resign => GoChange::None,
                        _ => setup(self.before.difference(&after), position),
                    }
                }
            }
        };
        let kings: Box<[Point]> = position
            .pieces()
            .into_iter()
            .filter(|piece| matches!(piece, Piece::King(..)))
            .map(Piece::point)
            .collect();
        let named = match &change {
            GoChange::Setup(lists, _) => lists.iter().map(|list| list.len()).sum(),
            _ => 1,
        };
        self.points += named + kings.len();
        let go_node = GoNode {
            change,
            comment,
            ply: position.plies(),
            kings,
        };
        if step.turn.is_none() && step.is_new() {
            self.add_start(step.node, &go_node);
        } else {
            self.nodes.insert(step.node, go_node);
        }
    }
}

/// The change to a position by the points that become black, white and empty.
fn setup(lists: [Vec<Point>; 3], position: &Position) -> GoChange {
    let lists = lists.map(Vec::into_boxed_slice);
    GoChange::Setup(Box::new(lists), position.to_move())
}

/// A ply as a sentence.
fn describe(color: Color, mv: &Move) -> String {
    let name = color.name();
    match mv {
        Move::Button => format!("{name} takes the button."),
        Move::Resign => format!("{name} resigns."),
        Move::King(point) => format!("{name}'s king: {point}."),
        mv => format!("{name} plays {mv}."),
    }
}
