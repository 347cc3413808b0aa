//! Earlier positions of a game, for the rules that forbid repetition.
//!
//! For each turn the history holds the cells it changed and a hash of the
//! position at its end. Lookup is by that hash. A match is checked against the real
//! position, rebuilt by undoing the later changes, so that different positions with
//! equal hashes (which anybody can construct) neither make a legal ply illegal nor
//! hide a repetition.

use super::{chains::Content, cloning::clone_by_field};

/// A cell and what it held before the turn that changed it.
pub(super) type CellChange = (u16, Content);

/// The hash of one feature of a position (splitmix64). The hash of a position is the exclusive or
/// of those of its features.
pub(super) fn hash_of(feature: u64) -> u64 {
    let mut z = feature.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[derive(Clone, Copy, Debug)]
struct HistoryEntry {
    hash: u64,
    /// What must be equal beside the cells.
    tag: u8,
    /// Number of changes up to the end of this turn.
    changes: u32,
}

/// The positions of a game so far.
#[derive(Debug, Default)]
pub(super) struct History {
    turns: Vec<HistoryEntry>,
    changes: Vec<CellChange>,
    /// Hash table of the turns with open addressing: index + 1, or 0 for a free slot.
    table: Vec<u32>,
}

clone_by_field!(History {
    turns,
    changes,
    table
});

impl History {
    /// Number of positions, the starting position included.
    pub(super) fn len(&self) -> usize {
        self.turns.len()
    }

    /// Adds the position at the end of a turn. `tag` is what is compared beside the cells.
    pub(super) fn push(
        &mut self,
        hash: u64,
        tag: u8,
        changes: impl IntoIterator<Item = CellChange>,
    ) {
        self.changes.extend(changes);
        self.turns.push(HistoryEntry {
            hash,
            tag,
            changes: self.changes.len() as u32,
        });
        if self.turns.len() * 2 > self.table.len() {
            self.grow();
        } else {
            self.insert(self.turns.len() - 1);
        }
    }

    fn grow(&mut self) {
        let slots = (self.turns.len() * 4).next_power_of_two().max(64);
        self.table.clear();
        self.table.resize(slots, 0);
        for turn in 0..self.turns.len() {
            self.insert(turn);
        }
    }

    fn insert(&mut self, turn: usize) {
        let mask = self.table.len() - 1;
        let mut slot = self.turns[turn].hash as usize & mask;
        while self.table[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.table[slot] = turn as u32 + 1;
    }

    /// The first turn that ended in the position `candidate` with this tag; 0 is the start.
    /// `now` returns the cells at the end of the last turn pushed. Both functions are called only
    /// when a hash matches.
    pub(super) fn find(
        &self,
        hash: u64,
        tag: u8,
        now: impl Fn() -> Vec<Content>,
        candidate: impl FnOnce() -> Vec<Content>,
    ) -> Option<u32> {
        let mask = self.table.len().checked_sub(1)?;
        let mut slot = hash as usize & mask;
        let mut matching = Vec::new();
        while self.table[slot] != 0 {
            let turn = self.table[slot] as usize - 1;
            if self.turns[turn].hash == hash && self.turns[turn].tag == tag {
                matching.push(turn);
            }
            slot = (slot + 1) & mask;
        }
        if matching.is_empty() {
            return None;
        }
        matching.sort_unstable();
        let candidate = candidate();
        matching
            .into_iter()
            .find(|&turn| self.rebuilt(turn, now()) == candidate)
            .map(|turn| turn as u32)
    }

    /// Whether a given turn ended in the position `candidate`.
    pub(super) fn ended_in(
        &self,
        turn: usize,
        hash: u64,
        now: impl Fn() -> Vec<Content>,
        candidate: impl FnOnce() -> Vec<Content>,
    ) -> bool {
        self.turns[turn].hash == hash && self.rebuilt(turn, now()) == candidate()
    }

    /// The cells at the end of a turn.
    fn rebuilt(&self, turn: usize, mut cells: Vec<Content>) -> Vec<Content> {
        for &(cell, before) in self.changes[self.turns[turn].changes as usize..]
            .iter()
            .rev()
        {
            cells[usize::from(cell)] = before;
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const E: Content = Content::Empty;
    const B: Content = Content::Black;

    #[test]
    fn equal_hashes_are_checked_against_the_real_position() {
        let mut history = History::default();
        history.push(7, 0, []);
        history.push(7, 0, [(0, E)]);
        history.push(9, 0, [(1, E)]);
        let now = || vec![B, B];
        assert_eq!(history.find(7, 0, now, || vec![E, E]), Some(0));
        assert_eq!(history.find(7, 0, now, || vec![B, E]), Some(1));
        assert_eq!(history.find(7, 0, now, || vec![E, B]), None);
        assert_eq!(history.find(7, 1, now, || vec![E, E]), None);
        assert_eq!(history.find(8, 0, now, || vec![E, E]), None);
    }

    #[test]
    fn a_long_game_finds_every_turn() {
        let mut history = History::default();
        history.push(hash_of(0), 0, []);
        for turn in 1..2000u16 {
            history.push(hash_of(u64::from(turn)), 0, [(turn, E)]);
        }
        let now = || vec![B; 2000];
        for turn in [1u16, 64, 65, 1998] {
            let mut then = vec![B; 2000];
            then[usize::from(turn) + 1..].fill(E);
            assert_eq!(
                history.find(hash_of(u64::from(turn)), 0, now, || then.clone()),
                Some(u32::from(turn))
            );
        }
    }
}
