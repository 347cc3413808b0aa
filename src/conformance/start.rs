//! Where a line of play starts.

use crate::{
    games::{Position, Rules, Setup, SetupFault, Size},
    ruleset::Ruleset,
};

use super::{
    model::{LineOfPlay, PlyObject},
    notation::{has_komi, setup_object},
};

/// The start of a game: the ruleset, the board and the setup.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) ruleset: String,
    /// With the komi of the game.
    pub(super) rules: Rules,
    pub(super) size: Size,
    /// `None` for the empty board without a word on who moves first.
    pub(super) setup: Option<Setup>,
}

impl Start {
    /// The empty board of a ruleset.
    pub(super) fn empty(ruleset: &Ruleset, size: Size) -> Start {
        Start {
            ruleset: ruleset.name.clone(),
            rules: ruleset.rules.clone(),
            size,
            setup: None,
        }
    }

    /// The position before the first ply.
    ///
    /// # Errors
    ///
    /// If there is no such board, or the setup breaks a rule.
    pub(super) fn position(&self) -> Result<Position, SetupFault> {
        Position::new(&self.rules, self.size, self.setup.as_ref())
    }

    /// The same start with the plies after it; `start` is its position.
    pub(super) fn line(&self, start: &Position, moves: Vec<PlyObject>) -> LineOfPlay {
        LineOfPlay {
            ruleset: self.ruleset.clone(),
            size: self.size.to_string(),
            komi: has_komi(self.rules.game()).then(|| self.rules.komi()),
            setup: self.setup.as_ref().map(|setup| setup_object(setup, start)),
            moves,
        }
    }
}
