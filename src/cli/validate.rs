//! `kifu validate`: all findings of all records.

use clap::Args;

use super::{
    error::CliError,
    exit::Exit,
    input::InputArgs,
    output_args::OutputArgs,
    pipeline::{Jobs, VerifyRun},
    report_args::ReportArgs,
    verify_args::VerifyArgs,
};
use crate::{
    report::{Row, Summary},
    verify::verify,
};

/// Verify records move by move
///
/// Plays every record by the rules of its game and reports every error: where it is, which rule
/// it breaks, how to fix it, and the position before it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu validate records                       all records of a folder
  kifu validate --format short game.sgf       one line per finding
  kifu validate --ruleset margo-2012 - < game.sgf

Exit status:
  0  no errors (with --strict: nor warnings)
  1  errors found
  2  something could not be read; the rest is verified")]
pub(super) struct Validate {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    verify_args: VerifyArgs,

    #[command(flatten)]
    report_args: ReportArgs,

    #[command(flatten)]
    output_args: OutputArgs,

    #[command(flatten)]
    jobs: Jobs,
}

impl Validate {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        self.input.set_quiet(self.output_args.quiet);
        let guard = &self.input.guard;
        let options = self.verify_args.options(guard)?;
        let mut output = guard.create(self.output_args.output.as_deref())?;
        let mut writer = self.report_args.open(&self.output_args, &output);
        let mut summary = Summary::default();
        let run = VerifyRun {
            input: &self.input,
            output_args: &self.output_args,
            jobs: &self.jobs,
            verify: &|record| {
                let mut verdict = verify(record, &options);
                // No report needs the position, which is large.
                verdict.position = None;
                Ok(verdict)
            },
        };
        output.with(|out| writer.begin(out))?;
        let exit = run.run(&mut |report, lines| {
            summary.count(&Row::new(report, lines));
            output.with(|out| writer.record(report, lines, out))
        })?;
        output.with(|out| writer.end(&summary, out))?;
        output.finish()?;
        self.report_args
            .tell_left_out(self.report_args.format, &summary);
        Ok(exit)
    }
}
