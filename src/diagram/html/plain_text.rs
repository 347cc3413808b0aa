//! Texts of a record as they can be shown.

use crate::record::escape_char;

/// A text without characters that act or hide; its line breaks stay.
pub(super) fn plain_text(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => plain.push('\n'),
            _ => plain.push_str(&escape_char(character)),
        }
    }
    plain
}

/// The same in one line of at most this many characters.
pub(super) fn plain_line(text: &str, max: usize) -> String {
    let text: String = text.chars().take(max).collect();
    plain_text(text.trim()).replace('\n', " ")
}
