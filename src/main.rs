//! The program: parse the arguments, carry out the command, end with its status.

use std::process::ExitCode;

use kifu::cli::Cli;

fn main() -> ExitCode {
    Cli::run_arguments(std::env::args_os()).into()
}
