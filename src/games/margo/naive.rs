//! The marbles of a position as the rules page defines them: no state but the marbles and the
//! result of the last count, groups found by following connections one by one.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use super::{
    marbles::{BoardChange, Marbles, PositionHistory, SlotSet},
    pyramid::Slot,
};
use crate::games::Color;

/// A set of slots of one level.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NaiveSlots(BTreeSet<Slot>);

impl SlotSet for NaiveSlots {
    fn empty() -> Self {
        NaiveSlots(BTreeSet::new())
    }

    fn single(slot: Slot) -> Self {
        NaiveSlots(BTreeSet::from([slot]))
    }

    fn and(&self, other: &Self) -> Self {
        NaiveSlots(&self.0 & &other.0)
    }

    fn or(&self, other: &Self) -> Self {
        NaiveSlots(&self.0 | &other.0)
    }

    fn without(&self, other: &Self) -> Self {
        NaiveSlots(&self.0 - &other.0)
    }

    fn size(&self) -> usize {
        self.0.len()
    }

    fn iter(&self, _level: usize) -> impl Iterator<Item = Slot> {
        self.0.iter().copied()
    }
}

#[derive(Clone, Debug)]
pub(super) struct NaiveMarbles {
    side: u8,
    max_height: u8,
    marbles: BTreeMap<Slot, Color>,
    /// The marbles of groups with a freedom, as of the last count.
    with_freedom: BTreeSet<Slot>,
}

impl NaiveMarbles {
    /// The slot at some distance from another, if it exists.
    fn slot(&self, from: Slot, [level, row, column]: [i8; 3]) -> Option<Slot> {
        let slot = Slot {
            level: from.level.checked_add_signed(level)?,
            row: from.row.checked_add_signed(row)?,
            column: from.column.checked_add_signed(column)?,
        };
        let width = self.side.checked_sub(slot.level)?;
        (slot.row < width && slot.column < width).then_some(slot)
    }

    fn all_slots(&self) -> impl Iterator<Item = Slot> + use<> {
        let side = self.side;
        (0..side).flat_map(move |level| {
            let width = side - level;
            (0..width)
                .flat_map(move |row| (0..width).map(move |column| Slot { level, row, column }))
        })
    }

    /// (L+2, c−1, r−1) is straight above (L, c, r). A marble with another straight above it is
    /// buried.
    fn is_buried(&self, slot: Slot) -> bool {
        let above = self.slot(slot, [2, -1, -1]);
        above.is_some_and(|above| self.marbles.contains_key(&above))
    }

    /// A marble on level L > 0 at (c, r) rests on the four of level L − 1 at (c, r), (c+1, r),
    /// (c, r+1) and (c+1, r+1).
    fn rests_on(upper: Slot, lower: Slot) -> bool {
        upper.level == lower.level + 1
            && [upper.row, upper.row + 1].contains(&lower.row)
            && [upper.column, upper.column + 1].contains(&lower.column)
    }

    /// Whether both slots hold marbles that are not of this color.
    fn holds_others(&self, slots: [Option<Slot>; 2], color: Color) -> bool {
        let holds_other = |slot: Slot| self.marbles.get(&slot).is_some_and(|&other| other != color);
        slots.into_iter().all(|slot| slot.is_some_and(holds_other))
    }

    /// Whether two marbles of one color are connected.
    fn are_connected(&self, a: Slot, b: Slot) -> bool {
        let color = self.marbles[&a];
        if self.marbles[&b] != color || self.is_buried(a) || self.is_buried(b) {
            return false;
        }
        if NaiveMarbles::rests_on(a, b) || NaiveMarbles::rests_on(b, a) {
            return true;
        }
        let (first, second) = (a.min(b), a.max(b));
        if self.slot(first, [0, 0, 1]) == Some(second) {
            // (L, c, r) and (L, c+1, r): crossed over by (L+1, c, r−1) and (L+1, c, r).
            let over = [[1, -1, 0], [1, 0, 0]].map(|step| self.slot(first, step));
            !self.holds_others(over, color)
        } else if self.slot(first, [0, 1, 0]) == Some(second) {
            // (L, c, r) and (L, c, r+1): crossed over by (L+1, c−1, r) and (L+1, c, r).
            let over = [[1, 0, -1], [1, 0, 0]].map(|step| self.slot(first, step));
            !self.holds_others(over, color)
        } else {
            false
        }
    }

    /// The slots near a slot: all that a marble there can be connected with or rest on.
    fn around(&self, slot: Slot) -> impl Iterator<Item = Slot> {
        let steps = (-1..=1).flat_map(|level| {
            (-1..=1).flat_map(move |row| (-1..=1).map(move |column| [level, row, column]))
        });
        let slots: Vec<Slot> = steps.filter_map(|step| self.slot(slot, step)).collect();
        slots.into_iter()
    }

    fn group_of(&self, slot: Slot) -> BTreeSet<Slot> {
        let mut group = BTreeSet::from([slot]);
        let mut pending = vec![slot];
        while let Some(slot) = pending.pop() {
            for other in self.around(slot) {
                let is_marble = self.marbles.contains_key(&other);
                if is_marble && self.are_connected(slot, other) && group.insert(other) {
                    pending.push(other);
                }
            }
        }
        group
    }

