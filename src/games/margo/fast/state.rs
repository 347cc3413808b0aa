//! The marbles of a position as bitboards, with their links and freedoms.

use std::ops::Range;

use super::{
    bitboard::{self, Bitboard},
    growth::{Levels, Links, grow},
};
use crate::games::{Color, color::ColorArray, history::hash_of, margo::pyramid::Slot};

/// A set of slots of the whole pyramid, by level. The two highest levels are always empty.
pub(super) type Bitboards<T, const N: usize> = [T; N];

/// All levels.
const ALL: Levels = !0;

/// The marbles of up to P colors on a board of up to N − 2 levels.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::margo) struct FastMarbles<T, const N: usize, const P: usize = 2> {
    pub(super) marbles: ColorArray<Bitboards<T, N>, P>,
    /// The connections on each level.
    pub(super) links: ColorArray<[Links<T>; N], P>,
    /// The marbles of groups with a freedom.
    pub(super) alive: ColorArray<Bitboards<T, N>, P>,
    /// The levels on which captures have to be searched for: those on which marbles of a player
    /// may have lost their freedom, or the marble that rested on them, since the last search.
    pub(super) dirty_levels: ColorArray<Levels, P>,
    /// The levels whose links or freedoms may have changed by removals since the last count.
    changed_levels: Levels,
    /// The levels on which this ply has removed what rested on marbles or buried them. They stay
    /// dirty: what it may not capture there (`buried: stay`) the next ply may.
    pub(super) uncovered_levels: Levels,
    /// For each player a slot, if known, where a marble was certain to have a freedom.
    pub(super) safe_slots: ColorArray<Option<Slot>, P>,
    /// The holes of the board.
    pub(super) board: T,
    /// The number of levels that marbles may be placed on.
    max_height: usize,
    /// Number of levels that hold marbles.
    pub(super) height: usize,
    pub(super) count: usize,
    pub(super) hash: u64,
}

impl<T: Bitboard, const N: usize, const P: usize> FastMarbles<T, N, P> {
    /// No marbles on a board of `side` × `side` holes and at most `max_height` levels.
    pub(super) fn empty(side: u8, max_height: u8) -> FastMarbles<T, N, P> {
        let none = ColorArray([[T::EMPTY; N]; P]);
        FastMarbles {
            marbles: none,
            links: ColorArray([[Links::EMPTY; N]; P]),
            alive: none,
            dirty_levels: ColorArray([ALL; P]),
            changed_levels: 0,
            uncovered_levels: 0,
            safe_slots: ColorArray([None; P]),
            board: T::square(side),
            max_height: usize::from(max_height.min(side)),
            height: 0,
            count: 0,
            hash: 0,
        }
    }

    /// The colors that marbles can have.
    pub(super) const COLORS: [Color; P] = ColorArray::<(), P>::COLORS;

    /// The other colors.
    pub(super) fn others(color: Color) -> impl Iterator<Item = Color> + Clone {
        (1..P).map(move |step| Self::COLORS[(color as usize + step) % P])
    }

    /// The marbles of some colors on a level.
    fn all_of(&self, colors: impl Iterator<Item = Color>, level: usize) -> T {
        colors.fold(T::EMPTY, |all, color| all | self.marbles[color][level])
    }

    /// All marbles on a level.
    pub(super) fn occupied(&self, level: usize) -> T {
        self.all_of(Self::COLORS.into_iter(), level)
    }

    /// The marbles on a level that are not of a color.
    pub(super) fn not_of(&self, color: Color, level: usize) -> T {
        self.all_of(Self::others(color), level)
    }

    /// The marbles on a level, in a window.
    pub(super) fn occupied_nearby(&self, level: usize, id: usize) -> T::Window {
        let own = |color| self.marbles[color][level].window(id);
        let nothing = T::Window::EMPTY;
        Self::COLORS
            .into_iter()
            .fold(nothing, |all, color| all | own(color))
    }

    /// The marbles on a level that are not of a color, in a window.
    pub(super) fn not_of_nearby(&self, color: Color, level: usize, id: usize) -> T::Window {
        let own = |color| self.marbles[color][level].window(id);
        let nothing = T::Window::EMPTY;
        Self::others(color).fold(nothing, |all, color| all | own(color))
    }

