//! Plies as a table, one row per ply.

use csv::WriterBuilder;

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
    let line = PlayedLine::read(item)?;
    let index = item.index.to_string();
    let size = line.start.size().to_string();
    let ruleset = line
        .verdict
        .ruleset
        .as_ref()
        .map_or("", |ruleset| &ruleset.name);
    let mut table = WriterBuilder::new().from_writer(Vec::new());
    for (number, ply) in (1..).zip(&line.plies) {
        let after = ply.after.as_ref();
        let score = after.and_then(|after| after.score);
        let known = |text: Option<String>| text.unwrap_or_default();
        let plays = |color| line.start.players().contain(color);
        let points = |color: Color| {
            let score = score.filter(|_| plays(color));
            known(score.map(|score| score[color].to_string()))
        };
        let number: u32 = number;
        let row = [
            spreadsheet_cell(item.source),
            index.as_str().into(),
            line.game.name().into(),
            spreadsheet_cell(ruleset),
            size.as_str().into(),
            number.to_string().into(),
            ply.color.letter().to_string().into(),
            ply.mv.to_string().into(),
            known(after.map(|after| after.captures.to_string())).into(),
            known(after.map(|after| after.to_move.letter().to_string())).into(),
            points(Color::Black).into(),
            points(Color::White).into(),
            points(Color::Grey).into(),
            points(Color::Yellow).into(),
        ];
        // Cannot fail: the output is in memory, and all rows have as many cells.
        let _ = table.write_record(row.iter().map(|cell| cell.as_bytes()));
    }
    let table = table.into_inner().unwrap_or_default();
    let mut notes = line.notes(item);
    notes.extend(lost(item, &|name, _| matches!(name, "GM" | "RU" | "SZ")));
    Ok(Exported {
        text: String::from_utf8(table).unwrap_or_default(),
        notes,
    })
}
