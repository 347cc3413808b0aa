//! How large a game can be that is shown or gone on with, since all its positions are kept.

/// The largest record or file, in bytes.
pub(super) const MAX_BYTES: usize = 8 * 1024 * 1024;

/// The most nodes.
pub(super) const MAX_NODES: usize = 400_000;
