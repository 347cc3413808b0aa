//! Move numbers on a board, as in a printed game record.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    ops::RangeInclusive,
};

use super::{
    board_change::BoardChange,
    content::{Location, MoveEffect, MoveNumber},
};
use crate::{
    games::{Piece, Position},
    record::NodeId,
};

/// A ply to be numbered.
#[derive(Clone, Debug)]
pub struct NumberedPly<'p> {
    /// Its number in the game, from 1.
    pub ply: u32,
    /// The move in canonical spelling.
    pub written: &'p str,
    /// The changes by it.
    pub change: &'p BoardChange,
}

/// Which plies are numbered, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// The plies.
    pub plies: RangeInclusive<u32>,
    /// The number of the first of them.
    pub first: u32,
    /// In a book, by the last node of each figure: the first ply that is numbered in it.
    pub figures: BTreeMap<NodeId, u32>,
    /// Margo: whether every level is visible, or only the highest marble at a point.
    pub levels: bool,
}

/// A diagram with move numbers: the pieces at its start and those played in it, as in a printed game record.
/// What is played on a point that holds one of these, and what is captured, is listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberedDiagram {
    /// The pieces that are drawn, in the order of their locations.
    pub pieces: Vec<Piece>,
    /// The numbers with their locations.
    pub numbers: Vec<MoveNumber>,
    /// Margo: the numbers of marbles that others hide, if not every level is visible.
    pub covered: Vec<MoveNumber>,
    /// Those of the pieces that have the other color after the last ply.
    pub recolored: Vec<Location>,
    /// The list below the board: the plies that the board does not show, in their order.
    pub unplaced_moves: Vec<String>,
    /// The first and the last number, unless all plies of the game have one.
    pub stretch: Option<(u32, u32)>,
    /// What the plies captured, in their order.
    pub captures: Vec<MoveEffect>,
    /// What they recolored, in their order.
    pub recolorings: Vec<MoveEffect>,
}

impl Default for Numbering {
    /// Every ply, counted from 1.
    fn default() -> Numbering {
        Numbering {
            plies: 1..=u32::MAX,
            first: 1,
            figures: BTreeMap::new(),
            levels: false,
        }
    }
}

impl Numbering {
    /// The first numbered ply in a diagram of the position of a node.
    pub(super) fn begin(&self, node: NodeId) -> u32 {
        let start = *self.plies.start();
        self.figures
            .get(&node)
            .map_or(start, |&first| first.max(start))
    }

