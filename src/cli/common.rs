//! Options that commands share.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
};

use clap::{Args, ValueEnum, builder::TypedValueParser};

use super::{exit::Failure, names, output::Color, overwrite_guard::OverwriteGuard};
use crate::{
    archive::{MAX_RATIO, SourceReader, SourceVisitor},
    games::{Game, Position},
    record::read_size,
    ruleset::{self, Ruleset},
    verify::{CODES, Code, Options, finding::nearest},
};

/// What is read.
#[derive(Debug, Args)]
pub(super) struct Input {
    /// Files, folders, archives, or `-` for standard input
    #[arg(value_name = "PATH", required_unless_present = "files_from")]
    pub(super) paths: Vec<OsString>,

    /// Read also the paths that a file lists, one a line; `-` for standard input
    #[arg(long, value_name = "FILE")]
    files_from: Option<PathBuf>,

    /// The name that output gives standard input
    #[arg(long, value_name = "NAME", default_value = "-")]
    stdin_name: String,

    /// Only this record of each collection, counted from 1, or `all`
    #[arg(long, value_name = "N", default_value = "all")]
    record: Which,

    /// The largest record, with `KiB`, `MiB` or `GiB` if wanted [default: 64MiB]
    #[arg(long, value_name = "BYTES", value_parser = bytes, hide_short_help = true)]
    max_record: Option<usize>,

    /// The most nodes a record may have [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000), hide_short_help = true)]
    max_nodes: Option<u32>,

    /// The most plies a line of play may have [default: 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000), hide_short_help = true)]
    max_plies: Option<u32>,

    /// What is compressed may unpack to so many times its size
    #[arg(long, value_name = "N", default_value_t = MAX_RATIO, hide_short_help = true)]
    max_ratio: u64,

    /// What is written to and so must not be read.
    #[arg(skip)]
    spared: OverwriteGuard,
}

/// A number of bytes, at most 4 GiB.
fn bytes(text: &str) -> Result<usize, String> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)];
    let unit = units.iter().find(|(unit, _)| text.ends_with(unit));
    let (number, shift) = match unit {
        Some((unit, shift)) => (text.trim_end_matches(unit).trim_end(), *shift),
        None => (text, 0),
    };
    let number: Option<u32> = number.parse().ok();
    let most = u64::from(u32::MAX);
    let size = number.map(|number| u64::from(number) << shift);
    match size.filter(|size| (1..=most).contains(size)) {
        Some(size) => Ok(size as usize),
        None => Err("a number of bytes such as 500KiB or 64MiB, below 4GiB".to_owned()),
    }
}

impl Input {
    /// The reader that the options describe.
    pub(super) fn reader(&self) -> SourceReader {
        let mut reader = SourceReader {
            max_ratio: self.max_ratio,
            stdin_name: self.stdin_name.clone(),
            ..SourceReader::default()
        };
        let limits = &mut reader.limits;
        limits.max_record = self.max_record.unwrap_or(limits.max_record);
        limits.max_nodes = self.max_nodes.unwrap_or(limits.max_nodes);
        limits.max_plies = self.max_plies.unwrap_or(limits.max_plies);
        reader
    }

    /// Whether all paths stand on the command line.
    pub(super) fn is_listed(&self) -> bool {
        self.files_from.is_none()
    }

