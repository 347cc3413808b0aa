//! Standard input can be read only once: a command line that reads it twice is refused before anything is read.

use std::{ffi::OsStr, path::Path};

use clap::ArgMatches;

use super::{error::CliError, overwrite_guard::is_pipe_of_stdin};

/// The arguments that may name standard input: the id, how they are written before the value, and the value that does;
/// empty where only a path such as `/dev/stdin` does.
const READERS: [(&str, &str, &str); 13] = [
    ("paths", "", "-"),
    ("reports", "", "-"),
    ("files_from", "--files-from ", "-"),
    ("start_file", "--start-file ", "-"),
    ("position", "--position ", "@-"),
    ("pattern", "--pattern ", "@-"),
    ("ruleset", "--ruleset ", ""),
    ("old", "--old ", ""),
    ("new", "--new ", ""),
    ("roster", "--roster ", ""),
    ("snapshot", "--snapshot ", ""),
    ("expected", "--expected ", ""),
    ("font", "--font ", ""),
];

/// Refuses the arguments of a command if two of them read standard input.
pub(super) fn check_standard_input(arguments: &ArgMatches) -> Result<(), CliError> {
    let has_moves = arguments
        .try_contains_id("moves_game")
        .is_ok_and(|contains| contains);
    let mut uses = READERS.into_iter().flat_map(|(id, written, stdin)| {
        // Where a game is given, the paths are moves.
        let is_path = id != "paths" || !has_moves;
        // A command that lacks the argument does not read it.
        let values = arguments.try_get_raw(id).ok().flatten();
        let values = values.into_iter().flatten();
        values
            .filter(move |value| is_path && is_stdin(value, stdin))
            .map(move |value| format!("{written}{}", value.display()))
    });
    match (uses.next(), uses.next()) {
        (Some(first), Some(second)) => Err(CliError::StdinTwice { first, second }),
        _ => Ok(()),
    }
}

/// Whether a value names standard input as that does, with its `@` if it has one, or by a path such as `/dev/stdin`.
fn is_stdin(value: &OsStr, stdin: &str) -> bool {
    let before = stdin.trim_end_matches('-');
    let path = value.to_str().and_then(|value| value.strip_prefix(before));
    !stdin.is_empty() && value == stdin
        || path.is_some_and(|path| is_pipe_of_stdin(Path::new(path)))
}
