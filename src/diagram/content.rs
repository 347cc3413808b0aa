//! What a diagram shows: a position and what is to be told about it.

use std::{borrow::Cow, collections::BTreeSet, fmt};

use crate::games::{Color, Piece, Point, Position};

/// A location on a board: a point and, in Margo, perhaps a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The point.
    pub point: Point,
    /// Margo: the level, from 1. Without it the highest marble at the point is
    /// meant, or the lowest place if there is none.
    pub level: Option<u8>,
}

impl Location {
    /// A marble's place.
    pub fn on_level(point: Point, level: u8) -> Location {
        Location {
            point,
            level: Some(level),
        }
    }
}

/// As in a move: the level, if there is one, and the point.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.level {
            Some(level) => write!(f, "{level}{}", self.point),
            None => self.point.fmt(f),
        }
    }
}

impl From<Point> for Location {
    fn from(point: Point) -> Location {
        Location { point, level: None }
    }
}

impl From<Piece> for Location {
    fn from(piece: Piece) -> Location {
        match piece {
            Piece::Marble(_, level, point) => Location::on_level(point, level),
            _ => piece.point().into(),
        }
    }
}

/// A move number on a place. Several places may bear one number, such as the stones
/// of one turn of Sygo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// Where it is drawn.
    pub location: Location,
    /// The number.
    pub number: u32,
}

/// What a numbered ply did to other pieces, which a numbered diagram cannot show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveEffect {
    /// The number of the ply.
    pub number: u32,
    /// The pieces that it captured or recolored.
    pub locations: Vec<Location>,
}

impl MoveEffect {
    /// Effects as a list, such as `captures: 4 (a1), 9 (c3 c4)`; empty if there are none.
    pub(super) fn list(title: &str, effects: &[MoveEffect]) -> String {
        let items = effects.iter().map(|effect| {
            let names: Vec<String> = effect.locations.iter().map(Location::to_string).collect();
            // A number is on one line with the first of its pieces.
            format!("{}\u{a0}({})", effect.number, names.join(" "))
        });
        let items: Vec<String> = items.collect();
        if items.is_empty() {
            return String::new();
        }
        format!("{title}: {}", items.join(", "))
    }
}

/// A mark that a record puts on the board. The text of a label may be anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark<'a> {
    /// `TR`
    Triangle(Location),
    /// `SQ`
    Square(Location),
    /// `CR`
    Circle(Location),
    /// `MA`
    Cross(Location),
    /// `SL`
    Selected(Location),
    /// `LB`
    Label(Location, &'a str),
    /// `AR`, from the first place to the second.
    Arrow(Location, Location),
    /// `LN`
    Line(Location, Location),
    /// `TB`, `TW`: territory of a player, as the record has it.
    Territory(Location, Color),
    /// `DD`
    Dimmed(Location),
}

/// The texts above a board: texts of the record, which may be anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header<'a> {
    /// The name of the player Black.
    pub black: Option<&'a str>,
    /// The name of the player White.
    pub white: Option<&'a str>,
    /// The name of the player Grey, in games of three and four players.
    pub grey: Option<&'a str>,
    /// The name of the player Yellow, in games of four players.
    pub yellow: Option<&'a str>,
    /// The event.
    pub event: Option<&'a str>,
    /// When it was played.
    pub date: Option<&'a str>,
    /// The komi.
    pub komi: Option<&'a str>,
    /// The result.
    pub result: Option<&'a str>,
}

/// What a diagram shows. Places that the board does not have are ignored.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    /// The position.
    pub position: &'a Position,
    /// The pieces that are drawn, if they are not those of the position: in a numbered diagram
    /// those at its start and those played in it, as in a printed game record.
    pub pieces: Option<&'a [Piece]>,
    /// The places to which the last ply is to draw the eye: those it put pieces on.
    pub placed: &'a [Location],
    /// The pieces that the last ply gave another color (Sygo).
    pub flipped: &'a [Location],
    /// The pieces that the last ply removed, drawn as shadows of themselves.
    pub captured: &'a [Piece],
    /// How many pieces of Black and of White have been captured so far.
    pub captured_so_far: [u32; 4],
    /// The places of an illegal move, which is not part of the position.
    pub illegal: &'a [Location],
    /// Move numbers.
    pub numbers: &'a [MoveNumber],
    /// The first and the last number of a numbered diagram that does not have all plies.
    pub stretch: Option<(u32, u32)>,
    /// Sygo, in a numbered diagram: the stones that have the other color after the numbered plies.
    pub recolored: &'a [Location],
    /// The moves whose number finds no place on the board, such as `7 at d4`. They
    /// are listed below it.
    pub unplaced_moves: &'a [String],
    /// The pieces that numbered plies captured, which are listed as well.
    pub captures: &'a [MoveEffect],
    /// Sygo: the stones that numbered plies recolored, which are listed as well.
    pub recolorings: &'a [MoveEffect],
    /// Margo: the numbers of marbles that others hide, which are listed as well.
    pub covered: &'a [MoveNumber],
    /// What the last ply did if it put nothing on the board, such as `White has passed`.
    pub action: Option<&'a str>,
    /// The marks of the record.
    pub marks: &'a [Mark<'a>],
    /// Whether it is shown who owns which region, and the score below the board.
    pub territory: bool,
    /// The texts above the board.
    pub header: Option<Header<'a>>,
    /// The text below the board; may be any text.
    pub caption: Option<&'a str>,
}

