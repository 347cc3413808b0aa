//! What the documentation says about a code.

use kifu::verify::{Code, explain};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json;

#[derive(Serialize)]
struct ExplanationData {
    code: &'static str,
    rule: &'static str,
    meaning: Vec<&'static str>,
    why: &'static str,
}

/// The explanation of a code as JSON; `null` if there is none.
#[wasm_bindgen]
pub fn explanation(code: &str) -> String {
    let found = Code::from_id(code).and_then(explain);
    json(&found.map(|explanation| ExplanationData {
        code: explanation.code.id(),
        rule: explanation.code.rule(),
        meaning: explanation.meaning,
        why: explanation.why,
    }))
}
