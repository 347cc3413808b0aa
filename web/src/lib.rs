//! The core of kifu for browsers: texts go in, and JSON or images come out.

mod comparison;
mod editor;
mod explanation;
mod games;
mod judged;
mod located;
mod point_choices;
mod refusal;
mod tree_data;
mod view_data;

pub use comparison::comparable_verdicts;
pub use editor::Editor;
pub use explanation::explanation;
pub use games::rulesets;
pub use judged::{judge, record_text, report};

use serde::Serialize;

/// A value as JSON.
fn json(value: &impl Serialize) -> String {
    // All keys are strings, and nothing is written to.
    serde_json::to_string(value).unwrap_or_default()
}
