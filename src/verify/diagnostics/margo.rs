use std::fmt::{self, Display, Formatter};

use super::{
    Diagnostic,
    wording::{BoardName, EarlierPosition, Occupant, listed, nor_its_group},
};
use crate::{
    games::{Color, Point},
    verify::codes::Code,
};

/// An illegal move of Margo.
#[derive(Clone, Debug)]
pub(in crate::verify) enum MargoDiagnostic<'a> {
    Pass {
        player: Color,
    },
    Swap {
        player: Color,
        refusal: SwapRefusal,
    },
    OffBoard {
        place: MarblePlace<'a>,
        board: BoardName,
    },
    Occupied {
        place: MarblePlace<'a>,
        occupant: Occupant,
        point: Option<Point>,
        /// The next level at the point, if there is one.
        next_level: Option<u8>,
    },
    Unsupported {
        place: MarblePlace<'a>,
        /// The empty places below; none if a lower level is free.
        missing: &'a [Point],
    },
    TooHigh {
        place: MarblePlace<'a>,
        /// The highest level that may be used, from 1.
        max_height: u8,
    },
    NoFreedom {
        player: Color,
        point: &'a str,
        /// The other marbles of the group.
        group: Vec<Point>,
    },
    Repetition {
        player: Color,
        mv: &'a str,
        earlier: EarlierPosition,
    },
}

/// The place of a marble as the record writes it.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) struct MarblePlace<'a> {
    /// The level, if it is written.
    pub(in crate::verify) level: Option<&'a str>,
    pub(in crate::verify) point: &'a str,
}

impl Display for MarblePlace<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self.level {
            Some(level) => write!(f, "level {level} at {}", self.point),
            None => f.write_str(self.point),
        }
    }
}

/// Why a player cannot swap.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) enum SwapRefusal {
    NoSwapInRuleset,
    NotPlyTwo,
    NotBlack,
    AfterPass,
    GivenPosition,
}

impl Diagnostic for MargoDiagnostic<'_> {
    fn code(&self) -> Code {
        match self {
            MargoDiagnostic::Pass { .. } => Code::MargoPass,
            MargoDiagnostic::Swap { .. } => Code::MargoSwap,
            MargoDiagnostic::OffBoard { .. } => Code::MargoOffBoard,
            MargoDiagnostic::Occupied { .. } => Code::MargoOccupied,
            MargoDiagnostic::Unsupported { .. } => Code::MargoUnsupported,
            MargoDiagnostic::TooHigh { .. } => Code::MargoTooHigh,
            MargoDiagnostic::NoFreedom { .. } => Code::MargoNoFreedom,
            MargoDiagnostic::Repetition { .. } => Code::MargoRepetition,
        }
    }

    fn message(&self) -> String {
        match self {
            MargoDiagnostic::Pass { player } => {
                format!(
                    "{} passes, which is not possible in this ruleset",
                    player.name()
                )
            }
            MargoDiagnostic::Swap { player, refusal } => {
                let refusal = match refusal {
                    SwapRefusal::NoSwapInRuleset => "this ruleset has no swap",
                    SwapRefusal::NotPlyTwo => "only ply 2 can be a swap",
                    SwapRefusal::NotBlack => "only Black can",
                    SwapRefusal::AfterPass => "no marble has been placed",
                    SwapRefusal::GivenPosition => "the game began from a given position",
                };
                format!("{} cannot swap now: {refusal}", player.name())
            }
            MargoDiagnostic::OffBoard { place, board } => match place.level {
                Some(_) => format!("there is no {place} on {board}"),
                None => format!("there is no place at {place} on {board}"),
            },
            MargoDiagnostic::Occupied {
                place, occupant, ..
            } => format!("{place} is not free: {occupant} is there"),
            MargoDiagnostic::Unsupported { place, missing } => {
                let missing = match missing {
                    [] => "a lower level is free".to_owned(),
                    [one] => format!("{one} is empty"),
                    several => format!("{} are empty", listed(several)),
                };
                format!("{place} is unsupported: {missing}")
            }
            MargoDiagnostic::TooHigh { place, max_height } => {
                format!("{place} is too high: this ruleset has levels 1 to {max_height}")
            }
            MargoDiagnostic::NoFreedom {
                player,
                point,
                group,
            } => format!(
                "{}'s marble on {point} would have no freedom{}",
                player.name(),
                nor_its_group(group)
            ),
            MargoDiagnostic::Repetition { mv, earlier, .. } => {
                format!("`{mv}` brings back the position that stood {earlier}")
            }
        }
    }

    fn help(&self) -> String {
        match self {
            MargoDiagnostic::Pass { .. } => {
                "place a marble; the game ends when the player to move cannot".to_owned()
            }
            MargoDiagnostic::Swap { .. } => "place a marble".to_owned(),
            MargoDiagnostic::OffBoard { place, board } => board.extent_without(place.point),
            MargoDiagnostic::Occupied {
                point, next_level, ..
            } => {
                let point = point.map(|point| point.to_string()).unwrap_or_default();
                match next_level {
                    Some(level) => format!(
                        "level {level} at {point} is free once the four places below it are filled"
                    ),
                    None => format!("there is no higher level at {point}"),
                }
            }
            MargoDiagnostic::Unsupported { missing: [], .. } => {
                "fill the four places below first".to_owned()
            }
            MargoDiagnostic::Unsupported { missing, .. } => {
                format!("fill {} first", listed(missing))
            }
            MargoDiagnostic::TooHigh { .. } => "place the marble on a lower level".to_owned(),
            MargoDiagnostic::NoFreedom { .. } => {
                "its group needs an empty hole beside it, or must capture".to_owned()
            }
            MargoDiagnostic::Repetition { player, .. } => {
                format!("{} must place a marble elsewhere first", player.name())
            }
        }
    }
}
