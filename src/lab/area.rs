//! The size of a board in points.

use crate::games::{Game, Position, Size};

/// The number of points of a position's board, in Margo of slots.
pub(super) fn area(position: &Position) -> usize {
    let Size { columns, rows } = position.size();
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    match position.game() {
        Game::Bargo => 3 * columns * (columns - 1) + 1,
        Game::Margo => columns * (columns + 1) * (2 * columns + 1) / 6,
        _ => columns * rows,
    }
}
