//! `kifu fmt`: records in canonical form.

use std::path::PathBuf;

use clap::Args;

use super::{
    common::Input,
    exit::{Exit, Failure},
    rewriter::{RewriteMode, Rewriter},
    rewriting::Form,
};
use crate::record::Layout;

/// Write records in canonical form.
///
/// Puts the properties of every node in one order, spells moves and points in one way, and begins a line with
/// every node. Nothing else changes: the result is read back and judged before it is given
/// out, and if the game were another one, nothing would be. Malformed records and text between records stay as
/// they are.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu fmt game.sgf                           the record in canonical form
  kifu fmt --diff records                     what would change
  kifu fmt --check records                    the files that would change
  kifu fmt --write records                    change them
  kifu fmt --compact - < game.sgf

Exit status:
  0  all fine
  1  with --check: a file is not in canonical form
  2  something could not be read, written or kept; all else is done")]
pub(super) struct Fmt {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    wanted: Wanted,

    /// Put as many nodes on a line as fit
    #[arg(long)]
    compact: bool,

    /// Write the result to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What is done instead of giving out the result.
#[derive(Clone, Copy, Debug, Args)]
struct Wanted {
    /// List the files that are not in canonical form, and end with status 1 if there are any
    #[arg(long)]
    check: bool,

    /// Show what would change
    #[arg(long)]
    diff: bool,

    /// Replace files that are not in canonical form, and list them
    #[arg(long, conflicts_with_all = ["check", "diff", "output"])]
    write: bool,
}

impl Fmt {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let layout = if self.compact {
            Layout::Compact
        } else {
            Layout::Nodes
        };
        let Wanted { check, diff, write } = self.wanted;
        let rewriter = Rewriter {
            input: &self.input,
            form: Form::Canonical(layout),
            manner: match (write, diff, check) {
                (true, ..) => RewriteMode::Write,
                (_, true, true) => RewriteMode::CheckedDiff,
                (_, true, false) => RewriteMode::Diff,
                (_, false, true) => RewriteMode::Check,
                _ => RewriteMode::Give,
            },
            output: self.output.as_deref(),
        };
        rewriter.run()
    }
}
