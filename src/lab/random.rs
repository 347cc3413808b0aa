//! A player that makes random legal games, the same for a seed on every machine.
//!
//! A uniform choice among all legal moves hardly ever captures with a king or grows
//! several groups, so the kind of move is chosen first. A move is then proposed at
//! random and tried; only when many have failed are all legal moves listed.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::games::{Color, Direction, Move, Piece, Point, Position, Rules, Size, StoneColor};

/// Proposals tried before all legal moves are listed.
const TRIES: usize = 40;

/// Makes random moves.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    rng: ChaCha8Rng,
}

/// A random game: its plies, and the position after them.
#[derive(Clone, Debug)]
pub struct RandomGame {
    /// The plies with who played them.
    pub plies: Vec<(Color, Move)>,
    /// The position after the last.
    pub end: Position,
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

    /// Plays to the end of the game, or for `most` plies. A game that goes on and on without
    /// such a limit ends by resignation.
    pub fn play(&mut self, mut position: Position, most: Option<u32>) -> RandomGame {
        let mut plies = Vec::new();
        let patience = 6 * area(&position) as u32 + 20;
        while position.outcome().is_none() && most.is_none_or(|most| position.plies() < most) {
            let color = position.to_move();
            let turn = if position.plies() >= patience {
                Move::Resign
            } else {
                self.step(&mut position)
            };
            if turn == Move::Resign {
                // Resigning is always legal while the game goes on.
                let _ = position.play_as(color, &turn);
            }
            plies.push((color, turn));
        }
        RandomGame {
            plies,
            end: position,
        }
    }

    /// Chooses a legal turn and plays it.
    fn step(&mut self, position: &mut Position) -> Move {
        let color = position.to_move();
        for _ in 0..TRIES {
            let turn = self
                .propose(position)
                .filter(|turn| !is_idle(position, turn));
            if let Some(turn) = turn.filter(|turn| position.play_as(color, turn).is_ok()) {
                return turn.canonical();
            }
        }
        let mut moves = position.legal_moves();
        moves.retain(|turn| !is_idle(position, turn));
        let is_placement = |turn: &Move| !matches!(turn, Move::Pass | Move::Button);
        if moves.iter().any(is_placement) {
            moves.retain(is_placement);
        }
        if moves.is_empty() {
            return Move::Resign;
        }
        let chosen = self.below(moves.len() as u64) as usize;
        let turn = moves.swap_remove(chosen);
        let _ = position.play_as(color, &turn);
        turn
    }

    /// A number from 0 up to, but not including, `end`.
    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.rng.next_u64()) * u128::from(end)) >> 64) as u64
    }

    /// True `wins` times out of `of`.
    fn chance(&mut self, wins: u64, of: u64) -> bool {
        self.below(of) < wins
    }

    fn propose(&mut self, position: &Position) -> Option<Move> {
        if let Some(ending) = self.propose_ending(position) {
            return Some(ending);
        }
        let size = position.size();
        Some(match position.rules() {
            Rules::Bargo(_) => {
                let longest = 2 * u16::from(size.columns) - 1;
                let point = self.point(longest, longest);
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
                if position.plies() == 1 && self.chance(1, 4) {
                    return Some(Move::Swap);
                }
                let longest = 2 * u16::from(size.columns) - 1;
                let point = self.point(longest, longest);
                Move::Marble { level: None, point }
            }
        })
    }

    /// The button, or towards the end of the game a pass.
    fn propose_ending(&mut self, position: &Position) -> Option<Move> {
        if matches!(position.rules(), Rules::Bamogo(_) | Rules::Margo(_)) {
            return None;
        }
        if position.rules().has_button() && position.button().is_none() {
            return self.chance(1, 60).then_some(Move::Button);
        }
        let area = area(position) as u64;
        let plies = u64::from(position.plies());
        let late = match position.rules() {
            // A growing turn fills the board by many stones.
            Rules::Sygo(_) => plies > 12 + area / 6,
            _ => plies > area,
        };
        (late && self.chance(1, 300)).then_some(Move::Pass)
    }

    fn point(&mut self, columns: u16, rows: u16) -> Point {
        let column = 1 + self.below(u64::from(columns)) as u16;
        let row = 1 + self.below(u64::from(rows)) as u16;
        Point::new(column, row)
    }

    fn point_of(&mut self, size: Size) -> Point {
        self.point(u16::from(size.columns), u16::from(size.rows))
    }

    /// Sygo: a placement, or stones beside own groups; Black's with a placement after them
    /// while that may be.
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
        let wanted = 1 + self.below(1 + own.len() as u64 / 2);
        let mut stones: Vec<Point> = Vec::new();
        for _ in 0..wanted {
            let beside = own[self.below(own.len() as u64) as usize];
            let point = self.step_from(beside);
            if !stones.contains(&point) {
                stones.push(point);
            }
        }
        if !grown && mover == Color::Black && self.chance(1, 2) {
            stones.push(self.point_of(size));
        }
        // Stones that may not be put down are left out, one after the other.
        while !stones.is_empty() {
            let turn = match stones[..] {
                [only] => Move::Stone(only),
                _ => Move::Stones(stones.clone()),
            };
            let mut tried = position.clone();
            match tried.play_as(mover, &turn) {
                Ok(_) => return Some(turn),
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

    fn step_from(&mut self, point: Point) -> Point {
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
        let second = self.step_from(first);
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
            None => {
                let one = self.below(colors.len() as u64) as usize;
                let other = (one + 1 + self.below(colors.len() as u64 - 1) as usize) % colors.len();
                (colors[one], colors[other])
            }
        };
        Some(Move::Pair([(one, first), (other, second)]))
    }
}

/// Number of points or places.
fn area(position: &Position) -> usize {
    let Size { columns, rows } = position.size();
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    match position.rules() {
        Rules::Bargo(_) => 3 * columns * (columns - 1) + 1,
        Rules::Margo(_) => columns * (columns + 1) * (2 * columns + 1) / 6,
        _ => columns * rows,
    }
}

/// Whether a turn is a switch of two stones of one color, which nobody makes.
fn is_idle(position: &Position, turn: &Move) -> bool {
    let Move::Switch(first, second) = turn else {
        return false;
    };
    let hue = |point: &Point| {
        position.pieces().into_iter().find_map(|piece| match piece {
            Piece::Neutral(hue, at) if at == *point => Some(hue),
            _ => None,
        })
    };
    hue(first) == hue(second)
}
