//! What a placement does to the freedoms of groups.
//!
//! It can take from a group only the freedom at the hole that it fills, the connections of the
//! marble that it buries, and links that it crosses over. The groups concerned are followed in a
//! window around the new marble first, and over the whole board only if the window does not decide.

use super::{
    bitboard::{self, Bitboard},
    growth::grow,
    state::{Bitboards, FastMarbles, contains},
};
use crate::games::{Color, margo::pyramid::Slot};

/// How many levels up and down groups are followed nearby.
const REACH: usize = 3;

/// The number of these levels, and one more that stays empty.
const SPAN: usize = 2 * REACH + 2;

/// Slots in a window of these levels.
type Nearby<T> = [<T as Bitboard>::Window; SPAN];

impl<T: Bitboard, const N: usize, const P: usize> FastMarbles<T, N, P> {
    /// Places a marble in an open slot, and finds which groups have a freedom then.
    ///
    /// A freedom is lost when its hole is filled; a connection when one of its marbles is
    /// buried, or when the new marble and another, neither of that
    /// player, cross over it.
    /// Nothing else takes a freedom from a group.
    pub(super) fn place_and_count(&mut self, slot: Slot, mover: Color) {
        let level = usize::from(slot.level);
        let id = T::window_id(slot);
        let bit = T::bit(slot, id);
        self.place_unchecked(slot, mover);
        self.uncovered_levels = 0;
        // The new marble is connected with all own ones beside and below it: whatever buried these
        // or crossed over their links would have to rest on the new one.
        let own = self.marbles[mover][level].window(id) & bit.neighbors();
        let index = bitboard::index::<T>(slot);
        self.links[mover][level].active.insert(index);
        if !own.is_empty() {
            self.links[mover][level].join(bit, own, id);
        }
        let below = level.checked_sub(1);
        match below {
            None => self.fill(bit, id),
            Some(below) => {
                for enemy in Self::others(mover) {
                    self.cross_over(enemy, bit, below, id);
                }
            }
        }
        if let Some(buried) = slot.straight_below() {
            self.bury(buried, bit.straight_below(), id);
        }
        let alive = own & self.alive[mover][level].window(id);
        let (own_below, alive_below) =
            below.map_or((T::Window::EMPTY, T::Window::EMPTY), |below| {
                let own = self.marbles[mover][below].window(id) & bit.below();
                (own, own & self.alive[mover][below].window(id))
            });
        let has_freedom = || level == 0 && bit.neighbors().intersects(self.holes_nearby(id));
        if alive.is_empty() && alive_below.is_empty() && !has_freedom() {
            self.dirty_levels[mover] |= 1 << level;
            return;
        }
        self.alive[mover][level].insert(index);
        if own != alive || own_below != alive_below {
            self.revive(slot, mover);
        }
    }

    /// Cuts the links of a player on a level that the new marble, above it and not of that player,
    /// crosses over together with those beside it that are not either, and finds which groups
    /// have a freedom then.
    fn cross_over(&mut self, color: Color, bit: T::Window, level: usize, id: usize) {
        let beside = self.not_of_nearby(color, level + 1, id) & bit.neighbors();
        if beside.is_empty() {
            return;
        }
        let crossed = [
            bit & beside << T::ROW | beside & bit << T::ROW,
            bit & beside << 1 | beside & bit << 1,
        ];
        let ends = self.links[color][level].cut(crossed, id);
        if !ends.is_empty() {
            let alive = self.alive[color][level].window(id);
            self.check_connected(color, level, id, [ends & alive, T::Window::EMPTY]);
        }
    }

