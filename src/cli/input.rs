//! The options for input: which paths and which records are read, and how large they may be.

use std::{
    ffi::{OsStr, OsString},
    fs::{File, Metadata},
    io::{self, BufRead, BufReader, Read, Seek, Write},
    path::{Path, PathBuf},
    str::FromStr,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use clap::Args;

use super::{
    error::{CliError, NoSuchRecord},
    moves_args::MOVES_NAME,
    open_descriptor::OpenDescriptor,
    overwrite_guard::{OverwriteGuard, is_pipe_of_stdin},
    progress::{Amount, Progress},
};
use crate::{
    archive::{MAX_RATIO, SourceReader, SourceVisitor, source_name},
    bounded::read_line,
    temporary_file::TemporaryFile,
};

/// The byte order mark that some programs write before a text in UTF-8.
pub(super) const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The longest path in a list of paths, in bytes.
const MAX_PATH: usize = 64 * 1024;

/// What is read.
#[derive(Debug, Args)]
pub(super) struct InputArgs {
    /// Files, folders, archives, or `-` for standard input
    #[arg(value_name = "PATH", required_unless_present = "files_from")]
    pub(super) paths: Vec<OsString>,

    /// Also read the paths listed in a file, one per line; `-` for standard input
    #[arg(long, value_name = "FILE")]
    files_from: Option<PathBuf>,

    /// The paths in that list end with a NUL byte, as with `find -print0`
    #[arg(long, short = '0', requires = "files_from")]
    null: bool,

    /// The name of standard input in the output
    #[arg(long, value_name = "NAME", default_value = "-")]
    stdin_name: String,

    /// Read only the Nth record of each collection, or `all`
    #[arg(long, value_name = "N", default_value = "all")]
    pub(super) record: RecordSelector,

    /// Maximum size of a record, such as `500KiB` or `1GiB` [default: 64MiB]
    #[arg(long, value_name = "BYTES", value_parser = bytes, hide_short_help = true)]
    max_record: Option<usize>,

    /// Maximum number of nodes in a record [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000), hide_short_help = true)]
    max_nodes: Option<u32>,

    /// Maximum number of plies in a line of play [default: 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000), hide_short_help = true)]
    max_plies: Option<u32>,

    /// Maximum number of values in a record [default: 2000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000), hide_short_help = true)]
    max_values: Option<u32>,

    /// Maximum number of stones in a turn, a `LINE` or a setup property [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000), hide_short_help = true)]
    max_stones: Option<u32>,

    /// Maximum number of points set up in a record [default: 20000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000), hide_short_help = true)]
    max_setup: Option<u32>,

    /// Maximum ratio of decompressed to compressed size
    #[arg(long, value_name = "N", default_value_t = MAX_RATIO, hide_short_help = true)]
    max_ratio: u64,

    /// All files that the command reads and writes.
    #[arg(skip)]
    pub(super) guard: OverwriteGuard,

    /// The record that is read instead of the paths.
    #[arg(skip)]
    moves: OnceLock<String>,

    /// Whether no progress is shown.
    #[arg(skip)]
    is_quiet: AtomicBool,

    /// The list of paths, if it is read several times.
    #[arg(skip)]
    stored_list: OnceLock<File>,
}

/// Reads a number of bytes, at most 4 GiB.
fn bytes(text: &str) -> Result<usize, String> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)];
    let unit = units.iter().find(|(unit, _)| text.ends_with(unit));
    let (number, shift) = match unit {
        Some((unit, shift)) => (text.trim_end_matches(unit).trim_end(), *shift),
        None => (text, 0),
    };
    let number: Option<u32> = number.parse().ok();
    let limit = u64::from(u32::MAX);
    let size = number.map(|number| u64::from(number) << shift);
    match size.filter(|size| (1..=limit).contains(size)) {
        Some(size) => Ok(size as usize),
        None => Err("expected a number of bytes below 4GiB, such as 500KiB or 64MiB".to_owned()),
    }
}

