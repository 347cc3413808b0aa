//! The marbles of a Margo position as sets of bits: connections, freedoms,
//! captures.
//!
//! Groups are found by letting a set of marbles grow over all connections of a
//! level at once, from level to level. Which marbles have a freedom is not found
//! anew for every ply: what is known of each player stays true as long as a
//! placement takes nothing away from it (see [`Marbles::put`]).

use std::ops::Range;

use super::{
    ByColor, Color,
    chains::Content,
    growth::{Joints, Levels, grow},
    history::key,
    plane::{self, Plane},
    pyramid::Place,
};

/// A set of places of the whole pyramid, level by level, and two empty levels above all.
pub(super) type Planes<T, const N: usize> = [T; N];

/// All levels.
const ALL: Levels = !0;

/// How many levels up and down another way is looked for.
const REACH: usize = 3;

/// The levels on which it is looked for, and one more.
const SPAN: usize = 2 * REACH + 2;

/// Places in a part of the board on these levels.
type Around<T> = [<T as Plane>::Near; SPAN];

/// The marbles on a pyramid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marbles<T, const N: usize> {
    own: ByColor<Planes<T, N>>,
    joints: ByColor<[Joints<T>; N]>,
    /// The marbles of groups with a freedom.
    alive: ByColor<Planes<T, N>>,
    /// The levels on which marbles of a player may have lost their freedom or what has pinned them since
    /// they were captured last: on no other can any be removed.
    doubtful: ByColor<Levels>,
    /// The holes of the board.
    board: T,
    /// Number of levels that hold marbles.
    height: usize,
    count: usize,
    key: u64,
}

