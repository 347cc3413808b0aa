//! Results as a table for spreadsheets: the records, or the standings.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use csv::WriterBuilder;

use super::{
    reason::Reason,
    row::{ResultRow, RowTexts, Winner},
    standings::Standings,
    summary::ResultsSummary,
    warning::ResultsWarning,
    writer::{ResultsLayout, ResultsWriter, StandingsLayout},
};
use crate::{games::Color, output::spreadsheet_cell, report::OutputStatus};

const RECORD_HEADINGS: [&str; 30] = [
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
    "counts",
    "reason",
    "grey",
    "grey_rank",
    "yellow",
    "yellow_rank",
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
        let further =
            |texts: &RowTexts, color| text(texts.of(color).and_then(|name| name.as_deref()));
        let error = row.first_error();
        let error = error.as_ref();
        let is_judged = row.status != OutputStatus::Unreadable;
        write_row(
            &[
                cell(&row.source),
                number(&row.index),
                text(row.game.as_deref()),
                text(row.ruleset.as_deref()),
                text(row.size.as_deref()),
                if is_judged {
                    number(&row.plies)
                } else {
                    text(None)
                },
                row.status.name().into(),
                if is_judged {
                    truth(row.finished)
                } else {
                    text(None)
                },
                text(row.result.recorded.as_deref()),
                text(row.result.computed.as_deref()),
                row.winner.map_or("", Winner::name).into(),
                text(row.players.black.as_deref()),
                text(row.ranks.black.as_deref()),
                text(row.players.white.as_deref()),
                text(row.ranks.white.as_deref()),
                text(row.event.as_deref()),
                text(row.round.as_deref()),
                text(row.date.as_deref()),
                text(error.map(|error| error.code.as_str())),
                error
                    .and_then(|error| error.ply)
                    .map_or("".into(), |value| number(&value)),
                text(error.and_then(|error| error.point.as_deref())),
                text(error.map(|error| error.message.as_str())),
                text(error.and_then(|error| error.help.as_deref())),
                row.verdict().into(),
                truth(row.counts),
                row.reason.map_or("", Reason::name).into(),
                further(&row.players, Color::Grey),
                further(&row.ranks, Color::Grey),
                further(&row.players, Color::Yellow),
                further(&row.ranks, Color::Yellow),
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

fn truth(value: bool) -> Cow<'static, str> {
    if value { "true" } else { "false" }.into()
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
