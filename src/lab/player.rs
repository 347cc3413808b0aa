//! Players by kind and strength.

use std::{error::Error, fmt, str::FromStr};

use super::{
    generator::Generator,
    greedy,
    opponent::Opponent,
    random::RandomPlayer,
    search::{self, Choice},
};
use crate::games::{Move, Position};

/// The largest number of playouts a ply.
pub const MAX_PLAYOUTS: u32 = 1_000_000;

/// How a player chooses its moves.
///
/// ```
/// use kifu::lab::PlayerKind;
///
/// let kind: PlayerKind = "mcts:200".parse().expect("it is a kind of player");
/// assert_eq!(kind, PlayerKind::Mcts { playouts: 200 });
/// assert_eq!(kind.to_string(), "mcts:200");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// At random, as `kifu random`.
    Random,
    /// The move after which the score is best for the player, without looking further.
    Greedy,
    /// By Monte Carlo tree search.
    Mcts {
        /// How many playouts each ply gets, from 1 to [`MAX_PLAYOUTS`].
        playouts: u32,
    },
}

impl fmt::Display for PlayerKind {
    /// Writes `random`, `greedy` or `mcts:N`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Random => f.pad("random"),
            PlayerKind::Greedy => f.pad("greedy"),
            PlayerKind::Mcts { playouts } => f.pad(&format!("mcts:{playouts}")),
        }
    }
}

impl FromStr for PlayerKind {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerKind, ParsePlayerError> {
        match text {
            "random" => Ok(PlayerKind::Random),
            "greedy" => Ok(PlayerKind::Greedy),
            _ => {
                let playouts = text
                    .strip_prefix("mcts:")
                    .and_then(|playouts| playouts.parse().ok());
                playouts
                    .filter(|playouts| (1..=MAX_PLAYOUTS).contains(playouts))
                    .map(|playouts| PlayerKind::Mcts { playouts })
                    .ok_or(ParsePlayerError(()))
            }
        }
    }
}

/// The text names no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePlayerError(());

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected `random`, `greedy` or `mcts:N` with N from 1 to {MAX_PLAYOUTS}"
        )
    }
}

impl Error for ParsePlayerError {}

/// A player of one kind, with a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// How it chooses.
    pub kind: PlayerKind,
    /// The same seed gives the same answers.
    pub seed: u64,
}

impl Player {
    /// A legal move in a position whose game is not over, never a resignation, and what a search found it to be worth:
    /// from 0, a loss of the player to move, to 1.
    pub fn answer(&self, position: &Position) -> (Move, Option<f64>) {
        let plies = u64::from(position.plies());
        match self.kind {
            PlayerKind::Random => {
                let mv = RandomPlayer::new(self.seed, plies).choose_on_board(position);
                (mv, None)
            }
            PlayerKind::Greedy => {
                let generator = Generator::new(self.seed, plies);
                (greedy::choose(position, generator), None)
            }
            PlayerKind::Mcts { playouts } => {
                let generator = Generator::new(self.seed, plies);
                let Choice { mv, value } = search::choose(position, playouts, generator);
                (mv, Some(value))
            }
        }
    }
}

impl Opponent for Player {
    fn name(&self) -> String {
        format!("kifu {}, seed {}", self.kind, self.seed)
    }

    fn choose(&mut self, position: &Position) -> Move {
        match self.kind {
            // The random opponent gives up games that do not end.
            PlayerKind::Random => {
                RandomPlayer::new(self.seed, position.plies().into()).choose(position)
            }
            _ => self.answer(position).0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::{Game, Rules, Size},
        ruleset,
    };

    #[test]
    fn answers_are_legal_and_depend_on_nothing_else() {
        for ruleset in ruleset::embedded() {
            for kind in ["random", "greedy", "mcts:8"] {
                let kind: PlayerKind = kind.parse().expect("it is a kind");
                let start = Position::new(&ruleset.rules, Size::square(3), None);
                let mut position = start.expect("it exists");
                let mut player = Player { kind, seed: 3 };
                while !position.is_game_over() && position.plies() < 60 {
                    let mv = player.choose(&position);
                    assert_eq!(player.choose(&position), mv);
                    position.play(&mv).expect("it is legal");
                }
            }
        }
    }

    #[test]
    fn only_players_are_read() {
        for text in [
            "",
            "Random",
            "mcts",
            "mcts:",
            "mcts:0",
            "mcts:1000001",
            "mcts:-1",
        ] {
            assert!(text.parse::<PlayerKind>().is_err(), "{text}");
        }
        for text in ["random", "greedy", "mcts:1", "mcts:1000000"] {
            let kind: PlayerKind = text.parse().expect("it is a kind");
            assert_eq!(kind.to_string(), text);
        }
    }

    #[test]
    fn a_turn_of_sygo_may_have_several_stones() {
        let rules = Rules::default_for(Game::Sygo);
        let mut position = Position::new(&rules, Size::square(5), None).expect("it exists");
        let kind = PlayerKind::Mcts { playouts: 60 };
        let mut longest = 0;
        for _ in 0..12 {
            let mv = Player { kind, seed: 1 }.choose(&position);
            longest = longest.max(mv.points().len());
            position.play(&mv).expect("it is legal");
        }
        assert!(longest > 1, "groups grow together");
    }
}
