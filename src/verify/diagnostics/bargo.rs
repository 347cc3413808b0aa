use super::{
    Diagnostic,
    wording::{BoardName, EarlierPosition, Occupant, button_in_words, listed, nor_its_group},
};
use crate::{
    games::{Color, Direction, Point},
    verify::codes::Code,
};

/// An illegal move of Bargo.
#[derive(Clone, Debug)]
pub(in crate::verify) enum BargoDiagnostic<'a> {
    OffBoard {
        point: &'a str,
        board: BoardName,
    },
    Occupied {
        point: &'a str,
        occupant: Occupant,
    },
    DoubleWall {
        point: &'a str,
        edge: Direction,
        /// Where the piece is whose wall is on the edge; `None` on an outer edge.
        neighbor: Option<Point>,
    },
    NoLiberty {
        player: Color,
        point: &'a str,
        /// The other pieces of the group.
        group: Vec<Point>,
    },
    WallFacesEnemy {
        point: &'a str,
        edge: Direction,
        opponent: Color,
        enemies: &'a [Point],
    },
    Repetition {
        player: Color,
        mv: &'a str,
        earlier: EarlierPosition,
    },
    ButtonTaken {
        player: Color,
        taken_by: Option<Color>,
    },
    PassBeforeButton {
        player: Color,
    },
}

impl Diagnostic for BargoDiagnostic<'_> {
    fn code(&self) -> Code {
        match self {
            BargoDiagnostic::OffBoard { .. } => Code::BargoOffBoard,
            BargoDiagnostic::Occupied { .. } => Code::BargoOccupied,
            BargoDiagnostic::DoubleWall { .. } => Code::BargoDoubleWall,
            BargoDiagnostic::NoLiberty { .. } => Code::BargoNoLiberty,
            BargoDiagnostic::WallFacesEnemy { .. } => Code::BargoWallFacesEnemy,
            BargoDiagnostic::Repetition { .. } => Code::BargoRepetition,
            BargoDiagnostic::ButtonTaken { .. } => Code::BargoButtonTaken,
            BargoDiagnostic::PassBeforeButton { .. } => Code::BargoPassBeforeButton,
        }
    }

    fn message(&self) -> String {
        match self {
            BargoDiagnostic::OffBoard { point, board } => {
                format!("there is no cell {point} on {board}")
            }
            BargoDiagnostic::Occupied { point, occupant } => {
                format!("{point} is not empty: {occupant} is there")
            }
            BargoDiagnostic::DoubleWall {
                point,
                edge,
                neighbor,
            } => {
                let edge = edge_in_words(*edge);
                let bearer = match neighbor {
                    Some(neighbor) => format!("the wall of the piece on {neighbor}"),
                    None => "a wall: it is an outer edge of the board".to_owned(),
                };
                format!("the {edge} edge of {point} already carries {bearer}")
            }
            BargoDiagnostic::NoLiberty {
                player,
                point,
                group,
            } => format!(
                "{}'s piece on {point} would have no liberty{}",
                player.name(),
                nor_its_group(group)
            ),
            BargoDiagnostic::WallFacesEnemy {
                point,
                edge,
                opponent,
                enemies,
            } => format!(
                "the wall on the {} edge of {point} faces {}'s piece on {}",
                edge_in_words(*edge),
                opponent.name(),
                listed(enemies)
            ),
            BargoDiagnostic::Repetition {
                player,
                mv,
                earlier,
            } => format!(
                "`{mv}` brings back the position {} has seen {earlier}",
                player.name()
            ),
            BargoDiagnostic::ButtonTaken { player, taken_by } => format!(
                "{} cannot take the button: {}",
                player.name(),
                button_in_words(*taken_by)
            ),
            BargoDiagnostic::PassBeforeButton { player } => {
                format!("{} passes, but nobody has taken the button", player.name())
            }
        }
    }

    fn help(&self) -> String {
        match self {
            BargoDiagnostic::OffBoard { point, board } => board.extent_without(point),
            BargoDiagnostic::Occupied { .. } => "a piece is placed on an empty cell".to_owned(),
            BargoDiagnostic::DoubleWall { neighbor: None, .. } => {
                "turn the wall to an edge inside the board that carries none".to_owned()
            }
            BargoDiagnostic::DoubleWall { .. } => {
                "turn the wall to an edge that carries none; a neighbor captured by this very ply still counts"
                    .to_owned()
            }
            BargoDiagnostic::NoLiberty { .. } => {
                "its group needs an empty neighbor with no wall between, or must take the last liberty of an enemy group beside it"
                    .to_owned()
            }
            BargoDiagnostic::WallFacesEnemy { .. } => {
                "turn the wall away, or capture that piece with this ply".to_owned()
            }
            BargoDiagnostic::Repetition { player, .. } => format!(
                "{} must change something else first; walls make no difference, but a taken button does",
                player.name()
            ),
            BargoDiagnostic::ButtonTaken { .. } => {
                "pass with `pass`, or place a piece".to_owned()
            }
            BargoDiagnostic::PassBeforeButton { .. } => {
                "take it with `button`, or place a piece; afterwards passing is free".to_owned()
            }
        }
    }
}

fn edge_in_words(edge: Direction) -> &'static str {
    match edge {
        Direction::E => "east",
        Direction::Ne => "north-east",
        Direction::Nw => "north-west",
        Direction::W => "west",
        Direction::Sw => "south-west",
        Direction::Se => "south-east",
    }
}
