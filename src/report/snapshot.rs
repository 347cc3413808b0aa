//! Verdicts as a text file that can be stored and compared, one line per record.
//!
//! ```text
//! kifu snapshot 1: status ruleset size plies finding result score position record
//! valid ugo 19 57 - B+3.5 184.5:181 8d1f06a0b7a1c2f3 games/a.sgf#1
//! ```
//!
//! Missing fields are `-`. In names, blanks, backslashes and unprintable characters are escaped as in
//! `\u{20}`, except blanks in the name of the source, which is the last field.

use std::io::{self, BufRead, BufWriter, Seek, Write};

use super::{RecordReport, row::OutputStatus, unmatched::UnmatchedLines};
use crate::{
    bounded::read_line,
    temporary_file::TemporaryFile,
    verify::{Finding, Severity, Verdict},
};

/// The first line of a snapshot.
pub const HEADING: &str =
    "kifu snapshot 1: status ruleset size plies finding result score position record";

/// The longest line that is read, in bytes.
const MAX_LINE: usize = 1024 * 1024;

/// Fields of a line before the name of the record.
const FIELDS: usize = 8;

/// The line of a verified record, whose verdict holds the fingerprint.
pub fn line(report: &RecordReport) -> String {
    let none = || "-".to_owned();
    let verdict = report.verdict.as_ref().ok();
    let ruleset = verdict.and_then(|verdict| verdict.ruleset.as_ref());
    // Warnings about the whole record precede its errors.
    let findings = report.findings();
    let is_error = |finding: &&Finding| finding.code().severity() == Severity::Error;
    let finding = findings.iter().find(is_error).or(findings.first());
    let finding = finding.map(|finding| match finding.ply {
        Some(ply) => format!("{}@{ply}", finding.code().id()),
        None => finding.code().id().to_owned(),
    });
    let score = |verdict: &Verdict| {
        let score = verdict.score?;
        let points = verdict.players().colors().iter();
        let points: Vec<String> = points.map(|&color| score[color].to_string()).collect();
        Some(points.join(":"))
    };
    let fields: [String; FIELDS] = [
        OutputStatus::of(report).name().to_owned(),
        ruleset.map_or_else(none, |ruleset| written(&ruleset.name, true)),
        verdict
            .and_then(|verdict| Some(verdict.size?.to_string()))
            .unwrap_or_else(none),
        verdict.map_or(0, |verdict| verdict.plies).to_string(),
        finding.unwrap_or_else(none),
        verdict
            .and_then(|verdict| Some(verdict.computed?.to_string()))
            .unwrap_or_else(none),
        verdict.and_then(score).unwrap_or_else(none),
        verdict
            .and_then(|verdict| Some(format!("{:016x}", verdict.fingerprint?)))
            .unwrap_or_else(none),
    ];
    let source = written(&report.source, false);
    format!("{} {source}#{}", fields.join(" "), report.index)
}

/// A name without anything that could be taken for the end of a field or of a line.
fn written(name: &str, blanks_too: bool) -> String {
    let mut out = String::with_capacity(name.len());
    for character in name.chars() {
        let plain = match character {
            ' ' => !blanks_too,
            '\\' => false,
            _ => !character.is_control() && !character.is_whitespace(),
        };
        if plain {
            out.push(character);
        } else {
            out.extend(character.escape_unicode());
        }
    }
    out
}

/// The name of the record that a line is about; `None` if it is no line of a snapshot, but for example cut off or the
/// heading of another one.
fn record_of(line: &str) -> Option<&str> {
    let record = line.splitn(FIELDS + 1, ' ').nth(FIELDS)?;
    let (_, index) = record.rsplit_once('#')?;
    let is_number = !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(record)
}

/// The number of records that differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SnapshotChanges {
    /// Records with another verdict.
    pub changed: u64,
    /// New records.
    pub added: u64,
    /// Removed records.
    pub removed: u64,
}

impl SnapshotChanges {
    /// Whether nothing differs.
    pub fn none(&self) -> bool {
        *self == SnapshotChanges::default()
    }
}

/// A snapshot being compared with the verdicts of a run, line by line.
///
/// Only for lines without a counterpart so far something is kept, at most 200 bytes each, so that memory grows with the
/// differences and not with the snapshot, and with no more of them than there are records in the run.
pub struct SnapshotDiff<'o> {
    old: Box<dyn BufRead + 'o>,
    /// The number of lines read of the snapshot.
    old_lines: usize,
    /// Lines without a counterpart so far, by the name of the record.
    only_old: UnmatchedLines,
    only_new: UnmatchedLines,
    differences: SnapshotChanges,
}

