//! How a command ends.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use crate::report::safe;

/// The exit status of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: all fine.
    Fine,
    /// 1: errors were found, or a difference.
    Found,
    /// 2: the command could not be carried out, at least in part. Wins over 1.
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Fine => 0,
            Exit::Found => 1,
            Exit::Failed => 2,
        })
    }
}

/// Why a command stops before its end.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// It cannot be carried out.
    #[error("{0}")]
    Refused(String),
    /// Output cannot be written.
    #[error("cannot write to {target}: {error}")]
    Write {
        target: String,
        #[source]
        error: io::Error,
    },
    /// Whoever reads the output has seen enough.
    #[error("the output was closed")]
    Closed,
    /// What was asked for has been seen.
    #[error("stopped early")]
    Enough,
}

impl Failure {
    pub(super) fn refused(reason: impl Into<String>) -> Failure {
        Failure::Refused(reason.into())
    }

    pub(super) fn write(target: &str, error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::Closed;
        }
        Failure::Write {
            target: target.to_owned(),
            error,
        }
    }

    /// Says on standard error what has happened, unless nobody needs to know.
    pub(super) fn report(&self) -> Exit {
        match self {
            Failure::Closed | Failure::Enough => Exit::Fine,
            failure => {
                print_error(&failure.to_string());
                Exit::Failed
            }
        }
    }
}

/// Writes an error on standard error. If that cannot be written there is nobody to tell.
pub(super) fn print_error(message: &str) {
    let _ = writeln!(io::stderr().lock(), "kifu: error: {}", safe(message));
}

/// Writes a line that is no error on standard error.
pub(super) fn say(message: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", safe(message));
}
