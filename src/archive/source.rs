//! What a reader reports about its sources.

use std::{path::Path, sync::Arc};

use super::unreadable::Unreadable;
use crate::record::Chunk;

/// Where a chunk comes from.
#[derive(Clone, Debug)]
pub struct SourceInfo {
    /// The source as output names it.
    pub source: Arc<str>,
    /// The file that contains the text uncompressed; `None` for standard input, archives and compressed files.
    pub file: Option<Arc<Path>>,
}

/// A step of reading a source.
#[derive(Debug)]
pub enum SourceEvent {
    /// Some of its records.
    Chunk(SourceInfo, Chunk),
    /// The source cannot be read, or not to its end.
    Unreadable(Unreadable),
    /// The end of a source, and its number of records.
    End(Arc<str>, usize),
}

/// Receives the steps of reading a source.
pub type SourceVisitor<'v, E> = dyn FnMut(SourceEvent) -> Result<(), E> + 'v;
