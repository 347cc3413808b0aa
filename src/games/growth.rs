//! How groups of marbles are found in Margo: sets of marbles that grow over all connections of
//! a level at once, from level to level.

use std::ops::Range;

use super::plane::Plane;

/// What the marbles of a player on one level are joined by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Joints<T> {
    /// The marbles that are not buried.
    pub(super) active: T,
    /// Of each two of them that are connected on this level the one further left, and the one further south.
    pub(super) right: T,
    pub(super) north: T,
}

impl<T: Plane> Joints<T> {
    pub(super) const NONE: Joints<T> = Joints {
        active: T::NONE,
        right: T::NONE,
        north: T::NONE,
    };

    /// Of a player's marbles, when two others of the player's opponent lie over each link of these.
    pub(super) fn of(own: T, straight_above: T, enemy_above: T) -> Joints<T> {
        let active = own & !straight_above.straight_below();
        Joints {
            active,
            right: active & active >> 1 & !enemy_above.over_right(),
            north: active & active >> T::ROW & !enemy_above.over_north(),
        }
    }

    /// Those in a part of the board.
    pub(super) fn near(&self, part: usize) -> Joints<T::Near> {
        Joints {
            active: self.active.near(part),
            right: self.right.near(part),
            north: self.north.near(part),
        }
    }

    /// Those of other marbles only.
    pub(super) fn without(&self, marbles: T) -> Joints<T> {
        Joints {
            active: self.active & !marbles,
            right: self.right & !marbles,
            north: self.north & !marbles,
        }
    }

    /// Connects a marble on which nothing rests with others of the player next to it.
    pub(super) fn join(&mut self, it: T::Near, own: T::Near, part: usize) {
        self.right.add(it & own >> 1 | own & it >> 1, part);
        let row = T::ROW;
        self.north.add(it & own >> row | own & it >> row, part);
    }

    /// Takes away connections to the right and to the north; says of which marbles.
    pub(super) fn cut(&mut self, links: [T::Near; 2], part: usize) -> T::Near {
        let [right, north] = [self.right, self.north].map(|joints| joints.near(part));
        let [right, north] = [right & links[0], north & links[1]];
        self.right.take(right, part);
        self.north.take(north, part);
        right | right << 1 | north | north << T::ROW
    }

    /// Takes away a marble that is buried; says with which others of the level it was connected.
    pub(super) fn bury(&mut self, it: T::Near, part: usize) -> T::Near {
        self.active.take(it, part);
        self.cut([it | it >> 1, it | it >> T::ROW], part) & !it
    }

    /// The marbles `entered` with all that are joined to them by links of their level.
    fn fill(&self, entered: T) -> T {
        let (right, north) = (self.right, self.north);
        let (mut before, mut reached) = (T::NONE, entered);
        while reached != before && reached != self.active {
            before = reached;
            reached = reached | (reached & right) << 1 | reached >> 1 & right;
            reached = reached | (reached & north) << T::ROW | reached >> T::ROW & north;
        }
        reached
    }
}

/// A set of levels, one bit each.
pub(super) type Levels = u32;

/// Lets a set of marbles of a player grow to whole groups, as far as these lie on some
/// levels, beginning with those that are `pending`. It may be left incomplete once it is `enough`.
pub(super) fn grow<T: Plane, const N: usize>(
    joints: impl Fn(usize) -> Joints<T>,
    reached: &mut [T; N],
    levels: Range<usize>,
    mut pending: Levels,
    enough: impl Fn(&[T; N]) -> bool,
) {
    let all = (1 << levels.end) - (1 << levels.start);
    // The levels on which the set is as it was given.
    let mut given = levels
        .clone()
        .filter(|&level| pending >> level & 1 == 1 && !reached[level].is_none())
        .fold(0, |given, level| given | 1 << level);
    pending &= all;
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
            let joints = joints(level);
            if before == joints.active {
                continue;
            }
            let below = level.checked_sub(1);
            let below = below.map_or(T::NONE, |below| reached[below].above());
            let entered = before | (below | reached[level + 1].below()) & joints.active;
            if entered == before && !first {
                continue;
            }
            reached[level] = joints.fill(entered);
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
