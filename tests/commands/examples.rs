//! The examples in the help of commands work.

use std::{fs, io::Write, path::Path, process::Command};

use crate::common::{folder, run};
use tempfile::TempDir;
use zip::{ZipWriter, write::SimpleFileOptions};

/// A folder with what examples name: folders and an archive of records, and a game in several notations.
fn place() -> TempDir {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("records/ugo");
    let listing = "Game 1 (5x5)\n1 a1  2 c1\n3 e1  4 Resign\n";
    let folder = folder(&[
        ("game.sgf", "(;GM[ugo]SZ[9]PB[Ann]RE[?];B[c3])\n"),
        ("game.txt", listing),
        (
            "records.json",
            r#"[{"schema":1,"nodes":[{"parent":null,"properties":[{"name":"GM","values":["ugo"]}]}]}]"#,
        ),
        (
            "records/margo/a.sgf",
            "(;GM[margo]SZ[5]RE[W+R];W[a1];B[resign])\n",
        ),
        (
            "submissions/a.sgf",
            "(;GM[ugo]SZ[5]PB[Ann]PW[Ben]EV[Open]RO[1]RE[B+R];B[a1];W[resign])\n",
        ),
        ("players.txt", "Ann\nBen\n"),
        (
            "records/ugo/a.sgf",
            "(;GM[ugo]SZ[5]RE[B+R];B[a1];W[resign])\n",
        ),
    ]);
    let archive = fs::File::create(folder.path().join("archive.zip")).unwrap();
    let mut archive = ZipWriter::new(archive);
    for name in ["engine-7x7.sgf", "engine-9x9.sgf", "study-king.sgf"] {
        let text = fs::read(samples.join(name)).unwrap();
        for records in ["records", "records/ugo"] {
            fs::write(folder.path().join(records).join(name), &text).unwrap();
        }
        archive
            .start_file(name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(&text).unwrap();
    }
    archive.finish().unwrap();
    folder
}

/// The lines below `Examples:`, without what is said of them.
fn examples(command: &str) -> Vec<String> {
    let help = run(&folder(&[]), &[command, "--help"], "").1;
    let lines = help.lines().skip_while(|line| *line != "Examples:");
    let lines = lines.skip(1).take_while(|line| !line.is_empty());
    let commands = lines.map(|line| line.trim().split("   ").next().unwrap().to_owned());
    commands.collect()
}

#[cfg(unix)]
#[test]
fn examples_do_what_they_say() {
    let program = Path::new(env!("CARGO_BIN_EXE_kifu")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.display());
    for command in [
        "legal", "query", "dedupe", "stats", "results", "repair", "convert",
    ] {
        let examples = examples(command);
        assert!(examples.len() >= 2, "{examples:?}");
        for example in examples {
            let folder = place();
            let output = Command::new("sh")
                .args(["-c", &example])
                .env("PATH", &path)
                .current_dir(folder.path())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            // 1 says that nothing was selected, or that there are doubles.
            assert!(
                matches!(output.status.code(), Some(0 | 1)),
                "{example}: {said}"
            );
            assert!(!said.contains("error"), "{example}: {said}");
        }
    }
}
