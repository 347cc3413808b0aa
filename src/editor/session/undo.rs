//! Undo and redo of a session.

use super::Session;
use crate::editor::{
    history::EditKind,
    tree::{GameTree, NodeIndex},
};

impl Session {
    /// Joins the last edit to the one before it, as an answer to the ply that it answers: they are undone and redone
    /// together.
    pub fn join_last_edit(&mut self) {
        self.history.join_last();
    }

    /// Forgets the edits so far: they stay, and can no longer be undone.
    pub fn forget_history(&mut self) {
        self.history.clear(&mut self.tree);
    }

    /// Whether there is an edit to undo.
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Whether an edit was undone that can be made again.
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    /// Undoes the last edit; returns what it was. Where edits are very large, the oldest ones can no longer be undone.
    pub fn undo(&mut self) -> Option<EditKind> {
        let (kind, cursor) = self.history.undo(&mut self.tree)?;
        self.after_history(cursor);
        Some(kind)
    }

    /// Makes the edit again that was undone last; returns what it is.
    pub fn redo(&mut self) -> Option<EditKind> {
        let (kind, cursor) = self.history.redo(&mut self.tree)?;
        self.after_history(cursor);
        Some(kind)
    }

    fn after_history(&mut self, cursor: NodeIndex) {
        self.edits += 1;
        self.player.forget();
        let last = self.tree.last_of_main_line(GameTree::ROOT);
        self.go_to(last);
        self.result = self.position.outcome();
        self.is_swapped = self.has_swap();
        self.go_to(cursor);
    }
}
