//! The players.

use std::{
    error::Error,
    fmt,
    ops::{Index, IndexMut},
    str::FromStr,
};

/// A player, named by the color of the pieces.
///
/// Most games have two players, Black and White; Margo can have three or four: see [`Players`].
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
    /// `G` in a record: the third player of Margo.
    Grey,
    /// `Y` in a record: the fourth player of Margo.
    Yellow,
}

impl Color {
    /// All colors, in the order in which output lists them.
    pub const ALL: [Color; 4] = [Color::Black, Color::White, Color::Grey, Color::Yellow];

    /// The players of a game of two, Black first.
    pub const BLACK_AND_WHITE: [Color; 2] = [Color::Black, Color::White];

    /// The opponent in a game of two players. With more there is no such player: see
    /// [`Players::next`] and [`Players::opponents`].
    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            _ => Color::Black,
        }
    }

    /// The letter a record writes: `B`, `W`, `G` or `Y`.
    pub fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
            Color::Grey => 'G',
            Color::Yellow => 'Y',
        }
    }

    /// `Black`, `White`, `Grey` or `Yellow`.
    pub fn name(self) -> &'static str {
        match self {
            Color::Black => "Black",
            Color::White => "White",
            Color::Grey => "Grey",
            Color::Yellow => "Yellow",
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
        f.write_str("expected `Black`, `White`, `Grey`, `Yellow` or their first letters")
    }
}

impl Error for ParseColorError {}

/// The players of a game: how many, which colors they have, and in which order they move.
///
/// Two players are Black and White. With more, Grey moves after Black, and Yellow after Grey.
///
/// ```
/// use kifu::games::{Color, Players};
///
/// assert_eq!(Players::Two.colors(), [Color::Black, Color::White]);
/// assert_eq!(Players::Three.next(Color::Grey), Color::White);
/// assert_eq!(Players::Four.previous(Color::White), Color::Yellow);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Players {
    /// Black and White.
    #[default]
    Two,
    /// White, Black and Grey.
    Three,
    /// White, Black, Grey and Yellow.
    Four,
}

impl Players {
    /// How many they are.
    pub fn count(self) -> usize {
        match self {
            Players::Two => 2,
            Players::Three => 3,
            Players::Four => 4,
        }
    }

    /// Their colors, in the order in which output lists them: Black, White, Grey, Yellow.
    pub fn colors(self) -> &'static [Color] {
        match self {
            Players::Two => &[Color::Black, Color::White],
            Players::Three => &[Color::Black, Color::White, Color::Grey],
            Players::Four => &Color::ALL,
        }
    }

    /// Whether a player of this color takes part.
    pub fn contain(self, color: Color) -> bool {
        self.colors().contains(&color)
    }

    /// Who moves after this player.
    #[must_use]
    pub fn next(self, color: Color) -> Color {
        match color {
            Color::White => Color::Black,
            Color::Black if self == Players::Two => Color::White,
            Color::Black => Color::Grey,
            Color::Grey if self == Players::Four => Color::Yellow,
            Color::Grey | Color::Yellow => Color::White,
        }
    }

    /// Who moves before this player.
    #[must_use]
    pub fn previous(self, color: Color) -> Color {
        match color {
            Color::Black => Color::White,
            Color::Grey => Color::Black,
            Color::Yellow => Color::Grey,
            Color::White => match self {
                Players::Two => Color::Black,
                Players::Three => Color::Grey,
                Players::Four => Color::Yellow,
            },
        }
    }

    /// All but this player, in the order in which output lists them.
    pub fn opponents(self, color: Color) -> impl Iterator<Item = Color> + Clone {
        let players = self.colors().iter().copied();
        players.filter(move |&player| player != color)
    }
}

/// One value for each color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
    /// Grey's; the default in games without Grey.
    pub grey: T,
    /// Yellow's; the default in games without Yellow.
    pub yellow: T,
}

impl<T> ByColor<T> {
    /// The value that a function has for each color.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor {
            black: value(Color::Black),
            white: value(Color::White),
            grey: value(Color::Grey),
            yellow: value(Color::Yellow),
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
            Color::Grey => &self.grey,
            Color::Yellow => &self.yellow,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
            Color::Grey => &mut self.grey,
            Color::Yellow => &mut self.yellow,
        }
    }
}

/// One value for each of the first `P` colors: what a board keeps of its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ColorArray<T, const P: usize = 2>(pub(super) [T; P]);

impl<T, const P: usize> ColorArray<T, P> {
    /// These colors.
    pub(super) const COLORS: [Color; P] = {
        let mut colors = [Color::Black; P];
        let mut index = 0;
        while index < P {
            colors[index] = Color::ALL[index];
            index += 1;
        }
        colors
    };
}

impl<T: Default, const P: usize> Default for ColorArray<T, P> {
    fn default() -> Self {
        ColorArray(std::array::from_fn(|_| T::default()))
    }
}

impl<T, const P: usize> Index<Color> for ColorArray<T, P> {
    type Output = T;
    #[inline]
    fn index(&self, color: Color) -> &T {
        // A board has pieces of its own colors only: the remainder saves a check.
        &self.0[color as usize % P]
    }
}

impl<T, const P: usize> IndexMut<Color> for ColorArray<T, P> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize % P]
    }
}
