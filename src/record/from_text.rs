//! Moves, pieces and points from the text that [`Display`](std::fmt::Display) writes.

use std::{error::Error, fmt, str::FromStr};

use super::notation::{SetupValue, read_move, read_piece};
use crate::games::{Color, Game, Move, Piece, Point};

/// A text is not a move of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseMoveError {
    /// The game.
    pub game: Game,
    /// The text.
    pub text: String,
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let expected = match self.game {
            Game::Bargo => "`c4/ne`, `button`, `pass` or `resign`",
            Game::Sygo => "`d4`, `d15,q15,k10`, `pass` or `resign`",
            Game::Ugo => "`d4`, `Kd4`, `button`, `pass` or `resign`",
            Game::Bamogo => "`Rd4,Gd5`, `d4<>d5` or `resign`",
            Game::Margo => "`c5`, `2d6`, `swap`, `pass` or `resign`",
        };
        let ParseMoveError { game, text } = self;
        write!(
            f,
            "`{text}` is not a move of {game}: expected one like {expected}"
        )
    }
}

impl Error for ParseMoveError {}

/// A text is not a piece of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsePieceError {
    /// The game.
    pub game: Game,
    /// The text.
    pub text: String,
}

impl fmt::Display for ParsePieceError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let expected = match self.game {
            Game::Bargo => "a stone with a wall like `c4/ne`",
            Game::Sygo => "a stone like `d4`",
            Game::Ugo => "a stone like `d4` or a king like `Kd4`",
            Game::Bamogo => "a neutral stone like `Rd4`",
            Game::Margo => "a marble with its level like `1c3`",
        };
        let ParsePieceError { game, text } = self;
        write!(f, "`{text}` is not a piece of {game}: expected {expected}")
    }
}

impl Error for ParsePieceError {}

/// A text is not a point.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsePointError {
    /// The text.
    pub text: String,
}

impl fmt::Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = &self.text;
        write!(
            f,
            "`{text}` is not a point: expected letters and a number like `d4`"
        )
    }
}

impl Error for ParsePointError {}

impl Move {
    /// Reads a move as a record writes it. Case and white space do not count; an empty text is a pass
    /// in Bargo, Ugo and Sygo. Whether the points are on the board is a matter of the position.
    ///
    /// [`Display`](std::fmt::Display) writes the canonical spelling: points and words in lower case,
    /// the letters of kings and colors in upper case, no white space.
    ///
    /// ```
    /// use kifu::games::{Game, Move};
    ///
    /// let mv = Move::parse(Game::Sygo, "D15, q15")?;
    /// assert_eq!(mv.to_string(), "d15,q15");
    /// let error = Move::parse(Game::Margo, "d4/ne").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "`d4/ne` is not a move of margo: expected one like `c5`, `2d6`, `swap`, `pass` or `resign`",
    /// );
    /// # Ok::<(), kifu::record::ParseMoveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not in the notation of the game's moves.
    pub fn parse(game: Game, text: &str) -> Result<Move, ParseMoveError> {
        // In a record a backslash is an escape; in a text of its own it is not part of any move.
        let mv = Some(text).filter(|text| !text.contains('\\'));
        mv.and_then(|text| read_move(game, text))
            .ok_or_else(|| ParseMoveError {
                game,
                text: text.to_owned(),
            })
    }
}

impl Piece {
    /// Reads a piece as the setup of a record writes it, in canonical spelling or another.
    ///
    /// ```
    /// use kifu::games::{Color, Game, Piece, Point};
    ///
    /// let king = Piece::parse(Game::Ugo, Color::White, "Kd4")?;
    /// assert_eq!(king, Piece::King(Color::White, Point::new(4, 4)));
    /// assert_eq!(king.to_string(), "Kd4");
    /// # Ok::<(), kifu::record::ParsePieceError>(())
    /// ```
    ///
    /// `color` is the owner; it does not count in Bamogo, where stones have no owner.
    ///
    /// # Errors
    ///
    /// The text is not in the notation of the game's pieces, or is a marble without its level.
    pub fn parse(game: Game, color: Color, text: &str) -> Result<Piece, ParsePieceError> {
        let owner = Some(color).filter(|_| game != Game::Bamogo);
        let value = Some(text).filter(|text| !text.contains('\\'));
        match value.and_then(|text| read_piece(game, owner, text)) {
            Some(SetupValue::Piece(piece)) if !matches!(piece, Piece::Marble(_, 0, _)) => Ok(piece),
            _ => Err(ParsePieceError {
                game,
                text: text.to_owned(),
            }),
        }
    }
}

