//! The way of sources through a command that writes records anew: `fmt` and `repair`.

use std::{
    io::{self, BufReader, Seek},
    path::Path,
};

use super::{
    common::Input,
    exit::{Exit, Failure, print_error},
    output::Output,
    rewriting::{Form, Rewriting, Rewritten},
};
use crate::{
    archive::SourceEvent,
    report::{safe, unified},
};

/// What is done with what has been written anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RewriteMode {
    /// It is given out.
    Give,
    /// The files that change are listed, and count for the exit status.
    Check,
    /// What changes is shown.
    Diff,
    /// What changes is shown, and counts for the exit status.
    CheckedDiff,
    /// The files that change are replaced and listed.
    Write,
}

impl RewriteMode {
    fn is_diff(self) -> bool {
        matches!(self, RewriteMode::Diff | RewriteMode::CheckedDiff)
    }
}

/// Writes the records of sources anew.
pub(super) struct Rewriter<'r> {
    pub(super) input: &'r Input,
    pub(super) form: Form,
    pub(super) manner: RewriteMode,
    pub(super) output: Option<&'r Path>,
}

impl Rewriter<'_> {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        self.input.spare(self.output)?;
        let mut output = Output::open(self.output)?;
        let reader = self.input.reader();
        let mut exit = Exit::Fine;
        let mut current: Option<Rewriting> = None;
        self.input.read(&reader, &mut |found| {
            match found {
                SourceEvent::Chunk(source_info, chunk) => {
                    let wants = |index| self.input.wants(index);
                    current
                        .get_or_insert_with(|| {
                            Rewriting::new(source_info, self.form, self.manner.is_diff())
                        })
                        .take(&chunk, &wants)?;
                }
                SourceEvent::Unreadable(unreadable) => {
                    let reason = &unreadable.finding.message;
                    print_error(&format!("{}: {reason}", unreadable.name));
                    exit = Exit::Failed;
                    if let Some(current) = &mut current {
                        current.refuse("it cannot be read to its end");
                    }
                }
                SourceEvent::End(source, records) => {
                    if let Err(reason) = self.input.check_count(&source, records) {
                        print_error(&reason);
                        exit = Exit::Failed;
                    }
                    if let Some(current) = current.take() {
                        let wants = |index| self.input.wants(index);
                        exit = exit.max(match current.finish(reader.limits, &wants)? {
                            Ok(rewritten) => self.give(rewritten, &mut output)?,
                            Err(reason) => {
                                print_error(&format!(
                                    "{source}: nothing is written of it: {reason}"
                                ));
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
        if self.manner == RewriteMode::Write {
            let Some(file) = &rewritten.file else {
                print_error(&format!(
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
        if self.manner.is_diff() {
            let differences = unified(&rewritten.source, &rewritten.parts);
            if rewritten.is_changed && differences.is_empty() {
                output.write(&format!(
                    "{}: only the encoding changes, to UTF-8\n",
                    safe(&rewritten.source)
                ))?;
            }
            output.show(differences.as_bytes())?;
        } else if self.manner == RewriteMode::Check {
            if rewritten.is_changed {
                output.write(&name)?;
            }
        } else {
            rewritten.text.rewind().map_err(Rewriting::failure)?;
            output.show(BufReader::new(rewritten.text))?;
        }
        let is_checked = matches!(self.manner, RewriteMode::Check | RewriteMode::CheckedDiff);
        Ok(if is_checked && rewritten.is_changed {
            Exit::Found
        } else {
            Exit::Fine
        })
    }
}
