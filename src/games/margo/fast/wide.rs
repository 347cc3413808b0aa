//! The bitboard of the largest boards, in several words.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use super::bitboard::{Bitboard, Window128, index};
use crate::games::margo::pyramid::Slot;

/// A level of a board of up to 19 × 19 holes.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::margo) struct Bitboard384([u64; WORDS]);

const WORDS: usize = 6;
/// The first bit of the last window.
const LAST: usize = 64 * (WORDS - 2);

/// Compares all words at once: the derived comparison is a function call.
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

    /// The word and the bit of a slot.
    fn word_and_bit(index: u32) -> (usize, u32) {
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
    type Window = Window128;
    const ROW: u32 = 20;
    const EMPTY: Bitboard384 = Bitboard384([0; WORDS]);

    fn single(index: u32) -> Bitboard384 {
        let (target, bit) = Bitboard384::word_and_bit(index);
        Bitboard384(std::array::from_fn(|word| {
            if word == target { 1 << bit } else { 0 }
        }))
    }

    fn has_index(self, index: u32) -> bool {
        let (word, bit) = Bitboard384::word_and_bit(index);
        self.0[word] >> bit & 1 == 1
    }

    fn insert(&mut self, index: u32) {
        let (word, bit) = Bitboard384::word_and_bit(index);
        self.0[word] |= 1 << bit;
    }

    fn remove(&mut self, index: u32) {
        let (word, bit) = Bitboard384::word_and_bit(index);
        self.0[word] &= !(1 << bit);
    }

    fn window_id(slot: Slot) -> usize {
        // Most of what a marble affects is north of it.
        let before = index::<Bitboard384>(slot) as usize;
        before.saturating_sub(53).min(LAST)
    }

    #[inline]
    fn bit(slot: Slot, id: usize) -> Window128 {
        Window128::single(index::<Bitboard384>(slot) - id as u32)
    }

    fn window(self, id: usize) -> Window128 {
        let (word, bit) = (id / 64, id % 64);
        let join = |low: u64, high: u64| low >> bit | high << 1 << (63 - bit);
        // The last window ends with the second word.
        let [low, middle, high] =
            [word, word + 1, (word + 2).min(WORDS - 1)].map(|word| self.0[word]);
        Window128(u128::from(join(middle, high)) << 64 | u128::from(join(low, middle)))
    }

    fn interior(id: usize) -> Window128 {
        let reach = Self::ROW + 1;
        let low = if id > 0 { !0 << reach } else { !0 };
        let high = if id < LAST { !0 >> reach } else { !0 };
        Window128(low & high)
    }

    fn insert_window(&mut self, slots: Window128, id: usize) {
        for (word, slots) in self.0[id / 64..].iter_mut().zip(slots.words(id % 64)) {
            *word |= slots;
        }
    }

    fn remove_window(&mut self, slots: Window128, id: usize) {
        for (word, slots) in self.0[id / 64..].iter_mut().zip(slots.words(id % 64)) {
            *word &= !slots;
        }
    }

    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn split_lowest(self) -> Option<(u32, Bitboard384)> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let mut others = self;
        others.0[word] &= others.0[word] - 1;
        Some((word as u32 * 64 + self.0[word].trailing_zeros(), others))
    }
}

impl Window128 {
    /// The words of a level that it overlaps, if it begins at this bit of the first one.
    fn words(self, bit: usize) -> [u64; 3] {
        let [low, high] = [self.0 as u64, (self.0 >> 64) as u64];
        let carried = |word: u64| word >> 1 >> (63 - bit);
        [low << bit, high << bit | carried(low), carried(high)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::margo::fast::bitboard::{Bitboard64, Bitboard128};

    /// Checks the shifts against the definitions of the rules page, on one size of board.
    fn check_relations<T: Bitboard>(side: i32) {
        let slot = |level: i32, column: i32, row: i32| {
            let width = side - level;
            let exists = level >= 0 && (0..width).contains(&column) && (0..width).contains(&row);
            exists.then_some(Slot {
                level: level as u8,
                column: column as u8,
                row: row as u8,
            })
        };
        // The slots of a level with a property.
        let all = |level: i32, is: &dyn Fn(i32, i32) -> bool| {
            let width = side - level;
            (0..width)
                .flat_map(|row| (0..width).map(move |column| (column, row)))
                .filter(|&(column, row)| is(column, row))
                .filter_map(|(column, row)| slot(level, column, row))
                .fold(T::EMPTY, |set, slot| set | T::of_slot(slot))
        };
        let level_set = |level: i32| all(level, &|_, _| true);
        for level in 0..side {
            for (c, r) in (0..side - level).flat_map(|r| (0..side - level).map(move |c| (c, r))) {
                let one = T::of_slot(slot(level, c, r).unwrap());
                let rests = |(uc, ur): (i32, i32), (c, r): (i32, i32)| {
                    (uc == c || uc + 1 == c) && (ur == r || ur + 1 == r)
                };
                let neighbors = all(level, &|x, y| (x - c).abs() + (y - r).abs() == 1);
                assert_eq!(one.neighbors() & level_set(level), neighbors);
                let above = all(level + 1, &|x, y| rests((x, y), (c, r)));
                assert_eq!(one.above() & level_set(level + 1), above);
                let below = all(level - 1, &|x, y| rests((c, r), (x, y)));
                if level > 0 {
                    assert_eq!(one.below(), below);
                    assert_eq!(below.supports(), one);
                    assert_eq!((level_set(level - 1) & !below).supports() & one, T::EMPTY);
                    for missing in below.slots(0) {
                        assert_eq!((below & !T::of_slot(missing)).supports(), T::EMPTY);
                    }
                }
                if level > 1 {
                    let straight_below = all(level - 2, &|x, y| (x, y) == (c + 1, r + 1));
                    assert_eq!(one.straight_below(), straight_below);
                }
                // Each link is crossed over by the two slots above it and by no others.
                let over = |a: Option<Slot>, b: Option<Slot>, ends: fn(T) -> T| {
                    let both = a.zip(b).map(|(a, b)| T::of_slot(a) | T::of_slot(b));
                    let all_others = level_set(level + 1) & !both.unwrap_or(T::EMPTY);
                    assert!(!ends(all_others).intersects(one));
                    if let Some((a, b)) = a.zip(b) {
                        assert!(ends(T::of_slot(a) | T::of_slot(b)).intersects(one));
                        assert!(!ends(level_set(level + 1) & !T::of_slot(a)).intersects(one));
                        assert!(!ends(level_set(level + 1) & !T::of_slot(b)).intersects(one));
                    }
                };
                over(
                    slot(level + 1, c, r - 1),
                    slot(level + 1, c, r),
                    T::crossed_right,
                );
                over(
                    slot(level + 1, c - 1, r),
                    slot(level + 1, c, r),
                    T::crossed_north,
                );
            }
            // Rows do not run into each other.
            let level_set = level_set(level);
            assert_eq!(level_set.slots(0).count() as u32, level_set.len());
            assert_eq!(level_set, T::square((side - level) as u8));
            assert_eq!((level_set & level_set << 1).len() as i32, {
                let width = side - level;
                width * (width - 1)
            });
        }
    }

    #[test]
    fn relations_agree_with_the_rules_page() {
        for side in 2..=7 {
            check_relations::<Bitboard64>(side);
        }
        for side in 2..=10 {
            check_relations::<Bitboard128>(side);
        }
        for side in 2..=19 {
            check_relations::<Bitboard384>(side);
        }
    }
}
