//! Patterns of positions: whole boards or parts of them, in the notation of setups.

use std::collections::HashSet;

use super::{error::FilterError, symmetry::Symmetry};
use crate::{
    games::{Color, Game, Piece, Point, Position, Size},
    record::{PointSet, SetupValue, read_piece, read_points},
    verify::title,
};

/// A pattern on a board, in all orientations that are searched for.
pub(super) type Images = Vec<Vec<PointPattern>>;

/// How much of the board a pattern covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The whole board: other points are empty.
    Whole,
    /// A part: other points may hold anything.
    Part,
}

/// A pattern of positions of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub(super) game: Game,
    /// The size of the board, if it is fixed.
    size: Option<Size>,
    pub(super) extent: Extent,
    pub(super) to_move: Option<Color>,
    point_patterns: Vec<PointPattern>,
}

/// The pattern of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PointPattern {
    /// A piece: of this color if one is given, and of this kind, level and wall.
    Piece(Option<Color>, Piece),
    /// Any piece of this color, or of any.
    Any(Option<Color>, Point),
    /// No piece; in Margo on this level only, if one is given.
    Empty(Point, Option<u8>),
}

impl PointPattern {
    pub(super) fn point(self) -> Point {
        match self {
            PointPattern::Piece(_, piece) => piece.point(),
            PointPattern::Any(_, point) | PointPattern::Empty(point, _) => point,
        }
    }

    fn image(self, symmetry: Symmetry) -> PointPattern {
        match self {
            PointPattern::Piece(color, piece) => PointPattern::Piece(color, symmetry.piece(piece)),
            PointPattern::Any(color, point) => PointPattern::Any(color, symmetry.point(point)),
            PointPattern::Empty(point, level) => PointPattern::Empty(symmetry.point(point), level),
        }
    }