    /// Finds which groups have a freedom after a hole has been filled.
    fn fill(&mut self, hole: T::Window, id: usize) {
        let near_empty_hole = self.holes_nearby(id).neighbors();
        for color in Self::COLORS {
            let mut endangered =
                hole.neighbors() & self.alive[color][0].window(id) & !near_empty_hole;
            if endangered.is_empty() {
                continue;
            }
            let next_to_hole = self.active(color, 0).window(id) & near_empty_hole;
            while let Some((marble, others)) = endangered.split_lowest() {
                let end = [T::Window::single(marble), T::Window::EMPTY];
                let has_freedom = |reached: &Nearby<T>| next_to_hole.intersects(reached[0]);
                let reached = self.grow_nearby(color, 0, id, end, has_freedom);
                if !has_freedom(&reached) {
                    self.resolve_split(color, 0, id, end, reached, false);
                }
                endangered = others & !reached[0];
            }
        }
    }

    /// Finds which groups have a freedom after a marble has been buried.
    fn bury(&mut self, slot: Slot, bit: T::Window, id: usize) {
        let level = usize::from(slot.level);
        let color = self.color_of_marble(slot);
        let ends = self.links[color][level].bury(bit, id);
        if contains(&self.alive[color], slot) {
            self.alive[color][level].remove(bitboard::index::<T>(slot));
            // It gave no freedom itself: the holes beside it are full. All marbles that it
            // rests on are buried, each by one of those beside the new one.
            let above = bit.above() & self.active(color, level + 1).window(id);
            self.check_connected(color, level, id, [ends, above]);
        }
    }

    /// Finds the marbles that have a freedom since the new marble, which has one, is connected with
    /// them.
    fn revive(&mut self, slot: Slot, mover: Color) {
        let alive = &self.alive[mover];
        let dead = |level: usize, set: T| set & !alive[level];
        let links = &self.links[mover][..self.height];
        let mut revived = [T::EMPTY; N];
        let level = usize::from(slot.level);
        revived[level] = T::of_slot(slot).neighbors() & dead(level, links[level].active);
        if let Some(below) = level.checked_sub(1) {
            revived[below] = T::of_slot(slot).below() & dead(below, links[below].active);
        }
        let pending = 3 << level >> 1;
        grow(links, dead, &mut revived, pending, |_| false);
        for (alive, revived) in self.alive[mover].iter_mut().zip(revived) {
            *alive = *alive | revived;
        }
    }

    /// The empty holes in a window.
    pub(super) fn holes_nearby(&self, id: usize) -> T::Window {
        self.board.window(id) & !self.occupied_nearby(0, id)
    }

    /// Given marbles of what was one group with a freedom, on a level and the one above, in a
    /// window: checks whether they are still connected with each other, and if not, which of them
    /// have a freedom.
    fn check_connected(&mut self, color: Color, level: usize, id: usize, ends: [T::Window; 2]) {
        let first = first_of(ends);
        if first == ends {
            return;
        }
        let [lower, upper] = ends;
        let at = level.min(REACH);
        let is_connected =
            |reached: &Nearby<T>| ((lower & !reached[at]) | (upper & !reached[at + 1])).is_empty();
        let reached = self.grow_nearby(color, level, id, first, is_connected);
        if !is_connected(&reached) {
            self.resolve_split(color, level, id, ends, reached, true);
        }
    }

    /// Follows the groups of marbles on a level and the one above, in a window and on the levels
    /// around, until `is_enough` holds.
    fn grow_nearby(
        &self,
        color: Color,
        level: usize,
        id: usize,
        ends: [T::Window; 2],
        is_enough: impl Fn(&Nearby<T>) -> bool,
    ) -> Nearby<T> {
        let lowest = level.saturating_sub(REACH);
        let at = level - lowest;
        let mut reached = [T::Window::EMPTY; SPAN];
        [reached[at], reached[at + 1]] = ends;
        let links = &self.links[color][lowest..self.height.min(level + 1 + REACH)];
        let view = |_, set: T| set.window(id);
        grow(links, view, &mut reached, 0b11 << at, is_enough);
        reached
    }

