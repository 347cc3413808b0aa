//! What came of all records, in one line.

use std::fmt::{self, Display, Formatter};

use super::Judged;
use crate::verify::{Severity, Status};

/// Counts over the records of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Records without an error.
    pub valid: usize,
    /// Records with an error that is not of the text.
    pub invalid: usize,
    /// Records that are not in the format.
    pub malformed: usize,
    /// Sources that could not be read.
    pub unreadable: usize,
    /// Findings that are errors.
    pub errors: usize,
    /// Findings that are warnings.
    pub warnings: usize,
    /// Legal plies of main lines.
    pub plies: u64,
}

impl Summary {
    /// Counts one more.
    pub fn add(&mut self, judged: &Judged) {
        match &judged.verdict {
            Ok(verdict) => {
                *match verdict.status {
                    Status::Valid => &mut self.valid,
                    Status::Invalid => &mut self.invalid,
                    Status::Malformed => &mut self.malformed,
                } += 1;
                self.plies += u64::from(verdict.plies);
            }
            Err(_) => self.unreadable += 1,
        }
        for finding in judged.findings() {
            match finding.code.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
            }
        }
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// `3 records: 2 valid, 1 invalid; 1 error, 0 warnings; 57 plies`.
impl Display for Summary {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let records = self.valid + self.invalid + self.malformed;
        write!(
            f,
            "{}: {} valid",
            counted(records, "record", "records"),
            self.valid
        )?;
        for (count, kind) in [(self.invalid, "invalid"), (self.malformed, "malformed")] {
            if count > 0 {
                write!(f, ", {count} {kind}")?;
            }
        }
        if self.unreadable > 0 {
            write!(
                f,
                "; {} unreadable",
                counted(self.unreadable, "source", "sources")
            )?;
        }
        if self.errors + self.warnings > 0 {
            let errors = counted(self.errors, "error", "errors");
            let warnings = counted(self.warnings, "warning", "warnings");
            write!(f, "; {errors}, {warnings}")?;
        }
        let plies = usize::try_from(self.plies).unwrap_or(usize::MAX);
        write!(f, "; {}", counted(plies, "ply", "plies"))
    }
}
