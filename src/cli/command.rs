//! The command line as a whole.

use std::{
    ffi::OsString,
    io::{self, Write},
    path::PathBuf,
};

use clap::{ArgMatches, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::{
    arrangement::arranged,
    batch::Batch,
    compare::Compare,
    completions::Completions,
    conformance::Conformance,
    convert::Convert,
    crash::tell_where_to_report,
    dedupe::Dedupe,
    enough_stack::with_enough_stack,
    error::CliError,
    exit::Exit,
    explain::Explain,
    fmt::Fmt,
    interruption::nothing_is_kept,
    legal::Legal,
    man::Man,
    merge::Merge,
    metrics::MetricsArgs,
    output::{check_writable, close_stdout},
    perft::Perft,
    pipes::check_pipes,
    play::{Play, View},
    program_file::set_program_file,
    query::Query,
    random::RandomArgs,
    repair::Repair,
    replay::Replay,
    replay_arguments::joined,
    results::ResultsArgs,
    rules::RulesArgs,
    schema::Schema,
    score::ScoreArgs,
    selfplay::Selfplay,
    stats::StatsArgs,
    validate::Validate,
    version::verbose_version,
};
use crate::{
    games::Game,
    interrupt::{allow_file_size_errors, command_has_ended},
    record::safe,
};

/// Reads, verifies, scores and draws game records of Bargo, Sygo, Ugo, Bamogo and Margo.
#[derive(Debug, Parser)]
#[command(
    name = "kifu",
    version,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  kifu validate records
  kifu help validate
  kifu --version --verbose

Exit status:
  0  no errors
  1  errors or differences found
  2  the command failed"
)]
pub struct Cli {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Debug, Subcommand)]
enum Subcommands {
    /// Verify records move by move
    #[command(visible_alias = "check")]
    Validate(Validate),
    /// Verify large archives in parallel, with reports
    Batch(Batch),
    /// Score finished and unfinished games
    Score(ScoreArgs),
    /// List results with the names of the players, standings and a crosstable
    Results(ResultsArgs),
    /// Draw positions: text, images, animations, HTML, PDF; or JSON
    Replay(Replay),
    /// Merge the reports of shards into one summary
    Merge(Merge),
    /// Show which records a rule change affects, and how
    Compare(Compare),
    /// Format records in canonical form
    Fmt(Fmt),
    /// Convert records to and from other notations
    Convert(Convert),
    /// Propose fixes that are certain
    Repair(Repair),
    /// Select records from archives
    Query(Box<Query>),
    /// Find duplicate records
    Dedupe(Dedupe),
    /// Summarize archives: results, lengths, openings
    Stats(StatsArgs),
    /// Explain a finding, or list all codes
    Explain(Explain),
    /// List the legal moves of a position
    Legal(Legal),
    /// Count the legal move sequences of a given length
    Perft(Perft),
    /// Print a ruleset as YAML, or list all
    Rules(RulesArgs),
    /// Print or write the conformance kit for other implementations of the rules
    Conformance(Conformance),
    /// Print the JSON Schema of a command's output, or list all
    Schema(Schema),
    /// Print the completion script for a shell
    Completions(Completions),
    /// Print or write the man pages
    Man(Man),
    /// Generate random legal records
    Random(RandomArgs),
    /// Let players play against each other, and write the records
    Selfplay(Selfplay),
    /// Measure games: length, balance, draws, branching, captures, lead changes
    Metrics(Box<MetricsArgs>),
    /// Play a game on a board in the terminal, and make its record
    Play(Play),
    /// Read records on a board in the terminal
    View(View),
}

impl Cli {
    /// The command line with the headings and groups of its help.
    fn arranged() -> Command {
        arranged(Cli::command())
    }

    /// Parses the arguments, the first of which is the name of the program, and carries out the command; prints the
    /// help, the version or what is wrong with the arguments.
    pub fn run_arguments(arguments: impl IntoIterator<Item = OsString>) -> Exit {
        with_enough_stack(|| {
            let exit = Cli::parse_and_run(arguments);
            let closed = close_stdout().map_or_else(|error| error.report(), |()| Exit::Fine);
            exit.max(closed)
        })
    }