impl<'a> Diagram<'a> {
    /// A position and nothing else.
    pub fn new(position: &'a Position) -> Diagram<'a> {
        Diagram {
            position,
            pieces: None,
            placed: &[],
            flipped: &[],
            captured: &[],
            captured_so_far: [0; 4],
            illegal: &[],
            numbers: &[],
            stretch: None,
            recolored: &[],
            unplaced_moves: &[],
            captures: &[],
            recolorings: &[],
            covered: &[],
            action: None,
            marks: &[],
            territory: false,
            header: None,
            caption: None,
        }
    }

    /// Of a numbered diagram that does not show the position, since pieces were captured, switched or recolored: the board
    /// after the last ply, which is shown as well.
    pub fn board_after(&self) -> Option<Diagram<'a>> {
        self.has_other_pieces().then(|| self.board_of_position())
    }

    /// The position of a numbered diagram without numbers.
    pub(super) fn board_of_position(&self) -> Diagram<'a> {
        Diagram {
            captured_so_far: self.captured_so_far,
            territory: self.territory,
            ..Diagram::new(self.position)
        }
    }

    /// Whether other pieces are drawn than those of the position.
    fn has_other_pieces(&self) -> bool {
        let Some(pieces) = self.pieces else {
            return false;
        };
        let drawn: BTreeSet<Piece> = pieces.iter().copied().collect();
        drawn != self.position.pieces().into_iter().collect()
    }

    /// Whether the position can hardly be seen in a numbered diagram: more than a third of its moves are told below it, or
    /// one of them has captured more than 15 % of the pieces that are drawn.
    pub fn is_mostly_words(&self) -> bool {
        let shown = self.numbers.len() + self.covered.len();
        let told = self.unplaced_moves.len() + self.recolorings.len();
        let largest = self.captures.iter().map(|effect| effect.locations.len());
        2 * told > shown || 100 * largest.max().unwrap_or(0) > 15 * self.pieces().len()
    }

    /// The length in bytes of the lists below a numbered diagram that grow with the plies before it: those that have no
    /// place on the board, and what they captured and recolored.
    pub fn list_length(&self) -> usize {
        let unplaced: usize = self.unplaced_moves.iter().map(|item| item.len() + 2).sum();
        let effects = [
            MoveEffect::list("captures", self.captures),
            MoveEffect::list("recolors", self.recolorings),
        ];
        unplaced + effects.iter().map(String::len).sum::<usize>()
    }

    /// The pieces that are drawn.
    pub fn pieces(&self) -> Cow<'a, [Piece]> {
        match self.pieces {
            Some(pieces) => Cow::Borrowed(pieces),
            None => Cow::Owned(self.position.pieces()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, Size};

    #[test]
    fn a_diagram_is_mostly_words_with_many_listed_moves_or_a_large_capture() {
        let rules = &crate::ruleset::default_for(Game::Ugo).rules;
        let position = Position::new(rules, Size::square(5), None).unwrap();
        let points: Vec<Point> = (1..=4)
            .flat_map(|column| (1..=5).map(move |row| Point::new(column, row)))
            .collect();
        let stone = |&point: &Point| Piece::Stone(Color::Black, point);
        let pieces: Vec<Piece> = points.iter().map(stone).collect();
        let numbers: Vec<MoveNumber> = (points.iter().take(10).zip(1..))
            .map(|(&point, number)| MoveNumber {
                location: point.into(),
                number,
            })
            .collect();
        let is_mostly_words = |listed: usize, captured: usize| {
            let moves = vec!["12 at a1".to_owned(); listed];
            let effect = MoveEffect {
                number: 11,
                locations: points[..captured]
                    .iter()
                    .copied()
                    .map(Location::from)
                    .collect(),
            };
            let diagram = Diagram {
                pieces: Some(&pieces),
                numbers: &numbers,
                unplaced_moves: &moves,
                captures: &[effect],
                ..Diagram::new(&position)
            };
            diagram.is_mostly_words()
        };
        assert!(!is_mostly_words(5, 3));
        assert!(is_mostly_words(6, 0));
        assert!(is_mostly_words(0, 4));
    }

    #[test]
    fn effects_are_listed_by_their_number() {
        let effect = |number, points: &[(u16, u16)]| MoveEffect {
            number,
            locations: (points.iter())
                .map(|&(column, row)| Point::new(column, row).into())
                .collect(),
        };
        let effects = [effect(4, &[(1, 1)]), effect(9, &[(3, 3), (3, 4)])];
        let listed = MoveEffect::list("captures", &effects).replace('\u{a0}', "~");
        assert_eq!(listed, "captures: 4~(a1), 9~(c3 c4)");
        assert_eq!(MoveEffect::list("captures", &[]), "");
    }
}
