//! The marbles of a Margo position as sets of bits: connections, freedoms,
//! captures.
//!
//! Groups are found by letting a set of marbles grow over all connections of a
//! level at once, from level to level. What is connected and which marbles have a
//! freedom is not found anew for every ply, but changed where the ply changes it.

use std::ops::Range;

use super::{
    bitboard::{self, Bitboard},
    growth::{Levels, Links, grow},
};
use crate::games::{ByColor, Color, chains::Content, history::key, margo::pyramid::Slot};

/// A set of places of the whole pyramid, level by level, and two empty levels above all.
pub(in crate::games::margo) type Bitboards<T, const N: usize> = [T; N];

/// All levels.
const ALL: Levels = !0;

/// The marbles on a pyramid.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::margo) struct Marbles<T, const N: usize> {
    pub(super) own: ByColor<Bitboards<T, N>>,
    /// What is joined on each level.
    pub(super) links: ByColor<[Links<T>; N]>,
    /// The marbles of groups with a freedom.
    pub(super) alive: ByColor<Bitboards<T, N>>,
    /// The levels on which marbles of a player may have lost their freedom or what has pinned them since
    /// they were captured last: on no other can any be removed.
    pub(super) dirty_levels: ByColor<Levels>,
    /// The holes of the board.
    pub(super) board: T,
    /// Number of levels that hold marbles.
    pub(super) height: usize,
    pub(super) count: usize,
    pub(super) key: u64,
}

impl<T: Bitboard, const N: usize> Marbles<T, N> {
    /// No marbles on a board of `side` × `side` holes.
    pub(in crate::games::margo) fn new(side: u8) -> Marbles<T, N> {
        let none = ByColor {
            black: [T::NONE; N],
            white: [T::NONE; N],
        };
        Marbles {
            own: none,
            links: ByColor {
                black: [Links::NONE; N],
                white: [Links::NONE; N],
            },
            alive: none,
            dirty_levels: ByColor {
                black: ALL,
                white: ALL,
            },
            board: T::square(side),
            height: 0,
            count: 0,
            key: 0,
        }
    }

    /// A number that stands for the position.
    pub(in crate::games::margo) fn key(&self) -> u64 {
        self.key
    }

    pub(in crate::games::margo) fn count(&self) -> usize {
        self.count
    }

    pub(in crate::games::margo) fn occupied(&self, level: usize) -> T {
        self.own.black[level] | self.own.white[level]
    }

    pub(in crate::games::margo) fn is_occupied(&self, place: Slot) -> bool {
        // Of which color nobody can guess.
        holds(&self.own.black, place) | holds(&self.own.white, place)
    }

    /// Whether a marble could be put on a place as far as support goes.
    pub(in crate::games::margo) fn is_open(&self, place: Slot) -> bool {
        !self.is_occupied(place) && self.is_supported(place)
    }

    /// All places where a marble could be put as far as support goes.
    pub(in crate::games::margo) fn open_slots(&self) -> impl Iterator<Item = Slot> {
        self.levels()
            .flat_map(|level| self.open(level).places(level))
    }

    /// Whether a place is a hole, or there are marbles on all four places below.
    pub(in crate::games::margo) fn is_supported(&self, place: Slot) -> bool {
        let Some(below) = usize::from(place.level).checked_sub(1) else {
            return true;
        };
        let part = T::part(place);
        let own = [self.own.black[below], self.own.white[below]].map(|own| own.near(part));
        (T::it(place, part).below() & !(own[0] | own[1])).is_none()
    }

    pub(in crate::games::margo) fn color(&self, place: Slot) -> Option<Color> {
        let level = usize::from(place.level);
        let holds = |&color: &Color| self.own[color][level].holds(place);
        Color::ALL.into_iter().find(holds)
    }

    /// The marbles of a player on a level.
    pub(in crate::games::margo) fn of(&self, color: Color, level: usize) -> T {
        self.own[color][level]
    }

    /// The places where a marble could be put as far as support goes.
    pub(super) fn open(&self, level: usize) -> T {
        let supported = match level.checked_sub(1) {
            Some(below) => self.occupied(below).carried(),
            None => self.board,
        };
        supported & !self.occupied(level)
    }

    /// The levels with marbles or open places.
    pub(in crate::games::margo) fn levels(&self) -> Range<usize> {
        0..(self.height + 1).min(N - 2)
    }

    /// The marbles of a level that are not buried.
    pub(in crate::games::margo) fn visible(&self, level: usize) -> T {
        self.active(Color::Black, level) | self.active(Color::White, level)
    }

