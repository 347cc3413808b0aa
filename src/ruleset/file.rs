//! Ruleset files whose missing keys are filled in from the default ruleset of the game.

use super::{
    definition::Ruleset,
    embedded::default_for,
    error::{RulesetError, RulesetErrorKind},
    keys::read_over,
    limits::MAX_BYTES,
};

impl Ruleset {
    /// Reads a ruleset from YAML.
    ///
    /// # Errors
    ///
    /// The text is not valid YAML, a key or a value is not valid for its game, or the text is
    /// larger than [`MAX_BYTES`].
    pub fn from_yaml(text: &str) -> Result<Ruleset, RulesetError> {
        check_size(text.len())?;
        // A byte order mark, which some editors write, would confuse the YAML library.
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        read_over(text, |game| Some(default_for(game)))
    }

    /// Reads a ruleset from the bytes of a file.
    ///
    /// # Errors
    ///
    /// Those of [`from_yaml`](Ruleset::from_yaml), and a byte that is not UTF-8.
    pub fn from_bytes(bytes: &[u8]) -> Result<Ruleset, RulesetError> {
        check_size(bytes.len())?;
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = before.rsplit('\n').next().unwrap_or_default();
            let position = (before.matches('\n').count() + 1, line.chars().count() + 1);
            RulesetError::new(RulesetErrorKind::NotUtf8, position)
        })?;
        Ruleset::from_yaml(text)
    }
}

fn check_size(bytes: usize) -> Result<(), RulesetError> {
    if bytes > MAX_BYTES {
        return Err(RulesetError::new(RulesetErrorKind::TooLarge, (1, 1)));
    }
    Ok(())
}
