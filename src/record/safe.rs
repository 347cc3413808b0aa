//! Text from records made safe for a terminal: without control characters and characters that are
//! invisible or change the direction of writing.

use std::borrow::Cow;

/// Whether a character is invisible or changes how others are displayed: formatting
/// characters, variation selectors and tags, but not white space and control characters.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{00AD}'
        | '\u{061C}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether a character can have another effect than being displayed.
pub(crate) fn is_unsafe(character: char) -> bool {
    character.is_control()
        || is_invisible(character)
        || matches!(character, '\u{2028}' | '\u{2029}')
}

/// A character as it can be displayed safely.
pub fn escape_char(character: char) -> Cow<'static, str> {
    match character {
        '\t' => Cow::Borrowed(" "),
        _ if is_unsafe(character) => Cow::Owned(format!("\\u{{{:x}}}", u32::from(character))),
        _ => Cow::Owned(character.to_string()),
    }
}

/// A text in which unsafe characters are written as `\u{…}`.
pub fn safe(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_unsafe) {
        Cow::Owned(text.chars().map(escape_char).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The same part by part, for a text that may be long.
pub fn safe_parts(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    const PART: usize = 4096;
    let mut rest = text;
    std::iter::from_fn(move || {
        let (part, after) = rest.split_at(rest.floor_char_boundary(PART));
        rest = after;
        (!part.is_empty()).then(|| safe(part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_safe_like_the_whole() {
        for text in ["", "a", &"a\tb\u{202e}é\u{1}".repeat(2_000)] {
            assert_eq!(safe_parts(text).collect::<String>(), safe(text));
        }
    }

    #[test]
    fn unsafe_characters_are_escaped() {
        assert_eq!(safe("\u{1b}[31mred"), "\\u{1b}[31mred");
        assert_eq!(
            safe("a\u{202e}b\u{200b}\u{7f}\u{85}"),
            "a\\u{202e}b\\u{200b}\\u{7f}\\u{85}"
        );
        assert_eq!(safe("a\tb"), "a b");
        assert!(matches!(safe("Žofie 碁"), Cow::Borrowed("Žofie 碁")));
    }
}
