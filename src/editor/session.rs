//! A record that is read and edited: a tree, a cursor in it, and the position there.

use std::{collections::BTreeMap, sync::Arc};

use result::{is_written, written};

use super::{
    history::{Edit, EditKind, History, TreeChange},
    line_of_play::{LinePlayer, Standing, move_of},
    new_game::NewGame,
    tree::{GameProperty, GameTree, NodeIndex, UnwritableTree},
};
use crate::{
    games::{Color, Move, Outcome, Position, Violation},
    record::{MAX_NODES, MAX_PLIES, Record, read},
    ruleset::{self, Ruleset},
    verify::{Finding, Options, Severity, verify},
};

/// A finding and the node that it is about.
#[derive(Clone, Debug)]
pub struct TreeFinding {
    /// The node.
    pub node: NodeIndex,
    /// The finding. Its span belongs to the text of the record.
    pub finding: Finding,
}

/// Why an edit is not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The move breaks a rule.
    #[error("{0}")]
    Illegal(#[from] Violation),
    /// The record cannot become larger.
    #[error("a record has at most {MAX_NODES} nodes, and a line at most {MAX_PLIES} plies")]
    TooLarge,
    /// The first move of the record is illegal, and in its node: nothing can be played in place of it.
    #[error("the line is illegal from its beginning: nothing can be played in it")]
    BehindIllegal,
}

/// A record that is read and edited.
#[derive(Debug)]
pub struct Session {
    tree: GameTree,
    options: Options,
    ruleset: Option<Arc<Ruleset>>,
    findings: Vec<TreeFinding>,
    /// The errors that end a line, by their nodes.
    illegal: BTreeMap<NodeIndex, usize>,
    cursor: NodeIndex,
    position: Position,
    standing: Standing,
    /// The node that has this position: the cursor, or the last legal one before it.
    played_from: Option<NodeIndex>,
    /// The ply at the cursor, and the position before it.
    last_ply: Option<(Position, Color, Move)>,
    player: LinePlayer,
    history: History,
    /// Which of several nodes that follow was visited last.
    visited: BTreeMap<NodeIndex, NodeIndex>,
    /// The result of the main line.
    result: Option<Outcome>,
    /// Whether the players have exchanged their colors on the main line.
    is_swapped: bool,
    edits: u64,
}

impl Session {
    /// A new record, at its start.
    ///
    /// # Errors
    ///
    /// The findings, if the ruleset has no board of this size.
    pub fn new(game: &NewGame) -> Result<Session, Vec<Finding>> {
        let text = game.to_text();
        let options = Options {
            // An embedded one is named in the record.
            ruleset: (!ruleset::is_known_by_name(&game.ruleset.name, &game.ruleset.rules))
                .then(|| game.ruleset.clone().into()),
            ..Options::default()
        };
        let record = read(text.as_str()).next().ok_or_else(Vec::new)?;
        Session::open(&record, options)
    }

    /// A record, at its start. All variations are verified.
    ///
    /// # Errors
    ///
    /// The findings, if nothing of it can be played.
    pub fn open(record: &Record, options: Options) -> Result<Session, Vec<Finding>> {
        let options = Options {
            variations: true,
            until: None,
            ..options
        };
        let verdict = verify(record, &options);
        let Some(end) = verdict.position else {
            return Err(verdict.findings);
        };
        let located = |finding: Finding| TreeFinding {
            node: record.node_at(finding.span.start).index(),
            finding,
        };
        let findings: Vec<TreeFinding> = verdict.findings.into_iter().map(located).collect();
        let mut illegal = BTreeMap::new();
        for (index, found) in findings.iter().enumerate() {
            let is_error = found.finding.code().severity() == Severity::Error;
            if is_error && found.node != GameTree::ROOT {
                illegal.entry(found.node).or_insert(index);
            }
        }
        let mut session = Session {
            tree: GameTree::of(record),
            options,
            ruleset: verdict.ruleset,
            findings,
            illegal,
            cursor: GameTree::ROOT,
            result: end.outcome(),
            position: end,
            standing: Standing::Legal,
            played_from: Some(GameTree::ROOT),
            last_ply: None,
            player: LinePlayer::default(),
            history: History::default(),
            visited: BTreeMap::new(),
            is_swapped: false,
            edits: 0,
        };
        session.is_swapped = session.has_swap();
        session.go_to(GameTree::ROOT);
        Ok(session)
    }

