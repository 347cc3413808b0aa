//! The conformance kit: what an author of another implementation of the rules needs to test it, as JSON.
//!
//! For each game and each embedded ruleset it has numbers of sequences of legal plies, positions with all their legal
//! moves, judged records, and the hard cases of the rules. Everything is computed here by the rules core; `conformance/README.md`
//! describes the files. [`files`] makes them, always the same ones.

mod cases;
mod counts;
mod kit;
mod markdown;
mod model;
mod notation;
mod play;
mod random_games;
mod start;

#[cfg(test)]
pub(crate) use kit::schema;

pub use kit::{ConformanceFile, SCHEMA, files};
