//! Positions to look for: whole boards or parts of them, in the notation of setups.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

use super::Symmetry;
use crate::{
    games::{Color, Game, Piece, Point, Position, Size},
    record::{Place, Placed, read_piece, read_place},
};

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
    game: Game,
    /// The board, if it has to be this one.
    size: Option<Size>,
    extent: Extent,
    to_move: Option<Color>,
    wants: Vec<Want>,
}

/// What is to stand at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Want {
    /// A piece: of this colour if one is given, and of this kind, level and wall.
    Piece(Option<Color>, Piece),
    /// Any piece of this colour, or of any.
    Any(Option<Color>, Point),
    /// No piece; in Margo perhaps only on this level.
    Empty(Point, Option<u8>),
}

impl Want {
    fn point(self) -> Point {
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
    fn holds(self, there: &[Piece]) -> bool {
        let of = |color: Option<Color>, piece: &Piece| color.is_none() || piece.color() == color;
        match self {
            Want::Piece(color, wanted) => there
                .iter()
                .any(|&piece| of(color, &piece) && colourless(piece) == wanted),
            Want::Any(color, _) => there.iter().any(|piece| of(color, piece)),
            Want::Empty(_, None) => there.is_empty(),
            Want::Empty(_, Some(level)) => !there.iter().any(|&piece| level_of(piece) == level),
        }
    }
}

/// A piece as if it were Black's.
fn colourless(piece: Piece) -> Piece {
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
fn order(piece: Piece) -> (u16, u16, u8) {
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
        let wants = pieces.map(|piece| Want::Piece(piece.color(), colourless(piece)));
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
            let Place::Point(point, None) = read_place(game, value)? else {
                return None;
            };
            self.wants.push(Want::Any(color, point));
            return Some(());
        }
        let painted = (game != Game::Bamogo).then_some(Color::Black);
        match read_piece(game, painted, value)? {
            Placed::Piece(Piece::Marble(_, 0, point)) => self.wants.push(Want::Any(color, point)),
            Placed::Piece(piece) => self.wants.push(Want::Piece(color, piece)),
            Placed::Rectangle(from, to) => {
                for point in rectangle(from, to)? {
                    let stone = Piece::Stone(Color::Black, point);
                    self.wants.push(Want::Piece(color, stone));
                }
            }
        }
        Some(())
    }

    fn want_empty(&mut self, value: &str) -> Option<()> {
        match read_place(self.game, value)? {
            Place::Point(point, level) => self.wants.push(Want::Empty(point, level)),
            Place::Rectangle(from, to) => {
                let points = rectangle(from, to)?;
                self.wants
                    .extend(points.map(|point| Want::Empty(point, None)));
            }
        }
        Some(())
    }

    /// What is wanted on a board and on the boards that it can be turned into, each once. None where a point is
    /// not on the board.
    fn images(&self, size: Size, symmetric: bool) -> Images {
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

/// What is wanted on a board, and on each of the boards that it can be turned into.
type Images = Vec<Vec<Want>>;

/// Patterns to look for, one of which is enough, on boards of any size.
#[derive(Debug)]
pub struct Patterns {
    wanted: Vec<Pattern>,
    symmetric: bool,
    /// What is wanted on the boards seen so far, by the number of the pattern.
    images: Mutex<HashMap<(usize, Size), Arc<Images>>>,
}

impl Patterns {
    /// Looks for patterns as they are, or also for all that the board can be turned into.
    pub fn new(wanted: Vec<Pattern>, symmetric: bool) -> Patterns {
        Patterns {
            wanted,
            symmetric,
            images: Mutex::default(),
        }
    }

    /// Begins to look at positions of one board.
    pub(super) fn on(&self, game: Game, size: Size) -> Search<'_> {
        // What is in the table is right even if another thread has died.
        let mut known = self.images.lock().unwrap_or_else(PoisonError::into_inner);
        let patterns = self.wanted.iter().enumerate();
        let of_game = patterns.filter(|(_, pattern)| pattern.game == game);
        let images = of_game.map(|(number, pattern)| {
            let images = known
                .entry((number, size))
                .or_insert_with(|| Arc::new(pattern.images(size, self.symmetric)));
            (pattern, Arc::clone(images))
        });
        Search {
            images: images.collect(),
        }
    }
}

/// The patterns as they are wanted on one board.
#[derive(Debug)]
pub(super) struct Search<'p> {
    images: Vec<(&'p Pattern, Arc<Images>)>,
}

impl Search<'_> {
    /// Whether a position is one of those wanted.
    pub(super) fn holds(&self, position: &Position) -> bool {
        let mut pieces = None;
        self.images.iter().any(|(pattern, images)| {
            if images.is_empty()
                || pattern
                    .to_move
                    .is_some_and(|color| color != position.to_move())
            {
                return false;
            }
            let pieces = pieces.get_or_insert_with(|| {
                let mut pieces = position.pieces();
                pieces.sort_unstable_by_key(|&piece| order(piece));
                pieces
            });
            images
                .iter()
                .any(|image| has_so_many(pattern.extent, image, pieces) && is_there(image, pieces))
        })
    }
}

