//! `kifu results`: results with names, standings and what should be looked at.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use super::{
    error::{CliError, print_warning},
    exit::Exit,
    input::InputArgs,
    output_args::OutputArgs,
    pipeline::{Jobs, RecordResult, WorkItem, each_naming_texts, print_unreadable},
    verify_args::VerifyArgs,
};
use crate::{
    bounded::read_all,
    record::{EncodingDoubt, decode},
    report::{LineIndex, RecordReport},
    results::{
        GroupBy, PointSystem, ResultsCollector, ResultsFormat, ResultsLayout, ResultsOptions,
        Roster, StandingsLayout,
    },
    study::{MoveKeys, verdict_and_keys},
    verify::{Code, Verdict},
};

/// The largest roster, in bytes.
const MAX_ROSTER: usize = 4 * 1024 * 1024;

/// List results with the names of the players, standings and a crosstable
///
/// Prints a row for each record: names and ranks, event, round, date, board, the result in `RE`, the result by the rules, and
/// whether the record is accepted or why not. A record with an error never counts as a win. Warns of names that are nearly
/// the same, of games that were submitted twice, and of games without a result.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu results submissions
  kifu results --standings submissions
  kifu results --standings --by round --points 3,1,0 submissions
  kifu results --standings --no-records --roster players.txt submissions
  kifu results --standings --format html --output results.html submissions
  kifu results --format csv submissions > results.csv

Exit status:
  0  all records are accepted (with --strict: and there is no warning)
  1  a record is rejected
  2  something could not be read, or there are too many players to count all results")]
#[command(group(ArgGroup::new("with_standings").multiple(true)))]
pub(super) struct ResultsArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Also print the standings: points, tie-breaks and a crosstable
    #[arg(long, group = "with_standings")]
    standings: bool,

    /// Print the standings of each event, round or game, or the results of each player against each opponent; implies
    /// --standings
    #[arg(long, value_name = "KEY", value_enum, group = "with_standings")]
    by: Option<GroupKey>,

    /// The points for a win, a draw and a loss
    #[arg(
        long,
        value_name = "WIN,DRAW,LOSS",
        default_value = "1,0.5,0",
        requires = "with_standings",
        allow_hyphen_values = true
    )]
    points: PointSystem,

    /// Compare the names with those in a file, one per line
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,

    /// Count results that `RE` states of games that are not over, too
    #[arg(long)]
    count_stated: bool,

    /// Omit the rows of the records
    #[arg(long)]
    no_records: bool,

    #[command(flatten)]
    verify_args: VerifyArgs,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: FormatName,

    #[command(flatten)]
    output_args: OutputArgs,

    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GroupKey {
    /// The event, `EV`
    Event,
    /// The round, `RO`
    Round,
    /// The player
    Player,
    /// The game, `GM`
    Game,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// For people
    #[default]
    Text,
    /// A table of the records, or with --standings of the standings
    Csv,
    /// One array of objects, one per record
    Json,
    /// One object per line, one per record
    Jsonl,
    /// Tables in Markdown
    Markdown,
    /// A page
    Html,
}

impl RecordResult for (Verdict, MoveKeys, Option<EncodingDoubt>) {}

impl ResultsArgs {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let guard = &self.input.guard;
        let options = self.verify_args.options(guard)?;
        let mut collector = ResultsCollector::new(self.options()?);
        let mut output = guard.create(self.output_args.output.as_deref())?;
        let layout = ResultsLayout {
            color: output.has_color(self.output_args.color),
            width: output.width.unwrap_or(80).clamp(50, 120),
            standings: match self.by {
                _ if !self.has_standings() => StandingsLayout::None,
                Some(GroupKey::Player) => StandingsLayout::Opponents,
                _ => StandingsLayout::Crosstable,
            },
            with_summary: !self.output_args.quiet,
        };
        let with_standings = self.has_standings();
        let hides_rows = self.no_records || self.format == FormatName::Csv && with_standings;
        let mut writer = self.format.format().open(layout);
        output.with(|out| writer.begin(out))?;
        let mut exit = Exit::Fine;
        let mut add = |report: &RecordReport, lines: &LineIndex, doubt, keys: &MoveKeys| {
            exit = exit.max(self.output_args.exit_of(report));
            collector
                .add(report, lines, doubt, keys)
                .map_err(CliError::temporary_file)
        };
        let read = each_naming_texts(
            &self.input,
            &self.jobs,
            &|record| {
                let (mut verdict, keys) = verdict_and_keys(record, &options);
                // They are not needed, and they are large.
                verdict.drop_positions();
                let is_told = !options.ignored.contains(&Code::RecordEncoding);
                let doubt = record.encoding_doubt().filter(|_| is_told);
                (verdict, keys, doubt)
            },
            &mut |item| match item {
                WorkItem::Unreadable(unreadable) => {
                    if hides_rows {
                        print_unreadable(&unreadable);
                    }
                    let report = RecordReport::from(unreadable);
                    add(&report, &LineIndex::new(""), None, &MoveKeys::default())
                }
                WorkItem::Record(record) => {
                    let (verdict, keys, doubt) = record.result;
                    let report = RecordReport {
                        source: record.source.to_owned(),
                        index: record.index,
                        verdict: Ok(verdict),
                    };
                    add(&report, record.lines, doubt, &keys)
                }
            },
        )?;
        while let Some(row) = collector.next_row().map_err(CliError::temporary_file)? {
            if !self.no_records {
                output.with(|out| writer.row(&row, out))?;
            }
        }
        if with_standings {
            collector.each_standings(&mut |standings| {
                output.with(|out| writer.standings(standings, out))
            })?;
        }
        let summary = collector.summary();
        for warning in collector.finish_warnings() {
            exit = exit.max(self.output_args.exit_of_warning());
            match self.format {
                _ if self.output_args.quiet => {}
                FormatName::Csv => print_warning(&warning.message),
                _ => output.with(|out| writer.warning(&warning, out))?,
            }
        }
        output.with(|out| writer.end(&summary, out))?;
        output.finish()?;
        if !summary.is_complete {
            exit = Exit::Failed;
        }
        Ok(self.output_args.settle(exit.max(read)))
    }

    fn has_standings(&self) -> bool {
        self.standings || self.by.is_some()
    }

    fn options(&self) -> Result<ResultsOptions, CliError> {
        let roster = self.roster.as_deref().map(|path| {
            let failed = |error| CliError::Read {
                path: path.display().to_string(),
                error,
            };
            let file = self.input.guard.open(path)?;
            let bytes = read_all(file, MAX_ROSTER).map_err(failed)?;
            Roster::read(&decode(bytes).text).map_err(|error| CliError::Roster {
                file: path.to_owned(),
                error,
            })
        });
        Ok(ResultsOptions {
            points: self.points,
            group_by: self.by.map(|key| match key {
                GroupKey::Event => GroupBy::Event,
                GroupKey::Round => GroupBy::Round,
                GroupKey::Player => GroupBy::Player,
                GroupKey::Game => GroupBy::Game,
            }),
            counts_stated: self.count_stated,
            roster: roster.transpose()?,
            without_standings: !self.has_standings(),
        })
    }
}

impl FormatName {
    fn format(self) -> ResultsFormat {
        match self {
            FormatName::Text => ResultsFormat::Text,
            FormatName::Csv => ResultsFormat::Csv,
            FormatName::Json => ResultsFormat::Json,
            FormatName::Jsonl => ResultsFormat::Jsonl,
            FormatName::Markdown => ResultsFormat::Markdown,
            FormatName::Html => ResultsFormat::Html,
        }
    }
}
