//! Monte Carlo tree search: UCT with the results of moves that were played later (RAVE), and positions whose outcome is
//! certain.
//!
//! `tree` holds the nodes, `run` grows the tree by one playout after another, `choice` decides what to play.

mod choice;
mod run;
mod tree;

pub(super) use choice::{Choice, choose};
