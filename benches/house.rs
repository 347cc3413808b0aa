//! What commands cost beside others, on the same records and in the same run.
//!
//! `cargo bench --bench house` prints a table of times with their ratios and limits, and marks those beyond. Both commands
//! of a row use the same number of threads. The machine should be idle, and have two processors.

// A benchmark talks to whoever has called it.
#![allow(clippy::print_stdout)]

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use kifu::games::Game;

mod common;

/// Each time is the shortest of so many rounds.
const ROUNDS: usize = 3;
/// Runs of a command that takes almost no time, in each round.
const SHORT_RUNS: usize = 20;
const RECORDS: &str = "30000";
const FILES: usize = 10_000;
/// The size of each of the files in bytes, at most.
const FILE_SIZE: usize = 4096;
/// The plies of the game whose positions are drawn.
const PLIES: usize = 1000;
const DRAW: &str = "kifu replay --format svg --at all --output images long.sgf";
/// The least number of positions to be drawn in a second.
const LEAST_DRAWN: f64 = 1000.0;

/// What the ratio of two times should be.
#[derive(Clone, Copy)]
enum Limit {
    AtMost(f64),
    AtLeast(f64),
}

use Limit::{AtLeast, AtMost};

const BATCH: &str = "kifu batch -q -j 1 records.sgf";
const BATCH_OF_FILES: &str = "kifu batch -q -j 1 files";

/// A command, the one beside it, and the limit of the ratio of their times.
const ROWS: [(&str, &str, Limit); 10] = [
    (
        "kifu fmt records.sgf",
        "kifu batch -q records.sgf",
        AtMost(1.0),
    ),
    (
        "kifu convert --to json -j 1 records.sgf",
        BATCH,
        AtMost(1.0),
    ),
    ("kifu convert --to csv -j 1 records.sgf", BATCH, AtMost(1.0)),
    (
        "kifu convert --to go-sgf -j 1 records.sgf",
        BATCH,
        AtMost(1.0),
    ),
    ("kifu dedupe -j 1 records.sgf", BATCH, AtMost(2.5)),
    (
        "kifu dedupe --symmetry -j 1 records.sgf",
        BATCH,
        AtMost(2.5),
    ),
    (
        "kifu query --count --position AB[d4]AW[e5] -j 1 records.sgf",
        BATCH,
        AtMost(2.5),
    ),
    (
        BATCH_OF_FILES,
        "kifu batch -q -j 1 collection.sgf",
        AtMost(1.5),
    ),
    // How many times as fast two threads are.
    (BATCH_OF_FILES, "kifu batch -q -j 2 files", AtLeast(1.9)),
    ("kifu validate one.sgf", "true", AtMost(5.0)),
];

/// The time of a command in seconds.
fn time(folder: &Path, line: &str) -> f64 {
    let is_short = line == "true" || line.ends_with("one.sgf");
    let runs = if is_short { SHORT_RUNS } else { 1 };
    let mut words = line.split(' ');
    let program = match words.next() {
        Some("true") => "true",
        _ => env!("CARGO_BIN_EXE_kifu"),
    };
    let arguments: Vec<&str> = words.collect();
    let run = || {
        let mut command = Command::new(program);
        command.args(&arguments).current_dir(folder);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let begin = Instant::now();
        let status = command.status().expect("the command starts");
        let time = begin.elapsed().as_secs_f64();
        assert!(status.code().is_some_and(|code| code < 2), "{line}");
        time
    };
    (0..runs).map(|_| run()).fold(f64::MAX, f64::min)
}

/// Writes the records.
fn write_inputs(folder: &Path) {
    let random = |count: &str, file: &str| {
        let line = "random --game ugo --size 9 --max-plies 60 --seed 3 --count";
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        command
            .args(line.split(' '))
            .args([count, "--output", file]);
        let status = command.current_dir(folder).status();
        assert!(status.is_ok_and(|status| status.success()), "{file}");
    };
    random(RECORDS, "records.sgf");
    random("1", "one.sgf");
    let records = fs::read_to_string(folder.join("records.sgf")).expect("they are there");
    let few = records[..FILE_SIZE].rfind("\n(").expect("some records");
    let few = &records[..=few];
    for number in 0..FILES {
        let of_hundred = folder.join(format!("files/{:02}", number / 100));
        fs::create_dir_all(&of_hundred).expect("a folder can be made");
        let file = of_hundred.join(format!("{number}.sgf"));
        fs::write(file, few).expect("the file is written");
    }
    let write = |file: &str, text: String| {
        fs::write(folder.join(file), text).expect("the file is written");
    };
    write("collection.sgf", few.repeat(FILES));
    write("long.sgf", common::long_record(Game::Ugo, 19, PLIES));
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    write_inputs(folder);
    let lines = ROWS.iter().flat_map(|&(what, beside, _)| [what, beside]);
    let mut times: BTreeMap<&str, f64> = lines.chain([DRAW]).map(|line| (line, f64::MAX)).collect();
    for _ in 0..ROUNDS {
        for (line, shortest) in &mut times {
            *shortest = shortest.min(time(folder, line));
        }
    }
    println!(
        "{:61}{:>9}  {:34}{:>9}{:>7}  limit",
        "command", "s", "beside", "s", "ratio"
    );
    for (what, beside, limit) in ROWS {
        let (time, other) = (times[what], times[beside]);
        let ratio = time / other;
        let (word, bound, is_kept) = match limit {
            AtMost(bound) => ("at most", bound, ratio <= bound),
            AtLeast(bound) => ("at least", bound, ratio >= bound),
        };
        let mark = if is_kept { "" } else { "  missed" };
        println!("{what:61}{time:>9.4}  {beside:34}{other:>9.4}{ratio:>7.2}  {word} {bound}{mark}");
    }
    // The start is a position, too.
    let drawn = (PLIES + 1) as f64 / times[DRAW];
    let mark = if drawn < LEAST_DRAWN { "  missed" } else { "" };
    println!("{DRAW}: {drawn:.0} positions a second, at least {LEAST_DRAWN}{mark}");
}
