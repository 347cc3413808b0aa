//! Move numbers on a board, as in a printed game record.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

use super::{
    board_change::BoardChange,
    content::{Location, MoveNumber},
};
use crate::games::{Piece, Position};

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
    /// In a book, the number of plies per diagram: only the plies since the last diagram are
    /// numbered.
    pub every: Option<u32>,
    /// Margo: whether every level is visible, or only the highest marble at a point.
    pub levels: bool,
}

/// Move numbers, and those that have no location on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNumbers {
    /// The numbers with their locations.
    pub numbers: Vec<MoveNumber>,
    /// The list below the board: plies that placed nothing, and plies whose point shows the
    /// number of a later one.
    pub unplaced_moves: Vec<String>,
    /// Pieces with a number that were captured later.
    pub captured: Vec<Piece>,
}

impl Default for Numbering {
    /// Every ply, counted from 1.
    fn default() -> Numbering {
        Numbering {
            plies: 1..=u32::MAX,
            first: 1,
            every: None,
            levels: false,
        }
    }
}

impl Numbering {
    /// The first numbered ply in a diagram of the position after this many plies.
    pub(super) fn begin(&self, plies: u32) -> u32 {
        let start = *self.plies.start();
        match self.every {
            Some(every) => start.max(plies.saturating_sub(1) / every.max(1) * every + 1),
            None => start,
        }
    }

    /// Numbers the plies that led to a position, in their order.
    pub fn number<'p>(
        &self,
        plies: impl IntoIterator<Item = NumberedPly<'p>>,
        position: &Position,
    ) -> MoveNumbers {
        let begin = self.begin(position.plies());
        let mut numbered: BTreeMap<Location, MoveNumber> = BTreeMap::new();
        let mut unplaced: Vec<(u32, String)> = Vec::new();
        let mut removed: BTreeMap<Location, Piece> = BTreeMap::new();
        for ply in plies {
            if ply.ply < begin || !self.plies.contains(&ply.ply) {
                continue;
            }
            let number = ply.ply - self.plies.start() + self.first;
            let is_swap = ply.written.contains("<>");
            for &location in ply.change.placed.iter().filter(|_| !is_swap) {
                let slot = if self.levels {
                    location
                } else {
                    location.point.into()
                };
                if let Some(before) = numbered.insert(slot, MoveNumber { location, number }) {
                    unplaced.push((
                        before.number,
                        format!("{} at {}", before.number, location.point),
                    ));
                }
            }
            if is_swap || ply.change.placed.is_empty() {
                unplaced.push((number, format!("{number} {}", ply.written)));
            }
            removed.extend(
                ply.change
                    .captured
                    .iter()
                    .map(|&piece| (piece.into(), piece)),
            );
        }
        let occupied: BTreeSet<Location> =
            position.pieces().into_iter().map(Location::from).collect();
        let numbers: Vec<MoveNumber> = numbered.into_values().collect();
        let captured = (numbers.iter())
            .filter(|numbered| !occupied.contains(&numbered.location))
            .filter_map(|numbered| removed.get(&numbered.location).copied())
            .collect();
        unplaced.sort();
        MoveNumbers {
            numbers,
            unplaced_moves: unplaced.into_iter().map(|(_, text)| text).collect(),
            captured,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Color, Game, Point, Size};

    #[test]
    fn a_point_shows_its_last_number_and_the_others_are_listed() {
        let rules = &crate::ruleset::default_for(Game::Ugo).rules;
        let position = Position::new(rules, Size::square(3), None).unwrap();
        let [a1, b1]: [Location; 2] = [Point::new(1, 1).into(), Point::new(2, 1).into()];
        let stone = Piece::Stone(Color::Black, a1.point);
        let placing = |location: Location| BoardChange {
            placed: vec![location],
            ..BoardChange::default()
        };
        let capturing = BoardChange {
            captured: vec![stone],
            ..placing(b1)
        };
        let changes = [
            placing(a1),
            capturing,
            BoardChange::default(),
            placing(a1),
            placing(a1),
        ];
        let written = ["a1", "b1", "pass", "a1", "a1"];
        let plies = |()| {
            let plies = (1..).zip(written).zip(&changes);
            plies.map(|((ply, written), change)| NumberedPly {
                ply,
                written,
                change,
            })
        };
        assert_eq!(
            Numbering {
                every: Some(50),
                ..Numbering::default()
            }
            .begin(100),
            51
        );
        let numbering = Numbering {
            plies: 1..=4,
            first: 11,
            ..Numbering::default()
        };
        let numbers = numbering.number(plies(()), &position);
        let numbered = |location, number| MoveNumber { location, number };
        assert_eq!(numbers.numbers, [numbered(a1, 14), numbered(b1, 12)]);
        assert_eq!(numbers.unplaced_moves, ["11 at a1", "13 pass"]);
        assert_eq!(numbers.captured, [stone]);
    }
}
