//! Which positions of a record are selected.

use std::{ops::RangeInclusive, str::FromStr};

use crate::cli::{error::ReplayError, ply_selector::PlySelector};

/// Some positions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Select {
    /// One.
    Single(PlySelector),
    /// A range, both ends included.
    Between(PlySelector, PlySelector),
}

impl FromStr for Select {
    type Err = String;

    fn from_str(text: &str) -> Result<Select, String> {
        let end = |text: &str, open: PlySelector| match text {
            "" => Ok(open),
            _ => text.parse(),
        };
        let selected = match text.split_once("..") {
            _ if text == "all" => Ok(Select::ALL),
            Some((from, to)) => end(from, PlySelector::Start)
                .and_then(|from| Ok(Select::Between(from, end(to, PlySelector::End)?))),
            None => text.parse().map(Select::Single),
        };
        selected.map_err(|_: String| {
            "expected a ply number, `start`, `end`, `all` or `A..B`".to_owned()
        })
    }
}

impl Select {
    /// Every position.
    pub(super) const ALL: Select = Select::Between(PlySelector::Start, PlySelector::End);
    /// The last position.
    pub(super) const END: Select = Select::Single(PlySelector::End);

    /// Whether it can be more than one position.
    pub(super) fn is_many(self) -> bool {
        matches!(self, Select::Between(..))
    }

    /// Whether it is the end of every line.
    pub(super) fn is_end(self) -> bool {
        self == Select::END
    }

    /// The selected plies of a game whose last legal ply is `last`.
    pub(super) fn of(self, last: u32) -> Result<RangeInclusive<u32>, ReplayError> {
        let (from, to) = match self {
            Select::Single(at) => (at, at),
            Select::Between(from, to) => (from, to),
        };
        let range = from.of(last)?..=to.of(last)?;
        if range.is_empty() {
            return Err(ReplayError::EmptyRange {
                from: *range.start(),
                to: *range.end(),
            });
        }
        Ok(range)
    }
}

/// Numbered plies: `all`, or `A..B`, where either end may be omitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NumberedPlies(pub(super) RangeInclusive<u32>);

impl FromStr for NumberedPlies {
    type Err = String;

    fn from_str(text: &str) -> Result<NumberedPlies, String> {
        let end = |text: &str, open: u32| match text {
            "" => Some(open),
            _ => text.parse().ok(),
        };
        let range = match text.split_once("..") {
            _ if text == "all" => Some(1..=u32::MAX),
            Some((from, to)) => end(from, 1)
                .zip(end(to, u32::MAX))
                .map(|(from, to)| from..=to),
            None => text.parse().ok().map(|from| from..=u32::MAX),
        };
        range
            .filter(|range| *range.start() > 0 && !range.is_empty())
            .map(NumberedPlies)
            .ok_or_else(|| "expected `all`, the first ply, or `A..B`, counted from 1".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_selected() {
        let plies = |text: &str| {
            let select: Select = text.parse()?;
            select.of(9).map_err(|error| error.to_string())
        };
        for (text, expected) in [
            ("0", 0..=0),
            ("start", 0..=0),
            ("7", 7..=7),
            ("end", 9..=9),
            ("all", 0..=9),
            ("3..5", 3..=5),
            ("3..", 3..=9),
            ("..5", 0..=5),
            ("start..end", 0..=9),
            ("..", 0..=9),
        ] {
            assert_eq!(plies(text), Ok(expected), "{text}");
        }
        let message = |text: &str| plies(text).unwrap_err();
        assert_eq!(message("10"), "there is no ply 10: the last legal one is 9");
        assert_eq!(
            message("3..12"),
            "there is no ply 12: the last legal one is 9"
        );
        assert_eq!(message("5..3"), "ply 5 comes after ply 3");
        for text in ["", "x", "-1", "3..x", "3...5", "1.5", "99999999999"] {
            assert!(message(text).starts_with("expected a ply number"), "{text}");
        }
    }

    #[test]
    fn numbered_plies_start_at_1() {
        let plies = |text: &str| text.parse().map(|NumberedPlies(range)| range);
        assert_eq!(plies("all"), Ok(1..=u32::MAX));
        assert_eq!(plies("51"), Ok(51..=u32::MAX));
        assert_eq!(plies("51.."), Ok(51..=u32::MAX));
        assert_eq!(plies("..50"), Ok(1..=50));
        assert_eq!(plies("51..100"), Ok(51..=100));
        for text in ["0", "0..5", "7..6", "", "x"] {
            assert!(plies(text).is_err(), "{text}");
        }
    }
}
