//! Compares verdicts with those of an earlier run.

use std::{
    fs::File,
    io::{self, BufReader, Seek, Write},
    path::{Path, PathBuf},
};

use super::{
    error::{CliError, print_note},
    exit::Exit,
    output::Output,
};
use crate::report::{
    RecordReport, safe,
    snapshot::{self, HEADING, SnapshotDiff},
};

/// The snapshot that a run is compared with, and the one that it writes.
pub(super) struct SnapshotGate {
    path: PathBuf,
    /// `None` if there is no snapshot yet.
    comparison: Option<SnapshotDiff<'static>>,
    /// The differences, which are shown after all else.
    differences: File,
    /// The new snapshot.
    updated: Option<Output>,
    records: u64,
    /// Whether the differences are part of a text report.
    is_text: bool,
}

impl SnapshotGate {
    /// Opens a snapshot; with `update` it is replaced at the end.
    pub(super) fn open(path: &Path, update: bool, is_text: bool) -> Result<SnapshotGate, CliError> {
        let comparison = match File::open(path) {
            Ok(file) => {
                let opened = SnapshotDiff::new(Box::new(BufReader::new(file)));
                Some(opened.map_err(|error| failed(path, error))?)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && update => None,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(CliError::NoSnapshot(path.to_owned()));
            }
            Err(error) => return Err(failed(path, error)),
        };
        let mut updated = update.then(|| Output::open(Some(path))).transpose()?;
        if let Some(updated) = &mut updated {
            updated.write(HEADING)?;
            updated.write("\n")?;
        }
        let differences = tempfile::tempfile().map_err(CliError::temporary_file)?;
        Ok(SnapshotGate {
            path: path.to_owned(),
            comparison,
            differences,
            updated,
            records: 0,
            is_text,
        })
    }

    /// Compares a verdict.
    pub(super) fn step(&mut self, report: &RecordReport) -> Result<(), CliError> {
        let line = snapshot::line(report);
        self.records += 1;
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

    /// Shows the differences, and replaces the snapshot if requested.
    pub(super) fn end(mut self, output: &mut Output) -> Result<Exit, CliError> {
        let name = safe(&self.path.display().to_string()).into_owned();
        let differences = match self.comparison {
            Some(comparison) => comparison
                .end(&mut self.differences)
                .map_err(|error| failed(&self.path, error))?,
            None => snapshot::SnapshotChanges::default(),
        };
        let summary = if differences.none() {
            format!("{name}: no differences in {} records", self.records)
        } else {
            let snapshot::SnapshotChanges {
                changed,
                added,
                removed,
            } = differences;
            format!("{name}: {changed} changed, {added} added, {removed} removed")
        };
        let mut show = |out: &mut dyn Write| -> io::Result<()> {
            if !differences.none() {
                writeln!(out, "--- {name}\n+++ this run")?;
                self.differences.rewind()?;
                io::copy(&mut self.differences, out)?;
            }
            writeln!(out, "{summary}")
        };
        if self.is_text {
            output.with(show)?;
        } else {
            // Machine-readable output must not contain anything else.
            show(&mut io::stderr().lock())
                .map_err(|error| CliError::write("standard error", error))?;
        }
        if let Some(updated) = &mut self.updated {
            updated.finish()?;
            print_note(&format!("{name}: written"));
            return Ok(Exit::Fine);
        }
        Ok(if differences.none() {
            Exit::Fine
        } else {
            Exit::Found
        })
    }
}

fn failed(path: &Path, error: io::Error) -> CliError {
    CliError::Snapshot {
        path: path.to_owned(),
        error,
    }
}
