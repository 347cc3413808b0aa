//! kifu
pub mod archive;
pub mod cli;
pub mod diagram;
pub mod games;
pub mod record;
pub mod report;
pub mod ruleset;
pub mod verify;
