//! Why a command cannot be carried out, in words for people.

use std::{
    borrow::Cow,
    fmt::{self, Display, Formatter},
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use unicode_width::UnicodeWidthStr;

use super::{exit::Exit, play::NotContinued, progress::above_bars};
use crate::{
    blocking::Blocking,
    diagram::{ImageError, ViewerTooLarge},
    games::Size,
    lab::PerftError,
    metrics::ExpectationError,
    output::grouped,
    record::EncodingDoubt,
    report::{MergeError, safe},
    results::RosterError,
    ruleset::RulesetError,
    temporary_file::{is_of_temporary_file, temporary_file_error},
};

/// Why a command stops before its end.
#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    #[error("cannot write to {target}: {error}")]
    Write {
        target: String,
        #[source]
        error: io::Error,
    },
    #[error("cannot read {path}: {error}")]
    Read {
        path: String,
        #[source]
        error: io::Error,
    },
    #[error("{0}")]
    TemporaryFile(io::Error),
    /// The reader of the output has closed it.
    #[error("the output was closed")]
    OutputClosed,
    /// The command has done what was requested of it, as with `--fail-fast`.
    #[error("stopped early")]
    StoppedEarly,

    #[error(
        "standard input can be read only once, but two arguments read it: `{first}` and `{second}`"
    )]
    StdinTwice { first: String, second: String },
    #[error(
        "{list}: the list of paths contains `{path}`, which is standard input; list only files"
    )]
    StdinInPathList { list: String, path: String },
    #[error("{list}: the list of paths contains NUL bytes; use --null")]
    NullInPathList { list: String },
    #[error("{list}: the list of paths contains an empty path")]
    EmptyPath { list: String },
    #[error("{list}: the list of paths is empty")]
    EmptyPathList { list: String },
    #[error(
        "the sources have changed since they were listed: the report of the shard is not complete"
    )]
    SourcesChanged,
    #[error("{}: two results would be written to this file", .0.display())]
    WrittenTwice(PathBuf),
    #[error("{}: this input file would be overwritten; write the output to another file", .0.display())]
    OverwritesInput(PathBuf),

    #[error("{}: the cache would be among these records; choose another folder for --cache", .0.display())]
    CacheOfRecords(PathBuf),
    #[error("{}: this file would be among those of the cache; write the output to another folder", .0.display())]
    OutputInCache(PathBuf),

    /// Something is unknown by this name.
    #[error("there is no {kind} `{name}`; {hint}")]
    UnknownName {
        kind: &'static str,
        name: String,
        hint: NameHint,
    },
    #[error("{file}:{error}")]
    Ruleset {
        file: String,
        #[source]
        error: RulesetError,
    },
    #[error("{}: {error}", .file.display())]
    Roster {
        file: PathBuf,
        #[source]
        error: RosterError,
    },
    #[error("{}: {error}", .file.display())]
    Expectations {
        file: PathBuf,
        #[source]
        error: ExpectationError,
    },
    #[error("--evaluate takes a player that looks ahead, such as `mcts:200`")]
    Evaluator,
    #[error("--ladder takes at least two players, and a ruleset for two")]
    Ladder,
    #[error("--ladder takes at most {0} players")]
    LongLadder(usize),
    #[error("the ruleset {ruleset} is for {actual}, not for {expected}")]
    RulesetOfOtherGame {
        ruleset: String,
        actual: &'static str,
        expected: &'static str,
    },
    #[error("the rulesets are for different games: {old} is for {old_game}, {new} for {new_game}")]
    RulesetsOfTwoGames {
        old: String,
        old_game: &'static str,
        new: String,
        new_game: &'static str,
    },
    #[error("--map-button needs an old ruleset with a button and a new one without")]
    NoButtonToMap,
    #[error("{option} says nothing about `--from {from}`")]
    NotOfNotation {
        option: &'static str,
        from: &'static str,
    },
    #[error("{0} has no komi")]
    NoKomi(&'static str),
    #[error("there is no board of size {size} for {game}: sizes are {min} to {max}")]
    BoardSize {
        size: String,
        game: &'static str,
        min: u8,
        max: u8,
    },
    #[error("`{setup}`: {reason}")]
    Setup { setup: String, reason: String },

    #[error("{source_name}: {message}")]
    UnreadableSource {
        source_name: String,
        message: String,
    },
    #[error("expected one file, found a folder or an archive of several")]
    SeveralFiles,
    #[error("there is no record")]
    NoRecord,
    #[error(transparent)]
    NoSuchRecord(#[from] NoSuchRecord),
    #[error("{source_name}: {error}")]
    NoSuchPly {
        source_name: String,
        #[source]
        error: NoSuchPly,
    },
    #[error("{source_name}: cannot be replayed: run `kifu validate`")]
    NotReplayable { source_name: String },

    #[error("the moves are not legal: {0}")]
    IllegalMoves(String),
    #[error("choose a game with --game, or a record with --start-file")]
    NoStartPosition,
    #[error("{file}:{error}")]
    PerftFile {
        file: String,
        #[source]
        error: PerftError,
    },
    #[error(transparent)]
    Merge(#[from] MergeError),
    #[error("{0}: the report is given twice")]
    ReportGivenTwice(String),
    #[error("{}: there is no such snapshot; --update creates it", .0.display())]
    NoSnapshot(PathBuf),
    #[error("{}: {error}", .path.display())]
    Snapshot {
        path: PathBuf,
        #[source]
        error: io::Error,
    },
    #[error("the cache {} cannot be used: {error}", .folder.display())]
    Cache {
        folder: PathBuf,
        #[source]
        error: io::Error,
    },

    #[error(
        "with --input jsonl, --format is text or jsonl: each line is answered with a line of JSON"
    )]
    AnswerFormat,
    #[error("--{option} cannot be used with --format {format}, only with {allowed}")]
    OptionOfOtherFormat {
        option: &'static str,
        format: &'static str,
        allowed: String,
    },
    #[error(
        "with --format {format} all positions show the same part of the board: give --crop two corners, as in `a1:f6`"
    )]
    CropAround { format: &'static str },
    #[error("--corner needs --view iso or --view exploded: from above all corners are seen alike")]
    CornerFromAbove,
    #[error("{format} cannot be shown in a terminal: choose a file with --output")]
    BinaryToTerminal { format: &'static str },
    #[error("there are several images: choose a folder with --output")]
    SeveralImages,
    #[error(
        "the records are of more than {0} rulesets, boards and values of komi: measure fewer of them together"
    )]
    ManySeries(usize),
    #[error("these are more than {} games: choose fewer with --games", grouped(*.0))]
    ManyGames(u64),
    #[error("{} is not the file of this conformance kit: remove it, or choose another folder", .0.display())]
    NotOfKit(PathBuf),
    #[error("{} is not a man page of kifu: choose another folder", .0.display())]
    NotManPage(PathBuf),
    #[error("{} is not an image of this format, and is not replaced: choose another folder", .0.display())]
    NotAnImage(PathBuf),
    #[error("{} is a file, but there are several images: choose a folder", .0.display())]
    SeveralImagesInFile(PathBuf),
    #[error(
        "{} is the name of one file, but there are several images: name a folder, such as `images`",
        .0.display()
    )]
    SeveralImagesInNamedFile(PathBuf),
    #[error("--format {format} contradicts the extension of {}, which stands for {expected}", path.display())]
    FormatOfOtherFile {
        path: PathBuf,
        format: &'static str,
        expected: &'static str,
    },
    #[error(
        "cannot write {}: its extension is that of a format that replay does not write; pictures are svg, png, gif or pdf",
        .0.display()
    )]
    OtherPicture(PathBuf),
    #[error(
        "`-` is no name for an output: leave the option out for standard output, or write `./-` for a file of that name"
    )]
    OutputNamedDash,
    #[error(
        "cannot write {}: its name is that of a compressed file or an archive, and kifu compresses nothing; use another program for that",
        .0.display()
    )]
    OutputNamedArchive(PathBuf),
    /// Of a file that is read and written, and of the cache.
    #[error("`-` is no name for a file or folder here: write `./-` for one of that name")]
    FileNamedDash,
    #[error("{}: {error}", path.display())]
    Font { path: PathBuf, error: ImageError },
    #[error("{} has more than {max} MiB, the maximum of all font files together", path.display())]
    LargeFont { path: PathBuf, max: u64 },
    #[error(
        "there are more than {0} diagrams: select fewer with --at, --step or --moves-per-diagram"
    )]
    TooManyDiagrams(usize),
    #[error(
        "there are more than {0} first moves: use --format text, which prints them one after another"
    )]
    TooManyFirstMoves(usize),
    #[error(
        "the boards have more than {0} stones, lines and letters: select fewer diagrams with --at, --step or --moves-per-diagram"
    )]
    TooManyShapes(usize),
    #[error(
        "the lists of plies below the boards have more than {0} characters: select fewer diagrams with --at or --step, or let each diagram number its own moves, with --moves-per-diagram"
    )]
    LongLists(usize),
    #[error(transparent)]
    Drawing(#[from] ImageError),

    #[error("{path}: {error}")]
    NotContinued {
        path: String,
        #[source]
        error: NotContinued,
    },
    #[error("choose a game with --game, or a file that has one")]
    NoGame,
    #[error(
        "`{text}` is no line of pairs: expected `random`, or pairs of different colors as in `RG RB GB`"
    )]
    LineOfPairs { text: String },
    #[error("nobody plays {color} in this game: --{} is for games of more players", color.to_ascii_lowercase())]
    NoSuchPlayer { color: &'static str },
    #[error("--line is for bamogo, and for a new game")]
    LineOfOtherGame,
    #[error(
        "the opponent plays {color} and has a name of its own: you play {own}, use --{} for your name; {instead} --opponent-first you play {color}",
        own.to_ascii_lowercase()
    )]
    NameOfOpponent {
        color: &'static str,
        own: &'static str,
        instead: &'static str,
    },
    #[error("{command} needs a terminal; {instead}")]
    NoTerminal {
        command: &'static str,
        instead: &'static str,
    },
    #[error(
        "`kifu view -` cannot read records from the terminal that shows them; pipe them into it, or name a file"
    )]
    TypedRecords,
    #[error("the terminal cannot be used: {0}")]
    Terminal(io::Error),
    #[error("the game is not saved: {0}")]
    NotSaved(String),

    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("cannot start the threads: {0}")]
    Thread(io::Error),
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("cannot write CSV: {0}")]
    Csv(#[from] csv::Error),
}

