//! Undo and redo.

use std::{collections::VecDeque, mem};

use super::tree::{GameProperty, GameTree, NodeIndex, properties_bytes};

/// How much the edits may take that can be undone, in bytes. Beyond it the oldest ones are forgotten.
const MAX_BYTES: usize = 32 * 1024 * 1024;

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
    /// About how much it takes, in bytes.
    fn bytes(&self) -> usize {
        match self {
            TreeChange::Children(_, children) => mem::size_of_val(&children[..]),
            TreeChange::Properties(_, properties) => properties_bytes(properties),
        }
    }

    /// Exchanges the state of the tree and the other one.
    fn exchange(&mut self, tree: &mut GameTree) {
        match self {
            TreeChange::Children(node, children) => {
                mem::swap(&mut tree.node_mut(*node).children, children);
            }
            TreeChange::Properties(node, properties) => {
                mem::swap(&mut tree.node_mut(*node).properties, properties);
            }
        }
    }
}

/// Changes that are made and undone together.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(super) kind: EditKind,
    changes: Vec<TreeChange>,
    /// The node that it adds or removes.
    node: Option<NodeIndex>,
    /// About how much it takes, with what it removes from the tree, in bytes.
    bytes: usize,
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
            node: None,
            bytes: 0,
            cursors: [cursor, cursor],
            is_joined: false,
        }
    }

    /// An edit that adds or removes a node.
    #[must_use]
    pub(super) fn of_node(mut self, node: NodeIndex) -> Edit {
        self.node = Some(node);
        self
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

    /// The node that the tree has without this edit, or with it if it `is_done`.
    fn removed(&self, is_done: bool) -> Option<NodeIndex> {
        let removes = (self.kind == EditKind::Removal) == is_done;
        self.node.filter(|_| removes)
    }
}

/// The edits so far, as many as there is room for.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    done: VecDeque<Edit>,
    undone: Vec<Edit>,
    /// About how much they take, in bytes.
    bytes: usize,
}

impl History {
    /// Notes an edit that has been made. What was undone before can no longer be redone.
    pub(super) fn push(&mut self, mut edit: Edit, tree: &mut GameTree) {
        self.forget_undone(tree);
        let removed = edit.removed(true);
        let changes = edit.changes.iter().map(TreeChange::bytes).sum::<usize>();
        edit.bytes = size_of::<Edit>() + changes + removed.map_or(0, |node| tree.bytes_from(node));
        self.bytes += edit.bytes;
        self.done.push_back(edit);
        while self.bytes > MAX_BYTES {
            // What is joined is forgotten together, and the last edit can always be undone.
            let mut others = self.done.iter().skip(1);
            let Some(joined) = others.position(|edit| !edit.is_joined) else {
                break;
            };
            self.forget_first(joined + 1, tree);
        }
    }

    /// Joins the last edit to the one before it, if there is one.
    pub(super) fn join_last(&mut self) {
        let has_other = self.done.len() > 1;
        if let Some(last) = self.done.back_mut().filter(|_| has_other) {
            last.is_joined = true;
        }
    }

    /// Forgets all edits: they can no longer be undone or redone.
    pub(super) fn clear(&mut self, tree: &mut GameTree) {
        self.forget_undone(tree);
        self.forget_first(self.done.len(), tree);
    }

    fn forget_undone(&mut self, tree: &mut GameTree) {
        for edit in mem::take(&mut self.undone) {
            self.forget(&edit, false, tree);
        }
    }

    fn forget_first(&mut self, count: usize, tree: &mut GameTree) {
        let rest = self.done.split_off(count);
        for edit in mem::replace(&mut self.done, rest) {
            self.forget(&edit, true, tree);
        }
    }

    /// Forgets an edit. What only it could bring back takes no room in the tree any more.
    fn forget(&mut self, edit: &Edit, is_done: bool, tree: &mut GameTree) {
        self.bytes -= edit.bytes;
        if let Some(node) = edit.removed(is_done) {
            tree.empty_from(node);
        }
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
            let mut edit = self.done.pop_back()?;
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
            self.done.push_back(edit);
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
