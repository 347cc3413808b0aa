//! A gate: verdicts compared with those of an earlier run.

use std::{
    fs::File,
    io::{self, BufReader, Seek, Write},
    path::{Path, PathBuf},
};

use super::{
    exit::{Exit, Failure, say},
    output::Output,
};
use crate::report::{
    RecordReport, safe,
    snapshot::{self, Comparison, HEADING},
};

/// A snapshot that a run is compared with, and the one that it makes.
pub(super) struct Gate {
    path: PathBuf,
    /// `None` if there is no snapshot yet.
    comparison: Option<Comparison<'static>>,
    /// The differences; they are shown when the rest has been.
    differences: File,
    /// What is to replace the snapshot.
    renewed: Option<Output>,
    records: u64,
    for_people: bool,
}

impl Gate {
    /// Opens a snapshot; with `update` it is replaced in the end.
    pub(super) fn open(path: &Path, update: bool, for_people: bool) -> Result<Gate, Failure> {
        let refused = |reason: String| Failure::refused(format!("{}: {reason}", path.display()));
        let comparison = match File::open(path) {
            Ok(file) => {
                let opened = Comparison::new(Box::new(BufReader::new(file)));
                Some(opened.map_err(|error| refused(error.to_string()))?)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && update => None,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let reason = "there is no such snapshot; --update makes it";
                return Err(refused(reason.to_owned()));
            }
            Err(error) => return Err(refused(format!("it cannot be read: {error}"))),
        };
        let mut renewed = update.then(|| Output::open(Some(path))).transpose()?;
        if let Some(renewed) = &mut renewed {
            renewed.write(HEADING)?;
            renewed.write("\n")?;
        }
        let aside = tempfile::tempfile();
        Ok(Gate {
            path: path.to_owned(),
            comparison,
            differences: aside.map_err(|error| Failure::write("a temporary file", error))?,
            renewed,
            records: 0,
            for_people,
        })
    }

    /// Compares a verdict.
    pub(super) fn step(&mut self, judged: &RecordReport) -> Result<(), Failure> {
        let line = snapshot::line(judged);
        self.records += 1;
        if let Some(renewed) = &mut self.renewed {
            renewed.write(&line)?;
            renewed.write("\n")?;
        }
        match &mut self.comparison {
            Some(comparison) => comparison
                .step(&line, &mut self.differences)
                .map_err(|error| failed(&self.path, &error)),
            None => Ok(()),
        }
    }

    /// Shows the differences, and replaces the snapshot if that was asked for.
    pub(super) fn end(mut self, output: &mut Output) -> Result<Exit, Failure> {
        let name = safe(&self.path.display().to_string()).into_owned();
        let differences = match self.comparison {
            Some(comparison) => comparison
                .end(&mut self.differences)
                .map_err(|error| failed(&self.path, &error))?,
            None => snapshot::Differences::default(),
        };
        let told = if differences.none() {
            format!("{name}: no differences in {} records", self.records)
        } else {
            let snapshot::Differences {
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
            writeln!(out, "{told}")
        };
        if self.for_people {
            output.with(show)?;
        } else {
            // Whoever reads the output of a machine wants nothing else in it.
            show(&mut io::stderr().lock())
                .map_err(|error| Failure::write("standard error", error))?;
        }
        if let Some(renewed) = &mut self.renewed {
            renewed.finish()?;
            say(&format!("{name}: written"));
            return Ok(Exit::Fine);
        }
        Ok(if differences.none() {
            Exit::Fine
        } else {
            Exit::Found
        })
    }
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::refused(format!("{}: {error}", path.display()))
}