    /// An empty hole adjacent on the board to a marble of level 0 that is not buried.
    fn is_next_to_freedom(&self, slot: Slot) -> bool {
        let steps = [[0, 0, 1], [0, 0, -1], [0, 1, 0], [0, -1, 0]];
        let mut holes = steps.into_iter().filter_map(|step| self.slot(slot, step));
        slot.level == 0
            && !self.is_buried(slot)
            && holes.any(|hole| !self.marbles.contains_key(&hole))
    }

    fn count(&mut self) {
        let mut judged = BTreeSet::<Slot>::new();
        self.with_freedom.clear();
        for &slot in self.marbles.keys() {
            if !judged.contains(&slot) {
                let group = self.group_of(slot);
                judged.extend(&group);
                if group.iter().any(|&slot| self.is_next_to_freedom(slot)) {
                    self.with_freedom.extend(group);
                }
            }
        }
    }

    /// The marbles of a level with a property.
    fn marbles_where(&self, level: usize, is: impl Fn(Slot, Color) -> bool) -> NaiveSlots {
        let marbles = self
            .marbles
            .iter()
            .filter(|(slot, color)| usize::from(slot.level) == level && is(**slot, **color));
        NaiveSlots(marbles.map(|(&slot, _)| slot).collect())
    }
}

impl Marbles for NaiveMarbles {
    type Slots = NaiveSlots;
    type History = NaiveHistory;

    fn new(side: u8, max_height: u8, marbles: &[(Slot, Color)]) -> Self {
        let mut board = NaiveMarbles {
            side,
            max_height,
            marbles: marbles.iter().copied().collect(),
            with_freedom: BTreeSet::new(),
        };
        board.count();
        board
    }

    fn levels(&self) -> Range<usize> {
        0..usize::from(self.side.min(self.max_height))
    }

    fn of(&self, color: Color, level: usize) -> NaiveSlots {
        self.marbles_where(level, |_, own| own == color)
    }

    fn pinned(&self, level: usize) -> NaiveSlots {
        self.marbles_where(level, |slot, _| {
            let mut around = self.around(slot);
            around.any(|upper| {
                self.marbles.contains_key(&upper) && NaiveMarbles::rests_on(upper, slot)
            })
        })
    }

    fn buried(&self, level: usize) -> NaiveSlots {
        self.marbles_where(level, |slot, _| self.is_buried(slot))
    }

    fn color(&self, slot: Slot) -> Option<Color> {
        self.marbles.get(&slot).copied()
    }

    fn open_slots(&self) -> impl Iterator<Item = Slot> {
        let is_open = |&slot: &Slot| {
            slot.level < self.max_height && !self.is_occupied(slot) && self.is_supported(slot)
        };
        self.all_slots().filter(is_open)
    }

    fn place(&mut self, slot: Slot, color: Color) {
        assert_eq!(self.marbles.insert(slot, color), None);
        self.count();
    }

    fn has_freedom(&self, slot: Slot, _color: Color) -> bool {
        self.with_freedom.contains(&slot)
    }

    fn group(&self, slot: Slot, _color: Color) -> Vec<NaiveSlots> {
        let group = self.group_of(slot);
        let level = |level| self.marbles_where(level, |slot, _| group.contains(&slot));
        self.levels().map(level).collect()
    }

    fn opponents(color: Color) -> impl Iterator<Item = Color> + Clone {
        let others = Color::ALL.into_iter();
        others.filter(move |&other| other != color)
    }

    fn next_without_freedom(&mut self, color: Color, above: usize) -> Option<usize> {
        let mut levels = (0..above).rev();
        levels.find(|&level| self.without_freedom(color, level).size() > 0)
    }

    fn without_freedom(&self, color: Color, level: usize) -> NaiveSlots {
        self.marbles_where(level, |slot, own| {
            own == color && !self.with_freedom.contains(&slot)
        })
    }

    fn remove(&mut self, slot: Slot, color: Color) {
        assert_eq!(self.marbles.remove(&slot), Some(color));
    }

    fn recount(&mut self) {
        self.count();
    }

    fn undo(&mut self, slot: Slot, _color: Color, removed: &[(Slot, Color)]) {
        self.marbles.remove(&slot);
        self.marbles.extend(removed.iter().copied());
        self.count();
    }

    fn hash(&self) -> u64 {
        0
    }
}

/// Whole positions, with the player to move where that matters.
#[derive(Clone, Debug, Default)]
pub(super) struct NaiveHistory(Vec<(BTreeMap<Slot, Color>, Option<Color>)>);

impl PositionHistory<NaiveMarbles> for NaiveHistory {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn push(&mut self, marbles: &NaiveMarbles, to_move: Option<Color>, _: &BoardChange) {
        self.0.push((marbles.marbles.clone(), to_move));
    }

    fn is_position_of(&self, ply: usize, marbles: &NaiveMarbles, _: &BoardChange) -> bool {
        self.0[ply].0 == marbles.marbles
    }

    fn find(&self, marbles: &NaiveMarbles, to_move: Option<Color>, _: &BoardChange) -> Option<u32> {
        let is_same = |(earlier, mover): &(BTreeMap<Slot, Color>, Option<Color>)| {
            *earlier == marbles.marbles && *mover == to_move
        };
        self.0.iter().position(is_same).map(|ply| ply as u32)
    }
}
