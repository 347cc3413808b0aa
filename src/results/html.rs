//! Results as a page: tables without scripts.

use std::io::{self, Write};

use super::{
    markdown::MAX_SQUARE,
    row::ResultRow,
    standings::Standings,
    summary::ResultsSummary,
    warning::ResultsWarning,
    writer::{ResultsLayout, ResultsWriter, StandingsLayout},
};
use crate::{diagram::xml_escaped, games::Color, record::safe};

const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="generator" content="kifu results">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>Results</title>
<style>
:root{color-scheme:light dark;font:1rem/1.4 system-ui,sans-serif}
body{margin:1rem auto;max-width:90rem;padding:0 1rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;margin:1rem 0}
th,td{border-bottom:1px solid #8886;padding:.25rem .6rem;text-align:left;vertical-align:top}
td{overflow-wrap:anywhere}
.n,.c{text-align:right;font-variant-numeric:tabular-nums}
.c{text-align:center}
.won{font-weight:bold}
.rejected,.unreadable{color:#c1121f}
small{display:block}
@media(prefers-color-scheme:dark){.rejected,.unreadable{color:#ff6b5e}}
</style>
<h1>Results</h1>
"#;

const TABLE: &str = r#"<div class="wide"><table>
<thead><tr><th>Black<th>White<th>recorded<th>by the rules<th>verdict<th>game<th>event<th>round<th>date<th>source</thead>
<tbody>
"#;

/// A page with the records, the standings and the warnings.
pub(super) struct HtmlResults {
    layout: ResultsLayout,
    is_table_open: bool,
    has_warnings: bool,
}

impl HtmlResults {
    pub(super) fn new(layout: ResultsLayout) -> HtmlResults {
        HtmlResults {
            layout,
            is_table_open: false,
            has_warnings: false,
        }
    }

    fn close_table(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if std::mem::replace(&mut self.is_table_open, false) {
            writeln!(out, "</tbody></table></div>")?;
        }
        Ok(())
    }
}

impl ResultsWriter for HtmlResults {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(HEAD.as_bytes())
    }

    fn row(&mut self, row: &ResultRow, out: &mut dyn Write) -> io::Result<()> {
        if !std::mem::replace(&mut self.is_table_open, true) {
            out.write_all(TABLE.as_bytes())?;
        }
        let cell = |text: Option<&str>| text.map(plain).unwrap_or_default();
        let name = |color| {
            let class = if row.winning_color() == Some(color) {
                " class=\"won\""
            } else {
                ""
            };
            format!("<td{class}>{}", cell(row.ranked_name(color).as_deref()))
        };
        let further = row.further_players();
        let further = further.map(|names| format!("<small>{}</small>", plain(&names)));
        let below = [row.error_in_words(), row.doubt()].into_iter().flatten();
        let below: String = below
            .map(|text| format!("<small>{}</small>", plain(&text)))
            .collect();
        let texts = [
            row.board().as_deref().map(plain),
            row.event.as_deref().map(plain),
            row.round.as_deref().map(plain),
            row.date.as_deref().map(plain),
            Some(plain(&row.location())),
        ];
        let texts: String = texts
            .into_iter()
            .map(|text| format!("<td>{}", text.unwrap_or_default()))
            .collect();
        writeln!(
            out,
            "<tr>{}{}{}<td>{}<td>{}<td class=\"{verdict}\">{verdict}{}{texts}",
            name(Color::Black),
            name(Color::White),
            further.unwrap_or_default(),
            cell(row.result.recorded.as_deref()),
            cell(row.result.computed.as_deref()),
            below,
            verdict = row.verdict(),
        )
    }

    fn standings(&mut self, standings: &Standings, out: &mut dyn Write) -> io::Result<()> {
        self.close_table(out)?;
        match standings.title() {
            Some(title) => writeln!(out, "<h2>Standings, {}</h2>", plain(&title))?,
            None => writeln!(out, "<h2>Standings</h2>")?,
        }
        let players = &standings.players;
        if players.is_empty() {
            return writeln!(out, "<p>No result of two players counts.</p>");
        }
        out.write_all(b"<div class=\"wide\"><table>\n<thead><tr>")?;
        if self.layout.standings == StandingsLayout::Opponents {
            out.write_all(
                b"<th>player<th>opponent<th class=\"n\">points<th class=\"n\">wins<th class=\"n\">draws<th class=\"n\">losses</thead>\n<tbody>\n",
            )?;
            for player in players {
                for opponent in &player.opponents {
                    writeln!(
                        out,
                        "<tr><td>{}<td>{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}",
                        plain(player.player),
                        plain(opponent.player),
                        opponent.points,
                        opponent.wins,
                        opponent.draws,
                        opponent.losses
                    )?;
                }
            }
            return writeln!(out, "</tbody></table></div>");
        }
        let is_square = players.len() <= MAX_SQUARE;
        out.write_all(
            b"<th class=\"n\">place<th>player<th class=\"n\">points<th class=\"n\">games<th class=\"n\">wins<th class=\"n\">draws\
              <th class=\"n\">losses<th class=\"n\" title=\"Sonneborn-Berger\">SB<th class=\"n\" title=\"direct comparison\">direct",
        )?;
        if is_square {
            for number in 1..=players.len() {
                write!(out, "<th class=\"c\">{number}")?;
            }
        } else {
            write!(out, "<th>opponents")?;
        }
        writeln!(out, "</thead>\n<tbody>")?;
        for (number, player) in (1..).zip(players) {
            write!(
                out,
                "<tr><td class=\"n\">{}<td>{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}",
                player.place,
                plain(player.player),
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
            let mut opponents = player.opponents.iter().peekable();
            if is_square {
                for column in 1..=players.len() {
                    match opponents.next_if(|opponent| opponent.number == column) {
                        Some(opponent) => write!(out, "<td class=\"c\">{}", opponent.points)?,
                        None if column == number => write!(out, "<td class=\"c\">×")?,
                        None => write!(out, "<td class=\"c\">")?,
                    }
                }
            } else {
                let list = opponents.map(|other| format!("{}: {}", other.number, other.points));
                write!(out, "<td>{}", list.collect::<Vec<_>>().join(", "))?;
            }
            writeln!(out)?;
        }
        writeln!(out, "</tbody></table></div>")
    }

    fn warning(&mut self, warning: &ResultsWarning, out: &mut dyn Write) -> io::Result<()> {
        self.close_table(out)?;
        if !std::mem::replace(&mut self.has_warnings, true) {
            writeln!(out, "<h2>Warnings</h2>\n<ul>")?;
        }
        writeln!(out, "<li>{}", plain(&warning.message))
    }

    fn end(&mut self, summary: &ResultsSummary, out: &mut dyn Write) -> io::Result<()> {
        self.close_table(out)?;
        if self.has_warnings {
            writeln!(out, "</ul>")?;
        }
        if self.layout.with_summary {
            writeln!(out, "<p>{}</p>", plain(&summary.to_string()))?;
        }
        writeln!(out, "</html>")
    }
}

/// A text of a record, escaped.
fn plain(text: &str) -> String {
    xml_escaped(&safe(text))
}
