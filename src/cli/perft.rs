//! `kifu perft`: the number of legal ways to play on.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    common::{Board, PlySelector, game_parser},
    exit::{Exit, Failure},
    load::position_in,
    output::{Output, replace, to_json},
};
use crate::{
    games::{
        Game, Position,
        perft::{Counts, divide, perft},
    },
    lab::{PerftEntry, PerftFile, PerftRow},
    output::SCHEMA,
};

/// Count the legal ways to play so many plies.
///
/// Leaves are complete legal turns: pass, button and swap count, resignation never; a finished
/// game has no further plies; two spellings of one turn are one; in Sygo another order of the stones is
/// another turn. Beside the leaves it counts those whose last ply captures, those whose last ply is a
/// pass, and those that end the game, and adds up a hash of their positions.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu perft --game ugo --size 3 --depth 4
  kifu perft --from game.sgf --at 10 --depth 2 --divide
  kifu perft --check tests/perft/*.perft

Exit status:
  0  counted, or all counts of the files are right
  1  a count of --check is wrong
  2  it could not be carried out")]
pub(super) struct Perft {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = game_parser(), hide_possible_values = true,
          required_unless_present_any = ["from", "check"], conflicts_with_all = ["from", "check"])]
    game: Option<Game>,

    #[command(flatten)]
    board: Board,

    /// Start from a position of a record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ruleset", "size", "check"])]
    from: Option<PathBuf>,

    /// The record of a collection, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "from")]
    record: usize,

    /// After how many plies of the record: a number, `start` or `end`
    #[arg(long, value_name = "PLY", default_value = "end", requires = "from")]
    at: PlySelector,

    /// How many plies to play
    #[arg(long, value_name = "D", required_unless_present = "check")]
    depth: Option<u32>,

    /// Count below each first turn
    #[arg(long)]
    divide: bool,

    /// How the counts are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Check files of counts
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["ruleset", "size", "depth", "divide"])]
    check: Vec<PathBuf>,

    /// Write the counts into the files anew instead of checking them
    #[arg(long, requires = "check")]
    write: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// One object
    Json,
}

/// Counts as JSON.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CountsLine {
    schema: u32,
    game: &'static str,
    ruleset: String,
    size: String,
    depth: u32,
    #[serde(flatten)]
    counts: CountsObject,
    /// The counts below each first turn, with --divide.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<DivideObject>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct CountsObject {
    leaves: u64,
    captures: u64,
    passes: u64,
    ends: u64,
    /// Sixteen hexadecimal digits.
    hash: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct DivideObject {
    #[serde(rename = "move")]
    turn: String,
    #[serde(flatten)]
    counts: CountsObject,
}

impl From<Counts> for CountsObject {
    fn from(counts: Counts) -> CountsObject {
        CountsObject {
            leaves: counts.leaves,
            captures: counts.captures,
            passes: counts.passes,
            ends: counts.ends,
            hash: format!("{:016x}", counts.hash),
        }
    }
}

impl Perft {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let mut output = Output::open(None)?;
        let exit = if self.check.is_empty() {
            output.write(&self.count()?)?;
            Exit::Fine
        } else {
            let mut exit = Exit::Fine;
            for file in &self.check {
                exit = exit.max(self.check(file, &mut output)?);
            }
            exit
        };
        output.finish()?;
        Ok(exit)
    }

    fn position(&self) -> Result<(Position, String), Failure> {
        match (&self.from, self.game) {
            (Some(file), _) => position_in(file.as_os_str(), self.record, self.at, None),
            (None, Some(game)) => self.board.position(game),
            (None, None) => Err(Failure::refused(
                "name a game with --game, or a record with --from",
            )),
        }
    }

    fn count(&self) -> Result<String, Failure> {
        let (position, ruleset) = self.position()?;
        let depth = self.depth.unwrap_or(1);
        let divided = (self.divide && depth > 0).then(|| divide(&position, depth));
        let counts = match &divided {
            Some(divided) => sum(divided.iter().map(|(_, counts)| *counts)),
            None => perft(&position, depth),
        };
        if self.format == Format::Json {
            let divide = divided.map(|divided| {
                let turns = divided.into_iter().map(|(turn, counts)| DivideObject {
                    turn: turn.to_string(),
                    counts: counts.into(),
                });
                turns.collect()
            });
            let line = CountsLine {
                schema: SCHEMA,
                game: position.game().name(),
                ruleset,
                size: position.size().to_string(),
                depth,
                counts: counts.into(),
                divide,
            };
            return Ok(to_json(&line)? + "\n");
        }
        let mut out = String::new();
        for (turn, counts) in divided.unwrap_or_default() {
            out.push_str(&format!("{turn}: {}\n", counts.leaves));
        }
        out.push_str(&format!("{}\n", PerftRow { depth, counts }));
        Ok(out)
    }

    /// Checks a file, or writes its counts anew.
    fn check(&self, path: &Path, output: &mut Output) -> Result<Exit, Failure> {
        let name = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::refused(format!("cannot read {name}: {error}")))?;
        let wrong = |error| Failure::refused(format!("{name}:{error}"));
        let (file, entries) = PerftFile::read(&text).map_err(wrong)?;
        let positions: Vec<Position> = entries
            .iter()
            .map(PerftEntry::position)
            .collect::<Result<_, _>>()
            .map_err(wrong)?;
        if self.write {
            let renewed = file.renewed(|entry, depth| perft(&positions[entry], depth));
            replace(path, renewed.to_string().as_bytes())?;
            output.write(&format!("{name}: written\n"))?;
            return Ok(Exit::Fine);
        }
        let mut wrong = 0;
        for (entry, position) in entries.iter().zip(&positions) {
            // The first depth that differs shows the difference best.
            let different = entry.rows.iter().find_map(|row| {
                let counts = perft(position, row.depth);
                (counts != row.counts).then_some((row, counts))
            });
            if let Some((row, counts)) = different {
                wrong += 1;
                output.write(&difference(
                    &name.to_string(),
                    entry,
                    position,
                    *row,
                    counts,
                ))?;
            }
        }
        let rows: usize = entries.iter().map(|entry| entry.rows.len()).sum();
        output.write(&format!(
            "{name}: {} positions, {rows} counts, {wrong} positions wrong\n",
            entries.len()
        ))?;
        Ok(if wrong == 0 { Exit::Fine } else { Exit::Found })
    }
}

fn sum(all: impl Iterator<Item = Counts>) -> Counts {
    let mut sum = Counts::default();
    for counts in all {
        sum += counts;
    }
    sum
}

/// A count that is not as it should be, with the counts below each first turn, among
/// which the reason is to be found.
fn difference(
    name: &str,
    entry: &PerftEntry,
    position: &Position,
    expected: PerftRow,
    found: Counts,
) -> String {
    let found = PerftRow {
        depth: expected.depth,
        counts: found,
    };
    let guards = match entry.guards.join(" ") {
        guards if guards.is_empty() => String::new(),
        guards => format!(" (guards {guards})"),
    };
    let mut out = format!("{name}: {}{guards}\n- {expected}\n+ {found}\n", entry.id);
    for (turn, counts) in divide(position, expected.depth) {
        out.push_str(&format!("    {turn}: {}\n", counts.leaves));
    }
    out
}
