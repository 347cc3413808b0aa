//! Earlier positions of a game, for the rules that forbid repetition.
//!
//! For each turn the history holds the cells it changed and a hash of the
//! position at its end. Lookup is by that hash. A match is checked against the real
//! position, rebuilt by undoing later changes, so that different positions with
//! equal hashes (which anybody can construct) neither make a legal ply illegal nor
//! hide a repetition.

use std::sync::Arc;

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
    /// Number of changes in its part up to the end of this turn.
    changes: u32,
}

/// The turns of a part that later turns do not change.
const PART: usize = 1024;

/// The positions of a game so far.
///
/// Positions are copied wherever variations begin. So that a copy does not take longer in a long game, copies share the
/// parts that are full.
#[derive(Debug, Default)]
pub(super) struct History {
    full: Vec<Arc<FullPart>>,
    recent: HistoryPart,
}

clone_by_field!(History { full, recent });

/// A part with all its turns.
#[derive(Debug)]
struct FullPart {
    part: HistoryPart,
    /// The cells at the end of its last turn.
    end: Vec<Content>,
}

/// Successive turns.
#[derive(Debug, Default)]
struct HistoryPart {
    turns: Vec<HistoryEntry>,
    changes: Vec<CellChange>,
    /// Hash table of the turns with open addressing: index + 1, or 0 for a free slot.
    table: Vec<u32>,
}

clone_by_field!(HistoryPart {
    turns,
    changes,
    table
});

impl History {
    /// Number of positions, the starting position included.
    pub(super) fn len(&self) -> usize {
        self.full.len() * PART + self.recent.turns.len()
    }

    /// Adds the position at the end of a turn. `tag` is what is compared beside the cells. `now` returns the cells at the
    /// end of the turn; it is called rarely.
    pub(super) fn push(
        &mut self,
        hash: u64,
        tag: u8,
        changes: impl IntoIterator<Item = CellChange>,
        now: impl FnOnce() -> Vec<Content>,
    ) {
        self.recent.push(hash, tag, changes);
        if self.recent.turns.len() == PART {
            let part = std::mem::take(&mut self.recent);
            self.full.push(Arc::new(FullPart { part, end: now() }));
        }
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
        let full = self.full.iter().map(|full| &full.part);
        let parts = full.chain([&self.recent]).enumerate();
        let mut matching = Vec::new();
        for (number, part) in parts {
            part.add_matching(hash, tag, number * PART, &mut matching);
        }
        if matching.is_empty() {
            return None;
        }
        matching.sort_unstable();
        let candidate = candidate();
        matching
            .into_iter()
            .find(|&turn| self.rebuilt(turn, &now) == candidate)
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
        let full = self.full.get(turn / PART).map(|full| &full.part);
        let part = full.unwrap_or(&self.recent);
        part.turns[turn % PART].hash == hash && self.rebuilt(turn, now) == candidate()
    }

    /// The cells at the end of a turn.
    fn rebuilt(&self, turn: usize, now: impl Fn() -> Vec<Content>) -> Vec<Content> {
        let (part, last) = match self.full.get(turn / PART) {
            Some(full) => (&full.part, full.end.clone()),
            None => (&self.recent, now()),
        };
        part.rebuilt(turn % PART, last)
    }
}

impl HistoryPart {
    fn push(&mut self, hash: u64, tag: u8, changes: impl IntoIterator<Item = CellChange>) {
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

    /// Adds the turns with this hash and tag, in no particular order, to a list in which the first of this part has the
    /// number `first`.
    fn add_matching(&self, hash: u64, tag: u8, first: usize, matching: &mut Vec<usize>) {
        let Some(mask) = self.table.len().checked_sub(1) else {
            return;
        };
        let mut slot = hash as usize & mask;
        while self.table[slot] != 0 {
            let turn = self.table[slot] as usize - 1;
            if self.turns[turn].hash == hash && self.turns[turn].tag == tag {
                matching.push(first + turn);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The cells at the end of a turn, made from those at the end of the last one.
    fn rebuilt(&self, turn: usize, mut cells: Vec<Content>) -> Vec<Content> {
        let later = &self.changes[self.turns[turn].changes as usize..];
        for &(cell, before) in later.iter().rev() {
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
        let now = || vec![B, B];
        history.push(7, 0, [], now);
        history.push(7, 0, [(0, E)], now);
        history.push(9, 0, [(1, E)], now);
        assert_eq!(history.find(7, 0, now, || vec![E, E]), Some(0));
        assert_eq!(history.find(7, 0, now, || vec![B, E]), Some(1));
        assert_eq!(history.find(7, 0, now, || vec![E, B]), None);
        assert_eq!(history.find(7, 1, now, || vec![E, E]), None);
        assert_eq!(history.find(8, 0, now, || vec![E, E]), None);
    }

    #[test]
    fn a_long_game_finds_every_turn_and_copies_share_its_full_parts() {
        const TURNS: usize = 3 * PART + 10;
        // Each turn fills a cell.
        let then = |turn: usize| {
            let mut cells = vec![B; TURNS];
            cells[turn + 1..].fill(E);
            cells
        };
        let mut history = History::default();
        for turn in 0..TURNS {
            let changes = (turn > 0).then_some((turn as u16, E));
            history.push(hash_of(turn as u64), 0, changes, || then(turn));
            assert_eq!(history.len(), turn + 1);
        }
        let copy = history.clone();
        for turn in [
            0,
            1,
            64,
            65,
            PART - 1,
            PART,
            PART + 1,
            3 * PART - 1,
            3 * PART,
            TURNS - 1,
        ] {
            let (hash, now) = (hash_of(turn as u64), || then(TURNS - 1));
            let found = copy.find(hash, 0, now, || then(turn));
            assert_eq!(found, Some(turn as u32));
            assert!(copy.ended_in(turn, hash, now, || then(turn)));
            // Equal hashes do not make equal positions.
            assert_eq!(copy.find(hash, 0, now, || vec![E; TURNS]), None);
            assert!(!copy.ended_in(turn, hash, now, || vec![E; TURNS]));
        }
        assert_eq!(copy.full.len(), 3);
        for (one, other) in history.full.iter().zip(&copy.full) {
            assert!(Arc::ptr_eq(one, other));
        }
    }

    #[test]
    fn the_first_of_several_parts_is_found() {
        let mut history = History::default();
        // The cell is empty again after every second turn.
        for turn in 0..3 * PART {
            let (before, now) = if turn % 2 == 1 { (E, B) } else { (B, E) };
            history.push(hash_of(turn as u64 % 2), 0, [(0, before)], || vec![now]);
        }
        let find = |hash, now| history.find(hash_of(hash), 0, || vec![B], || vec![now]);
        assert_eq!(
            [find(0, E), find(1, B), find(0, B)],
            [Some(0), Some(1), None]
        );
    }
}
