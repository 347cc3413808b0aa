//! All moves as first: what is known of a move from the playouts in which it was played later.

use crate::games::{Color, Move, Point, Step, StoneColor};

/// Numbers of a move, or of the stones that it places, below [`KEYS`]. A move that is not compared has none.
pub(super) type MoveKeys = [Option<u16>; 2];

/// Number of keys.
const KEYS: usize = 1 << 15;

/// Numbers reserved for each kind of move: one for each point.
const POINTS: u16 = 1 << 12;

/// The keys of a step.
pub(super) fn keys_of(step: &Step) -> MoveKeys {
    match step {
        Step::Move(mv) => keys_of_move(mv),
        Step::Stone(point) => [Some(number(*point)), None],
        Step::EndTurn => [None, None],
    }
}

/// The keys of a move.
pub(super) fn keys_of_move(mv: &Move) -> MoveKeys {
    let single = |key| [Some(key), None];
    match *mv {
        Move::Stone(point) | Move::Marble { point, .. } => single(number(point)),
        Move::King(point) => single(POINTS + number(point)),
        Move::Walled(point, wall) => single((2 + wall as u16) * POINTS + number(point)),
        Move::Pair(stones) => stones.map(|(color, point)| Some(neutral(color, point))),
        _ => [None, None],
    }
}

fn number(point: Point) -> u16 {
    (point.row % 64) * 64 + point.column % 64
}

fn neutral(color: StoneColor, point: Point) -> u16 {
    (color.letter() as u16 % 8) * POINTS + number(point)
}

/// The moves that each player has played in a playout.
#[derive(Debug)]
pub(super) struct PlayedKeys {
    /// For each key and color the number of the playout in which it was played last.
    last: Vec<[u32; 4]>,
    playout: u32,
    /// Whether stones belong to nobody, so that it makes no difference who has placed them.
    is_neutral: bool,
}

impl PlayedKeys {
    pub(super) fn new(is_neutral: bool) -> PlayedKeys {
        PlayedKeys {
            last: vec![[0; 4]; KEYS],
            playout: 0,
            is_neutral,
        }
    }

    /// Begins a playout, in which nothing has been played yet.
    pub(super) fn begin(&mut self) {
        if self.playout == u32::MAX {
            self.last.fill([0; 4]);
            self.playout = 0;
        }
        self.playout += 1;
    }

    /// Notes a move.
    #[inline]
    pub(super) fn note(&mut self, color: Color, keys: MoveKeys) {
        for key in keys.into_iter().flatten() {
            let last = &mut self.last[usize::from(key) % KEYS];
            if self.is_neutral {
                *last = [self.playout; 4];
            } else {
                last[color as usize] = self.playout;
            }
        }
    }

    /// Whether a player has played a move with these keys.
    #[inline]
    pub(super) fn contains(&self, color: Color, keys: MoveKeys) -> bool {
        keys[0].is_some()
            && keys
                .into_iter()
                .flatten()
                .all(|key| self.last[usize::from(key) % KEYS][color as usize] == self.playout)
    }
}
