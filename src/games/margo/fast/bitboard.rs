//! Sets of places on one level of Margo's pyramid, one bit for each.
//!
//! The place at column c and row r is bit r · [`Bitboard::ROW`] + c, on every level.
//! Whatever the rules say of two places is then a shift by a constant. The rows
//! are longer than any level is wide: the bits beside a level stand for no place,
//! hold no marble, and so are where a shift over the border ends.

use std::{
    fmt::Debug,
    ops::{BitAnd, BitOr, Not, Shl, Shr},
};

use crate::games::margo::pyramid::Slot;

/// A set of places on one level.
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
    /// The sets of places in a part of a level, with the same shifts.
    type Near: Bitboard;
    /// From a place to the one north of it; also one more than the largest side of a board.
    const ROW: u32;
    /// No place.
    const NONE: Self;

    /// The place with this index alone.
    fn only(index: u32) -> Self;

    /// Whether the place with this index is one of them.
    fn has(self, index: u32) -> bool;

    /// The number of the part around a place.
    fn part(place: Slot) -> usize;

    /// The place alone, in a part.
    fn it(place: Slot, part: usize) -> Self::Near;

    /// Those in a part.
    fn near(self, part: usize) -> Self::Near;

    /// The places of a part that have all that they can be joined to in it.
    fn core(part: usize) -> Self::Near;

    /// Adds the place with this index.
    fn insert(&mut self, index: u32);

    /// Takes away the place with this index.
    fn remove(&mut self, index: u32);

    /// Adds these in a part.
    fn add(&mut self, near: Self::Near, part: usize);

    /// Takes away these in a part.
    fn take(&mut self, near: Self::Near, part: usize);

    /// Number of places.
    fn len(self) -> u32;

    /// The lowest index, if there is any, and the others.
    fn split(self) -> Option<(u32, Self)>;

    /// The set of one place of a level.
    fn at(place: Slot) -> Self {
        Self::only(index::<Self>(place))
    }

    /// Whether a place of a level is one of them.
    fn holds(self, place: Slot) -> bool {
        self.has(index::<Self>(place))
    }

    /// The lowest `side` rows and columns.
    fn square(side: u8) -> Self {
        let row = (0..u32::from(side)).fold(Self::NONE, |row, column| row | Self::only(column));
        (1..side).fold(row, |square, _| row | square << Self::ROW)
    }

    fn is_none(self) -> bool {
        self == Self::NONE
    }

    fn meets(self, other: Self) -> bool {
        !(self & other).is_none()
    }

    /// The places of a level in the order of their indices.
    fn places(self, level: usize) -> impl Iterator<Item = Slot> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let (index, others) = rest.split()?;
            rest = others;
            Some(Slot {
                level: level as u8,
                column: (index % Self::ROW) as u8,
                row: (index / Self::ROW) as u8,
            })
        })
    }

    /// The places next to any of these on their level.
    fn beside(self) -> Self {
        self << 1 | self >> 1 | self << Self::ROW | self >> Self::ROW
    }

    /// The places of the level above that would rest on any of these.
    fn above(self) -> Self {
        let along = self | self >> 1;
        along | along >> Self::ROW
    }

    /// The places of the level above that would rest on four of these.
    fn carried(self) -> Self {
        let along = self & self >> 1;
        along & along >> Self::ROW
    }

    /// The places of the level below that any of these rests on.
    fn below(self) -> Self {
        let along = self | self << 1;
        along | along << Self::ROW
    }

    /// The places straight below these, two levels down.
    fn straight_below(self) -> Self {
        self << (Self::ROW + 1)
    }

    /// The places of the level below whose links to the right lie under two of these.
    fn over_right(self) -> Self {
        self & self << Self::ROW
    }

    /// The places of the level below whose links to the north lie under two of these.
    fn over_north(self) -> Self {
        self & self << 1
    }
}

pub(super) fn index<T: Bitboard>(place: Slot) -> u32 {
    u32::from(place.row) * T::ROW + u32::from(place.column)
}

