//! Plies and values are counted before they are stored, so that no record exceeds its limits.

use super::TreeBuilder;
use crate::record::{model::FaultKind, property::Name};

impl TreeBuilder<'_> {
    /// Counts the move of the current node, if it has not been; returns its number.
    pub(super) fn count_ply(&mut self, start: usize, end: usize) -> u32 {
        let moved = std::mem::replace(&mut self.has_moved, true);
        let Some(level) = self.levels.last_mut() else {
            return 0;
        };
        level.plies += u32::from(!moved);
        let (plies, most) = (level.plies, self.bounds.limits.max_plies);
        if plies > most && self.most_plies <= most {
            self.is_full = true;
            self.fault(FaultKind::TooManyPlies, start..end);
        }
        self.most_plies = self.most_plies.max(plies);
        plies
    }

    /// Counts the `number`th value of a property. Returns whether it is within the limits.
    #[inline]
    pub(super) fn can_add_value(
        &mut self,
        name: Name,
        number: usize,
        bracket: usize,
        end: usize,
    ) -> bool {
        let values = self.arena.values.len();
        if self.budget.takes_short_move(name, end - bracket, values) {
            return true;
        }
        self.count_value(name, number, bracket, end)
    }

    /// Out of the way of the values of moves, which are almost all.
    #[inline(never)]
    fn count_value(&mut self, name: Name, number: usize, bracket: usize, end: usize) -> bool {
        let raw = &self.text[bracket + 1..end - 1];
        let values = self.arena.values.len();
        let exceeded = self.budget.count_value(name, number, raw, values);
        if let Some(kind) = exceeded {
            self.is_full = true;
            self.fault(kind, bracket..end);
        }
        exceeded.is_none()
    }
}
