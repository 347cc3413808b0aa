//! What a result is worth to each player.

use crate::games::{Color, Outcome, Players, Position};

/// How much of a reward depends on the margin: of two moves that win, the one that wins more is better.
const MARGIN_WEIGHT: f32 = 0.1;

/// From 0, a loss, to 1, a win, for each color.
pub(super) type Rewards = [f32; 4];

/// The rewards of a position: of its outcome, or if the game is not over of its present score.
pub(super) fn rewards(position: &Position) -> Rewards {
    let players = position.players();
    let score = position.score();
    let outcome = position
        .outcome()
        .or_else(|| score.map(|score| Outcome::by_score(score, players)))
        .unwrap_or(Outcome::Draw);
    let mut rewards = [0.0; 4];
    for &color in players.colors() {
        let result = result_for(outcome, color, players);
        let share = score.map_or(result, |score| {
            let own = score[color].0 as f32;
            let total: i64 = players.colors().iter().map(|&color| score[color].0).sum();
            let share = if total > 0 { own / total as f32 } else { 0.5 };
            share.clamp(0.0, 1.0)
        });
        rewards[color as usize] = result * (1.0 - MARGIN_WEIGHT) + share * MARGIN_WEIGHT;
    }
    rewards
}

/// What an outcome is worth to a player: 1 for a win, 0 for a loss, an equal share for a draw.
pub(super) fn result_for(outcome: Outcome, color: Color, players: Players) -> f32 {
    match outcome.winner() {
        Some(winner) => f32::from(u8::from(winner == color)),
        None => 1.0 / players.count() as f32,
    }
}
