//! Whether a player has a legal move, decided without trying any.

use super::{
    bitboard::Bitboard,
    state::{FastMarbles, contains},
};
use crate::games::{Color, MargoRepetition, margo::pyramid::Slot};

impl<T: Bitboard, const N: usize, const P: usize> FastMarbles<T, N, P> {
    /// Whether a placement of `mover` is certain to be legal.
    ///
    /// A marble that is certain to have a freedom can only be forbidden by repetition. `none`
    /// forbids nothing, and
    /// `previous-turn` one position, that at the end of the mover's own previous turn. If
    /// nobody has removed anything since, every slot that is empty now was empty then, so no
    /// placement leads back to it. Otherwise at most one of two placements does: that position
    /// would need a marble of the mover in both slots, but a ply fills only one.
    pub(super) fn has_certain_move(
        &mut self,
        mover: Color,
        repetition: MargoRepetition,
        has_removed: bool,
    ) -> bool {
        match repetition {
            MargoRepetition::PreviousTurn if has_removed => {
                let is_safe = |&slot: &Slot| self.is_safe(slot, mover);
                self.all_open().filter(is_safe).nth(1).is_some()
            }
            MargoRepetition::PreviousTurn | MargoRepetition::Never => {
                self.safe_slot(mover).is_some()
            }
            MargoRepetition::Situational | MargoRepetition::Positional => false,
        }
    }

    /// An open slot in which a marble of a player is certain to have a freedom, if there is one;
    /// the same as the last time, as long as it is one.
    pub(super) fn safe_slot(&mut self, mover: Color) -> Option<Slot> {
        let is_open = |slot| !self.is_slot_occupied(slot) && self.has_support(slot);
        let is_safe = |&slot: &Slot| self.is_safe(slot, mover);
        let safe = self.safe_slots[mover]
            .filter(|&slot| is_open(slot) && is_safe(&slot))
            .or_else(|| self.all_open().find(is_safe));
        self.safe_slots[mover] = safe;
        safe
    }

    /// Whether an open slot is one in which a marble of a player is certain to have a
    /// freedom in the end, whatever it captures.
    ///
    /// A hole is one if another empty hole is next to it. A higher slot is one if the marble would
    /// be connected with a group that has a freedom, and would bury no marble of any such group:
    /// then that group stays whole. No capture takes a freedom away: it fills no hole, buries
    /// nothing, crosses over no link, and removes marbles of groups without a freedom only, also
    /// where own ones are removed (`revealed-captures`). Which of the captured marbles stay
    /// (`buried: stay`) makes no difference.
    fn is_safe(&self, slot: Slot, color: Color) -> bool {
        let id = T::window_id(slot);
        let bit = T::bit(slot, id);
        let level = usize::from(slot.level);
        let Some(below) = level.checked_sub(1) else {
            return bit.neighbors().intersects(self.holes_nearby(id));
        };
        let alive = |level: usize| self.alive[color][level].window(id);
        let connected = bit.neighbors() & alive(level) | bit.below() & alive(below);
        let is_alive = |slot: Slot| contains(&self.alive[color], slot);
        !connected.is_empty() && !slot.straight_below().is_some_and(is_alive)
    }
}
