//! What the end-to-end tests share: records whose expected findings are marked in the
//! text, and runs of the program.

// Every test binary uses a part of it.
#![allow(dead_code, unreachable_pub)]

pub mod convert;
pub mod reports;

use std::{
    fmt::Write as _,
    ops::Range,
    path::{Path, PathBuf},
};

use assert_cmd::Command;
use kifu::{
    record::{self, Decoded},
    report::LineIndex,
    verify::{self, Finding, Options, Severity, Verdict},
};
use tempfile::TempDir;

/// Judges all records of a file.
pub fn judge(bytes: &[u8], options: &Options) -> (Decoded, Vec<Verdict>) {
    let decoded = record::decode(bytes.to_vec());
    let verdicts = record::read(&decoded)
        .map(|record| verify::verify(&record, options))
        .collect();
    (decoded, verdicts)
}

/// `--variations all`.
pub fn all_lines() -> Options {
    Options {
        variations: true,
        ..Options::default()
    }
}

/// The warnings of the format page; every other code is an error.
const WARNINGS: [&str; 11] = [
    "record::unfinished",
    "record::encoding",
    "record::format",
    "record::text-outside",
    "record::size-assumed",
    "record::duplicate-property",
    "record::misplaced",
    "record::unknown-property",
    "record::markup",
    "record::idle-switch",
    "record::move-number",
];

/// A row of a table: a file in which `«` and `»` enclose the places of the findings
/// in their order (or that of the number behind `#`), and the findings, separated by `, `,
/// those of different records by ` / `.
pub type Row<'r> = (&'r str, &'r str);

/// Checks that exactly the expected findings come out, at the marked places.
pub fn check(rows: &[Row]) {
    check_with(rows, &Options::default());
}

/// The same with options.
pub fn check_with(rows: &[Row], options: &Options) {
    let mut wrong = String::new();
    for &(marked, expected) in rows {
        let (text, places) = unmark(marked);
        let (decoded, verdicts) = judge(text.as_bytes(), options);
        let found = told(&decoded.text, &verdicts);
        let expected = placed(&text, expected, &places);
        if found != expected {
            let _ = writeln!(
                wrong,
                "\n{marked:?}\n  expected {expected}\n  found    {found}"
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Takes the marks out of a text: the text, and the places in the order of their beginnings.
fn unmark(marked: &str) -> (String, Vec<Range<usize>>) {
    let (mut text, mut places, mut open) = (String::new(), Vec::new(), Vec::new());
    for character in marked.chars() {
        match character {
            '«' => {
                open.push(places.len());
                places.push(text.len()..text.len());
            }
            '»' => {
                let index: usize = open.pop().expect("» without «");
                places[index].end = text.len();
            }
            _ => text.push(character),
        }
    }
    (text, places)
}

/// The expected findings, each with its place: that of the next mark, or of mark `#n`.
fn placed(text: &str, expected: &str, places: &[Range<usize>]) -> String {
    let mut used = vec![false; places.len()];
    let mut next = 0;
    let mut with_place = |finding: &str| {
        let (finding, mark) = match finding.split_once(" #") {
            Some((finding, number)) => (finding, number.parse::<usize>().unwrap() - 1),
            None => (finding, next),
        };
        next = mark + 1;
        used[mark] = true;
        let Range { start, end } = places[mark];
        let (line, column) = line_and_column(text, start);
        format!("{finding} @{line}:{column} {start}+{}", end - start)
    };
    let records: Vec<String> = expected
        .split('/')
        .map(|record| {
            let findings = record.split(',').map(str::trim).filter(|f| !f.is_empty());
            findings.map(&mut with_place).collect::<Vec<_>>().join(", ")
        })
        .collect();
    assert!(!used.contains(&false), "a mark without a finding: {text:?}");
    records.join(" / ")
}

/// Line and column counted in the plainest way.
fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text[..byte].replace("\r\n", "\n").replace("\n\r", "\n");
    let before = before.replace('\r', "\n");
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (before.matches('\n').count() + 1, column)
}

/// The findings of all records in the form of [`placed`]; severities are checked on the way.
pub fn told(text: &str, verdicts: &[Verdict]) -> String {
    let places = LineIndex::new(text);
    let records: Vec<String> = verdicts
        .iter()
        .map(|verdict| {
            let findings = verdict.findings.iter();
            let findings = findings.map(|finding| {
                let (line, column) = places.line_column(finding.span.start);
                let (start, length) = (finding.span.start, finding.span.len());
                format!("{} @{line}:{column} {start}+{length}", named(finding))
            });
            findings.collect::<Vec<_>>().join(", ")
        })
        .collect();
    records.join(" / ")
}

/// `ugo::occupied ply 2 d4 (2.1)`.
fn named(finding: &Finding) -> String {
    let id = finding.code().id();
    let warning = WARNINGS.contains(&id);
    assert_eq!(
        finding.code().severity() == Severity::Warning,
        warning,
        "{id}"
    );
    let mut named = id.to_owned();
    if let Some(ply) = finding.ply {
        let _ = write!(named, " ply {ply}");
    }
    if let Some(point) = &finding.point {
        let _ = write!(named, " {point}");
    }
    if let Some(variation) = &finding.variation {
        let _ = write!(named, " ({variation})");
    }
    named
}

/// The program, in a folder, with an environment that says nothing of color.
pub fn kifu(folder: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("kifu").expect("the program is built");
    command.current_dir(folder.path()).args(args);
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "CLICOLOR"] {
        command.env_remove(name);
    }
    command
}

/// What a run of the program gave: exit status, standard output, standard error.
pub fn run(folder: &TempDir, args: &[&str], input: impl Into<Vec<u8>>) -> (i32, String, String) {
    let output = kifu(folder, args).write_stdin(input).output();
    let output = output.expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    let status = output.status.code().expect("the program ends by itself");
    (status, text(output.stdout), text(output.stderr))
}

/// A folder with files in it.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    for (name, text) in files {
        write(&folder, name, text);
    }
    folder
}

