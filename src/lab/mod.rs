//! The laboratory: players that make random games, and files of counts that hold the
//! rules core to its rules.

mod perft_file;
mod random;

pub use perft_file::{PerftEntry, PerftError, PerftFile, PerftRow};
pub use random::{RandomGame, RandomPlayer};
