//! `kifu compare`: which records a change of the rules changes, and how.

use std::{path::PathBuf, sync::Arc};

use clap::{Args, ValueEnum, builder::PossibleValue};

use super::{
    common::{Input, Scope, load_ruleset},
    exit::{Exit, Failure},
    names,
    output::{Color, Output},
    run::{Jobs, ProcessedRecord, WorkItem, each, of_unreadable},
};
use crate::{
    record::Record,
    report::{Changed, CompareFormat, CompareOptions, Comparison, Kind, change},
    ruleset::Ruleset,
    verify::{Options, Verdict, title, verify},
};

/// Tell which records a change of the rules changes, and how.
///
/// Judges every record of a game by two of its rulesets, whatever the records' `RU` says, and tells
/// which are newly illegal or newly legal, by which rule and at which ply, and which have
/// another end, another result or another score. First come the counts, then a line for each
/// record that changes, then a few of each sort in full, with the finding of the ruleset it comes
/// from. Warnings and wording do not count. Records of other games are skipped.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu compare --old margo --new margo-2012 records
  kifu compare --old ugo --new my-rules.yaml archive.zip
  kifu compare --old old.yaml --new new.yaml --format markdown -o out.md records

Exit status:
  0  nothing changes
  1  something changes
  2  the rulesets cannot be read or are of two games, or a source cannot be read")]
pub(super) struct Compare {
    /// The ruleset before the change: a name, or a YAML file
    #[arg(long, value_name = "NAME|FILE.yaml", value_parser = names::rulesets(), hide_possible_values = true)]
    old: String,

    /// The ruleset after the change: a name, or a YAML file
    #[arg(long, value_name = "NAME|FILE.yaml", value_parser = names::rulesets(), hide_possible_values = true)]
    new: String,

    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    scope: Scope,

    /// How changes are written
    #[arg(long, value_enum, default_value_t)]
    format: CompareFormat,

    /// Show in full so many records of each sort: of the same change by the same rules
    #[arg(long, value_name = "N", default_value_t = 2)]
    details: usize,

    /// Write results to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// When to use color
    #[arg(long, value_enum, default_value_t)]
    color: Color,

    /// The records that change only, no counts
    #[arg(long, short)]
    quiet: bool,

    /// End with status 0 even if something changes
    #[arg(long)]
    exit_zero: bool,

    #[command(flatten)]
    jobs: Jobs,
}

/// What comes of a record.
enum Compared {
    /// It is of another game, or of none that is known.
    Skipped,
    Same,
    Changed(Kind, Box<[Verdict; 2]>),
}

impl Compare {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let (old, new) = self.rulesets()?;
        let game = old.game();
        let old = self.scope.options(Some(Arc::new(old)));
        let new = self.scope.options(Some(Arc::new(new)));
        self.input.spare(&self.output)?;
        let mut output = Output::open(self.output.as_deref())?;
        let mut report = self.format.open(&CompareOptions {
            color: self.color.decide(output.is_terminal),
            quiet: self.quiet,
            details: self.details,
        });
        let mut comparison = Comparison::new(&self.old, &self.new, game);
        let work = |record: &Record| compare(record, &old, &new);
        let read = each(&self.input, &self.jobs, &work, &mut |worked| match worked {
            WorkItem::Unreadable(unreadable) => {
                comparison.unreadable += 1;
                output.with(|out| report.unreadable(&of_unreadable(unreadable), out))
            }
            WorkItem::Record(ProcessedRecord {
                source,
                index,
                places,
                result,
            }) => {
                comparison.skipped += u64::from(matches!(result, Compared::Skipped));
                comparison.records += u64::from(!matches!(result, Compared::Skipped));
                let Compared::Changed(kind, verdicts) = result else {
                    return Ok(());
                };
                let [old, new] = *verdicts;
                let changed = Changed {
                    source,
                    index,
                    kind,
                    old: &old,
                    new: &new,
                };
                comparison.count(&changed);
                output.with(|out| report.changed(&changed, places, out))
            }
        })?;
        output.with(|out| report.end(&comparison, out))?;
        output.finish()?;
        Ok(if comparison.changed() > 0 && !self.exit_zero {
            read.max(Exit::Found)
        } else {
            read
        })
    }

    fn rulesets(&self) -> Result<(Ruleset, Ruleset), Failure> {
        let (old, new) = (load_ruleset(&self.old)?, load_ruleset(&self.new)?);
        if old.game() == new.game() {
            return Ok((old, new));
        }
        let of =
            |name: &str, ruleset: &Ruleset| format!("{name} is one of {}", title(ruleset.game()));
        Err(Failure::refused(format!(
            "the rulesets are of two games: {}, {}",
            of(&self.old, &old),
            of(&self.new, &new)
        )))
    }
}

fn compare(record: &Record, old: &Options, new: &Options) -> Compared {
    let game = old.ruleset.as_ref().map(|ruleset| ruleset.game());
    let before = verify(record, old);
    if before.game != game {
        return Compared::Skipped;
    }
    let after = verify(record, new);
    match change(&before, &after) {
        Some(kind) => Compared::Changed(kind, Box::new([before, after])),
        None => Compared::Same,
    }
}

impl ValueEnum for CompareFormat {
    fn value_variants<'a>() -> &'a [CompareFormat] {
        &[
            CompareFormat::Text,
            CompareFormat::Markdown,
            CompareFormat::Jsonl,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            CompareFormat::Text => ("text", "Counts, a line a record, and some in full"),
            CompareFormat::Markdown => ("markdown", "The same for a comment on a pull request"),
            CompareFormat::Jsonl => ("jsonl", "One object a line, one a record that changes"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}
