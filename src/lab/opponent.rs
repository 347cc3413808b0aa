//! Players that a person can play against.

use crate::games::{Move, Position};

/// A player that answers a position with a move.
pub trait Opponent {
    /// What a record names it.
    fn name(&self) -> String;

    /// A legal move of the player to move, in a position whose game is not over. The same position after as many plies
    /// gets the same answer.
    fn choose(&mut self, position: &Position) -> Move;
}
