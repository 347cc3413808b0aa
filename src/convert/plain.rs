//! Plies as a list for people: numbered, a column for each player.

use std::{
    io::{self, Write},
    iter,
};

use super::{
    loss::{lost, root_text},
    model::{Exported, Note, SourceRecord},
    played_line::PlayedLine,
};
use crate::{
    games::Color,
    record::{Name, safe, safe_parts},
};

/// The greatest width of a column; a longer cell moves the next one.
const MAX_WIDTH: usize = 30;

/// The properties in the heading, and their labels.
const HEADING: [(Name, &str); 5] = [
    (Name::PB, "Black"),
    (Name::PW, "White"),
    (Name::PG, "Grey"),
    (Name::PY, "Yellow"),
    (Name::RE, "Result"),
];

/// Writes the list of a record.
pub(super) fn write(item: &SourceRecord) -> Result<Exported, Vec<Note>> {
    let line = PlayedLine::read(item)?;
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = write_line(item, &line, &mut text);
    Ok(Exported {
        text: String::from_utf8(text).unwrap_or_default(),
        notes: notes_of(item, &line),
    })
}

/// Writes the same list to an output.
pub(super) fn write_to(item: &SourceRecord, out: &mut dyn Write) -> io::Result<()> {
    PlayedLine::read(item).map_or(Ok(()), |line| write_line(item, &line, out))
}

/// What is not carried over, or why the record cannot be written.
pub(super) fn notes(item: &SourceRecord) -> Result<Vec<Note>, Vec<Note>> {
    Ok(notes_of(item, &PlayedLine::read(item)?))
}

fn notes_of(item: &SourceRecord, line: &PlayedLine) -> Vec<Note> {
    let mut notes = line.notes(item);
    // `PG` is the name of a player only in games of more than two.
    let is_in_heading = |letters: &str| {
        let mut heading = HEADING.iter();
        heading.any(|(name, _)| name.letters() == letters && root_text(item, *name).is_some())
    };
    notes.extend(lost(item, &|name, _| {
        matches!(name, "GM" | "RU" | "SZ") || is_in_heading(name)
    }));
    notes
}

/// Writes the heading, whose texts may be long, and the plies.
fn write_line(item: &SourceRecord, line: &PlayedLine, out: &mut dyn Write) -> io::Result<()> {
    let ruleset = line.verdict.ruleset.as_ref();
    let ruleset = ruleset.map_or(line.game.name(), |ruleset| &ruleset.name);
    writeln!(out, "{} {}", safe(ruleset), line.start.size())?;
    for (name, word) in HEADING {
        if let Some(value) = root_text(item, name) {
            write!(out, "{word}: ")?;
            for part in safe_parts(value.trim()) {
                out.write_all(part.as_bytes())?;
            }
            out.write_all(b"\n")?;
        }
    }
    write!(out, "\n{}", list(line))
}

/// A column for each player, the first player's on the left.
fn list(line: &PlayedLine) -> String {
    let players = line.start.players();
    let next = |color: &Color| Some(players.next(*color));
    let columns = iter::successors(Some(line.start.to_move()), next);
    let columns: Vec<Color> = columns.take(players.count()).collect();
    let digits = line.plies.len().to_string().len();
    let heading = |color: &Color| format!("{:digits$}  {color}", "");
    let mut rows: Vec<Vec<String>> = vec![columns.iter().map(heading).collect()];
    let mut is_legal = true;
    for (index, ply) in line.plies.iter().enumerate() {
        let mark = if is_legal && ply.after.is_none() {
            " (illegal)"
        } else {
            ""
        };
        is_legal = ply.after.is_some();
        let cell = format!("{:>digits$}  {}{mark}", index + 1, ply.mv);
        // A player who is not one of them moves out of turn: in the last column.
        let column = columns.iter().position(|&color| color == ply.color);
        let column = column.unwrap_or(columns.len() - 1);
        match rows.last_mut().filter(|row| row.len() <= column) {
            Some(row) => {
                row.resize(column, String::new());
                row.push(cell);
            }
            None => {
                let mut row = vec![String::new(); column];
                row.push(cell);
                rows.push(row);
            }
        }
    }
    let widths = (0..columns.len() - 1).map(|column| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let widths = cells.map(|cell| cell.chars().count());
        let width = widths.filter(|&width| width <= MAX_WIDTH).max();
        width
            .unwrap_or(0)
            .max(Color::Black.name().len() + digits + 2)
    });
    let widths: Vec<usize> = widths.chain([0]).collect();
    let lines = rows.iter().map(|row| {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, &width)| format!("{cell:<width$}"))
            .collect();
        format!("{}\n", format!(" {}", cells.join("   ")).trim_end())
    });
    lines.collect()
}
