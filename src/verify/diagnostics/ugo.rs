use super::{
    Diagnostic,
    wording::{BoardName, Occupant, button_in_words, listed},
};
use crate::{
    games::{Color, Point},
    verify::codes::Code,
};

/// An illegal move of Ugo.
#[derive(Clone, Debug)]
pub(in crate::verify) enum UgoDiagnostic<'a> {
    ButtonTaken {
        player: Color,
        taken_by: Option<Color>,
    },
    PassBeforeButton {
        player: Color,
    },
    OffBoard {
        point: &'a str,
        board: BoardName,
    },
    Occupied {
        point: &'a str,
        occupant: Occupant,
    },
    StoneTakesLastLiberty {
        point: &'a str,
        group: &'a [Point],
    },
    KingCapturesNothing {
        point: &'a str,
    },
}

impl Diagnostic for UgoDiagnostic<'_> {
    fn code(&self) -> Code {
        match self {
            UgoDiagnostic::ButtonTaken { .. } => Code::UgoButtonTaken,
            UgoDiagnostic::PassBeforeButton { .. } => Code::UgoPassBeforeButton,
            UgoDiagnostic::OffBoard { .. } => Code::UgoOffBoard,
            UgoDiagnostic::Occupied { .. } => Code::UgoOccupied,
            UgoDiagnostic::StoneTakesLastLiberty { .. } => Code::UgoStoneTakesLastLiberty,
            UgoDiagnostic::KingCapturesNothing { .. } => Code::UgoKingCapturesNothing,
        }
    }

    fn message(&self) -> String {
        match self {
            UgoDiagnostic::ButtonTaken { player, taken_by } => format!(
                "{} cannot take the button: {}",
                player.name(),
                button_in_words(*taken_by)
            ),
            UgoDiagnostic::PassBeforeButton { player } => {
                format!("{} passes, but nobody has taken the button", player.name())
            }
            UgoDiagnostic::OffBoard { point, board } => {
                format!("there is no point {point} on {board}")
            }
            UgoDiagnostic::Occupied { point, occupant } => {
                format!("{point} is not empty: {occupant} is there")
            }
            UgoDiagnostic::StoneTakesLastLiberty { point, group } => format!(
                "the stone on {point} would leave {} without a liberty",
                listed(group)
            ),
            UgoDiagnostic::KingCapturesNothing { point } => {
                format!("the king on {point} takes no enemy group's last liberty")
            }
        }
    }

    fn help(&self) -> String {
        match self {
            UgoDiagnostic::ButtonTaken { .. } => "pass with `pass`, or place a stone or a king",
            UgoDiagnostic::PassBeforeButton { .. } => {
                "take it with `button`, or place a stone or a king; afterwards passing is free"
            }
            UgoDiagnostic::OffBoard { point, board } => return board.extent_without(point),
            UgoDiagnostic::Occupied { .. } => "place it on an empty point",
            UgoDiagnostic::StoneTakesLastLiberty { .. } => {
                "only a king may take a last liberty, and only an enemy group's"
            }
            UgoDiagnostic::KingCapturesNothing { .. } => {
                "a king must capture; what captures nothing is a stone's move"
            }
        }
        .to_owned()
    }
}
