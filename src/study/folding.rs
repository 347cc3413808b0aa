//! Names without regard to case, accents and variants of characters: `BOLAÑOS` and `bolanos` are the same.

use std::iter;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The characters of a text in the form in which names are compared: decomposed, without accents, in lower case.
///
/// Letters that Unicode does not decompose are written as their nearest in ASCII: `ø` as `o`, `ß` as `ss`. Nothing is copied: the
/// text may be long.
pub fn folded(text: &str) -> impl Iterator<Item = char> + Clone + '_ {
    text.chars()
        // Before, too: to be decomposed, the marks of a character are sorted, and a malicious one has millions.
        .filter(|&character| !is_combining_mark(character))
        .nfkd()
        .filter(|&character| !is_combining_mark(character) && !is_ignored(character))
        .flat_map(char::to_lowercase)
        .flat_map(|character| {
            let (first, second) = simplified(character);
            iter::once(first).chain(second)
        })
        // What was decomposed without having an accent, such as a syllable of Hangul, is one character again.
        .nfc()
}

/// The same for a name, where any white space between words is one space.
pub(super) fn folded_words(name: &str) -> impl Iterator<Item = char> + '_ {
    let mut characters = folded(name).peekable();
    let mut has_begun = false;
    iter::from_fn(move || {
        let mut is_between = false;
        while characters.next_if(|next| next.is_whitespace()).is_some() {
            is_between = has_begun;
        }
        has_begun = true;
        if is_between && characters.peek().is_some() {
            return Some(' ');
        }
        characters.next()
    })
}

/// The same as a string.
pub fn folded_name(name: &str) -> String {
    // Many lines are compared at each key of a search.
    if name.is_ascii() {
        let words: Vec<&str> = name.split_whitespace().collect();
        return words.join(" ").to_ascii_lowercase();
    }
    folded_words(name).collect()
}

/// Whether a character is invisible, so that two names that differ in it look the same.
fn is_ignored(character: char) -> bool {
    matches!(character,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

/// A lower-case letter as one or two simpler ones.
fn simplified(character: char) -> (char, Option<char>) {
    match character {
        'ß' => ('s', Some('s')),
        'æ' => ('a', Some('e')),
        'œ' => ('o', Some('e')),
        'þ' => ('t', Some('h')),
        'ø' => ('o', None),
        'đ' | 'ð' => ('d', None),
        'ł' => ('l', None),
        'ħ' => ('h', None),
        'ı' => ('i', None),
        // The sigma at the end of a word.
        'ς' => ('σ', None),
        '’' | '‘' => ('\'', None),
        '‐' | '‑' | '–' => ('-', None),
        _ => (character, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_do_not_matter() {
        for (name, expected) in [
            ("Luis  BOLAÑOS Mures", "luis bolanos mures"),
            ("\u{200b} Ann\r\n\u{3000}Lee\t\u{200b} ", "ann lee"),
            (" \n", ""),
            ("Bolan\u{303}os", "bolanos"),
            ("Žofie\u{200b}", "zofie"),
            ("Øystein Straße", "oystein strasse"),
            ("İX ıx", "ix ix"),
            ("ΝΙΚΟΣ", "νικοσ"),
            ("νίκος", "νικοσ"),
            ("한글", "한글"),
            ("ＡＮＮ", "ann"),
            ("本因坊 秀策", "本因坊 秀策"),
        ] {
            assert_eq!(folded_name(name), expected);
        }
        let all_of_ascii: String = (0..128).map(char::from).collect();
        for text in [&all_of_ascii, " \x0b A\x0c\x1f\x1cb ", ""] {
            assert_eq!(folded_name(text), folded_words(text).collect::<String>());
        }
        let marks = format!("a{}b", "\u{301}\u{316}".repeat(100_000));
        assert_eq!(folded_name(&marks), "ab");
    }
}
