//! The marbles of a Margo position as sets of bits: connections, freedoms,
//! captures.
//!
//! Groups are found by letting a set of marbles grow over all connections of a
//! level at once, from level to level. Which marbles have a freedom is not found
//! anew for every ply: what is known of each player stays true as long as a
//! placement takes nothing away from it (see [`Marbles::put`]).

use std::{array, ops::Range};

use super::{
    ByColor, Color,
    chains::Content,
    growth::{Marbled, Nearby},
    history::key,
    plane::Plane,
    pyramid::Place,
};

/// A set of places of the whole pyramid, level by level, and two empty levels above all.
pub(super) type Planes<T, const N: usize> = [T; N];

/// How many levels up and down another way is looked for.
const REACH: usize = 2;

/// The marbles on a pyramid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marbles<T, const N: usize> {
    own: ByColor<Planes<T, N>>,
    /// Marbles known to be in a group with a freedom; there may be more of them.
    alive: ByColor<Planes<T, N>>,
    /// Whether of each player's marbles those not known to be alive are known to be pinned: then none of
    /// them can be captured, until something pinning them goes.
    settled: ByColor<bool>,
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
            alive: none,
            settled: ByColor::default(),
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
        self.color(place).is_some()
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
    pub(super) fn open(&self, level: usize) -> T {
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
        self.own.active(color, level)
    }

    fn empty_holes(&self) -> T {
        self.board & !self.occupied(0)
    }

    /// The marbles of a player that have a freedom themselves.
    fn breathing(&self, color: Color) -> T {
        self.active(color, 0) & self.empty_holes().beside()
    }

    /// Learns which marbles of a player are in groups with a freedom; perhaps not all once it
    /// is known of the one on a place.
    fn find_alive(&mut self, color: Color, goal: Option<Place>) {
        let breathing = self.breathing(color);
        let alive = &mut self.alive[color];
        alive[0] = alive[0] | breathing;
        let known = |alive: &Planes<T, N>| goal.is_some_and(|place| holds(alive, place));
        self.own.grow(color, alive, 0..self.height, known);
    }

    /// The group of the marble on a place.
    pub(super) fn group(&self, place: Place, color: Color) -> Planes<T, N> {
        let mut group = [T::NONE; N];
        group[usize::from(place.level)] = T::at(place);
        self.own.grow(color, &mut group, 0..self.height, |_| false);
        group
    }

    /// Puts a marble that is given, not played.
    pub(super) fn give(&mut self, place: Place, color: Color) {
        let level = usize::from(place.level);
        self.own[color][level] = self.own[color][level] | T::at(place);
        self.height = self.height.max(level + 1);
        self.count += 1;
        self.key ^= feature::<T>(place, color);
    }

    /// Puts a marble on an open place, and forgets what may no longer be known of freedoms.
    ///
    /// A freedom goes when its hole is filled, a connection when one of its marbles is
    /// buried, or when it is crossed over by the new marble and another of the same player.
    /// Nothing else takes a freedom from a group.
    ///
    /// What is known to be alive has a freedom by a way over marbles that are known to be
    /// alive. If all such ways stay whole, or there is another way for what each has lost, and be it over
    /// marbles that were not known to be alive, nothing need be forgotten.
    pub(super) fn put(&mut self, place: Place, mover: Color) {
        let level = usize::from(place.level);
        // All that matters here is near.
        let part = T::part(place);
        let it = T::at(place).near(part);
        self.give(place, mover);
        if level == 0 {
            for color in Color::ALL {
                let nearby = self.nearby(part);
                let holes = self.board.near(part) & !nearby.occupied(0);
                let breathing = nearby.active(color, 0) & holes.beside();
                let mut suffers = it.beside() & self.alive[color][0].near(part) & !breathing;
                while let Some((marble, others)) = suffers.split() {
                    let mut reached = [T::Near::NONE; N];
                    reached[0] = T::Near::only(marble);
                    let breathes = |reached: &Planes<_, N>| breathing.meets(reached[0]);
                    self.look_around(color, 0, part, &mut reached, breathes);
                    suffers = others & !reached[0];
                }
            }
        }
        if let Some(below) = level.checked_sub(1) {
            // Of each two marbles whose connection is crossed over the one further left, or south.
            let own = self.own[mover][level].near(part);
            let right = it & own << T::ROW | own & it << T::ROW;
            let north = it & own << 1 | own & it << 1;
            let alive = self.alive[mover.other()][below].near(part);
            let right = right & alive & alive >> 1;
            let north = north & alive & alive >> T::ROW;
            let ends = right | right << 1 | north | north << T::ROW;
            self.keep_joined(mover.other(), below, part, [ends, T::Near::NONE]);
        }
        if let Some(below) = level.checked_sub(2) {
            let buried = it.straight_below();
            for color in Color::ALL {
                let alive = &mut self.alive[color];
                let near = alive[below].near(part);
                if near.meets(buried) {
                    alive[below] = alive[below] & !T::from_near(buried, part);
                    // It has had no freedom itself: the holes beside it are full. And all marbles that it
                    // rests on are buried, each by one of those beside the new one.
                    let above = buried.above() & alive[below + 1].near(part);
                    self.keep_joined(color, below, part, [buried.beside() & near, above]);
                }
            }
        }
    }

    fn nearby(&self, part: usize) -> Nearby<'_, T, N> {
        Nearby {
            all: &self.own,
            part,
        }
    }

    /// Forgets what is known of a player's freedoms unless these marbles on a level and on that
    /// above, in a part of the board and all known to be alive, are still joined to each other.
    fn keep_joined(&mut self, color: Color, level: usize, part: usize, ends: [T::Near; 2]) {
        let mut reached = [T::Near::NONE; N];
        let [lower, upper] = ends;
        let alone = match (lower.split(), upper.split()) {
            (Some((first, others)), _) => {
                reached[level] = T::Near::only(first);
                others.is_none() && upper.is_none()
            }
            (None, Some((first, others))) => {
                reached[level + 1] = T::Near::only(first);
                others.is_none()
            }
            (None, None) => true,
        };
        if alone {
            return;
        }
        self.look_around(color, level, part, &mut reached, |reached| {
            (lower & !reached[level]).is_none() && (upper & !reached[level + 1]).is_none()
        });
    }

    /// Lets some marbles known to be alive grow in a part of the board, on the levels around one, until they
    /// are `enough`: then all are alive; else forgets what is known of the player's freedoms.
    fn look_around(
        &mut self,
        color: Color,
        level: usize,
        part: usize,
        reached: &mut Planes<T::Near, N>,
        enough: impl Fn(&Planes<T::Near, N>) -> bool,
    ) {
        let levels = level.saturating_sub(REACH)..(level + 1 + REACH).min(self.height);
        self.nearby(part)
            .grow(color, reached, levels.clone(), &enough);
        let alive = &mut self.alive[color];
        if enough(reached) {
            for level in levels {
                alive[level] = alive[level] | T::from_near(reached[level], part);
            }
        } else {
            *alive = [T::NONE; N];
            self.settled[color] = false;
        }
    }

    /// Whether the group of the marble just put has a freedom.
    pub(super) fn breathes(&mut self, place: Place, mover: Color) -> bool {
        let level = usize::from(place.level);
        let it = T::at(place);
        let part = T::part(place);
        let near = it.near(part);
        // It is not buried, and no link of it is crossed over: all that would rest on it.
        let is_alive = |level: usize, beside: T::Near| {
            let alive = &self.alive[mover];
            alive[level].near(part).meets(beside)
        };
        let holes = self.empty_holes().near(part);
        if is_alive(level, near.beside())
            || level > 0 && is_alive(level - 1, near.below())
            || level == 0 && near.beside().meets(holes)
        {
            self.alive[mover][level] = self.alive[mover][level] | it;
            return true;
        }
        self.find_alive(mover, Some(place));
        let breathes = self.alive[mover][level].meets(it);
        self.settled[mover] &= breathes;
        breathes
    }

    /// Whether no marble of a player can be captured, as far as is known.
    pub(super) fn is_settled(&self, color: Color) -> bool {
        self.settled[color]
    }

    /// Notes that of a player's marbles without a freedom none could be removed.
    pub(super) fn settle(&mut self, color: Color) {
        self.settled[color] = true;
    }

    /// The open places of a level on which a marble of a player is certain to have a
    /// freedom in the end, whatever it captures.
    ///
    /// A hole is one if another empty hole is next to it. A higher place is one if the
    /// marble would be connected with a group that has a freedom, and would bury no marble
    /// of any such group: then that group stays whole. No capture takes a
    /// freedom away: it fills no hole, buries nothing, crosses over no link, and removes
    /// marbles of groups without a freedom only, also where own ones go (`revealed-captures`).
    /// Which of the captured marbles stay (`buried: stay`) makes no difference to that.
    pub(super) fn surely_breathing(&self, color: Color, level: usize) -> T {
        let open = self.open(level);
        let alive = &self.alive[color];
        match level {
            0 => open & open.beside(),
            _ => {
                let joined = alive[level - 1].above() | alive[level].beside();
                let buries = match level.checked_sub(2) {
                    Some(below) => alive[below].straight_above(),
                    None => T::NONE,
                };
                open & joined & !buries
            }
        }
    }

    /// Learns which marbles of a player have no freedom, and returns them. The group of
    /// `spared` counts as having one.
    pub(super) fn dead(&mut self, color: Color, spared: Option<Place>) -> Planes<T, N> {
        self.find_alive(color, None);
        let mut alive = self.alive[color];
        if let Some(place) = spared {
            let level = usize::from(place.level);
            alive[level] = alive[level] | T::at(place);
            self.own.grow(color, &mut alive, 0..self.height, |_| false);
        }
        array::from_fn(|level| self.own[color][level] & !alive[level])
    }

    /// Removes captured marbles of a player but those that something staying rests on; tells
    /// whether any was removed. From the top level down: a zombie stays because something
    /// that stays rests on it.
    pub(super) fn remove(
        &mut self,
        color: Color,
        captured: &Planes<T, N>,
        gone: &mut Vec<(Place, Color)>,
    ) -> bool {
        let before = gone.len();
        for level in (0..self.height).rev() {
            let removed = captured[level] & !self.occupied(level + 1).below();
            if removed.is_none() {
                continue;
            }
            for place in removed.places(level) {
                self.take(place, color);
                gone.push((place, color));
            }
        }
        let any = gone.len() > before;
        if any {
            self.settled = ByColor::default();
        }
        any
    }

    fn take(&mut self, place: Place, color: Color) {
        let level = usize::from(place.level);
        self.own[color][level] = self.own[color][level] & !T::at(place);
        self.count -= 1;
        self.key ^= feature::<T>(place, color);
        while self.height > 0 && self.occupied(self.height - 1).is_none() {
            self.height -= 1;
        }
    }

    /// Makes the position what it was before a marble was put here and others were removed; forgets what
    /// is known of freedoms.
    pub(super) fn take_back(&mut self, place: Place, mover: Color, gone: &[(Place, Color)]) {
        self.take(place, mover);
        for &(place, color) in gone {
            self.give(place, color);
        }
        for color in Color::ALL {
            self.alive[color] = [T::NONE; N];
        }
        self.settled = ByColor::default();
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
