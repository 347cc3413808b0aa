//! What identifies a position of a record.

use crate::{games::Color, record::NodeId};

/// What identifies a position of a record.
#[derive(Clone, Debug)]
pub(super) struct PlyLabel {
    pub(super) node: NodeId,
    pub(super) ply: u32,
    /// The move that led to it.
    pub(super) mv: Option<(Color, String)>,
    /// The branch numbers from the root, off the main line.
    pub(super) variation: Option<String>,
    /// Whether another start follows on the same line, with the same ply.
    pub(super) is_early_start: bool,
}
