//! Results for people.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use super::{
    row::ResultRow,
    standings::{PlayerStanding, Standings},
    summary::ResultsSummary,
    warning::{ResultsWarning, ResultsWarningKind},
    writer::{ResultsLayout, ResultsWriter, StandingsLayout},
};
use crate::{games::Color, output::fitted, record::safe};

/// Records by which the widths of the columns are decided.
const MAX_HELD: usize = 200;
/// The columns of a result.
const RESULT_WIDTH: usize = 9;
/// The widest name in a table of standings.
const MAX_NAME: usize = 24;
/// Warnings of a kind that are shown.
const SHOWN_WARNINGS: usize = 20;

/// A table of the records with a line for the circumstances, then the standings and the warnings.
pub(super) struct TextResults {
    layout: ResultsLayout,
    /// The first records, until the widths are known.
    held: Vec<TextRow>,
    /// The width of a name, if it is known.
    name_width: Option<usize>,
    standings: usize,
    /// The kind of the last warning, and how many of it there are.
    warnings: Option<(ResultsWarningKind, usize)>,
}

/// The texts of a record, escaped.
struct TextRow {
    names: [String; 2],
    recorded: String,
    computed: String,
    verdict: &'static str,
    winner: Option<Color>,
    circumstances: String,
    error: Option<String>,
    doubt: Option<String>,
}

/// How a text is displayed.
#[derive(Clone, Copy)]
enum Emphasis {
    None,
    Strong,
    Faint,
    Good,
    Bad,
    Odd,
}

impl TextRow {
    fn new(row: &ResultRow) -> TextRow {
        let optional =
            |text: Option<&str>| text.map_or("–".into(), |text| safe(text).into_owned());
        let name = |color| {
            let name = row.ranked_name(color);
            name.map_or("?".to_owned(), |name| safe(&name).into_owned())
        };
        let round = row.round.as_ref().map(|round| format!("round {round}"));
        let circumstances = [
            row.further_players(),
            row.board(),
            row.event.clone(),
            round,
            row.date.clone(),
            Some(row.location()),
        ];
        let circumstances: Vec<String> = circumstances.into_iter().flatten().collect();
        TextRow {
            names: [name(Color::Black), name(Color::White)],
            recorded: optional(row.result.recorded.as_deref()),
            computed: optional(row.result.computed.as_deref()),
            verdict: row.verdict(),
            winner: row.winning_color(),
            circumstances: safe(&circumstances.join(", ")).into_owned(),
            error: row.error_in_words().map(|error| safe(&error).into_owned()),
            doubt: row.doubt().map(|doubt| safe(&doubt).into_owned()),
        }
    }
}

impl TextResults {
    pub(super) fn new(layout: ResultsLayout) -> TextResults {
        TextResults {
            layout,
            held: Vec::new(),
            name_width: None,
            standings: 0,
            warnings: None,
        }
    }

