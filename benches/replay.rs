//! What it costs to print all positions of a game, against what it costs to judge it.
//!
//! `cargo bench --bench replay` takes a long game of each kind, prints a table and fails
//! if the positions cost more than five times the judging: then they would be played anew
//! again and again, or something like it.

// A benchmark talks to whoever has called it.
#![allow(clippy::print_stdout)]

use std::{
    path::Path,
    time::{Duration, Instant},
};

use clap::Parser;
use kifu::{
    cli::{Cli, Exit},
    games::Game,
};

mod common;

/// The games, on boards with room for so many plies where pieces are seldom captured.
const GAMES: [(Game, u8); 5] = [
    (Game::Bargo, 19),
    (Game::Sygo, 37),
    (Game::Ugo, 19),
    (Game::Bamogo, 19),
    (Game::Margo, 11),
];
const PLIES: usize = 1000;
const ROUNDS: usize = 15;
/// How many times the judging the positions may cost.
const MOST: f64 = 5.0;

/// Carries out a command; returns how long it took.
fn run(arguments: &[&str]) -> Duration {
    let start = Instant::now();
    let cli = [&["kifu"], arguments].concat();
    let cli = Cli::try_parse_from(cli).expect("the arguments are right");
    assert_eq!(cli.run(), Exit::Fine, "{arguments:?}");
    start.elapsed()
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let name = |path: &Path| path.display().to_string();
    let output = name(&folder.path().join("output"));
    // What it takes to put bytes on a disk is not what is measured.
    let nowhere = if cfg!(unix) { "/dev/null" } else { &output };
    println!(
        "{:8}{:>14}{:>14}{:>8}",
        "game", "validate", "replay", "ratio"
    );
    let mut slow = Vec::new();
    for (game, size) in GAMES {
        let path = name(&folder.path().join(game.name()));
        std::fs::write(&path, common::long_record(game, size, PLIES))
            .expect("a file can be written");
        let validate = ["validate", "--format", "jsonl", "--output", nowhere, &path];
        let replay = |output| {
            run(&[
                "replay", "--at", "all", "--format", "jsonl", "--output", output, &path,
            ])
        };
        replay(&output);
        let lines = std::fs::read_to_string(&output).expect("the output is there");
        assert_eq!(
            lines.lines().count(),
            PLIES + 1,
            "a line for every position"
        );
        let mut shortest = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            shortest[0] = shortest[0].min(run(&validate));
            shortest[1] = shortest[1].min(replay(nowhere));
        }
        let ratio = shortest[1].as_secs_f64() / shortest[0].as_secs_f64();
        println!(
            "{:8}{:>14.2?}{:>14.2?}{ratio:>8.2}",
            game.name(),
            shortest[0],
            shortest[1]
        );
        if ratio > MOST {
            slow.push(game);
        }
    }
    assert!(
        slow.is_empty(),
        "more than {MOST} times the judging: {slow:?}"
    );
}
