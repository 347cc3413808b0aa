//! Tools for testing the rules: a player of random legal games, and files of perft counts.

mod opponent;
mod perft_file;
mod random;

pub use opponent::{Opponent, RandomOpponent};
pub use perft_file::{PerftEntry, PerftError, PerftErrorKind, PerftFile, PerftRow};
pub use random::{RandomGame, RandomPlayer};
