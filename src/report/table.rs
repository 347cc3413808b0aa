//! Summaries as tables for a terminal of 80 columns.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

use super::{
    ranking::{RankedRecord, Ranking},
    safe,
    summary::{RecordCounts, Summary},
};
use crate::output::grouped;

/// The width of the output in columns.
const WIDTH: usize = 80;
/// The columns that the last cell of a row has in any case.
const LEAST: usize = 20;

/// Rows of cells; the first row is the heading. The columns named are set flush left, the others
/// flush right. A last cell that is too long is cut at the front: the end of a name says most.
pub(super) fn columns(rows: &[Vec<String>], flush_left: &[usize]) -> String {
    let count = rows.first().map_or(0, Vec::len);
    let widest = |column: usize| rows.iter().map(|row| row[column].width()).max();
    let mut widths: Vec<usize> = (0..count).filter_map(widest).collect();
    let taken: usize = widths.iter().rev().skip(1).map(|width| width + 2).sum();
    let room = WIDTH.saturating_sub(taken).max(LEAST);
    if let Some(last) = widths.last_mut() {
        *last = room.min(*last);
    }
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| {
            let cell = end_of(cell, width);
            let space = " ".repeat(width - cell.width());
            if flush_left.contains(&column) {
                format!("{cell}{space}")
            } else {
                format!("{space}{cell}")
            }
        });
        out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    out
}

/// A text, or so much of its end as fits into a width.
fn end_of(text: &str, width: usize) -> Cow<'_, str> {
    if text.width() <= width {
        return Cow::Borrowed(text);
    }
    let mut start = text.len();
    for (at, _) in text.char_indices().rev() {
        if text[at..].width() + 1 > width {
            break;
        }
        start = at;
    }
    Cow::Owned(format!("…{}", &text[start..]))
}

/// The headings of the table of games, and the numbers below them.
pub(super) const GAME_HEADINGS: [&str; 7] = [
    "game",
    "records",
    "valid",
    "unfinished",
    "invalid",
    "malformed",
    "plies",
];

/// A row below [`GAME_HEADINGS`].
pub(super) fn game_row(name: &str, counts: &RecordCounts) -> Vec<String> {
    let numbers = [
        counts.records,
        counts.valid,
        counts.unfinished,
        counts.invalid,
        counts.malformed,
        counts.plies,
    ];
    let numbers = numbers.into_iter().map(grouped);
    std::iter::once(name.to_owned()).chain(numbers).collect()
}

/// The rows of all games, and that of all together where there are several.
pub(super) fn game_rows(summary: &Summary) -> Vec<Vec<String>> {
    let games = summary.games.iter();
    let mut rows: Vec<_> = games.map(|(name, counts)| game_row(name, counts)).collect();
    if rows.len() != 1 {
        rows.push(game_row("all", &summary.total));
    }
    rows
}

impl Summary {
    /// The counts per game, and the requested rankings of records.
    pub fn table(&self) -> String {
        let heading = GAME_HEADINGS.map(str::to_owned).to_vec();
        let rows: Vec<_> = std::iter::once(heading).chain(game_rows(self)).collect();
        let mut out = columns(&rows, &[0]);
        let text = |count, one: &str, many: &str| {
            format!("{} {}", grouped(count), if count == 1 { one } else { many })
        };
        let errors = text(self.errors, "error", "errors");
        let warnings = text(self.warnings, "warning", "warnings");
        out.push_str(&format!("{errors}, {warnings}"));
        if self.unreadable > 0 {
            let sources = text(self.unreadable, "source", "sources");
            out.push_str(&format!("; {sources} unreadable"));
        }
        out.push('\n');
        let rankings = self.rankings();
        if !rankings.is_empty() {
            out.push('\n');
            out.push_str(&rankings);
        }
        out
    }

    /// The requested rankings of records, with an empty line between them; empty if there is none.
    pub fn rankings(&self) -> String {
        let mut out = String::new();
        let rankings = [
            ("largest", &self.largest, "bytes"),
            ("longest", &self.longest, "plies"),
            ("slowest", &self.slowest, "seconds"),
        ];
        for (name, ranking, unit) in rankings {
            let records = ranking.as_ref().map(Ranking::records);
            if let Some(records) = records.filter(|records| !records.is_empty()) {
                let row = |record: &&RankedRecord| {
                    let value = if unit == "seconds" {
                        format!("{:.3}", record.time().as_secs_f64())
                    } else {
                        grouped(record.value)
                    };
                    let record = format!("{}, record {}", safe(&record.source), record.index);
                    // Names may be long, and there may be many of them.
                    vec![value, end_of(&record, WIDTH).into_owned()]
                };
                let heading = vec![unit.to_owned(), format!("{name} records")];
                let rows: Vec<_> = std::iter::once(heading)
                    .chain(records.iter().map(row))
                    .collect();
                if !out.is_empty() {
                    out.push('\n');
                }
                out.push_str(&columns(&rows, &[1]));
            }
        }
        out
    }

    /// The findings per code, with the place of the first; empty if nothing was found.
    pub fn statistics(&self) -> String {
        if self.codes.is_empty() {
            return String::new();
        }
        let heading = ["findings", "records", "code", "first"];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        for counts in self.by_frequency() {
            let first = &counts.first;
            rows.push(vec![
                grouped(counts.findings),
                grouped(counts.records),
                safe(&counts.code).into_owned(),
                format!("{}:{}:{}", safe(&first.source), first.line, first.column),
            ]);
        }
        columns(&rows, &[2, 3])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_column_is_cut_to_the_width() {
        let rows = [
            vec!["n".to_owned(), "name".to_owned()],
            vec!["10".to_owned(), format!("{}/b.sgf", "碁".repeat(60))],
        ];
        let table = columns(&rows, &[1]);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[0], " n  name");
        assert!(lines[1].starts_with("10  …碁") && lines[1].ends_with("碁/b.sgf"));
        assert!(
            (79..=80).contains(&lines[1].width()),
            "{}",
            lines[1].width()
        );
    }
}