    /// The diagram of the plies that led to a position from the first one that is numbered. If
    /// plies follow the last one that is numbered, the pieces are those of the position.
    pub fn diagram(&self, plies: &[NumberedPly], position: &Position) -> NumberedDiagram {
        let pieces = position.pieces().into_iter();
        let at_end: BTreeMap<Location, Piece> = pieces.map(|piece| (piece.into(), piece)).collect();
        let mut pieces = at_end.clone();
        for ply in plies.iter().rev() {
            ply.change.undo(&mut pieces);
        }
        let mut numbers: Vec<(MoveNumber, Piece)> = Vec::new();
        let mut unplaced: Vec<(u32, String)> = Vec::new();
        let (mut captures, mut recolorings) = (Vec::new(), Vec::new());
        let end = plies.partition_point(|ply| ply.ply <= *self.plies.end());
        let (plies, later) = plies.split_at(end);
        let shown = |ply: u32| ply - self.plies.start() + self.first;
        let stretch = (plies.first().zip(plies.last()))
            .map(|(first, last)| (shown(first.ply), shown(last.ply)))
            .filter(|&range| range != (1, position.plies()));
        for ply in plies {
            let number = shown(ply.ply);
            let mut list = |what: &str| unplaced.push((number, format!("{number} {what}")));
            // The words of a move that puts nothing on the board tell what it does.
            if ply.change.placed.is_empty() || ply.written.contains("<>") {
                list(ply.written);
                continue;
            }
            for &location in &ply.change.placed {
                let added = ply.change.added.iter();
                for &piece in added.filter(|&&piece| location == piece.into()) {
                    if let Entry::Vacant(place) = pieces.entry(location) {
                        place.insert(piece);
                        numbers.push((MoveNumber { location, number }, piece));
                    } else {
                        list(&listed(piece));
                    }
                }
            }
            let captured = ply.change.captured.iter().copied().map(Location::from);
            for (effects, locations) in [
                (&mut captures, captured.collect()),
                (&mut recolorings, ply.change.flipped.clone()),
            ] {
                if !locations.is_empty() {
                    effects.push(MoveEffect { number, locations });
                }
            }
        }
        if !later.is_empty() {
            pieces.clone_from(&at_end);
        }
        let is_drawn = |&(MoveNumber { location, .. }, _): &(MoveNumber, Piece)| {
            let is_gone = |ply: &NumberedPly| {
                let mut captured = ply.change.captured.iter().copied();
                captured.any(|piece| location == piece.into())
            };
            pieces.contains_key(&location) && !later.iter().any(is_gone)
        };
        let is_visible = |&MoveNumber { location, .. }: &MoveNumber| {
            // From above only the highest marble at a point is seen.
            let top = Location {
                level: location.level.map(|_| u8::MAX),
                ..location
            };
            self.levels || pieces.range(location..=top).count() == 1
        };
        let (drawn, gone): (Vec<_>, Vec<_>) = numbers.into_iter().partition(is_drawn);
        let drawn = drawn.into_iter().map(|(number, _)| number);
        let (mut numbers, covered): (Vec<_>, Vec<_>) = drawn.partition(is_visible);
        unplaced.extend(gone.into_iter().map(|(MoveNumber { number, .. }, piece)| {
            (number, format!("{number} {}", listed(piece)))
        }));
        numbers.sort_by_key(|numbered| numbered.location);
        unplaced.sort_by_key(|&(number, _)| number);
        let is_recolored = |(location, piece): (&Location, &Piece)| {
            let later = at_end.get(location)?.color();
            (later != piece.color()).then_some(*location)
        };
        let is_later_color = plies.iter().any(|ply| !ply.change.flipped.is_empty());
        let recolored = if is_later_color {
            pieces.iter().filter_map(is_recolored).collect()
        } else {
            Vec::new()
        };
        NumberedDiagram {
            recolored,
            covered,
            stretch,
            pieces: pieces.into_values().collect(),
            numbers,
            unplaced_moves: unplaced.into_iter().map(|(_, text)| text).collect(),
            captures,
            recolorings,
        }
    }
}