macro_rules! plane {
    ($(#[doc = $doc:literal])* $name:ident, $integer:ty, $row:literal) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(in crate::games::margo) struct $name($integer);

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
            type Near = $name;
            const ROW: u32 = $row;
            const NONE: $name = $name(0);

            #[inline]
            fn only(index: u32) -> $name {
                $name(1 << index)
            }

            #[inline]
            fn has(self, index: u32) -> bool {
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
            fn part(_: Slot) -> usize {
                0
            }

            #[inline]
            fn it(place: Slot, _: usize) -> $name {
                $name::at(place)
            }

            #[inline]
            fn near(self, _: usize) -> $name {
                self
            }

            #[inline]
            fn core(_: usize) -> $name {
                $name(!0)
            }

            #[inline]
            fn add(&mut self, near: $name, _: usize) {
                self.0 |= near.0;
            }

            #[inline]
            fn take(&mut self, near: $name, _: usize) {
                self.0 &= !near.0;
            }

            #[inline]
            fn len(self) -> u32 {
                self.0.count_ones()
            }

            #[inline]
            fn split(self) -> Option<(u32, $name)> {
                let others = $name(self.0 & self.0.wrapping_sub(1));
                (self.0 != 0).then(|| (self.0.trailing_zeros(), others))
            }
        }
    };
}

plane!(
    /// Places on a board of up to 7 × 7 holes.
    Bitboard64, u64, 8
);
plane!(
    /// Places on a board of up to 10 × 10 holes.
    Bitboard128, u128, 11
);
plane!(
    /// Places in a part of a larger board, of six rows and more.
    Window128, u128, 20
);

/// Places on a board of up to 19 × 19 holes.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::margo) struct Bitboard384([u64; WORDS]);

const WORDS: usize = 6;
/// Number of the last part.
const LAST: usize = 64 * (WORDS - 2);

/// Of all words at once: the comparison that could be derived is a call.
impl PartialEq for Bitboard384 {
    fn eq(&self, other: &Bitboard384) -> bool {
        let words = self.0.iter().zip(&other.0);
        words.fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
    }
}

impl Bitboard384 {
    fn zip(self, other: Bitboard384, combine: impl Fn(u64, u64) -> u64) -> Bitboard384 {
        Bitboard384(std::array::from_fn(|word| {
            combine(self.0[word], other.0[word])
        }))
    }

    /// The word in which a place is, and its bit there.
    fn bit(index: u32) -> (usize, u32) {
        (index as usize / 64, index % 64)
    }
}

impl BitAnd for Bitboard384 {
    type Output = Bitboard384;
    fn bitand(self, other: Bitboard384) -> Bitboard384 {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Bitboard384 {
    type Output = Bitboard384;
    fn bitor(self, other: Bitboard384) -> Bitboard384 {
        self.zip(other, |a, b| a | b)
    }
}

impl Not for Bitboard384 {
    type Output = Bitboard384;
    fn not(self) -> Bitboard384 {
        Bitboard384(self.0.map(|word| !word))
    }
}

/// By 1 to 63 bits.
impl Shl<u32> for Bitboard384 {
    type Output = Bitboard384;
    fn shl(self, by: u32) -> Bitboard384 {
        Bitboard384(std::array::from_fn(|word| {
            let carried = if word == 0 { 0 } else { self.0[word - 1] };
            self.0[word] << by | carried >> (64 - by)
        }))
    }
}

/// By 1 to 63 bits.
impl Shr<u32> for Bitboard384 {
    type Output = Bitboard384;
    fn shr(self, by: u32) -> Bitboard384 {
        Bitboard384(std::array::from_fn(|word| {
            let carried = self.0.get(word + 1).copied().unwrap_or(0);
            self.0[word] >> by | carried << (64 - by)
        }))
    }
}

impl Bitboard for Bitboard384 {
    type Near = Window128;
    const ROW: u32 = 20;
    const NONE: Bitboard384 = Bitboard384([0; WORDS]);

    fn only(index: u32) -> Bitboard384 {
        let (its, bit) = Bitboard384::bit(index);
        Bitboard384(std::array::from_fn(
            |word| {
                if word == its { 1 << bit } else { 0 }
            },
        ))
    }

    fn has(self, index: u32) -> bool {
        let (word, bit) = Bitboard384::bit(index);
        self.0[word] >> bit & 1 == 1
    }

    fn insert(&mut self, index: u32) {
        let (word, bit) = Bitboard384::bit(index);
        self.0[word] |= 1 << bit;
    }

    fn remove(&mut self, index: u32) {
        let (word, bit) = Bitboard384::bit(index);
        self.0[word] &= !(1 << bit);
    }

    fn part(place: Slot) -> usize {
        // Most of what matters lies north of it.
        let before = index::<Bitboard384>(place) as usize;
        before.saturating_sub(53).min(LAST)
    }

    #[inline]
    fn it(place: Slot, part: usize) -> Window128 {
        Window128::only(index::<Bitboard384>(place) - part as u32)
    }

    fn near(self, part: usize) -> Window128 {
        let (word, bit) = (part / 64, part % 64);
        let join = |low: u64, high: u64| low >> bit | high << 1 << (63 - bit);
        // The last part needs no third word.
        let [low, middle, high] =
            [word, word + 1, (word + 2).min(WORDS - 1)].map(|word| self.0[word]);
        Window128(u128::from(join(middle, high)) << 64 | u128::from(join(low, middle)))
    }

    fn core(part: usize) -> Window128 {
        let reach = Self::ROW + 1;
        let low = if part > 0 { !0 << reach } else { !0 };
        let high = if part < LAST { !0 >> reach } else { !0 };
        Window128(low & high)
    }

    fn add(&mut self, near: Window128, part: usize) {
        for (word, near) in self.0[part / 64..].iter_mut().zip(near.words(part % 64)) {
            *word |= near;
        }
    }

    fn take(&mut self, near: Window128, part: usize) {
        for (word, near) in self.0[part / 64..].iter_mut().zip(near.words(part % 64)) {
            *word &= !near;
        }
    }

    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn split(self) -> Option<(u32, Bitboard384)> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let mut others = self;
        others.0[word] &= others.0[word] - 1;
        Some((word as u32 * 64 + self.0[word].trailing_zeros(), others))
    }
}

impl Window128 {
    /// The words of a level that it lies in, from some bit on.
    fn words(self, bit: usize) -> [u64; 3] {
        let [low, high] = [self.0 as u64, (self.0 >> 64) as u64];
        let carried = |word: u64| word >> 1 >> (63 - bit);
        [low << bit, high << bit | carried(low), carried(high)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the shifts against the sentences of the rules page, on one side.
    fn as_the_rules_say<T: Bitboard>(side: i32) {
        let place = |level: i32, column: i32, row: i32| {
            let width = side - level;
            let exists = level >= 0 && (0..width).contains(&column) && (0..width).contains(&row);
            exists.then_some(Slot {
                level: level as u8,
                column: column as u8,
                row: row as u8,
            })
        };
        // The places of a level for which something is true, as a set.
        let all = |level: i32, is: &dyn Fn(i32, i32) -> bool| {
            let width = side - level;
            (0..width)
                .flat_map(|row| (0..width).map(move |column| (column, row)))
                .filter(|&(column, row)| is(column, row))
                .filter_map(|(column, row)| place(level, column, row))
                .fold(T::NONE, |set, place| set | T::at(place))
        };
        let level_set = |level: i32| all(level, &|_, _| true);
        for level in 0..side {
            for (c, r) in (0..side - level).flat_map(|r| (0..side - level).map(move |c| (c, r))) {
                let one = T::at(place(level, c, r).unwrap());
                let rests = |(uc, ur): (i32, i32), (c, r): (i32, i32)| {
                    (uc == c || uc + 1 == c) && (ur == r || ur + 1 == r)
                };
                let beside = all(level, &|x, y| (x - c).abs() + (y - r).abs() == 1);
                assert_eq!(one.beside() & level_set(level), beside);
                let above = all(level + 1, &|x, y| rests((x, y), (c, r)));
                assert_eq!(one.above() & level_set(level + 1), above);
                let below = all(level - 1, &|x, y| rests((c, r), (x, y)));
                if level > 0 {
                    assert_eq!(one.below(), below);
                    assert_eq!(below.carried(), one);
                    assert_eq!((level_set(level - 1) & !below).carried() & one, T::NONE);
                    for missing in below.places(0) {
                        assert_eq!((below & !T::at(missing)).carried(), T::NONE);
                    }
                }
                if level > 1 {
                    let straight_below = all(level - 2, &|x, y| (x, y) == (c + 1, r + 1));
                    assert_eq!(one.straight_below(), straight_below);
                }
                // The two places over each link, and no others, cross it over.
                let over = |a: Option<Slot>, b: Option<Slot>, ends: fn(T) -> T| {
                    let both = a.zip(b).map(|(a, b)| T::at(a) | T::at(b));
                    let all_others = level_set(level + 1) & !both.unwrap_or(T::NONE);
                    assert!(!ends(all_others).meets(one));
                    if let Some((a, b)) = a.zip(b) {
                        assert!(ends(T::at(a) | T::at(b)).meets(one));
                        assert!(!ends(level_set(level + 1) & !T::at(a)).meets(one));
                        assert!(!ends(level_set(level + 1) & !T::at(b)).meets(one));
                    }
                };
                over(
                    place(level + 1, c, r - 1),
                    place(level + 1, c, r),
                    T::over_right,
                );
                over(
                    place(level + 1, c - 1, r),
                    place(level + 1, c, r),
                    T::over_north,
                );
            }
            // No place of one row is taken for one of the next.
            let level_set = level_set(level);
            assert_eq!(level_set.places(0).count() as u32, level_set.len());
            assert_eq!(level_set, T::square((side - level) as u8));
            assert_eq!((level_set & level_set << 1).len() as i32, {
                let width = side - level;
                width * (width - 1)
            });
        }
    }

    #[test]
    fn every_relation_is_the_one_of_the_rules() {
        for side in 2..=7 {
            as_the_rules_say::<Bitboard64>(side);
        }
        for side in 2..=10 {
            as_the_rules_say::<Bitboard128>(side);
        }
        for side in 2..=19 {
            as_the_rules_say::<Bitboard384>(side);
        }
    }
}
