//! What metrics need to know of a game.

use std::collections::HashSet;

use super::{area::area, reward::result_for};
use crate::games::{Color, Direction, Game, Move, Point, Position, Rule, Rules};

/// The facts of one game, in which the first player is the one who made the first ply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameFacts {
    /// Number of plies.
    pub plies: u32,
    /// Whether the game is over.
    pub is_finished: bool,
    /// What the first player has scored: 1 for a win, 0 for a loss, an equal share of a draw. `None` of a game that is not
    /// over.
    pub first_player_score: Option<f64>,
    /// Whether nobody has won. `None` of a game that is not over.
    pub is_draw: Option<bool>,
    /// The points of the leader above the second, for a counted game.
    pub margin: Option<f64>,
    /// The points by which the first player leads the best of the others, negative if another leads; of finished games that
    /// are decided by the score.
    pub first_player_margin: Option<f64>,
    /// The number of legal moves before each ply; in Sygo that of turns of one stone, and the pass.
    pub branching: Vec<u32>,
    /// The number of plies that removed pieces or changed their color.
    pub captures: u32,
    /// The number of plies before which the repetition rule forbade a placement; `None` if there is no such rule.
    pub repetition_bans: Option<u32>,
    /// Whether the colors were exchanged; `None` if they could not be.
    pub is_swapped: Option<bool>,
    /// The ply that took the button; `None` if there is none, `Some(None)` if nobody took it.
    pub button: Option<Option<u32>>,
    /// The share of the points of the board that hold a piece at the end.
    pub filled: f64,
    /// Whom an evaluation sees ahead after each ply, for two players: above 0 the first player, below 0 the other.
    pub balance: Vec<Option<f64>>,
    /// Whether the first player has won; `None` if nobody has.
    pub is_first_player_ahead: Option<bool>,
}

/// Collects the facts of a game while it is played.
#[derive(Clone, Debug)]
pub struct FactsBuilder {
    facts: GameFacts,
    first: Color,
    /// Whether legal moves are counted and bans looked for: both take more time than all the rest.
    is_thorough: bool,
}

impl FactsBuilder {
    /// A game that begins with this position. Unless it is `thorough`, the legal moves and the bans are not counted.
    pub fn new(start: &Position, is_thorough: bool) -> FactsBuilder {
        let rules = start.rules();
        let facts = GameFacts {
            repetition_bans: (is_thorough && forbids_repetition(rules)).then_some(0),
            is_swapped: may_swap(rules).then_some(false),
            button: rules.has_button().then_some(None),
            ..GameFacts::default()
        };
        FactsBuilder {
            facts,
            first: start.to_move(),
            is_thorough,
        }
    }

    /// A position in which a ply will be made.
    pub fn before(&mut self, position: &Position) {
        if !self.is_thorough {
            return;
        }
        let legal = position.legal_moves();
        self.facts.branching.push(legal.len() as u32);
        if let Some(bans) = &mut self.facts.repetition_bans {
            *bans += u32::from(is_repetition_banned(position, &legal));
        }
    }

    /// A ply, whether it captured, and how an evaluation sees the position after it: above 0 Black is ahead.
    pub fn ply(&mut self, mv: &Move, captured: bool, black_ahead: Option<f64>) {
        let facts = &mut self.facts;
        facts.plies += 1;
        facts.captures += u32::from(captured);
        match mv {
            Move::Swap => {
                facts.is_swapped = Some(true);
                self.first = self.first.other();
            }
            Move::Button => facts.button = Some(Some(facts.plies)),
            _ => {}
        }
        let sign = if self.first == Color::Black {
            1.0
        } else {
            -1.0
        };
        facts
            .balance
            .push(black_ahead.map(|balance| balance * sign));
    }