    /// The tree.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The node of the cursor.
    pub fn cursor(&self) -> NodeIndex {
        self.cursor
    }

    /// The position at the cursor; at and behind an illegal ply the one before it.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the cursor is at a legal ply.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// The node that a move follows which is played now: the cursor, and at or behind an illegal ply the last legal node
    /// before it, whose position is shown there. `None` if there is none.
    pub fn played_from(&self) -> Option<NodeIndex> {
        self.played_from
    }

    /// The ruleset that the game is played by.
    pub fn ruleset(&self) -> Option<&Ruleset> {
        self.ruleset.as_deref()
    }

    /// What was found when the record was opened, in its order.
    pub fn findings(&self) -> &[TreeFinding] {
        &self.findings
    }

    /// The error that ends the line at a node, if there is one.
    pub fn error_at(&self, node: NodeIndex) -> Option<&Finding> {
        let index = self.illegal.get(&node)?;
        self.findings.get(*index).map(|found| &found.finding)
    }

    /// The ply at the cursor: the position before it, its player and its move. `None` at a node without a legal one.
    pub fn last_ply(&self) -> Option<&(Position, Color, Move)> {
        self.last_ply.as_ref()
    }

    /// The number of edits made and undone so far: whether there is something to save.
    pub fn edits(&self) -> u64 {
        self.edits
    }

    /// The result of the main line, once its game is over.
    pub fn result(&self) -> Option<Outcome> {
        self.result
    }

    /// The record in canonical form.
    ///
    /// # Errors
    ///
    /// If it would exceed a limit of the format.
    pub fn to_text(&self) -> Result<String, UnwritableTree> {
        self.tree.to_text()
    }

    /// Moves the cursor.
    pub fn go_to(&mut self, node: NodeIndex) {
        let parent = self.tree.node(node).parent;
        let before = parent.and_then(|parent| self.position_at(parent));
        // Something can be played, or the record would not have been opened.
        let Some((position, standing)) = self.position_at(node) else {
            return;
        };
        let before = before.filter(|_| standing == Standing::Legal);
        self.last_ply = before.and_then(|(before, _)| {
            let (color, mv) = move_of(&self.tree, node, &before)?;
            Some((before, color, mv))
        });
        self.position = position;
        self.standing = standing;
        self.cursor = node;
        self.played_from = match standing {
            Standing::Legal => Some(node),
            Standing::Illegal | Standing::AfterIllegal => self.last_legal_before(node),
        };
        for pair in self.tree.path(node).windows(2) {
            self.visited.insert(pair[0], pair[1]);
        }
    }

    /// The last node before another one up to which the line is legal.
    fn last_legal_before(&mut self, node: NodeIndex) -> Option<NodeIndex> {
        let path = self.tree.path(node);
        let legal = path.partition_point(|&node| {
            let found = self.position_at(node);
            found.is_some_and(|(_, standing)| standing == Standing::Legal)
        });
        legal.checked_sub(1).map(|last| path[last])
    }

    fn position_at(&mut self, node: NodeIndex) -> Option<(Position, Standing)> {
        let illegal = &self.illegal;
        let is_illegal = |node| illegal.contains_key(&node);
        self.player
            .position(&self.tree, node, &is_illegal, &self.options)
    }

    /// The node that follows a node on the line that was visited last, else on its main line.
    pub fn next_of(&self, node: NodeIndex) -> Option<NodeIndex> {
        let children = &self.tree.node(node).children;
        let visited = self.visited.get(&node);
        let visited = visited.filter(|visited| children.contains(visited));
        visited.or(children.first()).copied()
    }

    /// Moves the cursor to the next node; returns whether there is one.
    pub fn forward(&mut self) -> bool {
        self.forward_by(1) > 0
    }

    /// Moves the cursor to the node before; returns whether there is one.
    pub fn back(&mut self) -> bool {
        self.back_by(1) > 0
    }

    /// Moves the cursor forward by at most this many nodes along the line; returns by how many.
    pub fn forward_by(&mut self, count: u32) -> u32 {
        let line = std::iter::successors(Some(self.cursor), |&node| self.next_of(node));
        self.go_along(&line.skip(1).take(count as usize).collect::<Vec<_>>())
    }

