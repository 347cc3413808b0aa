//! Statistics as text, for a terminal of 80 columns.

use std::{
    fmt::{self, Display, Formatter, Write as _},
    io::{self, Write},
};

use super::{
    counts::{GroupStats, Results, Statistics, Wins},
    lengths::Bin,
    openings::{OpeningPly, Openings},
    players::PlayerStats,
};
use crate::{
    games::Color,
    output::{counted, fitted, grouped},
    record::safe,
};

/// The longest bar of a chart, in columns.
const MAX_BAR: u64 = 48;

/// The characters of bars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BarStyle {
    /// Blocks of eighths of a column.
    #[default]
    Blocks,
    /// ASCII characters.
    Ascii,
}

impl BarStyle {
    /// A bar for a number, scaled so that `largest` has the full length. Any number but 0 is visible.
    fn bar(self, number: u64, largest: u64) -> String {
        let eighths = (number * MAX_BAR * 8).div_ceil(largest.max(1)) as usize;
        match self {
            BarStyle::Ascii => "#".repeat(eighths.div_ceil(8)),
            BarStyle::Blocks => {
                let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
                "█".repeat(eighths / 8) + rest
            }
        }
    }
}

impl Statistics {
    /// Writes the statistics as text.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn write_text(&self, bars: BarStyle, out: &mut dyn Write) -> io::Result<()> {
        for (number, group) in self.groups.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            out.write_all(group.text(bars).as_bytes())?;
            // Where no record is valid, there are none.
            for openings in group.openings.iter().flatten() {
                openings.write(out)?;
            }
        }
        if self.groups.len() != 1 {
            if !self.groups.is_empty() {
                writeln!(out)?;
            }
            writeln!(out, "total: {}", counted(self.records, "record", "records"))?;
        }
        if let Some(players) = &self.players {
            write_players(players, out)?;
        }
        if self.unreadable > 0 {
            writeln!(
                out,
                "{} unreadable",
                counted(self.unreadable, "source", "sources")
            )?;
        }
        Ok(())
    }
}

/// Writes a row for each player.
fn write_players(players: &[PlayerStats], out: &mut dyn Write) -> io::Result<()> {
    const NAME: usize = 24;
    writeln!(
        out,
        "\n{:NAME$}  {:>7}  {:>7}  {:>5}  {:>6}  {:>5}  {:>8}",
        "player", "records", "wins", "draws", "losses", "other", "as Black"
    )?;
    for player in players {
        let name = player.player.as_deref().map_or("all others".into(), safe);
        let total = player.total();
        writeln!(
            out,
            "{}  {:>7}  {:>7}  {:>5}  {:>6}  {:>5}  {:>8}",
            fitted(&name, NAME),
            grouped(total.records),
            grouped(total.wins),
            grouped(total.draws),
            grouped(total.losses),
            grouped(total.none),
            grouped(player.black.records),
        )?;
    }
    Ok(())
}

/// A fraction in percent.
struct Percent(u64, u64);

impl Display for Percent {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Percent(part, whole) = *self;
        let percent = (part as f64 * 100.0 / whole.max(1) as f64).round();
        write!(f, "{percent}%")
    }
}

/// Writes a row of the table: a label and a text. A long text is wrapped, an empty one is omitted.
fn line(out: &mut String, label: &str, text: &str) {
    const LABEL: usize = 12;
    let mut label = label;
    let parts = textwrap::wrap(text, 80 - LABEL);
    for part in parts.iter().filter(|part| !part.is_empty()) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  {label:<10}{part}");
        label = "";
    }
}

impl GroupStats {
    /// The group without its openings.
    fn text(&self, bars: BarStyle) -> String {
        let game = self.game.unwrap_or("unknown game");
        let records = counted(self.records, "record", "records");
        let mut out = match self.ruleset.as_deref() {
            Some(ruleset) if ruleset != game => {
                format!("{game}, ruleset {}: {records}", safe(ruleset))
            }
            _ => format!("{game}: {records}"),
        };
        for (count, kind) in [
            (self.valid, "valid"),
            (self.invalid, "invalid"),
            (self.malformed, "malformed"),
        ] {
            if count > 0 {
                out.push_str(&format!(", {} {kind}", grouped(count)));
            }
        }
        out.push('\n');
        let Some(plies) = &self.plies else {
            return out;
        };
        line(&mut out, "results", &self.results.text(self.valid));
        line(&mut out, "wins", &self.results.methods());
        let summary = format!(
            "{} to {}; median {}, mean {}; middle 50%: {}–{}",
            plies.least, plies.most, plies.median, plies.mean, plies.p25, plies.p75
        );
        line(&mut out, "plies", &summary);
        if self.captures.records > 0 {
            let summary = format!(
                "in {} ({}); {} per game, at most {}",
                counted(self.captures.records, "game", "games"),
                Percent(self.captures.records, self.valid),
                (self.captures.plies as f64 / self.valid as f64 * 10.0).round() / 10.0,
                self.captures.most
            );
            line(&mut out, "captures", &summary);
        }
        let sizes = self.sizes.iter();
        let sizes = sizes.map(|size| format!("{}: {}", size.size, grouped(size.records)));
        line(&mut out, "boards", &sizes.collect::<Vec<_>>().join(", "));
        if self.lengths.len() > 1 {
            chart(&mut out, &self.lengths, bars);
        }
        out
    }
}

