//! The core of kifu for browsers: texts go in, and JSON or images come out.

mod comparison;
mod details;
mod editor;
mod explanation;
mod games;
mod judged;
mod located;
mod ply_counts;
mod point_choices;
mod refusal;
mod tree_data;
mod view_data;

pub use editor::Editor;
pub use explanation::explanation;
pub use games::rulesets;
pub use judged::{judge, record_text, report};

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

/// The verdicts on all records of a file, with everything that is told of them, for tests.
#[wasm_bindgen(js_name = comparableVerdicts)]
pub fn comparable_verdicts(bytes: &[u8]) -> String {
    comparison::comparable_verdicts(bytes)
}

/// A value as JSON.
fn json(value: &impl Serialize) -> String {
    // All keys are strings, and nothing is written to.
    serde_json::to_string(value).unwrap_or_default()
}