    /// Whether the pieces at its point match.
    pub(super) fn matches(self, pieces: &[Piece]) -> bool {
        let has_color =
            |color: Option<Color>, piece: &Piece| color.is_none() || piece.color() == color;
        match self {
            PointPattern::Piece(color, expected) => pieces
                .iter()
                .any(|&piece| has_color(color, &piece) && colorless(piece) == expected),
            PointPattern::Any(color, _) => pieces.iter().any(|piece| has_color(color, piece)),
            PointPattern::Empty(_, None) => pieces.is_empty(),
            PointPattern::Empty(_, Some(level)) => {
                !pieces.iter().any(|&piece| level_of(piece) == level)
            }
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

/// The sort key of a piece: by point, all levels of a point together.
pub(super) fn order(piece: Piece) -> (u16, u16, u8) {
    let Point { column, row } = piece.point();
    (row, column, level_of(piece))
}

/// The patterns of pieces, as a value of `AB` and the like names them.
fn pieces(game: Game, color: Option<Color>, value: &str) -> Option<Vec<PointPattern>> {
    if let Some(value) = value.strip_prefix('*') {
        let PointSet::Point(point, None) = read_points(game, value)? else {
            return None;
        };
        return Some(vec![PointPattern::Any(color, point)]);
    }
    let setup_color = (game != Game::Bamogo).then_some(Color::Black);
    Some(match read_piece(game, setup_color, value)? {
        SetupValue::Piece(Piece::Marble(_, 0, point)) => vec![PointPattern::Any(color, point)],
        SetupValue::Piece(piece) => vec![PointPattern::Piece(color, piece)],
        SetupValue::Rectangle(from, to) => {
            let stone = |point| PointPattern::Piece(color, Piece::Stone(Color::Black, point));
            rectangle(from, to)?.map(stone).collect()
        }
    })
}

/// The patterns of empty points, as a value of `AE` names them.
fn empty_points(game: Game, value: &str) -> Option<Vec<PointPattern>> {
    Some(match read_points(game, value)? {
        PointSet::Point(point, level) => vec![PointPattern::Empty(point, level)],
        PointSet::Rectangle(from, to) => {
            let points = rectangle(from, to)?;
            points
                .map(|point| PointPattern::Empty(point, None))
                .collect()
        }
    })
}

impl Pattern {
    /// Reads a pattern, written like a setup of this game: `AB[…]`, `AW[…]` (in Bamogo `STONES[…]`) and
    /// `A*[…]` for pieces of Black, White and any player (in Margo also `AG[…]` and `AY[…]`), `AE[…]` for what is empty, `PL[…]` for the player to move. A `*`
    /// before a point stands for any piece.
    ///
    /// # Errors
    ///
    /// If the text is not of this form.
    pub fn read(game: Game, text: &str, extent: Extent) -> Result<Pattern, FilterError> {
        let mut pattern = Pattern {
            game,
            size: None,
            extent,
            to_move: None,
            point_patterns: Vec::new(),
        };
        let known = &mut HashSet::new();
        for (name, value) in properties(text)? {
            let color = match name {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AG" if game == Game::Margo => Some(Color::Grey),
                "AY" if game == Game::Margo => Some(Color::Yellow),
                _ => None,
            };
            let piece_error = || FilterError::PatternPiece {
                name: name.to_owned(),
                value: value.to_owned(),
                game: title(game),
            };
            match name {
                "A*" if game != Game::Bamogo => {
                    pattern.add(known, pieces(game, None, value).ok_or_else(piece_error)?)?;
                }
                _ if color.is_some() && game != Game::Bamogo => {
                    pattern.add(known, pieces(game, color, value).ok_or_else(piece_error)?)?;
                }
                "STONES" if game == Game::Bamogo => {
                    pattern.add(known, pieces(game, None, value).ok_or_else(piece_error)?)?;
                }
                "AE" => {
                    let point_error = || FilterError::PatternPoint {
                        value: value.to_owned(),
                        game: title(game),
                    };
                    let points = empty_points(game, value).ok_or_else(point_error)?;
                    pattern.add(known, points)?;
                }
                "PL" => {
                    let colors = Color::ALL.into_iter();
                    let mut named = colors
                        .filter(|color| value.eq_ignore_ascii_case(&color.letter().to_string()));
                    let player = named.next();
                    let player =
                        player.ok_or_else(|| FilterError::PatternPlayer(value.to_owned()))?;
                    pattern.to_move = Some(player);
                }
                _ => {
                    return Err(FilterError::PatternProperty {
                        name: name.to_owned(),
                        game: title(game),
                    });
                }
            }
        }
        Ok(pattern)
    }

    /// The pieces of a position, on its board.
    pub fn of(position: &Position, extent: Extent) -> Pattern {
        let pieces = position.pieces().into_iter();
        let point_patterns =
            pieces.map(|piece| PointPattern::Piece(piece.color(), colorless(piece)));
        Pattern {
            game: position.game(),
            size: Some(position.size()),
            extent,
            to_move: None,
            point_patterns: point_patterns.collect(),
        }
    }

    /// Adds patterns of points that have none yet. The repetition of a point is found before there are more of them than a
    /// board has points.
    fn add(
        &mut self,
        known: &mut HashSet<(Point, u8)>,
        patterns: Vec<PointPattern>,
    ) -> Result<(), FilterError> {
        for pattern in patterns {
            let level = match &pattern {
                PointPattern::Piece(_, piece) => level_of(*piece),
                PointPattern::Any(..) => 0,
                PointPattern::Empty(_, level) => level.unwrap_or(0),
            };
            let point = pattern.point();
            if !known.insert((point, level)) {
                return Err(FilterError::PatternTwice(point.to_string()));
            }
            self.point_patterns.push(pattern);
        }
        Ok(())
    }

    /// The pattern on a board in all orientations, each once; empty if a point is not on the board.
    pub(super) fn images(&self, size: Size, symmetric: bool) -> Images {
        let fits = self.size.is_none_or(|fixed| fixed == size)
            && self
                .point_patterns
                .iter()
                .all(|pattern| self.game.has_point(size, pattern.point()));
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
            let image = self
                .point_patterns
                .iter()
                .map(|pattern| pattern.image(symmetry));
            let mut image: Vec<PointPattern> = image.collect();
            image.sort_by_key(|pattern| (pattern.point().row, pattern.point().column));
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }
}

/// The names and values of a text such as `AB[a1][b2]AW[c3]`.
fn properties(text: &str) -> Result<Vec<(&str, &str)>, FilterError> {
    let malformed = || FilterError::PatternSyntax;
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
    fn errors_name_the_value() {
        let error_of = |game, text| {
            let error = Pattern::read(game, text, Extent::Part);
            error.unwrap_err().to_string()
        };
        assert_eq!(error_of(Game::Ugo, "AB[c3][c3]"), "c3 is named twice");
        assert_eq!(
            error_of(Game::Ugo, "AB[c3/ne]"),
            "`AB[c3/ne]` is not a valid Ugo piece"
        );
        assert_eq!(
            error_of(Game::Sygo, "XX[c3]"),
            "`XX` is not a property of a pattern for Sygo"
        );
        for text in ["", "c3", "AB", "AB[c3", "[c3]"] {
            assert!(
                error_of(Game::Ugo, text).starts_with("a setup is"),
                "{text}"
            );
        }
        for text in ["AB[a1:zzz99]", "AB[*a1:b2]", "PL[x]", "AB[]", "STONES[Ra1]"] {
            assert!(error_of(Game::Ugo, text).contains(" is not a "), "{text}");
        }
    }
}
