//! Counts as a table with one number per row.

use csv::WriterBuilder;

use crate::output::spreadsheet_cell;

use super::{
    counts::{GroupStats, Statistics, Wins},
    openings::{OpeningPly, Openings},
};

/// The columns: the group, the board where the count depends on it, the kind of count, what is counted, and the number.
const HEADINGS: [&str; 6] = ["game", "ruleset", "size", "count", "of", "value"];

/// The rows of a group.
struct CsvRows<'g> {
    group: &'g GroupStats,
    rows: Vec<[String; HEADINGS.len()]>,
}

impl CsvRows<'_> {
    fn add(&mut self, size: &str, count: &str, of: &str, value: &impl ToString) {
        self.rows.push([
            self.group.game.unwrap_or_default().to_owned(),
            self.group.ruleset.clone().unwrap_or_default(),
            size.to_owned(),
            count.to_owned(),
            of.to_owned(),
            value.to_string(),
        ]);
    }

    fn add_wins(&mut self, side: &str, wins: &Wins) {
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
            self.add("", "result", &format!("{side}{method}"), &value);
        }
    }

    fn add_openings(&mut self, openings: &Openings) {
        let size = &openings.size;
        self.add(size, "opening", "", &openings.records);
        for ply in &openings.first {
            self.add_opening(size, "", ply);
        }
    }

    fn add_opening(&mut self, size: &str, before: &str, opening: &OpeningPly) {
        let line = format!("{before}{}", opening.ply);
        for (count, value) in [
            ("opening", opening.records),
            ("opening B", opening.black),
            ("opening W", opening.white),
            ("opening draw", opening.draw),
        ] {
            self.add(size, count, &line, &value);
        }
        for next in &opening.then {
            self.add_opening(size, &format!("{line} "), next);
        }
    }
}

impl GroupStats {
    fn rows(&self) -> Vec<[String; HEADINGS.len()]> {
        let mut rows = CsvRows {
            group: self,
            rows: Vec::new(),
        };
        for (kind, value) in [
            ("", self.records),
            ("valid", self.valid),
            ("invalid", self.invalid),
            ("malformed", self.malformed),
            ("finished", self.finished),
        ] {
            rows.add("", "records", kind, &value);
        }
        for size in &self.sizes {
            rows.add(&size.size, "records", "valid", &size.records);
        }
        rows.add_wins("B", &self.results.black);
        rows.add_wins("W", &self.results.white);
        for (kind, value) in [
            ("draw", self.results.draw),
            ("void", self.results.void),
            ("none", self.results.none),
        ] {
            rows.add("", "result", kind, &value);
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
                rows.add("", "plies", kind, &value);
            }
            rows.add("", "plies", "total", &plies.total);
            rows.add("", "plies", "mean", &plies.mean);
        }
        for bin in &self.lengths {
            rows.add(
                "",
                "length",
                &format!("{}..{}", bin.from, bin.to),
                &bin.records,
            );
        }
        rows.add("", "captures", "records", &self.captures.records);
        rows.add("", "captures", "plies", &self.captures.plies);
        rows.add("", "captures", "most", &self.captures.most);
        for openings in self.openings.iter().flatten() {
            rows.add_openings(openings);
        }
        rows.rows
    }
}

impl Statistics {
    /// The statistics as CSV.
    ///
    /// # Errors
    ///
    /// Never: the table is in memory.
    pub fn csv(&self) -> Result<String, csv::Error> {
        let mut table = WriterBuilder::new().from_writer(Vec::new());
        table.write_record(HEADINGS)?;
        for row in self.groups.iter().flat_map(GroupStats::rows) {
            table.write_record(row)?;
        }
        for player in self.players.iter().flatten() {
            let name = spreadsheet_cell(player.player.as_deref().unwrap_or_default());
            for (side, results) in [("B", player.black), ("W", player.white)] {
                for (count, value) in [
                    ("records", results.records),
                    ("wins", results.wins),
                    ("draws", results.draws),
                    ("losses", results.losses),
                    ("none", results.none),
                ] {
                    let count = format!("player {side} {count}");
                    table.write_record(["", "", "", &count, &name, &value.to_string()])?;
                }
            }
        }
        let bytes = table
            .into_inner()
            .map_err(csv::IntoInnerError::into_error)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