impl<'o> SnapshotDiff<'o> {
    /// Begins a comparison with a snapshot.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is no snapshot.
    pub fn new(old: Box<dyn BufRead + 'o>) -> io::Result<SnapshotDiff<'o>> {
        let mut comparison = SnapshotDiff {
            old,
            old_lines: 0,
            only_old: UnmatchedLines::default(),
            only_new: UnmatchedLines::default(),
            differences: SnapshotChanges::default(),
        };
        match comparison.next_line()? {
            Some(heading) if heading == HEADING => Ok(comparison),
            _ => Err(wrong("it is not a snapshot: its first line differs")),
        }
    }

    fn next_line(&mut self) -> io::Result<Option<String>> {
        self.old_lines += 1;
        let Some(mut line) = read_line(&mut *self.old, b'\n', MAX_LINE)? else {
            return Ok(None);
        };
        if line.ends_with(b"\n") {
            line.pop();
        }
        String::from_utf8(line).map(Some).map_err(io::Error::other)
    }

    /// Reads a line of the snapshot, with the name of its record.
    fn next_old(&mut self) -> io::Result<Option<(String, String)>> {
        let Some(line) = self.next_line()? else {
            return Ok(None);
        };
        match record_of(&line) {
            Some(record) => Ok(Some((record.to_owned(), line))),
            None => Err(wrong(&format!(
                "line {} is not valid in a snapshot",
                self.old_lines
            ))),
        }
    }

    /// Compares the line of the next record of the run, and writes what is different.
    ///
    /// # Errors
    ///
    /// When the snapshot cannot be read, or the differences cannot be written.
    pub fn step(&mut self, new: &str, out: &mut dyn Write) -> io::Result<()> {
        let record = record_of(new).unwrap_or_default();
        let old = self.next_old()?;
        if let Some((name, old)) = old {
            if name == record {
                return self.pair(&old, new, out);
            }
            match self.only_new.remove(&name)? {
                Some(met) => self.pair(&old, &met, out)?,
                None => self.only_old.insert(&name, &old)?,
            }
        }
        match self.only_old.remove(record)? {
            Some(old) => self.pair(&old, new, out),
            None => self.only_new.insert(record, new),
        }
    }

    fn pair(&mut self, old: &str, new: &str, out: &mut dyn Write) -> io::Result<()> {
        if old == new {
            return Ok(());
        }
        self.differences.changed += 1;
        writeln!(out, "-{old}\n+{new}")
    }

    /// Writes the lines without a counterpart.
    ///
    /// # Errors
    ///
    /// When the snapshot cannot be read, or the differences cannot be written.
    pub fn end(mut self, out: &mut dyn Write) -> io::Result<SnapshotChanges> {
        // The snapshot may be of any length, and these lines are not looked up again.
        let mut rest = BufWriter::new(TemporaryFile::new()?);
        let mut rest_lines = 0;
        while let Some((name, old)) = self.next_old()? {
            match self.only_new.remove(&name)? {
                Some(new) => self.pair(&old, &new, out)?,
                None => {
                    writeln!(rest, "-{old}")?;
                    rest_lines += 1;
                }
            }
        }
        let mut rest = rest.into_inner()?;
        rest.rewind()?;
        let removed = self.only_old.into_ordered();
        let added = self.only_new.into_ordered();
        self.differences.removed = removed.count() + rest_lines;
        self.differences.added = added.count();
        removed.write('-', out)?;
        io::copy(&mut rest, out)?;
        added.write('+', out)?;
        Ok(self.differences)
    }
}

fn wrong(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(record: usize, plies: u8) -> String {
        format!("valid ugo 5 {plies} - - - - a b.sgf#{record}")
    }

    fn compare(old: &[String], new: &[String]) -> (SnapshotChanges, String) {
        let file = std::iter::once(HEADING.to_owned()).chain(old.iter().cloned());
        let file: Vec<u8> = file.map(|line| line + "\n").collect::<String>().into();
        let mut comparison = SnapshotDiff::new(Box::new(io::Cursor::new(file))).unwrap();
        let mut out = Vec::new();
        for line in new {
            comparison.step(line, &mut out).unwrap();
        }
        let differences = comparison.end(&mut out).unwrap();
        (differences, String::from_utf8(out).unwrap())
    }

    #[test]
    fn what_is_no_snapshot_is_refused() {
        for file in ["", "x\n", "kifu snapshot 2\n"] {
            assert!(SnapshotDiff::new(Box::new(io::Cursor::new(file))).is_err());
        }
        for line in [
            "valid ugo",
            HEADING,
            "valid ugo 5 1 - - - - a.sgf",
            "valid ugo 5 1 - - - - a#x",
        ] {
            let file = format!("{HEADING}\n{}\n{line}\n", of(1, 0));
            let mut comparison = SnapshotDiff::new(Box::new(io::Cursor::new(file))).unwrap();
            comparison.step(&of(1, 0), &mut Vec::new()).unwrap();
            let error = comparison.end(&mut Vec::new()).unwrap_err();
            assert!(error.to_string().contains("line 3"), "{error}");
        }
    }

    #[test]
    fn names_cannot_break_a_line() {
        assert_eq!(
            written("a b\\c\nd\u{2028}", false),
            "a b\\u{5c}c\\u{a}d\\u{2028}"
        );
        assert_eq!(written("a b", true), "a\\u{20}b");
    }

    proptest! {
        /// Whatever is removed, added or changed on either side is reported, and nothing else.
        #[test]
        fn all_differences_are_told(sides in proptest::collection::vec((0..3_u8, 0..3_u8), 0..30)) {
            // 0 means that the record is absent, other numbers are its plies.
            let side = |of_one: fn(&(u8, u8)) -> u8| -> Vec<String> {
                let plies = sides.iter().map(of_one).enumerate();
                plies.filter(|(_, plies)| *plies > 0).map(|(record, plies)| of(record, plies)).collect()
            };
            let (differences, text) = compare(&side(|pair| pair.0), &side(|pair| pair.1));
            let count = |test: fn(&&(u8, u8)) -> bool| sides.iter().filter(test).count() as u64;
            let changed = count(|(old, new)| *old > 0 && *new > 0 && old != new);
            let added = count(|(old, new)| *old == 0 && *new > 0);
            let removed = count(|(old, new)| *old > 0 && *new == 0);
            prop_assert_eq!(differences, SnapshotChanges { changed, added, removed });
            prop_assert_eq!(text.lines().count() as u64, 2 * changed + added + removed);
        }
    }
}
