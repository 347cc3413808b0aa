//! The colors of Bamogo stones.

use std::num::NonZero;

/// The color of a Bamogo stone: a capital letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoneColor(NonZero<u8>);

impl StoneColor {
    /// The color with this letter; `None` unless it is one of `A`–`Z`, `a`–`z`.
    pub fn from_letter(letter: char) -> Option<StoneColor> {
        let letter = letter.is_ascii_alphabetic().then_some(letter)?;
        NonZero::new(letter.to_ascii_uppercase() as u8).map(StoneColor)
    }

    /// The capital letter.
    pub fn letter(self) -> char {
        char::from(self.0.get())
    }
}

/// A capital letter.
#[cfg(feature = "serde")]
impl serde::Serialize for StoneColor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for StoneColor {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<StoneColor, D::Error> {
        let letter = char::deserialize(deserializer)?;
        StoneColor::from_letter(letter)
            .ok_or_else(|| serde::de::Error::custom("the color of a stone is a letter, A to Z"))
    }
}

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for StoneColor {
    fn arbitrary(unstructured: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<StoneColor> {
        let letter = unstructured.int_in_range(b'A'..=b'Z')?;
        StoneColor::from_letter(char::from(letter)).ok_or(arbitrary::Error::IncorrectFormat)
    }
}
