//! Games as objects of the archive.

use std::collections::BTreeMap;

use super::{
    DEFAULT_SIZE, RULESET,
    archive::{EndWord, GAME, MAX_GAME, day, read_object},
    archive_shape::{ArchivedGame, ArchivedPlayer, GameId, GameName, Header, Site},
};
use crate::{
    convert::{
        error::ExportError,
        game,
        loss::root_text,
        model::{Exported, Note, SourceRecord},
        played_line::PlayedLine,
    },
    games::{Color, Move},
    record::{Name, NodeId, Purpose, WrittenResult, read_result},
};

/// Writes a game.
pub(in crate::convert) fn write(item: &SourceRecord) -> Result<Exported, Vec<Note>> {
    let start = item.line_index.line_column(item.record.offset());
    let properties = item.record.properties(NodeId::ROOT).iter();
    let names = properties.filter(|property| property.name.purpose() == Purpose::Root);
    let texts = names.flat_map(|property| item.record.values(property));
    let length: usize = texts.map(|&span| item.record.raw(span).len()).sum();
    if length > MAX_GAME {
        let error = ExportError::LongTexts(MAX_GAME >> 20);
        return Err(vec![Note::export_error(start, &error)]);
    }
    let mut line = PlayedLine::read(item)?;
    super::moves::truncate(&mut line);
    let is_over = line.end.outcome().is_some();
    let unfinished = match result(item, &line) {
        None => Some(ExportError::Unfinished),
        Some(WrittenResult::Won(_) | WrittenResult::WonBy(..) | WrittenResult::Forfeit(_)) => {
            (!is_over).then_some(ExportError::Undecided)
        }
        _ => None,
    };
    if let Some(error) = unfinished {
        return Err(vec![Note::export_error(start, &error)]);
    }
    let has_resigned = line.plies.iter().any(|ply| ply.mv == Move::Resign);
    let mut exported = game::write(
        item,
        "abstractplay",
        super::moves::truncate,
        &|line, _| text(item, line),
        &|text| {
            let mut draft = read_object(text);
            // A resignation that only `RE` tells is read as a ply.
            if !has_resigned {
                draft.plies.pop_if(|(_, mv, _)| *mv == Move::Resign);
            }
            Some(draft)
        },
    )?;
    let ruleset = line.verdict.ruleset.as_ref().map(|ruleset| &*ruleset.name);
    if let Some(name) = ruleset.filter(|name| *name != RULESET)
        && root_text(item, Name::RU).is_none()
    {
        let what = format!("the ruleset {name}: AbstractPlay plays by {RULESET}");
        exported.notes.push(Note::lost(start, &what));
    }
    Ok(exported)
}

fn text(item: &SourceRecord, line: &PlayedLine) -> String {
    let game = ArchivedGame {
        header: header(item, line),
        moves: rounds(item, line),
        more: BTreeMap::new(),
    };
    // Cannot fail: all keys are strings, and the output is in memory.
    serde_json::to_string(&game).unwrap_or_default()
}

fn header(item: &SourceRecord, line: &PlayedLine) -> Header {
    let field = |name: Name| {
        let text = root_text(item, name).map(std::borrow::Cow::into_owned);
        text.filter(|text| !text.is_empty())
    };
    let side = line.start.size().columns;
    let variants = match side {
        DEFAULT_SIZE => Vec::new(),
        4 => vec!["Size-4 board (Spargo)".to_owned()],
        6 => vec!["Size-6 board (small)".to_owned()],
        9 => vec!["Size-9 board (large)".to_owned()],
        _ => vec![format!("Size-{side} board")],
    };
    let source = field(Name::SO).unwrap_or_default();
    let (site, gameid) = match source.rsplit_once(", ") {
        Some((site, id)) => (site.to_owned(), Some(GameId::Text(id.to_owned()))),
        None => (source, None),
    };
    let dates = field(Name::DT).unwrap_or_default();
    let time = |date: Option<&str>| Some(format!("{}T00:00:00.000Z", day(date?)?));
    let date_end = time(dates.split(',').next_back());
    let winner = result(item, line).and_then(|result| result.winner());
    let is_abandoned = matches!(result(item, line), Some(WrittenResult::Void));
    let score = line.end.score().filter(|_| line.is_legal());
    let player = |color: Color, name: Name| ArchivedPlayer {
        name: field(name).unwrap_or_default(),
        is_ai: None,
        score: score.map(|score| {
            let points = match color {
                Color::White => score.white,
                _ => score.black,
            };
            (points.0 / 2).into()
        }),
        result: match winner {
            None => i64::from(!is_abandoned),
            Some(winner) => i64::from(winner == color),
        },
        more: BTreeMap::new(),
    };
    Header {
        game: GameName {
            name: GAME.to_owned(),
            variants,
            more: BTreeMap::new(),
        },
        event: field(Name::EV),
        round: field(Name::RO),
        site: Site {
            name: site,
            gameid,
            more: BTreeMap::new(),
        },
        date_start: time(dates.split(',').next()),
        date_generated: date_end.clone(),
        date_end,
        pied: is_swapped(line),
        players: vec![
            player(Color::White, Name::PW),
            player(Color::Black, Name::PB),
        ],
        ..Header::default()
    }
}

fn is_swapped(line: &PlayedLine) -> bool {
    line.plies.iter().any(|ply| ply.mv == Move::Swap)
}

/// The moves in pairs, and the word for an end without a last move.
fn rounds(item: &SourceRecord, line: &PlayedLine) -> Vec<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    for ply in &line.plies {
        let level = ply.after.and_then(|after| after.level);
        match (&ply.mv, level) {
            (Move::Swap | Move::Resign, _) => {}
            (Move::Marble { point, .. }, Some(level)) => words.push(format!("{level}{point}")),
            (mv, _) => words.push(mv.to_string()),
        }
    }
    let is_over = line.end.outcome().is_some() && line.is_legal();
    let last = line.plies.last().map(|ply| ply.color);
    let end = match result(item, line) {
        // If the loser were to move, it would be read as a ply after the end.
        Some(WrittenResult::Resignation(winner)) if is_over && last == Some(winner) => None,
        Some(WrittenResult::Resignation(_)) => Some(EndWord::Resign),
        Some(WrittenResult::Time(_)) => Some(EndWord::Timeout),
        // On the board already.
        Some(WrittenResult::Draw) if is_over => None,
        Some(WrittenResult::Draw) => Some(EndWord::Draw),
        Some(WrittenResult::Void) => Some(EndWord::Abandoned),
        _ => None,
    };
    let is_resigned = line.plies.iter().any(|ply| ply.mv == Move::Resign);
    let end = if is_resigned {
        Some(EndWord::Resign)
    } else {
        end
    };
    words.extend(end.map(|end| end.name().to_owned()));
    words.chunks(2).map(<[String]>::to_vec).collect()
}

/// The result that the record states, or the one on the board; `None` if the game has none.
fn result(item: &SourceRecord, line: &PlayedLine) -> Option<WrittenResult> {
    let stated = root_text(item, Name::RE).and_then(|text| read_result(&text));
    let computed = || {
        let outcome = line.verdict.computed?;
        read_result(&outcome.to_string())
    };
    match stated {
        None | Some(WrittenResult::Unknown) => computed(),
        stated => stated,
    }
}
