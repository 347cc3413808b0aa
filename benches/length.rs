//! What a ply costs in a long game, against what it costs in a short one.
//!
//! `cargo bench --bench length` judges the first 200 plies of a game of each kind, and 2,000 plies of
//! it, prints a table and fails if a ply of the long game costs more than twice as much: then
//! something grows with the game, such as the search for an earlier position. In Margo, where so long a game
//! needs the largest board, a ply has more to do later on in any case: the first 200 marbles lie
//! beside each other, later ones on up to nineteen levels, where they bury and capture others.

// A benchmark talks to whoever has called it.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use kifu::{
    games::Game,
    record::read,
    verify::{Options, verify},
};

mod common;

/// The games, on boards with room for so many plies where pieces are seldom captured.
const GAMES: [(Game, u8); 5] = [
    (Game::Bargo, 30),
    (Game::Sygo, 47),
    (Game::Ugo, 26),
    (Game::Bamogo, 19),
    (Game::Margo, 19),
];
const SHORT: usize = 200;
const LONG: usize = 2000;
const ROUNDS: usize = 40;
/// How many times as much a ply of the long game may cost.
const MOST: f64 = 2.0;

/// Nanoseconds for a ply of a record: the shortest of several times.
fn cost(record: &str, plies: usize) -> f64 {
    let options = Options::default();
    let round = || {
        let begin = Instant::now();
        let record = read(record).next().expect("a record");
        let verdict = verify(&record, &options);
        assert_eq!(verdict.plies as usize, plies, "all plies are legal");
        begin.elapsed().as_nanos() as f64
    };
    let shortest = (0..ROUNDS).map(|_| round()).fold(f64::MAX, f64::min);
    shortest / plies as f64
}

fn main() {
    println!(
        "{:8}{:>6}{:>18}{:>18}{:>8}",
        "game", "size", "200 plies", "2,000 plies", "ratio"
    );
    let mut slow = Vec::new();
    for (game, size) in GAMES {
        let [short, long] = [SHORT, LONG].map(|plies| {
            let record = common::long_record(game, size, plies);
            cost(&record, plies)
        });
        let ratio = long / short;
        println!(
            "{:8}{size:>6}{short:>12.0} ns/ply{long:>12.0} ns/ply{ratio:>7.2}",
            game.name()
        );
        if ratio > MOST {
            slow.push(game);
        }
    }
    assert!(
        slow.is_empty(),
        "a ply costs more than {MOST} times as much: {slow:?}"
    );
}
