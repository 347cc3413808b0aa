//! Files of perft counts: positions, the rules they test, and the numbers of
//! sequences of legal plies from them.
//!
//! ```text
//! # Ugo
//! id three-by-three
//! guards ugo::king-captures-nothing
//! sgf (;GM[ugo]SZ[3])
//! perft 1 10 captures 0 passes 0 ends 0 hash 53d7…
//! ```
//!
//! The position is the one after the last move of the record. A record may span several lines.

use std::fmt::{self, Display, Formatter};

use crate::{
    games::{Position, perft::LeafCounts},
    record,
    verify::{Finding, Options, Severity, Status, verify},
};

/// The largest depth, in plies: all positions on the way to a leaf are in memory, and some games need not end.
pub const MAX_PERFT_DEPTH: u32 = 500;

/// The lines of a file, with comments, so that it can be written again with new counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerftFile {
    lines: Vec<PerftFileLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PerftFileLine {
    /// A comment, a blank line, or a line of an entry without counts.
    Text(String),
    /// The counts of one depth, and the index of the entry they belong to.
    Row(usize, PerftRow),
}

/// The counts of one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftRow {
    /// Plies.
    pub depth: u32,
    /// The expected counts.
    pub counts: LeafCounts,
}

/// A position and its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftEntry {
    /// Its name in the file.
    pub id: String,
    /// The ids of the rules it tests.
    pub guards: Vec<String>,
    /// The record that ends with the position.
    pub sgf: String,
    /// The line of the record in the file, from 1.
    pub line: usize,
    /// The expected counts, one row per depth, as listed in the file.
    pub rows: Vec<PerftRow>,
}

/// An error in a file of counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {kind}")]
pub struct PerftError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: PerftErrorKind,
}

/// What is wrong with a line of a file of counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PerftErrorKind {
    /// A line of an entry before the first `id`.
    #[error("an entry begins with `id`")]
    NoEntry,
    /// No entry at all.
    #[error("there is no position in the file, expected `id`")]
    Empty,
    /// An entry without counts.
    #[error("{0}: there are no counts, expected `perft`")]
    NoCounts(String),
    /// An unknown keyword.
    #[error("expected `id`, `guards`, `sgf`, `perft` or a comment")]
    Keyword,
    /// A row of counts with a syntax error.
    #[error("expected `perft DEPTH LEAVES captures N passes N ends N hash X`")]
    Row,
    /// A row whose depth is beyond [`MAX_PERFT_DEPTH`].
    #[error("the depth is at most {MAX_PERFT_DEPTH} plies")]
    TooDeep,
    /// A second record of an entry: of another `sgf` line, or in the same one.
    #[error("{0}: an entry has one record, and here is another")]
    SecondRecord(String),
    /// An entry without a record.
    #[error("{0}: there is no record")]
    NoRecord(String),
    /// An entry whose record is not valid, with its first error.
    #[error("{id}: the record is not valid: {reason}")]
    InvalidRecord {
        /// The id of the entry.
        id: String,
        /// The message of the finding.
        reason: String,
    },
    /// An entry whose record has no position.
    #[error("{0}: the record cannot be replayed")]
    NotReplayable(String),
}

impl PerftEntry {
    /// The position after the last move of the record.
    ///
    /// # Errors
    ///
    /// If the record is missing or not valid, or if there is another.
    pub fn position(&self) -> Result<Position, PerftError> {
        let error = |kind| PerftError {
            line: self.line,
            kind,
        };
        let mut records = record::read(self.sgf.as_str());
        let record = records.next();
        let record = record.ok_or_else(|| error(PerftErrorKind::NoRecord(self.id.clone())))?;
        if let Some(second) = records.next() {
            let before = &self.sgf[..second.offset()];
            return Err(PerftError {
                line: self.line + before.matches('\n').count(),
                kind: PerftErrorKind::SecondRecord(self.id.clone()),
            });
        }
        let verdict = verify(&record, &Options::default());
        if verdict.status != Status::Valid {
            let first = verdict
                .findings
                .iter()
                .find(|finding| finding.code().severity() == Severity::Error);
            return Err(error(PerftErrorKind::InvalidRecord {
                id: self.id.clone(),
                reason: first.map(Finding::message).unwrap_or_default(),
            }));
        }
        let position = verdict.position;
        position.ok_or_else(|| error(PerftErrorKind::NotReplayable(self.id.clone())))
    }
}

