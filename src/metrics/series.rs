//! Series of games, and the facts of each game.

use crate::{
    games::{Color, Move, Players, Position},
    lab::{FactsBuilder, GameFacts, GamePlan, PlayedGame, Player},
};

/// Where games come from, as a report names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameSeries {
    /// The game.
    pub game: &'static str,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The size of the board.
    pub size: String,
    /// The komi, in games that have it.
    pub komi: Option<i32>,
    /// The players; empty for records.
    pub players: Vec<String>,
}

impl GameSeries {
    /// Games that begin with this position.
    pub fn new(start: &Position, ruleset: &str, players: Vec<String>) -> GameSeries {
        use crate::games::Rules;

        let rules = start.rules();
        GameSeries {
            game: start.game().name(),
            ruleset: ruleset.to_owned(),
            size: start.size().to_string(),
            komi: matches!(rules, Rules::Bargo(_) | Rules::Ugo(_)).then(|| rules.komi()),
            players,
        }
    }
}

/// Plays a game of a plan, and collects its facts. With an evaluator every position after a ply is searched by it;
/// otherwise what the players' own searches have found counts.
pub fn series_facts(plan: &GamePlan, number: u64, evaluator: Option<Player>) -> GameFacts {
    let PlayedGame { plies, end, .. } = plan.play(number);
    let mut position = plan.start.clone();
    let mut facts = FactsBuilder::new(&position, true);
    for ply in &plies {
        facts.before(&position);
        let Some(effect) = position.try_play(&ply.mv) else {
            break;
        };
        let balance = match evaluator {
            Some(evaluator) => evaluation(&position, evaluator),
            None => ply
                .value
                .and_then(|value| black_ahead(&position, &ply.mv, ply.color, value)),
        };
        facts.ply(&ply.mv, effect.captured, balance);
    }
    facts.even_out();
    facts.finish(&end)
}

/// How far a search sees Black ahead in a position, from -1 to 1. `None` with more than two players.
pub(super) fn evaluation(position: &Position, evaluator: Player) -> Option<f64> {
    if position.players() != Players::Two {
        return None;
    }
    if let Some(outcome) = position.outcome() {
        return Some(match outcome.winner() {
            Some(Color::Black) => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        });
    }
    let value = evaluator.answer(position).1?;
    let balance = value * 2.0 - 1.0;
    Some(if position.to_move() == Color::Black {
        balance
    } else {
        -balance
    })
}

/// How far Black is ahead after a move that was worth this to the player who made it.
fn black_ahead(position: &Position, mv: &Move, color: Color, value: f64) -> Option<f64> {
    let balance = value * 2.0 - 1.0;
    // After a swap the player has the other color.
    let is_black = (color == Color::Black) != (*mv == Move::Swap);
    (position.players() == Players::Two).then_some(if is_black { balance } else { -balance })
}
