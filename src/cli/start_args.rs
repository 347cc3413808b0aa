//! The options for an empty board to start from.

use clap::Args;

use super::{error::CliError, names, overwrite_guard::OverwriteGuard, verify_args::load_ruleset};
use crate::{
    games::{Game, Position},
    record::read_size,
    ruleset::{self, MAX_KOMI, Ruleset},
    verify::title,
};

/// Reads a komi, in points.
pub(super) fn komi(text: &str) -> Result<i32, String> {
    let number = text.parse().ok();
    let komi = number.filter(|komi| (-MAX_KOMI..=MAX_KOMI).contains(komi));
    komi.ok_or_else(|| format!("expected a whole number of points from -{MAX_KOMI} to {MAX_KOMI}"))
}

/// An empty board to start from.
#[derive(Debug, Args)]
pub(super) struct StartArgs {
    /// The ruleset: a name or a YAML file [default: named like the game]
    #[arg(long, value_name = "NAME|FILE.yaml", value_parser = names::rulesets(), hide_possible_values = true, help_heading = "Board")]
    ruleset: Option<String>,

    /// The board size, as in `SZ`: `7`, or `2:3` for columns and rows [default: the ruleset's]
    #[arg(long, value_name = "N", help_heading = "Board")]
    size: Option<String>,
}

impl StartArgs {
    /// The ruleset, which must be one of the game.
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

    /// The empty board, with another komi than the ruleset's if one is given, and the name of the ruleset.
    pub(super) fn position(
        &self,
        game: Game,
        komi: Option<i32>,
        guard: &OverwriteGuard,
    ) -> Result<(Position, String), CliError> {
        let mut ruleset = self.load(game, guard)?;
        if let Some(komi) = komi {
            ruleset.rules = ruleset.rules.with_komi(komi);
            if ruleset.rules.komi() != komi {
                return Err(CliError::NoKomi(title(game)));
            }
        }
        let position = empty_board(&ruleset, self.size.as_deref())?;
        Ok((position, ruleset.name))
    }
}

/// The empty board of a ruleset, of its default size unless one is given.
pub(super) fn empty_board(ruleset: &Ruleset, size: Option<&str>) -> Result<Position, CliError> {
    let read = match size {
        None => Some(ruleset.size),
        Some(text) => read_size(text).and_then(|written| written.size),
    };
    read.filter(|&size| ruleset.has_size(size))
        .and_then(|size| Position::new(&ruleset.rules, size, None).ok())
        .ok_or_else(|| CliError::BoardSize {
            size: size.unwrap_or_default().to_owned(),
            game: ruleset.game().name(),
            min: *ruleset.sizes.start(),
            max: *ruleset.sizes.end(),
        })
}
