//! Sets of slots of one level of the pyramid, one bit each.
//!
//! The slot at column c and row r is bit r · [`Bitboard::ROW`] + c, on every level, so
//! that each relation between slots in the rules is a shift by a constant. The rows
//! are longer than any level is wide: the bits beside a level belong to no slot and
//! never hold a marble, and catch what is shifted over the border.
//!
//! What a single marble affects is near it. It is computed in a *window*: on boards that fit
//! into one machine integer the whole level, on larger ones some rows of it.

use std::{
    fmt::Debug,
    ops::{BitAnd, BitOr, Not, Shl, Shr},
};

use crate::games::margo::pyramid::Slot;

/// A set of slots of one level.
pub(in crate::games::margo) trait Bitboard:
    Copy
    + Debug
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// A set of slots of a window, with the same shifts.
    type Window: Bitboard;
    /// The distance from a slot to the one north of it; more than the largest side of a board.
    const ROW: u32;
    /// No slot.
    const EMPTY: Self;

    /// The slot with this index alone.
    fn single(index: u32) -> Self;

    /// Whether the slot with this index is in the set.
    fn has_index(self, index: u32) -> bool;

    /// The window around a slot: the index of its first bit.
    fn window_id(slot: Slot) -> usize;

    /// The slot alone, in a window.
    fn bit(slot: Slot, id: usize) -> Self::Window;

    /// The slots in a window.
    fn window(self, id: usize) -> Self::Window;

    /// The slots of a window whose neighbors on all levels are in it as well.
    fn interior(id: usize) -> Self::Window;

    /// Adds the slot with this index.
    fn insert(&mut self, index: u32);

    /// Removes the slot with this index.
    fn remove(&mut self, index: u32);

    /// Adds slots of a window.
    fn insert_window(&mut self, slots: Self::Window, id: usize);

    /// Removes slots of a window.
    fn remove_window(&mut self, slots: Self::Window, id: usize);

    /// Number of slots.
    fn len(self) -> u32;

    /// The lowest index and the set without it; `None` if the set is empty.
    fn split_lowest(self) -> Option<(u32, Self)>;

    /// One slot alone.
    fn of_slot(slot: Slot) -> Self {
        Self::single(index::<Self>(slot))
    }

    /// Whether a slot is in the set.
    fn contains(self, slot: Slot) -> bool {
        self.has_index(index::<Self>(slot))
    }

    /// The lowest `side` rows and columns.
    fn square(side: u8) -> Self {
        let row = (0..u32::from(side)).fold(Self::EMPTY, |row, column| row | Self::single(column));
        (1..side).fold(row, |square, _| row | square << Self::ROW)
    }

    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The slots in the order of their indices.
    fn slots(self, level: usize) -> impl Iterator<Item = Slot> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let (index, others) = rest.split_lowest()?;
            rest = others;
            Some(Slot {
                level: level as u8,
                row: (index / Self::ROW) as u8,
                column: (index % Self::ROW) as u8,
            })
        })
    }

    /// The slots next to any of these on their level.
    fn neighbors(self) -> Self {
        self << 1 | self >> 1 | self << Self::ROW | self >> Self::ROW
    }

    /// The slots of the level above that rest on any of these.
    fn above(self) -> Self {
        let along = self | self >> 1;
        along | along >> Self::ROW
    }

    /// The slots of the level above that rest on four of these.
    fn supports(self) -> Self {
        let along = self & self >> 1;
        along & along >> Self::ROW
    }

    /// The slots of the level below that any of these rests on.
    fn below(self) -> Self {
        let along = self | self << 1;
        along | along << Self::ROW
    }

    /// The slots straight below these, two levels down.
    fn straight_below(self) -> Self {
        self << (Self::ROW + 1)
    }

    /// The slots of the level below whose links to the right lie under two of these.
    fn crossed_right(self) -> Self {
        self & self << Self::ROW
    }

    /// The slots of the level below whose links to the north lie under two of these.
    fn crossed_north(self) -> Self {
        self & self << 1
    }
}

/// The index of a slot on its level.
pub(super) fn index<T: Bitboard>(slot: Slot) -> u32 {
    u32::from(slot.row) * T::ROW + u32::from(slot.column)
}

macro_rules! bitboard {
    ($(#[doc = $doc:literal])* $name:ident, $integer:ty, $row:literal) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(in crate::games::margo) struct $name(pub(super) $integer);

        impl BitAnd for $name {
            type Output = $name;
            #[inline]
            fn bitand(self, other: $name) -> $name {
                $name(self.0 & other.0)
            }
        }

        impl BitOr for $name {
            type Output = $name;
            #[inline]
            fn bitor(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }

        impl Not for $name {
            type Output = $name;
            #[inline]
            fn not(self) -> $name {
                $name(!self.0)
            }
        }

        impl Shl<u32> for $name {
            type Output = $name;
            #[inline]
            fn shl(self, by: u32) -> $name {
                $name(self.0 << by)
            }
        }

        impl Shr<u32> for $name {
            type Output = $name;
            #[inline]
            fn shr(self, by: u32) -> $name {
                $name(self.0 >> by)
            }
        }

        impl Bitboard for $name {
            type Window = $name;
            const ROW: u32 = $row;
            const EMPTY: $name = $name(0);

            #[inline]
            fn single(index: u32) -> $name {
                $name(1 << index)
            }

            #[inline]
            fn has_index(self, index: u32) -> bool {
                self.0 >> index & 1 == 1
            }

            #[inline]
            fn insert(&mut self, index: u32) {
                self.0 |= 1 << index;
            }

            #[inline]
            fn remove(&mut self, index: u32) {
                self.0 &= !(1 << index);
            }

            #[inline]
            fn window_id(_: Slot) -> usize {
                0
            }

            #[inline]
            fn bit(slot: Slot, _: usize) -> $name {
                $name::of_slot(slot)
            }

            #[inline]
            fn window(self, _: usize) -> $name {
                self
            }

            #[inline]
            fn interior(_: usize) -> $name {
                $name(!0)
            }

            #[inline]
            fn insert_window(&mut self, slots: $name, _: usize) {
                self.0 |= slots.0;
            }

            #[inline]
            fn remove_window(&mut self, slots: $name, _: usize) {
                self.0 &= !slots.0;
            }

            #[inline]
            fn len(self) -> u32 {
                self.0.count_ones()
            }

            #[inline]
            fn split_lowest(self) -> Option<(u32, $name)> {
                let others = $name(self.0 & self.0.wrapping_sub(1));
                (self.0 != 0).then(|| (self.0.trailing_zeros(), others))
            }
        }
    };
}

bitboard!(
    /// A level of a board of up to 7 × 7 holes.
    Bitboard64, u64, 8
);
bitboard!(
    /// A level of a board of up to 10 × 10 holes.
    Bitboard128, u128, 11
);
bitboard!(
    /// A window of a larger level: six rows and some slots more.
    Window128, u128, 20
);