    fn paint(&self, text: &str, emphasis: Emphasis) -> String {
        let code = match emphasis {
            _ if !self.layout.color || text.is_empty() => return text.to_owned(),
            Emphasis::None => return text.to_owned(),
            Emphasis::Strong => "1",
            Emphasis::Faint => "2",
            Emphasis::Good => "32",
            Emphasis::Bad => "31",
            Emphasis::Odd => "33",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// Writes the heading and the records held so far.
    fn flush(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.name_width.is_some() || self.held.is_empty() {
            return Ok(());
        }
        let names = self.held.iter().flat_map(|row| &row.names);
        let widest = names.map(|name| name.width()).max().unwrap_or_default();
        // Two names, two results and the verdict.
        let most = self
            .layout
            .width
            .saturating_sub(4 * 2 + 2 * RESULT_WIDTH + 10)
            / 2;
        let width = widest.clamp(5, most.max(6));
        self.name_width = Some(width);
        let heading = format!(
            "{}  {}  {}  {}  verdict",
            fitted("Black", width),
            fitted("White", width),
            fitted("recorded", RESULT_WIDTH),
            fitted("by rules", RESULT_WIDTH),
        );
        writeln!(out, "{}", self.paint(&heading, Emphasis::Strong))?;
        for row in std::mem::take(&mut self.held) {
            self.write_row(&row, width, out)?;
        }
        Ok(())
    }

    fn write_row(&self, row: &TextRow, width: usize, out: &mut dyn Write) -> io::Result<()> {
        let emphasis = match row.verdict {
            "accepted" => Emphasis::Good,
            _ => Emphasis::Bad,
        };
        let name = |color| {
            let [black, white] = &row.names;
            let (name, emphasis) = match color {
                Color::Black => (black, row.winner == Some(Color::Black)),
                _ => (white, row.winner == Some(Color::White)),
            };
            let emphasis = if emphasis {
                Emphasis::Strong
            } else {
                Emphasis::None
            };
            self.paint(&fitted(name, width), emphasis)
        };
        writeln!(
            out,
            "{}  {}  {}  {}  {}",
            name(Color::Black),
            name(Color::White),
            fitted(&row.recorded, RESULT_WIDTH),
            fitted(&row.computed, RESULT_WIDTH),
            self.paint(row.verdict, emphasis)
        )?;
        self.write_below(&row.circumstances, Emphasis::Faint, out)?;
        if let Some(error) = &row.error {
            self.write_below(error, Emphasis::Bad, out)?;
        }
        match &row.doubt {
            Some(doubt) => self.write_below(doubt, Emphasis::Odd, out),
            None => Ok(()),
        }
    }

    /// Writes a text below a row, wrapped.
    fn write_below(&self, text: &str, emphasis: Emphasis, out: &mut dyn Write) -> io::Result<()> {
        for line in textwrap::wrap(text, self.layout.width.saturating_sub(2)) {
            writeln!(out, "  {}", self.paint(&line, emphasis))?;
        }
        Ok(())
    }

    fn write_table(&self, players: &[PlayerStanding], out: &mut dyn Write) -> io::Result<()> {
        let width = name_width(players);
        let digits = players.len().to_string().len();
        // The seven columns of numbers with the spaces before them.
        if digits + 2 + width + 54 > self.layout.width {
            for player in players {
                self.write_player(player, out)?;
            }
            return Ok(());
        }
        let heading = format!(
            "{:digits$}  {}  {:>6}  {:>5}  {:>4}  {:>5}  {:>4}  {:>6}  {:>6}",
            "",
            fitted("", width),
            "points",
            "games",
            "wins",
            "draws",
            "lost",
            "SB",
            "direct"
        );
        writeln!(out, "{}", self.paint(&heading, Emphasis::Strong))?;
        let mut last = 0;
        for player in players {
            let place = if player.place == last {
                String::new()
            } else {
                player.place.to_string()
            };
            last = player.place;
            let direct = player
                .direct
                .map_or(String::new(), |direct| direct.to_string());
            let line = format!(
                "{place:>digits$}  {}  {:>6}  {:>5}  {:>4}  {:>5}  {:>4}  {:>6}  {direct:>6}",
                fitted(&safe(player.player), width),
                player.points,
                player.games,
                player.wins,
                player.draws,
                player.losses,
                player.sonneborn_berger,
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// Writes the points of each player against each other: as a square, or as a list if it is too wide.
    fn write_crosstable(&self, players: &[PlayerStanding], out: &mut dyn Write) -> io::Result<()> {
        let width = name_width(players);
        let digits = players.len().to_string().len();
        let texts = players.iter().flat_map(|player| &player.opponents);
        let texts = texts.map(|opponent| opponent.points.to_string().len());
        let cell = texts.max().unwrap_or(1).max(digits);
        let square = 2 + digits + 2 + width + players.len() * (cell + 2);
        writeln!(out)?;
        if square > self.layout.width {
            let note = "crosstable: the number of each opponent, and the points against it";
            for line in self.wrapped(note) {
                writeln!(out, "{}", self.paint(&line, Emphasis::Strong))?;
            }
        } else {
            let numbers: String = (1..=players.len())
                .map(|number| format!("  {number:>cell$}"))
                .collect();
            let heading = format!("{:digits$}  {}{numbers}", "", fitted("crosstable", width));
            writeln!(out, "{}", self.paint(&heading, Emphasis::Strong))?;
        }
        for (number, player) in (1..).zip(players) {
            let start = format!("{number:>digits$}  {}", fitted(&safe(player.player), width));
            let mut opponents = player.opponents.iter().peekable();
            if square <= self.layout.width {
                let cells = (1..=players.len()).map(|column| {
                    let here = opponents.next_if(|opponent| opponent.number == column);
                    let points = match here {
                        Some(opponent) => opponent.points.to_string(),
                        None if column == number => "×".to_owned(),
                        None => ".".to_owned(),
                    };
                    format!("  {points:>cell$}")
                });
                writeln!(out, "{start}{}", cells.collect::<String>())?;
                continue;
            }
            let list: Vec<String> = opponents
                .map(|opponent| format!("{}:{}", opponent.number, opponent.points))
                .collect();
            let indent = " ".repeat(start.width() + 2);
            let options = textwrap::Options::new(self.layout.width)
                .initial_indent("")
                .subsequent_indent(&indent);
            for line in textwrap::wrap(&format!("{start}  {}", list.join(" ")), options) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    /// Writes the numbers of a player as a sentence.
    fn write_player(&self, player: &PlayerStanding, out: &mut dyn Write) -> io::Result<()> {
        let heading = format!("{}. {}", player.place, safe(player.player));
        let totals = format!(
            "{heading}: {} of {}: {}, {}, {}; SB {}{}",
            player.points,
            count(player.games, "game", "games"),
            count(player.wins, "win", "wins"),
            count(player.draws, "draw", "draws"),
            count(player.losses, "loss", "losses"),
            player.sonneborn_berger,
            player
                .direct
                .map_or(String::new(), |direct| format!("; direct {direct}")),
        );
        for line in self.wrapped(&totals) {
            match line.strip_prefix(heading.as_str()) {
                Some(rest) => writeln!(out, "{}{rest}", self.paint(&heading, Emphasis::Strong))?,
                None => writeln!(out, "{line}")?,
            }
        }
        Ok(())
    }

    /// The lines of a sentence.
    fn wrapped<'l>(&self, text: &'l str) -> Vec<std::borrow::Cow<'l, str>> {
        let options = textwrap::Options::new(self.layout.width).subsequent_indent("  ");
        textwrap::wrap(text, options)
    }

    /// Writes the results of each player against each opponent.
    fn write_players(&self, players: &[PlayerStanding], out: &mut dyn Write) -> io::Result<()> {
        let width = name_width(players);
        for player in players {
            self.write_player(player, out)?;
            for opponent in &player.opponents {
                writeln!(
                    out,
                    "   {}  {:>6}  {}, {}, {}",
                    fitted(&safe(opponent.player), width),
                    opponent.points,
                    count(opponent.wins, "win", "wins"),
                    count(opponent.draws, "draw", "draws"),
                    count(opponent.losses, "loss", "losses"),
                )?;
            }
        }
        Ok(())
    }
}

impl ResultsWriter for TextResults {
    fn row(&mut self, row: &ResultRow, out: &mut dyn Write) -> io::Result<()> {
        let row = TextRow::new(row);
        if let Some(width) = self.name_width {
            return self.write_row(&row, width, out);
        }
        self.held.push(row);
        if self.held.len() >= MAX_HELD {
            return self.flush(out);
        }
        Ok(())
    }

    fn standings(&mut self, standings: &Standings, out: &mut dyn Write) -> io::Result<()> {
        self.flush(out)?;
        if self.name_width.is_some() || self.standings > 0 {
            writeln!(out)?;
        }
        self.standings += 1;
        let heading = match standings.title() {
            Some(title) => format!("Standings, {}", safe(&title)),
            None => "Standings".to_owned(),
        };
        writeln!(out, "{}", self.paint(&heading, Emphasis::Strong))?;
        if standings.players.is_empty() {
            return writeln!(out, "no result of two players counts");
        }
        if self.layout.standings == StandingsLayout::Opponents {
            return self.write_players(&standings.players, out);
        }
        self.write_table(&standings.players, out)?;
        self.write_crosstable(&standings.players, out)
    }

    fn warning(&mut self, warning: &ResultsWarning, out: &mut dyn Write) -> io::Result<()> {
        self.flush(out)?;
        if self.warnings.is_none() {
            writeln!(out)?;
        }
        let count = match self.warnings {
            Some((kind, count)) if kind == warning.kind => count + 1,
            _ => 1,
        };
        self.warnings = Some((warning.kind, count));
        let text = match count {
            count if count <= SHOWN_WARNINGS => format!("warning: {}", safe(&warning.message)),
            count if count == SHOWN_WARNINGS + 1 => {
                "  … and more of this kind; `--format jsonl` lists them".to_owned()
            }
            _ => return Ok(()),
        };
        let options = textwrap::Options::new(self.layout.width).subsequent_indent("  ");
        for line in textwrap::wrap(&text, options) {
            match line.strip_prefix("warning:") {
                Some(rest) => writeln!(out, "{}{rest}", self.paint("warning:", Emphasis::Odd))?,
                None => writeln!(out, "{line}")?,
            }
        }
        Ok(())
    }

    fn end(&mut self, summary: &ResultsSummary, out: &mut dyn Write) -> io::Result<()> {
        self.flush(out)?;
        if self.layout.with_summary {
            if summary.records > 0 {
                writeln!(out)?;
            }
            for line in self.wrapped(&summary.to_string()) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }
}

/// `1 win`, `2 wins`.
fn count(count: u32, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The width of the names in a table of standings.
fn name_width(players: &[PlayerStanding]) -> usize {
    let names = players.iter().map(|player| safe(player.player).width());
    names.max().unwrap_or_default().clamp(10, MAX_NAME)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{OpponentResults, Points};

    /// Standings of three players, as wide as a terminal.
    fn standings_at(width: usize) -> String {
        const NAMES: [&str; 3] = ["Annika Bolaños Mures", "Ben", "Cid"];
        let players = NAMES.iter().enumerate().map(|(index, player)| {
            let others = NAMES
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index);
            PlayerStanding {
                place: index + 1,
                player,
                games: 2,
                wins: 2,
                draws: 0,
                losses: 0,
                points: Points::default(),
                sonneborn_berger: Points::default(),
                direct: None,
                opponents: others
                    .map(|(other, player)| OpponentResults {
                        number: other + 1,
                        player,
                        wins: 1,
                        draws: 0,
                        losses: 0,
                        points: Points::default(),
                    })
                    .collect(),
            }
        });
        let mut writer = TextResults::new(ResultsLayout {
            color: false,
            width,
            standings: StandingsLayout::Crosstable,
            with_summary: true,
        });
        let standings = Standings {
            players: players.collect(),
            ..Standings::default()
        };
        let mut out = Vec::new();
        writer.standings(&standings, &mut out).unwrap();
        writer.end(&ResultsSummary::default(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn standings_fit_a_narrow_terminal() {
        let narrow = standings_at(50);
        assert!(narrow.lines().all(|line| line.width() <= 50), "{narrow}");
        assert!(
            narrow.contains(
                "1. Annika Bolaños Mures: 0 of 2 games: 2 wins, 0\n  draws, 0 losses; SB 0\n"
            ),
            "{narrow}"
        );
        let wide = standings_at(80);
        assert!(wide.contains("points  games  wins"), "{wide}");
    }
}
