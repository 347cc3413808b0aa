//! Margo: marbles that stack into a pyramid, are captured as in Go, and remain
//! where another marble rests on them.
//!
//! `rules` is the rules page as a program, in its order, over the traits of `marbles`: what the
//! rules need to know of the marbles on a board. `fast` implements these with bitboards that are
//! updated from ply to ply, `naive` (tests only) straight from the definitions of the page.
//! `pyramid` has the coordinates; `sizes` chooses the bitboards that a board needs.

mod fast;
mod marbles;
#[cfg(test)]
mod naive;
mod pyramid;
mod rules;
mod sizes;
#[cfg(test)]
mod tests;

pub(super) use pyramid::Pyramid;
pub(super) use sizes::Margo;
