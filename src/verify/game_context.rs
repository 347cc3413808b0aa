//! What is known of the game while a record is read.

use super::root::Root;
use crate::games::{Game, Position, Rules, Size};

/// The game of a record, with its size and rules as far as they are known.
#[derive(Clone, Debug)]
pub(super) struct GameContext {
    pub(super) game: Game,
    /// `None` if the record's size is wrong: then points cannot be checked.
    pub(super) size: Option<Size>,
    pub(super) rules: Option<Rules>,
}

impl GameContext {
    /// The context that the root states; `None` without a known game.
    pub(super) fn new(root: &Root) -> Option<GameContext> {
        root.game.map(|game| GameContext {
            game,
            size: root.size,
            rules: root.rules(),
        })
    }

    pub(super) fn of(position: &Position) -> GameContext {
        GameContext {
            game: position.game(),
            size: Some(position.size()),
            rules: Some(position.rules().clone()),
        }
    }
}
