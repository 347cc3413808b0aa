//! Statistics of many records: the lengths, results and openings of games.
//!
//! Memory does not grow with the number of records: the number of lengths is limited by the longest permitted
//! record, and no more than [`MAX_OPENINGS`] openings and [`MAX_PLAYERS`] players are distinguished.

mod counts;
mod csv;
mod facts;
mod lengths;
mod openings;
mod players;
mod text;

pub use counts::{BoardCount, Captures, GroupStats, Results, Statistics, StatsBuilder, Wins};
pub use facts::RecordFacts;
pub use lengths::{Bin, Lengths};
pub use openings::{MAX_OPENINGS, OpeningPly, Openings};
pub use players::{MAX_PLAYERS, PlayerStats, SideResults};
pub use text::BarStyle;
