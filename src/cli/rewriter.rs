//! Passes sources through a command that rewrites records: `fmt` and `repair`.

use std::{
    io::{self, Seek},
    path::Path,
};

use super::{
    error::{CliError, RewriteError, RewriteRefusal, print_error, print_note},
    exit::Exit,
    input::InputArgs,
    interruption::KeptFiles,
    joined_sources::JoinedSources,
    left_out::{CHECKED, LeftOut},
    output::{ColorChoice, Output},
    pipeline::{ALL_PROCESSORS, print_unreadable},
    record_rewrite::RewriteForm,
    rewriting::{RewrittenSource, SourceBytes, SourceRewrite},
};
use crate::{
    archive::{Processed, SourceInfo, in_order},
    file_version::FileVersion,
    record::{Chunk, EncodingDoubt},
    report::{colored, safe, unified},
};

/// What is done with a rewritten source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RewriteMode {
    /// Print it.
    Print,
    /// List changed files, which count for the exit status.
    Check,
    /// Show the changes.
    Diff,
    /// Show the changes, which count for the exit status.
    CheckedDiff,
    /// Replace changed files, and list them.
    Write,
}

impl RewriteMode {
    fn is_diff(self) -> bool {
        matches!(self, RewriteMode::Diff | RewriteMode::CheckedDiff)
    }
}

/// Rewrites the records of sources.
pub(super) struct Rewriter<'r> {
    pub(super) input: &'r InputArgs,
    pub(super) form: RewriteForm<'r>,
    pub(super) mode: RewriteMode,
    pub(super) output: Option<&'r Path>,
    pub(super) color: ColorChoice,
}

