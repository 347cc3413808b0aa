//! Perft: the number of legal ways to play a given number of plies.
//!
//! Leaves are complete legal turns: pass, button and swap count, resignation never;
//! a finished game has no further plies; two spellings of one turn are one. In Sygo
//! every turn counts, another order of its stones being another turn.

use std::ops::AddAssign;

use super::{Move, Position};

/// What is counted at the leaves of the tree of all games of some length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Sequences of exactly so many legal plies.
    pub leaves: u64,
    /// Of these, those whose last ply removes or turns pieces.
    pub captures: u64,
    /// Those whose last ply is a pass.
    pub passes: u64,
    /// Those after which the game is over.
    pub ends: u64,
    /// The sum of the [fingerprints](Position::fingerprint) of the positions at the leaves, modulo 2⁶⁴.
    pub hash: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.leaves += other.leaves;
        self.captures += other.captures;
        self.passes += other.passes;
        self.ends += other.ends;
        self.hash = self.hash.wrapping_add(other.hash);
    }
}

/// Counts the sequences of `depth` legal plies from a position.
pub fn perft(position: &Position, depth: u32) -> Counts {
    if depth == 0 {
        return Counts {
            leaves: 1,
            ends: u64::from(position.outcome().is_some()),
            hash: position.fingerprint(),
            ..Counts::default()
        };
    }
    let mut counts = Counts::default();
    // The positions of one line and the turns still to be tried in each: a stack
    // of its own, since the depth is the user's.
    let mut line = vec![(position.clone(), position.turns())];
    while let Some((current, turns)) = line.last_mut() {
        let Some(turn) = turns.next() else {
            line.pop();
            continue;
        };
        let mut next = current.clone();
        let Ok(played) = next.play(&turn) else {
            debug_assert!(false, "a turn that is listed is legal");
            continue;
        };
        if line.len() < depth as usize {
            let turns = next.turns();
            line.push((next, turns));
            continue;
        }
        counts += Counts {
            leaves: 1,
            captures: u64::from(played.captured),
            passes: u64::from(turn == Move::Pass),
            ends: u64::from(next.outcome().is_some()),
            hash: next.fingerprint(),
        };
    }
    counts
}

/// The counts below each first turn, in the order in which the turns are listed.
/// `depth` counts from 1.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, Counts)> {
    position
        .turns()
        .map(|turn| {
            let mut next = position.clone();
            let played = next.play(&turn).unwrap_or_default();
            let mut counts = perft(&next, depth.saturating_sub(1));
            if depth <= 1 {
                counts.captures = u64::from(played.captured);
                counts.passes = u64::from(turn == Move::Pass);
            }
            (turn, counts)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, Size};

    fn start(game: Game, size: Size) -> Position {
        let rules = &crate::ruleset::default_for(game).rules;
        Position::new(rules, size, None).unwrap()
    }

    #[test]
    fn ugo_on_nine_points() {
        let position = start(Game::Ugo, Size::square(3));
        let leaves = [1, 2, 3, 4].map(|depth| perft(&position, depth).leaves);
        assert_eq!(leaves, [10, 91, 748, 5443]);
    }

    #[test]
    fn dividing_changes_nothing() {
        for (game, side, depth) in [
            (Game::Bargo, 2, 2),
            (Game::Sygo, 2, 4),
            (Game::Ugo, 2, 4),
            (Game::Bamogo, 2, 3),
            (Game::Margo, 2, 5),
        ] {
            let position = start(game, Size::square(side));
            for depth in 1..=depth {
                let mut sum = Counts::default();
                for (_, counts) in divide(&position, depth) {
                    sum += counts;
                }
                assert_eq!(sum, perft(&position, depth), "{game:?} {depth}");
            }
        }
    }
}