impl CliError {
    /// The error for output that cannot be written. A reader who closes standard output has seen enough, which is not
    /// worth a message; another pipe is one of several results.
    pub(super) fn write(target: &str, error: io::Error) -> CliError {
        let is_standard = matches!(target, "standard output" | "/dev/stdout");
        if is_standard && is_closed(&error) {
            return CliError::OutputClosed;
        }
        if is_of_temporary_file(&error) {
            return CliError::TemporaryFile(error);
        }
        CliError::Write {
            target: target.to_owned(),
            error,
        }
    }

    /// The error for a temporary file that cannot be written or read.
    pub(super) fn temporary_file(error: io::Error) -> CliError {
        CliError::TemporaryFile(temporary_file_error(error))
    }

    /// Prints the message unless nobody needs it. Returns the exit status.
    pub(super) fn report(&self) -> Exit {
        match self {
            CliError::OutputClosed | CliError::StoppedEarly => Exit::Fine,
            error => {
                print_error(error);
                Exit::Failed
            }
        }
    }
}

/// A hint for an unknown name.
#[derive(Debug)]
pub(super) enum NameHint {
    /// A known name that is spelled similarly.
    Similar(String),
    /// All known names.
    Known(Vec<String>),
    /// The command that lists all names.
    ListedBy(&'static str),
}

impl Display for NameHint {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            NameHint::Similar(name) => write!(f, "did you mean `{name}`?"),
            NameHint::Known(names) => write!(f, "known are {}", names.join(", ")),
            NameHint::ListedBy(command) => write!(f, "`{command}` lists all"),
        }
    }
}

