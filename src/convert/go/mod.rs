//! Ugo and Sygo as Go: records that Go programs can show, with the right position at every node.
//!
//! A ply that has the same effect in Go is written as a move; any other as a node that sets up what has changed
//! and describes the ply in a comment.

mod board;
mod comparison;
mod extent;
mod originals;
mod ply;
mod point_mask;
mod reader;
mod source;
mod tidy;
mod translate;
mod translation;
mod turns;
mod writer;

pub(super) use reader::GoReader;

use std::io::{self, Write};

use translate::{MAX_POINTS, play};
use writer::GoWriter;

use super::{
    error::ExportError,
    model::{Exported, Note, SourceRecord},
    played_line::{assumed_size, errors},
};
use crate::{games::Game, verify::title};

/// Writes a record.
pub(super) fn write(item: &SourceRecord) -> Result<Exported, Vec<Note>> {
    let mut text = Vec::new();
    // Writing to memory does not fail, and what is written is UTF-8.
    let notes = export(item, &mut text)?.unwrap_or_default();
    let text = String::from_utf8(text).unwrap_or_default();
    Ok(Exported { text, notes })
}

/// What is not carried over.
pub(super) fn notes(item: &SourceRecord) -> Result<Vec<Note>, Vec<Note>> {
    Ok(export(item, &mut io::sink())?.unwrap_or_default())
}

/// Writes a record that can be written to an output.
pub(super) fn write_to(item: &SourceRecord, out: &mut dyn Write) -> io::Result<()> {
    match export(item, out) {
        Ok(written) => written.map(|_| ()),
        Err(_) => Err(io::ErrorKind::InvalidInput.into()),
    }
}

/// Writes a record, and returns what is not carried over; or why it cannot be written.
fn export(item: &SourceRecord, out: &mut dyn Write) -> Result<io::Result<Vec<Note>>, Vec<Note>> {
    let record = item.record;
    let start = item.line_index.line_column(record.offset());
    let (nodes, verdict) = play(record);
    let (Some(game), Some(mut writer)) = (verdict.game, GoWriter::new(record, &verdict, &nodes))
    else {
        return Err(errors(item, &verdict));
    };
    if !matches!(game, Game::Ugo | Game::Sygo) {
        let error = ExportError::NotGo(title(game).to_string());
        return Err(vec![Note::export_error(start, &error)]);
    }
    if nodes.is_empty() {
        return Err(errors(item, &verdict));
    }
    if nodes.point_count() > MAX_POINTS {
        return Err(vec![Note::export_error(start, &ExportError::TooLarge)]);
    }
    let refusal = match writer.write(out) {
        Ok(refusal) => refusal,
        Err(error) => return Ok(Err(error)),
    };
    let mut notes = errors(item, &verdict);
    notes.extend(refusal.map(|refusal| Note::not_read_back(start, &refusal)));
    notes.extend(assumed_size(item, &verdict));
    for (names, offset) in writer.lost {
        notes.push(Note::lost(item.line_index.line_column(offset), &names));
    }
    Ok(Ok(notes))
}
