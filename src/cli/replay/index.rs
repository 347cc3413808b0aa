//! Records in the page that lists the files of several records.

use super::target::ReplayedRecord;
use crate::{
    diagram::{Diagram, ImageSize, IndexEntry, IndexPage, RecordHeader, Style, scene, svg},
    games::Game,
    output::counted,
    record::safe,
    verify::Severity,
};

/// The longer side of a board in pixels.
const SIZE: u32 = 176;

/// Adds a record with its files, of which the last is an image of the board, or with a board
/// in this style.
pub(super) fn add(
    index: &mut IndexPage,
    record: &ReplayedRecord,
    files: &[String],
    style: Option<&Style>,
) {
    let verdict = record.verified.verdict;
    let header = RecordHeader::read(record.verified.record);
    let header = header.header(verdict.players());
    let name = format!(
        "{}, record {}",
        safe(&record.report.source),
        record.report.index
    );
    let error = verdict.findings.iter();
    let error = error
        .filter(|finding| finding.code().severity() == Severity::Error)
        .map(|finding| match finding.ply {
            Some(ply) => format!("error at ply {ply}: {}", finding.message()),
            None => format!("error: {}", finding.message()),
        })
        .next();
    let board = style.zip(verdict.position.as_ref());
    let board = board.map(|(style, position)| {
        let style = Style {
            size: ImageSize::Whole(SIZE),
            coordinates: false,
            status: false,
            ..*style
        };
        svg(&scene(&Diagram::new(position), &style), &style)
    });
    let plies = counted(u64::from(verdict.plies), "ply", "plies");
    let game = match (verdict.game, verdict.size) {
        (Some(game), Some(size)) => {
            let board = match game {
                Game::Bargo => format!("side {}", size.columns),
                _ => format!("{} × {}", size.columns, size.rows),
            };
            format!("{}, {board}, {plies}", game.name())
        }
        _ => plies,
    };
    index.add(&IndexEntry {
        name: &name,
        header,
        game: &game,
        result: header.result.filter(|result| result.trim() != "?"),
        error: error.as_deref(),
        files,
        board: board.as_deref(),
    });
}
