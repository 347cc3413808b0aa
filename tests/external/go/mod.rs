//! What `kifu convert --to go-sgf` writes is read by other people's programs, sgfmill in Python and
//! @sabaki/sgf in JavaScript: played there as Go, every node shows the position of the game. The two
//! are installed below `target`.

use std::{
    collections::{BTreeMap, VecDeque},
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    common::convert::{random, samples, write_one},
    fetched::{fetch, folder_of, npm, pip, python},
};
use kifu::{
    convert::{Exported, Notation},
    games::Game,
    record::{self, NodeId, Record},
    ruleset,
    verify::{Options, Step, replay},
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
    /// For each node: its pieces, where they are known.
    expected: Vec<Option<Value>>,
}

/// All sample records of Ugo and Sygo that can be played, and random ones.
fn cases(folder: &TempDir) -> Vec<Case> {
    let mut texts = Vec::new();
    for (name, decoded) in samples() {
        for record in record::read(&decoded) {
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
    crate::common::write(folder, "all.sgf", &all);
    let (_, lines, told) = crate::common::run(
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
        let Ok(Exported { text: go, .. }) = written else {
            assert!(shown.is_empty(), "{name}");
            continue;
        };
        let path = crate::common::write(folder, &format!("{number}.sgf"), &go);
        let record = record::read(&text).next().expect("a record");
        let seen = seen(&record);
        // The main line is what `kifu replay` shows.
        let mut main = vec![NodeId::ROOT];
        while let Some(next) = main.last().and_then(|&last| record.children(last).next()) {
            main.push(next);
        }
        let positions = main.iter().filter_map(|node| seen.get(node)).flatten();
        for (_, pieces) in positions.filter(|(is_new, _)| *is_new) {
            let line = shown.pop_front();
            assert_eq!(
                line.map(|line| line["pieces"].clone()).as_ref(),
                Some(pieces),
                "{name}"
            );
        }
        assert!(shown.is_empty(), "{name}");
        // Nodes that lead to others are written with them.
        let mut kept: BTreeMap<NodeId, Option<Value>> = BTreeMap::new();
        for (&node, pieces) in seen.iter().rev() {
            kept.insert(node, pieces.last().map(|(_, pieces)| pieces.clone()));
            let mut before = record.parent(node);
            while let Some(parent) = before.filter(|parent| !seen.contains_key(parent)) {
                kept.entry(parent).or_default();
                before = record.parent(parent);
            }
        }
        cases.push(Case {
            name,
            go: path,
            is_square: !size(&go).contains(':'),
            has_marks: text.contains("MA["),
            expected: kept.into_values().collect(),
        });
    }
    assert!(cases.len() > 3 * GAMES as usize);
    cases
}

/// The positions of all variations by their nodes, and whether they are the start or follow a ply.
fn seen(record: &Record) -> BTreeMap<NodeId, Vec<(bool, Value)>> {
    let mut seen: BTreeMap<NodeId, Vec<(bool, Value)>> = BTreeMap::new();
    let options = Options {
        variations: true,
        ..Options::default()
    };
    let mut see = |step: &Step| {
        let mut lists = [Vec::new(), Vec::new()];
        for piece in step.position.pieces() {
            let color = piece.color().expect("a piece of a player");
            lists[color as usize].push(piece.to_string());
        }
        let [black, white] = lists.map(|mut list: Vec<String>| {
            list.sort();
            list
        });
        let pieces = json!({"AB": black, "AW": white});
        let positions = seen.entry(step.node).or_default();
        // Every variation that begins before the first ply shows the start again.
        if positions.is_empty() || step.turn.is_some() {
            positions.push((step.is_new(), pieces));
        }
    };
    replay(record, &options, &mut see);
    seen
}

/// The size in a record of Go.
fn size(go: &str) -> &str {
    let size = go.split("SZ[").nth(1).expect("a size");
    size.split(']').next().expect("it is closed")
}

/// A position as the readers print it.
fn as_go(pieces: &Value, size: &str) -> Value {
    let (columns, rows) = size.split_once(':').unwrap_or((size, size));
    let (columns, rows): (usize, usize) = (columns.parse().unwrap(), rows.parse().unwrap());
    let mut board = vec![vec!['.'; columns]; rows];
    let mut kings = Vec::new();
    for (list, letter) in [("AB", 'X'), ("AW", 'O')] {
        for piece in pieces[list].as_array().expect("a list") {
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
        assert_eq!(shown.len(), case.expected.len(), "{}", case.name);
        let size = size(&go);
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
        .join("tests/external/go")
        .join(name)
}

const SGFMILL_FOLDER: &str = "sgfmill-1.1.1-1";
const SABAKI_FOLDER: &str = "sabaki-3.4.7-1.4.3";

/// Why there is no sgfmill.
pub(crate) fn fetch_sgfmill() -> Result<(), String> {
    fetch(SGFMILL_FOLDER, |folder| {
        pip(folder, &["--no-deps", SGFMILL])
    })
}

/// Why there is no `@sabaki/sgf`.
pub(crate) fn fetch_sabaki() -> Result<(), String> {
    fetch(SABAKI_FOLDER, |folder| npm(folder, &SABAKI))
}

pub(crate) fn positions_in_sgfmill_match() {
    let files = TempDir::new().expect("a folder can be made");
    let mut cases = cases(&files);
    // It knows no boards whose sides differ.
    cases.retain(|case| case.is_square);
    let mut command = Command::new(python());
    command
        .arg("-B")
        .arg(script("positions.py"))
        .env("PYTHONPATH", folder_of(SGFMILL_FOLDER));
    compare(&cases, &printed(&mut command, &cases));
}

pub(crate) fn positions_in_sabaki_match() {
    let files = TempDir::new().expect("a folder can be made");
    let cases = cases(&files);
    let mut command = Command::new("node");
    command
        .arg(script("positions.js"))
        .env("NODE_PATH", folder_of(SABAKI_FOLDER).join("node_modules"));
    compare(&cases, &printed(&mut command, &cases));
}
