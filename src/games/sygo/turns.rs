//! All turns of a position of Sygo.

use super::rules::Sygo;
use crate::games::{Color, Move, Point, point::Cell};

/// Every legal turn: the pass, then depth first all sequences of stones.
///
/// A sequence is extended if its stones may precede another, whether or not it is a
/// legal turn itself: a later stone may give liberties back, and a placement may end
/// a balance turn only.
pub(in crate::games) struct Turns {
    sygo: Sygo,
    mover: Color,
    cells: Vec<Cell>,
    /// For each stone of the sequence and one more: the next of `cells` to try there.
    next: Vec<usize>,
    stones: Vec<Point>,
    has_passed: bool,
}

impl Turns {
    pub(in crate::games) fn new(sygo: &Sygo, mover: Color) -> Turns {
        Turns {
            sygo: sygo.clone(),
            mover,
            cells: sygo.square().iter().collect(),
            next: vec![0],
            stones: Vec::new(),
            has_passed: false,
        }
    }
}

impl Iterator for Turns {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        if !std::mem::replace(&mut self.has_passed, true) {
            return Some(Move::Pass);
        }
        while let Some(next) = self.next.last_mut() {
            let Some(&cell) = self.cells.get(*next) else {
                self.next.pop();
                self.stones.pop();
                continue;
            };
            *next += 1;
            self.stones.push(self.sygo.square().point(cell));
            let is_legal = self.sygo.is_legal(self.mover, &self.stones);
            if self.sygo.may_precede_another(self.mover, &self.stones) {
                self.next.push(0);
            } else if !is_legal {
                self.stones.pop();
                continue;
            }
            let turn = Move::Stones(self.stones.clone()).canonical();
            if self.next.len() == self.stones.len() {
                self.stones.pop();
            }
            if is_legal {
                return Some(turn);
            }
        }
        None
    }
}
