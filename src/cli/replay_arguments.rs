//! What clap cannot tell apart in the arguments of `kifu replay`: without `=`, the argument after an option whose value may
//! be left out, such as `--numbers`, may be its value or a path; and `--size` is the size of the board with `--game`, and
//! otherwise the former name of `--image-pixels`.

use std::{ffi::OsString, path::Path};

use super::replay;

/// Joins each such option with its value, if the next argument is one, so that what remains apart is a path; and writes
/// `--image-pixels` for `--size` where that is meant.
pub(super) fn joined(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments = arguments.into_iter().peekable();
    let mut joined: Vec<OsString> = arguments.by_ref().take(2).collect();
    if joined.get(1).is_none_or(|command| command != "replay") {
        joined.extend(arguments);
        return joined;
    }
    let rest: Vec<OsString> = arguments.collect();
    let options = || rest.iter().take_while(|argument| *argument != "--");
    let has_game = options().any(|argument| {
        let argument = argument.to_string_lossy();
        argument == "--game" || argument.starts_with("--game=")
    });
    let mut arguments = rest.iter().cloned().peekable();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            joined.push(argument);
            break;
        }
        let argument = if has_game {
            argument
        } else {
            renamed(argument)
        };
        let is_value = argument.to_str().and_then(replay::optional_value);
        let value = is_value.and_then(|is_value| {
            let next = arguments.peek()?.to_str()?;
            takes(next, is_value).then(|| next.to_owned())
        });
        joined.push(match value {
            Some(value) => {
                arguments.next();
                let mut argument = argument;
                argument.push("=");
                argument.push(value);
                argument
            }
            None => argument,
        });
    }
    joined.extend(arguments);
    joined
}

/// An argument with the present name of its option.
fn renamed(argument: OsString) -> OsString {
    let value = argument
        .to_str()
        .and_then(|text| text.strip_prefix("--size"));
    match value {
        Some(value) if value.is_empty() || value.starts_with('=') => {
            format!("--image-pixels{value}").into()
        }
        _ => argument,
    }
}

/// Whether the argument after the option is its value: if it is a value and no such file exists. What is neither a value
/// nor looks like a path is taken too, because the option can say what it expects.
fn takes(next: &str, is_value: fn(&str) -> bool) -> bool {
    let path = Path::new(next);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let looks_like_path = next.contains(['/', '\\'])
        || extension.is_some_and(|extension| extension.contains(char::is_alphabetic));
    !next.starts_with('-') && !path.exists() && (is_value(next) || !looks_like_path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after_replay(text: &str) -> String {
        let arguments = format!("kifu replay {text}");
        let joined = joined(arguments.split(' ').map(OsString::from));
        let joined: Vec<_> = joined[2..]
            .iter()
            .map(|one| one.to_str().unwrap())
            .collect();
        joined.join(" ")
    }

    #[test]
    fn a_value_is_joined_and_a_path_is_not() {
        for (given, expected) in [
            ("--numbers a.sgf", "--numbers a.sgf"),
            ("--numbers 3..5 a.sgf", "--numbers=3..5 a.sgf"),
            ("--numbers=3..5 9", "--numbers=3..5 9"),
            ("a.sgf --numbers", "a.sgf --numbers"),
            (
                "--numbers --crop a1:c3 --ascii",
                "--numbers --crop=a1:c3 --ascii",
            ),
            (
                "--crop around --status-line off x/",
                "--crop=around --status-line=off x/",
            ),
            ("--last-move -", "--last-move -"),
            // There is such a folder.
            ("--crop src", "--crop src"),
            ("--crop z", "--crop=z"),
            ("-- --numbers 3", "-- --numbers 3"),
            (
                "--size 99 --size=99 --sizes",
                "--image-pixels 99 --image-pixels=99 --sizes",
            ),
            ("--size 9 --game ugo c3", "--size 9 --game ugo c3"),
            ("--size 9 -- --game", "--image-pixels 9 -- --game"),
            ("--at 3 --step 2 a.sgf", "--at 3 --step 2 a.sgf"),
        ] {
            assert_eq!(after_replay(given), expected, "{given}");
        }
        let other = ["kifu", "validate", "--numbers", "3"].map(OsString::from);
        assert_eq!(joined(other.clone()), other);
    }
}
