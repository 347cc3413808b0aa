//! A turn of Sygo stone by stone, for players that cannot try all turns.

use super::rules::{Stone, Sygo, is_own_space};
use crate::games::{Color, Move, Point, chains::Bits, game_state::Candidate, point::Cell};

impl Sygo {
    /// Adds a stone to the turn, the first if `is_first`: it must leave its group with a liberty, so that the turn may
    /// end after every stone. Returns whether the turn ends with it, because it is a placement; `None` if it is
    /// illegal.
    pub(in crate::games) fn add_to_turn(
        &mut self,
        mover: Color,
        point: Point,
        is_first: bool,
    ) -> Option<bool> {
        if is_first {
            self.begin();
        }
        let stone = self.stone_at(point)?;
        if !self.may_add(mover, &stone, is_first) {
            return None;
        }
        self.add_stone(mover, stone, false);
        Some(stone.around.pieces[mover] == 0)
    }

    /// Whether a stone may be added to the turn, as its last one if it is a placement.
    fn may_add(&self, mover: Color, stone: &Stone, is_first: bool) -> bool {
        if !self.chains.is_empty(stone.cell) {
            return false;
        }
        let friends = stone.around.pieces[mover];
        let is_allowed = is_first
            || if friends == 0 {
                self.may_balance(mover)
            } else {
                let friends = Bits(friends).map(|next| stone.neighbors[next]);
                self.growth_fault(&friends).is_none()
            };
        is_allowed && self.leaves_liberty(mover, stone)
    }

    /// The points that a stone may be added to, once the turn has begun.
    pub(in crate::games) fn further_stones(&self, mover: Color) -> impl Iterator<Item = Point> {
        let points = self.square.iter().map(|cell| self.square.point(cell));
        points.filter(move |&point| {
            let stone = self.stone_at(point);
            stone.is_some_and(|stone| self.may_add(mover, &stone, false))
        })
    }

    /// A point for the next stone of a turn of growth.
    pub(in crate::games) fn growth_candidate(&self, mover: Color, site: Cell) -> Candidate {
        if !self.chains.is_empty(site) {
            return Candidate::Closed;
        }
        let point = self.square.point(site);
        match self.stone_at(point) {
            Some(stone)
                if stone.around.pieces[mover] != 0
                    && !is_own_space(stone.around, mover)
                    && self.may_add(mover, &stone, false) =>
            {
                Candidate::Move(Move::Stone(point))
            }
            _ => Candidate::Nothing,
        }
    }
}
