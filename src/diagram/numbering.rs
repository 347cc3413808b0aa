//! Move numbers on a board, as in a printed game record.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

use super::{
    change::Change,
    subject::{Numbered, Spot},
};
use crate::games::{Piece, Position};

/// A ply as it is numbered.
#[derive(Clone, Debug)]
pub struct NumberedPly<'p> {
    /// Its place in the game, from 1.
    pub ply: u32,
    /// The move as it is written.
    pub written: &'p str,
    /// What it did.
    pub change: &'p Change,
}

/// Which plies are numbered, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// The plies.
    pub plies: RangeInclusive<u32>,
    /// The number of the first of them.
    pub first: u32,
    /// Whether of these only the plies since the last diagram are numbered, in a book with
    /// so many plies a diagram.
    pub every: Option<u32>,
    /// Margo: whether every level is seen, or only the highest marble at a point.
    pub levels: bool,
}

/// Numbers, and what of them finds no place on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The numbers on their places.
    pub numbers: Vec<Numbered>,
    /// What is listed below the board: plies that put down nothing, and those whose
    /// place bears the number of a later one.
    pub elsewhere: Vec<String>,
    /// Pieces that bear a number and were captured later.
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
    /// The first ply that is numbered in a diagram of the position after so many plies.
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
    ) -> Numbers {
        let begin = self.begin(position.plies());
        let mut places: BTreeMap<Spot, Numbered> = BTreeMap::new();
        let mut elsewhere: Vec<(u32, String)> = Vec::new();
        let mut gone: BTreeMap<Spot, Piece> = BTreeMap::new();
        for ply in plies {
            if ply.ply < begin || !self.plies.contains(&ply.ply) {
                continue;
            }
            let number = ply.ply - self.plies.start() + self.first;
            let moved = ply.written.contains("<>");
            for &spot in ply.change.placed.iter().filter(|_| !moved) {
                let place = if self.levels { spot } else { spot.point.into() };
                if let Some(before) = places.insert(place, Numbered { spot, number }) {
                    elsewhere.push((
                        before.number,
                        format!("{} at {}", before.number, spot.point),
                    ));
                }
            }
            if moved || ply.change.placed.is_empty() {
                elsewhere.push((number, format!("{number} {}", ply.written)));
            }
            gone.extend(
                ply.change
                    .captured
                    .iter()
                    .map(|&piece| (piece.into(), piece)),
            );
        }
        let standing: BTreeSet<Spot> = position.pieces().into_iter().map(Spot::from).collect();
        let numbers: Vec<Numbered> = places.into_values().collect();
        let captured = (numbers.iter())
            .filter(|numbered| !standing.contains(&numbered.spot))
            .filter_map(|numbered| gone.get(&numbered.spot).copied())
            .collect();
        elsewhere.sort();
        Numbers {
            numbers,
            elsewhere: elsewhere.into_iter().map(|(_, text)| text).collect(),
            captured,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Color, Game, Point, Size};

    #[test]
    fn a_place_bears_its_last_number_and_the_others_are_listed() {
        let rules = &crate::ruleset::default_for(Game::Ugo).rules;
        let position = Position::new(rules, Size::square(3), None).unwrap();
        let [a1, b1]: [Spot; 2] = [Point::new(1, 1).into(), Point::new(2, 1).into()];
        let stone = Piece::Stone(Color::Black, a1.point);
        let placing = |spot: Spot| Change {
            placed: vec![spot],
            ..Change::default()
        };
        let taking = Change {
            captured: vec![stone],
            ..placing(b1)
        };
        let changes = [
            placing(a1),
            taking,
            Change::default(),
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
        let numbered = |spot, number| Numbered { spot, number };
        assert_eq!(numbers.numbers, [numbered(a1, 14), numbered(b1, 12)]);
        assert_eq!(numbers.elsewhere, ["11 at a1", "13 pass"]);
        assert_eq!(numbers.captured, [stone]);
    }
}
