//! What the commands have in common, in one place: the groups that `kifu --help` lists them in, the headings of their help,
//! and the short forms of their options.

use std::fmt::Write;

use clap::{Arg, Command, builder::StyledStr};

/// The commands as `kifu --help` lists them. A test compares them with all that exist.
const GROUPS: [(&str, &[&str]); 8] = [
    ("Check", &["validate", "batch", "merge", "explain"]),
    ("Score and draw", &["score", "results", "replay", "legal"]),
    ("Play and view", &["play", "view"]),
    ("Edit and convert", &["fmt", "repair", "convert"]),
    ("Archives", &["query", "dedupe", "stats"]),
    (
        "Rules",
        &["compare", "rules", "perft", "random", "conformance"],
    ),
    ("Laboratory", &["selfplay", "metrics"]),
    ("Program", &["schema", "completions", "man", "help"]),
];

/// Options that mean the same in every command: the id, the short form, and the heading they are listed under. What is
/// not among them is a command's own and comes first.
const SHARED: [(&str, Option<char>, &str); 24] = [
    ("files_from", None, "Input"),
    ("null", None, "Input"),
    ("stdin_name", None, "Input"),
    ("record", None, "Input"),
    ("ruleset", None, "Judging"),
    ("variations", None, "Judging"),
    ("ignore", None, "Judging"),
    ("strict", None, "Judging"),
    ("exit_zero", None, "Judging"),
    ("format", Some('f'), "Output"),
    ("output", Some('o'), "Output"),
    ("color", None, "Output"),
    ("ascii", None, "Output"),
    ("quiet", Some('q'), "Output"),
    ("rate", None, "Output"),
    ("jobs", Some('j'), "Limits"),
    ("max_findings", None, "Limits"),
    ("max_record", None, "Limits"),
    ("max_nodes", None, "Limits"),
    ("max_plies", None, "Limits"),
    ("max_values", None, "Limits"),
    ("max_stones", None, "Limits"),
    ("max_setup", None, "Limits"),
    ("max_ratio", None, "Limits"),
];

/// Options that have no effect in a command, which are accepted but not shown.
const WITHOUT_EFFECT: [(&str, &str); 3] = [
    ("explain", "quiet"),
    ("explain", "strict"),
    ("explain", "exit_zero"),
];

/// Options that have an effect in a command only with another one.
const WITH_ANOTHER: [(&str, &str, &str); 2] =
    [("legal", "strict", "why"), ("legal", "exit_zero", "why")];

/// Options whose effect in a command needs words of its own.
const OWN_HELP: [(&str, &str, &str); 8] = [
    (
        "metrics",
        "ruleset",
        "Measure by this ruleset: a name or a YAML file; it replaces that of records of its game",
    ),
    (
        "metrics",
        "max_plies",
        "Maximum number of plies in a line of play [default: 100000]; games that are played stop there unfinished [default: 20 times the points of the board]",
    ),
    (
        "score",
        "quiet",
        "Print only the result of each record, and findings",
    ),
    ("replay", "quiet", "Show no progress"),
    (
        "legal",
        "quiet",
        "Print only the moves, one per line; with --why nothing",
    ),
    (
        "legal",
        "strict",
        "With --why: let warnings count for the exit status",
    ),
    (
        "legal",
        "exit_zero",
        "With --why: exit with status 0 even if the move is illegal",
    ),
    ("legal", "record", "The Nth record of a collection"),
];

/// The command line in its final form.
pub(super) fn arranged(kifu: Command) -> Command {
    let template = template(&kifu);
    // Only a command that is used is arranged.
    kifu.mut_subcommands(|command| command.defer(with_headings))
        .help_template(template)
}

/// A command whose shared options have their headings and short forms, in the order of [`SHARED`].
fn with_headings(mut command: Command) -> Command {
    let name = command.get_name().to_owned();
    let own_help = |id: &str| {
        let mut own = OWN_HELP.iter();
        own.find_map(|&(command, option, help)| (command == name && option == id).then_some(help))
    };
    // The moves from an empty board may be none.
    if command
        .get_arguments()
        .any(|arg| arg.get_id() == "moves_game")
    {
        command = command.mut_args(|arg| match arg.get_id().as_str() {
            "paths" => arg.required_unless_present("moves_game"),
            "files_from" | "stdin_name" => arg.conflicts_with("moves_game"),
            _ => arg,
        });
    }
    // Games that are played need no records.
    if command
        .get_arguments()
        .any(|arg| arg.get_id() == "metrics_game")
    {
        command = command.mut_args(|arg| {
            if arg.get_id() == "paths" {
                arg.required_unless_present_any(["files_from", "metrics_game", "old"])
            } else {
                arg
            }
        });
    }
    for (id, short, heading) in SHARED {
        let is_shared = |arg: &Arg| arg.get_id() == id && arg.get_help_heading().is_none();
        if command.get_arguments().any(is_shared) {
            // This also moves it behind all others, and headings follow the order of arguments.
            command = command.mut_arg(id, |arg| {
                let mut arg = arg.help_heading(heading);
                if let Some(help) = own_help(id) {
                    arg = arg.help(help);
                }
                if WITHOUT_EFFECT.contains(&(&name, id)) {
                    arg = arg.hide(true);
                }
                let needed = WITH_ANOTHER.iter();
                for (_, _, other) in needed.filter(|needed| (needed.0, needed.1) == (&*name, id)) {
                    arg = arg.requires(other);
                }
                match short {
                    Some(short) => arg.short(short),
                    None => arg,
                }
            });
        }
    }
    command
}

/// The help of the program itself: its commands in groups.
fn template(kifu: &Command) -> StyledStr {
    let header = kifu.get_styles().get_header();
    let literal = kifu.get_styles().get_literal();
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    let subcommands = || kifu.get_subcommands().map(Command::get_name);
    let width = subcommands().map(str::len).max().unwrap_or(0);
    for (group, names) in GROUPS {
        // Writing to a string does not fail.
        let _ = writeln!(text, "\n{header}{group}:{header:#}");
        for name in names {
            let about = match kifu.find_subcommand(name) {
                Some(command) => command.get_about().cloned().unwrap_or_default().to_string(),
                // It does not exist before all commands are known.
                None => "Print the help of a command".to_owned(),
            };
            let aliases: Vec<_> = kifu
                .find_subcommand(name)
                .map(|command| command.get_visible_aliases().collect())
                .unwrap_or_default();
            let aliases = match &aliases[..] {
                [] => String::new(),
                aliases => format!(" [alias: {}]", aliases.join(", ")),
            };
            let _ = writeln!(
                text,
                "  {literal}{name}{literal:#}{:space$}  {about}{aliases}",
                "",
                space = width - name.len().min(width)
            );
        }
    }
    let _ = write!(
        text,
        "\n{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    text.into()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_command_is_in_one_group() {
        let grouped = || GROUPS.iter().flat_map(|(_, names)| names.iter().copied());
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let count = grouped().filter(|grouped| *grouped == name).count();
            assert_eq!(count, 1, "add `{name}` to one of GROUPS in {}", file!());
        }
        for name in grouped().filter(|&name| name != "help") {
            assert!(Cli::command().find_subcommand(name).is_some(), "{name}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        arranged(Cli::command()).debug_assert();
    }
}
