//! Pieces in short: the property that sets them up, and their value, as `Bd4`, `WKe5` or `SRd4`.

use crate::{
    diagram::BoardChange,
    games::{Color, Piece},
};

fn written(piece: Piece) -> String {
    let property = piece.color().map_or('S', Color::letter);
    format!("{property}{piece}")
}

/// All pieces of a position.
pub(super) fn pieces(pieces: &[Piece]) -> String {
    let written = pieces.iter().map(|&piece| written(piece));
    written.collect::<Vec<String>>().join(" ")
}

/// The pieces that a ply has removed, each with a `-`, and then those that it has added, with a `+`.
pub(super) fn change(change: &BoardChange) -> String {
    let removed = change
        .removed
        .iter()
        .map(|&piece| format!("-{}", written(piece)));
    let added = change
        .added
        .iter()
        .map(|&piece| format!("+{}", written(piece)));
    removed.chain(added).collect::<Vec<String>>().join(" ")
}