/// The names in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
    let names = entries.map(|entry| name(entry).into_string().expect("a name in UTF-8"));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Writes a file, with the folders it stands in.
pub fn write(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    let parent = path.parent().expect("a file stands in a folder");
    std::fs::create_dir_all(parent).expect("a folder can be made");
    std::fs::write(&path, text).expect("a file can be written");
    path
}

/// A command that starts the program in a namespace of its own, or as another user; the program follows its words.
/// `None`, which is told, where this is not permitted.
#[allow(clippy::print_stdout)] // The test says that it is skipped.
pub fn unshared(words: &[&str]) -> Option<std::process::Command> {
    let start = || {
        let mut command = std::process::Command::new(words[0]);
        command.args(&words[1..]);
        command
    };
    let tried = start()
        .args([env!("CARGO_BIN_EXE_kifu"), "--version"])
        .output();
    if tried.is_ok_and(|tried| tried.status.success()) {
        return Some(start());
    }
    println!("skipped: {} is missing or not permitted", words.join(" "));
    None
}

/// Runs a script of the shell where it may mount file systems, with the program as `$KIFU`; returns what it prints once it
/// has printed `mounted`, and whether it has succeeded. `None`, which is told, where nothing can be mounted.
#[cfg(target_os = "linux")]
#[allow(clippy::print_stdout)] // The test says that it is skipped.
pub fn run_with_mounts(folder: &TempDir, script: &str) -> Option<(bool, String)> {
    let mut unshared = unshared(&["unshare", "--map-root-user", "--mount"])?;
    let done = unshared
        .current_dir(folder)
        .args(["sh", "-c", script])
        .env("KIFU", env!("CARGO_BIN_EXE_kifu"))
        .output()
        .expect("the shell is there");
    let text = |bytes| String::from_utf8(bytes).expect("it is text");
    let (out, errors) = (text(done.stdout), text(done.stderr));
    if let Some(out) = out.strip_prefix("mounted\n") {
        return Some((done.status.success(), out.to_owned()));
    }
    println!("skipped: nothing can be mounted: {errors}");
    None
}
