//! Switches of two stones of one color (Bamogo): legal, but without effect, so that players avoid them.

use crate::games::{Game, Move, Piece, Position, Step};

/// Whether a move of a position is such a switch.
pub(super) fn is_idle_switch(position: &Position, mv: &Move) -> bool {
    matches!(mv, Move::Switch(..)) && switches_equals(&position.pieces(), mv)
}

/// Removes such switches from the steps of a position, unless there are no others. Returns whether any were removed.
pub(super) fn remove_idle_switches(position: &Position, steps: &mut Vec<Step>) -> bool {
    if position.game() != Game::Bamogo {
        return false;
    }
    let pieces = position.pieces();
    let is_idle = |step: &Step| matches!(step, Step::Move(mv) if switches_equals(&pieces, mv));
    let before = steps.len();
    if steps.iter().all(is_idle) {
        return false;
    }
    steps.retain(|step| !is_idle(step));
    steps.len() < before
}

/// Whether a move switches two stones of one color among these pieces.
fn switches_equals(pieces: &[Piece], mv: &Move) -> bool {
    let Move::Switch(first, second) = mv else {
        return false;
    };
    let color = |point| {
        pieces.iter().find_map(|piece| match piece {
            Piece::Neutral(color, at) if at == point => Some(color),
            _ => None,
        })
    };
    color(first) == color(second)
}
