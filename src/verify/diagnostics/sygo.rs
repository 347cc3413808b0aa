use super::{
    Diagnostic,
    wording::{BoardName, Occupant, listed},
};
use crate::{
    games::{Color, Point},
    verify::codes::Code,
};

/// An illegal move of Sygo.
#[derive(Clone, Debug)]
pub(in crate::verify) enum SygoDiagnostic<'a> {
    OffBoard {
        point: &'a str,
        board: BoardName,
    },
    Occupied {
        point: &'a str,
        occupant: Occupant,
    },
    StoneAfterPlacement {
        player: Color,
        point: &'a str,
        placed: &'a [Point],
    },
    GroupGrewTwice {
        point: &'a str,
        neighbors: &'a [Point],
    },
    CaptorsGrowAgain {
        point: &'a str,
        neighbors: &'a [Point],
    },
    PlacementAfterGrowth {
        player: Color,
        point: &'a str,
        refusal: PlacementRefusal,
    },
    NoLiberty {
        player: Color,
        group: &'a [Point],
    },
}

/// Why a placement may not end a turn that began with growth.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) enum PlacementRefusal {
    NoBalanceTurn,
    WhiteMoves,
    GrownEarlier,
    NotLastStone,
}

impl Diagnostic for SygoDiagnostic<'_> {
    fn code(&self) -> Code {
        match self {
            SygoDiagnostic::OffBoard { .. } => Code::SygoOffBoard,
            SygoDiagnostic::Occupied { .. } => Code::SygoOccupied,
            SygoDiagnostic::StoneAfterPlacement { .. } => Code::SygoStoneAfterPlacement,
            SygoDiagnostic::GroupGrewTwice { .. } => Code::SygoGroupGrewTwice,
            SygoDiagnostic::CaptorsGrowAgain { .. } => Code::SygoCaptorsGrowAgain,
            SygoDiagnostic::PlacementAfterGrowth { .. } => Code::SygoPlacementAfterGrowth,
            SygoDiagnostic::NoLiberty { .. } => Code::SygoNoLiberty,
        }
    }

    fn message(&self) -> String {
        match self {
            SygoDiagnostic::OffBoard { point, board } => {
                format!("there is no point {point} on {board}")
            }
            SygoDiagnostic::Occupied { point, occupant } => {
                format!("{point} is not empty: {occupant} is there")
            }
            SygoDiagnostic::StoneAfterPlacement {
                player,
                point,
                placed,
            } => format!(
                "{point} follows {}, which touches no stone of {} and so is a placement that ends the turn",
                listed(placed),
                player.name()
            ),
            SygoDiagnostic::GroupGrewTwice { point, neighbors } => format!(
                "{point} touches {}: a group there has already grown this turn",
                listed(neighbors)
            ),
            SygoDiagnostic::CaptorsGrowAgain { point, neighbors } => format!(
                "{point} touches {}: a group there has captured in this turn",
                listed(neighbors)
            ),
            SygoDiagnostic::PlacementAfterGrowth {
                player,
                point,
                refusal,
            } => {
                let refusal = match refusal {
                    PlacementRefusal::NoBalanceTurn => "this ruleset has no balance turn",
                    PlacementRefusal::WhiteMoves => {
                        "only Black may end such a turn with a placement"
                    }
                    PlacementRefusal::GrownEarlier => "a player has grown in an earlier turn",
                    PlacementRefusal::NotLastStone => "it is not the last stone",
                };
                format!(
                    "{point} touches no stone of {}, but this turn has begun with growth, and {refusal}",
                    player.name()
                )
            }
            SygoDiagnostic::NoLiberty { player, group } => format!(
                "after this turn {}'s group of {} has no liberty",
                player.name(),
                listed(group)
            ),
        }
    }

    fn help(&self) -> String {
        match self {
            SygoDiagnostic::OffBoard { point, board } => return board.extent_without(point),
            SygoDiagnostic::Occupied { .. } => "a stone is placed on an empty point",
            SygoDiagnostic::StoneAfterPlacement { .. } => {
                "either one new group, or growing groups that were there before the turn"
            }
            SygoDiagnostic::GroupGrewTwice { .. } => {
                "each group there was before the turn may get one stone; new stones of different groups may touch"
            }
            SygoDiagnostic::CaptorsGrowAgain { .. } => {
                "grow that group in a later turn, or grow it before the capture"
            }
            SygoDiagnostic::PlacementAfterGrowth { .. } => {
                "either grow groups or place one new stone"
            }
            SygoDiagnostic::NoLiberty { .. } => "the turn must leave it an empty neighbor",
        }
        .to_owned()
    }
}
