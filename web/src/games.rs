//! The rulesets that a new game can have.

use kifu::ruleset;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json;

#[derive(Serialize)]
struct RulesetData<'r> {
    name: &'r str,
    title: &'r str,
    game: &'static str,
    size: String,
    least: u8,
    most: u8,
}

/// All rulesets as JSON.
#[wasm_bindgen]
pub fn rulesets() -> String {
    let all = ruleset::embedded().iter().map(|ruleset| RulesetData {
        name: &ruleset.name,
        title: &ruleset.title,
        game: ruleset.game().name(),
        size: ruleset.size.to_string(),
        least: *ruleset.sizes.start(),
        most: *ruleset.sizes.end(),
    });
    json(&all.collect::<Vec<_>>())
}
