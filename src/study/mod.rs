//! The study of many records: queries, duplicates, statistics.
//!
//! Records are processed one at a time, so that archives of any size can be studied.

mod collection;
mod date;
mod duplicates;
mod effective_result;
mod error;
mod folding;
mod line_positions;
mod opening_filter;
mod pattern;
mod query;
mod record_numbers;
mod search;
mod standard_start;
pub mod stats;
mod symmetry;
mod text;

pub use collection::collected;
pub use date::{Date, DateRange};
pub use duplicates::{Duplicates, GameKey, MatchBy, MoveKeys, keys, verdict_and_keys};
pub use effective_result::{EffectiveResult, ResultFilter, WinMethod, WinnerFilter};
pub use error::FilterError;
pub use folding::{folded, folded_name};
#[cfg(feature = "cli")]
pub(crate) use line_positions::{LinePositions, Place};
pub use opening_filter::OpeningFilter;
pub use pattern::{Extent, Pattern};
pub use query::{PlyFilter, RecordQuery, root_value};
pub use record_numbers::RecordNumbers;
pub use search::PatternSet;
pub use symmetry::Symmetry;
pub use text::{Glob, NumberRange};