    /// Notes the files that are written to: they must not be read, and each only one result can go to.
    pub(super) fn spare(
        &self,
        outputs: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> Result<(), Failure> {
        outputs
            .into_iter()
            .try_for_each(|output| self.spared.add(output.as_ref()))
    }

    /// Refuses to read what is written to.
    pub(super) fn check(&self, path: &OsStr) -> Result<(), Failure> {
        self.spared.check(path)
    }

    /// Reads all that the paths stand for, in their order.
    pub(super) fn read(
        &self,
        reader: &SourceReader,
        visit: &mut SourceVisitor<Failure>,
    ) -> Result<(), Failure> {
        self.each_path(&mut |path| reader.read(path, visit))
    }

    /// Visits all paths, those on the command line first.
    pub(super) fn each_path(
        &self,
        visit: &mut dyn FnMut(&OsStr) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut visit = |path: &OsStr| {
            self.check(path)?;
            visit(path)
        };
        for path in &self.paths {
            visit(path)?;
        }
        let Some(list) = &self.files_from else {
            return Ok(());
        };
        let mut any = !self.paths.is_empty();
        let refused = |error| {
            let list = list.display();
            Failure::refused(format!("{list}: the list of paths cannot be read: {error}"))
        };
        let lines: Box<dyn BufRead> = if list.as_os_str() == "-" {
            Box::new(io::stdin().lock())
        } else {
            Box::new(BufReader::new(File::open(list).map_err(refused)?))
        };
        for line in lines.split(b'\n') {
            let line = line.map_err(refused)?;
            let line = line.strip_suffix(b"\r").unwrap_or(&line);
            if line == b"-" {
                let reason = "the list of paths names standard input, which is not a file";
                return Err(Failure::refused(reason));
            }
            if !line.is_empty() {
                visit(&path_of(line))?;
                any = true;
            }
        }
        if !any {
            let reason = "the list of paths names none, so that nothing would be checked";
            return Err(Failure::refused(format!("{}: {reason}", list.display())));
        }
        Ok(())
    }

    /// Whether a record of this number is wanted.
    pub(super) fn wants(&self, index: usize) -> bool {
        match self.record {
            Which::All => true,
            Which::ProcessedRecord(wanted) => wanted == index,
        }
    }

    /// Checks that a source of so many records has the one that is wanted.
    pub(super) fn check_count(&self, source: &str, count: usize) -> Result<(), String> {
        match self.record {
            Which::ProcessedRecord(wanted) if wanted > count => Err(format!(
                "{source} has no record {wanted}: its last is {count}"
            )),
            _ => Ok(()),
        }
    }
}

/// A path as a list of paths has it.
#[cfg(unix)]
fn path_of(line: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(line.to_vec())
}

/// A path as a list of paths has it.
#[cfg(not(unix))]
fn path_of(line: &[u8]) -> OsString {
    String::from_utf8_lossy(line).into_owned().into()
}

/// One record of a collection, or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    All,
    ProcessedRecord(usize),
}

impl FromStr for Which {
    type Err = String;

    fn from_str(text: &str) -> Result<Which, String> {
        match text.parse() {
            _ if text == "all" => Ok(Which::All),
            Ok(number) if number > 0 => Ok(Which::ProcessedRecord(number)),
            _ => Err("a number from 1, or `all`".to_owned()),
        }
    }
}

/// A place in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlySelector {
    /// Before the first ply.
    Start,
    /// After the last legal ply.
    End,
    /// After so many plies.
    Ply(u32),
}

impl FromStr for PlySelector {
    type Err = String;

    fn from_str(text: &str) -> Result<PlySelector, String> {
        match text.parse() {
            Ok(0) => Ok(PlySelector::Start),
            Ok(ply) => Ok(PlySelector::Ply(ply)),
            Err(_) if text == "start" => Ok(PlySelector::Start),
            Err(_) if text == "end" => Ok(PlySelector::End),
            Err(_) => Err("a number of plies, `start` or `end`".to_owned()),
        }
    }
}

impl PlySelector {
    /// The ply that is meant in a game of so many legal plies.
    pub(super) fn of(self, last: u32) -> Result<u32, String> {
        match self {
            PlySelector::Start => Ok(0),
            PlySelector::End => Ok(last),
            PlySelector::Ply(ply) if ply <= last => Ok(ply),
            PlySelector::Ply(ply) => Err(format!(
                "there is no ply {ply}: the last legal one is {last}"
            )),
        }
    }
}

/// The ruleset that replaces those of the records.
#[derive(Debug, Args)]
pub(super) struct RulesetOption {
    /// Judge records of this ruleset's game by it, whatever their `RU` says: a name, or a YAML file
    #[arg(long, value_name = "NAME|FILE.yaml", value_parser = names::rulesets(), hide_possible_values = true)]
    ruleset: Option<String>,
}

impl RulesetOption {
    pub(super) fn load(&self) -> Result<Option<Arc<Ruleset>>, Failure> {
        let ruleset = self.ruleset.as_deref().map(load_ruleset).transpose()?;
        Ok(ruleset.map(Arc::new))
    }
}

/// How records are judged.
#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    #[command(flatten)]
    ruleset: RulesetOption,

    #[command(flatten)]
    scope: Scope,
}

/// What of a record is judged.
#[derive(Debug, Args)]
pub(super) struct Scope {
    /// Judge the main line alone or all variations
    #[arg(long, value_enum, default_value_t)]
    variations: Variations,

    /// Leave out the findings of a code, such as `record::unfinished`; may be given again
    #[arg(long, value_name = "CODE", value_parser = names::codes().try_map(|id| known_code(&id)), hide_possible_values = true)]
    ignore: Vec<&'static Code>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Variations {
    /// The first variation at every branch
    #[default]
    Main,
    /// Every line of the tree
    All,
}

impl VerifyArgs {
    pub(super) fn options(&self) -> Result<Options, Failure> {
        Ok(self.scope.options(self.ruleset.load()?))
    }
}

