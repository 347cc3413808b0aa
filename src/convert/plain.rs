//! Plies as a list for people: numbered, a column for each player.

use std::io::{self, Write};

use super::{
    loss::{lost, root_text},
    model::{Exported, Note, SourceRecord},
    played_line::PlayedLine,
};
use crate::{
    games::Color,
    record::{Name, safe, safe_parts},
};

/// The greatest width of the left column; a longer cell moves the right one.
const MAX_WIDTH: usize = 30;

/// The properties in the heading, and their labels.
const HEADING: [(Name, &str); 3] = [
    (Name::PB, "Black"),
    (Name::PW, "White"),
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
    notes.extend(lost(item, &|name, _| {
        matches!(name, "GM" | "RU" | "SZ" | "PB" | "PW" | "RE")
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

/// The two columns, the first player's on the left.
fn list(line: &PlayedLine) -> String {
    let left = line.start.to_move();
    let digits = line.plies.len().to_string().len();
    let mut rows: Vec<[Option<String>; 2]> = Vec::new();
    let mut is_legal = true;
    for (index, ply) in line.plies.iter().enumerate() {
        let mark = if is_legal && ply.after.is_none() {
            " (illegal)"
        } else {
            ""
        };
        is_legal = ply.after.is_some();
        let cell = format!("{:>digits$}  {}{mark}", index + 1, ply.mv);
        match rows.last_mut() {
            Some([_, right @ None]) if ply.color != left => *right = Some(cell),
            _ if ply.color == left => rows.push([Some(cell), None]),
            _ => rows.push([None, Some(cell)]),
        }
    }
    let cells = rows.iter().filter_map(|[left, _]| left.as_ref());
    let widths = cells.map(|cell| cell.chars().count());
    let width = widths
        .filter(|&width| width <= MAX_WIDTH)
        .max()
        .unwrap_or(0);
    let width = width.max(Color::Black.name().len() + digits + 2);
    let heading = |color: Color| Some(format!("{:digits$}  {}", "", color.name()));
    let headings = [heading(left), heading(left.other())];
    let rows = [headings].into_iter().chain(rows);
    let lines = rows.map(|[left, right]| {
        let left = left.unwrap_or_default();
        let line = format!(" {left:<width$}   {}", right.unwrap_or_default());
        format!("{}\n", line.trim_end())
    });
    lines.collect()
}
