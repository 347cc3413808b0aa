//! How groups of marbles are found: a set of marbles grows along all links of a level at once,
//! from level to level.

use super::bitboard::Bitboard;

/// The links between marbles of a player on one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::margo) struct Links<T> {
    /// The marbles that are not buried.
    pub(super) active: T,
    /// Of each two of them that are connected on this level, the one further left (`right`) or
    /// further south (`north`).
    pub(super) right: T,
    pub(super) north: T,
}

impl<T: Bitboard> Links<T> {
    pub(super) const EMPTY: Links<T> = Links {
        active: T::EMPTY,
        right: T::EMPTY,
        north: T::EMPTY,
    };

    /// The links of a player's marbles, given the marbles two levels above and the enemy ones one
    /// level above.
    pub(super) fn of(own: T, straight_above: T, enemy_above: T) -> Links<T> {
        let active = own & !straight_above.straight_below();
        Links {
            active,
            right: active & active >> 1 & !enemy_above.crossed_right(),
            north: active & active >> T::ROW & !enemy_above.crossed_north(),
        }
    }

    /// Connects a marble on which nothing rests with the adjacent ones in `own`.
    pub(super) fn join(&mut self, bit: T::Window, own: T::Window, id: usize) {
        let right = bit & own >> 1 | own & bit >> 1;
        self.right.insert_window(right, id);
        let north = bit & own >> T::ROW | own & bit >> T::ROW;
        self.north.insert_window(north, id);
    }

    /// Removes links to the right and to the north. Returns the marbles that had them.
    pub(super) fn cut(&mut self, links: [T::Window; 2], id: usize) -> T::Window {
        let [right, north] = [self.right, self.north].map(|links| links.window(id));
        let [right, north] = [right & links[0], north & links[1]];
        if (right | north).is_empty() {
            return T::Window::EMPTY;
        }
        self.right.remove_window(right, id);
        self.north.remove_window(north, id);
        right | right << 1 | north | north << T::ROW
    }

    /// Removes the links of a marble that is now buried. Returns the marbles of the level that it
    /// was connected with.
    pub(super) fn bury(&mut self, bit: T::Window, id: usize) -> T::Window {
        self.active.remove_window(bit, id);
        self.cut([bit | bit >> 1, bit | bit >> T::ROW], id) & !bit
    }
}

/// A set of levels, one bit each.
pub(super) type Levels = u32;

/// Extends a set of marbles of a player to whole groups, as far as these are on the levels of
/// `links` and in the window that `view` takes of a level, beginning with the `pending` levels. It
/// may be left incomplete once `is_enough` holds.
pub(super) fn grow<S: Bitboard, T: Bitboard, const N: usize>(
    links: &[Links<S>],
    view: impl Fn(usize, S) -> T,
    reached: &mut [T; N],
    mut pending: Levels,
    is_enough: impl Fn(&[T; N]) -> bool,
) {
    let all = (1 << links.len()) - 1;
    pending &= all;
    // The levels whose given marbles have not been extended yet.
    let mut given = pending;
    // Goes upwards, and then starts again from the lowest pending level.
    let mut above = all;
    while pending != 0 {
        let ahead = pending & above;
        let level = if ahead == 0 { pending } else { ahead }.trailing_zeros() as usize;
        let this = 1 << level;
        above = !this & !(this - 1);
        let before = reached[level];
        let is_given = given & this != 0 && !before.is_empty();
        given &= !this;
        pending &= !this;
        let active = view(level, links[level].active);
        let below = level.checked_sub(1);
        let below = below.map_or(T::EMPTY, |below| reached[below].above());
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
        pending |= (this << 1 | this >> 1) & all;
        if is_enough(reached) {
            return;
        }
    }
}

/// The marbles in `entered` and all that are connected with them on their level.
fn fill<T: Bitboard>(entered: T, right: T, north: T) -> T {
    let (mut before, mut reached) = (T::EMPTY, entered);
    while reached != before {
        before = reached;
        reached = reached | (reached & right) << 1 | reached >> 1 & right;
        reached = reached | (reached & north) << T::ROW | reached >> T::ROW & north;
    }
    reached
}
