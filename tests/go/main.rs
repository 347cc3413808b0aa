//! What `kifu convert --to go-sgf` writes is read by other people's programs, sgfmill in Python and
//! @sabaki/sgf in JavaScript, and played there as Go it shows the positions of the game at every node. The two
//! are fetched into `target`; where that is not possible the tests say so and do nothing.

#[path = "../common/mod.rs"]
mod common;

use std::{
    collections::{BTreeMap, VecDeque},
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use common::convert::{random, samples, write_one};
use kifu::{
    convert::{Notation, Written},
    games::Game,
    record::{self, Name},
    ruleset,
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The readers, in the versions that are fetched.
const SGFMILL: &str = "sgfmill==1.1.1";
const SABAKI: [&str; 2] = ["@sabaki/sgf@3.4.7", "@sabaki/go-board@1.4.3"];

/// Random games of each ruleset.
const GAMES: u64 = 150;

/// A record with its export as Go, and what is expected there.
struct Case {
    name: String,
    go: PathBuf,
    is_square: bool,
    /// Whether the record marks points as kings are marked.
    has_marks: bool,
    /// For each node: the ply as `kifu replay` shows it, if it has one.
    expected: Vec<Option<Value>>,
}

/// All sample records of Ugo and Sygo that can be played, and random ones.
fn cases(folder: &TempDir) -> Vec<Case> {
    let mut texts = Vec::new();
    for (name, decoded) in samples() {
        for record in record::read(&decoded.text) {
            texts.push((name.clone(), record.text().to_owned()));
        }
    }
    for ruleset in ruleset::embedded() {
        if matches!(ruleset.game(), Game::Ugo | Game::Sygo) {
            let games = (0..GAMES).map(|number| {
                (
                    format!("{} {number}", ruleset.name),
                    random(ruleset, number),
                )
            });
            texts.extend(games);
        }
    }
    let is_ours = |text: &str| text.contains("GM[ugo]") || text.contains("GM[sygo]");
    texts.retain(|(_, text)| is_ours(text));
    let all: String = texts.iter().map(|(_, text)| format!("{text}\n")).collect();
    common::write(folder, "all.sgf", &all);
    let (_, lines, told) = common::run(
        folder,
        &["replay", "--at", "all", "--format", "jsonl", "all.sgf"],
        "",
    );
    let mut shown: BTreeMap<usize, VecDeque<Value>> = BTreeMap::new();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).expect("a line is JSON");
        if !line["pieces"].is_null() {
            let index = line["index"].as_u64().expect("a number");
            shown.entry(index as usize).or_default().push_back(line);
        }
    }
    assert!(!shown.is_empty(), "{told}");
    let mut cases = Vec::new();
    for (number, (name, text)) in texts.into_iter().enumerate() {
        let written = write_one(Notation::GoSgf, &text);
        let mut shown = shown.remove(&(number + 1)).unwrap_or_default();
        let Ok(Written { text: go, .. }) = written else {
            assert!(shown.is_empty(), "{name}");
            continue;
        };
        let path = common::write(folder, &format!("{number}.sgf"), &go);
        // Nodes of the main line come first, in the record as in its export.
        let record = record::read(&go).next().expect("a record");
        let mut expected = Vec::new();
        let mut node = Some(record::NodeId::ROOT);
        let mut first = shown.pop_front();
        while let Some(id) = node {
            let is_ply = |property: &record::Property| {
                let told = || {
                    record
                        .values(property)
                        .iter()
                        .any(|&value| is_told(record.raw(value)))
                };
                matches!(property.name, Name::B | Name::W)
                    || property.name == Name::C && id != record::NodeId::ROOT && told()
            };
            let has_ply = record.properties(id).iter().any(is_ply);
            expected.push(if has_ply {
                shown.pop_front()
            } else {
                first.take()
            });
            node = record.children(id).next();
        }
        assert!(
            shown.is_empty(),
            "{name}: {} plies are missing\n{go}",
            shown.len()
        );
        let is_square = shown_size(&record).is_some_and(|size| !size.contains(':'));
        cases.push(Case {
            name,
            go: path,
            is_square,
            has_marks: text.contains("MA["),
            expected,
        });
    }
    assert!(cases.len() > 3 * GAMES as usize);
    cases
}

/// Whether a comment begins with what was played.
fn is_told(comment: &str) -> bool {
    [
        "Black plays ",
        "White plays ",
        "Black's king: ",
        "White's king: ",
    ]
    .iter()
    .any(|start| comment.starts_with(start))
        || ["takes the button.", "resigns."].iter().any(|end| {
            comment
                .lines()
                .next()
                .is_some_and(|line| line.ends_with(end))
        })
}

fn shown_size<'r>(record: &record::Record<'r>) -> Option<&'r str> {
    let mut root = record.properties(record::NodeId::ROOT).iter();
    let property = root.find(|property| property.name == Name::SZ)?;
    Some(record.raw(*record.values(property).first()?))
}

