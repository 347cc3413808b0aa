//! How much of its limits a record has used: everything is counted before it is stored.

use memchr::memchr;

use super::{
    limits::Limits,
    model::FaultKind,
    notation::{PointSet, read_points},
    property::{Name, Purpose},
};
use crate::games::{Game, Point};

/// The largest coordinate of any board.
const MAX_COORDINATE: u16 = 52;

/// The limits of a record, and what its values set up so far.
#[derive(Debug)]
pub(super) struct Budget {
    limits: Limits,
    setup_points: u32,
}

impl Budget {
    pub(super) fn new(limits: Limits) -> Budget {
        Budget {
            limits,
            setup_points: 0,
        }
    }

    /// Whether a value behind `values` others is that of a move and so short that it cannot exceed a limit. The length
    /// is that of the value with its brackets, in bytes.
    #[inline]
    pub(super) fn takes_short_move(&self, name: Name, length: usize, values: usize) -> bool {
        // A stone takes at least one byte.
        name.mover().is_some()
            && length <= self.limits.max_stones as usize
            && values < self.limits.max_values as usize
    }

    /// Counts a value, the `number`th of its property and behind `values` others of the record; returns the limit
    /// that it exceeds. Nothing may be counted after that.
    pub(super) fn count_value(
        &mut self,
        name: Name,
        number: usize,
        raw: &str,
        values: usize,
    ) -> Option<FaultKind> {
        if values >= self.limits.max_values as usize {
            return Some(FaultKind::TooManyValues);
        }
        match name.purpose() {
            Purpose::Move if raw.len() >= self.limits.max_stones as usize => {
                self.check_stones(1 + memchr::memchr_iter(b',', raw.as_bytes()).count())
            }
            Purpose::Setup => self.count_setup(name, number, raw),
            _ => None,
        }
    }

    fn check_stones(&self, stones: usize) -> Option<FaultKind> {
        (stones > self.limits.max_stones as usize).then_some(FaultKind::TooManyStones)
    }

    fn count_setup(&mut self, name: Name, number: usize, raw: &str) -> Option<FaultKind> {
        let stones = match name {
            // Two letters each.
            Name::LINE => raw.bytes().filter(u8::is_ascii_alphabetic).count() / 2,
            _ => number,
        };
        if let Some(fault) = self.check_stones(stones) {
            return Some(fault);
        }
        let points = match name {
            Name::LINE | Name::PL | Name::BUTTON => 0,
            _ => points_of(raw),
        };
        self.setup_points = self.setup_points.saturating_add(points);
        (self.setup_points > self.limits.max_setup).then_some(FaultKind::TooMuchSetup)
    }
}

/// The number of points that a value of a setup property names.
fn points_of(raw: &str) -> u32 {
    if memchr(b':', raw.as_bytes()).is_none() {
        return 1;
    }
    // Ugo and Sygo, which alone have rectangles, write them alike.
    let Some(PointSet::Rectangle(from, to)) = read_points(Game::Ugo, raw) else {
        return 1;
    };
    let is_on_a_board = |point: Point| {
        let coordinates = [point.column, point.row];
        coordinates
            .iter()
            .all(|at| (1..=MAX_COORDINATE).contains(at))
    };
    if !is_on_a_board(from) || !is_on_a_board(to) {
        // Off every board: nothing is set up.
        return 1;
    }
    let columns = u32::from(from.column.abs_diff(to.column)) + 1;
    columns * (u32::from(from.row.abs_diff(to.row)) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value, from 1, that exceeds a limit, and the limit.
    fn exceeded(name: Name, values: &[&str]) -> Option<(usize, FaultKind)> {
        let mut budget = Budget::new(Limits {
            max_values: 5,
            max_stones: 3,
            max_setup: 12,
            ..Limits::default()
        });
        (1..).zip(values).find_map(|(number, raw)| {
            if budget.takes_short_move(name, raw.len() + 2, number - 1) {
                return None;
            }
            Some((number, budget.count_value(name, number, raw, number - 1)?))
        })
    }

    #[test]
    fn each_limit_is_exact() {
        use FaultKind::{TooManyStones, TooManyValues, TooMuchSetup};
        assert_eq!(exceeded(Name::C, &["x"; 5]), None);
        assert_eq!(exceeded(Name::C, &["x"; 6]), Some((6, TooManyValues)));
        assert_eq!(exceeded(Name::AB, &["a1"; 3]), None);
        assert_eq!(exceeded(Name::AB, &["a1"; 4]), Some((4, TooManyStones)));
        assert_eq!(exceeded(Name::B, &["a"; 5]), None);
        assert_eq!(exceeded(Name::B, &["a"; 6]), Some((6, TooManyValues)));
        assert_eq!(exceeded(Name::B, &["a1,b1,c1"]), None);
        assert_eq!(
            exceeded(Name::W, &["", "a1,b1,c1,d1"]),
            Some((2, TooManyStones))
        );
        assert_eq!(exceeded(Name::LINE, &["RG RB\nGB"]), None);
        assert_eq!(
            exceeded(Name::LINE, &["RG RB GB RG"]),
            Some((1, TooManyStones))
        );
        assert_eq!(exceeded(Name::AW, &["a1:c4"]), None);
        assert_eq!(
            exceeded(Name::AE, &["c1 : A4", "b2"]),
            Some((2, TooMuchSetup))
        );
        assert_eq!(exceeded(Name::AE, &["a1:zz99", "a1:c3", "a0:z9"]), None);
        assert_eq!(exceeded(Name::C, &["a,b,c,d,e", "a1:z26"]), None);
    }
}