    /// Given marbles of what was one group with a freedom, on a level and the one above, in a
    /// window: finds which of their groups have a freedom now. `first` is what the first of them
    /// has reached nearby. If `keeps_one`, the former group's freedoms are all still there, so that
    /// one group has some.
    fn resolve_split(
        &mut self,
        color: Color,
        level: usize,
        id: usize,
        ends: [T::Window; 2],
        first: Nearby<T>,
        keeps_one: bool,
    ) {
        let at = level.min(REACH);
        let next_to_hole = match level - at {
            0 => self.active(color, 0).window(id) & self.holes_nearby(id).neighbors(),
            _ => T::Window::EMPTY,
        };
        let has_freedom = |reached: &Nearby<T>| next_to_hole.intersects(reached[0]);
        let mut some_alive = !keeps_one;
        let mut remaining = ends;
        let mut unresolved = [T::Window::EMPTY; 2];
        let mut first = Some(first);
        while remaining != [T::Window::EMPTY; 2] {
            let end = first_of(remaining);
            if remaining == end && !some_alive && unresolved == [T::Window::EMPTY; 2] {
                return;
            }
            let follow = || self.grow_nearby(color, level, id, end, has_freedom);
            let reached = first.take().unwrap_or_else(follow);
            remaining = [remaining[0] & !reached[at], remaining[1] & !reached[at + 1]];
            if has_freedom(&reached) {
                some_alive = true;
            } else if self.is_complete(&reached, level, id) {
                for (level, dead) in (level - at..).zip(reached) {
                    if !dead.is_empty() {
                        self.dirty_levels[color] |= 1 << level;
                        self.alive[color][level].remove_window(dead, id);
                    }
                }
            } else {
                unresolved = [unresolved[0] | end[0], unresolved[1] | end[1]];
            }
        }
        if some_alive || first_of(unresolved) != unresolved {
            self.resolve_globally(color, level, id, unresolved);
        }
    }

    /// Finds on the whole board which groups of marbles on a level and the one above, in a window,
    /// have a freedom.
    fn resolve_globally(
        &mut self,
        color: Color,
        level: usize,
        id: usize,
        mut ends: [T::Window; 2],
    ) {
        let next_to_hole = self.next_to_hole(color);
        let has_freedom = |group: &Bitboards<T, N>| next_to_hole.intersects(group[0]);
        while ends != [T::Window::EMPTY; 2] {
            let mut group = [T::EMPTY; N];
            for (group, end) in group[level..].iter_mut().zip(first_of(ends)) {
                group.insert_window(end, id);
            }
            self.grow(color, &mut group, 0b11 << level, has_freedom);
            if !has_freedom(&group) {
                for (level, &dead) in group[..self.height].iter().enumerate() {
                    if !dead.is_empty() {
                        self.dirty_levels[color] |= 1 << level;
                        self.alive[color][level] = self.alive[color][level] & !dead;
                    }
                }
            }
            let near = [level, level + 1].map(|level| group[level].window(id));
            ends = [ends[0] & !near[0], ends[1] & !near[1]];
        }
    }

    /// Whether what was reached around a level cannot extend beyond the window or its levels.
    fn is_complete(&self, reached: &Nearby<T>, level: usize, id: usize) -> bool {
        let at = level.min(REACH);
        let all = reached
            .iter()
            .fold(T::Window::EMPTY, |all, &level| all | level);
        (all & !T::interior(id)).is_empty()
            && (level == at || reached[0].is_empty())
            && (level + REACH + 1 >= self.height || reached[at + REACH].is_empty())
    }
}

/// One of the slots on a level and the one above, if there are any.
fn first_of<T: Bitboard>(slots: [T; 2]) -> [T; 2] {
    let one = |slots: T| slots.split_lowest().map(|(index, _)| T::single(index));
    match (one(slots[0]), slots[1]) {
        (Some(lower), _) => [lower, T::EMPTY],
        (None, upper) => [T::EMPTY, one(upper).unwrap_or(T::EMPTY)],
    }
}
