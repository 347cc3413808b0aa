//! The plies of Ugo and Sygo in terms of Go.

use super::board::GoBoard;
use crate::{
    games::{Color, Move, Piece, Point, Position, Size},
    record::{NodeId, Purpose, Record},
    verify::{Options, Step, Verdict, Visitor, replay},
};

/// The most points that a written record may name in all, so that its size is bounded.
pub(super) const MAX_POINTS: usize = 1 << 24;

/// Some of the points, or of the comments, of all nodes.
pub(super) type Part = std::ops::Range<u32>;

/// The effect of a node on the board.
#[derive(Clone, Debug)]
pub(super) enum GoChange {
    /// Nothing.
    None,
    /// A move of Go; a pass has no point.
    Play(Color, Option<Point>),
    /// The points that become black, white and empty, and the player to move.
    Setup([Part; 3], Color),
}

/// A node with a known position. There may be a million, so that it is small: its points and its comment are among
/// those of all nodes.
#[derive(Clone, Debug)]
pub(super) struct GoNode {
    pub(super) change: GoChange,
    /// Describes a ply that Go cannot express; else empty.
    pub(super) comment: Part,
    /// The number of the ply.
    pub(super) ply: u32,
    pub(super) kings: Part,
}

/// The nodes with known positions.
#[derive(Debug, Default)]
pub(super) struct GoNodes {
    nodes: Vec<Option<GoNode>>,
    points: Vec<Point>,
    comments: String,
}

impl GoNodes {
    /// No nodes of a record.
    fn of(record: &Record) -> GoNodes {
        GoNodes {
            nodes: vec![None; record.nodes().count()],
            ..GoNodes::default()
        }
    }

    pub(super) fn get(&self, node: NodeId) -> Option<&GoNode> {
        self.nodes.get(node.index())?.as_ref()
    }

    pub(super) fn points(&self, part: &Part) -> &[Point] {
        &self.points[part.start as usize..part.end as usize]
    }

    pub(super) fn comment(&self, part: &Part) -> &str {
        &self.comments[part.start as usize..part.end as usize]
    }

    fn get_mut(&mut self, node: NodeId) -> Option<&mut GoNode> {
        self.nodes.get_mut(node.index())?.as_mut()
    }

    /// The points of a starting position, if a node sets one up.
    fn start(&self, node: NodeId) -> Option<&[Part; 3]> {
        match self.get(node)? {
            GoNode {
                change: GoChange::Setup(lists, _),
                ply: 0,
                ..
            } => Some(lists),
            _ => None,
        }
    }

    /// The board of a starting position that is written as a change of an empty one.
    fn start_board(&self, node: NodeId, size: Size) -> GoBoard {
        let mut board = GoBoard::empty(size);
        let lists = self.start(node).into_iter().flatten();
        for (list, color) in lists.zip([Color::Black, Color::White]) {
            for &point in self.points(list) {
                board.put(point, Some(color));
            }
        }
        board
    }

    fn insert(&mut self, node: NodeId, go_node: GoNode) {
        if let Some(place) = self.nodes.get_mut(node.index()) {
            *place = Some(go_node);
        }
    }

    fn add_points(&mut self, points: impl IntoIterator<Item = Point>) -> Part {
        let start = self.points.len() as u32;
        self.points.extend(points);
        start..self.points.len() as u32
    }

    fn add_comment(&mut self, comment: &str) -> Part {
        let start = self.comments.len() as u32;
        self.comments.push_str(comment);
        start..self.comments.len() as u32
    }

    /// The change to a position by the points that become black, white and empty.
    fn add_setup(&mut self, lists: [Vec<Point>; 3], position: &Position) -> GoChange {
        let lists = lists.map(|list| self.add_points(list));
        GoChange::Setup(lists, position.to_move())
    }

    /// How many points are named.
    pub(super) fn point_count(&self) -> usize {
        self.points.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.iter().all(Option::is_none)
    }
}

