//! How large a viewer can be.

/// The nodes that a viewer can have at most.
pub const MAX_VIEWER_NODES: usize = 20_000;

/// The size of the data that a viewer can have at most, in bytes: the moves, the comments and the boards as JSON.
pub const MAX_VIEWER_DATA: usize = 32 * 1024 * 1024;

/// The record is too large for the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ViewerTooLarge {
    /// It has this many nodes.
    #[error("the record has {0} nodes; the HTML viewer holds at most {MAX_VIEWER_NODES}")]
    Nodes(usize),
    /// Its comments or its boards are too long.
    #[error(
        "the comments and boards of the record are too long; the HTML viewer holds at most {} MiB of data",
        MAX_VIEWER_DATA >> 20
    )]
    Data,
}
