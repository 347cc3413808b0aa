//! Bytes as a snapshot and the lines of a run.

use std::io::Cursor;

use kifu::report::snapshot::{HEADING, SnapshotChanges, SnapshotDiff};

/// Any snapshot gives an error, or the differences to a run, in which no line of either is lost. The bytes up to the
/// first null character are the snapshot, the others the lines of the run.
pub fn snapshot(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (old, new) = text.split_once('\0').unwrap_or((&text, ""));
    let new: Vec<&str> = new.lines().filter(|line| line.is_ascii()).collect();
    if let Some((changes, out)) = compare(old, &new) {
        let old: Vec<&str> = old
            .split('\n')
            .skip(1)
            .filter(|line| !line.is_empty())
            .collect();
        check(&old, &new, changes, &out);
    }
    // The run as its own snapshot, whole and without its last lines.
    let named: Vec<&str> = new
        .into_iter()
        .filter(|line| names_a_record(line))
        .collect();
    for kept in [named.len(), named.len() / 2] {
        let lines: String = named[..kept]
            .iter()
            .map(|line| format!("{line}\n"))
            .collect();
        let (changes, out) = compare(&format!("{HEADING}\n{lines}"), &named).expect("a snapshot");
        check(&named[..kept], &named, changes, &out);
        if kept == named.len() {
            assert!(changes.none(), "{out}");
        }
    }
}

/// Whether a line ends with the source and the number of a record, after eight fields.
fn names_a_record(line: &str) -> bool {
    let name = line.splitn(9, ' ').nth(8);
    let number = name.and_then(|name| name.rsplit_once('#'));
    number.is_some_and(|(_, number)| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The differences between a snapshot and a run; `None` if it is not a snapshot.
fn compare(old: &str, new: &[&str]) -> Option<(SnapshotChanges, String)> {
    let mut out = Vec::new();
    let mut diff = SnapshotDiff::new(Box::new(Cursor::new(old.to_owned()))).ok()?;
    for line in new {
        diff.step(line, &mut out).ok()?;
    }
    let changes = diff.end(&mut out).ok()?;
    Some((changes, String::from_utf8(out).expect("text")))
}

/// Checks that each line of both sides is reported or has an equal line on the other side.
fn check(old: &[&str], new: &[&str], changes: SnapshotChanges, out: &str) {
    let with = |sign: char| {
        let lines = out
            .split('\n')
            .filter_map(move |line| line.strip_prefix(sign));
        lines.collect::<Vec<_>>()
    };
    let (gone, come) = (with('-'), with('+'));
    assert_eq!(
        gone.len() as u64,
        changes.changed + changes.removed,
        "{out}"
    );
    assert_eq!(come.len() as u64, changes.changed + changes.added, "{out}");
    assert_eq!(without(old, &gone), without(new, &come), "{out}");
}

/// The lines that are left, sorted.
fn without<'l>(lines: &[&'l str], gone: &[&str]) -> Vec<&'l str> {
    let mut lines = lines.to_vec();
    for line in gone {
        let at = lines.iter().position(|other| other == line);
        lines.remove(at.expect("a line that was there"));
    }
    lines.sort_unstable();
    lines
}