/// Plays all lines of a record.
pub(super) fn play(record: &Record) -> (GoNodes, Verdict) {
    let mut translator = GoTranslator {
        record,
        before: GoBoard::default(),
        nodes: GoNodes::of(record),
    };
    let options = Options {
        variations: true,
        ..Options::default()
    };
    let verdict = replay(record, &options, &mut translator);
    if let Some(size) = verdict.size {
        translator.relate_starts(size);
    }
    (translator.nodes, verdict)
}

/// Translates the nodes of a record while it is replayed.
struct GoTranslator<'r> {
    record: &'r Record<'r>,
    before: GoBoard,
    nodes: GoNodes,
}

impl GoTranslator<'_> {
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
            // Another variation begins with the same setup.
            if self.nodes.get(at).is_some() {
                return;
            }
        }
        self.nodes.insert(at, go_node.clone());
    }

    /// A starting position is written as a change of an empty board so far. Where variations begin at several nodes, it changes
    /// the one that a node before it sets up.
    fn relate_starts(&mut self, size: Size) {
        let mut before: Vec<Option<NodeId>> = vec![None; self.nodes.nodes.len()];
        let mut related = Vec::new();
        for node in self.record.nodes() {
            let Some(parent) = self.record.parent(node) else {
                continue;
            };
            let is_start = self.nodes.start(parent).is_some();
            let start = Some(parent).filter(|_| is_start);
            before[node.index()] = start.or(before[parent.index()]);
            if let Some(start) = before[node.index()].filter(|_| self.nodes.start(node).is_some()) {
                related.push((start, node));
            }
        }
        // The last first, so that what is before is still written as a change of an empty board.
        for (start, node) in related.into_iter().rev() {
            if self.nodes.point_count() > MAX_POINTS {
                return;
            }
            let boards = [start, node].map(|node| self.nodes.start_board(node, size));
            let difference = boards[0].difference(&boards[1]);
            let lists = difference.map(|list| self.nodes.add_points(list));
            if let Some(GoNode {
                change: GoChange::Setup(old, _),
                ..
            }) = self.nodes.get_mut(node)
            {
                *old = lists;
            }
        }
    }
}

impl Visitor for GoTranslator<'_> {
    fn before(&mut self, position: &Position) {
        self.before = GoBoard::of(position);
    }

    fn visit(&mut self, step: &Step) {
        if self.nodes.point_count() > MAX_POINTS {
            return;
        }
        let position = step.position;
        let pieces = position.pieces();
        let after = GoBoard::with(position.size(), &pieces);
        let mut comment = 0..0;
        let change = match step.turn {
            None if step.is_new() => {
                let empty = GoBoard::empty(position.size());
                self.nodes.add_setup(empty.difference(&after), position)
            }
            None => GoChange::None,
            Some((color, mv)) => {
                if is_play(&self.before, color, mv, &after) {
                    GoChange::Play(color, point_of(mv))
                } else {
                    comment = self.nodes.add_comment(&describe(color, mv));
                    match mv {
                        Move::Resign => GoChange::None,
                        _ => {
                            let difference = self.before.difference(&after);
                            self.nodes.add_setup(difference, position)
                        }
                    }
                }
            }
        };
        let kings = pieces.into_iter();
        let kings = kings.filter(|piece| matches!(piece, Piece::King(..)));
        let kings = self.nodes.add_points(kings.map(Piece::point));
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

/// The point that a ply of one stone is played on.
pub(super) fn point_of(mv: &Move) -> Option<Point> {
    match mv {
        Move::Stone(point) | Move::King(point) => Some(*point),
        _ => None,
    }
}

/// Whether a ply that leads from a board to another is a move of Go that does the same.
pub(super) fn is_play(before: &GoBoard, color: Color, mv: &Move, after: &GoBoard) -> bool {
    match point_of(mv) {
        Some(point) => before.play(color, point).is_some_and(|go| go == *after),
        None => *mv == Move::Pass,
    }
}

/// A ply as a sentence.
pub(super) fn describe(color: Color, mv: &Move) -> String {
    let name = color.name();
    match mv {
        Move::Button => format!("{name} takes the button."),
        Move::Resign => format!("{name} resigns."),
        Move::King(point) => format!("{name}'s king: {point}."),
        mv => format!("{name} plays {mv}."),
    }
}
