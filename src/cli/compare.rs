//! `kifu compare`: the effect of a rule change on records.

use std::{path::PathBuf, sync::Arc};

use clap::{Args, ValueEnum, builder::PossibleValue};

use super::{
    button_as_pass::{ButtonAsPass, main_line},
    error::CliError,
    exit::Exit,
    input::InputArgs,
    left_out::LeftOut,
    names,
    output::ColorChoice,
    pipeline::{Jobs, ProcessedRecord, RecordResult, WorkItem, each_naming_texts},
    verify_args::{ScopeArgs, load_ruleset},
};
use crate::{
    games::Game,
    output::in_brief,
    record::{Limits, Name, Record},
    report::{ChangeKind, Changed, CompareFormat, CompareOptions, Comparison, change},
    ruleset::Ruleset,
    study::root_value,
    verify::{Finding, Options, Severity, Status, Verdict, title, verify},
};

/// Show which records a rule change affects, and how
///
/// Verifies every record of a game by two rulesets instead of by its `RU`, and reports which
/// records have another winner or margin, which become illegal or legal, by which rule and at which ply, and which
/// have another end or score. Prints the counts, then one line per affected record, other winners first, then a few of each
/// kind in full. Warnings do not count. Records of other games are skipped. Malformed records are
/// counted, and reported on standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu compare --old margo --new margo-2012 records
  kifu compare --old ugo --new my-rules.yaml archive.zip
  kifu compare --old old.yaml --new new.yaml --format markdown -o out.md records
  kifu compare --old ugo --new ugo-no-button --map-button pass records
  kifu compare --old ugo --new my-rules.yaml --only winner,illegal records

Exit status:
  0  no record is affected (with --only: in these ways)
  1  records are affected
  2  a ruleset or a source cannot be read, or the rulesets are for two games")]
pub(super) struct Compare {
    /// The ruleset before the change: a name or a YAML file
    #[arg(long, value_name = "NAME|FILE.yaml", value_parser = names::rulesets(), hide_possible_values = true)]
    old: String,

    /// The ruleset after the change: a name or a YAML file
    #[arg(long, value_name = "NAME|FILE.yaml", value_parser = names::rulesets(), hide_possible_values = true)]
    new: String,

    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    scope: ScopeArgs,

    /// Where the old ruleset has the button and the new one has not, assume that taking it was a pass
    #[arg(long, value_name = "pass")]
    map_button: Option<MapButton>,

    /// List only these changes, separated by commas: winner, margin, illegal, legal, illegal-otherwise, unfinished, finished, score, length
    #[arg(
        long,
        value_name = "CHANGE,…",
        value_enum,
        value_delimiter = ',',
        hide_possible_values = true
    )]
    only: Vec<ChangeName>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: CompareFormat,

    /// Show N records in full for each kind of change and rule
    #[arg(long, value_name = "N", default_value_t = 2)]
    details: usize,

    /// Write results to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// When to use color
    #[arg(long, value_enum, default_value_t)]
    color: ColorChoice,

    /// Print only the affected records, no counts
    #[arg(long)]
    quiet: bool,

    /// Exit with status 0 even if records are affected
    #[arg(long)]
    exit_zero: bool,

    #[command(flatten)]
    jobs: Jobs,
}

/// What taking the button becomes where there is none.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum MapButton {
    /// A pass
    Pass,
}

/// A kind of change, as `--only` names it; the names in JSON are accepted as well.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ChangeName {
    #[value(alias = "other-winner")]
    Winner,
    #[value(alias = "other-margin")]
    Margin,
    #[value(alias = "now-illegal")]
    Illegal,
    #[value(alias = "now-legal")]
    Legal,
    IllegalOtherwise,
    #[value(alias = "now-unfinished")]
    Unfinished,
    #[value(alias = "now-finished")]
    Finished,
    #[value(alias = "other-score")]
    Score,
    #[value(alias = "other-length")]
    Length,
}

