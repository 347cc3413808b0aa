//! The ply that a node of Go shows.

use super::{
    board::GoBoard,
    source::GoSource,
    translate::{is_play, point_of},
};
use crate::{
    convert::error::ImportError,
    games::{Color, Move, Point, Position},
    record::NodeId,
};

/// The effect of a Go node.
pub(super) enum GoPly {
    None,
    Play(Color, Option<Point>),
    Original(Color, Move),
}

/// Whether a node shows what a ply does.
pub(super) fn shows(
    source: &GoSource,
    node: NodeId,
    position: &Position,
    color: Color,
    mv: &Move,
) -> bool {
    let mut after = position.clone();
    if after.play_as(color, mv).is_err() {
        return false;
    }
    let (before, after) = (GoBoard::of(position), GoBoard::of(&after));
    let count = source.move_count(node);
    if is_play(&before, color, mv, &after) {
        let shown = source.plain_play(node);
        count == 1 && !source.has_setup(node) && shown == Some((color, point_of(mv)))
    } else {
        count == 0 && source.target(node, position) == after
    }
}

/// The ply that a node shows.
///
/// # Errors
///
/// If it shows several, or none that is legible.
pub(super) fn shown_ply(source: &GoSource, node: NodeId) -> Result<GoPly, ImportError> {
    match source.move_count(node) {
        0 => {}
        1 if source.has_setup(node) => return Err(ImportError::GoMoveAndSetup),
        1 => {}
        _ => return Err(ImportError::SeveralGoMoves),
    }
    match source.plain_play(node) {
        Some((color, point)) => Ok(GoPly::Play(color, point)),
        None if source.move_count(node) > 0 => Err(ImportError::GoMove),
        None => Ok(GoPly::None),
    }
}