impl Rewriter<'_> {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let mut output = self.input.guard.create(self.output)?;
        let mut reader = self.input.reader();
        reader.for_rewriting = self.mode == RewriteMode::Write;
        let kept_files = match self.mode {
            RewriteMode::Write => KeptFiles::told("rewritten", "the others are as they were"),
            _ => KeptFiles::default(),
        };
        let mut joined = JoinedSources::new(reader.limits);
        let mut doubts = LeftOut::doubts();
        let mut exit = Exit::Fine;
        let mut current: Option<SourceRewrite> = None;
        let selects = |index| self.input.selects(index);
        let mut workers = ALL_PROCESSORS.workers()?;
        if self.mode == RewriteMode::Write {
            // A file may be named twice: it is read again only when it has been replaced.
            workers = workers.one_source_at_a_time();
        }
        let rewrite = |source_info: &SourceInfo, chunk: &Chunk| -> Vec<_> {
            let source = &source_info.source;
            let records = chunk.records();
            records
                .map(|(index, record)| {
                    let is_selected = selects(index);
                    let form = self.form;
                    form.rewrite_record(source, index, record, is_selected)
                })
                .collect()
        };
        let mut visit = |processed| -> Result<(), CliError> {
            match processed {
                Processed::Chunk(source_info, chunk, records) => current
                    .get_or_insert_with(|| {
                        SourceRewrite::new(
                            source_info,
                            chunk.limits(),
                            self.form,
                            self.mode.is_diff(),
                        )
                    })
                    .take(&chunk, records)?,
                Processed::Unreadable(unreadable) => {
                    print_unreadable(&unreadable);
                    exit = Exit::Failed;
                    if let Some(current) = &mut current {
                        current.refuse(RewriteRefusal::Incomplete);
                    }
                }
                Processed::End(source, records) => {
                    if let Err(reason) = self.input.check_count(&source, records) {
                        print_error(&reason);
                        exit = Exit::Failed;
                    }
                    if let Some(current) = current.take() {
                        let is_printed = self.mode == RewriteMode::Print;
                        let finished = current.finish(
                            is_printed,
                            reader.limits.max_record,
                            &selects,
                            &workers,
                        );
                        exit = exit.max(match finished {
                            Ok(rewritten) => {
                                self.add_doubt(&rewritten, &mut doubts);
                                self.finish(rewritten, &kept_files, &mut joined, &mut output)?
                            }
                            Err(RewriteError::Fatal(error)) => return Err(error),
                            Err(RewriteError::Refused(reason)) => {
                                print_error(&format_args!("{source}: not rewritten: {reason}"));
                                Exit::Failed
                            }
                        });
                    }
                }
            }
            Ok(())
        };
        in_order(
            &workers,
            |visit| self.input.read(&reader, visit),
            &rewrite,
            &mut visit,
        )?;
        exit = exit.max(joined.finish(&mut output)?);
        doubts.finish(CHECKED);
        let finished = output.finish_unless(exit == Exit::Failed)?;
        Ok(exit.max(finished))
    }

    /// Tells if a source is written in UTF-8 whose encoding is a guess.
    fn add_doubt(&self, rewritten: &RewrittenSource, doubts: &mut LeftOut) {
        let is_written = match self.mode {
            RewriteMode::Print => matches!(self.form, RewriteForm::Canonical(_)),
            RewriteMode::Write => rewritten.is_changed,
            RewriteMode::Check | RewriteMode::Diff | RewriteMode::CheckedDiff => false,
        };
        if is_written && rewritten.bytes == SourceBytes::Guessed {
            let doubt = EncodingDoubt::Guessed;
            doubts.add(&format!("{}: it {doubt}", rewritten.source));
        }
    }

    /// Replaces a file by its rewritten text, unless the file has changed since it was read.
    fn replace(
        &self,
        (path, version): (&Path, &FileVersion),
        rewritten: &mut RewrittenSource,
        kept_files: &KeptFiles,
    ) -> Result<(), CliError> {
        let text = &mut rewritten.text;
        let mut replaced = self.input.guard.rewrite(path, version)?;
        text.rewind().map_err(CliError::temporary_file)?;
        replaced.with(|out| io::copy(text, out).map(|_| ()))?;
        replaced.flush()?;
        kept_files.put(&rewritten.source, || replaced.finish())
    }

    /// Prints, compares or replaces a rewritten source.
    fn finish(
        &self,
        mut rewritten: RewrittenSource,
        kept_files: &KeptFiles,
        joined: &mut JoinedSources,
        output: &mut Output,
    ) -> Result<Exit, CliError> {
        let name = format!("{}\n", safe(&rewritten.source));
        if self.mode == RewriteMode::Write {
            let file = rewritten.file.clone();
            let file_read = file
                .as_deref()
                .and_then(|file| Some((file.path.as_path(), file.version.as_ref()?)));
            let Some(file_read) = file_read else {
                print_error(&format_args!(
                    "{}: only a plain file can be rewritten, not an archive or standard input",
                    rewritten.source
                ));
                return Ok(Exit::Failed);
            };
            if rewritten.is_changed {
                if let Err(error) = self.replace(file_read, &mut rewritten, kept_files) {
                    print_error(&error);
                    return Ok(Exit::Failed);
                }
                output.write(&name)?;
                // An interruption must not lose the list of what has been replaced.
                output.with(|out| out.flush())?;
            }
            return Ok(Exit::Fine);
        }
        if self.mode.is_diff() {
            let differences = unified(&rewritten.source, &rewritten.parts);
            if rewritten.is_changed && differences.is_empty() {
                output.write(&format!(
                    "{}: only the encoding changes, to UTF-8\n",
                    safe(&rewritten.source)
                ))?;
            }
            if rewritten.bytes.are_foreign() && !differences.is_empty() {
                print_note(&format!(
                    "{}: the file is not plain UTF-8, which the diff is, so that `patch` cannot apply it",
                    rewritten.source
                ));
            }
            if !differences.is_empty() && !rewritten.has_plain_name() {
                print_note(&format!(
                    "{}: `patch` does not find a file of this name",
                    rewritten.source
                ));
            }
            if output.has_color_for_programs(self.color) {
                output.write(&colored(&differences))?;
            } else {
                output.show(differences.as_bytes())?;
            }
        } else if self.mode == RewriteMode::Check {
            if rewritten.is_changed {
                output.write(&name)?;
            }
        } else {
            if rewritten.bytes.are_foreign() && matches!(self.form, RewriteForm::Repaired { .. }) {
                let reason = RewriteRefusal::NotUtf8;
                print_error(&format_args!("{}: not written: {reason}", rewritten.source));
                return Ok(Exit::Failed);
            }
            return joined.add(rewritten, output);
        }
        let is_checked = matches!(self.mode, RewriteMode::Check | RewriteMode::CheckedDiff);
        Ok(if is_checked && rewritten.is_changed {
            Exit::Found
        } else {
            Exit::Fine
        })
    }
}
