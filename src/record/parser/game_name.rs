//! What depends on the game that the root names: only Margo has properties of further players.

use super::{NamedGame, TreeBuilder};
use crate::{
    games::Game,
    record::{arena::Property, property::Name, values::read_game},
};

impl TreeBuilder<'_> {
    /// Whether the root has named Margo, whose records may have more than two players.
    pub(in crate::record) fn is_of_margo(&self) -> bool {
        self.game == NamedGame::Margo
    }

    /// The property of the format, unless the game does not have it.
    pub(super) fn in_this_game(&self, name: Name) -> Name {
        if name.is_of_more_players() && !self.is_of_margo() {
            Name::Other
        } else {
            name
        }
    }

    /// Finds the properties of further players that the root has before the name of the game.
    fn name_more_players(&mut self) {
        for index in 0..self.arena.properties.len() {
            let Property { written, span, .. } = self.arena.properties[index];
            let start = self.start + written.start as usize;
            let letters = &self.text[start..self.start + written.end as usize];
            let Some(name) = Name::from_written(letters).filter(|name| name.is_of_more_players())
            else {
                continue;
            };
            self.arena.properties[index].name = name;
            if name.mover().is_some() {
                let plies = self.count_ply(start, self.start + span.end as usize);
                self.arena.nodes[0].plies = plies;
            }
        }
    }

    /// Notes the game that the first `GM` of the root names.
    pub(super) fn name_game(&mut self, raw: &str) {
        let game = read_game(raw).map(|written| written.game);
        self.game = if game == Some(Game::Margo) {
            NamedGame::Margo
        } else {
            NamedGame::Other
        };
        if self.is_of_margo() {
            self.name_more_players();
        }
    }
}
