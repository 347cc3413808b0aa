//! Signals: nothing is left behind, and `perft` prints what it has counted.

use std::{
    fs::{self, File},
    io::{Read, Write},
    os::unix::process::ExitStatusExt,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use crate::common::{folder, names, unshared, write};

/// Sends a signal to a process.
pub(crate) fn signal(child: &Child, name: &str) {
    signal_to(&child.id().to_string(), name);
}

fn signal_to(id: &str, name: &str) {
    let sent = Command::new("kill").args(["-s", name, id]).status();
    assert!(sent.unwrap().success());
}

fn start(folder: &TempDir, arguments: &[&str], input: Stdio) -> Child {
    Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder.path())
        .args(arguments)
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until something is true.
fn wait_for(what: &dyn Fn() -> bool) {
    let begun = Instant::now();
    while !what() {
        assert!(begun.elapsed() < Duration::from_mins(1));
        sleep(Duration::from_millis(5));
    }
}

/// Whether a signal is ignored here, as `nohup` arranges, and by every program that is started here.
pub(crate) fn is_ignored(number: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let bits = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let bits = bits.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    bits.is_some_and(|bits| bits >> (number - 1) & 1 == 1)
}

/// Whether a process is stopped; where that cannot be told, it may be.
pub(crate) fn is_stopped(id: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{id}/stat")) else {
        return true;
    };
    stat.rsplit_once(") ")
        .is_some_and(|(_, rest)| rest.starts_with('T'))
}

/// The file is complete then, and the user must not be told that it is the old one.
#[test]
fn a_signal_after_the_last_write_does_not_deny_it() {
    let text = "(;GM[ugo]SZ[5];B[c3])\n".repeat(20_000);
    let folder = folder(&[("game.sgf", &text)]);
    let out = folder.path().join("out");
    for _ in 0..10 {
        let _ = fs::remove_file(&out);
        let arguments = ["convert", "--to", "json", "game.sgf", "-o", "out"];
        let started = start(&folder, &arguments, Stdio::null());
        let begun = Instant::now();
        while !out.exists() {
            assert!(begun.elapsed() < Duration::from_mins(1));
            std::thread::yield_now();
        }
        signal(&started, "TERM");
        let done = started.wait_with_output().unwrap();
        let told = String::from_utf8(done.stderr).unwrap();
        assert!(!told.contains("no file was changed"), "{told}");
    }
}

/// While the words wait for their reader, the command comes to its end: what they say of its files must stay true.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_replaced_behind_the_last_words() {
    if is_ignored(2) {
        return;
    }
    for (command, words) in [
        ("batch -q --snapshot new --update -", "nothing is kept"),
        ("fmt - -o new", "no file was changed"),
    ] {
        let folder = folder(&[]);
        let (mut stderr, full) = std::io::pipe().unwrap();
        let mut filled = full.try_clone().unwrap();
        let filler = std::thread::spawn(move || filled.write_all(&vec![b'\n'; 1 << 20]));
        let child = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .args(command.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(full)
            .spawn();
        let mut child = child.unwrap();
        wait_for(&|| names(folder.path()).len() == 1);
        let threads = || {
            let threads = fs::read_dir(format!("/proc/{}/task", child.id()));
            threads.unwrap().count()
        };
        let before = threads();
        signal(&child, "INT");
        // A thread of its own writes the words.
        wait_for(&|| threads() > before);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"(;GM[ugo]SZ[5];B[c3])").unwrap();
        drop(stdin);
        sleep(Duration::from_millis(500));
        let mut told = String::new();
        stderr.read_to_string(&mut told).unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(2), "{command}");
        assert!(told.contains(words), "{}", told.trim());
        assert!(names(folder.path()).is_empty(), "{command}");
        filler.join().unwrap().unwrap();
    }
}

/// The kernel lets no signal end the first process of a container by its default effect.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_the_first_process_of_a_container() {
    const FIRST: [&str; 4] = ["unshare", "--map-root-user", "--pid", "--fork"];
    for (name, number) in [("INT", 2), ("TERM", 15)] {
        if is_ignored(number) {
            continue;
        }
        let folder = folder(&[("out", "old")]);
        let (reader, writer) = std::io::pipe().unwrap();
        let Some(mut unshared) = unshared(&FIRST) else {
            return;
        };
        let child = unshared
            .current_dir(folder.path())
            .args([env!("CARGO_BIN_EXE_kifu"), "fmt", "-", "-o", "out"])
            .stdin(reader)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_for(&|| names(folder.path()).len() > 1);
        let id = child.id();
        let started = fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        signal_to(started.unwrap().trim(), name);
        let done = child.wait_with_output().unwrap();
        assert_eq!(done.status.code(), Some(128 + number), "{name}");
        let told = String::from_utf8(done.stderr).unwrap();
        assert!(told.contains("no file was changed"), "{told}");
        assert_eq!(names(folder.path()), ["out"]);
        drop(writer);
    }
}

