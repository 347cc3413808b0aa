//! What the rules of Margo need to know of the marbles on a board.
//!
//! The rules are written over these traits. The program plays with the implementation in
//! `fast`, which updates groups and freedoms from ply to ply; the tests play with a naive
//! one as well, which finds everything anew from the definitions of the rules page.

use std::{fmt::Debug, ops::Range};

use super::pyramid::Slot;
use crate::games::{Color, MargoRepetition, cloning::clone_by_field};

/// A set of slots of one level.
pub(super) trait SlotSet: Clone + Debug {
    /// No slot.
    fn empty() -> Self;

    /// One slot of the level.
    fn single(slot: Slot) -> Self;

    /// The slots in both sets.
    fn and(&self, other: &Self) -> Self;

    /// The slots in either set.
    fn or(&self, other: &Self) -> Self;

    /// The slots that are not in the other set.
    fn without(&self, other: &Self) -> Self;

    /// Number of slots.
    fn size(&self) -> usize;

    /// The slots, row by row. `level` is the level that the set belongs to.
    fn iter(&self, level: usize) -> impl Iterator<Item = Slot>;
}

/// The marbles on a board. Levels are counted from 0.
///
/// Groups and freedoms are those of the last count: [`new`](Marbles::new),
/// [`place`](Marbles::place), [`recount`](Marbles::recount) and [`undo`](Marbles::undo) count,
/// [`remove`](Marbles::remove) does not, so that the captures of one step are all judged by the
/// same position.
pub(super) trait Marbles: Clone + Debug {
    /// A set of slots of one level.
    type Slots: SlotSet;

    /// The earlier positions of a game.
    type History: PositionHistory<Self>;

    /// The given marbles on a board of `side` × `side` holes, where marbles may be placed on
    /// `max_height` levels: no two in one slot, each supported, none higher.
    fn new(side: u8, max_height: u8, marbles: &[(Slot, Color)]) -> Self;

    /// The levels that hold marbles or open slots.
    fn levels(&self) -> Range<usize>;

    /// The marbles of a player on a level.
    fn of(&self, color: Color, level: usize) -> Self::Slots;

    /// The marbles on a level that are pinned: another marble rests on them.
    fn pinned(&self, level: usize) -> Self::Slots;

    /// The marbles on a level that are buried.
    fn buried(&self, level: usize) -> Self::Slots;

    /// Whose marble is in a slot.
    fn color(&self, slot: Slot) -> Option<Color>;

    /// Whether there is a marble in a slot.
    fn is_occupied(&self, slot: Slot) -> bool {
        self.color(slot).is_some()
    }

    /// Whether a slot is a hole, or the four slots below are all occupied.
    fn is_supported(&self, slot: Slot) -> bool {
        slot.below().all(|below| self.is_occupied(below))
    }

    /// The slots that are empty and supported and not too high, level by level, row by row.
    fn open_slots(&self) -> impl Iterator<Item = Slot>;

    /// Places a marble in an open slot.
    fn place(&mut self, slot: Slot, color: Color);

    /// Whether the group of a marble has a freedom.
    fn has_freedom(&self, slot: Slot, color: Color) -> bool;

    /// The group of a marble, by level.
    fn group(&self, slot: Slot, color: Color) -> Vec<Self::Slots>;

    /// All players but one, and perhaps colors that nobody plays.
    fn opponents(color: Color) -> impl Iterator<Item = Color> + Clone;

    /// The highest of the levels below `above` that has marbles of a player in groups without a
    /// freedom. To be called from the top level down, with the level returned
    /// last.
    ///
    /// May skip levels on which the last call found all of these marbles pinned, until that may
    /// have changed.
    fn next_without_freedom(&mut self, color: Color, above: usize) -> Option<usize>;

    /// The marbles of a player on a level in groups without a freedom.
    fn without_freedom(&self, color: Color, level: usize) -> Self::Slots;

    /// Removes a marble that has no freedom.
    fn remove(&mut self, slot: Slot, color: Color);

    /// Finds groups and freedoms again after marbles have been removed.
    fn recount(&mut self);

    /// Restores the position before a marble was placed and others were removed.
    fn undo(&mut self, slot: Slot, color: Color, removed: &[(Slot, Color)]);

    /// A hash of the position: equal for equal positions.
    fn hash(&self) -> u64;

    /// Whether the player to move has a legal placement that is found without trying any. A
    /// shortcut: `false` decides nothing. `has_removed`: a ply since the mover's own previous turn
    /// removed marbles.
    fn has_obvious_move(
        &mut self,
        _mover: Color,
        _repetition: MargoRepetition,
        _has_removed: bool,
    ) -> bool {
        false
    }

    /// An open slot to try first when searching for any legal placement. A shortcut: it may be
    /// illegal.
    fn first_candidate(&mut self, _mover: Color) -> Option<Slot> {
        None
    }
}

/// What a ply has changed on the board.
#[derive(Debug, Default)]
pub(super) struct BoardChange {
    /// Where a marble was placed; `None` for a swap or a pass.
    pub(super) placed: Option<Slot>,
    /// The marbles removed. A slot in which a marble is placed cannot be among them.
    pub(super) removed: Vec<(Slot, Color)>,
}

clone_by_field!(BoardChange { placed, removed });

/// The positions of a game at the end of each ply, the starting position being that of ply 0.
pub(super) trait PositionHistory<M>: Clone + Debug + Default {
    /// Number of positions.
    fn len(&self) -> usize;

    /// Adds the position at the end of a ply, which differs from the last one by `change`.
    /// `to_move`: the player to move, if positions with different players to move are different.
    fn push(&mut self, marbles: &M, to_move: Option<Color>, change: &BoardChange);

    /// Whether `marbles` is the position at the end of a ply. It differs from the last position of
    /// the history by `change`.
    fn is_position_of(&self, ply: usize, marbles: &M, change: &BoardChange) -> bool;

    /// The first ply at whose end `marbles` was the position, with the same `to_move`. It
    /// differs from the last position of the history by `change`.
    fn find(&self, marbles: &M, to_move: Option<Color>, change: &BoardChange) -> Option<u32>;
}
