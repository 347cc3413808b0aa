//! Perft: the number of legal sequences of a given number of plies.
//!
//! Pass, button and swap are counted, resignation is not; a finished game has no
//! further plies. In Sygo all turns are counted, and another order of the same stones
//! is another turn.
//!
//! ```
//! use kifu::games::{Game, Position, Rules, Size, perft::perft};
//!
//! let position = Position::new(&Rules::default_for(Game::Ugo), Size::square(3), None)?;
//! assert_eq!(perft(&position, 2).leaves, 91);
//! # Ok::<(), kifu::games::SetupFault>(())
//! ```

use std::ops::AddAssign;

use super::{Move, Position};

/// What perft counts at the leaves of the game tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeafCounts {
    /// Legal sequences of exactly this many plies.
    pub leaves: u64,
    /// Of these, those whose last ply removes pieces or changes their color.
    pub captures: u64,
    /// Those whose last ply is a pass.
    pub passes: u64,
    /// Those after which the game is over.
    pub ends: u64,
    /// The sum of the [fingerprints](Position::fingerprint) of the positions at the leaves, modulo
    /// 2⁶⁴.
    pub hash: u64,
}

impl AddAssign for LeafCounts {
    fn add_assign(&mut self, other: LeafCounts) {
        self.leaves += other.leaves;
        self.captures += other.captures;
        self.passes += other.passes;
        self.ends += other.ends;
        self.hash = self.hash.wrapping_add(other.hash);
    }
}

/// Counts the sequences of `depth` legal plies from a position.
pub fn perft(position: &Position, depth: u32) -> LeafCounts {
    match perft_while(position, depth, || true) {
        Ok(counts) | Err(counts) => counts,
    }
}

/// The same, as long as `goes_on` agrees, which is asked at every position.
///
/// # Errors
///
/// The counts of a part of the sequences, if it does not agree to the end.
pub fn perft_while(
    position: &Position,
    depth: u32,
    goes_on: impl Fn() -> bool,
) -> Result<LeafCounts, LeafCounts> {
    if depth == 0 {
        return Ok(LeafCounts {
            leaves: 1,
            ends: u64::from(position.outcome().is_some()),
            hash: position.fingerprint(),
            ..LeafCounts::default()
        });
    }
    let mut counts = LeafCounts::default();
    // The positions of one variation and the moves still to be tried in each. Not
    // recursion: the depth comes from the user.
    let mut stack = vec![(position.clone(), position.turns())];
    while let Some((current, moves)) = stack.last_mut() {
        if !goes_on() {
            return Err(counts);
        }
        let Some(mv) = moves.next() else {
            stack.pop();
            continue;
        };
        let mut next = current.clone();
        let Ok(effect) = next.play(&mv) else {
            debug_assert!(false, "a listed move is legal");
            continue;
        };
        if stack.len() < depth as usize {
            let moves = next.turns();
            stack.push((next, moves));
            continue;
        }
        counts += LeafCounts {
            leaves: 1,
            captures: u64::from(effect.captured),
            passes: u64::from(mv == Move::Pass),
            ends: u64::from(next.outcome().is_some()),
            hash: next.fingerprint(),
        };
    }
    Ok(counts)
}

/// The counts below each legal move, in the order of [`Position::turns`]. `depth` counts
/// from 1.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, LeafCounts)> {
    let counted = divide_while(position, depth, || true);
    counted
        .map(|(mv, Ok(counts) | Err(counts))| (mv, counts))
        .collect()
}

/// The same, one move after the other, as long as `goes_on` agrees: see [`perft_while`].
pub fn divide_while(
    position: &Position,
    depth: u32,
    goes_on: impl Fn() -> bool,
) -> impl Iterator<Item = (Move, Result<LeafCounts, LeafCounts>)> {
    position.turns().map(move |mv| {
        let mut next = position.clone();
        let effect = next.play(&mv).unwrap_or_default();
        // A leaf is counted at once, and there can be very many first moves.
        if !goes_on() {
            return (mv, Err(LeafCounts::default()));
        }
        let mut counted = perft_while(&next, depth.saturating_sub(1), &goes_on);
        if depth <= 1 {
            let (Ok(counts) | Err(counts)) = &mut counted;
            counts.captures = u64::from(effect.captured);
            counts.passes = u64::from(mv == Move::Pass);
        }
        (mv, counted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, Rules, Size};

    fn start(game: Game, size: Size) -> Position {
        Position::new(&Rules::default_for(game), size, None).unwrap()
    }

    #[test]
    fn ugo_on_nine_points() {
        let position = start(Game::Ugo, Size::square(3));
        let leaves = [1, 2, 3, 4].map(|depth| perft(&position, depth).leaves);
        assert_eq!(leaves, [10, 91, 748, 5443]);
    }

    #[test]
    fn first_moves_are_counted_as_long_as_asked_for() {
        let position = start(Game::Ugo, Size::square(3));
        for depth in [1, 2] {
            let asked = std::cell::Cell::new(0);
            let goes_on = || asked.replace(asked.get() + 1) < 2;
            let mut counted = divide_while(&position, depth, goes_on);
            let complete = counted.by_ref().take_while(|(_, counts)| counts.is_ok());
            assert!(complete.count() <= 2, "{depth}");
        }
    }

    #[test]
    fn divide_adds_up_to_perft() {
        for (game, side, depth) in [
            (Game::Bargo, 2, 2),
            (Game::Sygo, 2, 4),
            (Game::Ugo, 2, 4),
            (Game::Bamogo, 2, 3),
            (Game::Margo, 2, 5),
        ] {
            let position = start(game, Size::square(side));
            for depth in 1..=depth {
                let mut sum = LeafCounts::default();
                for (_, counts) in divide(&position, depth) {
                    sum += counts;
                }
                assert_eq!(sum, perft(&position, depth), "{game:?} {depth}");
            }
        }
    }
}
