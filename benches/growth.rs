//! How the time of a command grows with its input: the slope of the logarithm of the time on that of the size.
//!
//! `cargo bench --bench growth` measures each row at four doublings of at least 0.2 seconds each, prints a table, and fails if a
//! slope is above 1.1: then something takes time out of proportion, such as a list that is searched for each of its
//! entries. A record above a limit is cheap, and makes the slope flatter.

// A benchmark talks to whoever has called it.
#![allow(clippy::print_stdout)]

use std::{
    fmt::Write as _,
    fs,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use kifu::games::Game;

mod common;

/// The least time of a measurement, in seconds.
const LEAST: f64 = 0.2;
const DOUBLINGS: usize = 4;
/// Each time is the shortest of so many.
const ROUNDS: usize = 3;
/// The steepest slope allowed.
const STEEPEST: f64 = 1.1;

/// Makes an input of some size; returns its text.
type Input = fn(usize) -> String;

const BATCH: &[&str] = &["batch", "--quiet", "--jobs", "1"];
const BATCH_ALL: &[&str] = &["batch", "--quiet", "--jobs", "1", "--variations", "all"];

/// What is measured: a name, a command with its options, the smallest size, and the input.
const ROWS: &[(&str, &[&str], usize, Input)] = &[
    ("nodes with comments", BATCH, 1_000, comments),
    ("plies of variations", BATCH_ALL, 10, games),
    ("variations, side by side", BATCH_ALL, 1_000, siblings),
    ("variations with names", BATCH_ALL, 1_000, named),
    ("variations of a long line", BATCH_ALL, 500, late_variations),
    ("nodes that set up a board", BATCH, 10, setups),
    (
        "variations with dimmed points",
        &["replay", "--at", "all", "--variations", "all"],
        1_000,
        dimmed_variations,
    ),
    ("findings of a record", BATCH_ALL, 1_000, illegal_variations),
    (
        "findings of an archive",
        &["validate", "--jobs", "1", "--format", "jsonl"],
        1_000,
        illegal_records,
    ),
    ("points of a board", BATCH, 36, boards),
    ("records, judged", BATCH, 1_000, records),
    ("records, formatted", &["fmt"], 1_000, records),
    (
        "records, as JSON",
        &["convert", "--to", "json", "--jobs", "1"],
        1_000,
        records,
    ),
    (
        "records, duplicates",
        &["dedupe", "--jobs", "1"],
        1_000,
        records,
    ),
    (
        "records, duplicates by symmetry",
        &["dedupe", "--symmetry", "--jobs", "1"],
        1_000,
        records,
    ),
    (
        "records, statistics",
        &["stats", "--jobs", "1"],
        1_000,
        records,
    ),
    (
        "records, by a name",
        &["query", "--player", "Ann 7*", "--count", "--jobs", "1"],
        1_000,
        records,
    ),
];

fn comments(count: usize) -> String {
    let mut text = String::from("(;GM[ugo]SZ[19]RE[?]");
    (0..count).for_each(|_| text.push_str(";C[a word]"));
    text + ")"
}

/// A tree of games beside each other.
fn games(count: usize) -> String {
    let game = common::long_record(Game::Ugo, 19, 300);
    let (root, plies) = game
        .trim_end_matches(')')
        .split_at(game.find(";B").unwrap_or(1));
    let mut text = root.to_owned();
    (0..count).for_each(|_| {
        let _ = write!(text, "({plies})");
    });
    text + ")"
}

/// Records on a board of about so many points.
fn boards(points: usize) -> String {
    common::long_record(Game::Ugo, points.isqrt() as u8, 30).repeat(20_000)
}

fn records(count: usize) -> String {
    let record = common::long_record(Game::Ugo, 9, 60);
    (0..count).fold(String::new(), |mut text, number| {
        let _ = write!(text, "(;PB[Ann {number}]{}", &record[2..]);
        text
    })
}

fn siblings(count: usize) -> String {
    let mut text = String::from("(;GM[ugo]SZ[9]RE[?];B[c3]");
    (0..count).for_each(|_| text.push_str("(;W[d4])"));
    text + ")"
}

fn named(count: usize) -> String {
    let mut text = String::from("(;GM[ugo]SZ[9]RE[?];B[c3]");
    (0..count).for_each(|number| {
        let _ = write!(text, "(;W[d4]N[line {number}])");
    });
    text + ")"
}

/// A line of Margo that repeats two positions, and as many variations at its end.
fn late_variations(count: usize) -> String {
    let mut text =
        String::from("(;GM[margo]SZ[7]RU[margo-pbem]RE[?];W[e3];B[c3];W[g1];B[a1];W[c1]");
    (0..count).for_each(|_| text.push_str(";B[e1];W[c1]"));
    (0..count).for_each(|_| text.push_str("(;B[aa1])"));
    text + ")"
}

/// Many values that dim points, and as many variations that show these points.
fn dimmed_variations(count: usize) -> String {
    let mut text = String::from("(;GM[ugo]SZ[19]RE[?];DD");
    (0..count).for_each(|number| {
        let _ = write!(text, "[a1:s{}]", number % 19 + 1);
    });
    text.push_str(";B[c3]");
    (0..count).for_each(|_| text.push_str("(;W[d4])"));
    text + ")"
}

fn illegal_variations(count: usize) -> String {
    let mut text = String::from("(;GM[ugo]SZ[9]RE[?];B[c3]");
    (0..count).for_each(|_| text.push_str("(;W[c3])"));
    text + ")"
}

fn illegal_records(count: usize) -> String {
    "(;GM[ugo]SZ[9]RE[?];B[c3];W[c3])".repeat(count)
}

fn setups(count: usize) -> String {
    let points: String = (0..19)
        .flat_map(|column| (1..=19).map(move |row| format!("[{}{row}]", char::from(b'a' + column))))
        .collect();
    let mut text = String::from("(;GM[ugo]SZ[19]RE[?]");
    (0..count).for_each(|_| {
        let _ = write!(text, ";AE{points}");
    });
    text + ")"
}

/// The shortest time of a command, in seconds.
fn time(arguments: &[&str], file: &Path) -> f64 {
    let round = || {
        let begin = Instant::now();
        let status = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .args(arguments)
            .arg(file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(
            status.is_ok_and(|status| status.code().is_some_and(|code| code < 2)),
            "{arguments:?}"
        );
        begin.elapsed().as_secs_f64()
    };
    (0..ROUNDS).map(|_| round()).fold(f64::MAX, f64::min)
}

/// The slope of the line of least squares.
fn slope(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let mean = |value: fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let along: f64 = points
        .iter()
        .map(|point| (point.0 - x) * (point.1 - y))
        .sum();
    along
        / points
            .iter()
            .map(|point| (point.0 - x).powi(2))
            .sum::<f64>()
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    println!(
        "{:32}{:>10}{:>10}{:>9}{:>9}{:>8}",
        "what", "from", "to", "s", "s", "slope"
    );
    let mut steep = Vec::new();
    for (name, arguments, smallest, input) in ROWS {
        let measure = |size: usize| {
            let file = folder.path().join("input.sgf");
            fs::write(&file, input(size)).expect("the input is written");
            time(arguments, &file)
        };
        let mut size = *smallest;
        while measure(size) < LEAST {
            size *= 2;
        }
        let times: Vec<(usize, f64)> = (0..=DOUBLINGS)
            .map(|doubling| (size << doubling, measure(size << doubling)))
            .collect();
        let points: Vec<(f64, f64)> = times
            .iter()
            .map(|&(size, time)| ((size as f64).ln(), time.ln()))
            .collect();
        let steepness = slope(&points);
        let ((from, begin), (to, end)) = (times[0], times[DOUBLINGS]);
        println!("{name:32}{from:>10}{to:>10}{begin:>9.2}{end:>9.2}{steepness:>8.2}");
        if steepness > STEEPEST {
            steep.push(*name);
        }
    }
    assert!(steep.is_empty(), "steeper than {STEEPEST}: {steep:?}");
}
