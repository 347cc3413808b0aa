//! The command line, for the console script `kifu`.

use std::{
    ffi::OsString,
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
};

use kifu::cli::{Cli, Exit};
use pyo3::prelude::*;

/// What a shell shows of a Rust program that has crashed.
const CRASHED: u8 = 101;

/// Carries out the command line, the first word of which is the name of the program, and returns the exit status.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<OsString>, extension: PathBuf) -> u8 {
    py.detach(|| {
        let run = || Cli::run_arguments_in(extension, arguments);
        let Ok(exit) = catch_unwind(AssertUnwindSafe(run)) else {
            return CRASHED;
        };
        // What is still in the buffer was not reported as an error, so that there is nobody to tell.
        let _ = io::stdout().flush();
        match exit {
            Exit::Fine => 0,
            Exit::Found => 1,
            Exit::Failed => 2,
        }
    })
}
