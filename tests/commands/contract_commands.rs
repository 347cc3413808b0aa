//! The command line of `validate`: which files are read and how they are named, what the
//! options do, and the exit status.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use crate::common::{folder, kifu, run, write};

const GOOD: &str = "(;GM[ugo]SZ[3]RE[B+0.5];B[button];W[pass];B[pass])";
const BAD: &str = "(;GM[ugo]SZ[3]RE[?];B[a1];W[a1])";
const WARNED: &str = "(;GM[ugo]SZ[3]RE[?]XX[1])";

/// The sources, indexes and states that `--format jsonl` tells of.
fn told(lines: &str) -> Vec<String> {
    let told = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).expect("every line is JSON");
        let text = |key: &str| object[key].as_str().expect("a text").to_owned();
        format!("{} {} {}", text("source"), object["index"], text("status"))
    };
    lines.lines().map(told).collect()
}

#[test]
fn folders_are_walked_in_one_way() {
    let folder = folder(&[
        ("games/b.sgf", GOOD),
        ("games/a.sgf", BAD),
        ("games/B.SGF", GOOD),
        ("games/c.Kifu", GOOD),
        ("games/a/z.sgf", GOOD),
        ("games/a-b.sgf", GOOD),
        ("games/deep/er/x.kifu", GOOD),
        ("games/.hidden.sgf", BAD),
        ("games/.hidden/x.sgf", BAD),
        ("games/notes.txt", BAD),
        ("games/sgf", BAD),
        ("games/x.sgf.bak", BAD),
        ("elsewhere/x.sgf", BAD),
    ]);
    #[cfg(unix)]
    {
        let link = |to: &str, from: &str| {
            std::os::unix::fs::symlink(to, folder.path().join(from)).expect("a link can be made");
        };
        link("a.sgf", "games/link.sgf");
        link("../elsewhere", "games/folder.sgf");
        // This leads to a folder beside: it is not followed, and it is no loop.
        link("../../elsewhere", "games/deep/link");
    }
    let expected = [
        "games/B.SGF 1 valid",
        "games/a-b.sgf 1 valid",
        "games/a.sgf 1 invalid",
        "games/a/z.sgf 1 valid",
        "games/b.sgf 1 valid",
        "games/c.Kifu 1 valid",
        "games/deep/er/x.kifu 1 valid",
    ];
    for path in ["games", "games/"] {
        let (status, lines, _) = run(&folder, &["validate", "--format", "jsonl", path], "");
        assert_eq!(
            (status, told(&lines)),
            (1, expected.map(str::to_owned).to_vec())
        );
    }
    let (_, lines, _) = run(&folder, &["validate", "--format", "jsonl", "./games/a"], "");
    assert_eq!(told(&lines), ["./games/a/z.sgf 1 valid"]);
    // What is named is read, whatever its name, and in the order named.
    let args = [
        "validate",
        "--format",
        "jsonl",
        "games/x.sgf.bak",
        "games/.hidden.sgf",
        "games/b.sgf",
        "games/.hidden",
    ];
    let (_, lines, _) = run(&folder, &args, "");
    assert_eq!(
        told(&lines),
        [
            "games/x.sgf.bak 1 invalid",
            "games/.hidden.sgf 1 invalid",
            "games/b.sgf 1 valid",
            "games/.hidden/x.sgf 1 invalid",
        ]
    );
}