    /// The marbles that are buried.
    pub(in crate::games::margo) fn buried(&self) -> Bitboards<T, N> {
        let mut buried = [T::NONE; N];
        for level in self.levels() {
            buried[level] = self.occupied(level) & !self.visible(level);
        }
        buried
    }

    /// The marbles of a player on a level that are not buried.
    pub(super) fn active(&self, color: Color, level: usize) -> T {
        self.links[color][level].active
    }

    /// Finds out which groups there are and which have a freedom, when nothing is known of them.
    pub(in crate::games::margo) fn find_groups(&mut self) {
        self.find_joints(0..N - 2);
        self.find_alive(ALL);
    }

    /// Finds out what is joined on some levels, after anything may have changed.
    pub(super) fn find_joints(&mut self, levels: Range<usize>) {
        for level in levels {
            let buried_by = self.occupied(level + 2);
            for color in Color::ALL {
                let enemy_above = self.own[color.other()][level + 1];
                self.links[color][level] =
                    Links::of(self.own[color][level], buried_by, enemy_above);
            }
        }
    }

    /// Lets a set of marbles of a player grow to whole groups, or until it is `enough`.
    pub(super) fn grow(
        &self,
        color: Color,
        reached: &mut Bitboards<T, N>,
        pending: Levels,
        enough: impl Fn(&Bitboards<T, N>) -> bool,
    ) {
        let links = &self.links[color][..self.height];
        grow(links, |_, set| set, reached, pending, enough);
    }

    pub(super) fn empty_holes(&self) -> T {
        self.board & !self.occupied(0)
    }

    /// The marbles of a player that have a freedom themselves.
    pub(super) fn breathing(&self, color: Color) -> T {
        self.active(color, 0) & self.empty_holes().beside()
    }

    /// Finds out which marbles are in groups with a freedom, when there may be more of them than are known
    /// as something has changed on some levels.
    pub(super) fn find_alive(&mut self, changed: Levels) {
        for color in Color::ALL {
            let breathing = self.breathing(color);
            let mut alive = self.alive[color];
            alive[0] = alive[0] | breathing;
            self.grow(color, &mut alive, changed | 1, |_| false);
            self.alive[color] = alive;
        }
    }

    /// The group of the marble on a place.
    pub(in crate::games::margo) fn group(&self, place: Slot, color: Color) -> Bitboards<T, N> {
        let mut group = [T::NONE; N];
        group[usize::from(place.level)] = T::at(place);
        self.grow(color, &mut group, 1 << place.level, |_| false);
        group
    }

    /// Puts a marble that is given, not played.
    pub(in crate::games::margo) fn place_unchecked(&mut self, place: Slot, color: Color) {
        let level = usize::from(place.level);
        self.own[color][level].insert(bitboard::index::<T>(place));
        self.height = self.height.max(level + 1);
        self.count += 1;
        self.key ^= feature::<T>(place, color);
    }

    /// Whether the group of a marble has a freedom.
    pub(in crate::games::margo) fn breathes(&self, place: Slot, color: Color) -> bool {
        holds(&self.alive[color], place)
    }

    /// Whether no marble of a player can be captured, as far as is known.
    pub(in crate::games::margo) fn is_settled(&self, color: Color) -> bool {
        self.dirty_levels[color] == 0
    }

    /// Whether an open place is one on which a marble of a player is certain to have a
    /// freedom in the end, whatever it captures.
    ///
    /// A hole is one if another empty hole is next to it. A higher place is one if the
    /// marble would be connected with a group that has a freedom, and would bury no marble
    /// of any such group: then that group stays whole. No capture takes a
    /// freedom away: it fills no hole, buries nothing, crosses over no link, and removes
    /// marbles of groups without a freedom only, also where own ones go (`revealed-captures`).
    /// Which of the captured marbles stay (`buried: stay`) makes no difference to that.
    pub(in crate::games::margo) fn surely_breathes(&self, place: Slot, color: Color) -> bool {
        let part = T::part(place);
        let it = T::it(place, part);
        let level = usize::from(place.level);
        let Some(below) = level.checked_sub(1) else {
            return it.beside().meets(self.holes_nearby(part));
        };
        let alive = |level: usize| self.alive[color][level].near(part);
        let joined = it.beside() & alive(level) | it.below() & alive(below);
        let is_alive = |place: Slot| holds(&self.alive[color], place);
        !joined.is_none() && !place.straight_below().is_some_and(is_alive)
    }

    /// The marbles of a player on a level that have no freedom.
    pub(in crate::games::margo) fn dead(&self, color: Color, level: usize) -> T {
        self.own[color][level] & !self.alive[color][level]
    }

