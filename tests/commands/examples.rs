//! The examples in the help of commands work.

use std::{fs, io::Write, os::unix::fs::PermissionsExt, path::Path, process::Command};

use crate::{
    common::{folder, kifu, run},
    every_option::commands,
    pictures::font,
    screen::Screen,
};
use tempfile::TempDir;
use zip::{ZipWriter, write::SimpleFileOptions};

/// A folder with what examples name: folders and archives of records, and files of many kinds.
fn place(example: &str) -> TempDir {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("records/ugo");
    let listing = "Game 1 (5x5)\n1 a1  2 c1\n3 e1  4 Resign\n";
    let margo = "name: old\ngame: margo\n";
    let submission = "(;GM[ugo]SZ[5]PB[Ann]PW[Ben]EV[Open]RO[1]RE[B+R];B[a1];W[resign])\n";
    let folder = folder(&[
        ("game.txt", listing),
        ("post.txt", "1. c3 d3 2. e4\n"),
        (
            "ALL.json",
            r#"[{"header":{"game":{"name":"Margo"},"site":{"name":"A"},"players":[{"name":"a","result":1},{"name":"b","result":0}]},"moves":[["1c5","resign"]]}]"#,
        ),
        (
            "records.json",
            r#"[{"schema":1,"nodes":[{"parent":null,"properties":[{"name":"GM","values":["ugo"]}]}]}]"#,
        ),
        (
            "records/margo/a.sgf",
            "(;GM[margo]SZ[5]RE[W+R];W[a1];B[resign])\n",
        ),
        (
            "records/ugo/a.sgf",
            "(;GM[ugo]SZ[5]RE[B+R];B[a1];W[resign])\n",
        ),
        ("submissions/a.sgf", submission),
        ("players.txt", "Ann\nBen\n"),
        ("moves.txt", "d4\ne4\n"),
        ("bounds.yaml", "finished: \">= 0.5\"\n"),
        ("truncated.sgf", "(;GM[ugo]SZ[9]RE[?];B[c3];W[d"),
        ("my-rules.yaml", "name: my-rules\ngame: ugo\nkomi: 5\n"),
        ("old.yaml", margo),
        (
            "new.yaml",
            "name: new\ngame: margo\nrepetition: situational\n",
        ),
        (
            "tests/perft/a.perft",
            "id a\nsgf (;GM[margo]SZ[2])\nperft 1 4 captures 0 passes 0 ends 0\n",
        ),
        (".local/share/bash-completion/completions/other", ""),
        (".zfunc/other", ""),
        // Stand for programs that are not installed everywhere.
        ("bin/man", "#!/bin/sh\ncat\n"),
        ("bin/zstd", "#!/bin/sh\ncat 1.jsonl 2.jsonl\n"),
    ]);
    let path = |name: &str| folder.path().join(name);
    for program in ["bin/man", "bin/zstd"] {
        fs::set_permissions(path(program), fs::Permissions::from_mode(0o755)).unwrap();
    }
    fs::write(path("NotoSansJP.ttf"), font('日')).unwrap();
    let archive = fs::File::create(path("archive.zip")).unwrap();
    let mut archive = ZipWriter::new(archive);
    for name in ["engine-7x7.sgf", "engine-9x9.sgf", "study-king.sgf"] {
        let text = fs::read(samples.join(name)).unwrap();
        for records in ["records", "records/ugo"] {
            fs::write(path(records).join(name), &text).unwrap();
        }
        archive
            .start_file(name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(&text).unwrap();
    }
    archive.finish().unwrap();
    let write = |file: &str, arguments: &[&str]| {
        let output = kifu(&folder, arguments).output().unwrap();
        fs::write(path(file), output.stdout).unwrap();
    };
    let random = ["random", "--game", "ugo", "--size", "9", "--black", "Ann"];
    write("game.sgf", &random);
    let shard = |part| ["batch", "--format", "jsonl", "--shard", part, "records"];
    write("1.jsonl", &shard("1/2"));
    write("2.jsonl", &shard("2/2"));
    if example.contains("lines.jsonl") {
        let line = r#"{"id":1,"record":"(;GM[ugo]SZ[5]RE[?];B[c3])"}"#;
        fs::write(path("lines.jsonl"), line).unwrap();
    }
    if example.contains("--snapshot") {
        let update = [
            "batch",
            "--snapshot",
            "kifu.snapshot",
            "--update",
            "records",
        ];
        kifu(&folder, &update).output().unwrap();
    }
    folder
}

/// The lines below `Examples:`, without what is said of them.
fn examples(command: &str) -> Vec<String> {
    let help = run(&folder(&[]), &[command, "--help"], "").1;
    let lines = help.lines().skip_while(|line| *line != "Examples:");
    let lines = lines.skip(1).take_while(|line| !line.is_empty());
    let commands = lines.map(|line| line.trim().split("  ").next().unwrap().to_owned());
    commands.collect()
}

#[test]
fn examples_do_what_they_say() {
    let program = Path::new(env!("CARGO_BIN_EXE_kifu")).parent().unwrap();
    for command in commands() {
        let examples = examples(&command);
        assert!(examples.len() >= 2, "{command}: {examples:?}");
        for example in examples {
            let folder = place(&example);
            // The screen needs the terminal, but what is piped to it does not.
            let example = example.split(" | kifu view").next().unwrap_or_default();
            let words = example.strip_prefix("kifu ").unwrap_or_default();
            let has_screen = words.starts_with("play ") || words.starts_with("view ");
            if has_screen && !words.contains("--plain") {
                // Until the user quits.
                let mut screen = Screen::start(folder.path(), words);
                screen.wait_for("quit");
                screen.send("\x03");
                assert!(screen.end().success(), "{example}: {}", screen.printed());
                continue;
            }
            let bin = folder.path().join("bin");
            let path = std::env::var("PATH").unwrap();
            let path = format!("{}:{}:{path}", bin.display(), program.display());
            let output = Command::new("sh")
                .args(["-c", example])
                .env("PATH", &path)
                .env("HOME", folder.path())
                .current_dir(folder.path())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            // 1 says that something is wrong with a record, that nothing was selected, or that there are duplicates.
            assert!(
                matches!(output.status.code(), Some(0 | 1)),
                "{example}: {said}"
            );
            let is_error = |line: &str| line.starts_with("error:") || line.starts_with("kifu:");
            assert!(!said.lines().any(is_error), "{example}: {said}");
        }
    }
}
