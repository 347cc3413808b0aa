//! The options for an empty board to start from.

use clap::Args;

use super::{error::CliError, names, overwrite_guard::OverwriteGuard, verify_args::load_ruleset};
use crate::{
    games::{Game, Position},
    record::read_size,
    ruleset::{self, Ruleset},
};

/// An empty board to start from.
#[derive(Debug, Args)]
#[command(next_help_heading = "Board")]
pub(super) struct StartArgs {
    /// The ruleset: a name or a YAML file [default: named like the game]
    #[arg(long, value_name = "NAME|FILE.yaml", value_parser = names::rulesets(), hide_possible_values = true)]
    ruleset: Option<String>,

    /// The board size, as in `SZ`: `7`, or `2:3` for columns and rows [default: the ruleset's]
    #[arg(long, value_name = "N")]
    size: Option<String>,
}

impl StartArgs {
    fn load(&self, game: Game, guard: &OverwriteGuard) -> Result<Ruleset, CliError> {
        let ruleset = match &self.ruleset {
            Some(name) => load_ruleset(name, guard)?,
            None => ruleset::default_for(game).clone(),
        };
        if ruleset.game() == game {
            return Ok(ruleset);
        }
        Err(CliError::RulesetOfOtherGame {
            actual: ruleset.game().name(),
            ruleset: ruleset.name,
            expected: game.name(),
        })
    }

    /// The empty board, and the name of the ruleset.
    pub(super) fn position(
        &self,
        game: Game,
        guard: &OverwriteGuard,
    ) -> Result<(Position, String), CliError> {
        let ruleset = self.load(game, guard)?;
        let size = match &self.size {
            None => Some(ruleset.size),
            Some(text) => read_size(text).and_then(|written| written.size),
        };
        size.filter(|&size| ruleset.has_size(size))
            .and_then(|size| Position::new(&ruleset.rules, size, None).ok())
            .map(|position| (position, ruleset.name.clone()))
            .ok_or_else(|| CliError::BoardSize {
                size: self.size.clone().unwrap_or_default(),
                game: game.name(),
                min: *ruleset.sizes.start(),
                max: *ruleset.sizes.end(),
            })
    }
}
