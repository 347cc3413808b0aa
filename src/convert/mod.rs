//! Records from and to other notations.
//!
//! A [`Notation`] writes a [`SourceRecord`] as text in another format, or reads such text into the record format, or
//! both. Parts that it cannot express are reported in [`Note`]s. Imported text becomes a
//! [tree](TreeNode) first, then a record, which is read back and compared with the tree before it is returned.

mod abstractplay;
mod elements;
mod error;
mod game;
mod go;
mod json;
mod listing;
mod loss;
mod model;
mod moves;
mod notation;
mod plain;
mod played_line;
mod shape;
mod table;
mod tree;

pub use error::{ExportError, ImportError};
pub use json::RecordObject;
pub use model::{Exported, ImportOptions, Imported, Note, SourceRecord};
pub use notation::{Importer, Notation};
pub use tree::{TreeNode, TreeProperty, TreeValue, WrittenValue, tree};
