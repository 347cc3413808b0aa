//! kifu
pub mod diagram;
pub mod games;
pub mod record;
pub mod ruleset;
