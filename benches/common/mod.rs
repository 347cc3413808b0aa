//! Records for benchmarks.

use kifu::{
    games::{Game, Move, Position, Size},
    ruleset::default_for,
};

/// A game of moves that put something on the board, as long as there are any.
pub(crate) fn long_record(game: Game, size: u8, plies: usize) -> String {
    let rules = &default_for(game).rules;
    let mut position = Position::new(rules, Size::square(size), None).expect("a board");
    let mut text = format!("(;GM[{}]SZ[{size}]RE[?]", game.name());
    for ply in 0..plies {
        let moves = position.legal_moves();
        let (passive, active): (Vec<Move>, Vec<Move>) =
            moves.into_iter().partition(|turn| turn.points().is_empty());
        let moves = if active.is_empty() { passive } else { active };
        let turn = &moves[ply * 7919 % moves.len()];
        let color = position.to_move();
        text.push_str(&format!(";{}[{turn}]", color.letter()));
        position.play_as(color, turn).expect("a legal move");
    }
    text + ")"
}