impl PerftFile {
    /// Reads a file: its lines and its entries.
    ///
    /// # Errors
    ///
    /// The first line with a syntax error.
    pub fn read(text: &str) -> Result<(PerftFile, Vec<PerftEntry>), PerftError> {
        let mut file = PerftFile::default();
        let mut entries: Vec<PerftEntry> = Vec::new();
        let mut has_record = false;
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let error = |kind| PerftError { line: number, kind };
            let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
            let plain = PerftFileLine::Text(line.to_owned());
            let entry = entries
                .last_mut()
                .ok_or_else(|| error(PerftErrorKind::NoEntry));
            let line = match keyword {
                "" if line.trim().is_empty() => plain,
                _ if line.starts_with('#') => plain,
                "id" => {
                    has_record = false;
                    entries.push(PerftEntry {
                        id: rest.trim().to_owned(),
                        guards: Vec::new(),
                        sgf: String::new(),
                        line: number,
                        rows: Vec::new(),
                    });
                    plain
                }
                "guards" => {
                    let rules = rest.split_whitespace().map(str::to_owned);
                    entry?.guards.extend(rules);
                    plain
                }
                "sgf" => {
                    let entry = entry?;
                    if std::mem::replace(&mut has_record, true) {
                        return Err(error(PerftErrorKind::SecondRecord(entry.id.clone())));
                    }
                    entry.line = number;
                    rest.clone_into(&mut entry.sgf);
                    plain
                }
                "perft" => {
                    let row = read_row(rest).ok_or_else(|| error(PerftErrorKind::Row))?;
                    if row.depth > MAX_PERFT_DEPTH {
                        return Err(error(PerftErrorKind::TooDeep));
                    }
                    entry?.rows.push(row);
                    PerftFileLine::Row(entries.len() - 1, row)
                }
                // A record extends to the first row of counts.
                _ if entries
                    .last()
                    .is_some_and(|entry| !entry.sgf.is_empty() && entry.rows.is_empty()) =>
                {
                    if let Some(entry) = entries.last_mut() {
                        entry.sgf.push('\n');
                        entry.sgf.push_str(line);
                    }
                    plain
                }
                _ => return Err(error(PerftErrorKind::Keyword)),
            };
            file.lines.push(line);
        }
        if entries.is_empty() {
            let (line, kind) = (1, PerftErrorKind::Empty);
            return Err(PerftError { line, kind });
        }
        Ok((file, entries))
    }

    /// The file with all counts replaced: `count` gets the index of an entry and a depth.
    #[must_use]
    pub fn with_counts(&self, mut count: impl FnMut(usize, u32) -> LeafCounts) -> PerftFile {
        let lines = self.lines.iter().map(|line| match line {
            PerftFileLine::Text(text) => PerftFileLine::Text(text.clone()),
            PerftFileLine::Row(entry, row) => PerftFileLine::Row(
                *entry,
                PerftRow {
                    depth: row.depth,
                    counts: count(*entry, row.depth),
                },
            ),
        });
        PerftFile {
            lines: lines.collect(),
        }
    }
}

/// Reads a row after its keyword: the depth and the counts. Missing counts are 0, so that a row to be
/// computed can be written as a depth alone.
fn read_row(text: &str) -> Option<PerftRow> {
    let mut words = text.split_whitespace();
    let depth = words.next()?.parse().ok()?;
    let mut counts = LeafCounts::default();
    if let Some(leaves) = words.next() {
        counts.leaves = leaves.parse().ok()?;
    }
    while let Some(name) = words.next() {
        let value = words.next()?;
        match name {
            "captures" => counts.captures = value.parse().ok()?,
            "passes" => counts.passes = value.parse().ok()?,
            "ends" => counts.ends = value.parse().ok()?,
            "hash" => counts.hash = u64::from_str_radix(value, 16).ok()?,
            _ => return None,
        }
    }
    Some(PerftRow { depth, counts })
}

impl Display for PerftRow {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let LeafCounts {
            leaves,
            captures,
            passes,
            ends,
            hash,
        } = self.counts;
        write!(
            f,
            "perft {} {leaves} captures {captures} passes {passes} ends {ends} hash {hash:016x}",
            self.depth
        )
    }
}