/// A ply beyond the last legal one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no ply {ply}: the last legal one is {last}")]
pub(super) struct NoSuchPly {
    pub(super) ply: u32,
    pub(super) last: u32,
}

/// A record number beyond the last record of a source.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{source_name}: there is no record {index}: the last one is {last}")]
pub(super) struct NoSuchRecord {
    pub(super) source_name: String,
    pub(super) index: usize,
    pub(super) last: usize,
}

/// Why one record is not replayed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReplayError {
    /// Nothing of it can be played; its findings say why.
    #[error("cannot be replayed: run `kifu validate`")]
    NotReplayable,
    #[error(transparent)]
    NoSuchPly(#[from] NoSuchPly),
    #[error("the part given by --crop is not on its board, which has the size {0}")]
    CropOffBoard(Size),
    #[error("ply {from} comes after ply {to}")]
    EmptyRange { from: u32, to: u32 },
    #[error(
        "with its variations it has {0} such positions, the maximum is {1}: select fewer with --at or --step"
    )]
    TooManyPositions(usize, usize),
    #[error(
        "the lists of plies below the boards are longer than {0} characters: select fewer positions with --at or --step"
    )]
    LongLists(usize),
    #[error(
        "an animation of {0} positions is too long, the maximum is {max}: select fewer with --at or --step",
        max = ReplayError::MAX_FRAMES
    )]
    TooManyFrames(usize),
    #[error(
        "the animation would be larger than 128 MiB: choose fewer positions or a smaller --image-pixels"
    )]
    LargeAnimation,
    #[error(transparent)]
    ViewerTooLarge(#[from] ViewerTooLarge),
    /// The command cannot continue with other records either.
    #[error(transparent)]
    Fatal(#[from] CliError),
}

impl ReplayError {
    /// The maximum number of positions in an animation, which at the usual speed takes more than an hour.
    pub(super) const MAX_FRAMES: usize = 5_000;
}

/// Why a source is not rewritten.
#[derive(Debug, thiserror::Error)]
pub(super) enum RewriteError {
    #[error("{0}")]
    Refused(#[from] RewriteRefusal),
    /// The command cannot continue with other sources either.
    #[error(transparent)]
    Fatal(#[from] CliError),
}

/// Why a source stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum RewriteRefusal {
    #[error("it cannot be read to the end")]
    Incomplete,
    #[error("the text between its records is too long to be kept")]
    LongGap,
    #[error("it contains bytes that are invalid in its encoding, which would be lost")]
    InvalidBytes,
    #[error("it is too large for --diff; use --check")]
    TooLargeToDiff,
    #[error("it contains a record that is too large")]
    LargeRecord,
    #[error("record {0} would be larger than --max-record")]
    LargeResult(usize),
    #[error("record {0} would have more values than --max-values")]
    ManyValues(usize),
    #[error("it is not UTF-8; `kifu fmt --write` converts it")]
    NotUtf8,
    #[error("record {record} {doubt}; records in different encodings need a file each")]
    SeveralEncodings { record: usize, doubt: EncodingDoubt },
    #[error(
        "it would not be read as UTF-8: `CA` in a record that stays as it is, or outside all records, names another encoding"
    )]
    ForeignLabel,
    #[error(
        "what it holds would be read differently among other records: its last record is not closed, text outside of all records joins that of the file before, or `CA` in a malformed record or in such text names another encoding; write it alone"
    )]
    Absorbs,
    #[error(
        "record {0} would not be the same game; this is a bug in kifu: please report it with the file"
    )]
    ChangedGame(usize),
}

