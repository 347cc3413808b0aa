//! Bytes as a ruleset file.

use kifu::{games::Position, ruleset::Ruleset};

/// Any bytes are a ruleset that can be played by, or an error whose position is in the file.
pub fn ruleset(data: &[u8]) {
    match Ruleset::from_bytes(data) {
        Ok(ruleset) => {
            assert!(ruleset.has_size(ruleset.size), "{ruleset:?}");
            let position = Position::new(&ruleset.rules, ruleset.size, None);
            assert!(position.is_ok(), "{ruleset:?}");
        }
        Err(error) => {
            let text = String::from_utf8_lossy(data);
            let lines = text.split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']);
            assert!((1..=lines.count() + 1).contains(&error.line), "{error}");
            let longest = text.chars().count() + 1;
            assert!((1..=longest).contains(&error.column), "{error}");
            assert!(!error.kind.to_string().is_empty());
        }
    }
}
