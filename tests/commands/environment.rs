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

/// `nohup` opens such a standard input in place of a terminal.
#[cfg(unix)]
#[test]
fn standard_input_that_cannot_be_read_is_not_taken_for_empty() {
    let folder = folder(&[]);
    for command in [
        "validate -",
        "batch --jobs 2 -",
        "batch --input jsonl -",
        "fmt -",
        "stats -",
        "dedupe -",
        "query --count -",
        "convert --to json -",
        "validate --files-from -",
        "play --plain --game ugo new.sgf",
    ] {
        let output = Command::new("sh")
            .current_dir(folder.path())
            .args(["-c", &format!("exec \"$0\" {command} 0>written")])
            .arg(env!("CARGO_BIN_EXE_kifu"))
            .output()
            .expect("a shell can be started");
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        assert_eq!(output.status.code(), Some(2), "{command}: {told}");
        assert!(told.contains("Bad file descriptor"), "{command}: {told}");
    }
}

/// Other programs make a terminal or a socket non-blocking that they share with this one.
#[cfg(unix)]
#[test]
fn standard_streams_that_do_not_block_are_waited_for() {
    use std::{
        io::{Read, Write},
        os::{fd::OwnedFd, unix::net::UnixStream},
    };
    let pair = || {
        let (ours, theirs) = UnixStream::pair().expect("a socket");
        theirs.set_nonblocking(true).expect("a socket");
        (ours, Stdio::from(OwnedFd::from(theirs)))
    };
    let (mut input, stdin) = pair();
    let (mut output, stdout) = pair();
    let mut server = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(["batch", "--input", "jsonl", "-"])
        .stdin(stdin)
        .stdout(stdout)
        .spawn()
        .expect("the program can be started");
    for _ in 0..3 {
        // After its answer it waits for the next line.
        writeln!(input, "{{\"record\":\"(;GM[ugo]SZ[5];B[a1])\"}}").expect("a line");
        let mut answer = Vec::new();
        while !answer.ends_with(b"\n") {
            let mut byte = [0];
            output.read_exact(&mut byte).expect("an answer");
            answer.extend(byte);
        }
        assert!(answer.starts_with(b"{"));
    }
    drop(input);
    assert_eq!(server.wait().expect("it ends").code(), Some(0));

    // More than a socket holds, for a reader that is slow.
    let texts = GAMES.repeat(20_000);
    let folder = folder(&[("games.sgf", texts.as_str())]);
    let (mut output, stdout) = pair();
    let mut fmt = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(["fmt", "games.sgf"])
        .current_dir(folder.path())
        .stdout(stdout)
        .spawn()
        .expect("the program can be started");
    let mut written: Vec<u8> = Vec::new();
    let mut part = [0; 512];
    loop {
        match output.read(&mut part).expect("text") {
            0 => break,
            length => written.extend(&part[..length]),
        }
    }
    assert_eq!(fmt.wait().expect("it ends").code(), Some(0));
    let records = written.split(|&byte: &u8| byte == b'(').count() - 1;
    assert_eq!(records, 40_000);
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
