//! `kifu fmt`: records in canonical form.

use std::{
    io::{self, BufRead, BufReader, Seek},
    path::PathBuf,
};

use clap::Args;

use super::{
    common::Input,
    exit::{Exit, Failure, complain},
    output::Output,
    rewriting::{Rewriting, Rewritten},
};
use crate::{
    archive::Found,
    record::Layout,
    report::{safe, unified},
};

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
        let mut output = Output::open(self.output.as_deref())?;
        let reader = self.input.reader();
        let layout = if self.compact {
            Layout::Compact
        } else {
            Layout::Nodes
        };
        let mut exit = Exit::Fine;
        let mut current: Option<Rewriting> = None;
        self.input.read(&reader, &mut |found| {
            match found {
                Found::Piece(whence, piece) => {
                    let wants = |index| self.input.wants(index);
                    current
                        .get_or_insert_with(|| Rewriting::new(whence, layout, self.wanted.diff))
                        .take(&piece, &wants)?;
                }
                Found::Unreadable(unreadable) => {
                    let reason = &unreadable.finding.message;
                    complain(&format!("{}: {reason}", unreadable.name));
                    exit = Exit::Failed;
                    if let Some(current) = &mut current {
                        current.refuse("it cannot be read to its end");
                    }
                }
                Found::End(source, records) => {
                    if let Err(reason) = self.input.check_count(&source, records) {
                        complain(&reason);
                        exit = Exit::Failed;
                    }
                    if let Some(current) = current.take() {
                        let wants = |index| self.input.wants(index);
                        exit = exit.max(match current.finish(reader.limits, &wants)? {
                            Ok(rewritten) => self.give(rewritten, &mut output)?,
                            Err(reason) => {
                                complain(&format!("{source}: nothing is written of it: {reason}"));
                                Exit::Failed
                            }
                        });
                    }
                }
            }
            Ok(())
        })?;
        output.finish()?;
        Ok(exit)
    }

    /// Does with a source what is asked for.
    fn give(&self, mut rewritten: Rewritten, output: &mut Output) -> Result<Exit, Failure> {
        let name = format!("{}\n", safe(&rewritten.source));
        if self.wanted.write {
            let Some(file) = &rewritten.file else {
                complain(&format!(
                    "{}: only a plain file can be rewritten, no archive and no standard input",
                    rewritten.source
                ));
                return Ok(Exit::Failed);
            };
            if rewritten.is_changed {
                let mut replaced = Output::open(Some(file))?;
                let text = &mut rewritten.text;
                text.rewind().map_err(Rewriting::failure)?;
                replaced.with(|out| io::copy(text, out).map(|_| ()))?;
                replaced.finish()?;
                output.write(&name)?;
            }
            return Ok(Exit::Fine);
        }
        if self.wanted.diff {
            let differences = unified(&rewritten.source, &rewritten.parts);
            if rewritten.is_changed && differences.is_empty() {
                output.write(&format!(
                    "{}: only the encoding changes, to UTF-8\n",
                    safe(&rewritten.source)
                ))?;
            }
            show(differences.as_bytes(), output)?;
        } else if self.wanted.check {
            if rewritten.is_changed {
                output.write(&name)?;
            }
        } else {
            rewritten.text.rewind().map_err(Rewriting::failure)?;
            show(BufReader::new(rewritten.text), output)?;
        }
        Ok(if self.wanted.check && rewritten.is_changed {
            Exit::Found
        } else {
            Exit::Fine
        })
    }
}

/// Gives out a text: as it is to another program, and so that it does no harm to a terminal.
pub(super) fn show(mut text: impl BufRead, output: &mut Output) -> Result<(), Failure> {
    if !output.is_terminal {
        return output.with(|out| io::copy(&mut text, out).map(|_| ()));
    }
    for line in text.lines() {
        let line = line.map_err(Rewriting::failure)?;
        output.write(&safe(&line))?;
        output.write("\n")?;
    }
    Ok(())
}
