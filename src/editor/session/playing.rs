//! Playing moves.

use std::iter;

use super::{EditError, Session, result::with_other_winner};
use crate::{
    editor::{
        history::{Edit, EditKind, TreeChange},
        line_of_play::{Standing, move_of},
        tree::{GameProperty, GameTree, NodeIndex},
    },
    games::{Move, MoveEffect},
    record::{MAX_NODES, MAX_PLIES},
};

impl Session {
    /// Plays a move of the player to move. If a node that follows has it, the cursor goes there; else a new node begins,
    /// as a variation if others follow already. At and behind an illegal ply, the move is played in its place.
    ///
    /// A swap exchanges the names of the players on the main line, and the end of the game fills in the result.
    ///
    /// # Errors
    ///
    /// If the move is illegal, or there is no room for it.
    pub fn play(&mut self, mv: &Move) -> Result<MoveEffect, EditError> {
        let from = self.played_from.ok_or(EditError::BehindIllegal)?;
        let color = self.position.to_move();
        let mut after = self.position.clone();
        let effect = after.play(mv)?;
        let mv = mv.clone().canonical();
        let (illegal, before) = (&self.illegal, &self.position);
        let is_same = |node: &&NodeIndex| {
            let other = move_of(&self.tree, **node, before);
            !illegal.contains_key(*node)
                && other.is_some_and(|(mover, other)| mover == color && other.canonical() == mv)
        };
        let children = &self.tree.node(from).children;
        if let Some(&node) = children.iter().find(is_same) {
            self.go_to(node);
            return Ok(effect);
        }
        if self.tree.len() >= MAX_NODES as usize || self.position.plies() >= MAX_PLIES {
            return Err(EditError::TooLarge);
        }
        let mut children = children.clone();
        let property = GameProperty {
            letters: color.letter().to_string(),
            values: vec![mv.to_string()],
        };
        let node = self.tree.add(from, property);
        let mut edit = Edit::new(EditKind::Ply, self.cursor).of_node(node);
        children.push(node);
        edit.change(&mut self.tree, TreeChange::Children(from, children));
        self.cursor = node;
        self.position = after;
        self.standing = Standing::Legal;
        self.finish(edit, node);
        Ok(effect)
    }

    /// Whether the players have exchanged their colors on the main line, as in Margo by `swap`. `PB` and `PW` name the
    /// players at its end.
    pub fn is_swapped(&self) -> bool {
        self.is_swapped
    }

    /// Whether the second ply of the main line is a swap: no other can be one.
    pub(super) fn has_swap(&self) -> bool {
        let first = |&node: &NodeIndex| self.tree.node(node).children.first().copied();
        let line = iter::successors(Some(GameTree::ROOT), first);
        let mut plies = line.filter(|&node| self.tree.node(node).moves().next().is_some());
        let second = plies.nth(1).filter(|node| !self.illegal.contains_key(node));
        let ply = second.and_then(|node| move_of(&self.tree, node, &self.position));
        ply.is_some_and(|(_, mv)| mv == Move::Swap)
    }

    /// Exchanges what the root tells of the players of both colors, with the result if the players have stated it: it
    /// names the winner by the color at the end of the game.
    pub(super) fn exchange_players(&mut self, edit: &mut Edit, with_result: bool) {
        let root = self.tree.node(GameTree::ROOT);
        let result = root.text("RE").filter(|_| with_result);
        let mut properties = match result.and_then(|stated| with_other_winner(&stated)) {
            Some(result) => root.with_first_text("RE", &result),
            None => root.properties.clone(),
        };
        for property in &mut properties {
            let other = match property.letters.as_str() {
                "PB" => "PW",
                "PW" => "PB",
                "BR" => "WR",
                "WR" => "BR",
                "BT" => "WT",
                "WT" => "BT",
                _ => continue,
            };
            other.clone_into(&mut property.letters);
        }
        edit.change(
            &mut self.tree,
            TreeChange::Properties(GameTree::ROOT, properties),
        );
    }
}
