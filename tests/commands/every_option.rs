//! Every option of every command has a test that shows what it does: the table `every_option.txt`. Each line is run without
//! the option and with it.

use std::{collections::BTreeMap, fs, path::Path};

use tempfile::TempDir;
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::common::{folder, kifu, run};

const TABLE: &str = include_str!("every_option.txt");

/// The commands that read records.
const READING: [&str; 13] = [
    "validate", "batch", "score", "replay", "compare", "fmt", "convert", "repair", "query",
    "dedupe", "stats", "results", "metrics",
];

/// The files that the table names.
const FILES: [(&str, &str); 26] = [
    (
        "first.sgf",
        "(;GM[ugo]SZ[5]PB[Ann]PW[Ben]EV[Open]DT[2026-11-20]RE[B+24.5];B[C3];W[button];B[pass];W[pass])\n",
    ),
    (
        "long.sgf",
        "(;GM[ugo]SZ[5]RE[?];B[c3];W[button];B[b2];W[b4];B[d4];W[d2])\n",
    ),
    (
        "stones.sgf",
        "(;GM[sygo]SZ[9]RE[?]AB[a1][c1]AW[e1];W[g1];B[a3,c3])\n",
    ),
    ("warning.sgf", "(;GM[ugo]SZ[5]RE[?]XX[1];B[c3])\n"),
    (
        "variations.sgf",
        "(;GM[sygo]SZ[5]RE[?];W[c3](;B[d3])(;W[e5]))\n",
    ),
    (
        "margo.sgf",
        "(;GM[margo]SZ[3]RE[?];W[a1]C[note];B[a3];W[c1];B[c3];W[b2])\n",
    ),
    ("truncated.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3];W[d"),
    ("repairable.sgf", "(;GM[ugo]SZ[5];B[c3]MN[7])\n"),
    ("corner.sgf", "(;GM[ugo]SZ[5]RE[?];B[a1])\n"),
    (
        "corners.sgf",
        "(;GM[ugo]SZ[5]RE[?];B[e1])\n(;GM[ugo]SZ[5]RE[?];B[a5])\n",
    ),
    ("cornered.sgf", "(;GM[ugo]SZ[5]RE[?];B[a1];W[b2])\n"),
    ("corner9.sgf", "(;GM[ugo]SZ[9]RE[?];B[a1])\n"),
    (
        "branch.sgf",
        "(;GM[ugo]SZ[5]RE[?];B[c3](;W[d4])(;W[button]))\n",
    ),
    (
        "small.yaml",
        "name: small\ngame: ugo\nsize: 5\nsizes: {min: 2, max: 6}\n",
    ),
    ("stated.sgf", "(;GM[ugo]SZ[5]PB[Ann]PW[Ben]RE[B+3];B[c3])\n"),
    ("komi.yaml", "name: mine\ngame: ugo\nkomi: 30\n"),
    (
        "sygo-strict.yaml",
        "name: strict\ngame: sygo\nbalance-turn: false\n",
    ),
    ("bounds.yaml", "plies: [1, 2]\n"),
    ("list.txt", "long.sgf\nalso.sgf\n"),
    ("nul.txt", "long.sgf\0"),
    (
        "lines.jsonl",
        "{\"id\":1,\"record\":\"(;GM[ugo]SZ[5]RE[?];B[c3])\"}\n",
    ),
    ("roster.txt", "Ann\n"),
    ("moves.txt", "1. j4 c3 2. d3\n"),
    ("game.txt", "Game 1 (5x5)\n1 a1  2 c1\n3 e1  4 Resign\n"),
    ("a.perft", "id a\nsgf (;GM[ugo]SZ[2])\nperft 1 9\n"),
    ("also.sgf", "(;GM[ugo]SZ[5];B[c3]MN[7])\n"),
];

const FIRST: &str = "(;GM[ugo]SZ[5]PB[Ann]PW[Ben]EV[Open]DT[2026-11-20]RE[B+24.5];B[C3];W[button];B[pass];W[pass])\n";
const SECOND: &str = "(;GM[ugo]SZ[5]RE[W+1]XX[1];B[c3]C[a](;W[c3])(;W[button];B[b2];W[b2]))\n";

/// The usual arguments of a command.
fn usual(command: &str) -> &'static str {
    match command {
        "compare" => "--old ugo --new komi.yaml two.sgf",
        "convert" => "--to json two.sgf",
        "explain" | "man" | "conformance" => "",
        "perft" => "--game ugo --size 2 --depth 1",
        "random" | "selfplay" => "--game ugo --size 3",
        _ => "two.sgf",
    }
}

/// All commands, as `kifu --help` lists them.
pub(crate) fn commands() -> Vec<String> {
    let help = run(&folder(&[]), &["--help"], "").1;
    let lists = help.split("\nOptions:").next().unwrap_or_default();
    let names = lists.lines().filter_map(|line| line.strip_prefix("  "));
    let names = names.map(|line| line.split(' ').next().unwrap_or_default().to_owned());
    names.filter(|name| name != "help").collect()
}

/// The options of a command, as its help lists them.
fn options(command: &str) -> Vec<String> {
    let help = run(&folder(&[]), &[command, "--help"], "").1;
    let options = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let long = match line.split_once(", ") {
            Some((short, long)) if short.len() == 2 && short.starts_with('-') => long,
            _ => line,
        };
        let end = long.find([' ', '[', '=']).unwrap_or(long.len());
        long.starts_with("--").then(|| long[..end].to_owned())
    });
    options.filter(|option| option != "--help").collect()
}

