//! Plies as a table, one row per ply.

use std::fmt::{Display, Write as _};

use csv::{ByteRecord, WriterBuilder};

use super::{
    loss::lost,
    model::{Exported, Note, SourceRecord},
    played_line::PlayedLine,
};
use crate::{games::Color, output::spreadsheet_cell};

/// The columns.
pub(super) const HEADINGS: &str = "source,record,game,ruleset,size,ply,player,move,captures,to_move,score_black,score_white,score_grey,score_yellow\n";

/// Writes the rows of a record.
pub(super) fn write(item: &SourceRecord) -> Result<Exported, Vec<Note>> {
    let line = PlayedLine::read_with_counts(item)?;
    let ruleset = line.verdict.ruleset.as_ref();
    let same_in_all_rows = [
        spreadsheet_cell(item.source),
        item.index.to_string().into(),
        line.game.name().into(),
        spreadsheet_cell(ruleset.map_or("", |ruleset| &ruleset.name)),
        line.start.size().to_string().into(),
    ];
    let mut row = ByteRecord::new();
    for cell in &same_in_all_rows {
        row.push_field(cell.as_bytes());
    }
    let players = line.start.players();
    let mut table = WriterBuilder::new().from_writer(Vec::new());
    let mut cell = String::new();
    for (number, ply) in (1_u32..).zip(&line.plies) {
        row.truncate(same_in_all_rows.len());
        let mut push = |value: Option<&dyn Display>| {
            cell.clear();
            if let Some(value) = value {
                // Writing to a string does not fail.
                let _ = write!(cell, "{value}");
            }
            row.push_field(cell.as_bytes());
        };
        push(Some(&number));
        push(Some(&ply.color.letter()));
        push(Some(&ply.mv));
        let counts = ply.after.as_ref().and_then(|after| after.counts.as_ref());
        let to_move = ply.after.as_ref().map(|after| after.to_move.letter());
        push(counts.map(|counts| &counts.captures as &dyn Display));
        push(to_move.as_ref().map(|letter| letter as &dyn Display));
        let score = counts.and_then(|counts| counts.score);
        for color in [Color::Black, Color::White, Color::Grey, Color::Yellow] {
            let score = score.filter(|_| players.contain(color));
            let points = score.map(|score| score[color]);
            push(points.as_ref().map(|points| points as &dyn Display));
        }
        // Cannot fail: the output is in memory, and all rows have as many cells.
        let _ = table.write_byte_record(&row);
    }
    let table = table.into_inner().unwrap_or_default();
    let mut notes = line.notes(item);
    notes.extend(lost(item, &|name, _| matches!(name, "GM" | "RU" | "SZ")));
    Ok(Exported {
        text: String::from_utf8(table).unwrap_or_default(),
        notes,
    })
}
