//! How points and pieces become text, on any board.

use std::collections::BTreeMap;

use super::{
    canvas::CharRole,
    glyphs::{ASCII, Glyphs, UNICODE},
    options::TextOptions,
    point_text::PointText,
};
use crate::{
    diagram::content::{Diagram, Location, Mark, MoveNumber},
    games::{Game, Piece, Point},
};

/// The characters, marks and numbers that all boards are drawn with.
pub(super) struct TextContext<'a> {
    pub(super) glyphs: &'static Glyphs,
    /// The points in brackets, each with whether its piece has changed its color.
    pub(super) marks: Vec<(Location, bool)>,
    /// The characters of some empty points.
    pub(super) point_chars: BTreeMap<Point, char>,
    /// Move numbers, shown instead of pieces.
    pub(super) numbers: &'a [MoveNumber],
    /// Ugo: whether the numbers of kings begin with `K`. Without it kings are listed.
    pub(super) has_king_letter: bool,
    pub(super) width: usize,
    pub(super) board_width: usize,
    /// Whether a board that is too wide is drawn in parts, so that nothing is missing.
    pub(super) has_parts: bool,
}

impl TextContext<'_> {
    pub(super) fn new<'a>(diagram: &Diagram<'a>, options: &TextOptions) -> TextContext<'a> {
        // In a numbered diagram the highest number shows the last ply.
        let last = [(diagram.placed, false), (diagram.flipped, true)];
        let last = last.into_iter().filter(|_| diagram.numbers.is_empty());
        let marked = last.chain([(diagram.illegal, false)]);
        let marks = marked.flat_map(|(locations, flipped)| {
            locations.iter().map(move |&location| (location, flipped))
        });
        TextContext {
            glyphs: if options.ascii { &ASCII } else { &UNICODE },
            marks: marks.collect(),
            point_chars: point_chars(diagram, options),
            numbers: diagram.numbers,
            has_king_letter: has_room_for_letters(diagram, options.width),
            width: options.width.max(20),
            board_width: options.board_width.unwrap_or(options.width).max(20),
            has_parts: options.parts || !diagram.numbers.is_empty(),
        }
    }

    /// The text of an empty point; `usual` if it has no number or character of its own.
    pub(super) fn empty(&self, point: Point, usual: &str) -> PointText {
        match (self.number(point.into(), ""), self.point_chars.get(&point)) {
            (Some(number), _) => PointText::empty(&number),
            (None, Some(character)) => PointText::empty(&character.to_string()),
            (None, None) => PointText::empty(usual),
        }
    }

    /// The move number at a location, with the kind of its piece as a prefix.
    pub(super) fn number(&self, location: Location, kind: &str) -> Option<String> {
        let is_here = |numbered: &&MoveNumber| {
            let Location { point, level } = numbered.location;
            point == location.point
                && (level == location.level || level.is_none() || location.level.is_none())
        };
        let found = self.numbers.iter().rev().find(is_here);
        found.map(|numbered| format!("{kind}{}", numbered.number))
    }

    /// The text of a piece: its glyph or its number.
    pub(super) fn piece(&self, piece: Piece) -> PointText {
        let (glyph, kind, role) = match piece {
            Piece::King(color, _) => (
                self.glyphs.king(color).to_owned(),
                if self.has_king_letter { "K" } else { "" },
                CharRole::Player(color),
            ),
            Piece::Neutral(color, _) => {
                let letter = color.letter().to_string();
                let number = self.number(piece.into(), &letter);
                let role = CharRole::StoneColor(color.letter());
                return PointText::piece(number.unwrap_or(letter), role);
            }
            Piece::Stone(color, _) | Piece::Walled(color, ..) => (
                self.glyphs.stone(color).to_owned(),
                "",
                CharRole::Player(color),
            ),
            // Of marbles on several levels the parity would not tell whose they are.
            Piece::Marble(color, ..) => (
                self.glyphs.stone(color).to_owned(),
                self.glyphs.stone(color),
                CharRole::Player(color),
            ),
        };
        let number = self.number(piece.into(), kind);
        PointText::piece(number.unwrap_or(glyph), role)
    }

    /// The width of the longest number in characters; 1 without numbers.
    pub(super) fn longest_number(&self, diagram: &Diagram) -> usize {
        let kind = match diagram.position.game() {
            Game::Bamogo | Game::Margo => 1,
            Game::Ugo if self.has_king_letter => {
                let numbered = |piece: &Piece| {
                    matches!(piece, Piece::King(..)) && self.number((*piece).into(), "").is_some()
                };
                usize::from(diagram.pieces().iter().any(numbered))
            }
            _ => 0,
        };
        let numbers = self.numbers.iter().map(|numbered| numbered.number);
        numbers
            .max()
            .map_or(1, |highest| highest.to_string().len() + kind)
    }

    /// The brackets around a point, if it is marked.
    pub(super) fn brackets(&self, point: Point, is_piece: bool) -> Option<[char; 2]> {
        let mut marks = self.marks.iter();
        let (_, flipped) = marks.find(|(location, _)| location.point == point)?;
        Some(match (flipped, is_piece) {
            (true, _) => ['<', '>'],
            (false, true) => ['(', ')'],
            (false, false) => ['[', ']'],
        })
    }

    /// The point around which a board is cropped: the first mark that is on it, or
    /// its center.
    pub(super) fn focus(&self, is_on_board: impl Fn(Point) -> bool, center: Point) -> Point {
        let mut marks = self.marks.iter().map(|(location, _)| location.point);
        marks.find(|&mark| is_on_board(mark)).unwrap_or(center)
    }
}

