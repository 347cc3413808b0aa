//! What to play after a search.

use super::{
    run::Search,
    tree::{Node, NodeId, Solved},
};
use crate::{
    games::{Color, Move, Point, Position, Step},
    lab::generator::Generator,
};

/// A move, and what it is worth to the player who makes it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::lab) struct Choice {
    pub(in crate::lab) mv: Move,
    /// The mean reward of the playouts, from 0 to 1.
    pub(in crate::lab) value: f64,
}

/// Of the playouts that are left in a turn of Sygo, the part that is spent on the next stone.
const SHARE_OF_STONE: f64 = 0.5;

/// Searches a position whose game is not over with a number of playouts, and chooses a move.
pub(in crate::lab) fn choose(position: &Position, playouts: u32, generator: Generator) -> Choice {
    let mover = position.to_move();
    let mut search = Search::new(position, generator);
    let mut left = playouts.max(1);
    let mut stones: Vec<Point> = Vec::new();
    let mut value = None;
    let is_stepwise = position.grown().is_some();
    loop {
        let share = if is_stepwise {
            ((f64::from(left) * SHARE_OF_STONE).ceil() as u32).min(left)
        } else {
            left
        };
        for _ in 0..share {
            if search.is_solved() {
                break;
            }
            search.run();
        }
        left -= share;
        let best = best_child(&search, mover);
        let node = search.tree.get(best);
        let step = node.step.clone();
        value.get_or_insert_with(|| worth(node, mover));
        let mv = match step {
            Step::Move(mv) => Some(mv),
            Step::Stone(point) => {
                stones.push(point);
                None
            }
            Step::EndTurn => Some(Move::Stones(std::mem::take(&mut stones))),
        };
        let continues = search.descend(best);
        if let Some(mv) = mv {
            return Choice {
                mv: mv.canonical(),
                value: value.unwrap_or(0.5),
            };
        }
        if !continues {
            return Choice {
                mv: Move::Stones(stones).canonical(),
                value: value.unwrap_or(0.5),
            };
        }
    }
}

/// The child to play: one that wins for certain, or the one with the most playouts that does not lose for certain.
fn best_child(search: &Search, mover: Color) -> NodeId {
    let rank = |&id: &NodeId| {
        let node = search.tree.get(id);
        let certainty = match node.solved {
            Some(Solved(Some(winner))) if winner == mover => 2,
            Some(Solved(Some(_))) => 0,
            _ => 1,
        };
        (certainty, node.visits, node.mean())
    };
    let mut best = search.tree.children(search.root()).start;
    for child in search.tree.children(search.root()) {
        if rank(&child) > rank(&best) {
            best = child;
        }
    }
    best
}

/// What a step is worth to the player who makes it.
fn worth(node: &Node, mover: Color) -> f64 {
    match node.solved {
        Some(Solved(Some(winner))) => f64::from(u8::from(winner == mover)),
        Some(Solved(None)) => 0.5,
        None => f64::from(node.mean()),
    }
}
