//! How fast playouts are, against games whose moves are known.
//!
//! `cargo bench --bench playout` plays playouts and replays random games of each kind, prints a table and fails if
//! playouts of Ugo 9x9 make fewer than half as many plies a second.

// A benchmark talks to whoever has called it.
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use kifu::{
    games::{Game, Position, Rules, Size},
    lab::{RandomPlayer, playout_plies},
};

const BOARDS: [(Game, u8); 6] = [
    (Game::Ugo, 9),
    (Game::Bargo, 4),
    (Game::Sygo, 7),
    (Game::Ugo, 7),
    (Game::Bamogo, 5),
    (Game::Margo, 4),
];
const GAMES: u64 = 300;
const ROUNDS: usize = 7;
/// The share of the speed of known moves that playouts of the first board must have.
const LEAST: f64 = 0.5;

/// The shortest time of several rounds for so many plies, as plies a second.
fn speed(mut plies: impl FnMut() -> u64) -> f64 {
    let round = |_| {
        let start = Instant::now();
        let plies = plies();
        (start.elapsed().max(Duration::from_nanos(1)), plies)
    };
    let (shortest, plies) = (0..ROUNDS).map(round).min().expect("there are rounds");
    plies as f64 / shortest.as_secs_f64()
}

fn main() {
    println!(
        "{:8}{:>5}{:>14}{:>14}{:>8}",
        "game", "size", "playouts", "known moves", "ratio"
    );
    let mut first = None;
    for (game, side) in BOARDS {
        let start = Position::new(&Rules::default_for(game), Size::square(side), None);
        let start = start.expect("the board exists");
        let games: Vec<_> = (0..GAMES)
            .map(|number| RandomPlayer::new(1, number).play(start.clone(), None).plies)
            .collect();
        let known = speed(|| {
            let mut plies = 0;
            for game in &games {
                let mut position = start.clone();
                for (_, mv) in game {
                    position.play(mv).expect("it is legal");
                    plies += 1;
                }
            }
            plies
        });
        let playouts = speed(|| playout_plies(&start, 1, 1_000));
        let ratio = playouts / known;
        println!(
            "{:8}{side:>5}{playouts:>12.0}/s{known:>12.0}/s{ratio:>8.2}",
            game.name()
        );
        first.get_or_insert(ratio);
    }
    let ratio = first.expect("there are boards");
    assert!(ratio >= LEAST, "Ugo 9x9: {ratio:.2} is less than {LEAST}");
}