#[test]
fn a_signal_leaves_no_temporary_file() {
    let folder = folder(&[("game.sgf", "(;GM[ugo]SZ[5])"), ("out", "old")]);
    let signals = [
        ("INT", 2),
        ("TERM", 15),
        ("HUP", 1),
        ("USR1", 10),
        ("ALRM", 14),
    ];
    for (name, number) in signals
        .into_iter()
        .filter(|(_, number)| !is_ignored(*number))
    {
        for command in [
            "validate - -o out",
            "batch - --report csv=out --report json=new",
            "batch - --snapshot snap --update",
            "fmt - -o out",
            "query - -o out",
            "dedupe - -o out",
            "convert --to json - -o out",
        ] {
            // Standard input is kept open, so that the command waits.
            let (reader, writer) = std::io::pipe().unwrap();
            let arguments: Vec<&str> = command.split(' ').collect();
            let mut child = start(&folder, &arguments, reader.into());
            let is_open = || {
                names(folder.path())
                    .iter()
                    .any(|name| name.starts_with(".kifu-"))
            };
            wait_for(&is_open);
            signal(&child, name);
            let status = child.wait().unwrap();
            // What a shell shows as 128 and the number.
            assert_eq!(status.signal(), Some(number), "{command}");
            let mut words = String::new();
            let mut stderr = child.stderr.take().unwrap();
            stderr.read_to_string(&mut words).unwrap();
            assert!(words.starts_with("kifu: interrupted: "), "{words}");
            assert_eq!(words.lines().count(), 1, "{words}");
            assert_eq!(names(folder.path()), ["game.sgf", "out"], "{command}");
            assert_eq!(fs::read(folder.path().join("out")).unwrap(), b"old");
            drop(writer);
        }
    }
}

#[test]
fn a_run_with_a_cache_can_be_continued() {
    if is_ignored(2) {
        return;
    }
    let folder = folder(&[]);
    let (reader, mut writer) = std::io::pipe().unwrap();
    let mut child = start(&folder, &["batch", "--cache", "cache", "-"], reader.into());
    let record = "(;GM[ugo]SZ[5]RE[?];B[c3])\n".repeat(20_000);
    writer.write_all(record.as_bytes()).unwrap();
    // Some chunks have been verified; the rest is awaited.
    sleep(Duration::from_millis(1500));
    signal(&child, "INT");
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    let mut words = String::new();
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_to_string(&mut words).unwrap();
    let expected = "the verdicts so far are kept in cache: run the command again to go on\n";
    assert!(words.ends_with(expected), "{words}");
    let packs = fs::read_dir(folder.path().join("cache/verdicts")).unwrap();
    let packs: Vec<_> = packs.map(|pack| pack.unwrap()).collect();
    assert!((1..=9).contains(&packs.len()), "{}", packs.len());
    assert!(packs[0].metadata().unwrap().len() > 1000);
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let folder = folder(&[]);
    let (reader, writer) = std::io::pipe().unwrap();
    let mut child = Command::new("bash")
        .current_dir(folder.path())
        .args(["-c", "trap '' HUP INT; exec \"$0\" batch - -o out"])
        .arg(env!("CARGO_BIN_EXE_kifu"))
        .stdin(Stdio::from(reader))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for(&|| !names(folder.path()).is_empty());
    signal(&child, "HUP");
    signal(&child, "INT");
    sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none());
    drop(writer);
    assert!(child.wait().unwrap().code().is_some());
    assert_eq!(names(folder.path()), ["out"]);
}

/// What a child has printed, and the number of the signal that ended it.
fn finish(mut child: Child) -> (String, Option<i32>) {
    let mut text = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    (text, child.wait().unwrap().signal())
}

#[test]
fn perft_prints_the_counts_up_to_an_interruption() {
    if is_ignored(2) {
        return;
    }
    let folder = folder(&[]);
    let interrupted = |arguments: &[&str], name: &str| {
        let child = start(&folder, arguments, Stdio::null());
        sleep(Duration::from_millis(1500));
        signal(&child, name);
        finish(child)
    };
    let count = ["perft", "--game", "ugo", "--size", "5", "--depth", "9"];
    let (text, number) = interrupted(&count, "INT");
    assert_eq!(number, Some(2));
    let row = text.strip_prefix("incomplete: perft 9 ").unwrap();
    let leaves: u64 = row.split(' ').next().unwrap().parse().unwrap();
    assert!(leaves > 0, "{text}");

    let divided = [
        "perft", "--game", "ugo", "--size", "5", "--depth", "9", "--divide",
    ];
    let (text, number) = interrupted(&[&divided[..], &["--format", "json"]].concat(), "TERM");
    assert_eq!(number, Some(15));
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["incomplete"], true);
    assert!(object["divide"].is_array());

    let row = |depth: u32| format!("perft {depth} 1 captures 0 passes 0 ends 0 hash 0\n");
    let file = format!(
        "id first\nsgf (;GM[ugo]SZ[3])\n{}id second\nsgf (;GM[ugo]SZ[5])\n{}",
        row(1),
        row(9)
    );
    write(&folder, "a.perft", &file);
    let (text, number) = interrupted(&["perft", "--check", "a.perft"], "INT");
    assert_eq!(number, Some(2));
    assert!(text.contains("a.perft: first"), "{text}");
    assert!(
        text.ends_with("a.perft: 1 of 2 positions, 1 counts, 1 positions wrong\n"),
        "{text}"
    );
    let (text, number) = interrupted(&["perft", "--check", "a.perft", "--write"], "INT");
    assert_eq!((text.as_str(), number), ("", Some(2)));
    assert_eq!(
        fs::read_to_string(folder.path().join("a.perft")).unwrap(),
        file
    );
    assert!(File::open(folder.path().join("a.perft")).is_ok());
}

