//! What a shard costs, against the whole run, and what the text costs that a shard only scans.
//!
//! `cargo bench --bench shards` verifies 800 equal files, then each of eight shards of them, prints the processor time of
//! each, and fails if a shard takes more than a seventh of the whole. A large file is divided by bytes: the last of eight
//! shards scans what is before its part. The bench prints what scanning costs, against verifying, and fails if it
//! costs more than a quarter.
//!
//! It needs Linux, which tells the processor time of a thread in nanoseconds.

// A benchmark talks to whoever has called it.
#![allow(clippy::print_stdout)]

use std::{
    fs::{self, File},
    io::{Read, Write},
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use kifu::games::Game;

mod common;

const FILES: usize = 800;
const SHARDS: usize = 8;
/// The size of the file that is divided.
const LARGE: usize = 72 * 1024 * 1024;
/// The largest part of the whole that a shard may take.
const MOST: f64 = 1.0 / 7.0;
/// The largest ratio of scanning to verifying.
const MOST_SCAN: f64 = 0.25;
const ROUNDS: usize = 3;

/// The processor time of a run of the program, in nanoseconds: the shortest of several.
fn cost(folder: &Path, path: &str, shard: Option<usize>) -> f64 {
    let times = (0..ROUNDS).map(|_| time(folder, path, shard));
    times.fold(f64::MAX, f64::min)
}

fn time(folder: &Path, path: &str, shard: Option<usize>) -> f64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    command.current_dir(folder);
    // All work is done by the thread that is measured.
    command.args(["batch", "--jobs", "1", "--format", "jsonl", path]);
    if let Some(number) = shard {
        command.args(["--shard", &format!("{number}/{SHARDS}")]);
    }
    let child = command.stdout(Stdio::piped()).spawn();
    let mut child = child.expect("the program starts");
    let mut out = child.stdout.take().expect("a pipe");
    std::io::copy(&mut out, &mut std::io::sink()).expect("a pipe can be read");
    let file = |name: &str| {
        let mut text = String::new();
        let opened = File::open(format!("/proc/{}/{name}", child.id()));
        let read = opened.and_then(|mut file| file.read_to_string(&mut text));
        read.expect("the process is known until it is waited for");
        text
    };
    // The state follows the name of the program.
    while !file("stat").contains(") Z") {
        std::thread::sleep(Duration::from_millis(1));
    }
    let time = file("schedstat");
    child.wait().expect("the program has ended");
    let time = time.split(' ').next().and_then(|time| time.parse().ok());
    time.expect("a number of nanoseconds")
}

fn main() {
    if !Path::new("/proc/self/schedstat").exists() {
        println!("The processor time of a thread is not known here.");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let record = common::long_record(Game::Ugo, 19, 200) + "\n";
    fs::create_dir(folder.path().join("files")).expect("a folder");
    for number in 0..FILES {
        let path = folder.path().join(format!("files/{number}.sgf"));
        fs::write(path, record.repeat(60)).expect("a file");
    }
    let whole = cost(folder.path(), "files", None);
    println!("{FILES} files: {:.0} ms", whole / 1e6);
    let mut largest = 0.0_f64;
    for number in 1..=SHARDS {
        let cost = cost(folder.path(), "files", Some(number));
        let ratio = cost / whole;
        println!(
            "  shard {number}/{SHARDS}: {:.0} ms, 1/{:.2}",
            cost / 1e6,
            1.0 / ratio
        );
        largest = largest.max(ratio);
    }

    let mut file = File::create(folder.path().join("large.sgf")).expect("a file");
    for _ in 0..LARGE.div_ceil(record.len()) {
        file.write_all(record.as_bytes()).expect("a file");
    }
    let whole = cost(folder.path(), "large.sgf", None);
    let last = cost(folder.path(), "large.sgf", Some(SHARDS));
    let part = whole / SHARDS as f64;
    let scan = (last - part) / (whole - part);
    println!("a file of {} MiB: {:.0} ms", LARGE >> 20, whole / 1e6);
    println!("  shard {SHARDS}/{SHARDS}: {:.0} ms", last / 1e6);
    println!("  scanning costs {:.1} % of verifying", 100.0 * scan);
    assert!(
        largest <= MOST,
        "a shard costs 1/{:.2} of the whole",
        1.0 / largest
    );
    assert!(scan <= MOST_SCAN, "scanning costs {scan:.2} of verifying");
}
