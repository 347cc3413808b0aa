//! The levels of a pyramid apart: a board for each of them, and where it lies.

use std::ops::RangeInclusive;

/// The space from the last hole of a board to the first one of the board beside it and below it.
const APART: (f64, f64) = (2.15, 2.85);
/// The same without coordinates.
const APART_WITHOUT_NAMES: (f64, f64) = (1.65, 2.3);

/// By how much an image may be larger whose first and last rows are not single boards.
const LONE: f64 = 1.1;

/// The board of a level: its places and the marbles below them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LevelBoard {
    pub(super) columns: RangeInclusive<u16>,
    pub(super) rows: RangeInclusive<u16>,
    /// What it takes in the image, with the space beside it and below it.
    pub(super) size: (f64, f64),
    /// Where its first hole is, to the right and down, if that of the first board is at 0.
    pub(super) at: (f64, f64),
}

impl LevelBoard {
    /// The board of a level, not yet at its place. Higher levels have fewer places; of a board that is not shown as a whole
    /// each has the same part.
    pub(super) fn new(
        level: u8,
        columns: &RangeInclusive<u16>,
        rows: &RangeInclusive<u16>,
        is_whole: bool,
    ) -> LevelBoard {
        let inset = if is_whole {
            u16::from(level.saturating_sub(2))
        } else {
            0
        };
        let inner = |shown: &RangeInclusive<u16>| {
            let (low, high) = (*shown.start(), *shown.end());
            let inset = inset.min((high - low) / 2);
            low + inset..=high - inset
        };
        LevelBoard {
            columns: inner(columns),
            rows: inner(rows),
            size: (0.0, 0.0),
            at: (0.0, 0.0),
        }
    }

    /// How far its holes reach, along the columns and along the rows.
    pub(super) fn extent(&self) -> (f64, f64) {
        let length = |shown: &RangeInclusive<u16>| f64::from(shown.end() - shown.start()) / 2.0;
        (length(&self.columns), length(&self.rows))
    }
}

/// Places boards in rows from left to right, so that the longer side of the image is shortest.
pub(super) fn arrange(boards: &mut [LevelBoard], is_turned: bool, coordinates: bool) {
    let apart = if coordinates {
        APART
    } else {
        APART_WITHOUT_NAMES
    };
    for board in &mut *boards {
        let (mut across, mut down) = board.extent();
        if is_turned {
            (across, down) = (down, across);
        }
        board.size = (across + apart.0, down + apart.1);
    }
    // The widest row can be any.
    let widths = (0..boards.len()).flat_map(|first| {
        let row = boards[first..].iter();
        row.scan(0.0, |width, board| {
            *width += board.size.0;
            Some(*width)
        })
    });
    let arrangements = widths.map(|width| {
        let (places, (width, height)) = in_rows(boards, width);
        // A board alone in the first or the last row leaves much of it free.
        let last = places.last().map_or(0.0, |&(_, top)| top);
        let in_first = places.iter().filter(|&&(_, top)| top <= 0.0).count();
        let in_last = places.iter().filter(|&&(_, top)| top >= last).count();
        let is_lone = last > 0.0 && (in_first == 1 || in_last == 1);
        let share = if is_lone { LONE } else { 1.0 };
        (places, width.max(height) * share)
    });
    let best = arrangements.min_by(|(_, one), (_, other)| one.total_cmp(other));
    for (board, place) in boards.iter_mut().zip(best.unwrap_or_default().0) {
        board.at = place;
    }
}

/// The places of boards in rows of at most this width, each in the middle, and what they take together.
fn in_rows(boards: &[LevelBoard], most: f64) -> (Vec<(f64, f64)>, (f64, f64)) {
    /// Lengths that are equal but for rounding fit.
    const EQUAL: f64 = 1e-6;
    let mut places: Vec<(f64, f64)> = Vec::new();
    // The upper end and the width of each row.
    let mut rows: Vec<(f64, f64)> = Vec::new();
    let (mut right, mut top, mut bottom, mut width) = (0.0_f64, 0.0, 0.0_f64, 0.0_f64);
    for board in boards {
        let (across, down) = board.size;
        if right > 0.0 && right + across > most + EQUAL {
            (right, top) = (0.0, bottom);
        }
        places.push((right, top));
        right += across;
        bottom = bottom.max(top + down);
        width = width.max(right);
        match rows.last_mut() {
            Some((row, end)) if *row >= top => *end = right,
            _ => rows.push((top, right)),
        }
    }
    for (left, top) in &mut places {
        let row = rows.iter().find(|(row, _)| row >= top);
        *left += row.map_or(0.0, |(_, end)| (width - end) / 2.0);
    }
    (places, (width, bottom))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(side: u16, count: u8) -> Vec<LevelBoard> {
        let shown = 1..=2 * side - 1;
        let boards = (1..=count).map(|level| LevelBoard::new(level, &shown, &shown, true));
        let mut boards: Vec<LevelBoard> = boards.collect();
        arrange(&mut boards, false, true);
        boards
    }

    #[test]
    fn boards_of_higher_levels_are_smaller() {
        let boards = boards(5, 5);
        let columns: Vec<_> = boards.iter().map(|board| board.columns.clone()).collect();
        assert_eq!(columns, [1..=9, 1..=9, 2..=8, 3..=7, 4..=6]);
    }

    #[test]
    fn rows_stand_in_the_middle_and_the_first_is_not_a_single_board() {
        let boards = boards(8, 3);
        let [first, second, third] = &boards[..] else {
            panic!("{boards:?}");
        };
        assert!(first.at.1 <= 0.0 && second.at.1 <= 0.0 && third.at.1 > 0.0);
        let width = second.at.0 + second.size.0;
        let free = [third.at.0, width - third.at.0 - third.size.0];
        assert!(
            (free[0] - free[1]).abs() < 1e-9 && free[0] > 1.0,
            "{free:?}"
        );
    }

    #[test]
    fn boards_do_not_overlap() {
        for side in 2..=19_u8 {
            for count in 1..=side {
                let boards = boards(side.into(), count);
                for (index, one) in boards.iter().enumerate() {
                    for other in &boards[..index] {
                        let is_beside = other.at.0 + other.size.0 <= one.at.0 + 1e-6;
                        let is_below = other.at.1 + other.size.1 <= one.at.1 + 1e-6;
                        assert!(is_beside || is_below, "{side} {count} {one:?} {other:?}");
                    }
                }
            }
        }
    }
}
