//! `kifu perft`: the number of legal move sequences.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::{Args, ValueEnum};

use super::{
    error::{CliError, print_note},
    exit::Exit,
    interruption::KeptFiles,
    load::position_in,
    names,
    output::{Output, to_json},
    overwrite_guard::OverwriteGuard,
    ply_selector::PlySelector,
    progress::{Amount, Progress},
    start_args::StartArgs,
};
use crate::{
    archive::{SourceReader, source_name},
    bounded::read_all,
    file_version::FileVersion,
    games::{
        Game, Move, Position,
        perft::{LeafCounts, divide_while, perft_while},
    },
    interrupt,
    lab::{MAX_PERFT_DEPTH, PerftEntry, PerftError, PerftErrorKind, PerftFile, PerftRow},
    report::{DivideLine, PerftLine},
    verify::Options,
    whole_file::WholeFile,
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
  kifu perft --start-file game.sgf --at 10 --depth 2 --divide
  kifu perft --expected tests/perft/*.perft

Interrupted by Ctrl-C, it prints the counts up to then as incomplete.

Exit status:
  0  counted, or all counts in the files are right
  1  with --expected: a count is wrong
  2  the command failed")]
pub(super) struct Perft {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = names::games(), hide_possible_values = true, help_heading = "Board",
          required_unless_present_any = ["start_file", "expected"], conflicts_with_all = ["start_file", "expected"])]
    game: Option<Game>,

    #[command(flatten)]
    start: StartArgs,

    /// Start from a position of a record
    #[arg(long, alias = "from", value_name = "FILE", conflicts_with_all = ["ruleset", "size", "expected"])]
    start_file: Option<PathBuf>,

    /// The Nth record of a collection
    #[arg(long, value_name = "N", default_value_t = 1, requires = "start_file", conflicts_with_all = ["game", "expected"])]
    record: usize,

    /// The position of the record: a ply number, `start` or `end`
    #[arg(
        long,
        value_name = "PLY",
        default_value = "end",
        requires = "start_file",
        conflicts_with_all = ["game", "expected"]
    )]
    at: PlySelector,

    /// Number of plies, at most 500
    #[arg(long, value_name = "D", required_unless_present = "expected", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PERFT_DEPTH)))]
    depth: Option<u32>,

    /// Also count below each first move
    #[arg(long)]
    divide: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Compare the counts with those expected in perft files
    #[arg(long, alias = "check", value_name = "FILE", num_args = 1.., conflicts_with_all = ["ruleset", "size", "depth", "divide"])]
    expected: Vec<PathBuf>,

    /// Update the counts in the files instead of comparing them
    #[arg(long, requires = "expected", conflicts_with = "depth")]
    write: bool,
}

/// The most first moves in the object of `--format json`, which is in memory: in Sygo there may be any number.
const MAX_DIVIDED: usize = 250_000;

/// The largest perft file, in bytes.
const MAX_PERFT_FILE: usize = 1024 * 1024;

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
        if !self.expected.is_empty() && self.format == Format::Json {
            return Err(CliError::OptionOfOtherFormat {
                option: "expected",
                format: "json",
                allowed: "text".to_owned(),
            });
        }
        let guard = OverwriteGuard::default();
        let mut output = guard.create(None)?;
        let mut exit = Exit::Fine;
        let _progress = Progress::begin(Amount::Unknown, false, Arc::default());
        let kept_files = if self.write {
            KeptFiles::told("written", "the others are as they were")
        } else {
            KeptFiles::default()
        };
        if self.expected.is_empty() {
            self.count(&mut output, &guard)?;
        }
        // Before the first one is checked: what is written meanwhile cannot be taken back.
        for file in &self.expected {
            if let Ok(metadata) = file.metadata() {
                guard.reads_record(file, &metadata)?;
            }
        }
        for file in &self.expected {
            let checked = match self.check(file, &kept_files, &mut output, &guard) {
                // The others are checked nevertheless.
                Err(error @ (CliError::Read { .. } | CliError::PerftFile { .. })) => error.report(),
                checked => checked?,
            };
            exit = exit.max(checked);
            if interrupt::is_requested() {
                break;
            }
        }
        output.finish()?;
        interrupt::end();
        Ok(exit)
    }

    fn position(&self, guard: &OverwriteGuard) -> Result<(Position, String), CliError> {
        match (&self.start_file, self.game) {
            (Some(file), _) => position_in(
                &SourceReader::default(),
                file.as_os_str(),
                self.record,
                self.at,
                Options::default(),
                guard,
            ),
            (None, Some(game)) => self.start.position(game, None, guard),
            (None, None) => Err(CliError::NoStartPosition),
        }
    }

    fn count(&self, output: &mut Output, guard: &OverwriteGuard) -> Result<(), CliError> {
        let (position, ruleset) = self.position(guard)?;
        let depth = self.depth.unwrap_or(1);
        let divides = self.divide && depth > 0;
        if self.format == Format::Json {
            let mut divided = Vec::new();
            let mut add = |mv: &Move, counts: LeafCounts| {
                if divided.len() >= MAX_DIVIDED {
                    return Err(CliError::TooManyFirstMoves(MAX_DIVIDED));
                }
                divided.push(DivideLine::new(mv, counts));
                Ok(())
            };
            let counted = count_all(&position, depth, divides.then_some(&mut add))?;
            let divided = divides.then_some(divided);
            let line = PerftLine::new(&position, ruleset, depth, counted, divided);
            return output.write(&(to_json(&line)? + "\n"));
        }
        // In Sygo there may be too many first moves to be kept in memory.
        let mut add =
            |mv: &Move, counts: LeafCounts| output.write(&format!("{mv}: {}\n", counts.leaves));
        let counted = count_all(&position, depth, divides.then_some(&mut add))?;
        output.write(&match counted {
            Ok(counts) => format!("{}\n", PerftRow { depth, counts }),
            Err(counts) => format!("incomplete: {}\n", PerftRow { depth, counts }),
        })
    }

    /// Checks or updates a file.
    fn check(
        &self,
        path: &Path,
        kept_files: &KeptFiles,
        output: &mut Output,
        guard: &OverwriteGuard,
    ) -> Result<Exit, CliError> {
        let name = source_name(path);
        let unreadable = |error| CliError::Read {
            path: source_name(path),
            error,
        };
        let opened = File::open(path).map_err(unreadable)?;
        let metadata = opened.metadata().map_err(unreadable)?;
        guard.reads_record(path, &metadata)?;
        let bytes = read_all(WholeFile::new(opened), MAX_PERFT_FILE).map_err(unreadable)?;
        let version = FileVersion::of_bytes(metadata, &bytes);
        let text = String::from_utf8(bytes).map_err(io::Error::other);
        let text = text.map_err(unreadable)?;
        let invalid = |error| CliError::PerftFile {
            file: name.clone(),
            error,
        };
        let (file, entries) = PerftFile::read(&text).map_err(invalid)?;
        if let Some(entry) = entries.iter().find(|entry| entry.rows.is_empty()) {
            return Err(invalid(PerftError {
                line: entry.line,
                kind: PerftErrorKind::NoCounts(entry.id.clone()),
            }));
        }
        let positions: Vec<Position> = entries
            .iter()
            .map(PerftEntry::position)
            .collect::<Result<_, _>>()
            .map_err(invalid)?;
        if self.write {
            let updated = interrupt::deferred(|| {
                file.with_counts(|entry, depth| {
                    let (Ok(counts) | Err(counts)) = perft_while(&positions[entry], depth, goes_on);
                    counts
                })
            });
            if interrupt::is_requested() {
                print_note(&format!("{name}: interrupted; it is left as it is"));
                return Ok(Exit::Failed);
            }
            let updated = updated.to_string();
            if updated.len() > MAX_PERFT_FILE {
                let reason =
                    format!("it would be longer than the {MAX_PERFT_FILE} bytes that are read");
                return Ok(CliError::write(&name, io::Error::other(reason)).report());
            }
            let mut replaced = guard.rewrite(path, &version)?;
            replaced.write(&updated)?;
            replaced.flush()?;
            kept_files.put(&name, || replaced.finish())?;
            output.write(&format!("{name}: written\n"))?;
            return Ok(Exit::Fine);
        }
        let (mut wrong, mut checked) = (0, 0);
        for (entry, position) in entries.iter().zip(&positions) {
            // The lowest depth that differs is the easiest to examine.
            let different = interrupt::deferred(|| {
                entry.rows.iter().find_map(|row| {
                    let counts = perft_while(position, row.depth, goes_on).ok()?;
                    (counts != row.counts).then_some((row, counts))
                })
            });
            if interrupt::is_requested() {
                break;
            }
            checked += 1;
            if let Some((row, counts)) = different {
                wrong += 1;
                output.write(&difference(&name, entry, *row, counts))?;
                // Narrows it down.
                let mut add = |mv: &Move, counts: LeafCounts| {
                    output.write(&format!("    {mv}: {}\n", counts.leaves))
                };
                // If it is interrupted, so is the loop.
                let _ = count_all(position, row.depth, Some(&mut add))?;
            }
        }
        let rows = |entries: &[PerftEntry]| -> usize {
            entries.iter().map(|entry| entry.rows.len()).sum()
        };
        let of = match entries.len() {
            all if all == checked => String::new(),
            all => format!(" of {all}"),
        };
        output.write(&format!(
            "{name}: {checked}{of} positions, {} counts, {wrong} positions wrong\n",
            rows(&entries[..checked])
        ))?;
        Ok(if wrong == 0 { Exit::Fine } else { Exit::Found })
    }
}

/// Whether counting goes on: until the program is asked to end.
fn goes_on() -> bool {
    !interrupt::is_requested()
}

/// Receives the counts below a first move.
type VisitFirstMove<'v> = dyn FnMut(&Move, LeafCounts) -> Result<(), CliError> + 'v;

/// Counts until the program is asked to end, below each first move if `divide` receives these counts.
fn count_all(
    position: &Position,
    depth: u32,
    divide: Option<&mut VisitFirstMove>,
) -> Result<Result<LeafCounts, LeafCounts>, CliError> {
    interrupt::deferred(|| match divide {
        Some(add) => divide_into(position, depth, add),
        None => Ok(perft_while(position, depth, goes_on)),
    })
}

/// Passes on the counts below each first move that are complete. Returns the sum, which is incomplete if it is an error.
fn divide_into(
    position: &Position,
    depth: u32,
    add: &mut VisitFirstMove,
) -> Result<Result<LeafCounts, LeafCounts>, CliError> {
    let mut sum = LeafCounts::default();
    for (mv, counted) in divide_while(position, depth, goes_on) {
        let (Ok(counts) | Err(counts)) = counted;
        sum += counts;
        if counted.is_err() {
            return Ok(Err(sum));
        }
        add(&mv, counts)?;
    }
    Ok(Ok(sum))
}

/// A wrong count.
fn difference(name: &str, entry: &PerftEntry, expected: PerftRow, found: LeafCounts) -> String {
    let found = PerftRow {
        depth: expected.depth,
        counts: found,
    };
    let guards = match entry.guards.join(" ") {
        guards if guards.is_empty() => String::new(),
        guards => format!(" (guards {guards})"),
    };
    format!("{name}: {}{guards}\n- {expected}\n+ {found}\n", entry.id)
}
