//! Records of games that the laboratory has played, as text.

use std::fmt::Write;

use crate::{
    games::{Color, Move, Outcome, Position},
    record::escape,
    ruleset,
};

/// Plies per line of the text.
const PLIES_PER_LINE: usize = 10;

/// The text of a record that is being written.
#[derive(Clone, Debug)]
pub struct RecordText {
    text: String,
    plies: usize,
    has_komi: bool,
}

impl RecordText {
    /// A record that begins with this position, an empty board, by the ruleset of this name.
    pub fn new(start: &Position, ruleset: &str) -> RecordText {
        let mut text = format!(
            "(;FF[4]GM[{}]CA[UTF-8]AP[kifu:{}]SZ[{}]",
            start.game().name(),
            env!("CARGO_PKG_VERSION"),
            start.size()
        );
        // A reader of the record knows only the embedded rulesets by name.
        if ruleset::is_known_by_name(ruleset, start.rules()) {
            let _ = write!(text, "RU[{ruleset}]");
        }
        let mut text = RecordText {
            text,
            plies: 0,
            has_komi: false,
        };
        if let Some(komi) = ruleset::komi_beside_name(ruleset, start.rules()) {
            text.komi(komi);
        }
        text
    }

    /// Adds the komi, in points, unless it is there because the name of the ruleset does not tell it.
    pub fn komi(&mut self, komi: i32) {
        if !self.has_komi {
            self.has_komi = true;
            self.property("KM", &komi.to_string());
        }
    }

    /// Adds a property to the current node, the root before the first ply.
    pub fn property(&mut self, name: &str, value: &str) {
        self.values(name, &[value]);
    }

    /// Adds a property with several values, or nothing where there is none.
    pub fn values(&mut self, name: &str, values: &[impl AsRef<str>]) {
        for (number, value) in values.iter().enumerate() {
            let name = if number == 0 { name } else { "" };
            let _ = write!(self.text, "{name}[{}]", escape(value.as_ref()));
        }
    }

    /// Adds the result: of a game that is not over it is not known.
    pub fn result(&mut self, outcome: Option<Outcome>) {
        let result = match outcome {
            Some(outcome @ Outcome::Win(..)) => outcome.to_string(),
            Some(Outcome::Draw) => "0".to_owned(),
            None => "?".to_owned(),
        };
        self.property("RE", &result);
    }

    /// Adds a ply.
    pub fn ply(&mut self, color: Color, mv: &Move) {
        let line_break = if self.plies.is_multiple_of(PLIES_PER_LINE) {
            "\n"
        } else {
            ""
        };
        let _ = write!(self.text, "{line_break};{}[{mv}]", color.letter());
        self.plies += 1;
    }

    /// The whole record.
    pub fn finish(mut self) -> String {
        self.text.push_str(")\n");
        self.text
    }
}
