//! `kifu validate`: every finding of every record.

use clap::{Args, ValueEnum};
use rayon::prelude::*;

use super::{
    common::{Giving, Input, Judging},
    exit::{Exit, Failure, complain},
    output::Output,
};
use crate::{
    archive::Source,
    record::{self, Decoded, Record},
    report::{Judged, Places, Summary, TextRenderer, VerdictLine, short},
    verify::{Options, Severity, verify},
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

    /// Records judged at the same time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
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

/// Records judged together before their results are written.
const BATCH: usize = 256;

impl Validate {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let options = self.judging.options()?;
        let output = Output::open(self.giving.output.as_deref())?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.jobs.map_or(0, usize::from))
            .build()
            .map_err(|error| Failure::refused(format!("cannot start the threads: {error}")))?;
        let color = self.giving.color.decide(output.is_terminal);
        let mut writer = Writer {
            format: self.format,
            renderer: TextRenderer::new(color),
            output,
            summary: Summary::default(),
            objects: 0,
        };
        let mut exit = Exit::Fine;
        for source in self.input.sources() {
            let judged = source.and_then(|source| {
                let bytes = source.read()?;
                Ok((source, bytes))
            });
            match judged {
                Ok((source, bytes)) => {
                    let found = self.judge(&source, bytes, &options, &pool, &mut writer)?;
                    exit = exit.max(found);
                }
                Err(unreadable) => {
                    exit = Exit::Failed;
                    let judged = Judged {
                        source: unreadable.name,
                        index: 0,
                        verdict: Err(unreadable.finding),
                    };
                    writer.write(&judged, &Places::new(""))?;
                }
            }
        }
        writer.finish(self.giving.quiet)?;
        Ok(match exit {
            Exit::Found if self.giving.exit_zero => Exit::Fine,
            exit => exit,
        })
    }

    /// Judges all records of a source and writes the results in their order.
    fn judge(
        &self,
        source: &Source,
        bytes: Vec<u8>,
        options: &Options,
        pool: &rayon::ThreadPool,
        writer: &mut Writer,
    ) -> Result<Exit, Failure> {
        let decoded: Decoded = record::decode(bytes);
        let places = Places::new(&decoded.text);
        let name = source.name();
        let least = if self.giving.strict {
            Severity::Warning
        } else {
            Severity::Error
        };
        let mut exit = Exit::Fine;
        let mut count = 0;
        let mut records = record::read(&decoded.text);
        loop {
            let before = count;
            let batch: Vec<(usize, Record)> = records
                .by_ref()
                .take(BATCH)
                .map(|record| {
                    count += 1;
                    (count, record)
                })
                .filter(|&(index, _)| self.input.wants(index))
                .collect();
            if count == before {
                break;
            }
            let verdicts: Vec<Judged> = pool.install(|| {
                batch
                    .par_iter()
                    .map(|(index, record)| Judged {
                        source: name.clone(),
                        index: *index,
                        verdict: Ok(verify(record, &decoded, options)),
                    })
                    .collect()
            });
            for judged in &verdicts {
                if judged
                    .findings()
                    .iter()
                    .any(|finding| finding.code.severity >= least)
                {
                    exit = exit.max(Exit::Found);
                }
                writer.write(judged, &places)?;
            }
        }
        if let Err(reason) = self.input.check_count(&name, count) {
            complain(&reason);
            exit = Exit::Failed;
        }
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
                before.to_owned() + &to_json(judged, places)?
            }
            Format::Jsonl => to_json(judged, places)? + "\n",
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

fn to_json(judged: &Judged, places: &Places) -> Result<String, Failure> {
    serde_json::to_string(&VerdictLine::new(judged, places))
        .map_err(|error| Failure::refused(format!("cannot write JSON: {error}")))
}
