//! Margo: marbles that stack into a pyramid, are captured as in Go, and remain
//! where another marble rests on them.
//!
//! `rules` judges a move in the order of the rules page; `fast` keeps the groups and freedoms that
//! it needs from ply to ply; `sizes` chooses the bitboards that a board needs.

mod fast;
mod pyramid;
mod rules;
mod sizes;

pub(super) use pyramid::Pyramid;
pub(super) use sizes::Margo;