    pub(super) fn is_slot_occupied(&self, slot: Slot) -> bool {
        // Without a branch: which color it would be cannot be predicted.
        let marbles = self.marbles.0.iter();
        marbles.fold(false, |found, own| found | contains(own, slot))
    }

    /// The color of the marble in an occupied slot.
    pub(super) fn color_of_marble(&self, slot: Slot) -> Color {
        // If it is of none of the others, it is of the last color.
        let [others @ .., last] = &Self::COLORS[..] else {
            return Color::Black;
        };
        let is_own = |&&color: &&Color| contains(&self.marbles[color], slot);
        *others.iter().find(is_own).unwrap_or(last)
    }

    /// Whether a slot is a hole, or the four slots below are all occupied.
    pub(super) fn has_support(&self, slot: Slot) -> bool {
        let Some(below) = usize::from(slot.level).checked_sub(1) else {
            return true;
        };
        let id = T::window_id(slot);
        (T::bit(slot, id).below() & !self.occupied_nearby(below, id)).is_empty()
    }

    /// The open slots of a level.
    pub(super) fn open(&self, level: usize) -> T {
        let supported = match level.checked_sub(1) {
            Some(below) => self.occupied(below).supports(),
            None => self.board,
        };
        supported & !self.occupied(level)
    }

    /// All open slots, level by level, row by row.
    pub(super) fn all_open(&self) -> impl Iterator<Item = Slot> {
        self.used_levels()
            .flat_map(|level| self.open(level).slots(level))
    }

    /// The levels with marbles or open slots.
    pub(super) fn used_levels(&self) -> Range<usize> {
        0..(self.height + 1).min(self.max_height)
    }

    /// The marbles of a player on a level that are not buried.
    pub(super) fn active(&self, color: Color, level: usize) -> T {
        self.links[color][level].active
    }

    /// The marbles of a player on a level that have no freedom.
    pub(super) fn dead(&self, color: Color, level: usize) -> T {
        self.marbles[color][level] & !self.alive[color][level]
    }

    /// The marbles of a level that are pinned: another one rests on them.
    pub(super) fn pinned_on(&self, level: usize) -> T {
        self.occupied(level) & self.occupied(level + 1).below()
    }

    /// The marbles of a player that have a freedom themselves.
    pub(super) fn next_to_hole(&self, color: Color) -> T {
        let empty_holes = self.board & !self.occupied(0);
        self.active(color, 0) & empty_holes.neighbors()
    }

    /// Extends a set of marbles of a player to whole groups, or until `is_enough` holds.
    pub(super) fn grow(
        &self,
        color: Color,
        reached: &mut Bitboards<T, N>,
        pending: Levels,
        is_enough: impl Fn(&Bitboards<T, N>) -> bool,
    ) {
        let links = &self.links[color][..self.height];
        grow(links, |_, set| set, reached, pending, is_enough);
    }

    /// The group of a marble.
    pub(super) fn group_of(&self, slot: Slot, color: Color) -> Bitboards<T, N> {
        let mut group = [T::EMPTY; N];
        group[usize::from(slot.level)] = T::of_slot(slot);
        self.grow(color, &mut group, 1 << slot.level, |_| false);
        group
    }

    /// Adds a marble without updating links and freedoms.
    pub(super) fn place_unchecked(&mut self, slot: Slot, color: Color) {
        let level = usize::from(slot.level);
        self.marbles[color][level].insert(bitboard::index::<T>(slot));
        self.height = self.height.max(level + 1);
        self.count += 1;
        self.hash ^= feature::<T, P>(slot, color);
    }

    fn remove_unchecked(&mut self, slot: Slot, color: Color) {
        let level = usize::from(slot.level);
        self.marbles[color][level].remove(bitboard::index::<T>(slot));
        self.count -= 1;
        self.hash ^= feature::<T, P>(slot, color);
        while self.height > 0 && self.occupied(self.height - 1).is_empty() {
            self.height -= 1;
        }
    }

