//! Files of perft counts: positions, the rules that decide in them, and how many
//! sequences of legal plies there are.
//!
//! ```text
//! # Ugo
//! id three-by-three
//! guards ugo::king-captures-nothing
//! sgf (;GM[ugo]SZ[3])
//! perft 1 10 captures 0 passes 0 ends 0 hash 53d7…
//! ```
//!
//! The position is the one after the last move of the record. A record may go on over several lines.

use std::fmt::{self, Display, Formatter};

use crate::{
    games::{Position, perft::LeafCounts},
    record,
    verify::{Options, Status, verify},
};

/// A file of counts, with everything needed to write it again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerftFile {
    lines: Vec<PerftLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PerftLine {
    /// A comment, a blank line, or a part of an entry that has no counts.
    Text(String),
    /// The counts in a row of the entry with this index.
    Row(usize, PerftRow),
}

/// The counts of one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftRow {
    /// Plies.
    pub depth: u32,
    /// What is to be counted.
    pub counts: LeafCounts,
}

/// A position and its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftEntry {
    /// Its name in the file.
    pub id: String,
    /// The rules that decide in it.
    pub guards: Vec<String>,
    /// The record whose last position it is.
    pub sgf: String,
    /// The line of the record in the file, from 1.
    pub line: usize,
    /// The counts, by rising depth.
    pub rows: Vec<PerftRow>,
}

/// What is wrong with a file of counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {message}")]
pub struct PerftError {
    /// In words.
    pub message: String,
    /// Line, from 1.
    pub line: usize,
}

impl PerftEntry {
    /// The position.
    ///
    /// # Errors
    ///
    /// If the record is not valid.
    pub fn position(&self) -> Result<Position, PerftError> {
        let error = |message: String| PerftError {
            message,
            line: self.line,
        };
        let record = record::read(self.sgf.as_str()).next();
        let record = record.ok_or_else(|| error("there is no record".to_owned()))?;
        let verdict = verify(&record, &Options::default());
        if verdict.status != Status::Valid {
            let first = verdict
                .findings
                .iter()
                .find(|finding| finding.code().severity() == crate::verify::Severity::Error);
            let reason = first
                .map(crate::verify::Finding::message)
                .unwrap_or_default();
            return Err(error(format!(
                "the record of {} is not valid: {reason}",
                self.id
            )));
        }
        let position = verdict.position;
        position.ok_or_else(|| error(format!("the record of {} is not played", self.id)))
    }
}

impl PerftFile {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// What is wrong with which line.
    pub fn read(text: &str) -> Result<(PerftFile, Vec<PerftEntry>), PerftError> {
        let mut file = PerftFile::default();
        let mut entries: Vec<PerftEntry> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let error = |message: &str| PerftError {
                message: message.to_owned(),
                line: number,
            };
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let kept = PerftLine::Text(line.to_owned());
            let entry = entries
                .last_mut()
                .ok_or_else(|| error("an entry begins with `id`"));
            let kept = match word {
                "" if line.trim().is_empty() => kept,
                _ if line.starts_with('#') => kept,
                "id" => {
                    entries.push(PerftEntry {
                        id: rest.trim().to_owned(),
                        guards: Vec::new(),
                        sgf: String::new(),
                        line: number,
                        rows: Vec::new(),
                    });
                    kept
                }
                "guards" => {
                    entry?.guards = rest.split_whitespace().map(str::to_owned).collect();
                    kept
                }
                "sgf" => {
                    let entry = entry?;
                    entry.line = number;
                    rest.clone_into(&mut entry.sgf);
                    kept
                }
                "perft" => {
                    let row = read_row(rest).ok_or_else(|| {
                        error("expected `perft DEPTH LEAVES captures N passes N ends N hash X`")
                    })?;
                    entry?.rows.push(row);
                    PerftLine::Row(entries.len() - 1, row)
                }
                // A record goes on until its counts begin.
                _ if entries
                    .last()
                    .is_some_and(|entry| !entry.sgf.is_empty() && entry.rows.is_empty()) =>
                {
                    if let Some(entry) = entries.last_mut() {
                        entry.sgf.push('\n');
                        entry.sgf.push_str(line);
                    }
                    kept
                }
                _ => {
                    return Err(error(
                        "expected `id`, `guards`, `sgf`, `perft` or a comment",
                    ));
                }
            };
            file.lines.push(kept);
        }
        Ok((file, entries))
    }

    /// The file with the counts that `count` gives for each entry and depth.
    #[must_use]
    pub fn renewed(&self, mut count: impl FnMut(usize, u32) -> LeafCounts) -> PerftFile {
        let lines = self.lines.iter().map(|line| match line {
            PerftLine::Text(text) => PerftLine::Text(text.clone()),
            PerftLine::Row(entry, row) => PerftLine::Row(
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

/// `DEPTH`, or that and all the counts: what is not there counts as 0, for a file
/// that is to be renewed.
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
                PerftLine::Text(text) => writeln!(f, "{text}")?,
                PerftLine::Row(_, row) => writeln!(f, "{row}")?,
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
    fn a_file_reads_and_writes_back() {
        let (file, entries) = PerftFile::read(FILE).unwrap();
        assert_eq!(file.to_string(), FILE);
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].guards, ["ugo::occupied", "x"]);
        assert_eq!(entries[0].rows[0].counts.hash, 255);
        assert_eq!(entries[0].position().unwrap().plies(), 1);
        let renewed = file.renewed(|_, depth| LeafCounts {
            leaves: u64::from(depth),
            ..LeafCounts::default()
        });
        assert!(renewed.to_string().contains("perft 1 1 captures 0"));
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line) in [
            ("perft 1 2\n", 1),
            ("id a\nperft x\n", 2),
            ("id a\nsgf (;GM[ugo])\nperft 1 9 hash zz\n", 3),
            ("id a\nwhat\n", 2),
        ] {
            assert_eq!(PerftFile::read(text).unwrap_err().line, line, "{text}");
        }
        let (_, entries) = PerftFile::read("id a\nsgf (;GM[ugo]SZ[3];B[zz9])\n").unwrap();
        assert!(
            entries[0]
                .position()
                .unwrap_err()
                .message
                .contains("not valid")
        );
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

    /// Counts beyond this are left to the release build.
    const QUICK: u64 = 20_000;

    #[test]
    fn the_counts_of_the_files_are_right() {
        let mut checked = 0;
        for (path, entries) in files() {
            for entry in entries {
                let position = entry.position().unwrap();
                for row in entry.rows.iter().filter(|row| row.counts.leaves <= QUICK) {
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

    /// The rules that decide which moves are listed. The others, such as `occupied`, cannot be
    /// broken by a listed move.
    const DECIDING: [Rule; 21] = [
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
    fn rows_guard_exactly_the_rules_that_decide_which_moves_are_listed() {
        let entries = files().into_iter().flat_map(|(_, entries)| entries);
        let mut guarded: Vec<String> = entries.flat_map(|entry| entry.guards).collect();
        guarded.sort_unstable();
        guarded.dedup();
        let mut deciding = DECIDING.map(Rule::id);
        deciding.sort_unstable();
        assert_eq!(guarded, deciding);
    }
}