impl InputArgs {
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
        limits.max_values = self.max_values.unwrap_or(limits.max_values);
        limits.max_stones = self.max_stones.unwrap_or(limits.max_stones);
        limits.max_setup = self.max_setup.unwrap_or(limits.max_setup);
        reader
    }

    /// The maximum number of plies, if it is given.
    pub(super) fn max_plies(&self) -> Option<u32> {
        self.max_plies
    }

    /// Reads a record instead of the paths, if there is one.
    pub(super) fn read_moves(&self, record: Option<String>) {
        if let Some(record) = record {
            // It is given once.
            let _ = self.moves.set(record);
        }
    }

    /// Shows no progress.
    pub(super) fn set_quiet(&self, is_quiet: bool) {
        self.is_quiet.store(is_quiet, Ordering::Relaxed);
    }

    /// Shows the progress of one of equal parts of the input, whose bytes are counted.
    pub(super) fn progress(&self, parts: usize, read: &Arc<AtomicU64>) -> Progress {
        let paths = self.files_from.is_none().then(|| self.paths.clone());
        let is_quiet = self.is_quiet.load(Ordering::Relaxed);
        Progress::begin(Amount::Paths(paths, parts), is_quiet, Arc::clone(read))
    }

    /// Reads all sources in order.
    pub(super) fn read(
        &self,
        reader: &SourceReader,
        visit: &mut SourceVisitor<CliError>,
    ) -> Result<(), CliError> {
        if let Some(moves) = self.moves.get() {
            return reader.read_text(MOVES_NAME, moves, visit);
        }
        let _progress = self.progress(1, &reader.progress);
        let mut allow = |path: &Path, metadata: &Metadata| self.guard.reads_record(path, metadata);
        self.each_path(&mut |path| reader.read_allowed(path, &mut allow, visit))
    }

    /// Stores the list of paths, so that the paths can be visited several times and are the same each time.
    pub(super) fn store_list(&self) -> Result<(), CliError> {
        if let Some(list) = &self.files_from {
            let mut stored = TemporaryFile::new().map_err(CliError::temporary_file)?;
            let mut lines = BufReader::new(self.open_list(list)?);
            while let Some(line) = self.next_line(list, &mut lines)? {
                let written = stored.write_all(&line);
                written.map_err(CliError::temporary_file)?;
            }
            // Nothing has been stored before.
            let _ = self.stored_list.set(stored.0);
        }
        Ok(())
    }

    /// The byte at the end of a path in the list.
    fn line_end(&self) -> u8 {
        if self.null { 0 } else { b'\n' }
    }

    /// The next line of the list of paths; `None` at the end.
    fn next_line(&self, list: &Path, lines: &mut dyn BufRead) -> Result<Option<Vec<u8>>, CliError> {
        let line = read_line(lines, self.line_end(), MAX_PATH);
        line.map_err(|error| unreadable(list, error))
    }

    fn open_list(&self, list: &Path) -> Result<Box<dyn Read + Send>, CliError> {
        if let Some(mut stored) = self.stored_list.get() {
            stored.rewind().map_err(CliError::temporary_file)?;
            let stored = stored.try_clone().map_err(CliError::temporary_file)?;
            return Ok(Box::new(TemporaryFile(stored)));
        }
        self.guard.open_path(list.as_os_str())
    }

    /// Visits all paths, those on the command line first. Those that must not be read are found before the first one is:
    /// what a command writes meanwhile cannot be taken back.
    pub(super) fn each_path(
        &self,
        visit: &mut dyn FnMut(&OsStr) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let check = &mut |path: &OsStr| self.guard.reads_path(path);
        let paths = || self.paths.iter().map(OsString::as_os_str);
        paths().try_for_each(&mut *check)?;
        let Some(list) = &self.files_from else {
            return paths().try_for_each(visit);
        };
        // Another program may write it anew during a long run. What is no file is not waited for: whoever writes it may go on
        // for days.
        if self.stored_list.get().is_none() && is_named_file(list) {
            self.store_list()?;
        }
        let is_checked = self.stored_list.get().is_some();
        if is_checked {
            self.each_listed(list, check)?;
        }
        paths().try_for_each(&mut *visit)?;
        self.each_listed(list, &mut |path| {
            if !is_checked {
                self.guard.reads_path(path)?;
            }
            visit(path)
        })
    }

    /// Visits the paths of a list.
    fn each_listed(
        &self,
        list: &Path,
        visit: &mut dyn FnMut(&OsStr) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let mut is_empty = true;
        let name = || source_name(list);
        let mut lines = BufReader::new(self.open_list(list)?);
        let mut is_first = true;
        while let Some(mut line) = self.next_line(list, &mut lines)? {
            if std::mem::take(&mut is_first) && line.starts_with(UTF8_MARK) {
                line.drain(..UTF8_MARK.len());
            }
            line.pop_if(|last| *last == self.line_end());
            // Lists from Windows have lines that end with CR and LF; elsewhere a name may end with CR.
            if !self.null && line.ends_with(b"\r") && !Path::new(&path_from_bytes(&line)).exists() {
                line.pop();
            }
            if line.contains(&0) {
                return Err(CliError::NullInPathList { list: name() });
            }
            if self.null && line.is_empty() {
                return Err(CliError::EmptyPath { list: name() });
            }
            let path = path_from_bytes(&line);
            if path == "-" || is_pipe_of_stdin(Path::new(&path)) {
                return Err(CliError::StdinInPathList {
                    list: name(),
                    path: source_name(Path::new(&path)),
                });
            }
            if !path.is_empty() {
                visit(&path)?;
                is_empty = false;
            }
        }
        if is_empty {
            return Err(CliError::EmptyPathList { list: name() });
        }
        Ok(())
    }

    /// Whether the record with this number is selected.
    pub(super) fn selects(&self, index: usize) -> bool {
        match self.record {
            RecordSelector::All => true,
            RecordSelector::One(selected) => selected == index,
        }
    }

    /// Checks that a source of `count` records has the selected one.
    pub(super) fn check_count(&self, source: &str, count: usize) -> Result<(), NoSuchRecord> {
        match self.record {
            RecordSelector::One(selected) if selected > count => Err(NoSuchRecord {
                source_name: source.to_owned(),
                index: selected,
                last: count,
            }),
            _ => Ok(()),
        }
    }
}

/// Whether a list of paths is a file, and not standard input or another one that is open already.
fn is_named_file(list: &Path) -> bool {
    list != Path::new("-") && OpenDescriptor::at(list).is_none() && list.is_file()
}

/// The error for a list of paths that cannot be read.
fn unreadable(list: &Path, error: io::Error) -> CliError {
    CliError::Read {
        path: source_name(list),
        error,
    }
}

/// The path in a line of a list of paths.
#[cfg(unix)]
fn path_from_bytes(line: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(line.to_vec())
}

/// The path in a line of a list of paths.
#[cfg(not(unix))]
fn path_from_bytes(line: &[u8]) -> OsString {
    String::from_utf8_lossy(line).into_owned().into()
}

/// One record of each collection, or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordSelector {
    All,
    One(usize),
}

impl FromStr for RecordSelector {
    type Err = String;

    fn from_str(text: &str) -> Result<RecordSelector, String> {
        match text.parse() {
            _ if text == "all" => Ok(RecordSelector::All),
            Ok(number) if number > 0 => Ok(RecordSelector::One(number)),
            _ => Err("expected a number from 1, or `all`".to_owned()),
        }
    }
}
