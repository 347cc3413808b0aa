//! Texts of records where only ASCII characters are shown.

use unicode_normalization::UnicodeNormalization;

/// A text in ASCII: letters without their accents, dashes and quotation marks as on a typewriter, and `?` for what has no
/// such form.
pub(super) fn ascii(text: &str) -> String {
    text.chars().flat_map(in_ascii).collect()
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
    fn letters_lose_their_accents_and_others_are_question_marks() {
        assert_eq!(ascii("M\u{fc}tze \u{2013} \u{56f2}\u{7881}"), "Mutze - ??");
        assert_eq!(ascii("e\u{301} \u{201c}a\u{201d}"), "e \"a\"");
    }
}
