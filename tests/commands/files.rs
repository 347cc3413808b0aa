//! The files of a run: lists of paths, unusual names, temporary files, outputs that cannot be written.

use std::{
    ffi::{OsStr, OsString},
    fs,
    os::unix::ffi::{OsStrExt, OsStringExt},
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

use crate::common::{folder, kifu, run};

const GAME: &str = "(;GM[ugo]SZ[5]RE[?];B[c3])";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_byte_order_mark_belongs_to_no_path_and_to_no_line() {
    let folder = folder(&[("a.sgf", GAME), ("b.sgf", GAME)]);
    let list = "\u{FEFF}a.sgf\nb.sgf\n";
    for command in [
        &["validate", "--files-from", "-"][..],
        &["batch", "--files-from", "-"],
    ] {
        let (status, _, errors) = run(&folder, command, list);
        assert_eq!((status, errors.as_str()), (0, ""));
    }
    let line = format!("\u{FEFF}{{\"record\":\"{GAME}\"}}\n");
    let (status, out, _) = run(&folder, &["batch", "--input", "jsonl", "-"], line);
    assert_eq!(status, 0, "{out}");
}

#[test]
fn a_list_may_separate_paths_by_nul() {
    let folder = folder(&[("a\nb.sgf", GAME), (" c .sgf", GAME), ("d\r", GAME)]);
    let list = b"a\nb.sgf\0 c .sgf\0d\r\0".to_vec();
    for option in ["-0", "--null"] {
        let (status, out, errors) = run(
            &folder,
            &["validate", "--files-from", "-", option, "--format", "csv"],
            list.clone(),
        );
        assert_eq!(status, 0, "{errors}");
        assert_eq!(out.matches("valid").count(), 3, "{out}");
    }
    let (status, out, _) = run(
        &folder,
        &["fmt", "--check", "--files-from", "-", "-0"],
        "d\r",
    );
    assert_eq!((status, out.as_str()), (1, "d\\u{d}\n"));
    for (arguments, input, reason) in [
        (&["--files-from", "-"][..], &b"a\0b\0"[..], "use --null"),
        (&["--files-from", "-", "-0"], b"d\r\0\0", "an empty path"),
        (&["--files-from", "-", "-0"], b"\0", "an empty path"),
        (
            &["--files-from", "-", "-0"],
            b"",
            "the list of paths is empty",
        ),
        (&["--files-from", "-", "-0"], b"-\0", "contains `-`"),
        (&["--null", "a"], b"", "--files-from"),
    ] {
        let (status, _, errors) = run(&folder, &[&["validate"], arguments].concat(), input);
        assert_eq!(status, 2, "{arguments:?}");
        assert!(errors.contains(reason), "{arguments:?}: {errors}");
    }
    // All commands that read such a list.
    for command in [
        "validate",
        "batch",
        "score",
        "replay",
        "fmt",
        "repair",
        "query",
        "dedupe",
        "stats",
        "results",
        "convert --to=json",
        "compare --old=ugo --new=ugo",
    ] {
        let arguments = command.split(' ').chain(["--files-from", "-", "-0"]);
        let arguments: Vec<&str> = arguments.collect();
        let (status, _, errors) = run(&folder, &arguments, list.clone());
        assert!(status < 2, "{command}: {errors}");
    }
}

/// A CR before the LF is that of a list from Windows, unless there is a file of that name.
#[cfg(unix)]
#[test]
fn names_in_a_list_may_end_with_cr() {
    let illegal = "(;GM[ugo]SZ[5];B[c3];W[c3])";
    let folder = folder(&[("a.sgf", GAME), ("a.sgf\r", illegal), ("b.sgf", GAME)]);
    for (list, statuses) in [
        ("a.sgf\na.sgf\r\n", (1, 2)),
        ("a.sgf\r\n", (1, 1)),
        ("b.sgf\r\na.sgf\n", (0, 2)),
        ("b.sgf\r", (0, 1)),
    ] {
        let args = ["validate", "--files-from", "-", "--format", "jsonl"];
        let (status, stdout, errors) = run(&folder, &args, list);
        assert_eq!(
            (status, stdout.lines().count()),
            statuses,
            "{list:?}: {errors}"
        );
    }
}

#[cfg(unix)]
#[test]
fn names_with_a_tab_stay_different_in_tables() {
    let record = "(;GM[ugo]SZ[5]RE[?])";
    let folder = folder(&[("a\tb.sgf", record), ("a b.sgf", record)]);
    let (status, out, _) = run(&folder, &["validate", "--format", "csv", "."], "");
    assert_eq!(status, 0);
    let sources: Vec<&str> = out
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').next())
        .collect();
    assert_eq!(sources, ["./a\\u{9}b.sgf", "./a b.sgf"]);
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_stay_different() {
    let folder = folder(&[]);
    let names: [&[u8]; 4] = [b"a\xff.sgf", b"a\xfe.sgf", br"a\xff.sgf", b"b.sgf"];
    let sources = [r"d/a\x5cxff.sgf", r"d/a\xfe.sgf", r"d/a\xff.sgf", "d/b.sgf"];
    fs::create_dir(folder.path().join("d")).unwrap();
    for name in names {
        fs::write(folder.path().join("d").join(OsStr::from_bytes(name)), GAME).unwrap();
    }
    let of_lines = |text: &str| -> Vec<String> {
        let lines = text.lines();
        let lines = lines.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let sources = lines.filter_map(|line| Some(line.get("source")?.as_str()?.to_owned()));
        let mut sources: Vec<String> = sources.collect();
        sources.sort();
        sources
    };
    let (status, out, _) = run(&folder, &["validate", "--format", "jsonl", "d"], "");
    assert_eq!(status, 0);
    assert_eq!(of_lines(&out), sources);
    // In an archive.
    let packed = Command::new("tar")
        .current_dir(folder.path())
        .args(["-cf", "d.tar", "d"])
        .status();
    assert!(packed.unwrap().success());
    let (status, out, _) = run(&folder, &["validate", "--format", "jsonl", "d.tar"], "");
    assert_eq!(status, 0);
    let packed = sources.map(|source| format!("d.tar/{source}"));
    assert_eq!(of_lines(&out), packed);
    // A name that begins with such a byte does not lead out of an archive.
    fs::write(
        folder
            .path()
            .join(OsString::from_vec(b"\xff..sgf".to_vec())),
        GAME,
    )
    .unwrap();
    let packed = Command::new("sh")
        .current_dir(folder.path())
        .args(["-c", "tar -cf e.tar -- *..sgf"])
        .status();
    assert!(packed.unwrap().success());
    let (status, out, errors) = run(&folder, &["validate", "--format", "jsonl", "e.tar"], "");
    assert_eq!(status, 0, "{errors}{out}");
    assert_eq!(of_lines(&out), [r"e.tar/\xff..sgf"]);
}

/// A program that fails says that the temporary file is at fault.
#[test]
fn a_missing_temporary_folder_is_not_blamed_on_the_input() {
    let folder = folder(&[("game.sgf", GAME), ("large.sgf", &GAME.repeat(60_000))]);
    let packed = Command::new("tar")
        .current_dir(folder.path())
        .args(["-czf", "games.tar.gz", "game.sgf"])
        .status();
    assert!(packed.unwrap().success());
    let tar = fs::read(folder.path().join("games.tar.gz")).unwrap();
    for (arguments, input) in [
        ("validate games.tar.gz", Vec::new()),
        ("validate -", tar),
        (
            "validate - --stdin-name x",
            b"(;GM[ugo]SZ[5]C[\xe9])".repeat(2),
        ),
        ("fmt large.sgf", Vec::new()),
        ("dedupe --by beginning game.sgf -o out", Vec::new()),
        ("batch --snapshot snap --update game.sgf", Vec::new()),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let output = kifu(&folder, &arguments)
            .env("TMPDIR", folder.path().join("missing"))
            .write_stdin(input)
            .output()
            .unwrap();
        let told = text(&output.stdout) + &text(&output.stderr);
        if arguments[2..] == ["--stdin-name", "x"] && output.status.code() != Some(2) {
            // Small enough for memory.
            continue;
        }
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(
            told.contains("a temporary file in "),
            "{arguments:?}: {told}"
        );
        assert!(told.contains("missing cannot be used"), "{told}");
        assert!(!folder.path().join("out").exists() && !folder.path().join("snap").exists());
    }
}

/// A limit for the size of files has the same effect as a full disk.
#[test]
fn a_full_temporary_folder_is_not_blamed_on_the_input() {
    let folder = folder(&[("games.sgf", &GAME.repeat(60_000))]);
    for (name, option) in [("games.tar.gz", "-czf"), ("games.tar", "-cf")] {
        let packed = Command::new("tar")
            .current_dir(folder.path())
            .args([option, name, "games.sgf"])
            .status();
        assert!(packed.unwrap().success());
    }
    for command in [
        "validate games.tar.gz",
        "validate - < games.tar.gz",
        "validate - < games.tar",
        "fmt games.sgf",
        "compare --old ugo --new ugo-no-button games.tar.gz",
    ] {
        let output = Command::new("sh")
            .current_dir(folder.path())
            .args(["-c", &format!("ulimit -f 200; exec \"$0\" {command}")])
            .arg(env!("CARGO_BIN_EXE_kifu"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let told = text(&output.stdout) + &text(&output.stderr);
        let told = told.replace("\n  │ ", " ");
        assert_eq!(output.status.code(), Some(2), "{command}: {told}");
        assert!(told.contains("a temporary file in "), "{command}: {told}");
        assert!(told.contains("File too large"), "{command}: {told}");
        assert!(!told.contains("cut off"), "{command}: {told}");
    }
    // So is an output.
    let output = Command::new("sh")
        .current_dir(folder.path())
        .args([
            "-c",
            "ulimit -f 8; exec \"$0\" random --game ugo --count 300 -o out",
        ])
        .arg(env!("CARGO_BIN_EXE_kifu"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot write to out: File too large"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[cfg(target_os = "linux")]
#[test]
fn too_few_file_descriptors_are_not_blamed_on_others() {
    let mut failures = 0;
    for command in [
        "fmt --write game.sgf",
        "fmt game.sgf -o out",
        "batch game.sgf -o out",
    ] {
        for most in 4..=14 {
            let folder = folder(&[("game.sgf", GAME)]);
            let output = Command::new("sh")
                .current_dir(folder.path())
                .args(["-c", &format!("ulimit -n {most}; exec \"$0\" {command}")])
                .arg(env!("CARGO_BIN_EXE_kifu"))
                .stdin(Stdio::null())
                .output()
                .unwrap();
            // A report names the file that cannot be read.
            let report = fs::read_to_string(folder.path().join("out")).unwrap_or_default();
            let told = text(&output.stderr) + &report;
            // The program may not even be loaded.
            if output.status.code() == Some(2) {
                failures += 1;
                assert!(
                    told.contains("Too many open files"),
                    "{command} {most}: {told}"
                );
                let file = folder.path().join("game.sgf");
                assert_eq!(fs::read_to_string(file).unwrap(), GAME);
            }
        }
    }
    assert!(failures > 3, "{failures}");
}

#[test]
fn more_jobs_than_processors_take_no_longer() {
    let folder = folder(&[("game.sgf", GAME)]);
    for command in ["validate", "batch", "convert --to=json", "stats"] {
        let begun = std::time::Instant::now();
        let arguments = command.split(' ').chain(["--jobs", "65535", "game.sgf"]);
        let arguments: Vec<&str> = arguments.collect();
        assert_eq!(run(&folder, &arguments, "").0, 0, "{command}");
        assert!(begun.elapsed().as_secs() < 5, "{command}");
    }
    let lines = ["batch", "--input", "jsonl", "--jobs", "65535", "-"];
    let begun = std::time::Instant::now();
    assert_eq!(
        run(&folder, &lines, "{\"record\":\"(;GM[ugo]SZ[5]RE[?])\"}\n").0,
        0
    );
    assert!(begun.elapsed().as_secs() < 5);
}

#[test]
fn an_animation_has_a_limit() {
    let plies: String = (0..5_001)
        .map(|ply| {
            format!(
                ";{}[{}]",
                ["B", "W"][ply % 2],
                ["a1<>a2", "c1<>c2"][ply % 2]
            )
        })
        .collect();
    let long = format!("(;GM[bamogo]SZ[4]RE[?]STONES[Ra1][Ga2][Rc1][Gc2]{plies})");
    let folder = folder(&[("long.sgf", &long)]);
    let draw = |more: &[&str]| {
        let arguments = ["replay", "--format", "gif", "--size", "16", "-o", "out.gif"];
        run(&folder, &[&arguments[..], more, &["long.sgf"]].concat(), "")
    };
    let (status, _, errors) = draw(&[]);
    assert_eq!(status, 2, "{errors}");
    assert!(
        errors.contains("an animation of 5002 positions is too long, the maximum is 5000"),
        "{errors}"
    );
    assert!(!folder.path().join("out.gif").exists());
    assert_eq!(draw(&["--step", "1000"]).0, 0);
}

/// A command with its standard output, or the file of its option, on a full disk.
fn full(folder: &TempDir, command: &str) -> Output {
    let device = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder.path())
        .args(command.split(' '))
        .stdin(Stdio::null())
        .stdout(device)
        .output()
        .unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn every_command_notices_a_full_disk() {
    let folder = folder(&[("game.sgf", GAME), ("copy.sgf", GAME)]);
    let (_, lines, _) = run(&folder, &["batch", "--format", "jsonl", "game.sgf"], "");
    fs::write(folder.path().join("1.jsonl"), lines).unwrap();
    fs::write(
        folder.path().join("a.perft"),
        "id a\nsgf (;GM[ugo]SZ[3])\nperft 1 10\n",
    )
    .unwrap();
    let (_, json, _) = run(&folder, &["convert", "--to", "json", "game.sgf"], "");
    fs::write(folder.path().join("a.json"), json).unwrap();
    let mut commands: Vec<String> = [
        "--help",
        "--version",
        "help",
        "help validate",
        "validate --help",
        "batch -h",
        "rules",
        "rules ugo",
        "schema",
        "schema validate",
        "conformance",
        "conformance ugo/perft.json",
        "explain",
        "explain ugo::occupied",
        "explain -o /dev/full",
        "completions bash",
        "man",
        "perft --game ugo --size 2 --depth 2",
        "perft --check a.perft",
        "random --game ugo",
        "random --game ugo -o /dev/full",
        "merge 1.jsonl",
        "merge 1.jsonl -o /dev/full",
        "convert --from json a.json",
        "query --count game.sgf",
        "query --list game.sgf",
        "batch --input jsonl 1.jsonl",
        "batch game.sgf --report csv=/dev/full -o out",
        "fmt --check game.sgf",
        "fmt --diff game.sgf",
        "fmt --write copy.sgf",
        "dedupe --by beginning game.sgf copy.sgf",
        "results --standings --format html game.sgf",
        "results --standings --format csv game.sgf",
    ]
    .map(str::to_owned)
    .to_vec();
    for format in [
        "text", "short", "json", "jsonl", "csv", "sarif", "junit", "github", "markdown", "note",
    ] {
        commands.push(format!("validate --format {format} game.sgf copy.sgf"));
        commands.push(format!("batch --format {format} game.sgf"));
    }
    for format in ["text", "json", "jsonl", "svg", "png", "gif", "html", "pdf"] {
        commands.push(format!("replay --format {format} game.sgf"));
        commands.push(format!("replay --format {format} game.sgf -o /dev/full"));
    }
    for command in [
        "validate",
        "batch",
        "score",
        "fmt",
        "query",
        "stats",
        "dedupe",
        "results",
        "legal",
        "repair",
        "convert --to json",
        "compare --old ugo --new ugo-no-button",
    ] {
        commands.push(format!("{command} game.sgf"));
        commands.push(format!("{command} game.sgf -o /dev/full"));
    }
    for command in &commands {
        // A report goes to standard output, which is not its `--output`.
        if command == "validate --format github game.sgf copy.sgf"
            || command.starts_with("batch --format github")
            || command.starts_with("repair game.sgf") && !command.contains("-o")
        {
            continue;
        }
        let output = full(&folder, command);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {errors}");
        assert!(errors.contains("No space left"), "{command}: {errors}");
    }
}

/// A file system of another computer tells at the end only that its disk is full; here, a library that is loaded before
/// that of the system does.
#[cfg(target_os = "linux")]
#[allow(clippy::print_stdout)] // The test says that it is skipped.
#[test]
fn a_full_disk_that_is_told_late_is_noticed() {
    const LIBRARY: &str = r#"
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <stdio.h>
        #include <string.h>
        #include <unistd.h>

        int close(int descriptor) {
            int (*really)(int) = (int (*)(int))dlsym(RTLD_NEXT, "close");
            char link[64], target[4096];
            snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
            ssize_t length = readlink(link, target, sizeof target);
            int closed = really(descriptor);
            if (length < 5 || memcmp(target + length - 5, "/late", 5) != 0) return closed;
            errno = ENOSPC;
            return -1;
        }
    "#;
    let folder = folder(&[("game.sgf", GAME), ("late.c", LIBRARY), ("bad.sgf", "(")]);
    let built = Command::new("cc")
        .current_dir(&folder)
        .args(["-shared", "-fPIC", "-o", "late.so", "late.c", "-ldl"])
        .output();
    if !built.as_ref().is_ok_and(|built| built.status.success()) {
        println!("skipped: there is no C compiler: {built:?}");
        return;
    }
    let commands = [
        ("fmt game.sgf", ""),
        ("convert --to json game.sgf", ""),
        ("validate game.sgf", ""),
        ("validate bad.sgf", ""),
        ("random --game ugo -o /dev/stdout", ""),
        ("rules", ""),
        ("--version", ""),
        ("help fmt", ""),
        ("fmt game.sgf -o /dev/stderr", "/dev/stderr"),
    ];
    for (command, target) in commands {
        let late = fs::File::create(folder.path().join("late")).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"));
        child
            .current_dir(&folder)
            .args(command.split(' '))
            .env("LD_PRELOAD", folder.path().join("late.so"));
        let output = if target.is_empty() {
            child.stdout(late).output().unwrap()
        } else {
            child.stderr(late).output().unwrap()
        };
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(folder.path().join("late").metadata().unwrap().len() > 0);
        if target.is_empty() {
            let told = text(&output.stderr);
            let expected = "cannot write to standard output: No space left on device";
            assert_eq!(told.matches(expected).count(), 1, "{command}: {told}");
        }
    }
}

/// A socket says in another way than a pipe that its reader has gone.
#[cfg(unix)]
#[test]
fn the_reader_of_a_socket_may_leave_early() {
    use std::{io::Read, net};

    let folder = folder(&[]);
    let listener = net::TcpListener::bind("127.0.0.1:0").unwrap();
    let writer = net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (mut reader, _) = listener.accept().unwrap();
    // More than both ends of a connection hold.
    let child = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(&folder)
        .args(["random", "--game", "ugo", "--count", "1000000"])
        .stdin(Stdio::null())
        .stdout(std::os::fd::OwnedFd::from(writer))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    reader.read_exact(&mut [0; 100]).unwrap();
    // With unread data, the connection is reset.
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn help_for_a_closed_pipe_is_quiet() {
    let folder = folder(&[]);
    for argument in ["--help", "--version", "help"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .arg(argument)
            .stdout(writer)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{argument}");
        assert_eq!(text(&output.stderr), "", "{argument}");
    }
    let (status, out, errors) = run(&folder, &["--version"], "");
    assert_eq!((status, errors.as_str()), (0, ""));
    assert!(out.starts_with("kifu "));
    for arguments in [["--version", "--verbose"], ["--verbose", "-V"]] {
        let (status, verbose, errors) = run(&folder, &arguments, "");
        assert_eq!((status, errors.as_str()), (0, ""));
        let lines: Vec<&str> = verbose.lines().collect();
        assert_eq!(lines[0], out.trim_end());
        let names = ["commit: ", "features: ", "target: ", "rustc: rustc 1."];
        assert_eq!(lines.len(), names.len() + 1, "{verbose}");
        for (line, name) in lines[1..].iter().zip(names) {
            assert!(line.starts_with(name) && line.len() > name.len(), "{line}");
        }
        assert!(
            lines[2].contains("archive") && lines[2].contains("cli"),
            "{verbose}"
        );
    }
    for arguments in [&["--verbose"][..], &["--verbose", "rules"]] {
        assert_eq!(run(&folder, arguments, "").0, 2);
    }
    let (status, out, errors) = run(&folder, &["validate", "--nonsense"], "");
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(errors.contains("unexpected argument"), "{errors}");
}

/// What holds nothing, or ends too early, is not a success.
#[test]
fn inputs_without_content_are_errors() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (name, content) in [
        ("empty", ""),
        ("blank", "\n\n"),
        ("array", "[]"),
        ("cut", "id a\nsgf (;GM[ugo]SZ[3])\n"),
        ("comment", "# Ugo\n"),
    ] {
        fs::write(path(name), content).unwrap();
    }
    for args in [
        "convert --from json empty",
        "convert --from json blank",
        "convert --from json array",
        "convert --from margo-listing empty",
        "convert --from margo-listing blank --to csv",
        "convert --from abstractplay-margo empty",
        "convert --to json --from json empty",
        "perft --check empty",
        "perft --check comment",
        "perft --check cut",
        "perft --check cut --write",
        "merge empty",
        "legal --files-from empty",
        "validate --files-from blank",
        "batch --snapshot empty cut",
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .args(args.split(' '))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(!text(&output.stderr).is_empty(), "{args}");
    }
}

/// A file that cannot be read does not hide those named behind it.
#[test]
fn perft_checks_the_files_behind_one_that_cannot_be_read() {
    let wrong = "id a\nsgf (;GM[ugo]SZ[2])\nperft 1 6 captures 0 passes 0 ends 0 hash 0\n";
    let folder = crate::common::folder(&[("wrong", wrong), ("cut", "id a\n"), ("second", wrong)]);
    let run = |arguments: &[&str]| crate::common::run(&folder, arguments, "");
    let (status, output, errors) = run(&["perft", "--check", "none", "cut", "wrong"]);
    assert_eq!(status, 2, "{errors}");
    assert!(
        errors.contains("none") && errors.contains("cut"),
        "{errors}"
    );
    assert!(output.contains("wrong: 1 positions"), "{output}");
    let (status, output, errors) = run(&["perft", "--write", "--check", "none", "wrong", "second"]);
    assert_eq!(status, 2, "{errors}");
    assert_eq!(output, "wrong: written\nsecond: written\n");
    assert_eq!(run(&["perft", "--check", "wrong", "second"]).0, 0);
    // As long as can be read, without the counts that are written.
    let short = "id a\nsgf (;GM[ugo]SZ[2])\nperft 1 6\n";
    let full = format!("{}\n{short}", "#".repeat(1024 * 1024 - short.len() - 1));
    crate::common::write(&folder, "full", &full);
    let (status, output, errors) = run(&["perft", "--write", "--check", "full", "second"]);
    assert_eq!((status, output.as_str()), (2, "second: written\n"));
    assert!(errors.contains("it would be longer than"), "{errors}");
    assert!(fs::read_to_string(folder.path().join("full")).unwrap() == full);
}

/// A game on a pipe would wait for another program that writes to it.
#[test]
fn a_pipe_is_no_game_to_play() {
    let folder = TempDir::new().unwrap();
    let pipe = folder.path().join("pipe.sgf");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let arguments = ["play", "--plain", "--game", "ugo", "pipe.sgf"];
    let (status, _, errors) = crate::common::run(&folder, &arguments, "");
    assert_eq!(status, 2, "{errors}");
    assert!(errors.contains("it is not a file"), "{errors}");
}

/// In a folder, nothing that is named like a record is skipped in silence.
#[test]
fn pipes_and_sockets_in_a_folder_are_reported() {
    let folder = TempDir::new().unwrap();
    let records = folder.path().join("records");
    fs::create_dir_all(records.join("folder.sgf")).unwrap();
    fs::write(records.join("folder.sgf/game.sgf"), GAME).unwrap();
    let status = Command::new("mkfifo")
        .args([records.join("pipe.sgf"), records.join("pipe.txt")])
        .status()
        .unwrap();
    assert!(status.success());
    let _socket = std::os::unix::net::UnixListener::bind(records.join("socket.kifu")).unwrap();
    for command in [
        "validate", "score", "stats", "query", "dedupe", "results", "fmt",
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .args([command, "records"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}");
        let told = text(&output.stdout) + &text(&output.stderr);
        for name in ["records/pipe.sgf", "records/socket.kifu"] {
            assert!(told.contains(name), "{command}: {told}");
        }
        assert!(!told.contains("pipe.txt"), "{command}: {told}");
    }
}

/// A wrong path of an input does not cost the verdicts of an earlier run.
#[test]
fn a_snapshot_stays_where_nothing_could_be_read() {
    let folder = crate::common::folder(&[("d/a.sgf", GAME)]);
    fs::create_dir(folder.path().join("empty")).unwrap();
    let update = |path| {
        let args = ["batch", "--snapshot", "snap", "--update", path];
        crate::common::run(&folder, &args, "")
    };
    assert_eq!(update("d").0, 0);
    let snapshot = || fs::read_to_string(folder.path().join("snap")).unwrap();
    let before = snapshot();
    for path in ["missing", "empty"] {
        let (status, _, told) = update(path);
        assert_eq!(status, 2, "{told}");
        assert!(told.contains("it is left as it is"), "{told}");
        assert_eq!(snapshot(), before, "{path}");
    }
    // What could be read is written, and a new snapshot replaces none.
    fs::write(folder.path().join("d/b.sgf"), GAME).unwrap();
    let args = ["batch", "--snapshot", "snap", "--update", "d", "missing"];
    assert_eq!(crate::common::run(&folder, &args, "").0, 2);
    assert!(snapshot().contains("d/b.sgf"));
}

/// A warning about the whole record does not hide that its first error is another one.
#[test]
fn a_snapshot_compares_errors_before_warnings() {
    let game = |plies: &str| format!("(;GM[ugo]SZ[5]RE[?]XX[1];B[c3]{plies})");
    let folder = crate::common::folder(&[("a.sgf", &game(";W[c3]"))]);
    let batch = |options: &[&str]| {
        let args = ["batch", "--quiet", "--snapshot", "snap", "a.sgf"];
        crate::common::run(&folder, &[&args, options].concat(), "")
    };
    let stored = || fs::read_to_string(folder.path().join("snap")).unwrap();
    assert_eq!(batch(&["--update"]).0, 0);
    assert!(stored().contains(" ugo::occupied@2 "), "{}", stored());
    assert_eq!(batch(&[]).0, 0);
    fs::write(folder.path().join("a.sgf"), game(";W[z9]")).unwrap();
    let (status, _, told) = batch(&[]);
    assert_eq!(status, 1, "{told}");
    // Without an error it is the first warning.
    fs::write(folder.path().join("a.sgf"), game("")).unwrap();
    assert_eq!(batch(&["--update"]).0, 0);
    assert!(
        stored().contains(" record::unknown-property "),
        "{}",
        stored()
    );
}

/// A wrong path of an input does not empty the output of an earlier run.
#[test]
fn an_output_is_not_emptied_where_nothing_could_be_read() {
    for command in [
        &["query", "-o", "out"][..],
        &["dedupe", "-o", "out"],
        &["dedupe", "--by", "beginning", "-o", "out"],
        &["convert", "--to", "csv", "-o", "out"],
        &["convert", "--to", "abstractplay", "-o", "out"],
        &["convert", "--from", "moves", "--game", "ugo", "-o", "out"],
        &["replay", "-o", "out"],
        &["replay", "--format", "json", "-o", "out"],
        &["replay", "--format", "svg", "--at", "end", "-o", "out"],
        &["fmt", "-o", "out"],
        &["repair", "-o", "out"],
    ] {
        let folder = crate::common::folder(&[("out", "earlier"), ("a.sgf", GAME)]);
        let run = |path| crate::common::run(&folder, &[command, &[path]].concat(), "");
        let (status, _, errors) = run("missing.sgf");
        assert_eq!(status, 2, "{command:?}: {errors}");
        let kept = fs::read_to_string(folder.path().join("out")).unwrap();
        assert_eq!(kept, "earlier", "{command:?}");
        // The output says so where the command has got as far as that.
        let is_told = errors.contains("it is left as it is");
        assert!(is_told || command.contains(&"svg"), "{command:?}: {errors}");
        let names = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 2, "{command:?}: a temporary file remains");
    }
    // Nor does an input of which nothing is understood.
    for (command, text) in [
        (&["convert", "--from", "json"][..], "zzz"),
        (&["convert", "--from", "moves", "--game", "ugo"], "zzz"),
        (&["convert", "--to", "go-sgf"], "(;GM[bargo]SZ[3];W[a1])"),
        (&["dedupe"], "(;GM[ugo]SZ[3];W[a1]"),
        (&["query"], "(;GM[ugo]SZ[3];W[a1]"),
    ] {
        let folder = crate::common::folder(&[("out", "earlier"), ("a.txt", text)]);
        let arguments = [command, &["-o", "out", "a.txt"]].concat();
        let (status, _, errors) = crate::common::run(&folder, &arguments, "");
        let kept = fs::read_to_string(folder.path().join("out")).unwrap();
        assert_eq!(kept, "earlier", "{command:?}: {errors}");
        assert_ne!(status, 0, "{command:?}: {errors}");
        assert!(
            errors.contains("it is left as it is"),
            "{command:?}: {errors}"
        );
    }
    // What is there is written, whatever else could not be read.
    let folder = crate::common::folder(&[("out", "earlier"), ("a.sgf", GAME)]);
    let arguments = ["query", "-o", "out", "a.sgf", "missing.sgf"];
    let (status, _, errors) = crate::common::run(&folder, &arguments, "");
    assert_eq!(status, 2, "{errors}");
    let written = fs::read_to_string(folder.path().join("out")).unwrap();
    assert!(written.starts_with("(;"), "{written}");
    // A search without a match is one, and its result is empty.
    let arguments = ["query", "--player", "nobody", "-o", "out", "a.sgf"];
    let (status, _, errors) = crate::common::run(&folder, &arguments, "");
    assert_eq!(status, 1, "{errors}");
    let written = fs::read_to_string(folder.path().join("out")).unwrap();
    assert_eq!(written, "");
}
