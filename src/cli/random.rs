//! `kifu random`: generates random legal records.

use std::{
    fmt::Write,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use clap::Args;
use rayon::prelude::*;

use super::{
    error::CliError,
    exit::Exit,
    names::{self, check_plays},
    overwrite_guard::OverwriteGuard,
    pipeline::ALL_PROCESSORS,
    progress::{Amount, Progress},
    start_args::StartArgs,
};
use crate::{
    games::{Color, Game, Outcome, Position},
    lab::RandomPlayer,
    record::escape,
    ruleset,
};

/// Generate random legal records
///
/// Plays random legal moves until the game ends. The same seed gives the same records on every
/// machine. All of them validate without a finding.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu random --game ugo --size 9 --count 3
  kifu random --game margo --ruleset margo-2012 --size 4 --count 1000 --seed 7 -o margo.sgf
  kifu random --game sygo --size 9 --black Ann --white Ben
  kifu random --game ugo --komi 5 --event 'Spring Open' --round 1 --date 2026-11-20

Exit status:
  0  the records are written
  2  the records could not be written")]
pub(super) struct RandomArgs {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = names::games(), hide_possible_values = true, help_heading = "Board")]
    game: Game,

    #[command(flatten)]
    start: StartArgs,

    /// Number of records
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: u64,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Stop each game after M plies
    #[arg(long, alias = "plies", value_name = "M")]
    stop_after: Option<u32>,

    /// The name of Black, for `PB`
    #[arg(long, value_name = "NAME")]
    black: Option<String>,

    /// The name of White, for `PW`
    #[arg(long, value_name = "NAME")]
    white: Option<String>,

    /// The name of Grey, for `PG`, in games of three and four players
    #[arg(long, value_name = "NAME")]
    grey: Option<String>,

    /// The name of Yellow, for `PY`, in games of four players
    #[arg(long, value_name = "NAME")]
    yellow: Option<String>,

    /// The event, for `EV`
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// The round, for `RO`
    #[arg(long, value_name = "TEXT")]
    round: Option<String>,

    /// The date, for `DT`: `2026-11-20`
    #[arg(long, value_name = "DATE")]
    date: Option<String>,

    /// The komi, for `KM`, in Bargo and Ugo
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(i32).range(-10_000..=10_000))]
    komi: Option<i32>,

    /// Write the records to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Records generated together before they are written.
const BATCH: u64 = 512;

impl RandomArgs {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let guard = OverwriteGuard::default();
        let (start, ruleset) = self.start.position(self.game, self.komi, &guard)?;
        for (color, name) in [(Color::Grey, &self.grey), (Color::Yellow, &self.yellow)] {
            check_plays(start.players(), color, name.as_deref())?;
        }
        let mut output = guard.create(self.output.as_deref())?;
        let done = Arc::new(AtomicU64::new(0));
        let amount = Amount::Count(self.count, "records");
        let _progress = Progress::begin(amount, false, Arc::clone(&done));
        let pool = ALL_PROCESSORS.pool()?;
        let mut first = 0;
        while first < self.count {
            let end = (first + BATCH).min(self.count);
            let record = |number| {
                let record = self.record(&start, &ruleset, number);
                done.fetch_add(1, Ordering::Relaxed);
                record
            };
            let records: Vec<String> =
                pool.install(|| (first..end).into_par_iter().map(record).collect());
            for record in records {
                output.write(&record)?;
            }
            first = end;
        }
        output.finish()?;
        Ok(Exit::Fine)
    }

    /// A game as the text of a record.
    fn record(&self, start: &Position, ruleset: &str, number: u64) -> String {
        let game = RandomPlayer::new(self.seed, number).play(start.clone(), self.stop_after);
        let result = match game.end.outcome() {
            Some(outcome @ Outcome::Win(..)) => outcome.to_string(),
            Some(Outcome::Draw) => "0".to_owned(),
            None => "?".to_owned(),
        };
        let mut text = format!(
            "(;FF[4]GM[{}]CA[UTF-8]AP[kifu:{}]SZ[{}]",
            start.game().name(),
            env!("CARGO_PKG_VERSION"),
            start.size()
        );
        // A reader of the record knows only the embedded rulesets by name.
        if ruleset::by_name(ruleset).is_some() {
            let _ = write!(text, "RU[{ruleset}]");
        }
        if let Some(komi) = self.komi {
            let _ = write!(text, "KM[{komi}]");
        }
        for (property, value) in [
            ("PB", &self.black),
            ("PW", &self.white),
            ("PG", &self.grey),
            ("PY", &self.yellow),
            ("EV", &self.event),
            ("RO", &self.round),
            ("DT", &self.date),
        ] {
            if let Some(value) = value {
                let _ = write!(text, "{property}[{}]", escape(value));
            }
        }
        let _ = write!(
            text,
            "GN[random {} of seed {}]RE[{result}]",
            number + 1,
            self.seed
        );
        for (index, (color, mv)) in game.plies.iter().enumerate() {
            let line_break = if index % 10 == 0 { "\n" } else { "" };
            let _ = write!(text, "{line_break};{}[{mv}]", color.letter());
        }
        text.push_str(")\n");
        text
    }
}
