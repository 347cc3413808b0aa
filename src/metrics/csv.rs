//! The numbers of a report as a table with one metric per row.

use std::io::{self, Write};

use csv::{ErrorKind, Writer};

use super::{group::Group, report::MetricsReport};
use crate::output::spreadsheet_cell;

const HEADINGS: [&str; 16] = [
    "game",
    "ruleset",
    "size",
    "komi",
    "players",
    "metric",
    "ludii",
    "games",
    "value",
    "low",
    "high",
    "least",
    "lower_quartile",
    "median",
    "upper_quartile",
    "most",
];

/// Writes the metrics of all groups; the differences of a comparison as metrics of the ruleset `OLD..NEW`, the pairs of a
/// ladder as its `score` and the ratings as `elo`.
pub(super) fn write(report: &MetricsReport, out: &mut dyn Write) -> io::Result<()> {
    let mut table = Writer::from_writer(out);
    let mut add = |row: Vec<String>| table.write_record(row).map_err(io_error);
    add(HEADINGS.map(ToOwned::to_owned).to_vec())?;
    for group in &report.groups {
        for metric in &group.metrics {
            let [low, high] = ends(metric.interval);
            let spread =
                |of: fn(&super::group::Spread) -> f64| number(metric.spread.as_ref().map(of));
            let mut row = head(group, &group.ruleset, &group.players.join(" "));
            row.extend([
                metric.name.to_owned(),
                metric.ludii.unwrap_or_default().to_owned(),
                metric.games.to_string(),
                number(metric.value),
                low,
                high,
                spread(|spread| spread.least),
                spread(|spread| spread.lower),
                spread(|spread| spread.median),
                spread(|spread| spread.upper),
                spread(|spread| spread.most),
            ]);
            add(row)?;
        }
    }
    let Some(group) = report.groups.first() else {
        return table.flush();
    };
    let mut add_value =
        |ruleset: &str, players: &str, name: &str, games: u64, value: f64, interval| {
            let [low, high] = ends(interval);
            let mut row = head(group, ruleset, players);
            row.extend([
                name.to_owned(),
                String::new(),
                games.to_string(),
                value.to_string(),
                low,
                high,
            ]);
            row.resize(HEADINGS.len(), String::new());
            add(row)
        };
    if let Some(comparison) = &report.comparison {
        let ruleset = format!("{}..{}", comparison.old, comparison.new);
        let players = group.players.join(" ");
        for found in &comparison.differences {
            let (value, interval) = (found.difference, found.interval);
            add_value(&ruleset, &players, found.name, found.pairs, value, interval)?;
        }
    }
    if let Some(ladder) = &report.ladder {
        for player in &ladder.players {
            let interval = Some(player.interval);
            add_value(
                &group.ruleset,
                &player.player,
                "elo",
                0,
                player.elo,
                interval,
            )?;
        }
        for pair in &ladder.pairs {
            let players = format!("{} {}", pair.player, pair.opponent);
            let interval = Some(pair.interval);
            add_value(
                &group.ruleset,
                &players,
                "score",
                pair.games,
                pair.score,
                interval,
            )?;
        }
    }
    table.flush()
}

/// The first columns.
fn head(group: &Group, ruleset: &str, players: &str) -> Vec<String> {
    vec![
        group.game.to_owned(),
        spreadsheet_cell(ruleset).into_owned(),
        group.size.clone(),
        group.komi.map_or(String::new(), |komi| komi.to_string()),
        players.to_owned(),
    ]
}

fn number(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn ends(interval: Option<[f64; 2]>) -> [String; 2] {
    interval.map_or_else(<[String; 2]>::default, |ends| {
        ends.map(|end| end.to_string())
    })
}

/// The error of the destination.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
