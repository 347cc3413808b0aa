//! `kifu validate`: every finding of every record.

use clap::{Args, ValueEnum};

use super::{
    common::{Giving, Input, Judging},
    exit::{Exit, Failure},
    output::{Output, to_json},
    run::{Jobs, Run},
};
use crate::{
    report::{Judged, Places, Summary, TextRenderer, VerdictLine, short},
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
    judging: Judging,

    /// How findings are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    giving: Giving,

    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the source line, the rule in words and the board
    #[default]
    Text,
    /// One line a finding
    Short,
    /// One array of objects, one a record
    Json,
    /// One object a line, one a record
    Jsonl,
}

impl Validate {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let options = self.judging.options()?;
        let output = Output::open(self.giving.output.as_deref())?;
        let color = self.giving.color.decide(output.is_terminal);
        let mut writer = Writer {
            format: self.format,
            renderer: TextRenderer::new(color),
            output,
            summary: Summary::default(),
            objects: 0,
        };
        let run = Run {
            input: &self.input,
            giving: &self.giving,
            jobs: &self.jobs,
            judge: &|record, decoded| Ok(verify(record, decoded, &options)),
        };
        let exit = run.run(&mut |judged, places| writer.write(judged, places))?;
        writer.finish(self.giving.quiet)?;
        Ok(exit)
    }
}

/// Writes verdicts in the format wanted.
struct Writer {
    format: Format,
    renderer: TextRenderer,
    output: Output,
    summary: Summary,
    /// Objects of the array written so far.
    objects: usize,
}

impl Writer {
    fn write(&mut self, judged: &Judged, places: &Places) -> Result<(), Failure> {
        self.summary.add(judged);
        let text = match self.format {
            Format::Text => self.renderer.render(judged, places),
            Format::Short => short::render(judged, places),
            Format::Json => {
                let before = if self.objects == 0 { "[\n" } else { ",\n" };
                before.to_owned() + &to_json(&VerdictLine::new(judged, places))?
            }
            Format::Jsonl => to_json(&VerdictLine::new(judged, places))? + "\n",
        };
        self.objects += 1;
        self.output.write(&text)
    }

    fn finish(&mut self, quiet: bool) -> Result<(), Failure> {
        let end = match self.format {
            Format::Text | Format::Short if quiet => String::new(),
            Format::Text | Format::Short => format!("{}\n", self.summary),
            Format::Json if self.objects == 0 => "[]\n".to_owned(),
            Format::Json => "\n]\n".to_owned(),
            Format::Jsonl => String::new(),
        };
        self.output.write(&end)?;
        self.output.finish()
    }
}
