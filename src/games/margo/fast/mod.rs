//! The marbles of a position as bitboards, with groups and freedoms kept from ply to ply.
//!
//! `bitboard` and `wide` are sets of slots of a level, `growth` extends them to groups, `state`
//! holds the marbles with their links and freedoms, `freedoms` updates these after a placement,
//! `shortcuts` finds moves that are certain to be legal, `past` remembers positions, and
//! `interface` offers all this to the rules.

mod bitboard;
mod freedoms;
mod growth;
mod interface;
mod past;
mod shortcuts;
mod state;
#[cfg(test)]
mod tests;
mod wide;

pub(super) use bitboard::{Bitboard64, Bitboard128};
pub(super) use state::FastMarbles;
pub(super) use wide::Bitboard384;
