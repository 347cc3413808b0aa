//! Filters for text and numbers: globs and ranges.

use std::{collections::VecDeque, str::FromStr};

use super::{
    error::FilterError,
    folding::{folded, folded_words},
};

/// A glob in which `*` matches any text and `?` any character, regardless of case and accents. White space is one space, as
/// names are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob(Vec<GlobPart>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GlobPart {
    AnyText,
    AnyCharacter,
    Character(char),
}

impl FromStr for Glob {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Glob, Self::Err> {
        let mut parts = Vec::new();
        for part in text.trim().split_inclusive(['*', '?']) {
            let literal = part.trim_end_matches(['*', '?']);
            let characters = folded(literal).map(|character| match character {
                space if space.is_whitespace() => GlobPart::SPACE,
                _ => GlobPart::Character(character),
            });
            parts.extend(characters);
            match part.as_bytes().last() {
                Some(b'*') => parts.push(GlobPart::AnyText),
                Some(b'?') => parts.push(GlobPart::AnyCharacter),
                _ => {}
            }
        }
        parts.dedup_by(|next, part| *next == GlobPart::SPACE && *part == GlobPart::SPACE);
        Ok(Glob(parts))
    }
}

impl GlobPart {
    const SPACE: GlobPart = GlobPart::Character(' ');

    fn matches(self, character: char) -> bool {
        match self {
            GlobPart::Character(own) => own == character,
            GlobPart::AnyText | GlobPart::AnyCharacter => true,
        }
    }
}

impl Glob {
    /// Whether the glob matches the whole of a text, without the white space around it.
    pub fn matches(&self, text: &str) -> bool {
        // The text is neither copied nor folded twice: it may be long.
        let mut rest = folded_words(text);
        let mut pieces = self.0.split(|part| *part == GlobPart::AnyText);
        let mut is_next = |part: &GlobPart| rest.next().is_some_and(|next| part.matches(next));
        if !pieces
            .next()
            .is_none_or(|first| first.iter().all(&mut is_next))
        {
            return false;
        }
        let mut pieces = pieces.peekable();
        if pieces.peek().is_none() {
            return rest.next().is_none();
        }
        while let Some(piece) = pieces.next() {
            if piece.is_empty() {
                continue;
            }
            // The last characters, as many as the piece has.
            let mut window = VecDeque::with_capacity(piece.len());
            let is_match = |window: &VecDeque<char>| {
                window.len() == piece.len()
                    && piece
                        .iter()
                        .zip(window)
                        .all(|(part, next)| part.matches(*next))
            };
            // The first place where a piece matches leaves most for those behind it, and the last one must be at the end.
            let is_last = pieces.peek().is_none();
            while is_last || !is_match(&window) {
                let Some(next) = rest.next() else {
                    return is_last && is_match(&window);
                };
                if window.len() == piece.len() {
                    window.pop_front();
                }
                window.push_back(next);
            }
        }
        true
    }
}

/// An inclusive range of numbers; either end may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRange {
    least: u32,
    most: u32,
}

impl FromStr for NumberRange {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<NumberRange, FilterError> {
        let end = |text: &str, open: u32| match text {
            "" => Some(open),
            _ => text.parse().ok(),
        };
        let ends = match text.split_once("..") {
            Some(("", "")) => None,
            Some((from, to)) => end(from, 0).zip(end(to, u32::MAX)),
            None => text.parse().ok().map(|number| (number, number)),
        };
        ends.filter(|(least, most)| least <= most)
            .map(|(least, most)| NumberRange { least, most })
            .ok_or(FilterError::NumberRange)
    }
}

impl NumberRange {
    /// Whether a number is in the range.
    pub fn contains(self, number: u32) -> bool {
        (self.least..=self.most).contains(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(glob: &str, text: &str) -> bool {
        glob.parse::<Glob>().unwrap().matches(text)
    }

    #[test]
    fn stars_match_any_text() {
        assert!(matches("ann", " Ann ") && !matches("ann", "Anna") && !matches("ann", "Joann"));
        assert!(matches("ann*", "Anna") && matches("*ann", "Joann") && matches("*nn*", "Anna"));
        assert!(matches("a*b*c", "axbxbxc") && !matches("a*b*c", "axbxb"));
        assert!(matches("?nn", "Ann") && !matches("?nn", "nn"));
        assert!(matches("*", "") && matches("", "") && !matches("", "x"));
        assert!(matches("Žofie*", "ŽOFIE K.") && matches("zofie*", "Žofie K."));
        assert!(matches("bolanos", "Bolaños") && matches("BOLAÑOS", "bolan\u{303}os"));
        assert!(matches("ann＊", "ann*") && !matches("ann＊", "anna"));
        assert!(matches("ann lee", "Ann\r\n Lee") && matches("Ann  Lee", " Ann\tLee\n"));
        assert!(matches("ann *", "Ann\nLee") && matches("ann?lee", "Ann  Lee"));
        assert!(!matches("annlee", "Ann\nLee") && !matches("ann lee", "AnnLee"));
        assert!(matches("?글", "한글") && matches("b?la?os", "Bolaños"));
        assert!(matches("νικος", "ΝΙΚΟΣ") && matches("*ΟΣ", "νικος") && matches("i\u{307}x", "İX"));
    }

    /// The same, from the definition.
    fn matches_naively(glob: &[u8], text: &[u8]) -> bool {
        match (glob, text) {
            ([], _) => text.is_empty(),
            ([b'*', glob @ ..], _) => {
                (0..=text.len()).any(|length| matches_naively(glob, &text[length..]))
            }
            ([part, glob @ ..], [next, text @ ..]) => {
                (*part == b'?' || part == next) && matches_naively(glob, text)
            }
            (_, []) => false,
        }
    }

    #[test]
    fn globs_match_as_they_are_defined() {
        let words = |letters: &[u8], length: u32| -> Vec<Vec<u8>> {
            let count = letters.len().pow(length);
            let word = |mut number: usize| {
                let letters = (0..length).map(|_| {
                    let letter = letters[number % letters.len()];
                    number /= letters.len();
                    letter
                });
                letters.collect()
            };
            (0..count).map(word).collect()
        };
        let texts: Vec<Vec<u8>> = (0..=6).flat_map(|length| words(b"ab", length)).collect();
        for glob in (0..=5).flat_map(|length| words(b"ab?*", length)) {
            let own: Glob = str::from_utf8(&glob).unwrap().parse().unwrap();
            for text in &texts {
                let expected = matches_naively(&glob, text);
                assert_eq!(
                    own.matches(str::from_utf8(text).unwrap()),
                    expected,
                    "{glob:?} {text:?}"
                );
            }
        }
    }

    #[test]
    fn many_stars_in_a_long_name_are_fast() {
        let long = "a".repeat(20_000);
        assert!(!matches(&format!("{}b", "*a".repeat(50)), &long));
    }

    #[test]
    fn either_end_may_be_omitted() {
        let contained = |text: &str| -> Vec<u32> {
            let numbers: NumberRange = text.parse().unwrap();
            (0..9).filter(|&number| numbers.contains(number)).collect()
        };
        assert_eq!(contained("3"), [3]);
        assert_eq!(contained("3..5"), [3, 4, 5]);
        assert_eq!(contained("7.."), [7, 8]);
        assert_eq!(contained("..1"), [0, 1]);
        for text in ["", "..", "x", "5..3", "-1", "1..x", "99999999999"] {
            assert!(text.parse::<NumberRange>().is_err(), "{text}");
        }
    }
}
