//! A player of random legal games. The same seed gives the same games on every machine.
//!
//! A uniform choice among all legal moves hardly ever captures with a king or grows
//! several groups, so the kind of move is chosen first. A random move of that kind is then tried; all legal
//! moves are generated only after many failed attempts.

use chacha20::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use super::{area::area, idle_switch::is_idle_switch};
use crate::games::{
    Color, Direction, Move, Piece, Players, Point, Position, Rules, Size, StoneColor,
};

/// Attempts before all legal moves are generated.
const MAX_ATTEMPTS: usize = 40;

/// Plays random moves.
#[derive(Debug)]
pub struct RandomPlayer {
    rng: ChaCha8Rng,
}

/// A random game: its plies, and the position after them.
#[derive(Clone, Debug)]
pub struct RandomGame {
    /// The plies and their players.
    pub plies: Vec<(Color, Move)>,
    /// The position after the last ply.
    pub end: Position,
}

impl Clone for RandomPlayer {
    fn clone(&self) -> RandomPlayer {
        RandomPlayer {
            rng: ChaCha8Rng::deserialize_state(&self.rng.serialize_state()),
        }
    }
}

impl RandomPlayer {
    /// The player for one game of a series: the same seed and number give the same game.
    pub fn new(seed: u64, game: u64) -> RandomPlayer {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&game.to_le_bytes());
        RandomPlayer {
            rng: ChaCha8Rng::from_seed(bytes),
        }
    }

    /// Bamogo: a line of pairs of different colors, as `LINE` writes it.
    pub fn line(&mut self, colors: &[StoneColor], pairs: usize) -> String {
        let pair = |_| {
            let (one, other) = self.pair(colors);
            format!("{}{}", one.letter(), other.letter())
        };
        (0..pairs).map(pair).collect::<Vec<_>>().join(" ")
    }

    /// Two different colors.
    fn pair(&mut self, colors: &[StoneColor]) -> (StoneColor, StoneColor) {
        let one = self.below(colors.len() as u64) as usize;
        let other = (one + 1 + self.below(colors.len() as u64 - 1) as usize) % colors.len();
        (colors[one], colors[other])
    }

    /// Plays to the end of the game, but not beyond ply `max_plies`. A player resigns when the game is much longer
    /// than usual; with more than two players, who cannot resign, it is left unfinished then.
    pub fn play(&mut self, mut position: Position, max_plies: Option<u32>) -> RandomGame {
        let mut plies = Vec::new();
        let resign_after = resign_after(&position);
        while position.outcome().is_none()
            && max_plies.is_none_or(|max_plies| position.plies() < max_plies)
        {
            let color = position.to_move();
            let is_too_long = position.plies() >= resign_after;
            if is_too_long && position.players() != Players::Two {
                // With more players nobody can resign.
                break;
            }
            let mv = if is_too_long {
                Move::Resign
            } else {
                self.play_ply(&mut position)
            };
            if mv == Move::Resign {
                // Resigning is legal until the game is over.
                let _ = position.play_as(color, &mv);
            }
            plies.push((color, mv));
        }
        RandomGame {
            plies,
            end: position,
        }
    }

    /// A legal move of a position whose game is not over; resignation when the game is much longer than usual and has
    /// two players.
    pub fn choose(&mut self, position: &Position) -> Move {
        if position.plies() >= resign_after(position) && position.players() == Players::Two {
            return Move::Resign;
        }
        self.play_ply(&mut position.clone())
    }

    /// A legal move of a position whose game is not over, never resignation.
    pub(super) fn choose_on_board(&mut self, position: &Position) -> Move {
        match self.play_ply(&mut position.clone()) {
            // Nothing is left but switches of equal stones.
            Move::Resign => position
                .legal_moves()
                .first()
                .cloned()
                .unwrap_or(Move::Pass),
            mv => mv,
        }
    }

    /// Chooses a legal move and plays it.
    fn play_ply(&mut self, position: &mut Position) -> Move {
        let color = position.to_move();
        for _ in 0..MAX_ATTEMPTS {
            let mv = self
                .propose(position)
                .filter(|mv| !is_idle_switch(position, mv));
            if let Some(mv) = mv.filter(|mv| position.play_as(color, mv).is_ok()) {
                return mv.canonical();
            }
        }
        let mut moves = position.legal_moves();
        moves.retain(|mv| !is_idle_switch(position, mv));
        let is_placement = |mv: &Move| !matches!(mv, Move::Pass | Move::Button);
        if moves.iter().any(is_placement) {
            moves.retain(is_placement);
        }
        if moves.is_empty() {
            return Move::Resign;
        }
        let chosen = self.below(moves.len() as u64) as usize;
        let mv = moves.swap_remove(chosen);
        let _ = position.play_as(color, &mv);
        mv
    }

    /// A number from 0 up to, but not including, `end`.
    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.rng.next_u64()) * u128::from(end)) >> 64) as u64
    }

    /// `true` with a probability of `numerator / denominator`.
    fn chance(&mut self, numerator: u64, denominator: u64) -> bool {
        self.below(denominator) < numerator
    }

    /// A random move, legal or not.
    fn propose(&mut self, position: &Position) -> Option<Move> {
        if let Some(ending) = self.propose_ending(position) {
            return Some(ending);
        }
        let size = position.size();
        Some(match position.rules() {
            Rules::Bargo(_) => {
                let side = 2 * u16::from(size.columns) - 1;
                let point = self.point(side, side);
                Move::Walled(point, Direction::ALL[self.below(6) as usize])
            }
            Rules::Ugo(_) => {
                let point = self.point_of(size);
                if self.chance(1, 2) {
                    Move::King(point)
                } else {
                    Move::Stone(point)
                }
            }
            Rules::Sygo(_) => return self.propose_growth(position),
            Rules::Bamogo(rules) => return self.propose_bamogo(position, &rules.colors),
            Rules::Margo(_) => {
                // With more players it is refused.
                if position.plies() == 1 && self.chance(1, 4) {
                    return Some(Move::Swap);
                }
                let side = 2 * u16::from(size.columns) - 1;
                let point = self.point(side, side);
                Move::Marble { level: None, point }
            }
        })
    }

    /// Sometimes the button, or late in the game a pass.
    fn propose_ending(&mut self, position: &Position) -> Option<Move> {
        match position.rules() {
            Rules::Bamogo(_) => return None,
            Rules::Margo(rules) if !rules.pass => return None,
            _ => {}
        }
        if position.rules().has_button() && position.button().is_none() {
            return self.chance(1, 60).then_some(Move::Button);
        }
        let area = area(position) as u64;
        let plies = u64::from(position.plies());
        let is_late = match position.rules() {
            // A growth turn fills the board with many stones.
            Rules::Sygo(_) => plies > 12 + area / 6,
            _ => plies > area,
        };
        (is_late && self.chance(1, 300)).then_some(Move::Pass)
    }

    fn point(&mut self, columns: u16, rows: u16) -> Point {
        let column = 1 + self.below(u64::from(columns)) as u16;
        let row = 1 + self.below(u64::from(rows)) as u16;
        Point::new(column, row)
    }

    fn point_of(&mut self, size: Size) -> Point {
        self.point(u16::from(size.columns), u16::from(size.rows))
    }

    /// Sygo: a placement, or growth: stones beside own groups. Black's first growth may be followed by a
    /// placement.
    fn propose_growth(&mut self, position: &Position) -> Option<Move> {
        let size = position.size();
        let mover = position.to_move();
        let grown = position.grown() == Some(true);
        if self.chance(1, if grown { 4 } else { 2 }) || position.plies() < 4 {
            return Some(Move::Stone(self.point_of(size)));
        }
        let own: Vec<Point> = position
            .pieces()
            .into_iter()
            .filter(|piece| piece.color() == Some(mover))
            .map(Piece::point)
            .collect();
        if own.is_empty() || !grown && self.chance(9, 10) {
            return None;
        }
        let count = 1 + self.below(1 + own.len() as u64 / 2);
        let mut stones: Vec<Point> = Vec::new();
        for _ in 0..count {
            let stone = own[self.below(own.len() as u64) as usize];
            let point = self.neighbor(stone);
            if !stones.contains(&point) {
                stones.push(point);
            }
        }
        if !grown && mover == Color::Black && self.chance(1, 2) {
            stones.push(self.point_of(size));
        }
        // Illegal stones are removed one by one.
        while !stones.is_empty() {
            let mv = match stones[..] {
                [only] => Move::Stone(only),
                _ => Move::Stones(stones.clone()),
            };
            let mut after = position.clone();
            match after.play_as(mover, &mv) {
                Ok(_) => return Some(mv),
                Err(violation) => match violation.point {
                    Some(point) => {
                        let at = stones.iter().rposition(|&stone| stone == point)?;
                        stones.remove(at);
                    }
                    None => return None,
                },
            }
        }
        None
    }

    /// A random neighbor of a point, which may be off the board.
    fn neighbor(&mut self, point: Point) -> Point {
        let Point { column, row } = point;
        match self.below(4) {
            0 => Point::new(column + 1, row),
            1 => Point::new(column - 1, row),
            2 => Point::new(column, row + 1),
            _ => Point::new(column, row - 1),
        }
    }

    /// Bamogo: two stones next to each other, or a switch.
    fn propose_bamogo(&mut self, position: &Position, colors: &[StoneColor]) -> Option<Move> {
        let first = self.point_of(position.size());
        let second = self.neighbor(first);
        if self.chance(1, 3) {
            return Some(Move::Switch(first, second));
        }
        let (one, other) = match position.line() {
            Some(line) => {
                let &[one, other] = line.first()?;
                if self.chance(1, 2) {
                    (one, other)
                } else {
                    (other, one)
                }
            }
            None => self.pair(colors),
        };
        Some(Move::Pair([(one, first), (other, second)]))
    }
}

/// The number of plies after which a player resigns.
fn resign_after(position: &Position) -> u32 {
    6 * area(position) as u32 + 20
}
