//! `kifu metrics`: what a ruleset does to a game.

use std::{collections::BTreeMap, path::PathBuf, str::FromStr};

use clap::{ArgGroup, Args, ValueEnum};

use super::{
    error::{CliError, print_note},
    exit::Exit,
    input::InputArgs,
    many_games::each_game,
    names,
    pipeline::{Jobs, RecordResult, WorkItem, each_naming_texts, print_unreadable},
    start_args::empty_board,
    verify_args::{RulesetArg, load_ruleset},
};
use crate::{
    bounded::read_all,
    games::{Game, Outcome, Players, Position},
    lab::{GamePlan, Player, PlayerKind, default_max_plies, statistics::PairScore},
    metrics::{
        Expectation, Expectations, GameMetrics, GameSeries, Group, MetricsFormat, MetricsReport,
        compare, komi_report, ladder, record_facts, series_facts,
    },
    output::grouped,
    ruleset::{self, Ruleset},
    verify::{Options, title},
};

/// Measure games: length, balance, draws, branching, captures, lead changes
///
/// Measures the games of records, or games that are played for it by players that look ahead. Compares two rulesets with the
/// same seeds (--old, --new), tries values of komi (--komi), or lets players of several strengths play each other
/// (--ladder). Every value has a 95 % interval. The same seed gives the same report, with any number of threads.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("played").args(["metrics_game", "old"]).multiple(true))]
#[command(after_help = "\
Examples:
  kifu metrics records
  kifu metrics --game ugo --size 4 --games 10 --player mcts:20
  kifu metrics --old margo --new margo-2012 --size 3 --player random --expect bounds.yaml
  kifu metrics --game ugo --size 3 --komi=-2..2 --games 10 --player greedy
  kifu metrics --game margo --size 3 --ladder random,mcts:9 --games 10 -f html -o ladder.html

Exit status:
  0  measured
  1  a bound of --expect is broken
  2  something could not be read, or the command could not be carried out")]
pub(super) struct MetricsArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    ruleset: RulesetArg,

    /// Play games of this game instead of reading records
    #[arg(id = "metrics_game", long = "game", value_name = "GAME", value_parser = names::games(), hide_possible_values = true, help_heading = "Games instead of records", conflicts_with_all = ["paths", "files_from", "record"])]
    game: Option<Game>,

    /// The board size of these games [default: the ruleset's]
    #[arg(long, value_name = "N", help_heading = "Games instead of records", requires = "played", conflicts_with_all = ["paths", "files_from"])]
    size: Option<String>,

    /// Number of games; of each ruleset, each komi, each pair of a ladder
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000), help_heading = "Games instead of records", requires = "played", conflicts_with_all = ["paths", "files_from"])]
    games: u64,

    /// Who plays: `random`, `greedy` or `mcts:N`
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "mcts:100",
        help_heading = "Games instead of records",
        requires = "played",
        conflicts_with_all = ["paths", "files_from"]
    )]
    player: PlayerKind,

    /// Random seed
    #[arg(
        long,
        value_name = "S",
        default_value_t = 1,
        help_heading = "Games instead of records"
    )]
    seed: u64,

    /// Begin each game with K random plies
    #[arg(
        long,
        value_name = "K",
        default_value_t = 0,
        help_heading = "Games instead of records",
        requires = "played",
        conflicts_with_all = ["paths", "files_from"]
    )]
    random_plies: u32,

    /// Compare this ruleset with --new: a name or a YAML file
    #[arg(long, value_name = "NAME|FILE.yaml", value_parser = names::rulesets(), hide_possible_values = true, requires = "new", conflicts_with_all = ["paths", "files_from", "ruleset"])]
    old: Option<String>,

    /// The ruleset that --old is compared with
    #[arg(long, value_name = "NAME|FILE.yaml", value_parser = names::rulesets(), hide_possible_values = true, requires = "old")]
    new: Option<String>,

    /// Try these values of komi, such as `-2..12`, in Bargo and Ugo
    #[arg(
        long,
        value_name = "FROM..TO",
        allow_hyphen_values = true,
        requires = "metrics_game",
        conflicts_with = "old"
    )]
    komi: Option<KomiRange>,

    /// Let these players, the weakest first, play each other: `random,mcts:50,mcts:200`
    #[arg(long, value_name = "PLAYER,…", value_delimiter = ',', requires = "metrics_game", conflicts_with_all = ["old", "komi", "player", "evaluate"])]
    ladder: Vec<PlayerKind>,

    /// Search each position to find out who is ahead: `mcts:N`
    #[arg(long, value_name = "PLAYER")]
    evaluate: Option<PlayerKind>,

    /// Check the bounds in a YAML file, such as `finished: '>= 0.99'`; with --new those of the new ruleset
    #[arg(long, value_name = "FILE.yaml", conflicts_with_all = ["komi", "ladder"])]
    expect: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: FormatName,

    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Show no progress
    #[arg(long)]
    quiet: bool,

    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// For people
    #[default]
    Text,
    /// One object
    Json,
    /// A table with one metric per row
    Csv,
    /// Tables in Markdown
    Markdown,
    /// A page with charts
    Html,
}