/// Reads the letters of a column and the number of a row, such as `d4` or `aa12`.
impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        let stone = Move::parse(Game::Sygo, text);
        match stone {
            Ok(Move::Stone(point)) => Ok(point),
            _ => Err(ParsePointError {
                text: text.to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::{Direction, StoneColor};

    fn point() -> impl Strategy<Value = Point> {
        (1_u16..=26, 1_u16..=60).prop_map(|(column, row)| Point::new(column, row))
    }

    fn stone_color() -> impl Strategy<Value = StoneColor> {
        prop::sample::select(vec!['R', 'G', 'B'])
            .prop_map(|letter| StoneColor::from_letter(letter).expect("a color"))
    }

    fn game_and_move() -> impl Strategy<Value = (Game, Move)> {
        let words = prop::sample::select(vec![
            (Game::Bargo, Move::Button),
            (Game::Ugo, Move::Pass),
            (Game::Margo, Move::Swap),
            (Game::Bamogo, Move::Resign),
        ]);
        let level = prop::option::of(1_u8..=40);
        let stones = prop::collection::vec(point(), 2..9);
        prop_oneof![
            words,
            point().prop_map(|point| (Game::Sygo, Move::Stone(point))),
            stones.prop_map(|points| (Game::Sygo, Move::Stones(points))),
            point().prop_map(|point| (Game::Ugo, Move::King(point))),
            point().prop_map(|point| (Game::Ugo, Move::Stone(point))),
            (point(), prop::sample::select(Direction::ALL.to_vec()))
                .prop_map(|(point, edge)| (Game::Bargo, Move::Walled(point, edge))),
            (stone_color(), point(), stone_color(), point()).prop_map(|(first, at, second, to)| {
                (Game::Bamogo, Move::Pair([(first, at), (second, to)]))
            }),
            (point(), point()).prop_map(|(from, to)| (Game::Bamogo, Move::Switch(from, to))),
            (level, point())
                .prop_map(|(level, point)| (Game::Margo, Move::Marble { level, point })),
        ]
    }

    fn game_and_piece() -> impl Strategy<Value = (Game, Piece)> {
        let color = || prop::sample::select(vec![Color::Black, Color::White]);
        prop_oneof![
            (color(), point()).prop_map(|(color, at)| (Game::Sygo, Piece::Stone(color, at))),
            (color(), point()).prop_map(|(color, at)| (Game::Ugo, Piece::King(color, at))),
            (
                color(),
                point(),
                prop::sample::select(Direction::ALL.to_vec())
            )
                .prop_map(|(color, at, edge)| (Game::Bargo, Piece::Walled(color, at, edge))),
            (color(), 1_u8..=40, point())
                .prop_map(|(color, level, at)| (Game::Margo, Piece::Marble(color, level, at))),
            (stone_color(), point())
                .prop_map(|(color, at)| (Game::Bamogo, Piece::Neutral(color, at))),
        ]
    }

    fn owner(piece: Piece) -> Color {
        match piece {
            Piece::Stone(color, _)
            | Piece::King(color, _)
            | Piece::Walled(color, ..)
            | Piece::Marble(color, ..) => color,
            Piece::Neutral(..) => Color::Black,
        }
    }

    proptest! {
        #[test]
        fn moves_round_trip((game, mv) in game_and_move()) {
            prop_assert_eq!(Move::parse(game, &mv.to_string()), Ok(mv));
        }

        #[test]
        fn pieces_round_trip((game, piece) in game_and_piece()) {
            let text = piece.to_string();
            prop_assert_eq!(Piece::parse(game, owner(piece), &text), Ok(piece));
        }

        #[test]
        fn points_round_trip(column in 1_u16..1_000, row in 0_u16..1_000) {
            let point = Point::new(column, row);
            prop_assert_eq!(point.to_string().parse(), Ok(point));
        }
    }

    #[test]
    fn other_texts_are_errors() {
        for text in ["", "4", "d", "d04", "d4,e5", "pass", "d\\4"] {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
        assert!(Move::parse(Game::Ugo, "d\\4").is_err());
        for (game, text) in [
            (Game::Ugo, "a1:c3"),
            (Game::Margo, "c3"),
            (Game::Bamogo, "d4"),
            (Game::Bargo, "d4"),
        ] {
            let error = Piece::parse(game, Color::Black, text).unwrap_err();
            assert!(error.to_string().contains("is not a piece of"), "{error}");
        }
    }
}