#[test]
fn standard_input_and_collections() {
    let folder = folder(&[]);
    let collection = format!("{GOOD}\n{BAD}\n(;");
    let args = ["validate", "--format", "jsonl", "-"];
    let (status, lines, _) = run(&folder, &args, collection.as_str());
    assert_eq!(
        (status, told(&lines)),
        (
            1,
            vec![
                "- 1 valid".into(),
                "- 2 invalid".into(),
                "- 3 malformed".into()
            ]
        )
    );
    let args = [
        "validate",
        "--format",
        "jsonl",
        "--stdin-name",
        "a b/é.sgf",
        "-",
    ];
    let (status, lines, _) = run(&folder, &args, GOOD);
    assert_eq!(
        (status, told(&lines)),
        (0, vec!["a b/é.sgf 1 valid".to_owned()])
    );
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_judged() {
    let folder = folder(&[("bad.sgf", BAD), ("empty/x.txt", GOOD)]);
    let args = [
        "validate",
        "--format",
        "jsonl",
        "missing.sgf",
        "bad.sgf",
        "empty",
    ];
    let (status, lines, errors) = run(&folder, &args, "");
    assert_eq!((status, errors.as_str()), (2, ""));
    let lines: Vec<&str> = lines.lines().collect();
    let unreadable = |name: &str, finding: &str| {
        format!(
            r#"{{"schema":1,"source":"{name}","index":0,"game":null,"ruleset":null,"size":null,"plies":0,"status":"unreadable","finished":false,"result":{{"recorded":null,"computed":null}},"findings":[{{{finding},"line":1,"column":1,"offset":0,"length":0}}],"players":{{"B":null,"W":null}},"event":null,"round":null,"date":null}}"#
        )
    };
    let missing = r#""code":"archive::unreadable","severity":"error","message":"there is no such file or folder""#;
    let empty = r#""code":"archive::empty","severity":"error","message":"there is no record in it: no file in it ends in `.sgf` or `.kifu`, nor is there an archive","help":"name a file to read it whatever its name ends in""#;
    assert_eq!(lines[0], unreadable("missing.sgf", missing));
    assert_eq!(told(lines[1]), ["bad.sgf 1 invalid"]);
    assert_eq!(lines[2], unreadable("empty", empty));
    assert_eq!(lines.len(), 3);
    // A folder that holds a record is not empty.
    write(&folder, "empty/x.sgf", GOOD);
    let (status, lines, _) = run(&folder, &["validate", "--format", "jsonl", "empty"], "");
    assert_eq!(
        (status, told(&lines)),
        (0, vec!["empty/x.sgf 1 valid".to_owned()])
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[("games/a.sgf", GOOD), ("games/b.sgf", GOOD)]);
    let secret = folder.path().join("games/a.sgf");
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o0)).expect("it is ours");
    if std::fs::read(&secret).is_ok() {
        return; // The superuser may read everything.
    }
    let (status, lines, _) = run(&folder, &["validate", "--format", "jsonl", "games"], "");
    assert_eq!(
        (status, told(&lines)),
        (
            2,
            vec![
                "games/a.sgf 0 unreadable".into(),
                "games/b.sgf 1 valid".into()
            ]
        )
    );
}

#[test]
fn short_is_one_line_a_finding() {
    let folder = folder(&[]);
    let text = "(;GM[ugo]SZ[3]RE[?]XX[1];B[a1];W[A1])\n(;GM[ugo]SZ[3]RE[?](;B[a1])(;B[x]))";
    let args = [
        "validate",
        "-",
        "--format",
        "short",
        "--quiet",
        "--variations",
        "all",
    ];
    let (status, lines, _) = run(&folder, &args, text);
    let expected = "\
-:1:20: warning[record::unknown-property]: `XX` is not a property of this format; it is kept as it is
-:1:32: error[ugo::occupied] ply 2 a1: a1 is not empty: Black's stone is there
-:2:30: error[record::notation] ply 1: `x` is not a move of Ugo
";
    assert_eq!((status, lines.as_str()), (1, expected));
    let (status, lines, _) = run(&folder, &["validate", "x", "--format", "short", "-q"], "");
    let expected = "x:1:1: error[archive::unreadable]: there is no such file or folder\n";
    assert_eq!((status, lines.as_str()), (2, expected));
}

#[test]
fn the_exit_status() {
    let folder = folder(&[
        ("good.sgf", GOOD),
        ("bad.sgf", BAD),
        ("warned.sgf", WARNED),
        ("empty/x", ""),
    ]);
    write(&folder, "bad.yaml", "name: x\ngame: ugo\nkommi: 3\n");
    for (args, expected) in [
        (&["good.sgf"][..], 0),
        (&["warned.sgf"], 0),
        (&["bad.sgf"], 1),
        (&["good.sgf", "bad.sgf", "good.sgf"], 1),
        (&["missing.sgf"], 2),
        (&["empty"], 2),
        (&["bad.sgf", "missing.sgf"], 2),
        (&["missing.sgf", "bad.sgf"], 2),
        (&["--strict", "warned.sgf"], 1),
        (&["--strict", "good.sgf"], 0),
        (
            &[
                "--strict",
                "--ignore",
                "record::unknown-property",
                "warned.sgf",
            ],
            0,
        ),
        (&["--exit-zero", "bad.sgf"], 0),
        (&["--exit-zero", "--strict", "warned.sgf"], 0),
        (&["--exit-zero", "missing.sgf"], 2),
        (&["--ignore", "ugo::occupied", "bad.sgf"], 0),
        (&["--ignore", "ugo::off-board", "bad.sgf"], 1),
        (&["--ignore", "ugo::nonsense", "bad.sgf"], 2),
        (&["--quiet", "bad.sgf"], 1),
        (&["--record", "1", "bad.sgf"], 1),
        (&["--record", "2", "bad.sgf"], 2),
        (&["--record", "0", "bad.sgf"], 2),
        (&["--record", "first", "bad.sgf"], 2),
        (&["--ruleset", "bad.yaml", "good.sgf"], 2),
        (&["--ruleset", "missing.yaml", "good.sgf"], 2),
        (&["--ruleset", "go", "good.sgf"], 2),
        (&["--format", "xml", "good.sgf"], 2),
        (&["--variations", "some", "good.sgf"], 2),
        (&["--output", "no/such/folder.txt", "good.sgf"], 2),
        (&["--jobs", "0", "good.sgf"], 2),
        (&["--nonsense", "good.sgf"], 2),
        (&[], 2),
    ] {
        for command in ["validate", "check"] {
            let args: Vec<&str> = std::iter::once(command)
                .chain(args.iter().copied())
                .collect();
            let (status, _, _) = run(&folder, &args, "");
            assert_eq!(status, expected, "{args:?}");
        }
    }
}

