//! Real records with one fault: every sample record cut off at every byte, and with every byte lost, doubled or
//! replaced by what means something in the format. Whatever comes of it is judged, and nothing panics.
//!
//! The suite takes a sample. All of it, with the time and the memory it takes, is
//!
//! ```text
//! cargo test --release --test format mutations -- --ignored --nocapture
//! ```

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crate::invariant;
use kifu::{
    record,
    verify::{self, Status},
};
use walkdir::WalkDir;

/// What a byte is replaced by.
const OTHERS: &[u8; 8] = b"();[]\\\0\xFF";
/// Ways to spoil a file at a byte.
const WAYS: usize = 3 + OTHERS.len();
/// Of so many mutants the suite takes one. No file has a multiple of it as its length, so
/// that all ways and all parts of files have their turn.
const SAMPLE: usize = 499;

/// A file with one fault.
fn mutant(file: &[u8], at: usize, way: usize) -> Vec<u8> {
    let (before, after) = (&file[..at], &file[at + 1..]);
    match way {
        0 => before.to_vec(),
        1 => [before, after].concat(),
        2 => [before, &[file[at]; 2], after].concat(),
        _ => [before, &[OTHERS[way - 3]], after].concat(),
    }
}

/// All sample records.
fn samples() -> Vec<PathBuf> {
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("records");
    let files = WalkDir::new(records).sort_by_file_name().into_iter();
    let files = files.map(|entry| entry.expect("a folder can be read").into_path());
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "sgf"))
        .collect()
}

/// How many findings all records of a file have, and whether one of them is malformed.
fn judged(file: &[u8]) -> (usize, bool) {
    let decoded = record::decode(file.to_vec());
    let options = verify::Options::default();
    let verdicts = record::read(&decoded)
        .map(|record| verify::verify(&record, &options))
        .map(|verdict| (verdict.findings.len(), verdict.status));
    verdicts.fold((0, false), |(count, any), (findings, status)| {
        (count + findings, any || status == Status::Malformed)
    })
}

/// What has been seen of the mutants.
#[derive(Default)]
struct Seen {
    mutants: usize,
    /// Without any finding.
    clean: usize,
    malformed: usize,
    longest: Duration,
}

/// Takes every mutant, or one of so many, to the invariants.
fn take(one_of: usize, invariants: &[&str]) -> Seen {
    let invariants: Vec<_> = invariants
        .iter()
        .map(|name| invariant::named(name).hold)
        .collect();
    let (mut seen, mut number) = (Seen::default(), 0);
    for path in samples() {
        let file = fs::read(&path).expect("a sample can be read");
        for (at, way) in (0..file.len()).flat_map(|at| (0..WAYS).map(move |way| (at, way))) {
            number += 1;
            if number % one_of != 0 {
                continue;
            }
            let mutant = mutant(&file, at, way);
            let begun = Instant::now();
            let told = std::panic::catch_unwind(|| {
                for hold in &invariants {
                    hold(&mutant);
                }
                judged(&mutant)
            });
            let Ok((findings, malformed)) = told else {
                panic!("{} at byte {at}, way {way}", path.display());
            };
            seen.longest = seen.longest.max(begun.elapsed());
            seen.mutants += 1;
            seen.clean += usize::from(findings == 0);
            seen.malformed += usize::from(malformed);
        }
    }
    seen
}

#[test]
fn a_sample_of_the_mutants_is_judged() {
    let seen = take(SAMPLE, &["parse", "write", "fmt", "report"]);
    assert!(seen.mutants > 800, "{}", seen.mutants);
    // Most faults are noticed; one in a comment or a name is none.
    assert!(seen.clean > 20 && seen.malformed > 200, "{}", seen.clean);
}

#[test]
#[ignore = "takes minutes"]
#[allow(clippy::print_stdout)]
fn all_mutants_are_judged() {
    let begun = Instant::now();
    let seen = take(1, &["parse", "write", "fmt"]);
    println!(
        "{} mutants of {} files in {:.0} s: {} malformed, {} without a finding; the longest took {:?}; {}",
        seen.mutants,
        samples().len(),
        begun.elapsed().as_secs_f64(),
        seen.malformed,
        seen.clean,
        seen.longest,
        most_memory(),
    );
    // A sample has some kilobytes, and is judged within milliseconds.
    assert!(seen.longest < Duration::from_secs(5));
}

/// The most memory that this process has had, where the system tells.
fn most_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.unwrap_or("memory is not known here").to_owned()
}
