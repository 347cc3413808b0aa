//! How groups of marbles are found in Margo: sets of marbles that grow over all connections of
//! a level at once, from level to level.

use super::bitboard::Bitboard;

/// What the marbles of a player on one level are joined by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::margo) struct Links<T> {
    /// The marbles that are not buried.
    pub(super) active: T,
    /// Of each two of them that are connected on this level the one further left, and the one further south.
    pub(super) right: T,
    pub(super) north: T,
}

impl<T: Bitboard> Links<T> {
    pub(super) const NONE: Links<T> = Links {
        active: T::NONE,
        right: T::NONE,
        north: T::NONE,
    };

    /// Of a player's marbles, with the marbles two levels above them and those of the opponent one level above.
    pub(super) fn of(own: T, straight_above: T, enemy_above: T) -> Links<T> {
        let active = own & !straight_above.straight_below();
        Links {
            active,
            right: active & active >> 1 & !enemy_above.over_right(),
            north: active & active >> T::ROW & !enemy_above.over_north(),
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
        let [right, north] = [self.right, self.north].map(|links| links.near(part));
        let [right, north] = [right & links[0], north & links[1]];
        if (right | north).is_none() {
            return T::Near::NONE;
        }
        self.right.take(right, part);
        self.north.take(north, part);
        right | right << 1 | north | north << T::ROW
    }

    /// Takes away a marble that is buried; says with which others of the level it was connected.
    pub(super) fn bury(&mut self, it: T::Near, part: usize) -> T::Near {
        self.active.take(it, part);
        self.cut([it | it >> 1, it | it >> T::ROW], part) & !it
    }
}

/// A set of levels, one bit each.
pub(super) type Levels = u32;

/// Lets a set of marbles of a player grow to whole groups, as far as these lie on some
/// levels and in the part of the board that is in `view`, beginning with those levels that are `pending`. It may be left
/// incomplete once it is `enough`.
pub(super) fn grow<S: Bitboard, T: Bitboard, const N: usize>(
    links: &[Links<S>],
    view: impl Fn(usize, S) -> T,
    reached: &mut [T; N],
    mut pending: Levels,
    enough: impl Fn(&[T; N]) -> bool,
) {
    let all = (1 << links.len()) - 1;
    pending &= all;
    // Those on which the set is as it was given.
    let mut given = pending;
    // Always upwards, and then from the lowest on again.
    let mut above = all;
    while pending != 0 {
        let ahead = pending & above;
        let level = if ahead == 0 { pending } else { ahead }.trailing_zeros() as usize;
        let it = 1 << level;
        above = !it & !(it - 1);
        let before = reached[level];
        let is_given = given & it != 0 && !before.is_none();
        given &= !it;
        pending &= !it;
        let active = view(level, links[level].active);
        let below = level.checked_sub(1);
        let below = below.map_or(T::NONE, |below| reached[below].above());
        let entered = before | (below | reached[level + 1].below()) & active;
        let after = if entered == active || entered == before && !is_given {
            entered
        } else {
            let [right, north] = [links[level].right, links[level].north];
            fill(entered, view(level, right), view(level, north))
        };
        if after != before {
            reached[level] = after;
        } else if !is_given {
            continue;
        }
        pending |= (it << 1 | it >> 1) & all;
        if enough(reached) {
            return;
        }
    }
}

/// The marbles `entered` with all that are joined to them by links of their level.
fn fill<T: Bitboard>(entered: T, right: T, north: T) -> T {
    let (mut before, mut reached) = (T::NONE, entered);
    while reached != before {
        before = reached;
        reached = reached | (reached & right) << 1 | reached >> 1 & right;
        reached = reached | (reached & north) << T::ROW | reached >> T::ROW & north;
    }
    reached
}
