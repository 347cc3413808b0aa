//! Rulesets: the values a game is played by, under a name, as YAML.
//!
//! A file names its game and any of the game's keys; absent keys take the value of
//! the game's default ruleset, which is named like the game. The embedded rulesets
//! are the files under `rulesets/`, complete and commented, so that each can serve
//! as a template.

mod keys;

pub(crate) use keys::MAX_KOMI;

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use crate::games::{Game, Rules, Size};

/// The largest ruleset file read, in bytes.
pub const MAX_BYTES: usize = 64 * 1024;

/// A named set of rules for one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The name that `RU` gives.
    pub name: String,
    /// One line for people.
    pub title: String,
    /// Where the rules come from.
    pub source: String,
    /// The board when the record does not say.
    pub size: Size,
    /// The smallest and largest number of points on a side.
    pub sizes: RangeInclusive<u8>,
    /// The rules themselves.
    pub rules: Rules,
}

impl Ruleset {
    /// The game.
    pub fn game(&self) -> Game {
        self.rules.game()
    }

    /// Whether a record of this ruleset may have a board of this size.
    pub fn has_size(&self, size: Size) -> bool {
        self.game().has_size(size)
            && self.sizes.contains(&size.columns)
            && self.sizes.contains(&size.rows)
    }

    /// Reads a ruleset from YAML.
    ///
    /// # Errors
    ///
    /// What is wrong, with its line and column: the text is no YAML, a key or a value is
    /// not one of the game's, or the text is larger than [`MAX_BYTES`].
    pub fn from_yaml(text: &str) -> Result<Ruleset, RulesetError> {
        keys::read(text)
    }

    /// Reads a ruleset from the bytes of a file.
    ///
    /// # Errors
    ///
    /// As of [`from_yaml`](Ruleset::from_yaml); or the place of the first byte that is not UTF-8.
    pub fn from_bytes(bytes: &[u8]) -> Result<Ruleset, RulesetError> {
        keys::check_size(bytes.len())?;
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = before.rsplit('\n').next().unwrap_or_default();
            RulesetError {
                message: "the file is not UTF-8".to_owned(),
                line: before.matches('\n').count() + 1,
                column: line.chars().count() + 1,
            }
        })?;
        Ruleset::from_yaml(text)
    }
}

/// What is wrong with a ruleset file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct RulesetError {
    /// In words, without a full stop.
    pub message: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// The names and texts of the embedded rulesets; the default of each game comes first.
const EMBEDDED: [(&str, &str); 10] = [
    ("bargo", include_str!("../../rulesets/bargo.yaml")),
    (
        "bargo-no-button",
        include_str!("../../rulesets/bargo-no-button.yaml"),
    ),
    ("ugo", include_str!("../../rulesets/ugo.yaml")),
    (
        "ugo-no-button",
        include_str!("../../rulesets/ugo-no-button.yaml"),
    ),
    ("sygo", include_str!("../../rulesets/sygo.yaml")),
    ("bamogo", include_str!("../../rulesets/bamogo.yaml")),
    ("margo", include_str!("../../rulesets/margo.yaml")),
    ("margo-2012", include_str!("../../rulesets/margo-2012.yaml")),
    (
        "margo-single-capture",
        include_str!("../../rulesets/margo-single-capture.yaml"),
    ),
    (
        "margo-buried-stay",
        include_str!("../../rulesets/margo-buried-stay.yaml"),
    ),
];

/// All embedded rulesets.
///
/// # Panics
///
/// Never: a test reads every embedded file.
pub fn embedded() -> &'static [Ruleset] {
    static ALL: OnceLock<Vec<Ruleset>> = OnceLock::new();
    ALL.get_or_init(|| {
        EMBEDDED
            .iter()
            .map(|(_, text)| keys::read_complete(text).expect("an embedded ruleset is complete"))
            .collect()
    })
}

/// The embedded ruleset with this name, in any case.
pub fn by_name(name: &str) -> Option<&'static Ruleset> {
    embedded()
        .iter()
        .find(|ruleset| ruleset.name.eq_ignore_ascii_case(name))
}

/// The default ruleset of a game.
///
/// # Panics
///
/// Never: every game has one, which a test checks.
pub fn default_for(game: Game) -> &'static Ruleset {
    by_name(game.name()).expect("every game has a default ruleset")
}