/// The largest number of values of komi.
const MAX_KOMI: usize = 200;

/// The most rulesets, boards and values of komi that records are of, each of which has its own tables.
const MAX_SERIES: usize = 1_000;

/// The most games of a report, whose metrics are remembered.
const MAX_GAMES: u64 = 1_000_000;

/// The most players of a ladder, each two of whom play each other.
const MAX_LADDER: usize = 100;

/// The largest file of bounds.
const MAX_EXPECTATIONS: usize = 64 * 1024;

/// Names the bounds that are broken.
fn tell_broken(expectations: &[Expectation]) {
    for Expectation {
        group, name, value, ..
    } in expectations.iter().filter(|found| !found.is_met)
    {
        let value = value.map_or("not known".to_owned(), |value| value.to_string());
        print_note(&format!("a bound is broken: {group}: {name} is {value}"));
    }
}

/// Values of komi: `-2..12`, both ends included, or one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KomiRange {
    from: i32,
    to: i32,
}

impl FromStr for KomiRange {
    type Err = String;

    fn from_str(text: &str) -> Result<KomiRange, String> {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let read = |text: &str| {
            let number: Option<i32> = text.trim().parse().ok();
            number.filter(|komi| (-10_000..=10_000).contains(komi))
        };
        match read(from).zip(read(to)) {
            Some((from, to)) if from <= to && ((to - from) as usize) < MAX_KOMI => {
                Ok(KomiRange { from, to })
            }
            _ => Err(format!(
                "expected at most {MAX_KOMI} values from -10000 to 10000, such as `-2..12`"
            )),
        }
    }
}

impl RecordResult for (GameSeries, GameMetrics) {}