/// Waits until a child has printed a text.
fn read_until(child: &mut Child, text: &str) {
    let (mut printed, mut byte) = (Vec::new(), [0]);
    while !String::from_utf8_lossy(&printed).contains(text) {
        let read = child.stdout.as_mut().unwrap().read_exact(&mut byte);
        read.unwrap();
        printed.extend(byte);
    }
}

/// A game is saved after every ply: what an interruption tells is what the file holds.
#[test]
fn an_interrupted_game_tells_where_it_is_saved() {
    let signals = [("INT", 2), ("TERM", 15), ("HUP", 1)];
    let signals = signals
        .into_iter()
        .filter(|(_, number)| !is_ignored(*number));
    let told = |mut child: Child, (name, number): (&str, i32)| {
        // `wait` would end the input.
        let _input = child.stdin.take();
        signal(&child, name);
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        let mut words = String::new();
        let mut stderr = child.stderr.take().unwrap();
        stderr.read_to_string(&mut words).unwrap();
        let words = words.strip_prefix("kifu: interrupted: ").unwrap();
        words.trim_end().to_owned()
    };
    for sent in signals {
        let folder = folder(&[]);
        let play = ["play", "--plain", "--game", "ugo", "--size", "3", "a.sgf"];
        let mut child = start(&folder, &play, Stdio::piped());
        read_until(&mut child, "type a move");
        let expected = "nothing was played, and no file was written";
        assert_eq!(told(child, sent), expected);
        assert!(names(folder.path()).is_empty());

        // As soon as the file is there.
        let mut child = start(&folder, &play, Stdio::piped());
        child.stdin.as_mut().unwrap().write_all(b"b2\n").unwrap();
        wait_for(&|| names(folder.path()) == ["a.sgf"]);
        assert_eq!(told(child, sent), "the game is saved in a.sgf");
        let text = fs::read_to_string(folder.path().join("a.sgf")).unwrap();
        assert!(text.contains(";B[b2]"), "{text}");

        // It is gone on with; then another program changes the file.
        let mut child = start(&folder, &["play", "--plain", "a.sgf"], Stdio::piped());
        read_until(&mut child, "type a move");
        write(&folder, "a.sgf", "(;GM[ugo]SZ[3])");
        child.stdin.as_mut().unwrap().write_all(b"a1\n").unwrap();
        read_until(&mut child, "not saved: ");
        let expected = "the last changes could not be saved in a.sgf";
        assert_eq!(told(child, sent), expected);
        let text = fs::read_to_string(folder.path().join("a.sgf")).unwrap();
        assert_eq!(text, "(;GM[ugo]SZ[3])");
    }
}

/// The list of rewritten files is printed as they are rewritten.
#[test]
fn fmt_lists_a_file_as_soon_as_it_is_rewritten() {
    if is_ignored(2) {
        return;
    }
    let folder = folder(&[("a.sgf", "(;SZ[5]GM[ugo];B[C3])")]);
    let mut child = start(
        &folder,
        &["fmt", "--write", "--files-from", "-"],
        Stdio::piped(),
    );
    let mut names = child.stdin.take().unwrap();
    names.write_all(b"a.sgf\n").unwrap();
    drop(names);
    let (out, _) = finish(child);
    assert_eq!(out, "a.sgf\n");
    // Many files, and an end in between: what is listed is what is rewritten.
    let text = format!("(;SZ[19]GM[ugo]{})", ";B[C3]C[x]".repeat(200));
    for number in 0..3_000 {
        write(&folder, &format!("d/{number}.sgf"), &text);
    }
    let mut child = start(&folder, &["fmt", "--write", "d"], Stdio::null());
    let mut first = [0; 1];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut first)
        .unwrap();
    signal(&child, "INT");
    let (rest, _) = finish(child);
    let listed = 1 + rest.lines().count() - 1;
    let changed = (0..3_000)
        .filter(|number| {
            let path = folder.path().join(format!("d/{number}.sgf"));
            fs::read_to_string(path).unwrap() != text
        })
        .count();
    // At most one file was replaced and not listed yet.
    assert!(
        (changed.saturating_sub(1)..=changed).contains(&listed),
        "{listed} {changed}"
    );
    assert!(listed < 3_000);
}