/// Writes an error to standard error.
pub(super) fn print_error(message: &dyn Display) {
    print_note(&format!("kifu: error: {message}"));
}

/// Writes a warning to standard error.
pub(super) fn print_warning(message: &dyn Display) {
    print_note(&format!("kifu: warning: {message}"));
}

/// Writes a line that is not an error to standard error.
pub(super) fn print_note(message: &str) {
    // If standard error is closed, there is nobody to report to.
    let _ = above_bars(|| writeln!(standard_error(), "{}", wrapped(&safe(message))));
}

/// Prints a table of several lines to standard error.
pub(super) fn print_table(table: &str) {
    // As for a note.
    let _ = above_bars(|| standard_error().write_all(table.as_bytes()));
}

/// Standard error, for one message.
pub(super) fn standard_error() -> Blocking<io::StderrLock<'static>> {
    Blocking(io::stderr().lock())
}

/// Whether output failed because its reader has gone, as a pipe or a socket says.
pub(super) fn is_closed(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset
    )
}

/// A line as standard error shows it: in several lines if that is a terminal that is too narrow.
fn wrapped(message: &str) -> Cow<'_, str> {
    let stderr = io::stderr();
    let size = terminal_size::terminal_size_of(&stderr).filter(|_| stderr.is_terminal());
    match size {
        Some((terminal_size::Width(width), _)) if message.width() > width.into() => {
            let options = textwrap::Options::new(width.max(20).into())
                .subsequent_indent("  ")
                .word_splitter(textwrap::WordSplitter::NoHyphenation);
            textwrap::fill(message, options).into()
        }
        _ => message.into(),
    }
}
