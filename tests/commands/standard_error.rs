//! Standard error that nobody reads, or that is slow.

use std::{
    fs,
    io::Read,
    os::{fd::OwnedFd, unix::net::UnixStream},
    process::{Command, Stdio},
};

use tempfile::TempDir;

use crate::common::{folder, names, run, write};

/// 3,000 records whose verdict has changed since the snapshot `old`, and a report `old.csv`.
fn changed() -> TempDir {
    let game = "(;GM[ugo]SZ[5]RE[?];B[c3];W[d3])\n".repeat(3_000);
    let folder = folder(&[("a.sgf", &game), ("old.csv", "old")]);
    let (status, _, _) = run(
        &folder,
        &["batch", "--snapshot", "old", "--update", "a.sgf"],
        "",
    );
    assert_eq!(status, 0);
    write(&folder, "a.sgf", &game.replace("W[d3]", "W[c3]"));
    folder
}

/// Runs a command with this standard error, which takes nothing, and returns the exit status.
fn unread(folder: &TempDir, args: &[&str], stderr: Stdio) -> i32 {
    let status = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder.path())
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(stderr)
        .status();
    let status = status.expect("the program runs").code();
    status.expect("the program ends by itself")
}

/// A pipe without a reader.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    Stdio::from(writer)
}

#[test]
fn differences_that_nobody_reads_change_no_result() {
    let with_report = [
        "batch",
        "--format",
        "jsonl",
        "-o",
        "out",
        "--report",
        "csv=old.csv",
        "--snapshot",
        "old",
        "a.sgf",
    ];
    let text = |folder: &TempDir, name| fs::read(folder.path().join(name)).expect(name);
    let read = changed();
    let (status, _, messages) = run(&read, &with_report, "");
    assert_eq!(status, 1);
    assert!(messages.ends_with("old: 3000 changed, 0 added, 0 removed\n"));
    let folder = changed();
    assert_eq!(unread(&folder, &with_report, closed()), 1);
    for name in ["out", "old.csv"] {
        assert!(text(&folder, name) == text(&read, name), "{name}");
    }
    let args = ["batch", "-f", "jsonl", "--snapshot", "old", "a.sgf"];
    assert_eq!(unread(&folder, &args, closed()), 1);
    // A disk that is full is an error, but the results are written.
    if let Ok(full) = fs::File::options().write(true).open("/dev/full") {
        write(&folder, "out", "");
        assert_eq!(unread(&folder, &with_report, full.into()), 2);
        assert!(text(&folder, "out") == text(&read, "out"));
    }
    let update = [&args[..], &["--update"]].concat();
    assert_eq!(unread(&folder, &update, closed()), 0);
    assert_eq!(unread(&folder, &args, closed()), 0, "it is a new snapshot");
}

#[test]
fn a_result_on_standard_error_that_nobody_reads_is_an_error() {
    let folder = changed();
    for args in [
        "batch -f jsonl --report csv=/dev/stderr --report sarif=out a.sgf",
        "validate -f csv -o /dev/stderr a.sgf",
        "convert --to json -o /dev/stderr a.sgf",
    ] {
        let args: Vec<_> = args.split(' ').collect();
        assert_eq!(unread(&folder, &args, closed()), 2, "{args:?}");
    }
}

/// A signal ends a command whose messages wait for a reader who has paused.
#[test]
fn a_signal_does_not_wait_for_a_reader() {
    let folder = changed();
    for args in [
        &["convert", "--to", "csv", "-o", "new.csv", "a.sgf"][..],
        &["batch", "-f", "jsonl", "--snapshot", "old", "a.sgf"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(writer)
            .spawn()
            .expect("the program runs");
        // Its messages do not fit into the pipe: it never ends by itself.
        std::thread::sleep(std::time::Duration::from_secs(2));
        assert_eq!(child.try_wait().expect("a child"), None, "{args:?}");
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-s", "TERM", &id]).status();
        assert!(sent.expect("`kill` runs").success());
        let status = child.wait().expect("it ends");
        assert_eq!(
            std::os::unix::process::ExitStatusExt::signal(&status),
            Some(15)
        );
        let names = names(folder.path());
        assert!(!names.iter().any(|name| name.starts_with(".kifu-")));
        drop(reader);
    }
}

/// Other programs make a pipe or a socket non-blocking that they share with this one.
#[test]
fn a_standard_error_that_does_not_block_is_waited_for() {
    let folder = changed();
    for args in [
        &["convert", "--to", "csv", "a.sgf"][..],
        &["batch", "-f", "jsonl", "--snapshot", "old", "a.sgf"],
        &["validate", "-f", "csv", "-o", "/dev/stderr", "a.sgf"],
    ] {
        let (status, _, expected) = run(&folder, args, "");
        assert!(expected.len() > 256 * 1024, "more than a socket holds");
        let (mut ours, theirs) = UnixStream::pair().expect("a socket");
        theirs.set_nonblocking(true).expect("a socket");
        let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(OwnedFd::from(theirs))
            .spawn()
            .expect("the program runs");
        let mut told = String::new();
        ours.read_to_string(&mut told).expect("messages");
        assert_eq!(child.wait().expect("it ends").code(), Some(status));
        assert!(told == expected, "{args:?}: {} bytes", told.len());
    }
}
