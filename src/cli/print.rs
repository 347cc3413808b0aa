//! Commands that print what the program knows of itself: rulesets, schemas,
//! completions, man pages.

use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{
    Cli,
    exit::{Exit, Failure},
    output::Output,
};
use crate::{
    convert::RecordObject,
    report::{AnswerLine, CompareLine, LegalMoves, PositionLine, ScoreLine, Summary, VerdictLine},
    ruleset,
    study::stats::Stats,
    verify::finding::nearest,
};

fn print(text: &str) -> Result<Exit, Failure> {
    let mut output = Output::open(None)?;
    output.write(text)?;
    output.finish()?;
    Ok(Exit::Fine)
}

/// A list of names with a sentence each, one a line.
fn list<'n>(entries: impl Iterator<Item = (&'n str, &'n str)> + Clone) -> String {
    let widest = entries
        .clone()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    entries
        .map(|(name, sentence)| format!("{name:<widest$}  {sentence}\n"))
        .collect()
}

fn unknown<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str> + Clone) -> Failure {
    let hint = match nearest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known are {}", known.collect::<Vec<_>>().join(", ")),
    };
    Failure::refused(format!("there is no {what} `{name}`; {hint}"))
}

/// Print a ruleset, or list them.
///
/// The YAML is complete and commented: change what you want, give it a name of its own and
/// use it with `--ruleset FILE.yaml`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu rules
  kifu rules margo-2012 > my-rules.yaml

Exit status:
  0  printed
  2  there is no such ruleset")]
pub(super) struct Rules {
    /// The ruleset; all are listed without it
    #[arg(value_name = "NAME", value_parser = super::names::rulesets(), hide_possible_values = true)]
    name: Option<String>,
}

impl Rules {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let rulesets = ruleset::embedded().iter();
        let Some(name) = &self.name else {
            return print(&list(
                rulesets.map(|ruleset| (ruleset.name.as_str(), ruleset.title.as_str())),
            ));
        };
        match ruleset::yaml_of(name) {
            Some(yaml) => print(yaml),
            None => Err(unknown(
                "ruleset",
                name,
                rulesets.map(|ruleset| ruleset.name.as_str()),
            )),
        }
    }
}

/// Print the JSON Schema of a command's output, or list them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu schema
  kifu schema validate > validate.schema.json

Exit status:
  0  printed
  2  there is no such schema")]
pub(super) struct Schema {
    /// The schema; all are listed without it
    #[arg(value_name = "NAME", value_parser = super::names::schemas(), hide_possible_values = true)]
    name: Option<String>,
}

/// The names of the schemas, what each is of, and how it is made.
type SchemaEntry = (&'static str, &'static str, fn() -> schemars::Schema);

pub(super) const SCHEMAS: [SchemaEntry; 12] = [
    (
        "validate",
        "a line of `kifu validate --format jsonl`",
        || schemars::schema_for!(VerdictLine),
    ),
    ("batch-line", "a line of `kifu batch --input jsonl`", || {
        schemars::schema_for!(AnswerLine)
    }),
    ("compare", "a line of `kifu compare --format jsonl`", || {
        schemars::schema_for!(CompareLine)
    }),
    ("score", "a line of `kifu score --format jsonl`", || {
        schemars::schema_for!(ScoreLine)
    }),
    ("replay", "a line of `kifu replay --format jsonl`", || {
        schemars::schema_for!(PositionLine)
    }),
    ("dedupe", "a line of `kifu dedupe --format jsonl`", || {
        schemars::schema_for!(super::dedupe::DoubleLine)
    }),
    (
        "summary",
        "the output of `kifu validate --statistics --format json`",
        || schemars::schema_for!(Summary),
    ),
    ("record", "a record of `kifu convert --to json`", || {
        schemars::schema_for!(RecordObject)
    }),
    ("stats", "the output of `kifu stats --format json`", || {
        schemars::schema_for!(Stats)
    }),
    ("legal", "the output of `kifu legal --format json`", || {
        schemars::schema_for!(LegalMoves)
    }),
    ("perft", "the output of `kifu perft --format json`", || {
        schemars::schema_for!(super::perft::CountsLine)
    }),
    (
        "explain",
        "an entry of `kifu explain --format json`",
        || schemars::schema_for!(super::explain::Entry),
    ),
];

impl Schema {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let Some(name) = &self.name else {
            return print(&list(
                SCHEMAS.iter().map(|&(name, sentence, _)| (name, sentence)),
            ));
        };
        let found = SCHEMAS
            .iter()
            .find(|(known, _, _)| known.eq_ignore_ascii_case(name));
        let Some((_, _, make)) = found else {
            return Err(unknown(
                "schema",
                name,
                SCHEMAS.iter().map(|&(name, _, _)| name),
            ));
        };
        serde_json::to_string_pretty(&make())
            .map_err(|error| Failure::refused(format!("cannot write JSON: {error}")))
            .and_then(|schema| print(&(schema + "\n")))
    }
}

/// Print the completions of a shell.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu completions bash > ~/.local/share/bash-completion/completions/kifu
  kifu completions zsh > ~/.zfunc/_kifu

Exit status:
  0  printed")]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        // Made in memory first: the generator panics where output cannot be written.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "kifu", &mut script);
        print(&String::from_utf8_lossy(&script))
    }
}

/// Print or write the man pages.
///
/// Without --output the page of `kifu` itself is printed; with it the pages of all
/// commands are written into a folder.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu man | man -l -
  kifu man --output ~/.local/share/man/man1

Exit status:
  0  printed, or written
  2  they could not be written")]
pub(super) struct Man {
    /// The folder to write the pages into; it is made if need be
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Man {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let command = Cli::command();
        let Some(folder) = &self.output else {
            return print(&page(command)?);
        };
        let refused = |path: &Path, error| Failure::write(&path.display().to_string(), error);
        std::fs::create_dir_all(folder).map_err(|error| refused(folder, error))?;
        clap_mangen::generate_to(command, folder).map_err(|error| refused(folder, error))?;
        Ok(Exit::Fine)
    }
}

fn page(command: clap::Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(|error| Failure::write("the man page", error))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
