//! `kifu perft`: the number of legal move sequences.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::{
    error::CliError,
    exit::Exit,
    load::position_in,
    names,
    output::{Output, replace, to_json},
    ply_selector::PlySelector,
    start_args::StartArgs,
};
use crate::{
    games::{
        Game, Position,
        perft::{LeafCounts, divide, perft},
    },
    lab::{PerftEntry, PerftFile, PerftRow},
    report::{DivideLine, PerftLine},
};

/// Count the legal move sequences of a given length
///
/// Pass, button and swap count as moves, resignation does not; a finished game has no further
/// moves; two spellings of a move are one; in Sygo, stones in another order are another move.
/// Besides all sequences (leaves), those whose last ply captures, passes or ends the game are
/// counted, and the hashes of the final positions are added up.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu perft --game ugo --size 3 --depth 4
  kifu perft --from game.sgf --at 10 --depth 2 --divide
  kifu perft --check tests/perft/*.perft

Exit status:
  0  counted, or all counts in the files are right
  1  with --check: a count is wrong
  2  the command failed")]
pub(super) struct Perft {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = names::games(), hide_possible_values = true,
          required_unless_present_any = ["from", "check"], conflicts_with_all = ["from", "check"])]
    game: Option<Game>,

    #[command(flatten)]
    start: StartArgs,

    /// Start from a position of a record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ruleset", "size", "check"])]
    from: Option<PathBuf>,

    /// The Nth record of a collection
    #[arg(long, value_name = "N", default_value_t = 1, requires = "from")]
    record: usize,

    /// The position of the record: a ply number, `start` or `end`
    #[arg(long, value_name = "PLY", default_value = "end", requires = "from")]
    at: PlySelector,

    /// Number of plies
    #[arg(long, value_name = "D", required_unless_present = "check")]
    depth: Option<u32>,

    /// Also count below each first move
    #[arg(long)]
    divide: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Check the counts in perft files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["ruleset", "size", "depth", "divide"])]
    check: Vec<PathBuf>,

    /// Update the counts in the files instead of checking them
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

impl Perft {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
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

    fn position(&self) -> Result<(Position, String), CliError> {
        match (&self.from, self.game) {
            (Some(file), _) => position_in(file.as_os_str(), self.record, self.at, None),
            (None, Some(game)) => self.start.position(game),
            (None, None) => Err(CliError::NoStartPosition),
        }
    }

    fn count(&self) -> Result<String, CliError> {
        let (position, ruleset) = self.position()?;
        let depth = self.depth.unwrap_or(1);
        let divided = (self.divide && depth > 0).then(|| divide(&position, depth));
        let counts = match &divided {
            Some(divided) => sum(divided.iter().map(|(_, counts)| *counts)),
            None => perft(&position, depth),
        };
        if self.format == Format::Json {
            let divide = divided.map(|divided| {
                let lines = divided.iter();
                lines
                    .map(|(mv, counts)| DivideLine::new(mv, *counts))
                    .collect()
            });
            let line = PerftLine::new(&position, ruleset, depth, counts, divide);
            return Ok(to_json(&line)? + "\n");
        }
        let mut out = String::new();
        for (mv, counts) in divided.unwrap_or_default() {
            out.push_str(&format!("{mv}: {}\n", counts.leaves));
        }
        out.push_str(&format!("{}\n", PerftRow { depth, counts }));
        Ok(out)
    }

    /// Checks or updates a file.
    fn check(&self, path: &Path, output: &mut Output) -> Result<Exit, CliError> {
        let name = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| CliError::Read {
            path: name.to_string(),
            error,
        })?;
        let invalid = |error| CliError::PerftFile {
            file: name.to_string(),
            error,
        };
        let (file, entries) = PerftFile::read(&text).map_err(invalid)?;
        let positions: Vec<Position> = entries
            .iter()
            .map(PerftEntry::position)
            .collect::<Result<_, _>>()
            .map_err(invalid)?;
        if self.write {
            let updated = file.with_counts(|entry, depth| perft(&positions[entry], depth));
            replace(path, updated.to_string().as_bytes())?;
            output.write(&format!("{name}: written\n"))?;
            return Ok(Exit::Fine);
        }
        let mut wrong = 0;
        for (entry, position) in entries.iter().zip(&positions) {
            // The lowest depth that differs is the easiest to examine.
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

fn sum(all: impl Iterator<Item = LeafCounts>) -> LeafCounts {
    let mut sum = LeafCounts::default();
    for counts in all {
        sum += counts;
    }
    sum
}

/// A wrong count, with the counts below each first move to narrow it down.
fn difference(
    name: &str,
    entry: &PerftEntry,
    position: &Position,
    expected: PerftRow,
    found: LeafCounts,
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
    for (mv, counts) in divide(position, expected.depth) {
        out.push_str(&format!("    {mv}: {}\n", counts.leaves));
    }
    out
}
