//! kifu
pub mod games;
pub mod ruleset;
