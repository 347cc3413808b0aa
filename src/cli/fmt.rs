//! `kifu fmt`: formats records in canonical form.

use std::path::PathBuf;

use clap::Args;

use super::{
    error::CliError,
    exit::Exit,
    input::InputArgs,
    output::ColorChoice,
    record_rewrite::RewriteForm,
    rewriter::{RewriteMode, Rewriter},
};
use crate::record::Layout;

/// Format records in canonical form
///
/// Puts properties in canonical order, moves and points in canonical spelling, and each node on a
/// line of its own. Nothing else changes: the result is read back and verified to be the same game
/// before anything is written. Malformed records and text between records stay as they are.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu fmt game.sgf                           the record in canonical form
  kifu fmt --diff records                     show what would change
  kifu fmt --check records                    list the files that would change
  kifu fmt --write records                    change them
  kifu fmt --compact - < game.sgf

Exit status:
  0  no errors
  1  with --check: a file is not in canonical form
  2  something could not be read, written or preserved; the rest is done")]
pub(super) struct Fmt {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    mode: FmtMode,

    /// Put as many nodes on a line as fit
    #[arg(long)]
    compact: bool,

    /// Write the result to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// When to color the diff
    #[arg(long, value_enum, default_value_t)]
    color: ColorChoice,
}

/// What is done instead of printing the result.
#[derive(Clone, Copy, Debug, Args)]
struct FmtMode {
    /// List files that are not in canonical form; exit with status 1 if there are any
    #[arg(long)]
    check: bool,

    /// Show what would change, as a diff
    #[arg(long)]
    diff: bool,

    /// Replace files that are not in canonical form, and list them
    #[arg(long, conflicts_with_all = ["check", "diff", "output"])]
    write: bool,
}

impl Fmt {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let layout = if self.compact {
            Layout::Compact
        } else {
            Layout::Nodes
        };
        let FmtMode { check, diff, write } = self.mode;
        let rewriter = Rewriter {
            input: &self.input,
            form: RewriteForm::Canonical(layout),
            mode: match (write, diff, check) {
                (true, ..) => RewriteMode::Write,
                (_, true, true) => RewriteMode::CheckedDiff,
                (_, true, false) => RewriteMode::Diff,
                (_, false, true) => RewriteMode::Check,
                _ => RewriteMode::Print,
            },
            output: self.output.as_deref(),
            color: self.color,
        };
        rewriter.run()
    }
}
