//! Undo and redo.

use super::tree::{GameProperty, GameTree, NodeIndex};

/// What an edit was, for those who tell what is undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditKind {
    /// A ply was played.
    Ply,
    /// A ply was played, and others after it that were joined to it.
    Plies,
    /// A comment was written.
    Comment,
    /// A node was removed with all that follows.
    Removal,
    /// A variation became the main line.
    Promotion,
    /// A property of the root was changed.
    Details,
    /// A point was marked, or a mark removed.
    Markup,
}

/// A change of a tree, as the other state of what it concerns: to apply it is to exchange both.
#[derive(Clone, Debug)]
pub(super) enum TreeChange {
    /// The nodes that follow a node.
    Children(NodeIndex, Vec<NodeIndex>),
    /// The properties of a node.
    Properties(NodeIndex, Vec<GameProperty>),
}

impl TreeChange {
    /// Exchanges the state of the tree and the other one.
    fn exchange(&mut self, tree: &mut GameTree) {
        match self {
            TreeChange::Children(node, children) => {
                std::mem::swap(&mut tree.node_mut(*node).children, children);
            }
            TreeChange::Properties(node, properties) => {
                std::mem::swap(&mut tree.node_mut(*node).properties, properties);
            }
        }
    }
}

/// Changes that are made and undone together.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(super) kind: EditKind,
    changes: Vec<TreeChange>,
    /// The cursor before and after.
    cursors: [NodeIndex; 2],
    /// Whether it is undone and redone together with the edit before it.
    is_joined: bool,
}

impl Edit {
    /// An edit that begins at a cursor.
    pub(super) fn new(kind: EditKind, cursor: NodeIndex) -> Edit {
        Edit {
            kind,
            changes: Vec::new(),
            cursors: [cursor, cursor],
            is_joined: false,
        }
    }

    /// Changes the tree as part of this edit.
    pub(super) fn change(&mut self, tree: &mut GameTree, mut change: TreeChange) {
        change.exchange(tree);
        self.changes.push(change);
    }

    /// Ends the edit at a cursor.
    #[must_use]
    pub(super) fn ending_at(mut self, cursor: NodeIndex) -> Edit {
        self.cursors[1] = cursor;
        self
    }
}

/// The edits so far.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    done: Vec<Edit>,
    undone: Vec<Edit>,
}

impl History {
    /// Notes an edit that has been made. What was undone before can no longer be redone.
    pub(super) fn push(&mut self, edit: Edit) {
        self.undone.clear();
        self.done.push(edit);
    }

    /// Joins the last edit to the one before it, if there is one.
    pub(super) fn join_last(&mut self) {
        if let [.., _, last] = &mut self.done[..] {
            last.is_joined = true;
        }
    }

    /// Forgets all edits: they can no longer be undone or redone.
    pub(super) fn clear(&mut self) {
        self.done.clear();
        self.undone.clear();
    }

    pub(super) fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Undoes the last edit with those before it that it is joined to; returns what it was, and the cursor before it.
    pub(super) fn undo(&mut self, tree: &mut GameTree) -> Option<(EditKind, NodeIndex)> {
        let mut is_part = false;
        loop {
            let mut edit = self.done.pop()?;
            for change in edit.changes.iter_mut().rev() {
                change.exchange(tree);
            }
            let told = (edit.kind, edit.cursors[0]);
            let is_joined = edit.is_joined;
            self.undone.push(edit);
            if !is_joined {
                return Some((joined_kind(told.0, is_part), told.1));
            }
            is_part = true;
        }
    }

    /// Makes the edit again that was undone last, with those joined to it; returns what it is, and the cursor after it.
    pub(super) fn redo(&mut self, tree: &mut GameTree) -> Option<(EditKind, NodeIndex)> {
        let mut told = None;
        loop {
            let mut edit = self.undone.pop()?;
            for change in &mut edit.changes {
                change.exchange(tree);
            }
            let kind = told.map_or(edit.kind, |(kind, _)| joined_kind(kind, true));
            told = Some((kind, edit.cursors[1]));
            self.done.push(edit);
            if !self.undone.last().is_some_and(|next| next.is_joined) {
                return told;
            }
        }
    }
}

/// What an edit is called with those that are joined to it.
fn joined_kind(kind: EditKind, has_joined: bool) -> EditKind {
    match kind {
        EditKind::Ply if has_joined => EditKind::Plies,
        kind => kind,
    }
}
