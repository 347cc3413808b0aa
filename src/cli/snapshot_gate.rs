//! Compares verdicts with those of an earlier run.

use std::{
    fs::File,
    io::{self, BufReader, IsTerminal, Seek, Write},
    path::{Path, PathBuf},
};

use super::{
    error::{CliError, is_closed, print_note, standard_error},
    exit::Exit,
    output::Output,
    overwrite_guard::OverwriteGuard,
    safe_writer::SafeWriter,
};
use crate::{
    file_version::FileVersion,
    output::counted,
    report::{
        RecordReport, safe,
        snapshot::{self, HEADING, SnapshotDiff},
    },
    temporary_file::{TemporaryFile, is_of_temporary_file},
    whole_file::WholeFile,
};

/// The snapshot that a run is compared with, and the one that it writes.
pub(super) struct SnapshotGate {
    path: PathBuf,
    /// `None` if there is no snapshot yet.
    comparison: Option<SnapshotDiff<'static>>,
    /// The differences, which are shown after all else.
    differences: TemporaryFile,
    /// The new snapshot.
    updated: Option<Output>,
    records: u64,
    /// Those that could be read.
    read: u64,
    /// Whether the differences are part of a text report.
    is_text: bool,
}

impl SnapshotGate {
    /// Opens a snapshot; with `update` it is replaced at the end.
    pub(super) fn open(
        path: &Path,
        update: bool,
        is_text: bool,
        guard: &OverwriteGuard,
    ) -> Result<SnapshotGate, CliError> {
        // A pipe that is also open for writing has no end.
        if update && path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(failed(path, io::Error::other("it is not a file")));
        }
        let opened = File::open(path).and_then(|file| {
            let version = FileVersion::new(file.metadata()?);
            Ok((version, file))
        });
        let opened = match opened {
            Ok(opened) => Some(opened),
            Err(error) if error.kind() == io::ErrorKind::NotFound && update => None,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(CliError::NoSnapshot(path.to_owned()));
            }
            Err(error) => return Err(failed(path, error)),
        };
        if update {
            guard.writes(Some(path))?;
        } else if let Some((read, _)) = &opened {
            guard.reads(path, &read.metadata)?;
        }
        let mut updated = match &opened {
            _ if !update => None,
            Some((read, _)) => Some(Output::rewrite(path, read)?),
            // It may appear while the records are read.
            None => Some(Output::create(path)?),
        };
        let comparison = opened.map(|(read, file)| {
            let input = BufReader::new(read.reader(WholeFile::new(file)));
            SnapshotDiff::new(Box::new(input))
        });
        let comparison = comparison
            .transpose()
            .map_err(|error| failed(path, error))?;
        if let Some(updated) = &mut updated {
            guard.opened(path, updated)?;
            updated.write(HEADING)?;
            updated.write("\n")?;
        }
        let differences = TemporaryFile::new().map_err(CliError::temporary_file)?;
        Ok(SnapshotGate {
            path: path.to_owned(),
            comparison,
            differences,
            updated,
            records: 0,
            read: 0,
            is_text,
        })
    }

    /// Compares a verdict.
    pub(super) fn step(&mut self, report: &RecordReport) -> Result<(), CliError> {
        let line = snapshot::line(report);
        self.records += 1;
        self.read += u64::from(report.verdict.is_ok());
        if let Some(updated) = &mut self.updated {
            updated.write(&line)?;
            updated.write("\n")?;
        }
        match &mut self.comparison {
            Some(comparison) => comparison
                .step(&line, &mut self.differences)
                .map_err(|error| failed(&self.path, error)),
            None => Ok(()),
        }
    }

    /// Shows the differences, and replaces the snapshot if requested. If the run has failed and no record could be read, as
    /// with a wrong path, an earlier snapshot stays.
    pub(super) fn end(mut self, output: &mut Output, has_failed: bool) -> Result<Exit, CliError> {
        let name = safe(&self.path.display().to_string()).into_owned();
        let is_new = self.comparison.is_none();
        let differences = match self.comparison {
            Some(comparison) => comparison
                .end(&mut self.differences)
                .map_err(|error| failed(&self.path, error))?,
            None => snapshot::SnapshotChanges::default(),
        };
        let records = counted(self.records, "record", "records");
        let summary = if is_new {
            format!("{name}: a new snapshot of {records}")
        } else if differences.none() {
            format!("{name}: no differences in {records}")
        } else {
            let snapshot::SnapshotChanges {
                changed,
                added,
                removed,
            } = differences;
            format!("{name}: {changed} changed, {added} added, {removed} removed")
        };
        let show = |out: &mut dyn Write| -> io::Result<()> {
            if !differences.none() {
                writeln!(out, "--- {name}\n+++ this run")?;
                self.differences.rewind()?;
                io::copy(&mut self.differences, out)?;
            }
            writeln!(out, "{summary}")
        };
        let mut shown = Exit::Fine;
        if self.is_text {
            output.show_with(show)?;
        } else if let Err(error) = show_on_standard_error(show) {
            // Machine-readable output must not contain anything else. It is written in any case, and whoever does not read
            // standard error to its end is told by the exit status.
            if is_of_temporary_file(&error) {
                return Err(CliError::TemporaryFile(error));
            }
            if !is_closed(&error) {
                shown = CliError::write("standard error", error).report();
            }
        }
        if let Some(updated) = &mut self.updated {
            if has_failed && self.read == 0 && !is_new {
                updated.keep_earlier()?;
                return Ok(Exit::Failed);
            }
            updated.finish()?;
            print_note(&format!("{name}: written"));
            return Ok(shown);
        }
        let found = if differences.none() {
            Exit::Fine
        } else {
            Exit::Found
        };
        Ok(shown.max(found))
    }
}

/// Shows a text on standard error; what could act or hide in a terminal is escaped if it is one.
fn show_on_standard_error(show: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = standard_error();
    if !io::stderr().is_terminal() {
        return show(&mut out);
    }
    let mut out = SafeWriter::new(&mut out);
    show(&mut out)?;
    out.finish()
}

fn failed(path: &Path, error: io::Error) -> CliError {
    if is_of_temporary_file(&error) {
        return CliError::TemporaryFile(error);
    }
    CliError::Snapshot {
        path: path.to_owned(),
        error,
    }
}
