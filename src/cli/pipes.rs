//! What holds of standard input and of named pipes is seen in the command line, before anything is read: standard input can be
//! read only once, and a command that writes to the pipe that it reads would wait for itself.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use clap::ArgMatches;

use super::{
    error::CliError,
    overwrite_guard::{is_pipe_of_stdin, is_same_pipe},
};

/// The arguments that may name standard input: the id, how they are written before the value, and the value that does;
/// empty where only a path such as `/dev/stdin` does.
const READERS: [(&str, &str, &str); 14] = [
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
    ("expect", "--expect ", ""),
    ("font", "--font ", ""),
];

/// The arguments that name files to be written, and what stands before the path.
const WRITERS: [(&str, Option<char>); 2] = [("output", None), ("report", Some('='))];

/// Refuses the arguments of a command if two of them read standard input, or one writes to a pipe that another reads.
pub(super) fn check_pipes(arguments: &ArgMatches) -> Result<(), CliError> {
    check_standard_input(arguments)?;
    for (id, separator) in WRITERS {
        for value in values(arguments, id) {
            let path = match separator {
                Some(separator) => value.to_str().and_then(|text| text.split_once(separator)),
                None => None,
            };
            let path = path.map_or(Path::new(value), |(_, path)| Path::new(path));
            let mut read = READERS.into_iter().flat_map(|(id, _, stdin)| {
                let paths = values(arguments, id);
                paths.filter_map(move |value| path_of(value, stdin))
            });
            if is_pipe_of_stdin(path) || read.any(|read| is_same_pipe(read, path)) {
                return Err(CliError::OverwritesInput(PathBuf::from(path)));
            }
        }
    }
    Ok(())
}

/// The values of an argument; none if the command lacks it.
fn values<'a>(arguments: &'a ArgMatches, id: &str) -> impl Iterator<Item = &'a OsStr> {
    let values = arguments.try_get_raw(id).ok().flatten();
    values.into_iter().flatten()
}

fn check_standard_input(arguments: &ArgMatches) -> Result<(), CliError> {
    let has_moves = arguments
        .try_contains_id("moves_game")
        .is_ok_and(|contains| contains);
    // The commands of `play`.
    let is_plain = arguments.try_get_one("plain").ok().flatten() == Some(&true);
    let uses = READERS.into_iter().flat_map(|(id, written, stdin)| {
        // Where a game is given, the paths are moves.
        let is_path = id != "paths" || !has_moves;
        values(arguments, id)
            .filter(move |value| is_path && is_stdin(value, stdin))
            .map(move |value| format!("{written}{}", value.display()))
    });
    let mut uses = uses.chain(is_plain.then(|| "--plain".to_owned()));
    match (uses.next(), uses.next()) {
        (Some(first), Some(second)) => Err(CliError::StdinTwice { first, second }),
        _ => Ok(()),
    }
}

/// Whether a value names standard input as that does, with its `@` if it has one, or by a path such as `/dev/stdin`.
fn is_stdin(value: &OsStr, stdin: &str) -> bool {
    !stdin.is_empty() && value == stdin || path_of(value, stdin).is_some_and(is_pipe_of_stdin)
}

/// The path in a value, which follows the `@` if standard input has one.
fn path_of<'v>(value: &'v OsStr, stdin: &str) -> Option<&'v Path> {
    let before = stdin.trim_end_matches('-');
    let path = match before {
        "" => Some(value),
        _ => value
            .to_str()
            .and_then(|value| value.strip_prefix(before))
            .map(OsStr::new),
    };
    path.map(Path::new)
}

#[cfg(test)]
mod tests {
    use super::{READERS, WRITERS};
    use clap::CommandFactory;

    use crate::cli::Cli;

    #[test]
    fn every_argument_that_names_a_file_is_known() {
        let command = Cli::command();
        for command in command.get_subcommands() {
            for argument in command.get_arguments() {
                let names = argument.get_value_names().unwrap_or_default();
                let is_file = names.iter().any(|name| name.contains("FILE"));
                // A file of the kit, and the game that `play` goes on with: it must be a file.
                let is_other = matches!(
                    (command.get_name(), argument.get_id().as_str()),
                    ("conformance" | "play", "file")
                );
                let id = argument.get_id().as_str();
                let is_known = READERS.iter().any(|reader| reader.0 == id)
                    || WRITERS.iter().any(|writer| writer.0 == id);
                let name = command.get_name();
                assert!(is_known || is_other || !is_file, "{name}: {id}");
            }
        }
    }
}
