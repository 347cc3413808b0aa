//! What a placement does to the freedoms of groups.
//!
//! It takes little from others: the freedoms at the hole it fills, the connections of the marble it
//! buries, or a link that it crosses over. What hung on these is looked for in a part of the
//! board around the new marble first; only what goes on beyond it is followed over the whole board.

use super::{
    bitboard::{self, Bitboard},
    growth::grow,
    marbles::{Bitboards, Marbles, holds},
};
use crate::games::{Color, margo::pyramid::Slot};

/// How many levels up and down another way is looked for.
const REACH: usize = 3;

/// The levels on which it is looked for, and one more.
const SPAN: usize = 2 * REACH + 2;

/// Places in a part of the board on these levels.
type Around<T> = [<T as Bitboard>::Near; SPAN];

impl<T: Bitboard, const N: usize> Marbles<T, N> {
    /// Puts a marble on an open place, and finds out which groups have a freedom then.
    ///
    /// A freedom goes when its hole is filled, a connection when one of its marbles is
    /// buried, or when it is crossed over by the new marble and another of the same player.
    /// Nothing else takes a freedom from a group.
    pub(in crate::games::margo) fn put(&mut self, place: Slot, mover: Color) {
        let level = usize::from(place.level);
        // All that matters here is near.
        let part = T::part(place);
        let it = T::it(place, part);
        self.place_unchecked(place, mover);
        // What else of the mover is beside it: neither that nor what it rests on is buried, and none of its links is
        // crossed over: all that would rest on it.
        let own = self.own[mover][level].near(part) & it.beside();
        let index = bitboard::index::<T>(place);
        self.links[mover][level].active.insert(index);
        if !own.is_none() {
            self.links[mover][level].join(it, own, part);
        }
        let below = level.checked_sub(1);
        match below {
            None => self.fill(it, part),
            Some(below) if !own.is_none() => {
                let crossed = [
                    it & own << T::ROW | own & it << T::ROW,
                    it & own << 1 | own & it << 1,
                ];
                let enemy = mover.other();
                let ends = self.links[enemy][below].cut(crossed, part);
                if !ends.is_none() {
                    let alive = self.alive[enemy][below].near(part);
                    self.keep_joined(enemy, below, part, [ends & alive, T::Near::NONE]);
                }
            }
            Some(_) => {}
        }
        if let Some(buried) = place.straight_below() {
            self.bury(buried, it.straight_below(), part);
        }
        let alive = own & self.alive[mover][level].near(part);
        let (own_below, alive_below) = below.map_or((T::Near::NONE, T::Near::NONE), |below| {
            let own = self.own[mover][below].near(part) & it.below();
            (own, own & self.alive[mover][below].near(part))
        });
        let has_freedom = || level == 0 && it.beside().meets(self.holes_nearby(part));
        if alive.is_none() && alive_below.is_none() && !has_freedom() {
            self.dirty_levels[mover] |= 1 << level;
            return;
        }
        self.alive[mover][level].insert(index);
        if own != alive || own_below != alive_below {
            self.revive(place, mover);
        }
    }

    /// Finds out which groups have a freedom after a hole has been filled.
    fn fill(&mut self, hole: T::Near, part: usize) {
        let airy = self.holes_nearby(part).beside();
        for color in Color::ALL {
            let mut suffers = hole.beside() & self.alive[color][0].near(part) & !airy;
            if suffers.is_none() {
                continue;
            }
            let breathing = self.active(color, 0).near(part) & airy;
            while let Some((marble, others)) = suffers.split() {
                let end = [T::Near::only(marble), T::Near::NONE];
                let breathes = |reached: &Around<T>| breathing.meets(reached[0]);
                let reached = self.look_around(color, 0, part, end, breathes);
                if !breathes(&reached) {
                    self.divide(color, 0, part, end, reached, false);
                }
                suffers = others & !reached[0];
            }
        }
    }

    /// Finds out which groups have a freedom after a marble has been buried.
    fn bury(&mut self, place: Slot, it: T::Near, part: usize) {
        let level = usize::from(place.level);
        let is_black = holds(&self.own.black, place);
        let color = if is_black { Color::Black } else { Color::White };
        let ends = self.links[color][level].bury(it, part);
        if holds(&self.alive[color], place) {
            self.alive[color][level].remove(bitboard::index::<T>(place));
            // It has had no freedom itself: the holes beside it are full. And all marbles that it
            // rests on are buried, each by one of those beside the new one.
            let above = it.above() & self.active(color, level + 1).near(part);
            self.keep_joined(color, level, part, [ends, above]);
        }
    }

    /// Finds out which marbles have a freedom only since a marble that has one joins them.
    fn revive(&mut self, place: Slot, mover: Color) {
        let alive = &self.alive[mover];
        let dead = |level: usize, set: T| set & !alive[level];
        let links = &self.links[mover][..self.height];
        let mut revived = [T::NONE; N];
        let level = usize::from(place.level);
        revived[level] = T::at(place).beside() & dead(level, links[level].active);
        if let Some(below) = level.checked_sub(1) {
            revived[below] = T::at(place).below() & dead(below, links[below].active);
        }
        let pending = 3 << level >> 1;
        grow(links, dead, &mut revived, pending, |_| false);
        for (alive, revived) in self.alive[mover].iter_mut().zip(revived) {
            *alive = *alive | revived;
        }
    }