/// Usage errors are on standard error and say what would be right.
#[test]
fn what_cannot_be_carried_out_is_explained() {
    let folder = folder(&[("x.sgf", BAD)]);
    write(&folder, "key.yaml", "name: x\ngame: ugo\nkommi: 3\n");
    write(&folder, "value.yaml", "name: x\ngame: ugo\nkomi: many\n");
    write(&folder, "text.yaml", "{");
    for (args, parts) in [
        (
            ["--ignore", "ugo::ocupied"],
            &["did you mean `ugo::occupied`?"][..],
        ),
        (["--ruleset", "ugoo"], &["`ugoo`", "did you mean `ugo`?"]),
        (["--ruleset", "key.yaml"], &["key.yaml:3:1: ", "kommi"]),
        (["--ruleset", "value.yaml"], &["value.yaml:3:7: ", "many"]),
        (["--ruleset", "text.yaml"], &["text.yaml:"]),
        (["--ruleset", "none.yaml"], &["none.yaml"]),
        (
            ["--record", "2"],
            &["x.sgf: there is no record 2: the last one is 1"],
        ),
        (["--output", "no/x"], &["no/x"]),
    ] {
        let (status, _, errors) = run(&folder, &["validate", "x.sgf", args[0], args[1]], "");
        assert_eq!(status, 2, "{args:?}");
        for part in parts {
            assert!(errors.contains(part), "{args:?}: {errors}");
        }
    }
}

#[test]
fn findings_that_are_ignored_are_as_if_they_were_not_there() {
    let folder = folder(&[]);
    let text = "(;GM[ugo]SZ[3]RE[?]XX[1];B[a1];W[a1])";
    let args = [
        "validate",
        "-",
        "--format",
        "short",
        "--ignore",
        "record::unknown-property",
        "--ignore",
        "ugo::occupied",
    ];
    let (status, lines, _) = run(&folder, &args, text);
    assert_eq!((status, lines.as_str()), (0, "1 record: 1 valid; 1 ply\n"));
}

#[test]
fn records_of_a_collection_keep_their_number() {
    let folder = folder(&[]);
    let text = format!("{BAD}{GOOD}{WARNED}");
    for (wanted, expected) in [
        ("1", vec!["- 1 invalid"]),
        ("3", vec!["- 3 valid"]),
        ("all", vec!["- 1 invalid", "- 2 valid", "- 3 valid"]),
    ] {
        let args = ["validate", "-", "--format", "jsonl", "--record", wanted];
        let (_, lines, _) = run(&folder, &args, text.as_str());
        assert_eq!(told(&lines), expected);
    }
}

#[test]
fn output_may_go_to_a_file() {
    let folder = folder(&[("bad.sgf", BAD)]);
    let (_, expected, _) = run(&folder, &["validate", "bad.sgf"], "");
    for option in ["--output", "-o"] {
        let (status, nothing, _) = run(&folder, &["validate", "bad.sgf", option, "out.txt"], "");
        assert_eq!((status, nothing.as_str()), (1, ""));
        let written =
            std::fs::read_to_string(folder.path().join("out.txt")).expect("it is written");
        assert_eq!(written, expected);
    }
}

/// `--ruleset` replaces `RU` for records of its game; `KM` and `SZ` of the record still win.
#[test]
fn another_ruleset() {
    let folder = folder(&[]);
    write(
        &folder,
        "own.yaml",
        "name: own\ngame: ugo\nsize: 5\nkomi: 3\nbutton: false\n",
    );
    let text = "(;GM[ugo];B[pass];W[pass])\
                (;GM[ugo]RU[nonsense]SZ[3]KM[1];B[pass];W[pass])\
                (;GM[bargo]RU[bargo-no-button]SZ[3];B[pass];W[pass])";
    let judged = |ruleset: &str| -> Vec<String> {
        let args = ["validate", "-", "--format", "jsonl", "--ruleset", ruleset];
        let (_, lines, _) = run(&folder, &args, text);
        let of = |line: &str| {
            let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let codes = object["findings"].as_array().expect("an array").iter();
            let codes: Vec<&str> = codes
                .filter_map(|finding| finding["code"].as_str())
                .collect();
            let result = &object["result"]["computed"];
            format!(
                "{} {} {result} {}",
                object["ruleset"],
                object["size"],
                codes.join(" ")
            )
        };
        lines.lines().map(of).collect()
    };
    assert_eq!(
        judged("own.yaml"),
        [
            r#""own" "5" "W+3" record::size-assumed"#,
            r#""own" "3" "W+1" "#,
            r#""bargo-no-button" "3" "0" "#
        ]
    );
    assert_eq!(
        judged("UGO"),
        [
            r#""ugo" "19" null record::size-assumed ugo::pass-before-button"#,
            r#""ugo" "3" null ugo::pass-before-button"#,
            r#""bargo-no-button" "3" "0" "#
        ]
    );
}

