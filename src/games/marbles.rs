//! The marbles of a Margo position as sets of bits: connections, freedoms,
//! captures.
//!
//! Groups are found by letting a set of marbles grow over all connections of a
//! level at once, from level to level. Which marbles have a freedom is not found
//! anew for every ply: what is known of each player stays true as long as a
//! placement takes nothing away from it (see [`Marbles::put`]).

use std::{array, ops::Range};

use super::{ByColor, Color, chains::Content, history::key, plane::Plane, pyramid::Place};

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

    /// Lets a set of marbles of a player grow to whole groups, as far as these lie on some
    /// levels. It may be left incomplete once it is `enough`.
    fn spread(
        &self,
        color: Color,
        reached: &mut Planes<T, N>,
        levels: Range<usize>,
        enough: impl Fn(&Planes<T, N>) -> bool,
    ) {
        let bits = |levels: Range<usize>| (1u32 << levels.end) - (1u32 << levels.start);
        // The levels on which the set has not grown yet, and those beside a level that has.
        let mut given = levels
            .clone()
            .filter(|&level| !reached[level].is_none())
            .fold(0, |given, level| given | 1u32 << level);
        let mut pending = (given | given << 1 | given >> 1) & bits(levels.clone());
        // Up from the board, where most searches begin, then down, and so on.
        let (mut level, mut up) = (levels.start, true);
        while pending != 0 {
            let ahead = pending
                & if up {
                    u32::MAX << level
                } else {
                    bits(0..level + 1)
                };
            if ahead == 0 {
                up = !up;
                continue;
            }
            let nearest = if up {
                ahead.trailing_zeros()
            } else {
                ahead.ilog2()
            };
            level = nearest as usize;
            pending &= !(1 << level);
            let before = reached[level];
            let active = self.active(color, level);
            if before == active {
                continue;
            }
            let below = level.checked_sub(1);
            let below = below.map_or(T::NONE, |below| reached[below].above());
            let entered = before | (below | reached[level + 1].below()) & active;
            if entered == before && given & 1 << level == 0 {
                continue;
            }
            given &= !(1 << level);
            reached[level] = self.fill(color, level, entered, active);
            if reached[level] != before {
                pending |= (1 << (level + 1) | 1 << level >> 1) & bits(levels.clone());
                if enough(reached) {
                    return;
                }
            }
        }
    }

    /// The marbles of a player's groups that have a freedom; perhaps not all once they
    /// hold `goal`.
    fn find_alive(&self, color: Color, goal: Option<Place>) -> Planes<T, N> {
        let mut alive = self.alive[color];
        alive[0] = alive[0] | self.breathing(color);
        let done = |alive: &Planes<T, N>| {
            goal.is_some_and(|place| alive[usize::from(place.level)].meets(T::at(place)))
        };
        self.spread(color, &mut alive, 0..self.height, done);
        alive
    }

    /// The group of the marble on a place.
    pub(super) fn group(&self, place: Place, color: Color) -> Planes<T, N> {
        let mut group = [T::NONE; N];
        group[usize::from(place.level)] = T::at(place);
        self.spread(color, &mut group, 0..self.height, |_| false);
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
        let it = T::at(place);
        self.give(place, mover);
        if level == 0 {
            let filled = it.beside();
            for color in Color::ALL {
                let suffers = filled & self.alive[color][0] & !self.breathing(color);
                suffers
                    .places(0)
                    .all(|marble| self.finds_freedom(color, marble));
            }
        }
        if let Some(below) = level.checked_sub(1) {
            // Of each two marbles whose connection is crossed over the one further left, or south.
            let (enemy, own) = (mover.other(), self.own[mover][level]);
            let right = it & own << T::ROW | own & it << T::ROW;
            let north = it & own << 1 | own & it << 1;
            let alive = self.alive[enemy][below];
            let right = right & alive & alive >> 1;
            let north = north & alive & alive >> T::ROW;
            let ends = right | right << 1 | north | north << T::ROW;
            self.keep_joined(enemy, below, [ends, T::NONE]);
        }
        if let Some(below) = level.checked_sub(2) {
            let buried = it.straight_below();
            for color in Color::ALL {
                let alive = &mut self.alive[color];
                if alive[below].meets(buried) {
                    alive[below] = alive[below] & !buried;
                    // It has had no freedom itself: the holes beside it are full. And all marbles that it
                    // rests on are buried, each by one of those beside the new one.
                    let ends = [
                        buried.beside() & alive[below],
                        buried.above() & alive[below + 1],
                    ];
                    self.keep_joined(color, below, ends);
                }
            }
        }
    }

    /// Forgets what is known of a player's freedoms unless these marbles on a level and on that
    /// above, all known to be alive, are still joined to each other.
    fn keep_joined(&mut self, color: Color, level: usize, ends: [T; 2]) {
        if ends[0].len() + ends[1].len() < 2 {
            return;
        }
        let mut reached = [T::NONE; N];
        match (ends[0].split(), ends[1].split()) {
            (Some((first, _)), _) => reached[level] = T::only(first),
            (None, Some((first, _))) => reached[level + 1] = T::only(first),
            (None, None) => {}
        }
        let joined = |reached: &Planes<T, N>| {
            (ends[0] & !reached[level]).is_none() && (ends[1] & !reached[level + 1]).is_none()
        };
        self.look_around(color, level, reached, joined);
    }

    /// Forgets what is known of a player's freedoms unless this marble, known to be alive, still
    /// is so; tells whether it is.
    fn finds_freedom(&mut self, color: Color, marble: Place) -> bool {
        let mut reached = [T::NONE; N];
        reached[0] = T::at(marble);
        let breathing = self.breathing(color);
        self.look_around(color, 0, reached, |reached| reached[0].meets(breathing))
    }

    /// Lets some marbles known to be alive grow on the levels around one, until they are `enough`: then all are
    /// alive; else forgets what is known. Tells which.
    fn look_around(
        &mut self,
        color: Color,
        level: usize,
        mut reached: Planes<T, N>,
        enough: impl Fn(&Planes<T, N>) -> bool,
    ) -> bool {
        let levels = level.saturating_sub(REACH)..(level + 1 + REACH).min(self.height);
        self.spread(color, &mut reached, levels.clone(), &enough);
        let found = enough(&reached);
        let alive = &mut self.alive[color];
        if found {
            for level in levels {
                alive[level] = alive[level] | reached[level];
            }
        } else {
            *alive = [T::NONE; N];
            self.settled[color] = false;
        }
        found
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
        let mut alive = self.find_alive(color, None);
        self.alive[color] = alive;
        if let Some(place) = spared {
            let level = usize::from(place.level);
            alive[level] = alive[level] | T::at(place);
            self.spread(color, &mut alive, 0..self.height, |_| false);
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

/// The number of a place.
fn index<T: Plane>(place: Place) -> u16 {
    let row = T::ROW as u16;
    (u16::from(place.level) * row + u16::from(place.row)) * row + u16::from(place.column)
}

/// The key of a marble on a place.
fn feature<T: Plane>(place: Place, color: Color) -> u64 {
    key(u64::from(index::<T>(place)) * 2 + color as u64)
}
