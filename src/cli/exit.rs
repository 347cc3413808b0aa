//! The exit status of the program.

use std::process::ExitCode;

/// The exit status of the program; a larger one takes precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: no errors.
    Fine,
    /// 1: errors were found, or a difference.
    Found,
    /// 2: the command could not be carried out, at least in part.
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
