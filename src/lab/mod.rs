//! The laboratory: players that make random games.

mod random;

pub use random::{Game as RandomGame, Player};
