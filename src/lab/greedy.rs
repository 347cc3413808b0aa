//! A player that looks one ply ahead.

use super::{generator::Generator, idle_switch::remove_idle_switches};
use crate::games::{Color, Move, Outcome, Point, Position, Step, Stepwise};

/// The move after which the score is best for the player to move; of several equal ones any. A move that wins at once is
/// better than all others, one that loses at once worse. In Sygo one stone is chosen after the other. Bamogo has no score.
pub(super) fn choose(position: &Position, mut generator: Generator) -> Move {
    let mover = position.to_move();
    let mut game = Stepwise::new(position.clone());
    let mut stones: Vec<Point> = Vec::new();
    let mut trial = game.clone();
    let mut steps = Vec::new();
    loop {
        steps.clear();
        game.steps(&mut steps);
        remove_idle_switches(game.position(), &mut steps);
        let mut best: Option<(i64, u64, usize)> = None;
        for (index, step) in steps.iter().enumerate() {
            trial.clone_from(&game);
            if trial.try_step(step) {
                let value = (margin(&trial, mover), generator.next(), index);
                best = best.max(Some(value));
            }
        }
        let Some((_, _, index)) = best else {
            return Move::Pass;
        };
        let step = steps.swap_remove(index);
        game.try_step(&step);
        match step {
            Step::Move(mv) => return mv,
            Step::Stone(point) => stones.push(point),
            Step::EndTurn => return Move::Stones(stones).canonical(),
        }
        if game.turn().is_empty() {
            return Move::Stones(stones).canonical();
        }
    }
}

/// By how much a player leads the others, in half points; far more if the game is won.
fn margin(game: &Stepwise, color: Color) -> i64 {
    const WON: i64 = 1 << 40;
    let position = game.position();
    let lead = position.score().map_or(0, |score| {
        let rival = position.players().opponents(color);
        score[color].0 - rival.map(|other| score[other].0).max().unwrap_or(0)
    });
    let won = match position.outcome().map(Outcome::winner) {
        Some(Some(winner)) if winner == color => WON,
        Some(Some(_)) => -WON,
        _ => 0,
    };
    lead + won
}
