//! The options for a position that is given as moves instead of a file.

use std::ffi::OsString;

use clap::Args;

use super::{error::CliError, names, start_args::empty_board};
use crate::{
    games::Game,
    record::{escape_move, read_move},
    ruleset::{self, Ruleset},
};

/// Moves instead of files.
#[derive(Debug, Args)]
pub(super) struct MovesArgs {
    /// Read moves of this game from the empty board instead of paths, as in `--game ugo "c3 d4 pass"`
    #[arg(id = "moves_game", long = "game", value_name = "GAME", value_parser = names::games(), hide_possible_values = true, help_heading = "Moves instead of files", conflicts_with = "record")]
    game: Option<Game>,

    /// The board size for these moves, as in `SZ`: `9`, or `9:13` for columns and rows [default: the ruleset's]
    #[arg(
        long,
        value_name = "N",
        requires = "moves_game",
        help_heading = "Moves instead of files"
    )]
    size: Option<String>,
}

/// The name of moves in the output, where that of a source stands.
pub(super) const MOVES_NAME: &str = "moves";

impl MovesArgs {
    /// The record of the moves, if the arguments are moves and not paths. A ruleset that replaces those of records must be
    /// one of the game.
    pub(super) fn record(
        &self,
        arguments: &[OsString],
        ruleset: Option<&Ruleset>,
    ) -> Result<Option<String>, CliError> {
        let Some(game) = self.game else {
            return Ok(None);
        };
        let ruleset = ruleset.unwrap_or_else(|| ruleset::default_for(game));
        if ruleset.game() != game {
            return Err(CliError::RulesetOfOtherGame {
                ruleset: ruleset.name.clone(),
                actual: ruleset.game().name(),
                expected: game.name(),
            });
        }
        let mut position = empty_board(ruleset, self.size.as_deref())?;
        let (name, size) = (game.name(), position.size());
        let mut text = format!("(;FF[4]GM[{name}]CA[UTF-8]SZ[{size}]RE[?]\n");
        for argument in arguments {
            for mv in argument.to_string_lossy().split_whitespace() {
                let letter = position.to_move().letter();
                text.push_str(&format!(";{letter}[{}]", escape_move(mv)));
                // What follows an illegal move is not judged, whoever's turn it is.
                if let Some(mv) = read_move(game, mv) {
                    let _ = position.play(&mv);
                }
            }
        }
        text.push_str(")\n");
        Ok(Some(text))
    }
}
