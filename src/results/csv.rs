//! Results as a table for spreadsheets: the records, or the standings.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use csv::WriterBuilder;

use super::{
    row::{ResultRow, Winner},
    standings::Standings,
    summary::ResultsSummary,
    warning::ResultsWarning,
    writer::{ResultsLayout, ResultsWriter, StandingsLayout},
};
use crate::{output::spreadsheet_cell, verify::Finding};

const RECORD_HEADINGS: [&str; 24] = [
    "source",
    "index",
    "game",
    "ruleset",
    "size",
    "plies",
    "status",
    "finished",
    "recorded",
    "computed",
    "winner",
    "black",
    "black_rank",
    "white",
    "white_rank",
    "event",
    "round",
    "date",
    "code",
    "ply",
    "point",
    "message",
    "help",
    "verdict",
];

const STANDING_HEADINGS: [&str; 11] = [
    "group",
    "place",
    "player",
    "games",
    "wins",
    "draws",
    "losses",
    "points",
    "sonneborn_berger",
    "direct",
    "opponents",
];

const OPPONENT_HEADINGS: [&str; 8] = [
    "place", "player", "opponent", "games", "wins", "draws", "losses", "points",
];

/// One table: a file can hold only one.
pub(super) struct CsvResults {
    layout: ResultsLayout,
}

impl CsvResults {
    pub(super) fn new(layout: ResultsLayout) -> CsvResults {
        CsvResults { layout }
    }
}

impl ResultsWriter for CsvResults {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let cells =
            |headings: &[&'static str]| headings.iter().copied().map(Cow::Borrowed).collect();
        let headings: Vec<Cow<str>> = match self.layout.standings {
            StandingsLayout::Opponents => cells(&OPPONENT_HEADINGS),
            StandingsLayout::Crosstable => cells(&STANDING_HEADINGS),
            StandingsLayout::None => cells(&RECORD_HEADINGS),
        };
        write_row(&headings, out)
    }

    fn row(&mut self, row: &ResultRow, out: &mut dyn Write) -> io::Result<()> {
        if self.layout.standings != StandingsLayout::None {
            return Ok(());
        }
        let text = |text: Option<&str>| cell(text.unwrap_or_default());
        let error = row.first_error;
        let is_judged = row.details.is_some();
        write_row(
            &[
                cell(row.source),
                number(&row.index),
                text(row.game),
                text(row.ruleset),
                text(row.size.as_deref()),
                if is_judged {
                    number(&row.plies)
                } else {
                    text(None)
                },
                row.status.name().into(),
                match (is_judged, row.finished) {
                    (false, _) => "",
                    (true, true) => "true",
                    (true, false) => "false",
                }
                .into(),
                text(row.result.recorded()),
                text(row.result.computed()),
                row.winner.map_or("", Winner::name).into(),
                text(row.players.black()),
                text(row.ranks.black()),
                text(row.players.white()),
                text(row.ranks.white()),
                text(row.event),
                text(row.round),
                text(row.date),
                error.map_or("", |error| error.code().id()).into(),
                error
                    .and_then(|error| error.ply)
                    .map_or("".into(), |value| number(&value)),
                text(error.and_then(|error| error.point.as_deref())),
                text(error.map(Finding::message).as_deref()),
                text(error.and_then(Finding::help).as_deref()),
                row.verdict().into(),
            ],
            out,
        )
    }

    fn standings(&mut self, standings: &Standings, out: &mut dyn Write) -> io::Result<()> {
        let group = standings.group.flatten().unwrap_or_default();
        for player in &standings.players {
            if self.layout.standings == StandingsLayout::Opponents {
                for opponent in &player.opponents {
                    let games = opponent.wins + opponent.draws + opponent.losses;
                    write_row(
                        &[
                            number(&player.place),
                            cell(player.player),
                            cell(opponent.player),
                            number(&games),
                            number(&opponent.wins),
                            number(&opponent.draws),
                            number(&opponent.losses),
                            number(&opponent.points),
                        ],
                        out,
                    )?;
                }
                continue;
            }
            let opponents = player.opponents.iter();
            let opponents = opponents.map(|opponent| {
                let name = opponent.player.replace(['\\', ';', ':'], " ");
                format!("{name}: {}", opponent.points)
            });
            write_row(
                &[
                    cell(group),
                    number(&player.place),
                    cell(player.player),
                    number(&player.games),
                    number(&player.wins),
                    number(&player.draws),
                    number(&player.losses),
                    number(&player.points),
                    number(&player.sonneborn_berger),
                    player.direct.map_or("".into(), |value| number(&value)),
                    cell(&opponents.collect::<Vec<_>>().join("; ")),
                ],
                out,
            )?;
        }
        Ok(())
    }

    fn warning(&mut self, _: &ResultsWarning, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, _: &ResultsSummary, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

fn number(number: &impl ToString) -> Cow<'static, str> {
    number.to_string().into()
}

fn cell(text: &str) -> Cow<'static, str> {
    spreadsheet_cell(text).into_owned().into()
}

fn write_row(cells: &[Cow<str>], out: &mut dyn Write) -> io::Result<()> {
    // The CSV writer flushes its destination, so it gets its own buffer.
    let mut table = WriterBuilder::new().from_writer(Vec::new());
    table.write_record(cells.iter().map(|cell| cell.as_bytes()))?;
    let table = table
        .into_inner()
        .map_err(csv::IntoInnerError::into_error)?;
    out.write_all(&table)
}
