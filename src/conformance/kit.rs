//! The files of the kit.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    games::Game,
    output::SchemaVersion,
    ruleset::{Ruleset, default_for, embedded, yaml_of},
};

use super::{
    cases::cases,
    counts::counts,
    model::{ConformanceTable, RulesetRow},
    random_games::{positions, records},
};

/// A file of the kit.
#[derive(Clone, Debug)]
pub struct ConformanceFile {
    /// Its path in the folder of the kit, with `/`.
    pub name: String,
    /// What is in it, in a few words.
    pub title: &'static str,
    content: Content,
}

#[derive(Clone, Copy, Debug)]
enum Content {
    Text(&'static str),
    Rulesets,
    Perft(Game),
    Positions(Game),
    Records(Game),
    Cases(Game),
}

/// All files, in a fixed order.
pub fn files() -> Vec<ConformanceFile> {
    let file = |name: &str, title, content| ConformanceFile {
        name: name.to_owned(),
        title,
        content,
    };
    let text = |name: &str, title, text| file(name, title, Content::Text(text));
    let mut files = vec![
        text(
            "README.md",
            "how to use the kit",
            include_str!("../../conformance/README.md"),
        ),
        text(
            "runner.py",
            "compares an implementation in Python with the tables",
            include_str!("../../conformance/runner.py"),
        ),
        text(
            "toy_ugo.py",
            "a small implementation of Ugo, written from its rules page",
            include_str!("../../conformance/toy_ugo.py"),
        ),
        text("schema.json", "the JSON Schema of the tables", SCHEMA),
        file("rulesets.json", "the rulesets", Content::Rulesets),
    ];
    for game in Game::ALL {
        for (kind, title, content) in [
            (
                "perft",
                "numbers of sequences of legal plies",
                Content::Perft(game),
            ),
            (
                "positions",
                "positions with all legal moves",
                Content::Positions(game),
            ),
            ("records", "judged records", Content::Records(game)),
            ("cases", "the hard cases of the rules", Content::Cases(game)),
        ] {
            files.push(file(&format!("{game}/{kind}.json"), title, content));
        }
    }
    files
}

/// The JSON Schema of all tables, which a test compares with their types.
pub const SCHEMA: &str = include_str!("schema.json");

/// The schema of the types.
#[cfg(test)]
pub(crate) fn schema() -> schemars::Schema {
    schemars::schema_for!(ConformanceTable)
}

impl ConformanceFile {
    /// The text of the file, which always is the same.
    ///
    /// # Errors
    ///
    /// If it cannot be serialized, which does not happen in memory.
    pub fn text(&self) -> serde_json::Result<String> {
        let schema = SchemaVersion;
        let game = |game: Game| game.name().to_owned();
        let table = match self.content {
            Content::Text(text) => return Ok(text.to_owned()),
            Content::Rulesets => {
                let rows = rulesets();
                ConformanceTable::Rulesets { schema, rows }
            }
            Content::Perft(of) => ConformanceTable::Perft {
                schema,
                game: game(of),
                rows: counts(of),
            },
            Content::Positions(of) => ConformanceTable::Positions {
                schema,
                game: game(of),
                rows: positions(of),
            },
            Content::Records(of) => ConformanceTable::Records {
                schema,
                game: game(of),
                rows: records(of),
            },
            Content::Cases(of) => ConformanceTable::Cases {
                schema,
                game: game(of),
                rows: cases(of).0,
            },
        };
        table.text()
    }
}

impl ConformanceTable {
    /// The JSON with one row on each line.
    fn text(&self) -> serde_json::Result<String> {
        match self {
            ConformanceTable::Rulesets { rows, .. } => lines("rulesets", None, rows),
            ConformanceTable::Perft { game, rows, .. } => lines("perft", Some(game), rows),
            ConformanceTable::Positions { game, rows, .. } => lines("positions", Some(game), rows),
            ConformanceTable::Records { game, rows, .. } => lines("records", Some(game), rows),
            ConformanceTable::Cases { game, rows, .. } => lines("cases", Some(game), rows),
        }
    }
}

/// A table with one row on each line.
fn lines(kind: &str, game: Option<&str>, rows: &[impl Serialize]) -> serde_json::Result<String> {
    let schema = serde_json::to_string(&SchemaVersion)?;
    let game = game.map_or(String::new(), |game| format!(r#""game":"{game}","#));
    let rows = rows.iter().map(serde_json::to_string);
    let rows: Vec<String> = rows.collect::<Result<_, _>>()?;
    let rows = rows.join(",\n");
    Ok(format!(
        "{{\"kind\":\"{kind}\",\"schema\":{schema},{game}\"rows\":[\n{rows}\n]}}\n"
    ))
}

/// The embedded rulesets, and those of the pages that cases name.
fn rulesets() -> Vec<RulesetRow> {
    let row = |ruleset: &Ruleset, embedded, keys| RulesetRow {
        name: ruleset.name.clone(),
        game: ruleset.game().name().to_owned(),
        embedded,
        keys,
    };
    let of_kifu = embedded().iter();
    let mut rows: Vec<RulesetRow> = of_kifu
        .map(|ruleset| {
            row(
                ruleset,
                true,
                keys(yaml_of(&ruleset.name).unwrap_or_default()),
            )
        })
        .collect();
    let mut seen = BTreeSet::new();
    for page in Game::ALL.into_iter().flat_map(|game| cases(game).1) {
        if seen.insert(page.ruleset.name.clone()) {
            // Absent keys have the values of the game's default ruleset.
            let default = &default_for(page.ruleset.game()).name;
            let mut all = keys(yaml_of(default).unwrap_or_default());
            all.remove("title");
            all.remove("source");
            all.extend(keys(&page.yaml));
            rows.push(row(&page.ruleset, false, all));
        }
    }
    rows
}

/// The keys and values of a ruleset file, which has been read before.
fn keys(yaml: &str) -> Map<String, Value> {
    serde_yaml::from_str(yaml).unwrap_or_default()
}
