//! The study of many records: which of them are wanted, which are the same, what they have in
//! common.
//!
//! Everything here looks at one record at a time, so that archives of any size can be studied.

mod collected;
mod date;
mod duplicates;
mod pattern;
mod query;
mod search;
mod standing;
pub mod stats;
mod symmetry;
mod text;

pub use collected::collected;
pub use date::{Date, DateRange};
pub use duplicates::{Duplicates, GameKey, MatchBy, keys};
pub use pattern::{Extent, Pattern};
pub use query::{PlyFilter, RecordQuery, players, root_value};
pub use search::PatternSet;
pub use standing::{EffectiveResult, ResultFilter, WinMethod};
pub use symmetry::Symmetry;
pub use text::{Glob, NumberRange};
