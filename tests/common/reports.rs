//! What the tests of the reports share: sources of all kinds, and runs over them.

use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use super::{folder, run, write};

/// A valid record.
pub const GOOD: &str = "(;FF[4]GM[ugo]SZ[3]RE[?];B[a1])";

/// An invalid one.
pub const BAD: &str = "(;FF[4]GM[ugo]SZ[3]RE[?];B[a1];W[a1])";

/// A valid one with a warning.
pub const WARNED: &str = "(;FF[4]GM[ugo]SZ[3]RE[?]XX[1])";

/// Texts that something may take for markup, a command or a formula.
pub const HOSTILE: &str = "(;FF[4]GM[ugo]SZ[3]RE[=1+1<b>&\"'];B[<a>&\"@me`|];W[pass])";

/// A folder with records of all kinds, under names that need care.
pub fn sources() -> TempDir {
    let folder = folder(&[
        ("games/all.sgf", &format!("{GOOD}\n{BAD}\n  {WARNED}")),
        ("games/a b,c:d%e#1.sgf", BAD),
        ("games/ž@me [x](y) `q` |.sgf", HOSTILE),
        ("games/=cmd().sgf", BAD),
        (
            "games/wide.sgf",
            "(;FF[4]GM[ugo]SZ[3]RE[?]C[碁𝄞];B[b2];C[𝄞𝄞]W[b2])",
        ),
    ]);
    write(
        &folder,
        "games/broken.sgf",
        "(;FF[4]GM[ugo]SZ[3];B[a1]\nC[never closed",
    );
    folder
}

/// The invalid sample records, which break every rule.
pub fn samples() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("records");
    let files = walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter();
    let files = files.map(|entry| entry.unwrap().into_path());
    let files = files.filter(|path| {
        path.parent()
            .is_some_and(|parent| parent.ends_with("invalid"))
    });
    files
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

/// What a report of these sources is.
pub fn report(folder: &TempDir, format: &str, more: &[&str]) -> String {
    let args = [&["validate", "games", "--format", format], more].concat();
    let (status, out, error) = run(folder, &args, "");
    assert_eq!((status, error.as_str()), (1, ""), "{format}");
    out
}

/// The objects of `jsonl`, which the other formats are compared with.
pub fn objects(folder: &TempDir) -> Vec<Value> {
    let lines = report(folder, "jsonl", &[]);
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The findings of an object.
pub fn findings(object: &Value) -> &Vec<Value> {
    object["findings"].as_array().unwrap()
}