/// The order of the output does not depend on the number of threads.
#[test]
fn any_number_of_jobs_gives_the_same() {
    let text: String = (0..600)
        .map(|n| if n % 7 == 0 { BAD } else { GOOD })
        .collect();
    let folder = folder(&[]);
    let with = |jobs| {
        run(
            &folder,
            &["validate", "-", "--format", "short", "--jobs", jobs],
            text.as_str(),
        )
    };
    assert_eq!(with("1"), with("4"));
}

/// Whoever has read enough closes the pipe, and the program ends without a word.
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let text = BAD.repeat(20_000);
    let folder = folder(&[("many.sgf", &text)]);
    for format in ["text", "short", "json", "jsonl", "csv", "junit", "sarif"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .args(["validate", "many.sgf", "--format", format])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line is written");
        assert!(!line.is_empty());
        drop(reader);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{format}");
        assert!(
            output.status.code().is_some_and(|code| code < 2),
            "{format}: {}",
            output.status
        );
    }
}

/// A pipe that holds one of several results is not standard output: what was not written is told.
#[cfg(unix)]
#[allow(clippy::print_stdout)]
#[test]
fn a_report_whose_pipe_is_closed_is_an_error() {
    let text = BAD.repeat(20_000);
    let folder = folder(&[("many.sgf", &text)]);
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        println!("skipped: there is no mkfifo");
        return;
    }
    let report = ["batch", "-q", "--report", "jsonl=pipe", "-o", "o.txt"];
    for arguments in [&report[..], &["validate", "-o", "pipe"]] {
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || {
                let mut line = String::new();
                let file = std::fs::File::open(pipe).expect("the pipe opens");
                BufReader::new(file).read_line(&mut line)
            }
        });
        let arguments = [arguments, &["many.sgf"]].concat();
        let (status, _, err) = run(&folder, &arguments, "");
        assert!(
            reader
                .join()
                .expect("it reads")
                .is_ok_and(|length| length > 0)
        );
        assert_eq!(status, 2, "{err}");
        assert!(
            err.contains("cannot write") && err.contains("pipe"),
            "{err}"
        );
    }
}

#[test]
fn when_there_is_color() {
    let folder = folder(&[("bad.sgf", BAD)]);
    let colored = |option: Option<&str>, variables: &[(&str, &str)]| {
        let mut args = vec!["validate", "bad.sgf"];
        args.extend(
            option
                .map(|option| ["--color", option])
                .into_iter()
                .flatten(),
        );
        let mut command = kifu(&folder, &args);
        command.envs(variables.iter().copied());
        let output = command.output().expect("the program runs");
        output.stdout.contains(&b'\x1b')
    };
    // Not on a pipe, unless it is forced; `NO_COLOR` wins over force, the option over all.
    assert!(!colored(None, &[]));
    assert!(colored(None, &[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(None, &[("CLICOLOR_FORCE", "0")]));
    assert!(!colored(
        None,
        &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]
    ));
    assert!(colored(None, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")]));
    assert!(colored(Some("always"), &[("NO_COLOR", "1")]));
    assert!(colored(Some("always"), &[]));
    assert!(!colored(Some("never"), &[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(Some("auto"), &[]));
    // A file that is written by name, and what `patch` reads, have none that is not asked for by the option.
    let forced = |args: &[&str]| {
        let mut command = kifu(&folder, args);
        let output = command.env("FORCE_COLOR", "1").output();
        output.expect("the program runs").stdout.contains(&b'\x1b')
    };
    for (option, is_colored) in [("auto", false), ("always", true)] {
        forced(&["validate", "--color", option, "-o", "report", "bad.sgf"]);
        let report = std::fs::read(folder.path().join("report")).expect("a file");
        assert_eq!(report.contains(&b'\x1b'), is_colored, "{option}");
        for command in ["fmt", "repair"] {
            let diff = forced(&[command, "--diff", "--color", option, "bad.sgf"]);
            assert_eq!(diff, is_colored && command == "fmt", "{command} {option}");
        }
    }
}
