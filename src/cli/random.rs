//! `kifu random`: generates random legal records.

use std::path::PathBuf;

use clap::Args;

use super::{
    error::CliError,
    exit::Exit,
    many_games::each_game,
    names::{self, check_plays},
    overwrite_guard::OverwriteGuard,
    pipeline::ALL_PROCESSORS,
    start_args::{StartArgs, komi},
};
use crate::{
    games::{Color, Game, Position},
    lab::{RandomPlayer, RecordText, default_max_plies},
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

    /// Stop each game after N plies, unfinished [default: 20 times the points of the board]
    #[arg(
        long,
        alias = "stop-after",
        alias = "plies",
        value_name = "N",
        help_heading = "Limits"
    )]
    max_plies: Option<u32>,

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
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = komi)]
    komi: Option<i32>,

    /// Write the records to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl RandomArgs {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let guard = OverwriteGuard::default();
        let (start, ruleset) = self.start.position(self.game, self.komi, &guard)?;
        for (color, name) in [(Color::Grey, &self.grey), (Color::Yellow, &self.yellow)] {
            check_plays(start.players(), color, name.as_deref())?;
        }
        let mut output = guard.create(self.output.as_deref())?;
        let record = |number| self.record(&start, &ruleset, number);
        each_game(
            self.count,
            "records",
            &ALL_PROCESSORS,
            false,
            record,
            |text| output.write(&text),
        )?;
        output.finish()?;
        Ok(Exit::Fine)
    }

    /// A game as the text of a record.
    fn record(&self, start: &Position, ruleset: &str, number: u64) -> String {
        let max_plies = self.max_plies.unwrap_or_else(|| default_max_plies(start));
        let game = RandomPlayer::new(self.seed, number).play(start.clone(), Some(max_plies));
        let mut text = RecordText::new(start, ruleset);
        if let Some(komi) = self.komi {
            text.komi(komi);
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
                text.property(property, value);
            }
        }
        let name = format!("random {} of seed {}", number + 1, self.seed);
        text.property("GN", &name);
        text.result(game.end.outcome());
        for (color, mv) in &game.plies {
            text.ply(*color, mv);
        }
        text.finish()
    }
}
