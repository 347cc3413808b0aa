//! The optional implementations of `serde` and `arbitrary` that cannot be derived.

use super::StoneColor;

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

#[cfg(all(test, feature = "arbitrary", feature = "serde"))]
mod tests {
    use arbitrary::{Arbitrary, Unstructured};

    use super::*;
    use crate::games::{Move, Setup};

    #[test]
    fn moves_and_setups_survive_serialization() {
        let bytes = (0..4_000_u32).map(|number| (number * 7919 >> 3) as u8);
        let bytes: Vec<u8> = bytes.collect();
        let mut unstructured = Unstructured::new(&bytes);
        for _ in 0..100 {
            let mv = Move::arbitrary(&mut unstructured).expect("any bytes make a move");
            let json = serde_json::to_string(&mv).expect("a move is written");
            let read: Move = serde_json::from_str(&json).expect("and read");
            assert_eq!(read, mv, "{json}");
            let setup = Setup::arbitrary(&mut unstructured).expect("any bytes make a setup");
            let json = serde_json::to_string(&setup).expect("a setup is written");
            let read: Setup = serde_json::from_str(&json).expect("and read");
            assert_eq!(read, setup, "{json}");
        }
        assert!(serde_json::from_str::<StoneColor>("\"7\"").is_err());
    }
}
