//! A ruleset in memory.

use std::ops::RangeInclusive;

use crate::games::{Game, Rules, Size};

/// A named set of rules for one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The name that `RU` gives.
    pub name: String,
    /// One line for people.
    pub title: String,
    /// Where the rules come from.
    pub source: String,
    /// The board when the record does not say.
    pub size: Size,
    /// The smallest and largest number of points on a side.
    pub sizes: RangeInclusive<u8>,
    /// The rules themselves.
    pub rules: Rules,
}

impl Ruleset {
    /// The game.
    pub fn game(&self) -> Game {
        self.rules.game()
    }

    /// Whether a record of this ruleset may have a board of this size.
    pub fn has_size(&self, size: Size) -> bool {
        self.game().has_size(size)
            && self.sizes.contains(&size.columns)
            && self.sizes.contains(&size.rows)
    }
}