/// A line of the table for one command.
struct OptionRow {
    command: String,
    option: String,
    without: String,
    added: String,
    is_observable: bool,
}

fn table() -> Vec<OptionRow> {
    let mut rows = Vec::new();
    let lines = TABLE
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let cells: Vec<&str> = line.split(" | ").collect();
        let [commands, option, without, added, effect] = cells[..] else {
            panic!("{line}");
        };
        let commands: Vec<&str> = match commands {
            "all" => READING.to_vec(),
            names => names.split(' ').collect(),
        };
        for command in commands {
            let usual = usual(command);
            let without = match without.strip_prefix("usual=") {
                Some(file) => usual.replace("two.sgf", file),
                None => without.replace("usual", usual),
            };
            rows.push(OptionRow {
                command: command.to_owned(),
                option: option.to_owned(),
                without,
                added: added.to_owned(),
                is_observable: effect == "other",
            });
        }
    }
    rows
}

/// The words of a line; those in `'` are one.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(number, part)| match number % 2 {
        1 => vec![part],
        _ => part.split_whitespace().collect(),
    });
    words.collect()
}

/// The files of a folder and their contents.
fn contents(folder: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            contents(&path, found);
        } else {
            found.insert(path.display().to_string(), fs::read(&path).unwrap());
        }
    }
}

/// A folder with all files.
fn place() -> TempDir {
    let folder = folder(&FILES);
    let path = |name: &str| folder.path().join(name);
    fs::write(path("two.sgf"), format!("{FIRST}{SECOND}")).unwrap();
    fs::create_dir(path("new")).unwrap();
    for (source, report) in [("two.sgf", "1.jsonl"), ("warning.sgf", "warning.jsonl")] {
        let (_, lines, _) = run(&folder, &["validate", "--format", "jsonl", source], "");
        fs::write(path(report), lines).unwrap();
    }
    let mut archive = ZipWriter::new(fs::File::create(path("archive.zip")).unwrap());
    archive
        .start_file("first.sgf", SimpleFileOptions::default())
        .unwrap();
    std::io::Write::write_all(&mut archive, FIRST.as_bytes()).unwrap();
    archive.finish().unwrap();
    folder
}

/// What a run leads to: status, output, and the files afterwards.
fn outcome(command: &str, arguments: &[&str]) -> (Option<i32>, Vec<u8>, Vec<u8>, Vec<Vec<u8>>) {
    let folder = place();
    let arguments = [&[command], arguments].concat();
    let input = format!("{FIRST}{SECOND}");
    let output = kifu(&folder, &arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    let mut files = BTreeMap::new();
    contents(folder.path(), &mut files);
    let files = files.into_values().collect();
    (output.status.code(), output.stdout, output.stderr, files)
}

#[test]
fn every_option_does_what_the_table_says() {
    let mut wrong = Vec::new();
    for row in table() {
        let without = words(&row.without);
        let with = [&without[..], &words(&row.added)].concat();
        let (before, after) = (
            outcome(&row.command, &without),
            outcome(&row.command, &with),
        );
        let said = String::from_utf8_lossy(&after.2);
        let line = format!("kifu {} {} {}", row.command, row.without, row.added);
        if said.starts_with("error:") {
            wrong.push(format!("{line}: {said}"));
        }
        if (before != after) != row.is_observable {
            wrong.push(format!("{line}: expected another effect"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_option_of_every_command_is_in_the_table() {
    let rows = table();
    for command in commands() {
        for option in options(&command) {
            assert!(
                rows.iter()
                    .any(|row| row.command == command && row.option == option),
                "add a line for `kifu {command} {option}` to tests/commands/every_option.txt: arguments without the option, and what the option adds"
            );
        }
    }
    for row in rows {
        assert!(
            options(&row.command).contains(&row.option),
            "there is no `kifu {} {}`",
            row.command,
            row.option
        );
    }
}

/// The same name does not take a number in one command and nothing in another: see the former names in `options.rs`.
#[test]
fn an_option_has_one_meaning() {
    // What a name stands for here depends on the command, but does not mislead.
    let allowed = [
        // How many records are written, and how many match.
        "--count",
        // What makes records duplicates, and what results are grouped by.
        "--by",
        // One position of a record, or several, or any.
        "--at",
        // A file, and a folder for many.
        "--output",
        // The ruleset that records name, and the one that they are verified by.
        "--ruleset",
        // The name of a person, and the kind of a player.
        "--black",
        "--white",
        "--grey",
        "--yellow",
        "--player",
        // One value, and several that are tried.
        "--komi",
    ];
    let mut values: BTreeMap<String, (String, String)> = BTreeMap::new();
    for command in commands() {
        let help = run(&folder(&[]), &[command.as_str(), "--help"], "").1;
        for option in options(&command) {
            let lines = help.lines().map(str::trim_start);
            let spelled = lines.filter_map(|line| line.split_once(option.as_str()));
            let mut spelled = spelled.filter(|(short, rest)| {
                (short.is_empty() || short.len() == 4)
                    && !rest.starts_with(char::is_alphanumeric)
                    && !rest.starts_with('-')
            });
            let value = spelled.next().map_or("", |(_, rest)| rest);
            let value = value.split("  ").next().unwrap_or_default().to_owned();
            let (other, known) = values
                .entry(option.clone())
                .or_insert_with(|| (command.clone(), value.clone()));
            assert!(
                *known == value || allowed.contains(&option.as_str()),
                "`{option}{value}` of {command} is `{option}{known}` in {other}: give it a name of its own"
            );
        }
    }
}
