//! The marbles of a position as bitboards, with groups and freedoms kept from ply to ply.

mod bitboard;
mod freedoms;
mod growth;
mod marbles;

pub(super) use bitboard::{Bitboard, Bitboard64, Bitboard128, Bitboard384};
pub(super) use marbles::{Bitboards, Marbles};
