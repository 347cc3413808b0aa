//! Runs that are killed at any moment: every file is as it was, or complete.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use tempfile::TempDir;
use walkdir::WalkDir;

/// All files below a folder with their contents, but for those that a killed run may leave behind.
type Files = BTreeMap<String, Vec<u8>>;

fn files(folder: &Path) -> Files {
    let entries = WalkDir::new(folder).into_iter().filter_map(Result::ok);
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).expect("it is below");
            let bytes = fs::read(entry.path()).expect("a file can be read");
            (name.display().to_string(), bytes)
        })
        .filter(|(name, _)| {
            !name
                .rsplit('/')
                .next()
                .is_some_and(|name| name.starts_with(".kifu-"))
        })
        .collect()
}

/// Puts a folder into a state.
fn restore(folder: &TempDir, files: &Files) {
    for entry in fs::read_dir(folder.path()).expect("a folder can be read") {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() {
            fs::remove_dir_all(path).expect("it can go");
        } else {
            fs::remove_file(path).expect("it can go");
        }
    }
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
        fs::write(path, bytes).expect("it can be written");
    }
}

/// Runs a command whole, then kills it again and again at moments spread over the time it takes.
fn check(old: &[(&str, &str)], arguments: &[&str]) {
    let folder = crate::common::folder(old);
    let before = files(folder.path());
    let start = |folder: &TempDir| {
        std::process::Command::new(assert_cmd::cargo::cargo_bin!("kifu"))
            .current_dir(folder.path())
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts")
    };
    let begun = Instant::now();
    let status = start(&folder).wait().expect("the program ends");
    let took = begun.elapsed();
    assert!(status.code().is_some_and(|code| code < 2), "{arguments:?}");
    let after = files(folder.path());
    assert_ne!(before, after, "{arguments:?}");

    let (mut killed, mut attempts) = (0, 0);
    while attempts < 16 || killed == 0 && attempts < 200 {
        restore(&folder, &before);
        let mut child = start(&folder);
        std::thread::sleep(
            took.mul_f64(f64::from(attempts * 7 % 16) / 16.0)
                .min(Duration::from_secs(2)),
        );
        child.kill().expect("it can be killed");
        let status = child.wait().expect("it has ended");
        killed += u32::from(status.code().is_none());
        attempts += 1;
        let now = files(folder.path());
        for (name, bytes) in &now {
            let is_old = before.get(name) == Some(bytes);
            let is_new = after.get(name) == Some(bytes);
            assert!(is_old || is_new, "{arguments:?}: {name} is cut off");
        }
        for name in before.keys() {
            assert!(now.contains_key(name), "{arguments:?}: {name} is gone");
        }
    }
    assert!(killed > 0, "every run was over before it was killed");
}

/// Records in no canonical form, enough for a run to take a while.
fn collection() -> String {
    let plies: String = (1..=19)
        .flat_map(|row| [format!(";B[A{row}]"), format!(";W[C{row}]")])
        .collect();
    format!("(;GM[ugo]SZ[19]RE[?]{plies})\n").repeat(200)
}

#[test]
fn fmt() {
    let text = collection();
    let old = [
        ("a.sgf", text.as_str()),
        ("b/b.sgf", &text),
        ("c.sgf", &text),
    ];
    check(&old, &["fmt", "--write", "."]);
    check(&old, &["fmt", "--output", "out.sgf", "a.sgf"]);
}

#[test]
fn repair() {
    let text = collection().replace("SZ[19]", "");
    let old = [("a.sgf", text.as_str()), ("b/b.sgf", &text)];
    check(&old, &["repair", "--write", "."]);
    check(&old, &["repair", "--output", "out.sgf", "a.sgf"]);
}

#[test]
fn what_is_selected_and_converted() {
    let text = collection();
    let old = [("a.sgf", text.as_str()), ("out", "old")];
    for command in [
        ["convert", "--to=json"],
        ["convert", "--to=go-sgf"],
        ["query", "--game=ugo"],
        ["dedupe", "--by=beginning"],
        ["stats", "--format=csv"],
    ] {
        let output = ["--output", "out", "a.sgf"];
        check(&old, &[&command[..], &output].concat());
    }
}

#[test]
fn replay() {
    let text = collection();
    let one = text.lines().next().expect("a line").to_owned();
    let old = [("a.sgf", one.as_str()), ("out.html", "old")];
    check(
        &old,
        &[
            "replay", "--format", "html", "--output", "out.html", "a.sgf",
        ],
    );
    check(
        &old,
        &[
            "replay", "--format", "svg", "--at", "all", "--output", "out", "a.sgf",
        ],
    );
    check(
        &old,
        &[
            "replay", "--format", "png", "--size", "99", "--at", "1..9", "--output", "out", "a.sgf",
        ],
    );
}

#[test]
fn reports() {
    let text = collection();
    let old = [("a.sgf", text.as_str()), ("out.json", "[]")];
    check(
        &old,
        &[
            "validate", "--format", "json", "--output", "out.json", "a.sgf",
        ],
    );
    check(
        &old,
        &[
            "batch",
            "--report",
            "junit=out.json",
            "--snapshot",
            "snap",
            "--update",
            "a.sgf",
        ],
    );
    check(
        &old,
        &[
            "compare",
            "--old",
            "ugo",
            "--new",
            "ugo-no-button",
            "--output",
            "out.json",
            "a.sgf",
        ],
    );
}

#[test]
fn random() {
    let old = [("out.sgf", "old")];
    check(
        &old,
        &[
            "random", "--game", "margo", "--count", "200", "--output", "out.sgf",
        ],
    );
}
