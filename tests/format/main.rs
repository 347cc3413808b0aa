//! The record format: text, encodings, setups, main line and variations, and which finding each fault gets.
//!
//! These tests call the library; those of the program are in `tests/commands`.

#[path = "../common/mod.rs"]
mod common;
// The fuzz targets share it.
#[allow(unreachable_pub)]
#[path = "../invariants/mod.rs"]
mod invariant;

mod bad_input;
mod canonical;
mod invariants;
mod limits;
mod mutations;
mod play;
mod properties;
mod samples;
mod setup;
mod text;
