//! `kifu selfplay`: games by players that look ahead.

use std::path::PathBuf;

use clap::Args;

use super::{
    error::CliError,
    exit::Exit,
    many_games::each_game,
    names,
    overwrite_guard::OverwriteGuard,
    pipeline::Jobs,
    start_args::{StartArgs, komi},
};
use crate::{
    games::{Color, Game, Move, Players},
    lab::{GamePlan, PlayedGame, PlayerKind, RecordText, default_max_plies},
    record::Name,
};

/// Let players play games against each other, and write their records
///
/// The players are `random`, `greedy` (best score after one ply) and `mcts:N` (Monte Carlo tree search with N playouts a
/// ply). The colors are exchanged from game to game. The same seed gives the same records on every machine, with any number
/// of threads. All of them validate without a finding.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu selfplay --game ugo --size 5 --black mcts:50 --white greedy --games 4
  kifu selfplay --game margo --size 3 --games 10 --random-plies 2 --values -o margo.sgf
  kifu selfplay --game sygo --size 4 --black mcts:20 --white random --seed 7 | kifu score -

Exit status:
  0  the records are written
  2  the records could not be written")]
pub(super) struct Selfplay {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = names::games(), hide_possible_values = true, help_heading = "Board")]
    game: Game,

    #[command(flatten)]
    start: StartArgs,

    /// The komi, for `KM`, in Bargo and Ugo
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = komi, help_heading = "Board")]
    komi: Option<i32>,

    /// The player who has Black in the first game: `random`, `greedy` or `mcts:N`
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "mcts:100",
        help_heading = "Players"
    )]
    black: PlayerKind,

    /// The player who has White in the first game
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "mcts:100",
        help_heading = "Players"
    )]
    white: PlayerKind,

    /// The player who has Grey in the first game, in games of three and four players [default: as Black]
    #[arg(long, value_name = "PLAYER", help_heading = "Players")]
    grey: Option<PlayerKind>,

    /// The player who has Yellow in the first game, in games of four players [default: as White]
    #[arg(long, value_name = "PLAYER", help_heading = "Players")]
    yellow: Option<PlayerKind>,

    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u64,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Begin each game with K random plies, the same in games that differ only in who has which color
    #[arg(long, value_name = "K", default_value_t = 0)]
    random_plies: u32,

    /// Note in each node what the search found the position to be worth: `V` from -1 (White wins) to 1 (Black wins), and
    /// the share of wins in `C`
    #[arg(long)]
    values: bool,

    /// Stop each game after N plies, unfinished [default: 20 times the points of the board]
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,

    /// Write the records to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Show no progress
    #[arg(long)]
    quiet: bool,

    #[command(flatten)]
    jobs: Jobs,
}

impl Selfplay {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let guard = OverwriteGuard::default();
        let (start, ruleset) = self.start.position(self.game, self.komi, &guard)?;
        let players = start.players();
        for (color, player) in [(Color::Grey, self.grey), (Color::Yellow, self.yellow)] {
            if player.is_some() && !players.contain(color) {
                return Err(CliError::NoSuchPlayer {
                    color: color.name(),
                });
            }
        }
        let plan = GamePlan {
            players: self.players(players),
            seed: self.seed,
            random_plies: self.random_plies,
            max_plies: self.max_plies.unwrap_or_else(|| default_max_plies(&start)),
            start,
        };
        let mut output = guard.create(self.output.as_deref())?;
        each_game(
            self.games,
            "games",
            &self.jobs,
            self.quiet,
            |number| self.record(&plan, &ruleset, number),
            |text| output.write(&text),
        )?;
        output.finish()?;
        Ok(Exit::Fine)
    }

    /// The players in the order in which they move in the first game.
    fn players(&self, players: Players) -> Vec<PlayerKind> {
        let mut color = self.game.first_player();
        let mut kinds = Vec::new();
        for _ in 0..players.count() {
            kinds.push(match color {
                Color::Black => self.black,
                Color::White => self.white,
                Color::Grey => self.grey.unwrap_or(self.black),
                Color::Yellow => self.yellow.unwrap_or(self.white),
            });
            color = players.next(color);
        }
        kinds
    }

    /// A game as the text of a record.
    fn record(&self, plan: &GamePlan, ruleset: &str, number: u64) -> String {
        let PlayedGame { plies, end, seats } = plan.play(number);
        let mut text = RecordText::new(&plan.start, ruleset);
        if let Some(komi) = self.komi {
            text.komi(komi);
        }
        for &color in end.players().colors() {
            let player = plan.players[seats[color as usize]];
            text.property(Name::player_of(color).letters(), &player.to_string());
        }
        let name = format!("selfplay {} of seed {}", number + 1, self.seed);
        text.property("GN", &name);
        text.result(end.outcome());
        for ply in &plies {
            text.ply(ply.color, &ply.mv);
            let Some(value) = ply.value.filter(|_| self.values) else {
                continue;
            };
            // After a swap the player has the other color.
            let is_black = (ply.color == Color::Black) != (ply.mv == Move::Swap);
            if end.players() == Players::Two {
                let balance = if is_black { value } else { 1.0 - value } * 2.0 - 1.0;
                text.property("V", &format!("{balance:.3}"));
            }
            text.property("C", &format!("{:.1} %", value * 100.0));
        }
        text.finish()
    }
}
