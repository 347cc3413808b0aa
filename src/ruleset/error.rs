//! What can be wrong with a ruleset file, in words.

use super::limits::MAX_BYTES;
use crate::games::Game;

/// What is wrong with a ruleset file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {kind}")]
#[non_exhaustive]
pub struct RulesetError {
    /// What is wrong. Its [`Display`](std::fmt::Display) is a sentence without a full stop.
    pub kind: Box<RulesetErrorKind>,
    /// Line of the key or value, from 1.
    pub line: usize,
    /// Column of the key or value in characters, from 1.
    pub column: usize,
}

impl RulesetError {
    pub(super) fn new(kind: RulesetErrorKind, (line, column): (usize, usize)) -> RulesetError {
        RulesetError {
            kind: Box::new(kind),
            line: line.max(1),
            column: column.max(1),
        }
    }
}

/// The kinds of errors in a ruleset file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesetErrorKind {
    /// The file is larger than [`MAX_BYTES`].
    #[error("the file is larger than {} bytes", MAX_BYTES)]
    TooLarge,
    /// The file is not text.
    #[error("the file is not UTF-8")]
    NotUtf8,
    /// The file is not YAML: what breaks its syntax, as a sentence.
    #[error("{0}")]
    Syntax(&'static str),
    /// The file is a list or a single value.
    #[error("a ruleset file consists of keys with values, such as `game: ugo`")]
    NotAMapping,
    /// A list or a mapping is inside another one, or is a key.
    #[error("lists and mappings cannot be nested here")]
    Nested,
    /// The file contains a second YAML document.
    #[error(
        "a ruleset file contains one YAML document only; another begins here, or the line is indented less than the first"
    )]
    SeveralDocuments,
    /// A key is a number, `true`, `false` or empty.
    #[error("every key of a ruleset file is a word, such as `game`")]
    KeyIsNotAWord,
    /// A key occurs twice, possibly in another spelling.
    #[error("the key `{key}` is given twice{}", spelling(.key, .given))]
    DuplicateKey {
        /// The standard spelling.
        key: &'static str,
        /// The spelling of the second one.
        given: String,
    },
    /// A key that the game does not have.
    #[error("there is no key `{key}` in a ruleset of {}{hint} The keys are {}", capitalized(.game.name()), .keys.join(", "))]
    UnknownKey {
        /// The key.
        key: String,
        /// The game of the ruleset.
        game: Game,
        /// The end of the sentence: what the author may have meant.
        hint: String,
        /// The keys of the game.
        keys: Vec<&'static str>,
    },
    /// A key that must be given is not.
    #[error("the key `{key}` is missing{}", missing_hint(.key))]
    MissingKey {
        /// The key.
        key: &'static str,
    },
    /// The value of a key has the wrong type or is outside its limits.
    #[error("`{key}` must be {requirement}, not {found}{hint}")]
    InvalidValue {
        /// The key.
        key: &'static str,
        /// What its value must be.
        requirement: String,
        /// What its value is.
        found: String,
        /// What the author may have meant, or nothing.
        hint: String,
    },
}

fn spelling(key: &str, given: &str) -> String {
    if key == given {
        String::new()
    } else {
        format!("; `{given}` is another spelling of it")
    }
}

fn missing_hint(key: &str) -> String {
    if key == "game" {
        format!(": one of {}", Game::ALL.map(Game::name).join(", "))
    } else {
        String::new()
    }
}

pub(super) fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
