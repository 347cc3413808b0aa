//! Why a move is not played.

use kifu::{
    diagram::BoardChange,
    editor::{EditError, MoveCheck},
    games::Position,
};
use serde::Serialize;

/// What became of a click or of a move that was typed.
#[derive(Default, Serialize)]
pub(crate) struct Answer {
    /// `played`, `chosen` or `refused`.
    pub(crate) done: &'static str,
    /// The move that was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mv: Option<String>,
    /// What it has captured, and what it has recolored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    captured: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    recolored: Vec<String>,
    /// Whether it was played in place of an illegal ply.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    in_place: bool,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// The points that the reason concerns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points: Vec<String>,
}

impl Answer {
    pub(crate) fn chosen() -> Answer {
        Answer {
            done: "chosen",
            ..Answer::default()
        }
    }

    /// A move that was played, and what it has done to the board.
    pub(crate) fn played(mv: String, change: &BoardChange, in_place: bool) -> Answer {
        Answer {
            done: "played",
            mv: Some(mv),
            captured: change.captured.iter().map(ToString::to_string).collect(),
            recolored: change.flipped.iter().map(ToString::to_string).collect(),
            in_place,
            ..Answer::default()
        }
    }

    /// Nothing is played here.
    pub(crate) fn error(error: &EditError) -> Answer {
        Answer::because(&error.to_string())
    }

    pub(crate) fn because(message: &str) -> Answer {
        Answer {
            done: "refused",
            message: Some(message.to_owned()),
            ..Answer::default()
        }
    }

    /// Nothing can be played any more.
    pub(crate) fn game_over() -> Answer {
        Answer {
            help: Some("undo the last move, or go back to begin a variation".to_owned()),
            ..Answer::because("the game is over")
        }
    }

    /// The error of a move; `None` if it is legal.
    pub(crate) fn refusal(mv: &str, position: &Position) -> Option<Answer> {
        let check = MoveCheck::new(mv, position);
        let error = check.error()?;
        Some(Answer {
            message: Some(error.message()),
            help: error.help(),
            code: Some(error.code().id()),
            points: check.points().iter().map(ToString::to_string).collect(),
            ..Answer::because("")
        })
    }
}