impl ChangeName {
    fn kind(self) -> ChangeKind {
        match self {
            ChangeName::Winner => ChangeKind::OtherWinner,
            ChangeName::Margin => ChangeKind::OtherMargin,
            ChangeName::Illegal => ChangeKind::NowIllegal,
            ChangeName::Legal => ChangeKind::NowLegal,
            ChangeName::IllegalOtherwise => ChangeKind::IllegalOtherwise,
            ChangeName::Unfinished => ChangeKind::NowUnfinished,
            ChangeName::Finished => ChangeKind::NowFinished,
            ChangeName::Score => ChangeKind::OtherScore,
            ChangeName::Length => ChangeKind::OtherLength,
        }
    }
}

/// The effect on a record.
enum CompareOutcome {
    /// It is of another game, or of an unknown one.
    Skipped,
    Same,
    /// It is malformed, of this game or an unknown one; with its first error.
    Malformed(Option<Game>, String),
    Changed(Box<ChangedVerdicts>),
}

/// Verdicts that differ.
struct ChangedVerdicts {
    kind: ChangeKind,
    old: Verdict,
    new: Verdict,
    unjudged: u32,
    button_as_pass: bool,
}

/// The result of comparing a record.
struct Compared {
    outcome: CompareOutcome,
    /// Whether the new verdict assumes that taking the button was a pass.
    button_as_pass: bool,
    /// Whether the record states a komi that holds.
    states_komi: bool,
}

impl RecordResult for Compared {
    fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        let changed = match &self.outcome {
            CompareOutcome::Changed(changed) => Some(changed),
            _ => None,
        };
        changed
            .into_iter()
            .flat_map(|changed| [&changed.old, &changed.new])
    }
}

impl Compare {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        self.input.set_quiet(self.quiet);
        let (old, new) = self.rulesets()?;
        let mut comparison = Comparison::new(&old, &new);
        if !self.only.is_empty() {
            let mut only: Vec<ChangeKind> = self.only.iter().map(|name| name.kind()).collect();
            only.sort_unstable();
            only.dedup();
            comparison.only = Some(only);
        }
        if comparison.old == comparison.new {
            // Rulesets with one name are told apart by what was asked for.
            comparison.old.clone_from(&self.old);
            comparison.new.clone_from(&self.new);
        }
        let old = self.scope.options(Some(Arc::new(old)));
        let new = self.scope.options(Some(Arc::new(new)));
        let mut output = self.input.guard.create(self.output.as_deref())?;
        let mut report = self.format.open(&CompareOptions {
            color: output.has_color(self.color),
            width: output.width,
            quiet: self.quiet,
            details: self.details,
        });
        comparison.buttons_as_passes = self.map_button.map(|_| 0);
        let limits = self.input.reader().limits;
        let limits = self.map_button.map(|MapButton::Pass| limits);
        let mut not_compared = LeftOut::malformed();
        let process = |record: &Record| compare(record, &old, &new, limits);
        let read = each_naming_texts(&self.input, &self.jobs, &process, &mut |item| match item {
            WorkItem::Unreadable(unreadable) => {
                comparison.unreadable += 1;
                output.with(|out| report.unreadable(&unreadable.into(), out))
            }
            WorkItem::Record(ProcessedRecord {
                source,
                index,
                lines,
                result,
            }) => {
                if let Some(count) = &mut comparison.buttons_as_passes {
                    *count += u64::from(result.button_as_pass);
                }
                if let Some(count) = &mut comparison.stated_komi {
                    *count += u64::from(result.states_komi);
                }
                let verdicts = match result.outcome {
                    CompareOutcome::Skipped => {
                        comparison.skipped += 1;
                        return Ok(());
                    }
                    CompareOutcome::Same => {
                        comparison.records += 1;
                        return Ok(());
                    }
                    CompareOutcome::Malformed(game, error) => {
                        comparison.malformed += 1;
                        comparison.records += u64::from(game.is_some());
                        not_compared.add(&format!(
                            "{source}: record {index} is malformed; it is not compared: {error}"
                        ));
                        return Ok(());
                    }
                    CompareOutcome::Changed(verdicts) => verdicts,
                };
                comparison.records += 1;
                let changed = Changed {
                    source,
                    index,
                    kind: verdicts.kind,
                    old: &verdicts.old,
                    new: &verdicts.new,
                    unjudged: verdicts.unjudged,
                    button_as_pass: verdicts.button_as_pass,
                };
                comparison.count(&changed);
                if !comparison.lists(changed.kind) {
                    return Ok(());
                }
                output.with(|out| report.changed(&changed, lines, out))
            }
        })?;
        output.with(|out| report.end(&comparison, out))?;
        output.finish()?;
        Ok(if comparison.listed() > 0 && !self.exit_zero {
            read.max(Exit::Found)
        } else {
            read
        })
    }

    fn rulesets(&self) -> Result<(Ruleset, Ruleset), CliError> {
        let guard = &self.input.guard;
        let (old, new) = (
            load_ruleset(&self.old, guard)?,
            load_ruleset(&self.new, guard)?,
        );
        let may_map = old.rules.has_button() && !new.rules.has_button();
        if old.game() == new.game() && self.map_button.is_some() && !may_map {
            return Err(CliError::NoButtonToMap);
        }
        if old.game() == new.game() {
            return Ok((old, new));
        }
        Err(CliError::RulesetsOfTwoGames {
            old: self.old.clone(),
            old_game: title(old.game()),
            new: self.new.clone(),
            new_game: title(new.game()),
        })
    }
}