    pub(super) fn holes_nearby(&self, part: usize) -> T::Near {
        let occupied = self.own.black[0].near(part) | self.own.white[0].near(part);
        self.board.near(part) & !occupied
    }

    /// Sees whether these marbles on a level and on that above, in a part of the board and all of one group that has a
    /// freedom, are still joined to each other; and if not, which of the groups now have one.
    fn keep_joined(&mut self, color: Color, level: usize, part: usize, ends: [T::Near; 2]) {
        let first = one_of(ends);
        if first == ends {
            return;
        }
        let [lower, upper] = ends;
        let at = level.min(REACH);
        let joined =
            |reached: &Around<T>| ((lower & !reached[at]) | (upper & !reached[at + 1])).is_none();
        let reached = self.look_around(color, level, part, first, joined);
        if !joined(&reached) {
            self.divide(color, level, part, ends, reached, true);
        }
    }

    /// Lets marbles on a level and on that above grow in a part of the board, on the levels around, until
    /// they are `enough`.
    fn look_around(
        &self,
        color: Color,
        level: usize,
        part: usize,
        ends: [T::Near; 2],
        enough: impl Fn(&Around<T>) -> bool,
    ) -> Around<T> {
        let lowest = level.saturating_sub(REACH);
        let at = level - lowest;
        let mut reached = [T::Near::NONE; SPAN];
        [reached[at], reached[at + 1]] = ends;
        let links = &self.links[color][lowest..self.height.min(level + 1 + REACH)];
        let near = |_, set: T| set.near(part);
        grow(links, near, &mut reached, 0b11 << at, enough);
        reached
    }

    /// Finds out which of the groups of these marbles on a level and on that above, all in a part of the board and of one
    /// group until now, have a freedom; the `first` of them has been looked around. If that group `had_one` that has
    /// not gone, one of them has.
    fn divide(
        &mut self,
        color: Color,
        level: usize,
        part: usize,
        ends: [T::Near; 2],
        first: Around<T>,
        had_one: bool,
    ) {
        let at = level.min(REACH);
        let breathing = match level - at {
            0 => self.active(color, 0).near(part) & self.holes_nearby(part).beside(),
            _ => T::Near::NONE,
        };
        let breathes = |reached: &Around<T>| breathing.meets(reached[0]);
        let mut some_alive = !had_one;
        let mut left = ends;
        let mut beyond = [T::Near::NONE; 2];
        let mut first = Some(first);
        while left != [T::Near::NONE; 2] {
            let end = one_of(left);
            if left == end && !some_alive && beyond == [T::Near::NONE; 2] {
                return;
            }
            let look = || self.look_around(color, level, part, end, breathes);
            let reached = first.take().unwrap_or_else(look);
            left = [left[0] & !reached[at], left[1] & !reached[at + 1]];
            if breathes(&reached) {
                some_alive = true;
            } else if self.is_whole(&reached, level, part) {
                for (level, dead) in (level - at..).zip(reached) {
                    if !dead.is_none() {
                        self.dirty_levels[color] |= 1 << level;
                        self.alive[color][level].take(dead, part);
                    }
                }
            } else {
                beyond = [beyond[0] | end[0], beyond[1] | end[1]];
            }
        }
        if some_alive || one_of(beyond) != beyond {
            self.search(color, level, part, beyond);
        }
    }

    /// Finds out on the whole board which of the groups of these marbles on a level and on that above, all in a part of
    /// the board, have a freedom.
    fn search(&mut self, color: Color, level: usize, part: usize, mut ends: [T::Near; 2]) {
        let breathing = self.breathing(color);
        let breathes = |group: &Bitboards<T, N>| breathing.meets(group[0]);
        while ends != [T::Near::NONE; 2] {
            let mut group = [T::NONE; N];
            for (group, end) in group[level..].iter_mut().zip(one_of(ends)) {
                group.add(end, part);
            }
            self.grow(color, &mut group, 0b11 << level, breathes);
            if !breathes(&group) {
                for (level, &dead) in group[..self.height].iter().enumerate() {
                    if !dead.is_none() {
                        self.dirty_levels[color] |= 1 << level;
                        self.alive[color][level] = self.alive[color][level] & !dead;
                    }
                }
            }
            let near = [level, level + 1].map(|level| group[level].near(part));
            ends = [ends[0] & !near[0], ends[1] & !near[1]];
        }
    }

    /// Whether what has grown around a level goes on neither beyond the part nor on levels above or below.
    fn is_whole(&self, reached: &Around<T>, level: usize, part: usize) -> bool {
        let at = level.min(REACH);
        let all = reached
            .iter()
            .fold(T::Near::NONE, |all, &level| all | level);
        (all & !T::core(part)).is_none()
            && (level == at || reached[0].is_none())
            && (level + REACH + 1 >= self.height || reached[at + REACH].is_none())
    }
}

/// One of some places on a level and on that above, as far as there are any.
fn one_of<T: Bitboard>(places: [T; 2]) -> [T; 2] {
    let one = |places: T| places.split().map(|(place, _)| T::only(place));
    match (one(places[0]), places[1]) {
        (Some(lower), _) => [lower, T::NONE],
        (None, upper) => [T::NONE, one(upper).unwrap_or(T::NONE)],
    }
}
