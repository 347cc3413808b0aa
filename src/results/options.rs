//! What counts, and how much.

use super::{points::PointSystem, roster::Roster};

/// What standings are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// The event.
    Event,
    /// The round.
    Round,
    /// The player: one table, with the results against each opponent.
    Player,
    /// The game.
    Game,
}

impl GroupBy {
    /// The name in the output; `None` if there is one table for all.
    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            GroupBy::Event => Some("event"),
            GroupBy::Round => Some("round"),
            GroupBy::Player => None,
            GroupBy::Game => Some("game"),
        }
    }
}

/// What counts, and how much.
#[derive(Clone, Debug, Default)]
pub struct ResultsOptions {
    /// What a win, a draw and a loss are worth.
    pub points: PointSystem,
    /// What the standings are grouped by.
    pub group_by: Option<GroupBy>,
    /// Whether a result counts that only `RE` states.
    pub counts_stated: bool,
    /// The names that are expected.
    pub roster: Option<Roster>,
    /// Whether nobody asks for standings, so that there may be any number of pairs of players.
    pub without_standings: bool,
}
