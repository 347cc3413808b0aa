//! Filters for text and numbers: globs and ranges.

use std::str::FromStr;

use super::{error::FilterError, folding::folded};

/// A glob in which `*` matches any text and `?` any character, regardless of case and accents.
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
            parts.extend(folded(literal).map(GlobPart::Character));
            match part.as_bytes().last() {
                Some(b'*') => parts.push(GlobPart::AnyText),
                Some(b'?') => parts.push(GlobPart::AnyCharacter),
                _ => {}
            }
        }
        Ok(Glob(parts))
    }
}

impl Glob {
    /// Whether the glob matches the whole of a text, without the white space around it.
    pub fn matches(&self, text: &str) -> bool {
        // The text is not copied: it may be long.
        let mut rest = folded(text.trim());
        // The index into the glob.
        let mut at = 0;
        // The last `*` so far, and the text after what it matches.
        let mut star: Option<(usize, _)> = None;
        loop {
            let mut after = rest.clone();
            let Some(next) = after.next() else {
                return self.0[at..].iter().all(|&part| part == GlobPart::AnyText);
            };
            match self.0.get(at) {
                Some(GlobPart::AnyText) => {
                    star = Some((at, rest.clone()));
                    at += 1;
                }
                Some(&part)
                    if part == GlobPart::AnyCharacter || part == GlobPart::Character(next) =>
                {
                    at += 1;
                    rest = after;
                }
                _ => {
                    let Some((last, taken)) = &mut star else {
                        return false;
                    };
                    taken.next();
                    rest = taken.clone();
                    at = *last + 1;
                }
            }
        }
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
        assert!(matches("?글", "한글") && matches("b?la?os", "Bolaños"));
        assert!(matches("νικος", "ΝΙΚΟΣ") && matches("*ΟΣ", "νικος") && matches("i\u{307}x", "İX"));
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
