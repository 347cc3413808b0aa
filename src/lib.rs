//! kifu
pub mod games;