    /// Moves the cursor back by at most this many nodes; returns by how many.
    pub fn back_by(&mut self, count: u32) -> u32 {
        let line = std::iter::successors(Some(self.cursor), |&node| self.tree.node(node).parent);
        self.go_along(&line.skip(1).take(count as usize).collect::<Vec<_>>())
    }

    /// Moves the cursor to the last of these nodes; returns their number.
    fn go_along(&mut self, nodes: &[NodeIndex]) -> u32 {
        if let Some(&last) = nodes.last() {
            self.go_to(last);
        }
        nodes.len() as u32
    }

    /// Moves the cursor to the start.
    pub fn go_to_start(&mut self) {
        self.go_to(GameTree::ROOT);
    }

    /// Moves the cursor to the end of the line.
    pub fn go_to_end(&mut self) {
        let line = std::iter::successors(Some(self.cursor), |&node| self.next_of(node));
        if let Some(last) = line.last() {
            self.go_to(last);
        }
    }

    /// Moves the cursor to a ply of the line; to the end of it, if it has fewer plies. Returns the ply reached.
    pub fn go_to_ply(&mut self, ply: u32) -> u32 {
        let has_move = |node: NodeIndex| self.tree.node(node).moves().next().is_some();
        let line = std::iter::successors(Some(GameTree::ROOT), |&node| self.next_of(node));
        let (mut reached, mut target) = (0, GameTree::ROOT);
        for node in line {
            let plies = reached + u32::from(has_move(node));
            if plies > ply {
                break;
            }
            (reached, target) = (plies, node);
            if reached == ply && ply > 0 {
                break;
            }
        }
        self.go_to(target);
        reached
    }

    /// The nodes that may stand in place of the cursor's, itself included; only itself at the root.
    pub fn siblings(&self) -> Vec<NodeIndex> {
        match self.tree.node(self.cursor).parent {
            Some(parent) => self.tree.node(parent).children.clone(),
            None => vec![self.cursor],
        }
    }

    /// Moves the cursor to another variation: of the last branch on the way to it, the next or the one before. Returns
    /// whether there is one.
    pub fn go_to_variation(&mut self, forward: bool) -> bool {
        let path = self.tree.path(self.cursor);
        for pair in path.windows(2).rev() {
            let children = &self.tree.node(pair[0]).children;
            if children.len() < 2 {
                continue;
            }
            let at = children.iter().position(|child| *child == pair[1]);
            let at = at.unwrap_or(0);
            let next = if forward {
                (at + 1) % children.len()
            } else {
                (at + children.len() - 1) % children.len()
            };
            let next = children[next];
            self.go_to(next);
            return true;
        }
        false
    }

    /// The next node with a finding after the cursor in the order of the record, from its beginning again after the
    /// last one.
    pub fn next_finding(&self) -> Option<&TreeFinding> {
        let order = self.tree.in_order();
        let mut places = vec![usize::MAX; self.tree.len()];
        for (place, &node) in order.iter().enumerate() {
            places[node] = place;
        }
        let here = places[self.cursor];
        let place = |found: &&TreeFinding| places.get(found.node).copied().unwrap_or(usize::MAX);
        let attached = || (self.findings.iter()).filter(|found| place(found) != usize::MAX);
        let after = attached().filter(|found| place(found) > here);
        after
            .min_by_key(place)
            .or_else(|| attached().min_by_key(place))
    }

    /// Ends an edit: the players and the result follow the main line, and the cursor goes to a node.
    fn finish(&mut self, mut edit: Edit, cursor: NodeIndex) {
        let stated = self.tree.node(GameTree::ROOT).text("RE");
        let own = self.result.zip(stated);
        let is_own = own.is_some_and(|(own, stated)| is_written(&stated, own));
        if self.has_swap() != self.is_swapped {
            self.is_swapped = !self.is_swapped;
            self.exchange_players(&mut edit, !is_own);
        }
        let last = self.tree.last_of_main_line(GameTree::ROOT);
        let result = if last == cursor && self.cursor == cursor {
            self.position.outcome()
        } else {
            self.player.forget();
            let end = self.position_at(last);
            end.and_then(|(position, _)| position.outcome())
        };
        if result != self.result {
            let root = self.tree.node(GameTree::ROOT);
            let new = match result {
                // Further values do not count, but they are the players'.
                Some(result) => Some(root.with_first_text("RE", &written(result))),
                // What the players have agreed on stays.
                None => is_own.then(|| root.without_first_text("RE")),
            };
            if let Some(new) = new {
                edit.change(&mut self.tree, TreeChange::Properties(GameTree::ROOT, new));
            }
            self.result = result;
        }
        self.history.push(edit.ending_at(cursor), &mut self.tree);
        self.edits += 1;
        self.go_to(cursor);
    }

