//! The starting position without a setup.

use crate::games::Position;

/// Whether a position is the starting position without a setup.
pub(super) fn is_standard_start(position: &Position) -> bool {
    position.pieces().is_empty()
        && position.to_move() == position.game().first_player()
        && position.button().is_none()
        && position.grown() != Some(true)
}