    /// The same for a program that contains the command line: `program` is the file whose content tells its build.
    pub fn run_arguments_in(
        program: PathBuf,
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Exit {
        set_program_file(program);
        Cli::run_arguments(arguments)
    }

    fn parse_and_run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
        tell_where_to_report();
        allow_file_size_errors();
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        if let Some(version) = verbose_version(&arguments) {
            return print_to_stdout(|| io::stdout().write_all(version.as_bytes()));
        }
        let escaped = escaped(&arguments);
        let message = match Cli::parsed(arguments) {
            Ok((cli, matches)) => {
                nothing_is_kept();
                let of_command = matches.subcommand().map(|(_, arguments)| arguments);
                let exit = match of_command.map_or(Ok(()), check_pipes) {
                    Ok(()) => cli.run(),
                    Err(error) => error.report(),
                };
                command_has_ended();
                return exit;
            }
            Err(message) => message,
        };
        // The names of files can be taken for options, and must not act on the terminal.
        let message = match escaped.map(Cli::parsed) {
            None => message,
            Some(Err(shown)) => shown,
            Some(Ok(_)) => clap::Error::raw(message.kind(), "an argument has control characters\n"),
        };
        let message = with_hint(message);
        if message.use_stderr() {
            // If standard error is closed, there is nobody to report to.
            let _ = message.print();
            return Exit::Failed;
        }
        print_to_stdout(|| message.print())
    }

    fn parsed(arguments: Vec<OsString>) -> Result<(Cli, ArgMatches), clap::Error> {
        let matches = Cli::arranged().try_get_matches_from(joined(arguments))?;
        Ok((Cli::from_arg_matches(&matches)?, matches))
    }

    /// Carries out the command.
    pub fn run(self) -> Exit {
        let outcome = match self.command {
            Subcommands::Validate(command) => command.run(),
            Subcommands::Batch(command) => command.run(),
            Subcommands::Score(command) => command.run(),
            Subcommands::Results(command) => command.run(),
            Subcommands::Merge(command) => command.run(),
            Subcommands::Compare(command) => command.run(),
            Subcommands::Replay(command) => command.run(),
            Subcommands::Fmt(command) => command.run(),
            Subcommands::Convert(command) => command.run(),
            Subcommands::Repair(command) => command.run(),
            Subcommands::Query(command) => command.run(),
            Subcommands::Dedupe(command) => command.run(),
            Subcommands::Stats(command) => command.run(),
            Subcommands::Explain(command) => command.run(),
            Subcommands::Legal(command) => command.run(),
            Subcommands::Perft(command) => command.run(),
            Subcommands::Rules(command) => command.run(),
            Subcommands::Conformance(command) => command.run(),
            Subcommands::Schema(command) => command.run(),
            Subcommands::Completions(command) => command.run(Cli::arranged()),
            Subcommands::Man(command) => command.run(Cli::arranged()),
            Subcommands::Random(command) => command.run(),
            Subcommands::Selfplay(command) => command.run(),
            Subcommands::Metrics(command) => command.run(),
            Subcommands::Play(command) => command.run(),
            Subcommands::View(command) => command.run(),
        };
        outcome.unwrap_or_else(|error| error.report())
    }
}

/// Prints the help or the version.
fn print_to_stdout(print: impl FnOnce() -> io::Result<()>) -> Exit {
    let printed = check_writable(&io::stdout())
        .and_then(|()| print())
        .and_then(|()| io::stdout().flush());
    match printed {
        Ok(()) => Exit::Fine,
        Err(error) => CliError::write("standard output", error).report(),
    }
}

/// The arguments as they can be shown; `None` if they need no escapes.
fn escaped(arguments: &[OsString]) -> Option<Vec<OsString>> {
    let shown = arguments.iter().map(|argument| {
        let text = argument.to_string_lossy();
        let shown = safe(&text);
        (shown != text).then(|| OsString::from(&*shown))
    });
    let shown: Vec<Option<OsString>> = shown.collect();
    let is_any_escaped = shown.iter().any(Option::is_some);
    let both = shown.into_iter().zip(arguments);
    let shown = both.map(|(shown, argument)| shown.unwrap_or_else(|| argument.clone()));
    is_any_escaped.then(|| shown.collect())
}

/// A message on unknown arguments, with a hint for those who look for a way to go on with an interrupted run, and for
/// those who name the game without the option.
fn with_hint(mut message: clap::Error) -> clap::Error {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    let Some(ContextValue::String(argument)) = message.get(ContextKind::InvalidArg) else {
        return message;
    };
    let hint = match argument.as_str() {
        "--resume" | "--continue" => {
            "`kifu batch --cache FOLDER` goes on with an interrupted run".to_owned()
        }
        game if game.parse::<Game>().is_ok() => format!("the game is an option: `--game {game}`"),
        _ => return message,
    };
    if message.kind() == ErrorKind::UnknownArgument {
        message.remove(ContextKind::SuggestedArg);
        message.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![hint.into()]),
        );
    }
    message
}
