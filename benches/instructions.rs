//! How many instructions it takes to judge a ply, counted by valgrind: a number that hardly differs
//! from run to run, however busy the machine is.
//!
//! `cargo bench --bench instructions` counts for each game what `batch` takes for some random records and
//! for twice as many; the difference is what the plies cost, without the start of the program. Where
//! valgrind is not installed it says so and counts nothing.

// A benchmark talks to whoever has called it.
#![allow(clippy::print_stdout)]

use std::{path::Path, process::Command};

use kifu::games::Game;

/// The games, their boards, and how many records are counted.
const GAMES: [(Game, &str, usize); 5] = [
    (Game::Bargo, "7", 100),
    (Game::Sygo, "19", 100),
    (Game::Ugo, "19", 50),
    (Game::Bamogo, "8", 50),
    (Game::Margo, "7", 100),
];

fn kifu() -> Command {
    Command::new(env!("CARGO_BIN_EXE_kifu"))
}

/// Instructions that the program takes for the records in a file.
fn count(records: &Path) -> Option<f64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env!("CARGO_BIN_EXE_kifu"))
        .args(["batch", "--jobs", "1", "--quiet"])
        .arg(records)
        .output()
        .ok()?;
    assert!(output.status.success(), "the records are legal");
    let told = String::from_utf8_lossy(&output.stderr);
    let collected = told
        .lines()
        .find_map(|line| line.split_once("Collected : "));
    collected?.1.trim().parse().ok()
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    println!(
        "{:8}{:>8}{:>10}{:>18}",
        "game", "size", "plies", "instructions/ply"
    );
    for (game, size, records) in GAMES {
        let make = |records: usize| {
            let path = folder.path().join(format!("{}-{records}.sgf", game.name()));
            let made = kifu()
                .args([
                    "random",
                    "--game",
                    game.name(),
                    "--size",
                    size,
                    "--seed",
                    "8",
                ])
                .args(["--count", &records.to_string(), "--output"])
                .arg(&path)
                .status();
            assert!(made.expect("the program starts").success());
            let text = std::fs::read_to_string(&path).expect("the records are there");
            let plies = text.matches(";B[").count() + text.matches(";W[").count();
            (path, plies)
        };
        let ((some, few), (all, plies)) = (make(records), make(2 * records));
        let Some((begin, end)) = count(&some).zip(count(&all)) else {
            println!("valgrind is not installed here: nothing is counted");
            return;
        };
        let each = (end - begin) / (plies - few) as f64;
        assert!(each > 0.0, "more plies take more instructions");
        println!("{:8}{size:>8}{:>10}{each:>18.0}", game.name(), plies - few);
    }
}
