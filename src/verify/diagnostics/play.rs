use super::{
    Diagnostic,
    wording::{EarlierPosition, title},
};
use crate::{
    games::{Color, Game},
    verify::codes::Code,
};

/// An illegal ply, whatever the game.
#[derive(Clone, Debug)]
pub(in crate::verify) enum PlayDiagnostic<'a> {
    AfterEnd {
        player: Color,
        mv: &'a str,
        ended: EarlierPosition,
        /// How the game ended.
        end: String,
    },
    TurnOrder {
        player: Color,
        to_move: Color,
        mv: &'a str,
        /// Whether it is the first ply.
        is_first: bool,
    },
    /// A move of the game that this ruleset does not have: with more than two players nobody
    /// resigns.
    NoResignation,
    Notation {
        written: &'a str,
        game: Game,
    },
}

impl Diagnostic for PlayDiagnostic<'_> {
    fn code(&self) -> Code {
        match self {
            PlayDiagnostic::AfterEnd { .. } => Code::RecordAfterEnd,
            PlayDiagnostic::TurnOrder { .. } => Code::RecordTurnOrder,
            PlayDiagnostic::NoResignation | PlayDiagnostic::Notation { .. } => Code::RecordNotation,
        }
    }

    fn message(&self) -> String {
        match self {
            PlayDiagnostic::AfterEnd {
                player,
                mv,
                ended,
                end,
            } => format!(
                "{} plays `{mv}`, but the game was over {ended}: {end}",
                player.name()
            ),
            PlayDiagnostic::TurnOrder {
                player,
                to_move,
                mv,
                ..
            } => format!(
                "{} plays `{mv}`, but {} is to move",
                player.name(),
                to_move.name()
            ),
            PlayDiagnostic::NoResignation => {
                "with more than two players nobody can resign".to_owned()
            }
            PlayDiagnostic::Notation { written: "", game } => {
                format!("an empty value is not a move of {}", title(*game))
            }
            PlayDiagnostic::Notation { written, game } => {
                format!("`{written}` is not a move of {}", title(*game))
            }
        }
    }

    fn help(&self) -> String {
        match self {
            PlayDiagnostic::AfterEnd { .. } => {
                "remove what follows the end, or put it into a comment".to_owned()
            }
            PlayDiagnostic::TurnOrder {
                to_move, is_first, ..
            } => {
                let (name, letter) = (to_move.name(), to_move.letter());
                if *is_first {
                    format!("{name} moves first here: `{letter}[…]`")
                } else {
                    format!("the next ply is {name}'s: `{letter}[…]`; check whether one is missing")
                }
            }
            PlayDiagnostic::NoResignation => {
                "end the record here, and state in `RE` how the game ended: `RE[G+R]`".to_owned()
            }
            PlayDiagnostic::Notation { written, game } if is_go_point(written) => format!(
                "`{written}` is a point as Go records write it, in two letters; here it is a column and a row, row 1 at the bottom: `d4`. {}",
                capitalized(move_notation(*game))
            ),
            PlayDiagnostic::Notation { game, .. } => move_notation(*game).to_owned(),
        }
    }
}

/// Whether a text is a point of a Go record, such as `dd`.
fn is_go_point(written: &str) -> bool {
    written.len() == 2 && written.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters).collect()
}

/// How a game writes its moves.
fn move_notation(game: Game) -> &'static str {
    match game {
        Game::Bargo => {
            "a move is a cell and the edge of its wall (`c4/ne`; edges are e, ne, nw, w, sw, se), `button`, `pass` or `resign`"
        }
        Game::Sygo => {
            "a move is a stone (`d4`), several stones (`d15,q15,k10`), `pass` or `resign`"
        }
        Game::Ugo => "a move is a stone (`d4`), a king (`Kd4`), `button`, `pass` or `resign`",
        Game::Bamogo => {
            "a move is two stones with their colors (`Rd4,Gd5`), a switch (`d4<>d5`) or `resign`"
        }
        Game::Margo => {
            "a move is a point (`c5`), a level and a point (`2d6`), `swap` or `resign`, in some rulesets `pass`"
        }
    }
}
