//! The rulesets that a new game can have.

use kifu::{
    games::{Color, Players},
    ruleset,
};
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
    /// The letters of the players.
    players: String,
}

/// The letters of players, in the order in which they play.
pub(crate) fn letters(players: Players) -> String {
    let colors = players.colors().iter();
    colors.copied().map(Color::letter).collect()
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
        players: letters(ruleset.rules.players()),
    });
    json(&all.collect::<Vec<_>>())
}