impl Display for PerftFile {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        for line in &self.lines {
            match line {
                PerftFileLine::Text(text) => writeln!(f, "{text}")?,
                PerftFileLine::Row(_, row) => writeln!(f, "{row}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Rule, perft::perft};

    const FILE: &str = "# Ugo\n\nid a\nguards ugo::occupied x\nsgf (;GM[ugo]SZ[3]\n;B[a1])\nperft 1 9 captures 0 passes 0 ends 0 hash 00000000000000ff\n";

    #[test]
    fn a_file_is_written_as_it_was_read() {
        let (file, entries) = PerftFile::read(FILE).unwrap();
        assert_eq!(file.to_string(), FILE);
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].guards, ["ugo::occupied", "x"]);
        assert_eq!(entries[0].rows[0].counts.hash, 255);
        assert_eq!(entries[0].position().unwrap().plies(), 1);
        let updated = file.with_counts(|_, depth| LeafCounts {
            leaves: u64::from(depth),
            ..LeafCounts::default()
        });
        assert!(updated.to_string().contains("perft 1 1 captures 0"));
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line) in [
            ("perft 1 2\n", 1),
            ("id a\nperft x\n", 2),
            ("id a\nsgf (;GM[ugo])\nperft 1 9 hash zz\n", 3),
            ("id a\nsgf (;GM[ugo])\nperft 501 9\n", 3),
            ("id a\nwhat\n", 2),
            (
                "id a\nsgf (;GM[ugo])\nperft 1 4\nsgf (;GM[ugo])\nperft 1 4\n",
                4,
            ),
            ("id a\nsgf\nsgf (;GM[ugo])\n", 3),
        ] {
            assert_eq!(PerftFile::read(text).unwrap_err().line, line, "{text}");
        }
        let text = "# A\nid a\nsgf (;GM[ugo]SZ[2]\n;B[a1])\n(;GM[ugo]SZ[3])\nperft 1 5\n";
        let (_, entries) = PerftFile::read(text).unwrap();
        let error = entries[0].position().unwrap_err();
        assert_eq!(
            (error.line, error.kind),
            (5, PerftErrorKind::SecondRecord("a".into()))
        );
        let (_, entries) = PerftFile::read("id a\nsgf (;GM[ugo]SZ[3];B[zz9])\n").unwrap();
        assert!(matches!(
            entries[0].position().unwrap_err().kind,
            PerftErrorKind::InvalidRecord { .. }
        ));
    }

    fn files() -> Vec<(String, Vec<PerftEntry>)> {
        ["bargo", "sygo", "ugo", "bamogo", "margo"]
            .map(|game| {
                let path = format!("{}/tests/perft/{game}.perft", env!("CARGO_MANIFEST_DIR"));
                let text = std::fs::read_to_string(&path).unwrap();
                let (_, entries) = PerftFile::read(&text).unwrap();
                (path, entries)
            })
            .to_vec()
    }

    /// Rows with more leaves are too slow for a debug build and are checked by `kifu perft --expected` only.
    const MAX_LEAVES: u64 = 20_000;

    #[test]
    fn the_counts_in_the_files_are_correct() {
        let mut checked = 0;
        for (path, entries) in files() {
            for entry in entries {
                let position = entry.position().unwrap();
                for row in entry
                    .rows
                    .iter()
                    .filter(|row| row.counts.leaves <= MAX_LEAVES)
                {
                    assert_eq!(
                        perft(&position, row.depth),
                        row.counts,
                        "{path}: {}",
                        entry.id
                    );
                    checked += 1;
                }
            }
        }
        assert!(checked > 50, "{checked}");
    }

    /// The rules that restrict the list of legal moves. The others, such as `occupied`, are satisfied by
    /// every generated move.
    const RESTRICTING: [Rule; 21] = [
        Rule::BargoDoubleWall,
        Rule::BargoNoLiberty,
        Rule::BargoWallFacesEnemy,
        Rule::BargoRepetition,
        Rule::BargoButtonTaken,
        Rule::BargoPassBeforeButton,
        Rule::UgoButtonTaken,
        Rule::UgoPassBeforeButton,
        Rule::UgoStoneTakesLastLiberty,
        Rule::UgoKingCapturesNothing,
        Rule::SygoStoneAfterPlacement,
        Rule::SygoGroupGrewTwice,
        Rule::SygoCaptorsGrowAgain,
        Rule::SygoPlacementAfterGrowth,
        Rule::SygoNoLiberty,
        Rule::BamogoNotAdjacent,
        Rule::BamogoSwitchEmpty,
        Rule::BamogoSwitchUndo,
        Rule::MargoSwap,
        Rule::MargoNoFreedom,
        Rule::MargoRepetition,
    ];

    #[test]
    fn entries_guard_exactly_the_rules_that_restrict_legal_moves() {
        let entries = files().into_iter().flat_map(|(_, entries)| entries);
        let mut guarded: Vec<String> = entries.flat_map(|entry| entry.guards).collect();
        guarded.sort_unstable();
        guarded.dedup();
        let mut restricting = RESTRICTING.map(Rule::id);
        restricting.sort_unstable();
        assert_eq!(guarded, restricting);
    }
}
