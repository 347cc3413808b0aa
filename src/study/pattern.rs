//! Positions to look for: whole boards or parts of them, in the notation of setups.

use std::collections::HashSet;

use super::Symmetry;
use crate::{
    games::{Color, Game, Piece, Point, Position, Size},
    record::{PointSet, SetupValue, read_piece, read_points},
};

/// What is wanted on a board, and on each of the boards that it can be turned into.
pub(super) type Images = Vec<Vec<Want>>;

/// Which board is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The whole: what is not named is empty.
    Whole,
    /// A part: what is not named may be anything.
    Part,
}

/// What a position of one game is to look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub(super) game: Game,
    /// The board, if it has to be this one.
    size: Option<Size>,
    pub(super) extent: Extent,
    pub(super) to_move: Option<Color>,
    wants: Vec<Want>,
}

/// What is to stand at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Want {
    /// A piece: of this color if one is given, and of this kind, level and wall.
    Piece(Option<Color>, Piece),
    /// Any piece of this color, or of any.
    Any(Option<Color>, Point),
    /// No piece; in Margo perhaps only on this level.
    Empty(Point, Option<u8>),
}

impl Want {
    pub(super) fn point(self) -> Point {
        match self {
            Want::Piece(_, piece) => piece.point(),
            Want::Any(_, point) | Want::Empty(point, _) => point,
        }
    }

    fn turned(self, symmetry: Symmetry) -> Want {
        match self {
            Want::Piece(color, piece) => Want::Piece(color, symmetry.piece(piece)),
            Want::Any(color, point) => Want::Any(color, symmetry.point(point)),
            Want::Empty(point, level) => Want::Empty(symmetry.point(point), level),
        }
    }

    /// Whether the pieces at its point are as wanted.
    pub(super) fn holds(self, there: &[Piece]) -> bool {
        let of = |color: Option<Color>, piece: &Piece| color.is_none() || piece.color() == color;
        match self {
            Want::Piece(color, wanted) => there
                .iter()
                .any(|&piece| of(color, &piece) && colorless(piece) == wanted),
            Want::Any(color, _) => there.iter().any(|piece| of(color, piece)),
            Want::Empty(_, None) => there.is_empty(),
            Want::Empty(_, Some(level)) => !there.iter().any(|&piece| level_of(piece) == level),
        }
    }
}

/// A piece as if it were Black's.
fn colorless(piece: Piece) -> Piece {
    match piece {
        Piece::Stone(_, point) => Piece::Stone(Color::Black, point),
        Piece::King(_, point) => Piece::King(Color::Black, point),
        Piece::Walled(_, point, wall) => Piece::Walled(Color::Black, point, wall),
        Piece::Marble(_, level, point) => Piece::Marble(Color::Black, level, point),
        Piece::Neutral(..) => piece,
    }
}

fn level_of(piece: Piece) -> u8 {
    match piece {
        Piece::Marble(_, level, _) => level,
        _ => 0,
    }
}

/// Where a piece comes in the order that positions list them in, but with all levels of a point together.
pub(super) fn order(piece: Piece) -> (u16, u16, u8) {
    let Point { column, row } = piece.point();
    (row, column, level_of(piece))
}

impl Pattern {
    /// Reads what is to stand where, as a setup of this game writes it: `AB[…]`, `AW[…]` (in Bamogo `STONES[…]`) and
    /// `A*[…]` for pieces of Black, White and either, `AE[…]` for what is empty, `PL[…]` for the player to move. A `*`
    /// before a point stands for any piece.
    ///
    /// # Errors
    ///
    /// What is not of this form, in words.
    pub fn read(game: Game, text: &str, extent: Extent) -> Result<Pattern, String> {
        let mut pattern = Pattern {
            game,
            size: None,
            extent,
            to_move: None,
            wants: Vec::new(),
        };
        for (name, value) in properties(text)? {
            let color = match name {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                _ => None,
            };
            let unreadable = || format!("`{name}[{value}]` is nothing that {} has", game.name());
            match name {
                "AB" | "AW" | "A*" if game != Game::Bamogo => {
                    pattern.want(color, value).ok_or_else(unreadable)?;
                }
                "STONES" if game == Game::Bamogo => {
                    pattern.want(None, value).ok_or_else(unreadable)?;
                }
                "AE" => pattern.want_empty(value).ok_or_else(unreadable)?,
                "PL" => {
                    let colors = Color::ALL.into_iter();
                    let mut named = colors
                        .filter(|color| value.eq_ignore_ascii_case(&color.letter().to_string()));
                    pattern.to_move = Some(named.next().ok_or_else(unreadable)?);
                }
                _ => return Err(unreadable()),
            }
        }
        let mut points = HashSet::new();
        let is_twice = |want: &&Want| match want {
            Want::Piece(_, piece) => !points.insert((piece.point(), level_of(*piece))),
            Want::Any(_, point) | Want::Empty(point, None) => !points.insert((*point, 0)),
            Want::Empty(point, Some(level)) => !points.insert((*point, *level)),
        };
        match pattern.wants.iter().find(is_twice) {
            Some(want) => Err(format!("{} is named twice", want.point())),
            None => Ok(pattern),
        }
    }

