//! `kifu repair`: certain fixes.

use std::path::PathBuf;

use clap::Args;

use super::{
    common::Input,
    exit::{Exit, Failure},
    rewriter::{RewriteMode, Rewriter},
    rewriting::Form,
};

/// Propose repairs that are certain.
///
/// Shows what would change if all findings that have one certain answer got it: a missing size
/// that the ruleset implies, a result that is not the one of the finished game, numbers of plies, doubled and misspelled
/// properties. Moves are never touched, and all else stays to the byte. Every repaired record is judged again before anything is
/// given out: its game is the same, and so is everything else that was found.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu repair records                          what would change
  kifu repair --write records                  change it
  kifu repair --check records                  the files in which something could be repaired
  kifu repair game.sgf --output repaired.sgf
  kifu explain record::result                  what a finding means

Exit status:
  0  all fine
  1  with --check: something could be repaired
  2  something could not be read, written or kept; all else is done")]
pub(super) struct Repair {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    wanted: Wanted,

    /// Write all records to a file, with the repairs
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What is done with the repairs.
#[derive(Clone, Copy, Debug, Args)]
#[group(multiple = false)]
struct Wanted {
    /// Show what would change, in the form that `patch` reads; the default
    #[arg(long, conflicts_with = "output")]
    diff: bool,

    /// List the files in which something could be repaired, and end with status 1 if there are any
    #[arg(long, conflicts_with = "output")]
    check: bool,

    /// Replace the files in which something can be repaired, and list them
    #[arg(long, conflicts_with = "output")]
    write: bool,
}

impl Repair {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let rewriter = Rewriter {
            input: &self.input,
            form: Form::Repaired,
            manner: if self.wanted.write {
                RewriteMode::Write
            } else if self.wanted.check {
                RewriteMode::Check
            } else if self.output.is_some() {
                RewriteMode::Give
            } else {
                RewriteMode::Diff
            },
            output: self.output.as_deref(),
        };
        rewriter.run()
    }
}
