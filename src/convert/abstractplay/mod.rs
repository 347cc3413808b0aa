//! Games of `AbstractPlay`: its public archive, and its moves alone.

mod archive;
mod archive_shape;
mod archive_writer;
mod moves;
mod objects;

pub(super) use archive::ArchiveReader;
pub(super) use archive_writer::write as write_archive;
pub(super) use moves::{AbstractPlayReader, write as write_moves};

/// The ruleset that the server plays by.
const RULESET: &str = "margo-abstractplay";

/// The size of the board if none is given.
const DEFAULT_SIZE: u8 = 7;