    /// Finds all links and freedoms from the marbles alone.
    pub(super) fn count_all(&mut self) {
        self.alive = ColorArray([[T::EMPTY; N]; P]);
        self.dirty_levels = ColorArray([ALL; P]);
        self.changed_levels = 0;
        self.uncovered_levels = 0;
        self.find_links(0..N - 2);
        self.find_alive(ALL);
    }

    /// Finds the links on some levels.
    fn find_links(&mut self, levels: Range<usize>) {
        for level in levels {
            let straight_above = self.occupied(level + 2);
            for color in Self::COLORS {
                let others_above = self.not_of(color, level + 1);
                self.links[color][level] =
                    Links::of(self.marbles[color][level], straight_above, others_above);
            }
        }
    }

    /// Adds the marbles that have a freedom and are not in `alive` yet, after changes on some
    /// levels that have taken no freedom away.
    fn find_alive(&mut self, changed: Levels) {
        for color in Self::COLORS {
            let mut alive = self.alive[color];
            alive[0] = alive[0] | self.next_to_hole(color);
            self.grow(color, &mut alive, changed | 1, |_| false);
            self.alive[color] = alive;
        }
    }

    /// The highest of the dirty levels below `above` on which a player has marbles without a
    /// freedom. `above`, which has been searched, is clean if each such marble on it is
    /// pinned.
    pub(super) fn next_dead(&mut self, color: Color, above: usize) -> Option<usize> {
        let dirty = self.dirty_levels[color];
        if dirty == 0 {
            return None;
        }
        if (dirty & !self.uncovered_levels) >> above & 1 == 1
            && (self.dead(color, above) & !self.pinned_on(above)).is_empty()
        {
            self.dirty_levels[color] &= !(1 << above);
        }
        let mut below = dirty & !(ALL << above);
        loop {
            let level = below.checked_ilog2()? as usize;
            if !self.dead(color, level).is_empty() {
                return Some(level);
            }
            below &= !(1 << level);
            self.dirty_levels[color] &= !(1 << level) | self.uncovered_levels;
        }
    }

    /// Removes a marble that has no freedom. Links and freedoms are updated by
    /// [`count_after_removals`](Self::count_after_removals).
    pub(super) fn remove_dead(&mut self, slot: Slot, color: Color) {
        self.remove_unchecked(slot, color);
        let level = 1 << slot.level;
        // Marbles that it rested on, and one that it buried, can be captured now.
        let below = level >> 1 | level >> 2;
        for color in Self::COLORS {
            self.dirty_levels[color] |= below;
        }
        self.uncovered_levels |= below;
        self.changed_levels |= level | below | below >> 1;
    }

    /// Updates links and freedoms after removals. None of these takes a freedom away: a removed
    /// marble had none, and its removal can only empty holes and uncover marbles and links.
    pub(super) fn count_after_removals(&mut self) {
        let changed = std::mem::take(&mut self.changed_levels);
        if changed != 0 {
            self.find_links(changed.trailing_zeros() as usize..changed.ilog2() as usize + 1);
            self.find_alive(changed);
        }
    }

    /// Restores the position before a marble was placed and others were removed.
    pub(super) fn take_back(&mut self, slot: Slot, mover: Color, removed: &[(Slot, Color)]) {
        self.remove_unchecked(slot, mover);
        for &(slot, color) in removed {
            self.place_unchecked(slot, color);
        }
        self.count_all();
    }
}

/// Whether a slot is in a set.
pub(super) fn contains<T: Bitboard, const N: usize>(set: &Bitboards<T, N>, slot: Slot) -> bool {
    set[usize::from(slot.level)].contains(slot)
}

/// The number of a slot among all of the pyramid.
pub(super) fn number<T: Bitboard>(slot: Slot) -> u16 {
    let row = T::ROW as u16;
    (u16::from(slot.level) * row + u16::from(slot.row)) * row + u16::from(slot.column)
}

/// The part of the hash that a marble in a slot contributes.
fn feature<T: Bitboard, const P: usize>(slot: Slot, color: Color) -> u64 {
    hash_of(u64::from(number::<T>(slot)) * P as u64 + color as u64)
}
