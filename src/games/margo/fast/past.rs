//! The earlier positions of a game.

use std::marker::PhantomData;

use super::{
    bitboard::Bitboard,
    state::{FastMarbles, number},
};
use crate::games::{
    Color,
    chains::Content,
    cloning::clone_by_field,
    history::{CellChange, History},
    margo::marbles::{BoardChange, PositionHistory},
};

/// The earlier positions of a game, found by their hashes.
#[derive(Debug)]
pub(in crate::games::margo) struct PastPositions<T> {
    history: History,
    /// The largest number of marbles in any of them.
    most_marbles: usize,
    bitboard: PhantomData<T>,
}

clone_by_field!({T} PastPositions<T> {
    history, most_marbles, bitboard
});

impl<T> Default for PastPositions<T> {
    fn default() -> Self {
        PastPositions {
            history: History::default(),
            most_marbles: 0,
            bitboard: PhantomData,
        }
    }
}

impl<T: Bitboard, const N: usize, const P: usize> PositionHistory<FastMarbles<T, N, P>>
    for PastPositions<T>
{
    fn len(&self) -> usize {
        self.history.len()
    }

    fn push(
        &mut self,
        marbles: &FastMarbles<T, N, P>,
        to_move: Option<Color>,
        change: &BoardChange,
    ) {
        self.history.push(
            marbles.hash,
            tag(to_move),
            previous_contents::<T>(change),
            || contents(marbles),
        );
        self.most_marbles = self.most_marbles.max(marbles.count);
    }

    fn is_position_of(
        &self,
        ply: usize,
        marbles: &FastMarbles<T, N, P>,
        change: &BoardChange,
    ) -> bool {
        // A position with more marbles than ever before is new.
        marbles.count <= self.most_marbles
            && self.history.ended_in(
                ply,
                marbles.hash,
                || contents_before(marbles, change),
                || contents(marbles),
            )
    }

    fn find(
        &self,
        marbles: &FastMarbles<T, N, P>,
        to_move: Option<Color>,
        change: &BoardChange,
    ) -> Option<u32> {
        if marbles.count > self.most_marbles {
            return None;
        }
        self.history.find(
            marbles.hash,
            tag(to_move),
            || contents_before(marbles, change),
            || contents(marbles),
        )
    }
}

/// What distinguishes positions with the same marbles.
fn tag(to_move: Option<Color>) -> u8 {
    to_move.map_or(0, |color| 1 + color as u8)
}

/// The slots that a ply has changed, with what they held before.
fn previous_contents<T: Bitboard>(change: &BoardChange) -> impl Iterator<Item = CellChange> {
    let placed = change
        .placed
        .map(|slot| (number::<T>(slot), Content::Empty));
    let removed = change.removed.iter();
    let removed = removed.map(|&(slot, color)| (number::<T>(slot), Content::piece(color)));
    placed.into_iter().chain(removed)
}

/// The contents of all slots by their numbers.
fn contents<T: Bitboard, const N: usize, const P: usize>(
    marbles: &FastMarbles<T, N, P>,
) -> Vec<Content> {
    let mut contents = vec![Content::Empty; N * (T::ROW * T::ROW) as usize];
    for color in FastMarbles::<T, N, P>::COLORS {
        for level in 0..marbles.height {
            for slot in marbles.marbles[color][level].slots(level) {
                contents[usize::from(number::<T>(slot))] = Content::piece(color);
            }
        }
    }
    contents
}

/// The contents before a ply changed them.
fn contents_before<T: Bitboard, const N: usize, const P: usize>(
    marbles: &FastMarbles<T, N, P>,
    change: &BoardChange,
) -> Vec<Content> {
    let mut contents = contents(marbles);
    for (number, content) in previous_contents::<T>(change) {
        contents[usize::from(number)] = content;
    }
    contents
}
