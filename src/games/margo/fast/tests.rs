//! Random games: what is kept from ply to ply equals what is found from the marbles alone, on
//! bitboards of all sizes.

use super::{
    bitboard::{Bitboard, Bitboard64, Bitboard128},
    state::FastMarbles,
    wide::Bitboard384,
};
use crate::games::{
    Color, Players,
    history::hash_of,
    margo::{marbles::Marbles, pyramid::Slot},
};

/// Captures as in the default ruleset.
fn capture<T: Bitboard, const N: usize, const P: usize>(
    board: &mut FastMarbles<T, N, P>,
    colors: &[Color],
) -> Vec<(Slot, Color)> {
    let mut removed = Vec::new();
    let mut above = board.levels().end;
    loop {
        let levels = colors.iter();
        let level = levels.filter_map(|&color| board.next_without_freedom(color, above));
        let Some(level) = level.max() else { break };
        for &color in colors {
            for slot in (board.without_freedom(color, level) & !board.pinned(level)).slots(level) {
                board.remove(slot, color);
                removed.push((slot, color));
            }
        }
        above = level;
    }
    board.recount();
    removed
}

fn all_marbles<T: Bitboard, const N: usize, const P: usize>(
    board: &FastMarbles<T, N, P>,
) -> Vec<(Slot, Color)> {
    let marbles = |level: usize| board.occupied(level).slots(level);
    let colored = |slot| (slot, board.color(slot).unwrap());
    board.levels().flat_map(marbles).map(colored).collect()
}

/// Plays at random, illegal placements tried and taken back. Returns the marbles after every ply.
fn playout<T: Bitboard, const N: usize, const P: usize>(
    players: Players,
    side: u8,
    seed: u64,
    plies: usize,
) -> Vec<Vec<(Slot, Color)>> {
    let mut board = FastMarbles::<T, N, P>::empty(side, side);
    board.count_all();
    let enemies = |mover| players.opponents(mover).collect::<Vec<_>>();
    let mut positions = Vec::new();
    let mut mover = Color::White;
    while positions.len() < plies {
        let mut slots: Vec<Slot> = board.open_slots().collect();
        let salt = hash_of(seed << 32 | positions.len() as u64);
        slots.sort_by_key(|&slot| {
            let [level, row, column] = [slot.level, slot.row, slot.column].map(u64::from);
            hash_of(salt ^ level << 16 ^ column << 8 ^ row)
        });
        let has_played = slots.into_iter().any(|slot| {
            let before = (board.hash, board.count, board.height);
            board.place(slot, mover);
            let removed = capture(&mut board, &enemies(mover));
            let is_legal = board.has_freedom(slot, mover);
            if !is_legal {
                board.undo(slot, mover, &removed);
                assert_eq!(before, (board.hash, board.count, board.height));
            }
            is_legal
        });
        if !has_played {
            break;
        }
        mover = players.next(mover);
        let marbles = all_marbles(&board);
        let fresh = FastMarbles::<T, N, P>::new(side, side, &marbles);
        let context = format!("side {side}, seed {seed}, ply {}", positions.len());
        assert_eq!(board.hash, fresh.hash, "{context}");
        assert_eq!(board.count, fresh.count, "{context}");
        assert_eq!(board.height, fresh.height, "{context}");
        assert_eq!(board.links, fresh.links, "{context}");
        for &color in players.colors() {
            for level in board.levels() {
                assert_eq!(
                    board.dead(color, level),
                    fresh.dead(color, level),
                    "{context}"
                );
            }
            // On levels that are not dirty nothing can be captured.
            let (mut kept, mut fresh) = (board, fresh);
            let captured = capture(&mut fresh, &[color]);
            assert_eq!(capture(&mut kept, &[color]), captured, "{context}");
        }
        // A marble has a freedom where it is certain to have one.
        if let Some(slot) = board.safe_slot(mover) {
            let mut copy = fresh;
            copy.place(slot, mover);
            capture(&mut copy, &enemies(mover));
            assert!(copy.has_freedom(slot, mover), "{context}");
        }
        positions.push(marbles);
    }
    positions
}

#[test]
fn links_and_freedoms_are_kept_exactly_on_boards_of_every_size() {
    use Players::Two;
    for (side, seed) in (2..=7).flat_map(|side| (0..8).map(move |seed| (side, seed))) {
        let positions = playout::<Bitboard64, 9, 2>(Two, side, seed, 300);
        assert!(positions.len() > usize::from(side));
        assert_eq!(
            playout::<Bitboard128, 12, 2>(Two, side, seed, 300),
            positions
        );
        assert_eq!(
            playout::<Bitboard384, 21, 2>(Two, side, seed, 300),
            positions
        );
        assert_eq!(playout::<Bitboard64, 9, 4>(Two, side, seed, 300), positions);
    }
    for seed in 8..60 {
        assert!(playout::<Bitboard64, 9, 2>(Two, 7, seed, 300).len() > 7);
    }
    for seed in 0..3 {
        let positions = playout::<Bitboard128, 12, 2>(Two, 10, seed, 600);
        assert_eq!(playout::<Bitboard384, 21, 2>(Two, 10, seed, 600), positions);
        assert!(playout::<Bitboard384, 21, 2>(Two, 19, seed, 2000).len() > 1000);
    }
}

#[test]
fn links_and_freedoms_are_kept_exactly_with_more_players() {
    for players in [Players::Three, Players::Four] {
        for (side, seed) in (2..=7).flat_map(|side| (0..8).map(move |seed| (side, seed))) {
            let positions = playout::<Bitboard64, 9, 4>(players, side, seed, 300);
            assert!(positions.len() > 1);
            assert_eq!(
                playout::<Bitboard128, 12, 4>(players, side, seed, 300),
                positions
            );
        }
        let positions = playout::<Bitboard128, 12, 4>(players, 10, 0, 600);
        assert_eq!(
            playout::<Bitboard384, 21, 4>(players, 10, 0, 600),
            positions
        );
        assert!(playout::<Bitboard384, 21, 4>(players, 19, 0, 2000).len() > 1000);
    }
}
