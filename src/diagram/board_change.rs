//! What a ply has done to the board.

use std::collections::BTreeMap;

use super::content::Location;
use crate::games::{Move, Piece};

/// The places that a ply has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardChange {
    /// Where it has put pieces, in the order of the move; of a switch the two spaces.
    pub placed: Vec<Location>,
    /// The pieces that have another color than before (Sygo).
    pub flipped: Vec<Location>,
    /// The pieces that are gone.
    pub captured: Vec<Piece>,
    /// The pieces that are new or different, as they are after the ply.
    pub added: Vec<Piece>,
    /// The pieces that are gone or different, as they were before the ply.
    pub removed: Vec<Piece>,
}

impl BoardChange {
    /// The change from the pieces before a ply to those after it.
    pub fn between(before: &[Piece], after: &[Piece], turn: &Move) -> BoardChange {
        let is_switch = matches!(turn, Move::Switch(..));
        // Most pieces stay, and both lists have one order: what is equal at their beginnings and ends need not be compared.
        // A switch concerns both of its spaces, whatever it changes.
        let is_equal = |(old, new): &(&Piece, &Piece)| old == new && !is_switch;
        let same = before.iter().zip(after).take_while(is_equal).count();
        let (before, after) = (&before[same..], &after[same..]);
        let ends = before.iter().rev().zip(after.iter().rev());
        let same = ends.take_while(is_equal).count();
        let by_location = |pieces: &[Piece]| -> BTreeMap<Location, Piece> {
            let different = pieces[..pieces.len() - same].iter();
            different.map(|&piece| (piece.into(), piece)).collect()
        };
        let (old, new) = (by_location(before), by_location(after));
        let mut change = BoardChange::default();
        for point in turn.points() {
            let locations = new.keys().filter(|location| location.point == point);
            let fresh = locations.filter(|location| is_switch || !old.contains_key(location));
            change.placed.extend(fresh);
        }
        for (location, &piece) in &new {
            let earlier = old.get(location);
            if earlier == Some(&piece) {
                continue;
            }
            change.added.push(piece);
            if let Some(&earlier) = earlier {
                change.removed.push(earlier);
                if !is_switch {
                    change.flipped.push(*location);
                }
            }
        }
        let gone = old
            .iter()
            .filter(|(location, _)| !new.contains_key(location));
        change.captured = gone.map(|(_, &piece)| piece).collect();
        change.removed.extend(&change.captured);
        change
    }

    /// Turns the pieces after the ply into those before it.
    pub(super) fn undo(&self, pieces: &mut BTreeMap<Location, Piece>) {
        for &piece in &self.added {
            pieces.remove(&piece.into());
        }
        pieces.extend(self.removed.iter().map(|&piece| (piece.into(), piece)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Color, Point, StoneColor};

    #[test]
    fn what_is_new_gone_and_different_is_told() {
        let at = |column| Point::new(column, 1);
        let stone = |color, column| Piece::Stone(color, at(column));
        let before = [
            stone(Color::Black, 1),
            stone(Color::White, 2),
            stone(Color::White, 3),
        ];
        let after = [
            stone(Color::Black, 1),
            stone(Color::Black, 2),
            stone(Color::Black, 4),
        ];
        let change = BoardChange::between(&before, &after, &Move::Stone(at(4)));
        assert_eq!(change.placed, [at(4).into()]);
        assert_eq!(change.flipped, [at(2).into()]);
        assert_eq!(change.captured, [stone(Color::White, 3)]);
        assert_eq!(change.added, after[1..]);
        let mut pieces = after.map(|piece| (piece.into(), piece)).into();
        change.undo(&mut pieces);
        assert!(pieces.into_values().eq(before));
    }

    #[test]
    fn a_switch_concerns_both_spaces_and_turns_nothing() {
        let [red, green] = ['R', 'G'].map(|letter| StoneColor::from_letter(letter).unwrap());
        let [a1, b1] = [Point::new(1, 1), Point::new(2, 1)];
        let before = [Piece::Neutral(red, a1), Piece::Neutral(green, b1)];
        let after = [Piece::Neutral(green, a1), Piece::Neutral(red, b1)];
        let change = BoardChange::between(&before, &after, &Move::Switch(b1, a1));
        assert_eq!(change.placed, [b1.into(), a1.into()]);
        assert_eq!((change.flipped.len(), change.captured.len()), (0, 0));
        let mut pieces = after.map(|piece| (piece.into(), piece)).into();
        change.undo(&mut pieces);
        assert!(pieces.into_values().eq(before));
    }

    #[test]
    fn a_marble_is_placed_on_its_level() {
        let c3 = Point::new(3, 3);
        let low = Piece::Marble(Color::White, 1, c3);
        let high = Piece::Marble(Color::Black, 3, c3);
        let turn = Move::Marble {
            level: None,
            point: c3,
        };
        let change = BoardChange::between(&[low], &[low, high], &turn);
        assert_eq!(change.placed, [Location::on_level(c3, 3)]);
    }
}
