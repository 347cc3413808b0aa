//! Filters for text and numbers: globs and ranges.

use std::str::FromStr;

use super::error::FilterError;

/// A text in which `*` stands for any characters and `?` for any one. Case makes no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob(Vec<char>);

impl FromStr for Glob {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Glob, Self::Err> {
        Ok(Glob(text.trim().to_lowercase().chars().collect()))
    }
}

impl Glob {
    /// Whether it matches the whole of a text, without the blanks around it.
    pub fn matches(&self, text: &str) -> bool {
        let text: Vec<char> = text.trim().to_lowercase().chars().collect();
        let (mut at, mut seen) = (0, 0);
        // The last `*`, and where the text that it matches ends so far.
        let mut star: Option<(usize, usize)> = None;
        while seen < text.len() {
            match self.0.get(at) {
                Some('*') => {
                    star = Some((at, seen));
                    at += 1;
                }
                Some(&character) if character == '?' || character == text[seen] => {
                    at += 1;
                    seen += 1;
                }
                _ => {
                    let Some((last, taken)) = star else {
                        return false;
                    };
                    star = Some((last, taken + 1));
                    at = last + 1;
                    seen = taken + 1;
                }
            }
        }
        self.0[at..].iter().all(|&character| character == '*')
    }
}

/// A range of numbers, both ends included; either may be absent.
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

    fn takes(glob: &str, text: &str) -> bool {
        glob.parse::<Glob>().unwrap().matches(text)
    }

    #[test]
    fn stars_stand_for_anything() {
        assert!(takes("ann", " Ann ") && !takes("ann", "Anna") && !takes("ann", "Joann"));
        assert!(takes("ann*", "Anna") && takes("*ann", "Joann") && takes("*nn*", "Anna"));
        assert!(takes("a*b*c", "axbxbxc") && !takes("a*b*c", "axbxb"));
        assert!(takes("?nn", "Ann") && !takes("?nn", "nn"));
        assert!(takes("*", "") && takes("", "") && !takes("", "x"));
        assert!(takes("Žofie*", "ŽOFIE K."));
    }

    #[test]
    fn many_stars_in_a_long_name_take_no_time() {
        let long = "a".repeat(20_000);
        assert!(!takes(&format!("{}b", "*a".repeat(50)), &long));
    }

    #[test]
    fn either_end_may_be_left_out() {
        let holds = |text: &str| -> Vec<u32> {
            let numbers: NumberRange = text.parse().unwrap();
            (0..9).filter(|&number| numbers.contains(number)).collect()
        };
        assert_eq!(holds("3"), [3]);
        assert_eq!(holds("3..5"), [3, 4, 5]);
        assert_eq!(holds("7.."), [7, 8]);
        assert_eq!(holds("..1"), [0, 1]);
        for text in ["", "..", "x", "5..3", "-1", "1..x", "99999999999"] {
            assert!(text.parse::<NumberRange>().is_err(), "{text}");
        }
    }
}
