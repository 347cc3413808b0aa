//! Texts of records as they are shown: perhaps in ASCII only, and of long ones the beginning.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// A text in ASCII: letters without their accents, dashes and quotation marks as on a typewriter, and `?` for what has no
/// such form.
pub(super) fn ascii(text: &str) -> String {
    text.chars().flat_map(in_ascii).collect()
}

/// The most bytes of a text that are shown: far more than a screen has room for.
const MAX_SHOWN: usize = 64 * 1024;

/// The beginning of a text that is too long to be shown, and how much is left out.
pub(super) fn beginning(text: &str) -> Cow<'_, str> {
    if text.len() <= MAX_SHOWN {
        return text.into();
    }
    let (shown, rest) = text.split_at(text.floor_char_boundary(MAX_SHOWN));
    format!("{shown}\n\u{2026} {} more bytes", rest.len()).into()
}

fn in_ascii(character: char) -> impl Iterator<Item = char> {
    let is_mark = unicode_normalization::char::is_combining_mark(character);
    let one = match character {
        _ if character.is_ascii() => Some(character),
        _ if is_mark => None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        '\u{2018}'..='\u{201b}' => Some('\''),
        '\u{201c}'..='\u{201f}' => Some('"'),
        '\u{b7}' => Some('-'),
        _ => {
            let mut letters = [character].into_iter().nfkd();
            Some(letters.find(char::is_ascii).unwrap_or('?'))
        }
    };
    one.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_long_texts_the_beginning_is_shown() {
        let text = |length: usize| "\u{56f2}".repeat(length);
        let most = MAX_SHOWN / 3;
        assert_eq!(beginning(&text(most)), text(most));
        let shown = format!("{}\n\u{2026} 30 more bytes", text(most));
        assert_eq!(beginning(&text(most + 10)), shown);
    }

    #[test]
    fn letters_lose_their_accents_and_others_are_question_marks() {
        assert_eq!(ascii("M\u{fc}tze \u{2013} \u{56f2}\u{7881}"), "Mutze - ??");
        assert_eq!(ascii("e\u{301} \u{201c}a\u{201d}"), "e \"a\"");
    }
}
