//! What can be played, on a board and in a list.

use std::collections::BTreeMap;

use crate::games::{Game, Move, Point, Position};

/// The characters of the empty points that can be played on, and what they mean.
pub(super) fn playable(position: &Position, moves: &[Move]) -> (BTreeMap<Point, char>, String) {
    let game = position.game();
    // In Margo `+` is a free place on four marbles.
    let usual = if game == Game::Margo { '*' } else { '+' };
    let mut chars = BTreeMap::new();
    if game == Game::Bamogo {
        return (chars, String::new());
    }
    // Where a stone may be played too, a king is not worth telling.
    let (kings, others): (Vec<&Move>, Vec<&Move>) =
        moves.iter().partition(|mv| matches!(mv, Move::King(_)));
    for (moves, char) in [(kings, 'k'), (others, usual)] {
        let points = moves.into_iter().flat_map(Move::points);
        chars.extend(points.map(|point| (point, char)));
    }
    let mut legend = Vec::new();
    if chars.values().any(|&char| char == usual) {
        let thing = match game {
            Game::Bargo => "a piece, with at least one of its walls",
            Game::Margo => "a marble",
            _ => "a stone",
        };
        legend.push(format!("{usual}: {thing} may be played"));
    }
    if chars.values().any(|&char| char == 'k') {
        legend.push("k: only a king".to_owned());
    }
    let occupied = position.pieces();
    let on_top = chars.keys();
    let on_top = on_top.filter(|&&point| occupied.iter().any(|piece| piece.point() == point));
    if on_top.count() > 0 {
        legend.push("on top of marbles: only in the list".to_owned());
    }
    (chars, legend.join(" · "))
}

/// Names in columns, in lines of at most `width` columns.
pub(super) fn in_columns(names: &[String], width: usize) -> String {
    let widest = names.iter().map(String::len).max().unwrap_or(0) + 2;
    let columns = ((width - 2) / widest).max(1);
    let mut out = String::new();
    for line in names.chunks(columns) {
        let line: String = line.iter().map(|name| format!("{name:<widest$}")).collect();
        out.push_str("  ");
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