impl Results {
    fn text(&self, valid: u64) -> String {
        let wins = self.wins();
        let wins = wins.map(|(color, wins)| (wins.all, format!("{color} wins")));
        let others = [
            (self.draw, "draw"),
            (self.void, "void"),
            (self.none, "unknown"),
        ];
        let others = others.map(|(count, what)| (count, what.to_owned()));
        let parts = wins.chain(others).filter(|&(count, _)| count > 0);
        let parts = parts
            .map(|(count, what)| format!("{what} {} ({})", grouped(count), Percent(count, valid)));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// How games were won; empty if none was.
    fn methods(&self) -> String {
        let sum = |count: fn(&Wins) -> u64| self.wins().map(|(_, wins)| count(wins)).sum::<u64>();
        let methods = [
            (sum(|wins| wins.margin), "by points"),
            (sum(|wins| wins.goal), "by goal or unknown margin"),
            (sum(|wins| wins.resignation), "by resignation"),
            (sum(|wins| wins.time), "on time"),
            (sum(|wins| wins.forfeit), "by forfeit"),
        ];
        let parts = methods.into_iter().filter(|&(count, _)| count > 0);
        let parts = parts.map(|(count, method)| format!("{} {method}", grouped(count)));
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// The histogram of lengths, with a bar for each bin.
fn chart(out: &mut String, bins: &[Bin], bars: BarStyle) {
    let largest = bins.iter().map(|bin| bin.records).max().unwrap_or(0);
    let labels: Vec<String> = bins
        .iter()
        .map(|bin| match bin.to {
            to if to == bin.from => bin.from.to_string(),
            to => format!("{}..{to}", bin.from),
        })
        .collect();
    let widest = labels.iter().map(String::len).max().unwrap_or(0).max(8);
    for (bin, label) in bins.iter().zip(&labels) {
        let bar = bars.bar(bin.records, largest);
        let space = if bar.is_empty() { "" } else { " " };
        let _ = writeln!(
            out,
            "  {label:>widest$}  {bar}{space}{}",
            grouped(bin.records)
        );
    }
}

impl Openings {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let games = counted(self.records, "game", "games");
        writeln!(out, "  openings on {}: {games}", self.size)?;
        write_plies(&self.first, self.others, 0, out)
    }
}

/// The wins of the third and fourth player, if there are any.
fn further_wins(ply: &OpeningPly) -> String {
    let wins = [(Color::Grey, ply.grey), (Color::Yellow, ply.yellow)];
    let wins = wins.into_iter().filter(|&(_, wins)| wins > 0);
    wins.map(|(color, wins)| format!("  {color} {:>4}", Percent(wins, ply.records).to_string()))
        .collect()
}

/// Writes the next plies of an opening, indented by depth.
fn write_plies(
    plies: &[OpeningPly],
    others: u64,
    depth: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    const NAME_END: usize = 38;
    let indent = " ".repeat(4 + 2 * depth.min(10));
    let name_width = NAME_END.saturating_sub(indent.len());
    for ply in plies {
        writeln!(
            out,
            "{indent}{:<name_width$} {:>9}  Black {:>4}  White {:>4}{}",
            ply.ply,
            grouped(ply.records),
            Percent(ply.black, ply.records).to_string(),
            Percent(ply.white, ply.records).to_string(),
            further_wins(ply),
        )?;
        write_plies(&ply.then, ply.others, depth + 1, out)?;
    }
    if others > 0 && !plies.is_empty() {
        writeln!(
            out,
            "{indent}{:<name_width$} {:>9}",
            "others",
            grouped(others)
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_visible_and_scaled() {
        assert_eq!(BarStyle::Blocks.bar(0, 10), "");
        assert_eq!(
            BarStyle::Blocks.bar(10, 10).chars().count(),
            MAX_BAR as usize
        );
        assert_eq!(BarStyle::Blocks.bar(1, 1_000_000), "▏");
        assert_eq!(BarStyle::Blocks.bar(1, 32), "█▌");
        assert_eq!(BarStyle::Ascii.bar(1, 32), "##");
        assert_eq!(BarStyle::Ascii.bar(5, 5).len(), MAX_BAR as usize);
    }
}
