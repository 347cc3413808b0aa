//! Sygo: in one turn all of a player's groups may grow, and captured groups
//! change their color.
//!
//! `rules` judges the stones of a turn in the order of the rules page; `turn` records what the turn
//! has done so far; `turns` lists all turns of a position, `steps` plays one stone by stone.

mod rules;
mod steps;
mod turn;
mod turns;

pub(super) use rules::Sygo;
pub(super) use turns::Turns;