fn compare(record: &Record, old: &Options, new: &Options, map_button: Option<Limits>) -> Compared {
    let game = old.ruleset.as_ref().map(|ruleset| ruleset.game());
    let before = verify(record, old);
    let is_malformed = before.status == Status::Malformed;
    let without = |outcome| Compared {
        outcome,
        button_as_pass: false,
        states_komi: false,
    };
    if before.game != game && !(is_malformed && before.game.is_none()) {
        return without(CompareOutcome::Skipped);
    }
    let mapped = map_button.and_then(|limits| ButtonAsPass::new(record).verify(new, limits));
    let button_as_pass = mapped.is_some();
    let after = mapped.unwrap_or_else(|| verify(record, new));
    if is_malformed && after.status == Status::Malformed {
        let mut findings = before.findings.iter();
        let error = findings.find(|finding| finding.code().severity() == Severity::Error);
        let error = error.map_or(String::new(), in_brief);
        return without(CompareOutcome::Malformed(before.game, error));
    }
    let has_komi_error = |finding: &Finding| finding.code().id() == "record::komi";
    let states_komi =
        root_value(record, Name::KM).is_some() && !before.findings.iter().any(has_komi_error);
    let outcome = match change(&before, &after) {
        Some(kind) => CompareOutcome::Changed(Box::new(ChangedVerdicts {
            kind,
            unjudged: unjudged(record, &after),
            old: before,
            new: after,
            button_as_pass,
        })),
        None => CompareOutcome::Same,
    };
    Compared {
        outcome,
        button_as_pass,
        states_komi,
    }
}

/// The plies of the main line that are not judged: those after an illegal one, or after the end of the game.
fn unjudged(record: &Record, verdict: &Verdict) -> u32 {
    let last = main_line(record).last();
    let plies = last.map_or(0, |last| record.plies(last));
    let mut findings = verdict.findings.iter();
    let is_stopped = findings.any(|finding| {
        let is_error = finding.code().severity() == Severity::Error;
        is_error && finding.ply == Some(verdict.plies + 1) && finding.variation.is_none()
    });
    plies - plies.min(verdict.plies + u32::from(is_stopped))
}

impl ValueEnum for CompareFormat {
    fn value_variants<'a>() -> &'a [CompareFormat] {
        &[
            CompareFormat::Text,
            CompareFormat::Markdown,
            CompareFormat::Jsonl,
            CompareFormat::Json,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            CompareFormat::Text => (
                "text",
                "Counts, one line per affected record, and some in full",
            ),
            CompareFormat::Markdown => ("markdown", "The same as a comment for a pull request"),
            CompareFormat::Jsonl => ("jsonl", "One object per line, one per affected record"),
            CompareFormat::Json => (
                "json",
                "One array of these objects, and a summary at its end",
            ),
        };
        Some(PossibleValue::new(name).help(help))
    }
}
