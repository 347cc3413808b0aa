//! `kifu validate`: every finding of every record.

use clap::Args;

use super::{
    common::{Input, OutputArgs, VerifyArgs},
    exit::{Exit, Failure},
    output::Output,
    reporting::Reporting,
    run::{Jobs, Run},
};
use crate::{
    report::{Row, Summary},
    verify::verify,
};

/// Check records move by move.
///
/// Plays every record through the rules of its game and says exactly what is wrong:
/// where it stands, which rule it breaks and by what, what would be right, and how the board
/// stood before.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu validate records                       all records of a folder
  kifu validate --format short game.sgf       one line a finding
  kifu validate --ruleset margo-2012 - < game.sgf

Exit status:
  0  no errors (with --strict: nor warnings)
  1  errors found
  2  something could not be read; the rest is judged all the same")]
pub(super) struct Validate {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    judging: VerifyArgs,

    #[command(flatten)]
    reporting: Reporting,

    #[command(flatten)]
    giving: OutputArgs,

    #[command(flatten)]
    jobs: Jobs,
}

impl Validate {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let options = self.judging.options()?;
        self.input.spare(&self.giving.output)?;
        let mut output = Output::open(self.giving.output.as_deref())?;
        let mut report = self.reporting.open(&self.giving, output.is_terminal);
        let mut summary = Summary::default();
        let run = Run {
            input: &self.input,
            giving: &self.giving,
            jobs: &self.jobs,
            judge: &|record| Ok(verify(record, &options)),
        };
        output.with(|out| report.begin(out))?;
        let exit = run.run(&mut |judged, places| {
            summary.count(&Row::new(judged, places));
            output.with(|out| report.record(judged, places, out))
        })?;
        output.with(|out| report.end(&summary, out))?;
        output.finish()?;
        Ok(exit)
    }
}