impl Scope {
    /// How records are judged, by a ruleset or by their own.
    pub(super) fn options(&self, ruleset: Option<Arc<Ruleset>>) -> Options {
        Options {
            ruleset,
            variations: matches!(self.variations, Variations::All),
            ignored: self.ignore.clone(),
            until: None,
        }
    }
}

fn known_code(id: &str) -> Result<&'static Code, String> {
    Code::from_id(id).ok_or_else(|| match nearest(id, CODES.iter().map(|code| code.id)) {
        Some(near) => format!("no such code; did you mean `{near}`?"),
        None => "no such code".to_owned(),
    })
}

/// The embedded ruleset of that name, else the one in that file.
pub(super) fn load_ruleset(name: &str) -> Result<Ruleset, Failure> {
    if let Some(ruleset) = ruleset::by_name(name) {
        return Ok(ruleset.clone());
    }
    let path = PathBuf::from(name);
    let looks_like_file = name.contains(['/', '\\', '.']) || path.exists();
    if !looks_like_file {
        let names = || {
            ruleset::embedded()
                .iter()
                .map(|ruleset| ruleset.name.as_str())
        };
        let hint = match nearest(name, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known are {}", names().collect::<Vec<_>>().join(", ")),
        };
        return Err(Failure::refused(format!(
            "there is no ruleset `{name}`; {hint}"
        )));
    }
    let bytes = read_small(&path)
        .map_err(|error| Failure::refused(format!("cannot read the ruleset {name}: {error}")))?;
    Ruleset::from_bytes(&bytes).map_err(|error| Failure::refused(format!("{name}:{error}")))
}

/// Reads a file, but no more of it than shows that it is too large for a ruleset.
fn read_small(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = ruleset::MAX_BYTES as u64 + 1;
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A board to start from, for a game.
#[derive(Debug, Args)]
pub(super) struct Board {
    /// The ruleset: a name, or a YAML file [default: the one named like the game]
    #[arg(long, value_name = "NAME|FILE.yaml", value_parser = names::rulesets(), hide_possible_values = true)]
    ruleset: Option<String>,

    /// The board, as `SZ` gives it: `7`, or `2:3` for columns and rows [default: the ruleset's]
    #[arg(long, value_name = "N")]
    size: Option<String>,
}

impl Board {
    fn load(&self, game: Game) -> Result<Ruleset, Failure> {
        let ruleset = match &self.ruleset {
            Some(name) => load_ruleset(name)?,
            None => ruleset::default_for(game).clone(),
        };
        if ruleset.game() == game {
            return Ok(ruleset);
        }
        Err(Failure::refused(format!(
            "the ruleset {} is one of {}, not of {}",
            ruleset.name,
            ruleset.game().name(),
            game.name()
        )))
    }

    /// The position on the empty board, and the name of the ruleset.
    pub(super) fn position(&self, game: Game) -> Result<(Position, String), Failure> {
        let ruleset = self.load(game)?;
        let size = match &self.size {
            None => Some(ruleset.size),
            Some(text) => read_size(text).and_then(|written| written.size),
        };
        size.filter(|&size| ruleset.has_size(size))
            .and_then(|size| Position::new(&ruleset.rules, size, None).ok())
            .map(|position| (position, ruleset.name.clone()))
            .ok_or_else(|| {
                let text = self.size.as_deref().unwrap_or_default();
                let (least, most) = (ruleset.sizes.start(), ruleset.sizes.end());
                let name = game.name();
                Failure::refused(format!(
                    "there is no board of size {text} for {name}: {least} to {most}"
                ))
            })
    }
}

/// Reads the value of a `--game` option.
pub(super) fn game_parser() -> impl TypedValueParser<Value = Game> {
    names::games().try_map(|name| known_game(&name))
}

fn known_game(name: &str) -> Result<Game, String> {
    Game::from_name(name).ok_or_else(|| match nearest(name, Game::ALL.map(Game::name)) {
        Some(near) => format!("no such game; did you mean `{near}`?"),
        None => format!(
            "no such game; known are {}",
            Game::ALL.map(Game::name).join(", ")
        ),
    })
}

/// How results are given out.
#[derive(Debug, Default, Args)]
pub(super) struct OutputArgs {
    /// Write results to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// When to use color
    #[arg(long, value_enum, default_value_t)]
    pub(super) color: Color,

    /// Findings only, no summary
    #[arg(long, short)]
    pub(super) quiet: bool,

    /// Let warnings count for the exit status
    #[arg(long)]
    pub(super) strict: bool,

    /// End with status 0 even if errors are found
    #[arg(long)]
    pub(super) exit_zero: bool,
}
