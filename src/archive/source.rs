//! What a reader reports about its sources.

use std::{
    fs::Metadata,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::unreadable::Unreadable;
use crate::{file_version::FileVersion, record::Chunk};

/// Where a chunk comes from.
#[derive(Clone, Debug)]
pub struct SourceInfo {
    /// The source as output names it.
    pub source: Arc<str>,
    /// The file that contains the text uncompressed; `None` for standard input, archives and compressed files.
    pub file: Option<Arc<SourceFile>>,
}

/// A file that is a source.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its path.
    pub path: PathBuf,
    /// What it was when it was read, to notice that it changes, if it is read for rewriting.
    #[cfg_attr(not(feature = "cli"), allow(dead_code))]
    pub(crate) version: Option<FileVersion>,
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

/// Is asked before a file is read: its path, and what it is.
pub type OpenVisitor<'v, E> = dyn FnMut(&Path, &Metadata) -> Result<(), E> + 'v;

/// Receives the steps of reading a source.
pub type SourceVisitor<'v, E> = dyn FnMut(SourceEvent) -> Result<(), E> + 'v;
