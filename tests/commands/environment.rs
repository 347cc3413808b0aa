//! Unusual surroundings: little stack, and a standard output that cannot be written.

use std::{
    fs::File,
    process::{Command, Stdio},
};

use crate::common::folder;

/// One valid and one illegal game.
const GAMES: &str = "(;GM[ugo]SZ[5]RE[?];B[c3];W[d3])\n(;GM[ugo]SZ[5]RE[?];B[c3];W[c3])";

#[test]
fn little_stack_changes_no_verdict() {
    let folder = folder(&[("games.sgf", GAMES)]);
    let line = "{\"record\":\"(;GM[ugo]SZ[5]RE[?];B[c3])\"}";
    for command in [
        "validate --format jsonl games.sgf",
        "batch --jobs 2 --format jsonl games.sgf",
        "replay games.sgf --at 1",
        "fmt games.sgf",
        "query --game ugo --list games.sgf",
        &format!("echo '{line}' | \"$0\" batch --input jsonl -"),
    ] {
        let run = |limit: &str| {
            let script = match command.strip_prefix("echo") {
                Some(_) => format!("{limit} {command}"),
                None => format!("{limit} \"$0\" {command}"),
            };
            let mut shell = Command::new("sh");
            shell.current_dir(folder.path()).args(["-c", &script]);
            let output = shell.arg(env!("CARGO_BIN_EXE_kifu")).output();
            let output = output.expect("a shell can be started");
            (output.status.code(), output.stdout, output.stderr)
        };
        let expected = run("");
        assert!(!expected.1.is_empty(), "{command}");
        for limit in [
            "export RUST_MIN_STACK=40000;",
            "ulimit -s 80;",
            "export RUST_MIN_STACK=40000; ulimit -s 80;",
        ] {
            assert_eq!(run(limit), expected, "{limit} {command}");
        }
    }
}

#[test]
fn a_standard_output_for_reading_is_an_error() {
    let folder = folder(&[("games.sgf", GAMES), ("other", "")]);
    for command in [
        "validate games.sgf",
        "fmt games.sgf",
        "convert --to json games.sgf",
        "random --game ugo",
        "replay games.sgf --record 1 --at 1 --format svg",
        "score games.sgf",
        "rules",
        "--help",
        "--version",
        "--version --verbose",
    ] {
        let reading = File::open(folder.path().join("other"));
        let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .args(command.split(' '))
            .stdin(Stdio::null())
            .stdout(reading.expect("the file was written"))
            .output()
            .expect("the program can be started");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {told}");
        assert!(told.contains("standard output"), "{command}: {told}");
    }
}
