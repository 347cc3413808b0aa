//! Games that players play against each other.

use super::{
    area::area,
    generator::Generator,
    player::{Player, PlayerKind},
    random::RandomPlayer,
};
use crate::games::{Color, Move, Position};

/// How many times the points of the board a game may have plies, unless another limit is given.
pub const PLIES_PER_POINT: u32 = 20;

/// A series of games: who plays, from which position, and how long.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// The position that all games begin with.
    pub start: Position,
    /// The players, as many as the game has. In the first game they have the colors in the order in which they move; from
    /// game to game these are exchanged in turn.
    pub players: Vec<PlayerKind>,
    /// The same seed gives the same games.
    pub seed: u64,
    /// How many plies are played at random before the players begin. As many games in a row as there are players have the
    /// same of them.
    pub random_plies: u32,
    /// A game with so many plies is left unfinished.
    pub max_plies: u32,
}

/// A ply of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedPly {
    /// The color that moved.
    pub color: Color,
    /// What it played.
    pub mv: Move,
    /// What a search found the move to be worth for this color, from 0, a loss, to 1.
    pub value: Option<f64>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The plies.
    pub plies: Vec<PlayedPly>,
    /// The position after the last of them.
    pub end: Position,
    /// For each color the player who had it at the end, as an index of [`GamePlan::players`]; 0 for colors that nobody had.
    pub seats: [usize; 4],
}

impl GamePlan {
    /// A series without random plies, of seed 1, with the usual limit of plies.
    pub fn new(start: Position, players: Vec<PlayerKind>) -> GamePlan {
        let max_plies = default_max_plies(&start);
        GamePlan {
            start,
            players,
            seed: 1,
            random_plies: 0,
            max_plies,
        }
    }

    /// For each color the player who begins a game with it, as an index of the players.
    fn first_seats(&self, number: u64) -> [usize; 4] {
        let players = self.start.players();
        let count = players.count();
        let mut seats = [0; 4];
        let mut color = self.start.game().first_player();
        for place in 0..count {
            seats[color as usize] = (place + (number % count as u64) as usize) % count;
            color = players.next(color);
        }
        seats
    }

    /// Plays a game of the series, which are numbered from 0.
    pub fn play(&self, number: u64) -> PlayedGame {
        let mut position = self.start.clone();
        let mut seats = self.first_seats(number);
        let mut seeds = Generator::new(self.seed, number);
        let seeds: Vec<u64> = self.players.iter().map(|_| seeds.next()).collect();
        let mut plies = Vec::new();
        let opening = number / self.start.players().count() as u64;
        let mut random = RandomPlayer::new(self.seed, opening);
        while position.outcome().is_none() && position.plies() < self.max_plies {
            let color = position.to_move();
            let seat = seats[color as usize];
            let (mv, value) = if position.plies() < self.random_plies {
                (random.choose_on_board(&position), None)
            } else {
                let (kind, seed) = (self.players[seat], seeds[seat]);
                Player { kind, seed }.answer(&position)
            };
            if position.try_play(&mv).is_none() {
                debug_assert!(false, "a player answers with a legal move");
                break;
            }
            if mv == Move::Swap {
                seats.swap(Color::Black as usize, Color::White as usize);
            }
            plies.push(PlayedPly { color, mv, value });
        }
        PlayedGame {
            plies,
            end: position,
            seats,
        }
    }
}

/// The number of plies after which a game that begins like this is left unfinished, unless another limit is given.
pub fn default_max_plies(start: &Position) -> u32 {
    PLIES_PER_POINT * area(start) as u32
}