/// A piece in the list below the board, as in a move if its place alone does not tell what it is.
fn listed(piece: Piece) -> String {
    match piece {
        Piece::Stone(..) | Piece::Marble(..) => format!("at {piece}"),
        Piece::King(..) | Piece::Walled(..) | Piece::Neutral(..) => piece.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::{Color, Direction, Game, Point, Position, Size, StoneColor};

    fn stone(color: Color, column: u16, row: u16) -> Piece {
        Piece::Stone(color, Point::new(column, row))
    }

    /// The plies of a game of Ugo on 3 × 3, and its position.
    fn played(moves: &[&str]) -> (Vec<(String, BoardChange)>, Position) {
        let rules = &crate::ruleset::default_for(Game::Ugo).rules;
        let mut position = Position::new(rules, Size::square(3), None).unwrap();
        let mut plies = Vec::new();
        for written in moves {
            let mv = crate::games::Move::parse(Game::Ugo, written).unwrap();
            let before = position.pieces();
            position.play(&mv).unwrap();
            let change = BoardChange::between(&before, &position.pieces(), &mv);
            plies.push(((*written).to_owned(), change));
        }
        (plies, position)
    }

    fn numbered(plies: &[(String, BoardChange)]) -> Vec<NumberedPly<'_>> {
        let numbered = (1..).zip(plies);
        let numbered = numbered.map(|(ply, (written, change))| NumberedPly {
            ply,
            written,
            change,
        });
        numbered.collect()
    }

    /// The king on b1 takes a1, then White plays there.
    const CAPTURE: [&str; 6] = ["a1", "a2", "c3", "Kb1", "button", "a1"];

    #[test]
    fn the_diagram_shows_its_start_and_the_first_play_on_each_point() {
        let (plies, position) = played(&CAPTURE);
        let diagram = Numbering::default().diagram(&numbered(&plies), &position);
        let [black, white] = Color::BLACK_AND_WHITE;
        assert_eq!(
            diagram.pieces,
            [
                stone(black, 1, 1),
                stone(white, 1, 2),
                Piece::King(white, Point::new(2, 1)),
                stone(black, 3, 3)
            ]
        );
        let numbers: Vec<u32> = diagram.numbers.iter().map(|n| n.number).collect();
        assert_eq!(numbers, [1, 2, 4, 3]);
        assert_eq!(diagram.unplaced_moves, ["5 button", "6 at a1"]);
        let a1 = Point::new(1, 1).into();
        assert_eq!(
            diagram.captures,
            [MoveEffect {
                number: 4,
                locations: vec![a1]
            }]
        );
    }

    #[test]
    fn stones_at_the_start_have_no_number() {
        let (plies, position) = played(&CAPTURE);
        let numbering = Numbering {
            plies: 4..=u32::MAX,
            first: 11,
            ..Numbering::default()
        };
        let diagram = numbering.diagram(&numbered(&plies)[3..], &position);
        assert_eq!(diagram.pieces.len(), 4);
        let b1 = Point::new(2, 1).into();
        assert_eq!(
            diagram.numbers,
            [MoveNumber {
                location: b1,
                number: 11
            }]
        );
        assert_eq!(diagram.unplaced_moves, ["12 button", "13 at a1"]);
        assert_eq!(diagram.captures[0].number, 11);
    }

    #[test]
    fn behind_the_last_numbered_ply_the_position_is_drawn() {
        let (plies, position) = played(&CAPTURE);
        let numbering = Numbering {
            plies: 1..=3,
            ..Numbering::default()
        };
        let diagram = numbering.diagram(&numbered(&plies), &position);
        let pieces: BTreeSet<Location> =
            position.pieces().into_iter().map(Location::from).collect();
        assert!(
            diagram
                .pieces
                .iter()
                .copied()
                .map(Location::from)
                .eq(pieces)
        );
        let numbers: Vec<u32> = diagram.numbers.iter().map(|n| n.number).collect();
        assert_eq!(numbers, [2, 3]);
        assert_eq!(diagram.unplaced_moves, ["1 at a1"]);
    }

    #[test]
    fn a_listed_piece_is_told_as_in_a_move_if_its_place_does_not_tell_it() {
        let [black, white] = Color::BLACK_AND_WHITE;
        let a1 = Point::new(1, 1);
        let red = StoneColor::from_letter('R').unwrap();
        let walled = |color, wall| Piece::Walled(color, a1, wall);
        let (east, north_east) = (Direction::E, Direction::Ne);
        for (game, first, again, listed) in [
            (
                Game::Ugo,
                stone(black, 1, 1),
                stone(white, 1, 1),
                ["at a1", "at a1"],
            ),
            (
                Game::Ugo,
                Piece::King(black, a1),
                Piece::King(white, a1),
                ["Ka1", "Ka1"],
            ),
            (
                Game::Bargo,
                walled(black, east),
                walled(white, north_east),
                ["a1/e", "a1/ne"],
            ),
            (
                Game::Margo,
                Piece::Marble(black, 1, a1),
                Piece::Marble(white, 1, a1),
                ["at 1a1"; 2],
            ),
            (
                Game::Bamogo,
                Piece::Neutral(red, a1),
                Piece::Neutral(red, a1),
                ["Ra1", "Ra1"],
            ),
        ] {
            let rules = &crate::ruleset::default_for(game).rules;
            let board = Position::new(rules, Size::square(3), None).unwrap();
            let placing = |piece: Piece| BoardChange {
                placed: vec![piece.into()],
                added: vec![piece],
                ..BoardChange::default()
            };
            let capture = BoardChange {
                captured: vec![first],
                removed: vec![first],
                ..placing(stone(white, 2, 1))
            };
            let plies = [placing(first), capture, placing(again)];
            let plies = plies.map(|change| (String::new(), change));
            let list = |shown: RangeInclusive<u32>| {
                let numbering = Numbering {
                    plies: shown,
                    ..Numbering::default()
                };
                numbering.diagram(&numbered(&plies), &board).unplaced_moves
            };
            // What is played on a point again, and what later plies capture.
            assert_eq!(list(1..=u32::MAX), [format!("3 {}", listed[1])]);
            assert_eq!(list(1..=1), [format!("1 {}", listed[0])]);
        }
    }
}
