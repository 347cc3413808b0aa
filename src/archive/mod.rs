//! Where records come from: files, folders, archives and standard input, read in chunks
//! that are processed in parallel.
//!
//! A [`SourceReader`] takes a path and visits chunks of text that contain whole records, and sources that
//! cannot be read; [`in_order`] processes them on several threads and returns the results
//! in the order of the input. Memory does not grow with the size of a file or an archive.

mod codec;
mod division;
mod entries;
mod entry_list;
mod entry_name;
mod error;
mod flow;
mod input;
#[cfg(feature = "report")]
mod judged;
mod listed_file;
mod listing;
mod meter;
mod part;
mod part_reader;
mod paths;
mod progress;
mod reader;
mod source;
mod tar_entries;
mod tar_header;
mod text_guard;
mod unreadable;
mod window;
mod zip_directory;
mod zip_entries;
mod zip_gaps;

pub use codec::is_packed;
pub use division::{ShardReader, SourceList};
pub use flow::{Processed, WORKER_STACK, WorkerPool, in_order};
pub use input::spool_to_file;
#[cfg(feature = "report")]
pub use judged::JudgedRecord;

#[cfg(feature = "cli")]
pub(crate) use paths::names_packed;
pub use paths::{FileVisitor, is_read_in_folders, size_of, source_name, walk};
pub use reader::{MAX_RATIO, SourceReader};
pub use source::{OpenVisitor, SourceEvent, SourceFile, SourceInfo, SourceVisitor};
pub use text_guard::TextGuard;
pub use unreadable::Unreadable;
