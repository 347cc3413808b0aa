//! The fast board as the rules use it.

use std::ops::Range;

use super::{bitboard::Bitboard, past::PastPositions, state::FastMarbles};
use crate::games::{
    Color, MargoRepetition,
    margo::{
        marbles::{Marbles, SlotSet},
        pyramid::Slot,
    },
};

impl<T: Bitboard> SlotSet for T {
    fn empty() -> Self {
        T::EMPTY
    }

    fn single(slot: Slot) -> Self {
        T::of_slot(slot)
    }

    fn and(&self, other: &Self) -> Self {
        *self & *other
    }

    fn or(&self, other: &Self) -> Self {
        *self | *other
    }

    fn without(&self, other: &Self) -> Self {
        *self & !*other
    }

    fn size(&self) -> usize {
        self.len() as usize
    }

    fn iter(&self, level: usize) -> impl Iterator<Item = Slot> {
        self.slots(level)
    }
}

impl<T: Bitboard, const N: usize, const P: usize> Marbles for FastMarbles<T, N, P> {
    type Slots = T;
    type History = PastPositions<T>;

    fn new(side: u8, max_height: u8, marbles: &[(Slot, Color)]) -> Self {
        let mut board = FastMarbles::empty(side, max_height);
        for &(slot, color) in marbles {
            board.place_unchecked(slot, color);
        }
        board.count_all();
        board
    }

    fn levels(&self) -> Range<usize> {
        self.used_levels()
    }

    fn of(&self, color: Color, level: usize) -> T {
        self.marbles[color][level]
    }

    fn pinned(&self, level: usize) -> T {
        self.pinned_on(level)
    }

    fn buried(&self, level: usize) -> T {
        self.occupied(level) & self.occupied(level + 2).straight_below()
    }

    fn color(&self, slot: Slot) -> Option<Color> {
        let level = usize::from(slot.level);
        let has_marble = |&color: &Color| self.marbles[color][level].contains(slot);
        Self::COLORS.into_iter().find(has_marble)
    }

    fn is_occupied(&self, slot: Slot) -> bool {
        self.is_slot_occupied(slot)
    }

    fn is_supported(&self, slot: Slot) -> bool {
        self.has_support(slot)
    }

    fn open_slots(&self) -> impl Iterator<Item = Slot> {
        self.all_open()
    }

    fn place(&mut self, slot: Slot, color: Color) {
        self.place_and_count(slot, color);
    }

    fn has_freedom(&self, slot: Slot, color: Color) -> bool {
        self.alive[color][usize::from(slot.level)].contains(slot)
    }

    fn group(&self, slot: Slot, color: Color) -> Vec<T> {
        self.group_of(slot, color).to_vec()
    }

    fn opponents(color: Color) -> impl Iterator<Item = Color> + Clone {
        Self::others(color)
    }

    fn next_without_freedom(&mut self, color: Color, above: usize) -> Option<usize> {
        self.next_dead(color, above)
    }

    fn without_freedom(&self, color: Color, level: usize) -> T {
        self.dead(color, level)
    }

    fn remove(&mut self, slot: Slot, color: Color) {
        self.remove_dead(slot, color);
    }

    fn recount(&mut self) {
        self.count_after_removals();
    }

    fn undo(&mut self, slot: Slot, color: Color, removed: &[(Slot, Color)]) {
        self.take_back(slot, color, removed);
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn has_obvious_move(
        &mut self,
        mover: Color,
        repetition: MargoRepetition,
        has_removed: bool,
    ) -> bool {
        self.has_certain_move(mover, repetition, has_removed)
    }

    fn first_candidate(&mut self, mover: Color) -> Option<Slot> {
        self.safe_slot(mover)
    }
}
