//! Counts as a table with one number per row.

use std::io::{self, Write};

use csv::{ErrorKind, Writer};

use crate::{games::Color, output::spreadsheet_cell};

use super::{
    counts::{GroupStats, Statistics, Wins},
    openings::{OpeningPly, Openings},
};

/// The columns: the group, the board where the count depends on it, the kind of count, what is counted, and the number.
const HEADINGS: [&str; 6] = ["game", "ruleset", "size", "count", "of", "value"];

/// The table, to which rows are written one by one: those of openings may be millions.
struct CsvTable<'o>(Writer<&'o mut dyn Write>);

impl CsvTable<'_> {
    fn write(&mut self, row: [&str; HEADINGS.len()]) -> io::Result<()> {
        self.0.write_record(row).map_err(io_error)
    }
}

/// The error of the destination.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Writes the rows of a group.
struct CsvRows<'g, 'o> {
    group: &'g GroupStats,
    table: &'g mut CsvTable<'o>,
}

impl CsvRows<'_, '_> {
    fn add(&mut self, size: &str, count: &str, of: &str, value: &impl ToString) -> io::Result<()> {
        self.table.write([
            self.group.game.unwrap_or_default(),
            &spreadsheet_cell(self.group.ruleset.as_deref().unwrap_or_default()),
            size,
            count,
            of,
            &value.to_string(),
        ])
    }

    fn add_wins(&mut self, side: char, wins: &Wins) -> io::Result<()> {
        let Wins {
            all,
            margin,
            goal,
            resignation,
            time,
            forfeit,
        } = *wins;
        for (method, value) in [
            ("", all),
            (" margin", margin),
            (" goal", goal),
            (" resignation", resignation),
            (" time", time),
            (" forfeit", forfeit),
        ] {
            self.add("", "result", &format!("{side}{method}"), &value)?;
        }
        Ok(())
    }

    fn add_openings(&mut self, openings: &Openings) -> io::Result<()> {
        let size = &openings.size;
        self.add(size, "opening", "", &openings.records)?;
        let mut line = String::new();
        for ply in &openings.first {
            self.add_opening(size, &mut line, ply)?;
        }
        Ok(())
    }

    /// Writes an opening that begins with the plies of a line, which is the same afterwards.
    fn add_opening(
        &mut self,
        size: &str,
        line: &mut String,
        opening: &OpeningPly,
    ) -> io::Result<()> {
        let before = line.len();
        if before > 0 {
            line.push(' ');
        }
        line.push_str(&opening.ply);
        for (count, value) in [
            ("opening", opening.records),
            ("opening B", opening.black),
            ("opening W", opening.white),
            ("opening draw", opening.draw),
        ] {
            self.add(size, count, line, &value)?;
        }
        for (count, value) in [("opening G", opening.grey), ("opening Y", opening.yellow)] {
            if value > 0 {
                self.add(size, count, line, &value)?;
            }
        }
        for next in &opening.then {
            self.add_opening(size, line, next)?;
        }
        line.truncate(before);
        Ok(())
    }
}

impl GroupStats {
    fn write_rows(&self, table: &mut CsvTable) -> io::Result<()> {
        let mut rows = CsvRows { group: self, table };
        for (kind, value) in [
            ("", self.records),
            ("valid", self.valid),
            ("invalid", self.invalid),
            ("malformed", self.malformed),
            ("finished", self.finished),
        ] {
            rows.add("", "records", kind, &value)?;
        }
        for size in &self.sizes {
            rows.add(&size.size, "records", "valid", &size.records)?;
        }
        for (color, wins) in self.results.wins() {
            rows.add_wins(color.letter(), wins)?;
        }
        for (kind, value) in [
            ("draw", self.results.draw),
            ("void", self.results.void),
            ("none", self.results.none),
        ] {
            rows.add("", "result", kind, &value)?;
        }
        if let Some(plies) = &self.plies {
            for (kind, value) in [
                ("least", plies.least),
                ("p10", plies.p10),
                ("p25", plies.p25),
                ("median", plies.median),
                ("p75", plies.p75),
                ("p90", plies.p90),
                ("most", plies.most),
            ] {
                rows.add("", "plies", kind, &value)?;
            }
            rows.add("", "plies", "total", &plies.total)?;
            rows.add("", "plies", "mean", &plies.mean)?;
        }
        for bin in &self.lengths {
            rows.add(
                "",
                "length",
                &format!("{}..{}", bin.from, bin.to),
                &bin.records,
            )?;
        }
        rows.add("", "captures", "records", &self.captures.records)?;
        rows.add("", "captures", "plies", &self.captures.plies)?;
        rows.add("", "captures", "most", &self.captures.most)?;
        for openings in self.openings.iter().flatten() {
            rows.add_openings(openings)?;
        }
        Ok(())
    }
}

impl Statistics {
    /// Writes the statistics as CSV.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut table = CsvTable(Writer::from_writer(out));
        table.write(HEADINGS)?;
        for group in &self.groups {
            group.write_rows(&mut table)?;
        }
        for player in self.players.iter().flatten() {
            let name = spreadsheet_cell(player.player.as_deref().unwrap_or_default());
            for (color, results) in player.sides() {
                if results.is_empty() && color > Color::White {
                    continue;
                }
                let side = color.letter();
                for (count, value) in [
                    ("records", results.records),
                    ("wins", results.wins),
                    ("draws", results.draws),
                    ("losses", results.losses),
                    ("none", results.none),
                ] {
                    let count = format!("player {side} {count}");
                    table.write(["", "", "", &count, &name, &value.to_string()])?;
                }
            }
        }
        table.0.flush()
    }

    /// Writes the statistics as one line of JSON.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        out.write_all(b"\n")
    }
}