    /// The comment at the cursor; empty if there is none. Several comments of a node are one, a line break between them.
    pub fn comment(&self) -> String {
        let node = self.tree.node(self.cursor);
        node.whole_text("C").unwrap_or_default()
    }

    /// What else is said in words at the cursor: the comment on the game (`GC`) and the name of the node (`N`), in lines.
    pub fn titles(&self) -> String {
        let node = self.tree.node(self.cursor);
        let titles = ["GC", "N"].into_iter();
        let titles = titles.filter_map(|letters| node.whole_text(letters));
        let titles: Vec<String> = titles.filter(|text| !text.is_empty()).collect();
        titles.join("\n")
    }

    /// Writes the comment at the cursor in place of all of [`comment`](Session::comment); an empty text removes it.
    pub fn set_comment(&mut self, text: &str) {
        let text = Some(text).filter(|text| !text.is_empty());
        let node = self.tree.node(self.cursor);
        if node.whole_text("C").as_deref() != text {
            let new = node.with_text("C", text);
            self.set_properties(EditKind::Comment, self.cursor, new);
        }
    }

    /// A text of the root, such as `PB`; empty if there is none.
    pub fn detail(&self, letters: &str) -> String {
        let root = self.tree.node(GameTree::ROOT);
        root.text(letters).unwrap_or_default()
    }

    /// Writes a text of the root, such as the name of a player; an empty text removes it. Only the first value counts, and
    /// is written; further ones are kept, but removed together with the first.
    pub fn set_detail(&mut self, letters: &str, text: &str) {
        let root = self.tree.node(GameTree::ROOT);
        let new = match text {
            "" if root.values(letters).next().is_none() => return,
            "" => root.with_text(letters, None),
            text if root.text(letters).as_deref() == Some(text) => return,
            text => root.with_first_text(letters, text),
        };
        self.set_properties(EditKind::Details, GameTree::ROOT, new);
    }

    fn set_properties(&mut self, kind: EditKind, node: NodeIndex, new: Vec<GameProperty>) {
        let mut edit = Edit::new(kind, self.cursor);
        edit.change(&mut self.tree, TreeChange::Properties(node, new));
        self.history.push(edit, &mut self.tree);
        self.edits += 1;
    }

    /// Removes the cursor's node with all that follows; the cursor goes to the node before. Returns whether there was
    /// something to remove.
    pub fn remove(&mut self) -> bool {
        let Some(parent) = self.tree.node(self.cursor).parent else {
            return false;
        };
        let mut children = self.tree.node(parent).children.clone();
        children.retain(|child| *child != self.cursor);
        let mut edit = Edit::new(EditKind::Removal, self.cursor).of_node(self.cursor);
        edit.change(&mut self.tree, TreeChange::Children(parent, children));
        self.finish(edit, parent);
        true
    }

    /// Makes the line to the cursor the main line; returns whether it was not.
    pub fn promote(&mut self) -> bool {
        let path = self.tree.path(self.cursor);
        let mut edit = Edit::new(EditKind::Promotion, self.cursor);
        let mut is_changed = false;
        for pair in path.windows(2) {
            let mut children = self.tree.node(pair[0]).children.clone();
            if children.first() != Some(&pair[1]) {
                children.retain(|child| *child != pair[1]);
                children.insert(0, pair[1]);
                edit.change(&mut self.tree, TreeChange::Children(pair[0], children));
                is_changed = true;
            }
        }
        if is_changed {
            let cursor = self.cursor;
            self.finish(edit, cursor);
        }
        is_changed
    }
}

mod markup;
mod playing;
mod result;
#[cfg(test)]
mod tests;
mod undo;
