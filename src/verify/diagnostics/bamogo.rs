use super::{
    Diagnostic,
    wording::{BoardName, Occupant, listed},
};
use crate::{
    games::{Color, Point, StoneColor},
    verify::codes::Code,
};

/// An illegal move of Bamogo.
#[derive(Clone, Debug)]
pub(in crate::verify) enum BamogoDiagnostic<'a> {
    Pass {
        player: Color,
    },
    LineEmpty {
        player: Color,
    },
    WrongPair {
        colors: Vec<StoneColor>,
        allowed: AllowedPairs,
    },
    OffBoard {
        point: &'a str,
        board: BoardName,
    },
    Occupied {
        point: &'a str,
        occupant: Occupant,
    },
    NotAdjacent {
        point: &'a str,
        others: &'a [Point],
        is_switch: bool,
    },
    SwitchEmpty {
        point: &'a str,
    },
    SwitchUndo {
        mv: &'a str,
        opponent: Color,
    },
}

/// The pairs that may be placed.
#[derive(Clone, Debug)]
pub(in crate::verify) enum AllowedPairs {
    /// The front pair of the line.
    Front([StoneColor; 2]),
    /// Two different ones of these.
    DifferentOf(Vec<StoneColor>),
}

impl Diagnostic for BamogoDiagnostic<'_> {
    fn code(&self) -> Code {
        match self {
            BamogoDiagnostic::Pass { .. } => Code::BamogoPass,
            BamogoDiagnostic::LineEmpty { .. } => Code::BamogoLineEmpty,
            BamogoDiagnostic::WrongPair { .. } => Code::BamogoWrongPair,
            BamogoDiagnostic::OffBoard { .. } => Code::BamogoOffBoard,
            BamogoDiagnostic::Occupied { .. } => Code::BamogoOccupied,
            BamogoDiagnostic::NotAdjacent { .. } => Code::BamogoNotAdjacent,
            BamogoDiagnostic::SwitchEmpty { .. } => Code::BamogoSwitchEmpty,
            BamogoDiagnostic::SwitchUndo { .. } => Code::BamogoSwitchUndo,
        }
    }

    fn message(&self) -> String {
        match self {
            BamogoDiagnostic::Pass { player } => {
                format!("{} passes, which is not possible in Bamogo", player.name())
            }
            BamogoDiagnostic::LineEmpty { player } => {
                format!("{} places two stones, but no pair is left", player.name())
            }
            BamogoDiagnostic::WrongPair { colors, allowed } => format!(
                "{} cannot be placed now: {}",
                listed(&letters(colors)),
                match allowed {
                    AllowedPairs::Front([first, second]) => {
                        format!("the front pair is {}{}", first.letter(), second.letter())
                    }
                    AllowedPairs::DifferentOf(colors) => {
                        let letters = listed(&letters(colors));
                        format!("a pair has two different colors of {letters}")
                    }
                }
            ),
            BamogoDiagnostic::OffBoard { point, board } => {
                format!("there is no space {point} on {board}")
            }
            BamogoDiagnostic::Occupied { point, occupant } => {
                format!("{point} is not empty: {occupant} is there")
            }
            BamogoDiagnostic::NotAdjacent { point, others, .. } => {
                format!("{point} and {} are not next to each other", listed(others))
            }
            BamogoDiagnostic::SwitchEmpty { point } => {
                format!("there is no stone on {point} to switch")
            }
            BamogoDiagnostic::SwitchUndo { mv, opponent } => format!(
                "`{mv}` undoes the switch that {} has just made",
                opponent.name()
            ),
        }
    }

    fn help(&self) -> String {
        match self {
            BamogoDiagnostic::Pass { .. } => {
                "place two stones (`Rd4,Gd5`) or switch two (`d4<>d5`)".to_owned()
            }
            BamogoDiagnostic::LineEmpty { .. } => {
                "from now on stones can only be switched: `d4<>d5`".to_owned()
            }
            BamogoDiagnostic::WrongPair { .. } => {
                "place two stones of the colors that are next".to_owned()
            }
            BamogoDiagnostic::OffBoard { point, board } => board.extent_without(point),
            BamogoDiagnostic::Occupied { .. } => "place the stones on two empty spaces".to_owned(),
            BamogoDiagnostic::NotAdjacent { is_switch, .. } => format!(
                "spaces are next to each other left, right, up or down; {}",
                if *is_switch {
                    "only such stones can be switched"
                } else {
                    "stones may be placed apart only when no two empty spaces are next to each other"
                }
            ),
            BamogoDiagnostic::SwitchEmpty { .. } => {
                "both spaces of a switch hold stones".to_owned()
            }
            BamogoDiagnostic::SwitchUndo { .. } => "make another turn first".to_owned(),
        }
    }
}

fn letters(colors: &[StoneColor]) -> Vec<char> {
    colors.iter().map(|color| color.letter()).collect()
}
