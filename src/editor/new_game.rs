//! The root of a new record.

use std::fmt::Write;

use crate::{
    games::Size,
    record::escape,
    ruleset::{self, Ruleset},
};

/// What the root of a new record tells.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NewGame<'g> {
    /// The ruleset. One that is not embedded is not named in the record.
    pub ruleset: &'g Ruleset,
    /// The board.
    pub size: Size,
    /// The name of Black.
    pub black: Option<&'g str>,
    /// The name of White.
    pub white: Option<&'g str>,
    /// The name of Grey, in games of three and four players.
    pub grey: Option<&'g str>,
    /// The name of Yellow, in games of four players.
    pub yellow: Option<&'g str>,
    /// The date, as `DT` writes it.
    pub date: Option<&'g str>,
    /// Bamogo: the line of pairs, as `LINE` writes it.
    pub line: Option<&'g str>,
}

impl<'g> NewGame<'g> {
    /// A game by a ruleset, on its usual board.
    pub fn of(ruleset: &'g Ruleset) -> NewGame<'g> {
        NewGame {
            ruleset,
            size: ruleset.size,
            black: None,
            white: None,
            grey: None,
            yellow: None,
            date: None,
            line: None,
        }
    }

    /// The record before the first ply.
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "(;FF[4]GM[{}]CA[UTF-8]AP[kifu:{}]SZ[{}]",
            self.ruleset.game().name(),
            env!("CARGO_PKG_VERSION"),
            self.size
        );
        // A reader of the record knows only the embedded rulesets by name.
        if ruleset::is_known_by_name(&self.ruleset.name, &self.ruleset.rules) {
            let _ = write!(text, "RU[{}]", escape(&self.ruleset.name));
        }
        let (name, rules) = (&self.ruleset.name, &self.ruleset.rules);
        if let Some(komi) = ruleset::komi_beside_name(name, rules) {
            let _ = write!(text, "KM[{komi}]");
        }
        for (letters, value) in [
            ("PB", self.black),
            ("PW", self.white),
            ("PG", self.grey),
            ("PY", self.yellow),
            ("DT", self.date),
            ("LINE", self.line),
        ] {
            if let Some(value) = value {
                let _ = write!(text, "{letters}[{}]", escape(value));
            }
        }
        text.push(')');
        text
    }
}
