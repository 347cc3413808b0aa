//! Statistics over many records: how long games are, who wins and how, and how they begin.
//!
//! Memory grows with the variety of the records, not with their number: there are as many lengths as a
//! line may have plies, and no more than [`MAX_OPENINGS`] openings are distinguished.

mod counts;
mod csv;
mod facts;
mod lengths;
mod openings;
mod text;

pub use counts::{BoardCount, Captures, Group, Results, Stats, StatsBuilder, Wins};
pub use facts::RecordFacts;
pub use lengths::{Bin, Lengths};
pub use openings::{MAX_OPENINGS, Opening, Openings};
pub use text::BarStyle;