    /// Takes for each ply the mean of the evaluations after it and after the next. A search sees the player who makes it a
    /// little too far ahead, so that in an even game the lead would seem to change with every ply.
    pub fn even_out(&mut self) {
        let balance = &mut self.facts.balance;
        for index in 1..balance.len() {
            if let (Some(one), Some(next)) = (balance[index - 1], balance[index]) {
                balance[index - 1] = Some(f64::midpoint(one, next));
            }
        }
    }

    /// The facts of a game that ends with this position.
    pub fn finish(mut self, end: &Position) -> GameFacts {
        let players = end.players();
        let facts = &mut self.facts;
        if let Some(outcome) = end.outcome() {
            facts.is_finished = true;
            facts.first_player_score = Some(f64::from(result_for(outcome, self.first, players)));
            facts.is_draw = Some(outcome.winner().is_none());
            facts.is_first_player_ahead = outcome.winner().map(|winner| winner == self.first);
            let is_counted = !matches!(
                outcome,
                crate::games::Outcome::Win(
                    _,
                    crate::games::WinReason::Goal | crate::games::WinReason::Resignation
                )
            );
            let score = end.score().filter(|_| is_counted);
            facts.margin = score.map(|score| {
                let mut scores: Vec<_> = players
                    .colors()
                    .iter()
                    .map(|&color| score[color].0)
                    .collect();
                scores.sort_unstable_by(|one, other| other.cmp(one));
                (scores[0] - scores[1]) as f64 / 2.0
            });
            facts.first_player_margin = score.map(|score| {
                let others = players.opponents(self.first).map(|color| score[color].0);
                (score[self.first].0 - others.max().unwrap_or(0)) as f64 / 2.0
            });
        }
        facts.filled = end.pieces().len() as f64 / area(end) as f64;
        // There may be millions of games.
        facts.branching.shrink_to_fit();
        if facts.balance.iter().all(Option::is_none) {
            facts.balance.clear();
        }
        facts.balance.shrink_to_fit();
        self.facts
    }
}

impl GameFacts {
    /// The ply after which the later winner never trails again by the evaluation: 0 if it never trailed. `None` without
    /// evaluations or without a winner.
    pub fn decided_at(&self) -> Option<u32> {
        let is_first = self.is_first_player_ahead?;
        let sign = if is_first { 1.0 } else { -1.0 };
        self.balance.iter().flatten().next()?;
        let trails = |balance: &Option<f64>| balance.is_some_and(|balance| balance * sign < 0.0);
        let last = self.balance.iter().rposition(trails);
        Some(last.map_or(0, |index| index as u32 + 1))
    }

    /// How often another player than before is ahead by the evaluation. `None` without evaluations.
    pub fn lead_changes(&self) -> Option<u32> {
        let mut leaders = self
            .balance
            .iter()
            .flatten()
            .filter(|balance| **balance != 0.0)
            .map(|balance| *balance > 0.0);
        let mut leader = leaders.next()?;
        let mut changes = 0;
        for next in leaders {
            changes += u32::from(next != leader);
            leader = next;
        }
        Some(changes)
    }
}

fn forbids_repetition(rules: &Rules) -> bool {
    match rules {
        Rules::Bargo(rules) => rules.own_turns,
        Rules::Margo(rules) => rules.repetition != crate::games::MargoRepetition::Never,
        _ => false,
    }
}

fn may_swap(rules: &Rules) -> bool {
    match rules {
        Rules::Margo(rules) => rules.swap && rules.players == crate::games::Players::Two,
        _ => false,
    }
}