/// Ugo: whether a board with letters before its highest numbers is not too wide, or too wide without them, too.
fn has_room_for_letters(diagram: &Diagram, width: usize) -> bool {
    let size = diagram.position.size();
    let numbers = diagram.numbers.iter().map(|numbered| numbered.number);
    let digits = numbers.max().map_or(1, |highest| highest.to_string().len());
    let needed = |cell: usize| usize::from(size.columns) * (cell + 1) + size.rows.to_string().len();
    needed(digits + 1) <= width || needed(digits) > width
}

/// The characters of empty points: labels of one letter that mean nothing else, else captured pieces, else
/// territory, else those of the options.
fn point_chars(diagram: &Diagram, options: &TextOptions) -> BTreeMap<Point, char> {
    let mut chars = options.point_chars.cloned().unwrap_or_default();
    let tally = diagram
        .territory
        .then(|| diagram.position.tally())
        .flatten();
    for region in tally.iter().flat_map(|tally| &tally.regions) {
        let character = region
            .owner
            .map_or('-', |owner| owner.letter().to_ascii_lowercase());
        chars.extend(region.points.iter().map(|&point| (point, character)));
    }
    let captured = if options.ascii {
        ASCII.captured
    } else {
        UNICODE.captured
    };
    chars.extend(
        diagram
            .captured
            .iter()
            .map(|piece| (piece.point(), captured)),
    );
    for mark in diagram.marks {
        if let Mark::Label(location, label) = mark
            && let [letter] = label.as_bytes()
            && letter.is_ascii_alphanumeric()
            && !has_meaning(char::from(*letter), diagram, options)
        {
            chars.insert(location.point, char::from(*letter));
        }
    }
    chars
}

/// Whether a letter on the board would be taken for something else than a label, which is then only listed: for a piece, a
/// number, a captured piece or territory.
fn has_meaning(letter: char, diagram: &Diagram, options: &TextOptions) -> bool {
    let stones = if options.ascii { &ASCII } else { &UNICODE }.stones;
    let looks_like =
        |stone: &str| stone.starts_with(|char: char| char.eq_ignore_ascii_case(&letter));
    let is_round = matches!(letter, 'O' | 'o' | '0');
    let is_stone = is_round || stones.iter().any(|stone| looks_like(stone));
    let is_color = diagram.position.game() == Game::Bamogo && letter.is_ascii_uppercase();
    let is_number = !diagram.numbers.is_empty()
        && (letter.is_ascii_digit() || diagram.position.game() == Game::Ugo && letter == 'K');
    let is_captured = options.ascii && letter.eq_ignore_ascii_case(&ASCII.captured);
    let is_owner = diagram.territory && "bwgy".contains(letter);
    is_stone || is_color || is_number || is_captured || is_owner
}
