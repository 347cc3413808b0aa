//! The text inside values: escapes and line breaks.

use std::borrow::Cow;

use memchr::memchr3;

/// The text of a value with its escapes resolved and its line breaks made LF:
/// `\x` is `x`, `\` before a line break removes both; LF, CR, LFCR and CRLF are
/// one break each.
pub fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains(['\\', '\r']) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars().peekable();
    while let Some(character) = characters.next() {
        let (character, escaped) = match character {
            '\\' => match characters.next() {
                Some(next) => (next, true),
                None => break,
            },
            _ => (character, false),
        };
        match character {
            '\n' | '\r' => {
                characters.next_if(|&next| matches!(next, '\n' | '\r') && next != character);
                if !escaped {
                    text.push('\n');
                }
            }
            _ => text.push(character),
        }
    }
    Cow::Owned(text)
}

/// The two halves of a `point:text` value, split at the first `:` that is not escaped.
pub fn split_composed(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let colon = raw.char_indices().find(|&(_, character)| {
        let found = character == ':' && !escaped;
        escaped = character == '\\' && !escaped;
        found
    });
    colon.map(|(at, _)| (&raw[..at], &raw[at + 1..]))
}

/// A text as it is written inside a value: `]` and `\` escaped.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains([']', '\\']) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if matches!(character, ']' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    Cow::Owned(escaped)
}

/// A move as it is written inside a value.
pub fn escape_move(mv: &str) -> String {
    keep_one_record(escape(mv)).into_owned()
}

/// The value of a move with its `(;` escaped: in a move that would be the beginning of another record.
pub(super) fn keep_one_record(raw: Cow<'_, str>) -> Cow<'_, str> {
    if raw.contains("(;") {
        Cow::Owned(raw.replace("(;", "(\\;"))
    } else {
        raw
    }
}

/// A value without needless escapes, and with LF for every line break. `\:` and the `\` that joins
/// two lines are kept: they matter where a value has two parts, and to those who read the raw text.
pub(super) fn normalize_escapes(raw: &str) -> Cow<'_, str> {
    let mut text = String::new();
    // What is not yet in the text, up to here, stays as it is.
    let mut kept = 0;
    let mut at = 0;
    while let Some(found) = memchr3(b'\\', b'\n', b'\r', &raw.as_bytes()[at..]) {
        at += found;
        let (length, normalized) = normalize_first(&raw[at..]);
        if raw[at..at + length] != *normalized {
            if kept == 0 {
                text.reserve_exact(raw.len());
            }
            text.push_str(&raw[kept..at]);
            text.push_str(normalized);
            kept = at + length;
        }
        at += length;
    }
    if kept == 0 {
        return Cow::Borrowed(raw);
    }
    text.push_str(&raw[kept..]);
    Cow::Owned(text)
}

/// The length of the escape or line break that a text begins with, and how it is written.
fn normalize_first(text: &str) -> (usize, &str) {
    let Some(escaped) = text.strip_prefix('\\') else {
        return (line_break_length(text), "\n");
    };
    match escaped.chars().next() {
        None => (1, ""),
        Some('\n' | '\r') => (1 + line_break_length(escaped), "\\\n"),
        Some(']' | '\\' | ':') => (2, &text[..2]),
        Some(next) => (1 + next.len_utf8(), &escaped[..next.len_utf8()]),
    }
}

/// The length of the line break that a text begins with: two different characters are one.
pub(super) fn line_break_length(text: &str) -> usize {
    match text.as_bytes() {
        [b'\n', b'\r', ..] | [b'\r', b'\n', ..] => 2,
        _ => 1,
    }
}

/// The text of a value without its white space, as moves are read.
pub(super) fn strip_whitespace(raw: &str) -> Cow<'_, str> {
    let text = unescape(raw);
    if text.contains(char::is_whitespace) {
        Cow::Owned(text.split_whitespace().collect())
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_and_escapes() {
        assert_eq!(unescape("a\\]b\\\\c\\:"), "a]b\\c:");
        assert_eq!(unescape("a\nb\rc\r\nd\n\re"), "a\nb\nc\nd\ne");
        assert_eq!(unescape("a\\\nb\\\rc\\\r\nd\\\n\re"), "abcde");
        assert_eq!(unescape("a\n\nb\\"), "a\n\nb");
        assert_eq!(strip_whitespace(" d\n 4 "), "d4");
        assert_eq!(strip_whitespace("d\\4"), "d4");
    }

    #[test]
    fn normalize_escapes_keeps_the_text() {
        for (raw, normalized) in [
            ("a\\]b\\\\c\\:", "a\\]b\\\\c\\:"),
            ("\\a\\[\\é", "a[é"),
            ("a\r\nb\rc\n\rd\n\n", "a\nb\nc\nd\n\n"),
            ("a\\\r\nb\\\n\n", "a\\\nb\\\n\n"),
            ("\\\n\r\r", "\\\n\n"),
            ("a]b\\", "a]b"),
            ("\\a", "a"),
        ] {
            assert_eq!(normalize_escapes(raw), normalized, "{raw:?}");
            assert!(
                matches!(normalize_escapes(normalized), Cow::Borrowed(text) if text == normalized)
            );
            assert_eq!(unescape(raw), unescape(normalized), "{raw:?}");
        }
    }

    #[test]
    fn composed_values_split_before_they_are_unescaped() {
        assert_eq!(split_composed("a1:b\\:c:d"), Some(("a1", "b\\:c:d")));
        assert_eq!(split_composed("a\\:1:b"), Some(("a\\:1", "b")));
        assert_eq!(split_composed("a\\\\:b"), Some(("a\\\\", "b")));
        assert_eq!(split_composed("a\\:b"), None);
    }

    #[test]
    fn escape_is_undone_by_unescape() {
        for text in ["", "a]b", "\\", "\\]", "a:b", "(;(;x"] {
            assert_eq!(unescape(&escape(text)), text);
            assert_eq!(unescape(&escape_move(text)), text);
        }
    }
}
