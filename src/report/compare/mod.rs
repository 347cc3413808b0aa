//! The effect of a rule change on records: each is verified by two rulesets of its game, and the
//! differences are reported.

mod change;
mod comparison;
mod format;
mod json;
mod markdown;
mod text;
mod writer;

pub use change::{ChangeKind, Changed, change};
pub use comparison::{Comparison, RuleCounts};
pub use format::CompareFormat;
pub use json::{CompareItem, CompareLine, CompareSummary};
pub use writer::{CompareOptions, CompareReport};
