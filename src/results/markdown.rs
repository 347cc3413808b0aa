//! Results as Markdown tables. Text from records is in code spans, where nothing is markup, a mention or a link.

use std::io::{self, Write};

use super::{
    row::ResultRow,
    standings::Standings,
    summary::ResultsSummary,
    warning::ResultsWarning,
    writer::{ResultsLayout, ResultsWriter, StandingsLayout},
};
use crate::{games::Color, report::markdown_cell};

/// The most players of a crosstable that is a square.
pub(super) const MAX_SQUARE: usize = 40;

const HEADING: &str = "\
| Black | White | recorded | by rules | verdict | game | event | round | date | source |
|---|---|---|---|---|---|---|---|---|---|
";

/// Tables of the records and of the standings, and a list of the warnings.
pub(super) struct MarkdownResults {
    layout: ResultsLayout,
    has_rows: bool,
    has_warnings: bool,
}

impl MarkdownResults {
    pub(super) fn new(layout: ResultsLayout) -> MarkdownResults {
        MarkdownResults {
            layout,
            has_rows: false,
            has_warnings: false,
        }
    }
}

impl ResultsWriter for MarkdownResults {
    fn row(&mut self, row: &ResultRow, out: &mut dyn Write) -> io::Result<()> {
        if !std::mem::replace(&mut self.has_rows, true) {
            out.write_all(HEADING.as_bytes())?;
        }
        let cell = |text: Option<&str>| text.map(markdown_cell).unwrap_or_default();
        let name = |color| {
            let name = cell(row.ranked_name(color).as_deref());
            if row.winning_color() == Some(color) {
                format!("**{name}**")
            } else {
                name
            }
        };
        let further = row.further_players();
        let further = further.map(|names| format!(" · {}", markdown_cell(&names)));
        let below = [row.error_in_words(), row.doubt()].into_iter().flatten();
        let below: String = below
            .map(|text| format!(": {}", markdown_cell(&text)))
            .collect();
        writeln!(
            out,
            "| {} | {}{} | {} | {} | {}{} | {} | {} | {} | {} | {} |",
            name(Color::Black),
            name(Color::White),
            further.unwrap_or_default(),
            cell(row.result.recorded.as_deref()),
            cell(row.result.computed.as_deref()),
            row.verdict(),
            below,
            cell(row.board().as_deref()),
            cell(row.event.as_deref()),
            cell(row.round.as_deref()),
            cell(row.date.as_deref()),
            markdown_cell(&row.location()),
        )
    }

    fn standings(&mut self, standings: &Standings, out: &mut dyn Write) -> io::Result<()> {
        match standings.title() {
            Some(title) => writeln!(out, "\n## Standings, {}\n", markdown_cell(&title))?,
            None => writeln!(out, "\n## Standings\n")?,
        }
        let players = &standings.players;
        if players.is_empty() {
            return writeln!(out, "No result of two players counts.");
        }
        if self.layout.standings == StandingsLayout::Opponents {
            out.write_all(
                b"| player | opponent | points | wins | draws | losses |\n|---|---|--:|--:|--:|--:|\n",
            )?;
            for player in players {
                for opponent in &player.opponents {
                    writeln!(
                        out,
                        "| {} | {} | {} | {} | {} | {} |",
                        markdown_cell(player.player),
                        markdown_cell(opponent.player),
                        opponent.points,
                        opponent.wins,
                        opponent.draws,
                        opponent.losses
                    )?;
                }
            }
            return Ok(());
        }
        let is_square = players.len() <= MAX_SQUARE;
        let columns = if is_square { players.len() } else { 1 };
        let numbers: String = if is_square {
            (1..=columns).map(|number| format!(" {number} |")).collect()
        } else {
            " opponents |".to_owned()
        };
        writeln!(
            out,
            "| place | player | points | games | wins | draws | losses | SB | direct |{numbers}\n|--:|---|--:|--:|--:|--:|--:|--:|--:|{}",
            if is_square { "--:|" } else { "---|" }.repeat(columns)
        )?;
        for (number, player) in (1..).zip(players) {
            let mut opponents = player.opponents.iter().peekable();
            let cells: String = if is_square {
                let cells = (1..=columns).map(|column| {
                    match opponents.next_if(|opponent| opponent.number == column) {
                        Some(opponent) => format!(" {} |", opponent.points),
                        None if column == number => " × |".to_owned(),
                        None => " |".to_owned(),
                    }
                });
                cells.collect()
            } else {
                let list = opponents.map(|other| format!("{}: {}", other.number, other.points));
                format!(" {} |", list.collect::<Vec<_>>().join(", "))
            };
            writeln!(
                out,
                "| {} | {} | {} | {} | {} | {} | {} | {} | {} |{cells}",
                player.place,
                markdown_cell(player.player),
                player.points,
                player.games,
                player.wins,
                player.draws,
                player.losses,
                player.sonneborn_berger,
                player
                    .direct
                    .map_or(String::new(), |direct| direct.to_string()),
            )?;
        }
        Ok(())
    }

    fn warning(&mut self, warning: &ResultsWarning, out: &mut dyn Write) -> io::Result<()> {
        if !std::mem::replace(&mut self.has_warnings, true) {
            writeln!(out, "\n## Warnings\n")?;
        }
        writeln!(out, "- {}", markdown_cell(&warning.message))
    }

    fn end(&mut self, summary: &ResultsSummary, out: &mut dyn Write) -> io::Result<()> {
        if self.layout.with_summary {
            writeln!(out, "\n{summary}")?;
        }
        Ok(())
    }
}