/// Whether no piece is on the board but those wanted, if that matters.
fn has_so_many(extent: Extent, wants: &[Want], pieces: &[Piece]) -> bool {
    let wanted = || wants.iter().filter(|want| !matches!(want, Want::Empty(..)));
    extent == Extent::Part || wanted().count() == pieces.len()
}

fn is_there(wants: &[Want], pieces: &[Piece]) -> bool {
    wants.iter().all(|want| {
        let Point { column, row } = want.point();
        let place = (row, column);
        let before = |piece: &Piece| {
            let (row, column, _) = order(*piece);
            (row, column)
        };
        let there = &pieces[pieces.partition_point(|piece| before(piece) < place)..];
        let count = there
            .iter()
            .take_while(|piece| before(piece) == place)
            .count();
        want.holds(&there[..count])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        record::{Decoded, read},
        verify::{Options, verify},
    };

    fn position(record: &str) -> Position {
        let decoded = Decoded::from(record);
        let record = read(record).next().unwrap();
        let verdict = verify(&record, &decoded, &Options::default());
        verdict.position.expect("it can be played")
    }

    fn looks(text: &str, extent: Extent, symmetric: bool, position: &Position) -> bool {
        let pattern = Pattern::read(position.game(), text, extent).unwrap();
        let patterns = Patterns::new(vec![pattern], symmetric);
        patterns
            .on(position.game(), position.size())
            .holds(position)
    }

    fn whole(text: &str, position: &Position) -> bool {
        looks(text, Extent::Whole, false, position)
    }

    fn part(text: &str, position: &Position) -> bool {
        looks(text, Extent::Part, false, position)
    }

    #[test]
    fn the_pieces_of_every_game() {
        let ugo = position("(;GM[ugo]SZ[5]AB[a1][Kc3]AW[d4])");
        assert!(whole("AB[a1][Kc3]AW[d4]", &ugo) && whole("AW[D4] A*[*a1] AB[*c3]", &ugo));
        assert!(!whole("AB[a1][c3]AW[d4]", &ugo) && !whole("AB[a1][Kc3]", &ugo));
        assert!(part("AB[Kc3]AE[c4]", &ugo) && !part("AE[b1:e3]", &ugo));
        assert!(part("AE[a2:b5]A*[Kc3]PL[B]", &ugo) && !part("AB[a1]PL[W]", &ugo));
        assert!(!part("AB[f1]", &ugo), "it is not on this board");
        let sygo = position("(;GM[sygo]SZ[5]AB[a1:b2]AW[d4])");
        assert!(whole("AB[a1:b2]AW[d4]", &sygo) && part("A*[b1]", &sygo));
        let bargo = position("(;GM[bargo]SZ[3]AB[c3/ne]AW[a1/e])");
        assert!(whole("AB[c3/ne]AW[a1/e]", &bargo) && part("AB[*c3]", &bargo));
        assert!(!part("AB[c3/e]", &bargo));
        let margo = position("(;GM[margo]SZ[3]AB[a1][c1][a3][c3][2b2]AW[e5])");
        assert!(whole("AB[1a1][1c1][1a3][1c3][2b2]AW[1e5]", &margo));
        assert!(part("AB[b2]AE[3c3]", &margo) && !part("AE[c3]", &margo));
        let bamogo = position("(;GM[bamogo]SZ[4]STONES[Ra1][Gb1])");
        assert!(whole("STONES[Gb1][*a1]", &bamogo) && !part("STONES[Rb1]", &bamogo));
    }

    #[test]
    fn turned_boards_are_looked_for_only_if_wanted() {
        let corner = position("(;GM[ugo]SZ[5]AB[e4]AW[Kd5])");
        assert!(!looks("AB[a2]AW[Kb1]", Extent::Whole, false, &corner));
        assert!(looks("AB[a2]AW[Kb1]", Extent::Whole, true, &corner));
        assert!(!looks("AB[a2]AW[Kb2]", Extent::Whole, true, &corner));
        let walled = position("(;GM[bargo]SZ[3]AB[c4/ne])");
        for (wall, is_there) in [
            ("b2/sw", false),
            ("b2/w", true),
            ("b3/nw", true),
            ("d4/e", true),
        ] {
            let found = looks(&format!("AB[{wall}]"), Extent::Whole, true, &walled);
            assert_eq!(found, is_there, "{wall}");
        }
    }

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
