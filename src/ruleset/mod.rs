//! Rulesets: named rule parameters of a game, as YAML.
//!
//! A file names its game and any of the game's keys; absent keys take the value of
//! the game's default ruleset, which is named like the game. The embedded rulesets
//! are the files under `rulesets/`, complete and commented, so that each can serve
//! as a template.

mod definition;
mod embedded;
mod error;
mod file;
mod keys;
mod limits;
mod syntax;
#[cfg(test)]
mod tests;
mod values;
mod yaml;

pub use definition::Ruleset;
pub use embedded::{
    by_name, default_for, embedded, is_known_by_name, komi_beside_name, names, yaml_of,
};
pub use error::{RulesetError, RulesetErrorKind};
pub use limits::MAX_BYTES;
pub(crate) use limits::MAX_KOMI;
