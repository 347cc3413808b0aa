//! Moves, pieces and setups.

use super::{Color, Direction, Point, StoneColor};

/// A move in any of the five games: what one player plays in one ply.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Move {
    /// Do nothing. Bamogo and Margo forbid it.
    Pass,
    /// Take the button (Bargo, Ugo).
    Button,
    /// Exchange the colors (Margo).
    Swap,
    /// Resign: the other player wins.
    Resign,
    /// Place one stone (Ugo, Sygo).
    Stone(Point),
    /// Place one king (Ugo).
    King(Point),
    /// Place a piece with its wall on this edge (Bargo).
    Walled(Point, Direction),
    /// Place stones one after the other (Sygo).
    Stones(Vec<Point>),
    /// Place the two stones of a pair; the order makes no difference (Bamogo).
    Pair([(StoneColor, Point); 2]),
    /// Switch the stones on two spaces; the order makes no difference (Bamogo).
    Switch(Point, Point),
    /// Place a marble on a point, on an explicit level (from 1) or on the implied
    /// one (Margo). Levels above 255 become 255, which no board has.
    Marble {
        /// The explicit level.
        level: Option<u8>,
        /// The point of the doubled grid.
        point: Point,
    },
}

impl Move {
    /// The points of this move, in the order in which it names them.
    pub fn points(&self) -> Vec<Point> {
        match self {
            Move::Pass | Move::Button | Move::Swap | Move::Resign => Vec::new(),
            Move::Stone(point)
            | Move::King(point)
            | Move::Walled(point, _)
            | Move::Marble { point, .. } => vec![*point],
            Move::Stones(points) => points.clone(),
            Move::Pair([(_, first), (_, second)]) | Move::Switch(first, second) => {
                vec![*first, *second]
            }
        }
    }

    /// The canonical form of this move, where it has several (the order of a Bamogo pair or
    /// switch, the explicit level of a marble).
    #[must_use]
    pub fn canonical(self) -> Move {
        match self {
            Move::Pair([first, second]) if second.1 < first.1 => Move::Pair([second, first]),
            Move::Switch(first, second) if second < first => Move::Switch(second, first),
            Move::Marble { point, .. } => Move::Marble { level: None, point },
            Move::Stones(points) if points.len() == 1 => Move::Stone(points[0]),
            other => other,
        }
    }
}

/// A piece on a board.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Piece {
    /// A stone of Ugo or Sygo.
    Stone(Color, Point),
    /// A king of Ugo.
    King(Color, Point),
    /// A piece of Bargo and the edge that carries its wall.
    Walled(Color, Point, Direction),
    /// A marble of Margo and its level, counted from 1.
    Marble(Color, u8, Point),
    /// A stone of Bamogo, which belongs to nobody.
    Neutral(StoneColor, Point),
}

impl Piece {
    /// The point it is on.
    pub fn point(self) -> Point {
        match self {
            Piece::Stone(_, point)
            | Piece::King(_, point)
            | Piece::Walled(_, point, _)
            | Piece::Marble(_, _, point)
            | Piece::Neutral(_, point) => point,
        }
    }

    /// The player it belongs to; `None` in Bamogo.
    pub fn color(self) -> Option<Color> {
        match self {
            Piece::Stone(color, _)
            | Piece::King(color, _)
            | Piece::Walled(color, _, _)
            | Piece::Marble(color, _, _) => Some(color),
            Piece::Neutral(..) => None,
        }
    }
}

/// A position to start from instead of the empty board.
///
/// ```
/// use kifu::games::{Color, Piece, Point, Setup};
///
/// let mut setup = Setup::from(vec![Piece::Stone(Color::Black, Point::new(3, 3))]);
/// setup.to_move = Some(Color::White);
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Setup {
    /// The pieces, at most one on each point or level.
    pub pieces: Vec<Piece>,
    /// Who moves first; if `None`, the game's first player.
    pub to_move: Option<Color>,
    /// Who has taken the button (Bargo, Ugo).
    pub button: Option<Color>,
    /// Whether a player has grown in an earlier turn (Sygo).
    pub grown: bool,
    /// The pairs of stones still to be placed, front first (Bamogo); `None` if not known.
    pub line: Option<Vec<[StoneColor; 2]>>,
}

impl From<Vec<Piece>> for Setup {
    /// These pieces; nothing else is given.
    fn from(pieces: Vec<Piece>) -> Setup {
        Setup {
            pieces,
            ..Setup::default()
        }
    }
}

#[cfg(all(test, feature = "arbitrary", feature = "serde"))]
mod tests {
    use arbitrary::{Arbitrary, Unstructured};

    use super::*;

    #[test]
    fn moves_and_setups_survive_serialization() {
        let bytes = (0..4_000_u32).map(|number| ((number * 7919) >> 3) as u8);
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
