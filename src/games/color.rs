//! The players.

use std::{
    error::Error,
    fmt,
    ops::{Index, IndexMut},
    str::FromStr,
};

/// A player, named by the color of the pieces.
///
/// In Bamogo the stones belong to nobody: there `Black` is only the name of the
/// player who moves first and connects north and south.
///
/// ```
/// use kifu::games::Color;
///
/// assert_eq!("white".parse(), Ok(Color::White));
/// assert_eq!("B".parse(), Ok(Color::Black));
/// assert_eq!(Color::Black.other().to_string(), "White");
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Color {
    /// `B` in a record.
    Black,
    /// `W` in a record.
    White,
}

impl Color {
    /// Both players, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// The letter a record writes: `B` or `W`.
    pub fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }

    /// `Black` or `White`.
    pub fn name(self) -> &'static str {
        match self {
            Color::Black => "Black",
            Color::White => "White",
        }
    }
}

impl fmt::Display for Color {
    /// Writes the [name](Color::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads a [name](Color::name) or a [letter](Color::letter), in any case.
    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        let is_named = |color: &Color| {
            text.eq_ignore_ascii_case(color.name())
                || text.eq_ignore_ascii_case(color.letter().encode_utf8(&mut [0; 4]))
        };
        let color = Color::ALL.into_iter().find(is_named);
        color.ok_or(ParseColorError(()))
    }
}

/// The text names no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseColorError(());

impl fmt::Display for ParseColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `Black`, `White`, `B` or `W`")
    }
}

impl Error for ParseColorError {}

/// One value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}