    /// Captures the groups of a player that have no freedom, except the one of
    /// `spared`: removes their marbles but those that something staying rests on, and
    /// those in `kept`. Notes those removed, and those that stay and are not buried then.
    /// Tells whether any was removed. From the top level down: a zombie stays because something
    /// that stays rests on it.
    pub(in crate::games::margo) fn capture(
        &mut self,
        color: Color,
        spared: Option<Slot>,
        kept: Option<&Bitboards<T, N>>,
        gone: &mut Vec<(Slot, Color)>,
        stayed: &mut Vec<(usize, T)>,
    ) -> bool {
        let mut dirty_levels = std::mem::take(&mut self.dirty_levels[color]);
        let spared = spared.map(|place| self.group(place, color));
        let height = self.height;
        let first = stayed.len();
        let mut changed = 0;
        for level in (0..height).rev() {
            if dirty_levels >> level & 1 == 0 {
                continue;
            }
            let but =
                |planes: Option<&Bitboards<T, N>>| planes.map_or(T::NONE, |planes| planes[level]);
            let captured = self.dead(color, level) & !but(spared.as_ref()) & !but(kept);
            if captured.is_none() {
                continue;
            }
            stayed.push((level, captured));
            let removed = captured & !self.occupied(level + 1).below();
            if removed.is_none() {
                continue;
            }
            for place in removed.places(level) {
                self.take(place, color);
                gone.push((place, color));
            }
            // What they have pinned, and what they have buried.
            let below = 1 << level >> 1 | 1 << level >> 2;
            dirty_levels |= below;
            changed |= 1 << level | below | below >> 1;
            for color in Color::ALL {
                self.dirty_levels[color] |= below;
            }
        }
        if changed != 0 {
            self.find_joints(changed.trailing_zeros() as usize..height);
            self.find_alive(changed);
        }
        for (level, captured) in &mut stayed[first..] {
            *captured = *captured & self.visible(*level);
        }
        if spared.is_some() || kept.is_some() && !gone.is_empty() {
            // What has been held may be removed by the next ply.
            self.dirty_levels[color] |= dirty_levels;
        }
        changed != 0
    }

    pub(super) fn take(&mut self, place: Slot, color: Color) {
        let level = usize::from(place.level);
        self.own[color][level].remove(bitboard::index::<T>(place));
        self.count -= 1;
        self.key ^= feature::<T>(place, color);
        while self.height > 0 && self.occupied(self.height - 1).is_none() {
            self.height -= 1;
        }
    }

    /// Makes the position what it was before a marble was put here and others were removed.
    pub(in crate::games::margo) fn take_back(
        &mut self,
        place: Slot,
        mover: Color,
        gone: &[(Slot, Color)],
    ) {
        self.take(place, mover);
        for &(place, color) in gone {
            self.place_unchecked(place, color);
        }
        for color in Color::ALL {
            self.alive[color] = [T::NONE; N];
        }
        self.dirty_levels = ByColor {
            black: ALL,
            white: ALL,
        };
        self.find_groups();
    }

    /// What is joined, as it is known.
    #[cfg(test)]
    pub(in crate::games::margo) fn links(&self) -> &ByColor<[Links<T>; N]> {
        &self.links
    }

    /// The number of a place in [`Marbles::contents`].
    pub(in crate::games::margo) fn number(place: Slot) -> u16 {
        index::<T>(place)
    }

    /// What every place holds, by its number.
    pub(in crate::games::margo) fn contents(&self) -> Vec<Content> {
        let mut contents = vec![Content::Empty; N * (T::ROW * T::ROW) as usize];
        for place in self.all() {
            let piece = self.color(place).map_or(Content::Empty, Content::Piece);
            contents[usize::from(index::<T>(place))] = piece;
        }
        contents
    }

    /// The places of the marbles, level by level from the board up, row by row.
    pub(in crate::games::margo) fn all(&self) -> impl Iterator<Item = Slot> {
        (0..self.height).flat_map(|level| self.occupied(level).places(level))
    }
}

/// Whether a place is in a set.
pub(super) fn holds<T: Bitboard, const N: usize>(set: &Bitboards<T, N>, place: Slot) -> bool {
    set[usize::from(place.level)].holds(place)
}

/// The number of a place.
pub(super) fn index<T: Bitboard>(place: Slot) -> u16 {
    let row = T::ROW as u16;
    (u16::from(place.level) * row + u16::from(place.row)) * row + u16::from(place.column)
}

/// The key of a marble on a place.
pub(super) fn feature<T: Bitboard>(place: Slot, color: Color) -> u64 {
    key(u64::from(index::<T>(place)) * 2 + color as u64)
}
