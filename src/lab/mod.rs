//! The laboratory: players of random legal games and players that look ahead, what their games tell, and files of perft
//! counts.

mod amaf;
mod area;
mod facts;
mod generator;
mod greedy;
mod idle_switch;
mod opponent;
mod perft_file;
mod player;
mod playout;
mod random;
mod record_text;
mod reward;
mod search;
mod selfplay;
pub mod statistics;

pub use facts::{FactsBuilder, GameFacts};
pub use opponent::Opponent;
pub use perft_file::{
    MAX_PERFT_DEPTH, PerftEntry, PerftError, PerftErrorKind, PerftFile, PerftRow,
};
pub use player::{MAX_PLAYOUTS, ParsePlayerError, Player, PlayerKind};
pub use playout::playout_plies;
pub use random::{RandomGame, RandomPlayer};
pub use record_text::RecordText;
pub use selfplay::{GamePlan, PLIES_PER_POINT, PlayedGame, PlayedPly, default_max_plies};
