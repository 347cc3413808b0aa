//! The program: parse the arguments, carry out the command, end with its status.

use std::process::ExitCode;

use clap::Parser;
use kifu::cli::Cli;

fn main() -> ExitCode {
    Cli::parse().run().into()
}
