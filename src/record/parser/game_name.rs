//! What depends on the game that the root names: only Margo has properties of further players.

use super::{NamedGame, TreeBuilder, holds_start};
use crate::{
    games::Game,
    record::{
        arena::Property,
        property::Name,
        token::{Token, TokenKind},
        values::read_game,
    },
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

    /// Finds the first value of a move of a further player before the name of the game that contains the start of a record:
    /// only the name tells that it is a move. It and what follows it do not belong to the root.
    fn cut_swallowed(&mut self) -> Option<Token> {
        for index in 0..self.arena.properties.len() {
            let property = &self.arena.properties[index];
            let start = self.start + property.span.start as usize;
            let written = &self.text[start..self.start + property.written.end as usize];
            let name = Name::from_written(written);
            if !name.is_some_and(|name| name.is_of_more_players() && name.mover().is_some()) {
                continue;
            }
            let values = property.values.clone();
            for at in values.clone() {
                let value = self.arena.values[at as usize];
                let bracket = self.start + value.start as usize - 1;
                let end = self.start + value.end as usize + 1;
                if !holds_start(&self.text.as_bytes()[bracket..end]) {
                    continue;
                }
                let is_first = at == values.start;
                self.cut_root(index + usize::from(!is_first), at);
                return Some(Token {
                    kind: if is_first {
                        TokenKind::NamedValue
                    } else {
                        TokenKind::Value
                    },
                    start: if is_first { start } else { bracket },
                    end,
                    bracket,
                });
            }
        }
        None
    }

    /// Removes the properties of the root from one on, and the values from one on.
    fn cut_root(&mut self, property: usize, value: u32) {
        self.arena.properties.truncate(property);
        self.arena.values.truncate(value as usize);
        self.arena.nodes[0].properties.end = property as u32;
        let last = self.arena.properties.last_mut();
        if let Some(last) = last.filter(|last| last.values.end > value) {
            last.values.end = value;
            let end = self.arena.values.last().map_or(0, |value| value.end + 1);
            last.span.end = end;
        }
    }

    /// Notes the game that the first `GM` of the root names. Returns the value before it that contains the start of a record
    /// although it is a move of this game.
    pub(super) fn name_game(&mut self, raw: &str) -> Option<Token> {
        let game = read_game(raw).map(|written| written.game);
        self.game = if game == Some(Game::Margo) {
            NamedGame::Margo
        } else {
            NamedGame::Other
        };
        if !self.is_of_margo() {
            return None;
        }
        let swallowed = self.cut_swallowed();
        self.name_more_players();
        swallowed
    }
}
