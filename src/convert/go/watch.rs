//! What every ply of Ugo and Sygo is in Go.

use std::collections::HashMap;

use super::square::Square;
use crate::{
    games::{Color, Move, Piece, Point, Position},
    record::{NodeId, Purpose, Record},
    verify::{Step, Visitor},
};

/// Points that a record may name in all: a limit against records that grow without bounds.
pub(super) const MOST_POINTS: usize = 1 << 24;

/// What a node does to the board.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Nothing.
    None,
    /// A move of Go; a pass has no point.
    Play(Color, Option<Point>),
    /// Points that become black, white, empty, and who is to move.
    Setup([Vec<Point>; 3], Color),
}

/// A node with a known position.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) change: Change,
    /// What was played, where Go has no word for it.
    pub(super) told: Option<String>,
    /// The number of the ply.
    pub(super) ply: u32,
    pub(super) kings: Vec<Point>,
}

/// Notes what every node does.
pub(super) struct Watch<'r> {
    record: &'r Record<'r>,
    before: Square,
    pub(super) shown: HashMap<NodeId, Shown>,
    /// Points named so far.
    pub(super) points: usize,
}

impl<'r> Watch<'r> {
    pub(super) fn new(record: &'r Record<'r>) -> Watch<'r> {
        Watch {
            record,
            before: Square::default(),
            shown: HashMap::new(),
            points: 0,
        }
    }

    /// Notes the position that play begins with: from where it is set up, which may be before the
    /// last node without a ply.
    fn begin(&mut self, node: NodeId, shown: &Shown) {
        let mut at = node;
        let is_setup = |node: NodeId| {
            let mut properties = self.record.properties(node).iter();
            properties.any(|property| property.name.purpose() == Purpose::Setup)
        };
        while !is_setup(at)
            && let Some(parent) = self.record.parent(at)
        {
            let between = Shown {
                change: Change::None,
                ..shown.clone()
            };
            self.shown.insert(at, between);
            at = parent;
        }
        self.shown.insert(at, shown.clone());
    }
}

impl Visitor for Watch<'_> {
    fn before(&mut self, position: &Position) {
        self.before = Square::of(position);
    }

    fn see(&mut self, step: &Step) {
        if self.points > MOST_POINTS {
            return;
        }
        let position = step.position;
        let after = Square::of(position);
        let mut told = None;
        let change = match step.turn {
            None if step.is_new() => {
                let empty = Square::empty(position.size());
                Change::Setup(empty.difference(&after), position.to_move())
            }
            None => Change::None,
            Some((color, turn)) => {
                let point = match turn {
                    Move::Stone(point) | Move::King(point) => Some(*point),
                    _ => None,
                };
                let is_play = match (turn, point) {
                    (Move::Pass, _) => true,
                    (_, Some(point)) => {
                        self.before.play(color, point).is_some_and(|go| go == after)
                    }
                    _ => false,
                };
                if is_play {
                    Change::Play(color, point)
                } else {
                    told = Some(in_words(color, turn));
                    match turn {
                        Move::Resign => Change::None,
                        _ => Change::Setup(self.before.difference(&after), position.to_move()),
                    }
                }
            }
        };
        let kings: Vec<Point> = position
            .pieces()
            .into_iter()
            .filter(|piece| matches!(piece, Piece::King(..)))
            .map(Piece::point)
            .collect();
        let changed = match &change {
            Change::Setup(lists, _) => lists.iter().map(Vec::len).sum(),
            _ => 1,
        };
        self.points += changed + kings.len();
        let shown = Shown {
            change,
            told,
            ply: position.plies(),
            kings,
        };
        if step.turn.is_none() && step.is_new() {
            self.begin(step.node, &shown);
        } else {
            self.shown.insert(step.node, shown);
        }
    }
}

/// A ply as a sentence.
fn in_words(color: Color, turn: &Move) -> String {
    let name = color.name();
    match turn {
        Move::Button => format!("{name} takes the button."),
        Move::Resign => format!("{name} resigns."),
        Move::King(point) => format!("{name}'s king: {point}."),
        turn => format!("{name} plays {turn}."),
    }
}