/// Whether the repetition rule forbids a placement that is otherwise legal.
fn is_repetition_banned(position: &Position, legal: &[Move]) -> bool {
    let legal: HashSet<&Move> = legal.iter().collect();
    // What is illegal leaves the position as it is.
    let mut trial = position.clone();
    let side = 2 * u16::from(position.size().columns) - 1;
    let points = (1..=side).flat_map(|row| (1..=side).map(move |column| Point::new(column, row)));
    let walls: &[Option<Direction>] = match position.game() {
        Game::Bargo => &Direction::ALL.map(Some),
        _ => &[None],
    };
    points
        .flat_map(|point| walls.iter().map(move |wall| (point, *wall)))
        .map(|(point, wall)| match wall {
            Some(wall) => Move::Walled(point, wall),
            None => Move::Marble { level: None, point },
        })
        .filter(|mv| !legal.contains(mv))
        .any(|mv| {
            let violation = trial.play(&mv).err();
            violation.is_some_and(|violation| {
                matches!(
                    violation.rule,
                    Rule::BargoRepetition | Rule::MargoRepetition
                )
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Size;

    fn facts(balance: &[Option<f64>], is_first: Option<bool>) -> GameFacts {
        GameFacts {
            balance: balance.to_vec(),
            is_first_player_ahead: is_first,
            ..GameFacts::default()
        }
    }

    #[test]
    fn a_game_is_decided_after_the_last_ply_at_which_the_winner_trails() {
        let balance = [Some(0.1), None, Some(-0.2), Some(0.0), Some(0.3)];
        assert_eq!(facts(&balance, Some(true)).decided_at(), Some(3));
        assert_eq!(facts(&balance, Some(false)).decided_at(), Some(5));
        assert_eq!(facts(&balance[..1], Some(true)).decided_at(), Some(0));
        assert_eq!(facts(&balance, None).decided_at(), None);
        assert_eq!(facts(&[None, None], Some(true)).decided_at(), None);
    }

    #[test]
    fn lead_changes_are_counted_over_even_positions() {
        let balance = [
            Some(0.1),
            None,
            Some(-0.2),
            Some(0.0),
            Some(-0.1),
            Some(0.3),
        ];
        assert_eq!(facts(&balance, None).lead_changes(), Some(2));
        assert_eq!(facts(&[None], None).lead_changes(), None);
    }

    #[test]
    fn searches_in_turn_are_evened_out() {
        let rules = Rules::default_for(Game::Ugo);
        let mut position = Position::new(&rules, Size::square(5), None).expect("it exists");
        let mut builder = FactsBuilder::new(&position, false);
        for value in [Some(0.2), Some(-0.1), Some(0.2), None, Some(0.5)] {
            let mut moves = position.legal_moves().into_iter();
            let mv = moves.find(|mv| matches!(mv, Move::Stone(_)));
            let mv = mv.expect("there is one");
            position.play(&mv).expect("it is legal");
            builder.ply(&mv, false, value);
        }
        builder.even_out();
        let balance = builder.finish(&position).balance;
        let shown: Vec<String> = balance
            .iter()
            .map(|value| value.map_or("-".to_owned(), |value| format!("{value:.2}")))
            .collect();
        assert_eq!(shown, ["0.05", "0.05", "0.20", "-", "0.50"]);
    }

    #[test]
    fn a_swap_makes_the_first_player_black() {
        let rules = Rules::default_for(Game::Margo);
        let mut position = Position::new(&rules, Size::square(2), None).expect("it exists");
        let mut builder = FactsBuilder::new(&position, true);
        let mut index = 0;
        while !position.is_game_over() {
            builder.before(&position);
            let moves = position.legal_moves();
            let swap = moves.iter().find(|mv| **mv == Move::Swap);
            let mv = swap.unwrap_or(&moves[index % moves.len()]).clone();
            index += 1;
            let effect = position.play(&mv).expect("it is legal");
            builder.ply(&mv, effect.captured, Some(0.5));
        }
        let facts = builder.finish(&position);
        assert_eq!(facts.is_swapped, Some(true));
        assert_eq!(facts.branching.len() as u32, facts.plies);
        assert_eq!(facts.balance[0], Some(-0.5), "White is the first player");
        assert_eq!(facts.balance[1], Some(0.5), "now Black is");
        assert!(facts.is_finished && facts.first_player_score.is_some());
    }
}
