//! The options for output and exit status.

use std::path::PathBuf;

use clap::Args;

use super::{exit::Exit, output::ColorChoice};
use crate::{
    report::RecordReport,
    verify::{Finding, Severity},
};

/// How results are written, and which findings count for the exit status.
#[derive(Debug, Default, Args)]
pub(super) struct OutputArgs {
    /// Write results to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// When to use color
    #[arg(long, value_enum, default_value_t)]
    pub(super) color: ColorChoice,

    /// Print findings only, no summary
    #[arg(long)]
    pub(super) quiet: bool,

    /// Let warnings count for the exit status
    #[arg(long)]
    pub(super) strict: bool,

    /// Exit with status 0 even if errors are found
    #[arg(long)]
    pub(super) exit_zero: bool,
}

impl OutputArgs {
    /// The exit status for a record.
    pub(super) fn exit_of(&self, report: &RecordReport) -> Exit {
        if report.findings().iter().any(|finding| self.counts(finding)) {
            Exit::Found
        } else {
            Exit::Fine
        }
    }

    /// Whether a finding counts for the exit status.
    pub(super) fn counts(&self, finding: &Finding) -> bool {
        self.strict || finding.code().severity() == Severity::Error
    }

    /// The exit status for a warning that is not about one record.
    pub(super) fn exit_of_warning(&self) -> Exit {
        if self.strict { Exit::Found } else { Exit::Fine }
    }

    /// The final exit status.
    pub(super) fn settle(&self, exit: Exit) -> Exit {
        match exit {
            Exit::Found if self.exit_zero => Exit::Fine,
            exit => exit,
        }
    }
}
