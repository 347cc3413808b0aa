//! What one turn of Sygo has done so far.

use crate::games::{chains::Join, cloning::clone_by_field, point::Cell};

/// The record of the turn whose stones are being judged.
#[derive(Debug)]
pub(super) struct Turn {
    /// Distinguishes this turn from all earlier ones.
    number: u64,
    /// What has become of each start group, by its head.
    growth: Vec<GroupGrowth>,
    /// The stones placed so far.
    pub(super) placed: Vec<Cell>,
    /// Whether the first of them was a placement.
    pub(super) began_with_placement: bool,
    /// Whether any stone was captured.
    pub(super) captured: bool,
    /// The changes of the board, to be undone from the last.
    pub(super) done: Vec<UndoStep>,
    /// Scratch: the stones of the group that is being captured.
    pub(super) group: Vec<Cell>,
}

clone_by_field!(Turn {
    number,
    growth,
    placed,
    began_with_placement,
    captured,
    done,
    group
});

/// What has become of a start group: the number of the turn in which it happened last. An earlier
/// turn's number means nothing, since that may have been another group.
#[derive(Clone, Copy, Debug, Default)]
struct GroupGrowth {
    grown: u64,
    captors: u64,
}

/// A change of the board.
#[derive(Clone, Copy, Debug)]
pub(super) enum UndoStep {
    /// A stone was put on this cell.
    Put(Cell),
    /// Two groups became one.
    Joined(Join),
    /// The group of this stone changed its color.
    Captured(Cell),
}

impl Turn {
    pub(super) fn new(cells: usize) -> Turn {
        Turn {
            number: 0,
            growth: vec![GroupGrowth::default(); cells],
            placed: Vec::new(),
            began_with_placement: false,
            captured: false,
            done: Vec::new(),
            group: Vec::new(),
        }
    }

    pub(super) fn begin(&mut self) {
        self.number += 1;
        self.placed.clear();
        self.done.clear();
        self.began_with_placement = false;
        self.captured = false;
    }

    /// Whether the start group with this head has grown this turn.
    pub(super) fn has_grown(&self, head: Cell) -> bool {
        self.growth[head].grown == self.number
    }

    pub(super) fn mark_grown(&mut self, head: Cell) {
        self.growth[head].grown = self.number;
    }

    /// Whether the start group with this head has become part of a captors' group this turn.
    pub(super) fn is_captors(&self, head: Cell) -> bool {
        self.growth[head].captors == self.number
    }

    pub(super) fn mark_captors(&mut self, head: Cell) {
        self.growth[head].captors = self.number;
    }
}
