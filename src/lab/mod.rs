//! The laboratory: players that make random games, and files of counts that hold the
//! rules core to its rules.

mod perft_file;
mod random;

pub use perft_file::{Entry, PerftError, PerftFile, Row};
pub use random::{Game as RandomGame, Player};
