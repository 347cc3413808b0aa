//! `kifu repair`: fixes that are certain.

use std::path::PathBuf;

use clap::Args;

use super::{
    error::CliError,
    exit::Exit,
    input::InputArgs,
    output::ColorChoice,
    record_rewrite::RewriteForm,
    rewriter::{RewriteMode, Rewriter},
    verify_args::RulesetArg,
};
use crate::verify::Options;

/// Propose fixes that are certain
///
/// Shows what would change if all findings with exactly one certain fix were fixed: a missing size
/// that the ruleset implies, the result of a finished game, move numbers, duplicated and misspelled
/// properties; the result of a finished game that states none is added. Moves are never changed, and everything else stays byte for byte. Every repaired
/// record is verified again first: its game and its other findings must be the same.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu repair records                          show what would change
  kifu repair --write records                  change it
  kifu repair --unsafe truncated.sgf           close a truncated record
  kifu repair --check records                  list the files that could be repaired
  kifu repair game.sgf --output repaired.sgf
  kifu repair --ruleset my-rules.yaml records  games played by a ruleset file
  kifu explain record::result                  explain a finding

Exit status:
  0  no errors
  1  with --check: something could be repaired
  2  something could not be read, written or preserved; the rest is done")]
pub(super) struct Repair {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    mode: RepairMode,

    #[command(flatten)]
    ruleset: RulesetArg,

    /// Also close truncated records, and drop what is unfinished in them; this is not certain
    #[arg(id = "unsafe", long = "unsafe")]
    allow_unsafe: bool,

    /// Write all records, repaired, to a file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// When to color the diff
    #[arg(long, value_enum, default_value_t)]
    color: ColorChoice,
}

/// What is done with the fixes.
#[derive(Clone, Copy, Debug, Args)]
#[group(multiple = false)]
struct RepairMode {
    /// Show what would change, as a diff for `patch` (the default)
    #[arg(long, conflicts_with = "output")]
    diff: bool,

    /// List files that could be repaired; exit with status 1 if there are any
    #[arg(long, conflicts_with = "output")]
    check: bool,

    /// Replace files that can be repaired, and list them
    #[arg(long, conflicts_with = "output")]
    write: bool,
}

impl Repair {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let options = Options {
            ruleset: self.ruleset.load(&self.input.guard)?,
            variations: true,
            ..Options::default()
        };
        let rewriter = Rewriter {
            input: &self.input,
            form: RewriteForm::Repaired {
                options: &options,
                is_unsafe: self.allow_unsafe,
                is_written: self.mode.write || self.output.is_some(),
            },
            mode: if self.mode.write {
                RewriteMode::Write
            } else if self.mode.check {
                RewriteMode::Check
            } else if self.output.is_some() {
                RewriteMode::Print
            } else {
                RewriteMode::Diff
            },
            output: self.output.as_deref(),
            color: self.color,
        };
        rewriter.run()
    }
}