    /// The pieces of a position, on its board.
    pub fn of(position: &Position, extent: Extent) -> Pattern {
        let pieces = position.pieces().into_iter();
        let wants = pieces.map(|piece| Want::Piece(piece.color(), colorless(piece)));
        Pattern {
            game: position.game(),
            size: Some(position.size()),
            extent,
            to_move: None,
            wants: wants.collect(),
        }
    }

    fn want(&mut self, color: Option<Color>, value: &str) -> Option<()> {
        let game = self.game;
        if let Some(value) = value.strip_prefix('*') {
            let PointSet::Point(point, None) = read_points(game, value)? else {
                return None;
            };
            self.wants.push(Want::Any(color, point));
            return Some(());
        }
        let painted = (game != Game::Bamogo).then_some(Color::Black);
        match read_piece(game, painted, value)? {
            SetupValue::Piece(Piece::Marble(_, 0, point)) => {
                self.wants.push(Want::Any(color, point));
            }
            SetupValue::Piece(piece) => self.wants.push(Want::Piece(color, piece)),
            SetupValue::Rectangle(from, to) => {
                for point in rectangle(from, to)? {
                    let stone = Piece::Stone(Color::Black, point);
                    self.wants.push(Want::Piece(color, stone));
                }
            }
        }
        Some(())
    }

    fn want_empty(&mut self, value: &str) -> Option<()> {
        match read_points(self.game, value)? {
            PointSet::Point(point, level) => self.wants.push(Want::Empty(point, level)),
            PointSet::Rectangle(from, to) => {
                let points = rectangle(from, to)?;
                self.wants
                    .extend(points.map(|point| Want::Empty(point, None)));
            }
        }
        Some(())
    }

    /// What is wanted on a board and on the boards that it can be turned into, each once. None where a point is
    /// not on the board.
    pub(super) fn images(&self, size: Size, symmetric: bool) -> Images {
        let fits = self.size.is_none_or(|own| own == size)
            && self
                .wants
                .iter()
                .all(|want| self.game.has_point(size, want.point()));
        if !fits {
            return Vec::new();
        }
        let symmetries = if symmetric {
            Symmetry::all(self.game, size)
        } else {
            Symmetry::none(self.game, size)
        };
        let mut images: Images = Vec::new();
        for symmetry in symmetries {
            let turned = self.wants.iter().map(|want| want.turned(symmetry));
            let mut image: Vec<Want> = turned.collect();
            image.sort_by_key(|want| (want.point().row, want.point().column));
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }
}

/// The names and values of a text such as `AB[a1][b2]AW[c3]`.
fn properties(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let malformed = || "a setup is written like `AB[c3][d4]AW[e5]`".to_owned();
    let mut properties = Vec::new();
    let mut name = None;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (before, after) = rest.split_once('[').ok_or_else(malformed)?;
        let (value, after) = after.split_once(']').ok_or_else(malformed)?;
        if !before.trim().is_empty() {
            name = Some(before.trim());
        }
        properties.push((name.ok_or_else(malformed)?, value.trim()));
        rest = after.trim_start();
    }
    if properties.is_empty() {
        return Err(malformed());
    }
    Ok(properties)
}

/// All points between two corners; `None` if they are too far apart for any board.
fn rectangle(from: Point, to: Point) -> Option<impl Iterator<Item = Point>> {
    const LARGEST: u16 = 52;
    let columns = from.column.min(to.column)..=from.column.max(to.column);
    let rows = from.row.min(to.row)..=from.row.max(to.row);
    let fits = *columns.end() <= LARGEST && *rows.end() <= LARGEST;
    fits.then(|| {
        columns.flat_map(move |column| rows.clone().map(move |row| Point::new(column, row)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_said() {
        let fault = |game, text| Pattern::read(game, text, Extent::Part).unwrap_err();
        assert_eq!(fault(Game::Ugo, "AB[c3][c3]"), "c3 is named twice");
        assert_eq!(
            fault(Game::Ugo, "AB[c3/ne]"),
            "`AB[c3/ne]` is nothing that ugo has"
        );
        assert_eq!(
            fault(Game::Sygo, "XX[c3]"),
            "`XX[c3]` is nothing that sygo has"
        );
        for text in ["", "c3", "AB", "AB[c3", "[c3]"] {
            assert!(fault(Game::Ugo, text).starts_with("a setup is"), "{text}");
        }
        for text in ["AB[a1:zzz99]", "AB[*a1:b2]", "PL[x]", "AB[]", "STONES[Ra1]"] {
            assert!(fault(Game::Ugo, text).contains("nothing"), "{text}");
        }
    }
}