impl MetricsArgs {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let guard = &self.input.guard;
        let options = Options {
            ruleset: self.ruleset.load(guard)?,
            ..Options::default()
        };
        let expectations = self.expectations()?;
        if let Some(kind) = self.evaluate
            && !matches!(kind, PlayerKind::Mcts { .. })
        {
            return Err(CliError::Evaluator);
        }
        let mut exit = Exit::Fine;
        // Everything that can be refused is refused before the output is touched.
        let work = self.work(options)?;
        let mut output = guard.create(self.output.as_deref())?;
        let mut report = match &work {
            Work::Records(options) => {
                let (report, read) = self.records(options)?;
                exit = read;
                report
            }
            Work::Series(rulesets) => self.series(rulesets)?,
            Work::Ladder(start, ruleset) => self.ladder(start, ruleset)?,
        };
        if let Some(expectations) = expectations {
            let measured = match &work {
                // Those of the new ruleset.
                Work::Series(_) => report.groups.iter().skip(report.groups.len() - 1).collect(),
                _ => report.groups.iter().collect::<Vec<&Group>>(),
            };
            report.expectations = measured
                .into_iter()
                .flat_map(|group| expectations.check(group))
                .collect();
            if report.expectations.is_empty()
                || report.expectations.iter().any(|found| !found.is_met)
            {
                exit = exit.max(Exit::Found);
            }
            // The other formats have a place for it.
            if let FormatName::Csv = self.format {
                tell_broken(&report.expectations);
            }
        }
        let format = match self.format {
            FormatName::Text => MetricsFormat::Text,
            FormatName::Json => MetricsFormat::Json,
            FormatName::Csv => MetricsFormat::Csv,
            FormatName::Markdown => MetricsFormat::Markdown,
            FormatName::Html => MetricsFormat::Html,
        };
        output.with(|out| format.write(&report, out))?;
        output.finish()?;
        Ok(exit)
    }

    fn expectations(&self) -> Result<Option<Expectations>, CliError> {
        let Some(path) = &self.expect else {
            return Ok(None);
        };
        let file = self.input.guard.open(path)?;
        let bytes = read_all(file, MAX_EXPECTATIONS).map_err(|error| CliError::Read {
            path: path.display().to_string(),
            error,
        })?;
        let text = String::from_utf8_lossy(&bytes);
        let read = Expectations::read(&text).map_err(|error| CliError::Expectations {
            file: path.clone(),
            error,
        })?;
        Ok(Some(read))
    }

    /// What there is to do.
    fn work(&self, options: Options) -> Result<Work, CliError> {
        let guard = &self.input.guard;
        // An option that conflicts with paths is not required beside them.
        if self.game.is_none() && (self.komi.is_some() || !self.ladder.is_empty()) {
            return Err(CliError::NoGame);
        }
        let mut rulesets: Vec<Ruleset> = match (&self.old, &self.new, self.game) {
            (Some(old), Some(new), _) => vec![load_ruleset(old, guard)?, load_ruleset(new, guard)?],
            (_, _, Some(game)) => {
                let given = options
                    .ruleset
                    .as_ref()
                    .map(|ruleset| Ruleset::clone(ruleset));
                vec![given.unwrap_or_else(|| ruleset::default_for(game).clone())]
            }
            _ => return Ok(Work::Records(options)),
        };
        // A file may have the same name, or none.
        if let (Some(old), Some(new), [first, second]) = (&self.old, &self.new, &mut rulesets[..])
            && first.name == second.name
        {
            first.name.clone_from(old);
            second.name.clone_from(new);
        }
        let game = self.game.unwrap_or(rulesets[0].game());
        if let Some(other) = rulesets.iter().find(|ruleset| ruleset.game() != game) {
            return Err(CliError::RulesetOfOtherGame {
                ruleset: other.name.clone(),
                actual: other.game().name(),
                expected: game.name(),
            });
        }
        if let Some(KomiRange { from, to }) = self.komi {
            let with = |komi| {
                let mut ruleset = rulesets[0].clone();
                ruleset.rules = ruleset.rules.with_komi(komi);
                (ruleset.rules.komi() == komi).then_some(ruleset)
            };
            let all: Option<Vec<Ruleset>> = (from..=to).map(with).collect();
            // Where there is no komi, it can only be 0.
            let has_komi = matches!(game, Game::Bargo | Game::Ugo);
            rulesets = all
                .filter(|_| has_komi)
                .ok_or(CliError::NoKomi(title(game)))?;
        }
        if self.ladder.is_empty() && self.games * rulesets.len() as u64 > MAX_GAMES {
            return Err(CliError::ManyGames(MAX_GAMES));
        }
        // Two rulesets are compared on one board: the old one's.
        let first = empty_board(&rulesets[0], self.size.as_deref())?;
        let size = first.size().to_string();
        let start = |ruleset: Ruleset| -> Result<(Position, String), CliError> {
            Ok((empty_board(&ruleset, Some(&size))?, ruleset.name))
        };
        let mut starts = rulesets
            .into_iter()
            .map(start)
            .collect::<Result<Vec<_>, _>>()?;
        if self.ladder.is_empty() {
            return Ok(Work::Series(starts));
        }
        if self.ladder.len() < 2 || first.players() != Players::Two {
            return Err(CliError::Ladder);
        }
        if self.ladder.len() > MAX_LADDER {
            return Err(CliError::LongLadder(MAX_LADDER));
        }
        let (start, ruleset) = starts.swap_remove(0);
        Ok(Work::Ladder(Box::new(start), ruleset))
    }

    /// The metrics of records.
    fn records(&self, options: &Options) -> Result<(MetricsReport, Exit), CliError> {
        let mut report = MetricsReport::new(None);
        let mut series: BTreeMap<GameSeries, Vec<GameMetrics>> = BTreeMap::new();
        let evaluator = self.evaluator();
        let exit = each_naming_texts(
            &self.input,
            &self.jobs,
            &|record| {
                let (series, facts) = record_facts(record, options, evaluator)?;
                Some((series, GameMetrics::new(&facts)))
            },
            &mut |item| {
                match item {
                    WorkItem::Record(record) => match record.result {
                        Some((name, game)) => {
                            series.entry(name).or_default().push(game);
                            if series.len() > MAX_SERIES {
                                return Err(CliError::ManySeries(MAX_SERIES));
                            }
                        }
                        None => report.left_out += 1,
                    },
                    WorkItem::Unreadable(unreadable) => print_unreadable(&unreadable),
                }
                Ok(())
            },
        )?;
        match report.left_out {
            0 => {}
            1 => print_note("1 record that is not valid is left out"),
            count => print_note(&format!(
                "{} records that are not valid are left out",
                grouped(count)
            )),
        }
        report.groups = series
            .into_iter()
            .map(|(name, games)| Group::new(name, games))
            .collect();
        Ok((report, exit))
    }

    fn evaluator(&self) -> Option<Player> {
        let seed = self.seed;
        self.evaluate.map(|kind| Player { kind, seed })
    }

    fn plan(&self, start: &Position, players: Vec<PlayerKind>) -> GamePlan {
        GamePlan {
            players,
            seed: self.seed,
            random_plies: self.random_plies,
            max_plies: self
                .input
                .max_plies()
                .unwrap_or_else(|| default_max_plies(start)),
            start: start.clone(),
        }
    }

    /// The metrics of games played by one or several rulesets with common seeds.
    fn series(&self, starts: &[(Position, String)]) -> Result<MetricsReport, CliError> {
        let plans: Vec<GamePlan> = starts
            .iter()
            .map(|(start, _)| self.plan(start, vec![self.player; start.players().count()]))
            .collect();
        let mut games: Vec<Vec<GameMetrics>> = plans.iter().map(|_| Vec::new()).collect();
        let evaluator = self.evaluator();
        each_game(
            self.games * plans.len() as u64,
            "games",
            &self.jobs,
            self.quiet,
            |number| {
                let (index, game) = (number / self.games, number % self.games);
                let index = index as usize;
                let facts = series_facts(&plans[index], game, evaluator);
                (index, GameMetrics::new(&facts))
            },
            |(index, game)| {
                games[index].push(game);
                Ok(())
            },
        )?;
        let mut report = MetricsReport::new(Some(self.seed));
        report.groups = starts
            .iter()
            .zip(games)
            .map(|((start, ruleset), games)| {
                let players = vec![self.player.to_string(); start.players().count()];
                Group::new(GameSeries::new(start, ruleset, players), games)
            })
            .collect();
        if self.komi.is_some() {
            report.komi = Some(komi_report(&report.groups));
        } else if let [old, new] = &report.groups[..] {
            report.comparison = Some(compare(old, new));
        }
        Ok(report)
    }

    /// A round robin.
    fn ladder(&self, start: &Position, ruleset: &str) -> Result<MetricsReport, CliError> {
        let count = self.ladder.len();
        let pairs: Vec<[usize; 2]> = (0..count)
            .flat_map(|one| (one + 1..count).map(move |other| [one, other]))
            .collect();
        let plans: Vec<GamePlan> = pairs
            .iter()
            .map(|pair| self.plan(start, pair.map(|player| self.ladder[player]).to_vec()))
            .collect();
        let mut scores: Vec<(f64, u64)> = vec![(0.0, 0); pairs.len()];
        each_game(
            self.games * pairs.len() as u64,
            "games",
            &self.jobs,
            self.quiet,
            |number| {
                let index = (number / self.games) as usize;
                let played = plans[index].play(number % self.games);
                let winner = played.end.outcome().map(Outcome::winner);
                let points = match winner {
                    Some(Some(color)) => f64::from(u8::from(played.seats[color as usize] == 0)),
                    _ => 0.5,
                };
                (index, points, winner.is_none())
            },
            |(index, points, is_unfinished)| {
                scores[index].0 += points;
                scores[index].1 += u64::from(is_unfinished);
                Ok(())
            },
        )?;
        let results: Vec<PairScore> = pairs
            .iter()
            .zip(&scores)
            .map(|(&players, &(points, _))| PairScore {
                players,
                points,
                games: self.games,
            })
            .collect();
        let names: Vec<String> = self.ladder.iter().map(ToString::to_string).collect();
        let unfinished: Vec<u64> = scores.iter().map(|(_, unfinished)| *unfinished).collect();
        let mut report = MetricsReport::new(Some(self.seed));
        report.ladder = Some(ladder(&names, &results, &unfinished));
        report.groups = vec![Group::new(
            GameSeries::new(start, ruleset, Vec::new()),
            Vec::new(),
        )];
        Ok(report)
    }
}

/// What the options ask for.
enum Work {
    /// To measure records.
    Records(Options),
    /// To play games by these rulesets.
    Series(Vec<(Position, String)>),
    /// To play a round robin.
    Ladder(Box<Position>, String),
}
