//! How groups of marbles are found in Margo: sets of marbles that grow over all connections of
//! a level at once, from level to level.

use std::ops::Range;

use super::{ByColor, Color, plane::Plane};

/// The marbles of both players, level by level, or those in a part of the board.
pub(super) trait Marbled {
    type Set: Plane;

    /// The marbles of a player on a level.
    fn own(&self, color: Color, level: usize) -> Self::Set;

    /// The marbles of a player on a level that are not buried.
    fn active(&self, color: Color, level: usize) -> Self::Set {
        self.own(color, level) & !self.occupied(level + 2).straight_below()
    }

    fn occupied(&self, level: usize) -> Self::Set {
        self.own(Color::Black, level) | self.own(Color::White, level)
    }

    /// The marbles `entered` of a player with all that are joined to them by links of their level.
    fn fill(&self, color: Color, level: usize, entered: Self::Set, active: Self::Set) -> Self::Set {
        let enemy = self.own(color.other(), level + 1);
        let row = Self::Set::ROW;
        // Of each two joined marbles the one further left, and the one further south.
        let right = active & active >> 1 & !enemy.over_right();
        let north = active & active >> row & !enemy.over_north();
        let (mut before, mut reached) = (Self::Set::NONE, entered);
        while reached != before && reached != active {
            before = reached;
            let along = (before & right) << 1 | before >> 1 & right;
            let across = (before & north) << row | before >> row & north;
            reached = before | along | across;
        }
        reached
    }

    /// Lets a set of marbles of a player grow to whole groups, as far as these lie on some
    /// levels. It may be left incomplete once it is `enough`.
    fn grow<const N: usize>(
        &self,
        color: Color,
        reached: &mut [Self::Set; N],
        levels: Range<usize>,
        enough: impl Fn(&[Self::Set; N]) -> bool,
    ) {
        let bits = |levels: Range<usize>| (1u32 << levels.end) - (1u32 << levels.start);
        let all = bits(levels.clone());
        // The levels on which the set is as it was given, and those that are still to be looked at.
        let has_some = |&level: &usize| !reached[level].is_none();
        let mut given = levels
            .clone()
            .filter(has_some)
            .fold(0, |given, level| given | 1 << level);
        let mut pending = given;
        // Up from the board, where most searches begin, then down, and so on.
        let mut up = true;
        while pending != 0 {
            for step in 0..levels.len() {
                let level = if up {
                    levels.start + step
                } else {
                    levels.end - 1 - step
                };
                let it = 1 << level;
                if pending & it == 0 {
                    continue;
                }
                let first = given & it != 0;
                given &= !it;
                let beside = (it << 1 | it >> 1) & all;
                pending = pending & !it | if first { beside } else { 0 };
                let before = reached[level];
                let active = self.active(color, level);
                if before == active {
                    continue;
                }
                let below = level.checked_sub(1);
                let below = below.map_or(Self::Set::NONE, |below| reached[below].above());
                let entered = before | (below | reached[level + 1].below()) & active;
                if entered == before && !first {
                    continue;
                }
                reached[level] = self.fill(color, level, entered, active);
                if reached[level] != before {
                    pending |= beside;
                }
                if enough(reached) {
                    return;
                }
            }
            up = !up;
        }
    }
}

/// The marbles of the whole board.
impl<T: Plane, const N: usize> Marbled for ByColor<[T; N]> {
    type Set = T;

    fn own(&self, color: Color, level: usize) -> T {
        self[color][level]
    }
}

/// Those in a part of the board.
pub(super) struct Nearby<'a, T, const N: usize> {
    pub(super) all: &'a ByColor<[T; N]>,
    /// The part's number: see [`Plane::part`].
    pub(super) part: usize,
}

impl<T: Plane, const N: usize> Marbled for Nearby<'_, T, N> {
    type Set = T::Near;

    fn own(&self, color: Color, level: usize) -> T::Near {
        self.all[color][level].near(self.part)
    }

    /// But for those at the rim, of which what buries them or crosses over their links may lie
    /// outside the part.
    fn active(&self, color: Color, level: usize) -> T::Near {
        let covered = self.occupied(level + 2).straight_below();
        self.own(color, level) & !covered & T::inner(self.part)
    }
}