/// The commented YAML of the embedded ruleset with this name.
pub fn yaml_of(name: &str) -> Option<&'static str> {
    EMBEDDED
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
        .map(|&(_, text)| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_file_reads_under_its_name_and_is_complete() {
        assert_eq!(embedded().len(), EMBEDDED.len());
        for (ruleset, (name, text)) in embedded().iter().zip(EMBEDDED) {
            assert_eq!(ruleset.name, name);
            assert_eq!(Ruleset::from_yaml(text).as_ref(), Ok(ruleset));
        }
        for game in Game::ALL {
            assert_eq!(default_for(game).rules, Rules::default_for(game));
        }
        assert_eq!(
            by_name("MARGO-2012").map(|r| r.name.as_str()),
            Some("margo-2012")
        );
        assert_eq!(by_name("chess"), None);
    }

    #[test]
    fn absent_keys_are_those_of_the_default() {
        let own = Ruleset::from_yaml("name: mine\ngame: ugo\nkomi: 7\n").unwrap();
        let mut expected = default_for(Game::Ugo).clone();
        expected.name = "mine".to_owned();
        expected.rules = expected.rules.with_komi(7);
        assert_eq!(own, expected);
    }

    fn error(text: &str) -> (usize, usize, String) {
        let error = Ruleset::from_yaml(text).unwrap_err();
        (error.line, error.column, error.message)
    }

    #[test]
    fn errors_have_their_place() {
        for (text, line, column, part) in [
            ("", 1, 1, "game"),
            ("name: [", 2, 1, ""),
            ("name: x\ngame: chess\n", 2, 7, "chess"),
            ("name: x\ngame: ugo\nkommi: 3\n", 3, 1, "kommi"),
            (
                "name: x\ngame: ugo\nbalance-turn: true\n",
                3,
                1,
                "balance-turn",
            ),
            ("name: x\ngame: ugo\nbutton: perhaps\n", 3, 9, "perhaps"),
            ("name: x\ngame: ugo\nkomi: 10001\n", 3, 7, "komi"),
            ("name: x\ngame: ugo\nkomi: 1.5\n", 3, 7, "1.5"),
            ("name: x\ngame: ugo\nsize: 27\n", 3, 7, "27"),
            ("name: x\ngame: margo\nsize: \"5:6\"\n", 3, 7, "5:6"),
            ("name: x\ngame: ugo\nsize: big\n", 3, 7, "big"),
            (
                "name: x\ngame: ugo\nsizes: {min: 9, max: 40}\n",
                3,
                8,
                "sizes",
            ),
            (
                "name: x\ngame: ugo\nsizes: {min: 13, max: 9}\n",
                3,
                8,
                "sizes",
            ),
            ("name: x\ngame: bamogo\ncolors: [R]\n", 3, 9, "colors"),
            ("name: x\ngame: bamogo\ncolors: [R, R]\n", 3, 9, "colors"),
            ("name: x\ngame: bamogo\ncolors: [red, G]\n", 3, 9, "red"),
            (
                "name: x\ngame: margo\nrepetition: own-turns\n",
                3,
                13,
                "own-turns",
            ),
            ("name: \"\"\ngame: ugo\n", 1, 7, "name"),
            ("name: x\ngame: ugo\ngame: sygo\n", 3, 1, "game"),
        ] {
            let (at_line, at_column, message) = error(text);
            assert!(message.contains(part), "{text:?}: {message}");
            assert_eq!((at_line, at_column), (line, column), "{text:?}: {message}");
        }
    }

    #[test]
    fn what_lies_within_the_limits_is_read() {
        for text in [
            "game: ugo\nkomi: -10000\n",
            "game: ugo\nsize: 26\n",
            "game: ugo\nsize: \"9:13\"\n",
            "game: bamogo\ncolors: [r, b]\n",
            "{game: margo, buried: stay}",
        ] {
            assert!(Ruleset::from_yaml(text).is_ok(), "{text:?}");
        }
        let large = format!("game: ugo\n#{}\n", " ".repeat(MAX_BYTES));
        assert!(error(&large).2.contains("larger"));
    }

    #[test]
    fn bytes_that_are_no_text_have_a_place_too() {
        let error = Ruleset::from_bytes(b"game: ugo\ntitle: \"\xC3\xA9\xFF\"\n").unwrap_err();
        assert_eq!(error.to_string(), "2:10: the file is not UTF-8");
        let ruleset = Ruleset::from_bytes("game: ugo\ntitle: é".as_bytes());
        assert_eq!(ruleset.unwrap().title, "é");
    }
}
