//! Players that a person can play against.

use super::random::RandomPlayer;
use crate::games::{Move, Position};

/// A player that answers a position with a move.
pub trait Opponent {
    /// What a record names it.
    fn name(&self) -> String;

    /// A legal move of the player to move, in a position whose game is not over. The same position after as many plies
    /// gets the same answer.
    fn choose(&mut self, position: &Position) -> Move;
}

/// Plays random moves.
#[derive(Clone, Copy, Debug)]
pub struct RandomOpponent {
    /// The same seed gives the same answers.
    pub seed: u64,
}

impl Opponent for RandomOpponent {
    fn name(&self) -> String {
        format!("kifu random, seed {}", self.seed)
    }

    fn choose(&mut self, position: &Position) -> Move {
        RandomPlayer::new(self.seed, position.plies().into()).choose(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, Rules, Size};

    #[test]
    fn answers_are_legal_and_depend_on_nothing_else() {
        for game in Game::ALL {
            let rules = Rules::default_for(game);
            let mut position = Position::new(&rules, Size::square(4), None).expect("it exists");
            let mut opponent = RandomOpponent { seed: 3 };
            while !position.is_game_over() {
                let mv = opponent.choose(&position);
                assert_eq!(RandomOpponent { seed: 3 }.choose(&position), mv);
                position.play(&mv).expect("it is legal");
            }
        }
    }
}
