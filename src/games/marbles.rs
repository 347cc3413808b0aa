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
    history::{Change, key},
    plane::Plane,
    pyramid::Place,
};

/// A set of places of the whole pyramid, level by level, and two empty levels above all.
pub(super) type Planes<T, const N: usize> = [T; N];

/// The marbles on a pyramid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marbles<T, const N: usize> {
    own: ByColor<Planes<T, N>>,
    /// Marbles known to be in a group with a freedom; there may be more of them.
    alive: ByColor<Planes<T, N>>,
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
        self.occupied(usize::from(place.level)).meets(T::at(place))
    }

    pub(super) fn color(&self, place: Place) -> Option<Color> {
        let level = usize::from(place.level);
        let holds = |&color: &Color| self.own[color][level].meets(T::at(place));
        Color::ALL.into_iter().find(holds)
    }

    fn content(&self, place: Place) -> Content {
        self.color(place).map_or(Content::Empty, Content::Piece)
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
        self.own[color][level] & !self.occupied(level + 2).straight_below()
    }

    fn empty_holes(&self) -> T {
        self.board & !self.occupied(0)
    }

    /// The marbles of a player that have a freedom themselves.
    fn breathing(&self, color: Color) -> T {
        self.active(color, 0) & self.empty_holes().beside()
    }

    /// The marbles `entered` of a player with all that are joined to them by links of their level.
    fn fill(&self, color: Color, level: usize, entered: T, active: T) -> T {
        let enemy = self.own[color.other()][level + 1];
        // Of each two joined marbles the one further left, and the one further south.
        let right = active & active >> 1 & !enemy.over_right();
        let north = active & active >> T::ROW & !enemy.over_north();
        let mut reached = entered;
        loop {
            let along = (reached & right) << 1 | reached >> 1 & right;
            let across = (reached & north) << T::ROW | reached >> T::ROW & north;
            let more = reached | along | across;
            if more == reached || more == active {
                return more;
            }
            reached = more;
        }
    }

    /// Lets a set of marbles of a player grow to whole groups. It may be left incomplete
    /// once it holds `goal`.
    fn spread(&self, color: Color, reached: &mut Planes<T, N>, goal: Option<Place>) {
        // Up from the board, where most searches begin, then down, and so on, until a whole
        // pass adds nothing.
        let (mut first, mut up) = (true, true);
        loop {
            let mut grown = false;
            for step in 0..self.height {
                let level = if up { step } else { self.height - 1 - step };
                let before = reached[level];
                let active = self.active(color, level);
                if before == active {
                    continue;
                }
                let below = level.checked_sub(1);
                let below = below.map_or(T::NONE, |below| reached[below].above());
                let entered = before | (below | reached[level + 1].below()) & active;
                if entered != before || (first && !entered.is_none()) {
                    reached[level] = self.fill(color, level, entered, active);
                    grown |= reached[level] != before;
                }
            }
            let done = |place: Place| reached[usize::from(place.level)].meets(T::at(place));
            if !grown || goal.is_some_and(done) {
                return;
            }
            first = false;
            up = !up;
        }
    }

    /// The marbles of a player's groups that have a freedom; perhaps not all once they
    /// hold `goal`.
    fn find_alive(&self, color: Color, goal: Option<Place>) -> Planes<T, N> {
        let mut alive = self.alive[color];
        alive[0] = alive[0] | self.breathing(color);
        self.spread(color, &mut alive, goal);
        alive
    }

    /// The group of the marble on a place.
    pub(super) fn group(&self, place: Place, color: Color) -> Planes<T, N> {
        let mut group = [T::NONE; N];
        group[usize::from(place.level)] = T::at(place);
        self.spread(color, &mut group, None);
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
    pub(super) fn put(&mut self, place: Place, mover: Color) {
        let level = usize::from(place.level);
        let it = T::at(place);
        self.give(place, mover);
        let enemy = mover.other();
        let crosses = level > 0
            && it.beside().meets(self.own[mover][level])
            && (it.below() & self.alive[enemy][level - 1]).len() > 1;
        let buried = level
            .checked_sub(2)
            .map(|below| (below, it.straight_below()));
        for color in Color::ALL {
            let alive = &self.alive[color];
            let suffers = match buried {
                Some((below, marble)) => alive[below].meets(marble),
                None => level == 0 && (it.beside() & alive[0]).meets(!self.breathing(color)),
            };
            if suffers || (crosses && color == enemy) {
                self.alive[color] = [T::NONE; N];
            }
        }
    }

    /// Whether the group of the marble just put has a freedom.
    pub(super) fn breathes(&mut self, place: Place, mover: Color) -> bool {
        let level = usize::from(place.level);
        let it = T::at(place);
        // It is not buried, and no link of it is crossed over: all that would rest on it.
        let alive = &self.alive[mover];
        let below = level.checked_sub(1).map_or(T::NONE, |below| alive[below]);
        if it.beside().meets(alive[level])
            || it.below().meets(below)
            || (level == 0 && it.meets(self.breathing(mover)))
        {
            self.alive[mover][level] = self.alive[mover][level] | it;
            return true;
        }
        self.alive[mover] = self.find_alive(mover, Some(place));
        self.alive[mover][level].meets(it)
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
        let mut alive = self.find_alive(color, None);
        self.alive[color] = alive;
        if let Some(place) = spared {
            let level = usize::from(place.level);
            alive[level] = alive[level] | T::at(place);
            self.spread(color, &mut alive, None);
        }
        array::from_fn(|level| self.own[color][level] & !alive[level])
    }

    /// Removes captured marbles of a player but those that something staying rests on; tells
    /// whether any was removed. From the top level down: a zombie stays because something
    /// that stays rests on it.
    pub(super) fn remove(&mut self, color: Color, captured: &Planes<T, N>) -> bool {
        let mut any = false;
        for level in (0..self.height).rev() {
            let removed = captured[level] & !self.occupied(level + 1).below();
            if removed.is_none() {
                continue;
            }
            any = true;
            self.own[color][level] = self.own[color][level] & !removed;
            for place in removed.places(level) {
                self.count -= 1;
                self.key ^= feature::<T>(place, color);
            }
        }
        while self.height > 0 && self.occupied(self.height - 1).is_none() {
            self.height -= 1;
        }
        any
    }

    /// The places that differ from those at the beginning of the ply, with what they held
    /// then. No ply removes a marble and puts another in its place.
    pub(super) fn changes_since<'a>(
        &'a self,
        before: &'a Marbles<T, N>,
    ) -> impl Iterator<Item = Change> + 'a {
        (0..self.height.max(before.height)).flat_map(move |level| {
            let (was, is) = (before.occupied(level), self.occupied(level));
            let changed = was & !is | is & !was;
            changed
                .places(level)
                .map(move |place| (index::<T>(place), before.content(place)))
        })
    }

    /// What every place holds, by its number.
    pub(super) fn contents(&self) -> Vec<Content> {
        let mut contents = vec![Content::Empty; N * (T::ROW * T::ROW) as usize];
        for place in self.all() {
            contents[usize::from(index::<T>(place))] = self.content(place);
        }
        contents
    }

    /// The places of the marbles, level by level from the board up, row by row.
    pub(super) fn all(&self) -> impl Iterator<Item = Place> {
        (0..self.height).flat_map(|level| self.occupied(level).places(level))
    }
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