/// A position as the readers print it.
fn as_go(line: &Value, size: &str) -> Value {
    let (columns, rows) = size.split_once(':').unwrap_or((size, size));
    let (columns, rows): (usize, usize) = (columns.parse().unwrap(), rows.parse().unwrap());
    let mut board = vec![vec!['.'; columns]; rows];
    let mut kings = Vec::new();
    for (list, letter) in [("AB", 'X'), ("AW", 'O')] {
        for piece in line["pieces"][list].as_array().expect("a list") {
            let piece = piece.as_str().expect("a text");
            let point = piece.trim_start_matches('K');
            let column = point.as_bytes()[0] - b'a';
            let row: usize = point[1..].parse().expect("one letter and a number");
            board[rows - row][usize::from(column)] = letter;
            if point != piece {
                kings.push((usize::from(column) + 1, row));
            }
        }
    }
    kings.sort_unstable();
    let rows: Vec<String> = board.into_iter().map(String::from_iter).collect();
    json!({"rows": rows, "kings": kings})
}

/// Compares what a reader prints with what is expected.
fn compare(cases: &[Case], printed: &str) {
    assert_eq!(printed.lines().count(), cases.len());
    let mut positions = 0;
    for (case, line) in cases.iter().zip(printed.lines()) {
        let shown: Vec<Value> = serde_json::from_str(line).expect("a line is JSON");
        let go = fs::read_to_string(&case.go).expect("it is there");
        let record = record::read(&go).next().expect("a record");
        assert_eq!(shown.len(), record.nodes().count(), "{}", case.name);
        let size = shown_size(&record).expect("a size");
        for (node, (expected, shown)) in case.expected.iter().zip(&shown).enumerate() {
            if let Some(expected) = expected {
                let mut shown = shown.clone();
                let mut meant = as_go(expected, size);
                if case.has_marks {
                    shown["kings"].take();
                    meant["kings"].take();
                }
                assert_eq!(meant, shown, "{} node {node}: {expected}\n{go}", case.name);
                positions += 1;
            }
        }
    }
    assert!(positions > 10 * cases.len(), "{positions}");
}

/// Says why a test does nothing, past the capture of the test harness.
fn skip(reason: &str) {
    let _ = writeln!(io::stderr(), "a test of records of Go is skipped: {reason}");
}

/// The folder that a reader is fetched into. What is there is not fetched again.
fn fetched(name: &str, fetch: &dyn Fn(&Path) -> io::Result<Output>) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mark = folder.join("complete");
    if !mark.is_file() {
        fs::create_dir_all(&folder).expect("a folder can be made");
        let done = fetch(&folder);
        if !done.as_ref().is_ok_and(|output| output.status.success()) {
            skip(&format!("{name} cannot be fetched: {done:?}"));
            return None;
        }
        fs::write(mark, "").expect("a file can be written");
    }
    Some(folder)
}

/// What a program prints of the records.
fn printed(command: &mut Command, cases: &[Case]) -> String {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let list: String = cases
        .iter()
        .map(|case| format!("{}\n", case.go.display()))
        .collect();
    let mut input = child.stdin.take().expect("a pipe");
    let writing = std::thread::spawn(move || input.write_all(list.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writing
        .join()
        .expect("the list is written")
        .expect("the list is written");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/go")
        .join(name)
}

#[test]
fn sgfmill_shows_the_positions_of_the_game() {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let name = format!("{}-1", SGFMILL.replace("==", "-"));
    let fetch = |folder: &Path| {
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"])
            .arg(folder)
            .arg(SGFMILL)
            .output()
    };
    let Some(folder) = fetched(&name, &fetch) else {
        return;
    };
    let files = TempDir::new().expect("a folder can be made");
    let mut cases = cases(&files);
    // It knows no boards whose sides differ.
    cases.retain(|case| case.is_square);
    let mut command = Command::new(&python);
    command
        .arg("-B")
        .arg(script("positions.py"))
        .env("PYTHONPATH", folder);
    compare(&cases, &printed(&mut command, &cases));
}

#[test]
fn sabaki_shows_the_positions_of_the_game() {
    let fetch = |folder: &Path| {
        Command::new("npm")
            .args([
                "install",
                "--no-save",
                "--no-audit",
                "--no-fund",
                "--ignore-scripts",
                "--prefix",
            ])
            .arg(folder)
            .args(SABAKI)
            .output()
    };
    let Some(folder) = fetched("sabaki-3.4.7-1.4.3", &fetch) else {
        return;
    };
    let files = TempDir::new().expect("a folder can be made");
    let cases = cases(&files);
    let mut command = Command::new("node");
    command
        .arg(script("positions.js"))
        .env("NODE_PATH", folder.join("node_modules"));
    compare(&cases, &printed(&mut command, &cases));
}