impl<T: Plane, const N: usize> Marbles<T, N> {
    /// No marbles on a board of `side` × `side` holes.
    pub(super) fn new(side: u8) -> Marbles<T, N> {
        let none = ByColor {
            black: [T::NONE; N],
            white: [T::NONE; N],
        };
        Marbles {
            own: none,
            joints: ByColor {
                black: [Joints::NONE; N],
                white: [Joints::NONE; N],
            },
            alive: none,
            doubtful: ByColor {
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
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn occupied(&self, level: usize) -> T {
        self.own.black[level] | self.own.white[level]
    }

    pub(super) fn is_occupied(&self, place: Place) -> bool {
        // Of which colour nobody can guess.
        holds(&self.own.black, place) | holds(&self.own.white, place)
    }

    /// Whether a marble could be put on a place as far as support goes.
    pub(super) fn is_open(&self, place: Place) -> bool {
        !self.is_occupied(place) && self.is_supported(place)
    }

    /// All places where a marble could be put as far as support goes.
    pub(super) fn open_places(&self) -> impl Iterator<Item = Place> {
        self.levels()
            .flat_map(|level| self.open(level).places(level))
    }

    /// Whether a place is a hole, or there are marbles on all four places below.
    pub(super) fn is_supported(&self, place: Place) -> bool {
        let Some(below) = usize::from(place.level).checked_sub(1) else {
            return true;
        };
        let part = T::part(place);
        let own = [self.own.black[below], self.own.white[below]].map(|own| own.near(part));
        (T::it(place, part).below() & !(own[0] | own[1])).is_none()
    }

    pub(super) fn color(&self, place: Place) -> Option<Color> {
        let level = usize::from(place.level);
        let holds = |&color: &Color| self.own[color][level].holds(place);
        Color::ALL.into_iter().find(holds)
    }

    /// The marbles of a player on a level.
    pub(super) fn of(&self, color: Color, level: usize) -> T {
        self.own[color][level]
    }

    /// The places where a marble could be put as far as support goes.
    fn open(&self, level: usize) -> T {
        let supported = match level.checked_sub(1) {
            Some(below) => self.occupied(below).carried(),
            None => self.board,
        };
        supported & !self.occupied(level)
    }

    /// The levels with marbles or open places.
    pub(super) fn levels(&self) -> Range<usize> {
        0..(self.height + 1).min(N - 2)
    }

    /// The marbles of a level that are not buried.
    pub(super) fn visible(&self, level: usize) -> T {
        self.active(Color::Black, level) | self.active(Color::White, level)
    }

    /// The marbles that are buried.
    pub(super) fn buried(&self) -> Planes<T, N> {
        let mut buried = [T::NONE; N];
        for level in self.levels() {
            buried[level] = self.occupied(level) & !self.visible(level);
        }
        buried
    }

    /// The marbles of a player on a level that are not buried.
    fn active(&self, color: Color, level: usize) -> T {
        self.joints[color][level].active
    }

    /// Finds out which groups there are and which have a freedom, when nothing is known of them.
    pub(super) fn find_groups(&mut self) {
        self.find_joints(0..N - 2);
        self.find_alive(ALL);
    }

    /// Finds out what is joined on some levels, after anything may have changed.
    fn find_joints(&mut self, levels: Range<usize>) {
        for level in levels {
            let buried_by = self.occupied(level + 2);
            for color in Color::ALL {
                let enemy_above = self.own[color.other()][level + 1];
                self.joints[color][level] =
                    Joints::of(self.own[color][level], buried_by, enemy_above);
            }
        }
    }

    /// Lets a set of marbles of a player grow to whole groups, or until it is `enough`.
    fn grow(
        &self,
        color: Color,
        reached: &mut Planes<T, N>,
        pending: Levels,
        enough: impl Fn(&Planes<T, N>) -> bool,
    ) {
        let joints = &self.joints[color][..self.height];
        grow(joints, |_, set| set, reached, pending, enough);
    }

    fn empty_holes(&self) -> T {
        self.board & !self.occupied(0)
    }

    /// The marbles of a player that have a freedom themselves.
    fn breathing(&self, color: Color) -> T {
        self.active(color, 0) & self.empty_holes().beside()
    }

    /// Finds out which marbles are in groups with a freedom, when there may be more of them than are known
    /// as something has changed on some levels.
    fn find_alive(&mut self, changed: Levels) {
        for color in Color::ALL {
            let breathing = self.breathing(color);
            let mut alive = self.alive[color];
            alive[0] = alive[0] | breathing;
            self.grow(color, &mut alive, changed | 1, |_| false);
            self.alive[color] = alive;
        }
    }

    /// The group of the marble on a place.
    pub(super) fn group(&self, place: Place, color: Color) -> Planes<T, N> {
        let mut group = [T::NONE; N];
        group[usize::from(place.level)] = T::at(place);
        self.grow(color, &mut group, 1 << place.level, |_| false);
        group
    }

    /// Puts a marble that is given, not played.
    pub(super) fn give(&mut self, place: Place, color: Color) {
        let level = usize::from(place.level);
        self.own[color][level].insert(plane::index::<T>(place));
        self.height = self.height.max(level + 1);
        self.count += 1;
        self.key ^= feature::<T>(place, color);
    }

    /// Puts a marble on an open place, and finds out which groups have a freedom then.
    ///
    /// A freedom goes when its hole is filled, a connection when one of its marbles is
    /// buried, or when it is crossed over by the new marble and another of the same player.
    /// Nothing else takes a freedom from a group.
    pub(super) fn put(&mut self, place: Place, mover: Color) {
        let level = usize::from(place.level);
        // All that matters here is near.
        let part = T::part(place);
        let it = T::it(place, part);
        self.give(place, mover);
        // What else of the mover is beside it: neither that nor what it rests on is buried, and none of its links is
        // crossed over: all that would rest on it.
        let own = self.own[mover][level].near(part) & it.beside();
        let index = plane::index::<T>(place);
        self.joints[mover][level].active.insert(index);
        if !own.is_none() {
            self.joints[mover][level].join(it, own, part);
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
                let ends = self.joints[enemy][below].cut(crossed, part);
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
            self.doubtful[mover] |= 1 << level;
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
    fn bury(&mut self, place: Place, it: T::Near, part: usize) {
        let level = usize::from(place.level);
        let is_black = holds(&self.own.black, place);
        let color = if is_black { Color::Black } else { Color::White };
        let ends = self.joints[color][level].bury(it, part);
        if holds(&self.alive[color], place) {
            self.alive[color][level].remove(plane::index::<T>(place));
            // It has had no freedom itself: the holes beside it are full. And all marbles that it
            // rests on are buried, each by one of those beside the new one.
            let above = it.above() & self.active(color, level + 1).near(part);
            self.keep_joined(color, level, part, [ends, above]);
        }
    }

    /// Finds out which marbles have a freedom only since a marble that has one joins them.
    fn revive(&mut self, place: Place, mover: Color) {
        let alive = &self.alive[mover];
        let dead = |level: usize, set: T| set & !alive[level];
        let joints = &self.joints[mover][..self.height];
        let mut revived = [T::NONE; N];
        let level = usize::from(place.level);
        revived[level] = T::at(place).beside() & dead(level, joints[level].active);
        if let Some(below) = level.checked_sub(1) {
            revived[below] = T::at(place).below() & dead(below, joints[below].active);
        }
        let pending = 3 << level >> 1;
        grow(joints, dead, &mut revived, pending, |_| false);
        for (alive, revived) in self.alive[mover].iter_mut().zip(revived) {
            *alive = *alive | revived;
        }
    }

    fn holes_nearby(&self, part: usize) -> T::Near {
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
        let joints = &self.joints[color][lowest..self.height.min(level + 1 + REACH)];
        let near = |_, set: T| set.near(part);
        grow(joints, near, &mut reached, 0b11 << at, enough);
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
                        self.doubtful[color] |= 1 << level;
                        self.alive[color][level].take(dead, part);
                    }
                }
            } else {
                beyond = [beyond[0] | end[0], beyond[1] | end[1]];
            }
        }
        if one_of(beyond) == beyond && !some_alive {
            return;
        }
        while beyond != [T::Near::NONE; 2] {
            let mut group = [T::NONE; N];
            for (group, end) in group[level..].iter_mut().zip(one_of(beyond)) {
                group.add(end, part);
            }
            let breathing = self.breathing(color);
            let breathes = |group: &Planes<T, N>| breathing.meets(group[0]);
            self.grow(color, &mut group, 0b11 << level, breathes);
            if !breathes(&group) {
                for (level, &dead) in group[..self.height].iter().enumerate() {
                    if !dead.is_none() {
                        self.doubtful[color] |= 1 << level;
                        self.alive[color][level] = self.alive[color][level] & !dead;
                    }
                }
            }
            let near = [level, level + 1].map(|level| group[level].near(part));
            beyond = [beyond[0] & !near[0], beyond[1] & !near[1]];
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

    /// Whether the group of a marble has a freedom.
    pub(super) fn breathes(&self, place: Place, color: Color) -> bool {
        holds(&self.alive[color], place)
    }

    /// Whether no marble of a player can be captured, as far as is known.
    pub(super) fn is_settled(&self, color: Color) -> bool {
        self.doubtful[color] == 0
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
    pub(super) fn surely_breathes(&self, place: Place, color: Color) -> bool {
        let part = T::part(place);
        let it = T::it(place, part);
        let level = usize::from(place.level);
        let Some(below) = level.checked_sub(1) else {
            return it.beside().meets(self.holes_nearby(part));
        };
        let alive = |level: usize| self.alive[color][level].near(part);
        let joined = it.beside() & alive(level) | it.below() & alive(below);
        let is_alive = |place: Place| holds(&self.alive[color], place);
        !joined.is_none() && !place.straight_below().is_some_and(is_alive)
    }

    /// The marbles of a player on a level that have no freedom.
    pub(super) fn dead(&self, color: Color, level: usize) -> T {
        self.own[color][level] & !self.alive[color][level]
    }

    /// Captures the groups of a player that have no freedom, except the one of
    /// `spared`: removes their marbles but those that something staying rests on, and
    /// those in `kept`. Notes those removed, and those that stay and are not buried then.
    /// Tells whether any was removed. From the top level down: a zombie stays because something
    /// that stays rests on it.
    pub(super) fn capture(
        &mut self,
        color: Color,
        spared: Option<Place>,
        kept: Option<&Planes<T, N>>,
        gone: &mut Vec<(Place, Color)>,
        stayed: &mut Vec<(usize, T)>,
    ) -> bool {
        let mut doubtful = std::mem::take(&mut self.doubtful[color]);
        let spared = spared.map(|place| self.group(place, color));
        let height = self.height;
        let first = stayed.len();
        let mut changed = 0;
        for level in (0..height).rev() {
            if doubtful >> level & 1 == 0 {
                continue;
            }
            let but =
                |planes: Option<&Planes<T, N>>| planes.map_or(T::NONE, |planes| planes[level]);
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
            doubtful |= below;
            changed |= 1 << level | below | below >> 1;
            for color in Color::ALL {
                self.doubtful[color] |= below;
            }
        }
        if changed != 0 {
            self.find_joints(changed.trailing_zeros() as usize..height);
            self.find_alive(changed);
        }
        for (level, captured) in &mut stayed[first..] {
            *captured = *captured & self.visible(*level);
        }
        changed != 0
    }

    fn take(&mut self, place: Place, color: Color) {
        let level = usize::from(place.level);
        self.own[color][level].remove(plane::index::<T>(place));
        self.count -= 1;
        self.key ^= feature::<T>(place, color);
        while self.height > 0 && self.occupied(self.height - 1).is_none() {
            self.height -= 1;
        }
    }

    /// Makes the position what it was before a marble was put here and others were removed.
    pub(super) fn take_back(&mut self, place: Place, mover: Color, gone: &[(Place, Color)]) {
        self.take(place, mover);
        for &(place, color) in gone {
            self.give(place, color);
        }
        for color in Color::ALL {
            self.alive[color] = [T::NONE; N];
        }
        self.doubtful = ByColor {
            black: ALL,
            white: ALL,
        };
        self.find_groups();
    }

    /// The number of a place in [`Marbles::contents`].
    pub(super) fn number(place: Place) -> u16 {
        index::<T>(place)
    }

    /// What every place holds, by its number.
    pub(super) fn contents(&self) -> Vec<Content> {
        let mut contents = vec![Content::Empty; N * (T::ROW * T::ROW) as usize];
        for place in self.all() {
            let piece = self.color(place).map_or(Content::Empty, Content::Piece);
            contents[usize::from(index::<T>(place))] = piece;
        }
        contents
    }

    /// The places of the marbles, level by level from the board up, row by row.
    pub(super) fn all(&self) -> impl Iterator<Item = Place> {
        (0..self.height).flat_map(|level| self.occupied(level).places(level))
    }
}

/// One of some places on a level and on that above, as far as there are any.
fn one_of<T: Plane>(places: [T; 2]) -> [T; 2] {
    let one = |places: T| places.split().map(|(place, _)| T::only(place));
    match (one(places[0]), places[1]) {
        (Some(lower), _) => [lower, T::NONE],
        (None, upper) => [T::NONE, one(upper).unwrap_or(T::NONE)],
    }
}

/// Whether a place is in a set.
fn holds<T: Plane, const N: usize>(set: &Planes<T, N>, place: Place) -> bool {
    set[usize::from(place.level)].holds(place)
}

/// The number of a place.
fn index<T: Plane>(place: Place) -> u16 {
    let row = T::ROW as u16;
    (u16::from(place.level) * row + u16::from(place.row)) * row + u16::from(place.column)
}

/// The key of a marble on a place.
fn feature<T: Plane>(place: Place, color: Color) -> u64 {
    key(u64::from(index::<T>(place)) * 2 + color as u64)
}
