use super::{Diagnostic, excerpt, title, wording::BoardName};
use crate::{
    games::{Game, Players, Point, SetupFaultKind},
    record::Name,
    verify::codes::Code,
};

/// A fault in the given position.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) enum SetupDiagnostic<'a> {
    /// A fault that only the whole setup shows.
    Position {
        kind: SetupFaultKind,
        /// The point of the piece concerned, if there is one.
        point: Option<Point>,
        game: Game,
    },
    ForeignProperty {
        name: Name,
        owner: PropertyOwner,
    },
    /// A value that is not what the property takes.
    Malformed {
        name: Name,
        value: &'a str,
        expected: SetupValueKind,
    },
    SecondValue {
        name: Name,
    },
    WithFirstMove {
        name: Name,
    },
    OffBoard {
        /// `None` if it has larger numbers than can be named.
        point: Option<Point>,
        board: BoardName,
    },
    NoSuchLevel {
        point: Point,
    },
    AllLevelsOccupied {
        point: Point,
    },
    Occupied {
        point: Point,
    },
}

/// What a property does not belong to.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) enum PropertyOwner {
    Game(Game),
    Ruleset,
}

/// What a setup property takes as its value.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) enum SetupValueKind {
    Piece(Game),
    Point,
    Player(Players),
    Pairs,
    Grown,
}

impl Diagnostic for SetupDiagnostic<'_> {
    fn code(&self) -> Code {
        match self {
            SetupDiagnostic::Position { .. }
            | SetupDiagnostic::ForeignProperty { .. }
            | SetupDiagnostic::Malformed { .. }
            | SetupDiagnostic::SecondValue { .. }
            | SetupDiagnostic::WithFirstMove { .. }
            | SetupDiagnostic::OffBoard { .. }
            | SetupDiagnostic::NoSuchLevel { .. }
            | SetupDiagnostic::AllLevelsOccupied { .. }
            | SetupDiagnostic::Occupied { .. } => Code::RecordSetup,
        }
    }

    fn message(&self) -> String {
        match self {
            SetupDiagnostic::Position { kind, point, game } => {
                let point = point.map(|point| point.to_string()).unwrap_or_default();
                position_message(*kind, &point, *game)
            }
            SetupDiagnostic::ForeignProperty { name, owner } => {
                let owner = match owner {
                    PropertyOwner::Game(game) => title(*game),
                    PropertyOwner::Ruleset => "this ruleset",
                };
                format!("`{}` does not belong to {owner}", name.letters())
            }
            SetupDiagnostic::Malformed { name, value, .. } => {
                let value = excerpt(value);
                format!("`{value}` is not what `{}` takes", name.letters())
            }
            SetupDiagnostic::SecondValue { name } => format!("`{}` has one value", name.letters()),
            SetupDiagnostic::WithFirstMove { name } => format!(
                "`{}` stands in one node with the first move",
                name.letters()
            ),
            SetupDiagnostic::OffBoard { point, board } => match point {
                Some(point) => format!("{point} is not on {board}"),
                None => format!("this is not on {board}"),
            },
            SetupDiagnostic::NoSuchLevel { point } => format!("there is no such level at {point}"),
            SetupDiagnostic::AllLevelsOccupied { point } => {
                format!("every level at {point} is occupied")
            }
            SetupDiagnostic::Occupied { point } => format!("another piece is already on {point}"),
        }
    }

    fn help(&self) -> String {
        match self {
            SetupDiagnostic::Position { kind, .. } => position_help(*kind),
            SetupDiagnostic::ForeignProperty { name, .. } => match name {
                Name::AB | Name::AW => "in Bamogo write `STONES[Rd4][Gd5]`",
                Name::STONES => "write `AB[…]` and `AW[…]`",
                _ => "remove it",
            },
            SetupDiagnostic::Malformed { expected, .. } => match expected {
                SetupValueKind::Piece(game) => piece_notation(*game),
                SetupValueKind::Point => "name a point of the board",
                SetupValueKind::Player(Players::Two) => "write `B` or `W`",
                SetupValueKind::Player(Players::Three) => "write `B`, `W` or `G`",
                SetupValueKind::Player(Players::Four) => "write `B`, `W`, `G` or `Y`",
                SetupValueKind::Pairs => "pairs of colors, front first: `LINE[RG RB GB]`",
                SetupValueKind::Grown => "write `GROWN[1]`, or leave it out",
            },
            SetupDiagnostic::SecondValue { .. } => "remove the others",
            SetupDiagnostic::WithFirstMove { .. } => "begin a new node for the move: `;B[…]`",
            SetupDiagnostic::OffBoard { point, board } => {
                let point = point.map(|point| point.to_string()).unwrap_or_default();
                return board.extent_without(&point);
            }
            SetupDiagnostic::AllLevelsOccupied { .. } => "",
            SetupDiagnostic::NoSuchLevel { .. } => "levels count from 1 on the board",
            SetupDiagnostic::Occupied { .. } => "leave one of them out",
        }
        .to_owned()
    }
}

fn position_message(kind: SetupFaultKind, point: &str, game: Game) -> String {
    match kind {
        SetupFaultKind::Size => "the game has no such board".to_owned(),
        SetupFaultKind::ForeignPiece => format!("{} has no such piece", title(game)),
        SetupFaultKind::ForeignState => format!("{} has no such state", title(game)),
        SetupFaultKind::ForeignColor => "no player has this color".to_owned(),
        SetupFaultKind::OffBoard => format!("{point} is not on the board"),
        SetupFaultKind::Occupied => format!("two pieces are put on {point}"),
        SetupFaultKind::OuterWall => format!(
            "the wall of the piece on {point} stands on an outer edge, which carries one already"
        ),
        SetupFaultKind::DoubleWall => format!(
            "the wall of the piece on {point} stands on an edge that already carries its neighbor's"
        ),
        SetupFaultKind::NoLiberty => {
            format!("the group of the stone on {point} has no liberty")
        }
        SetupFaultKind::Unsupported => {
            format!("the marble on {point} has nothing to rest on")
        }
        SetupFaultKind::TooHigh => {
            format!("the marble on {point} is above the highest level of the ruleset")
        }
        SetupFaultKind::EqualPair => "a pair of the line has two stones of one color".to_owned(),
        SetupFaultKind::Connected => {
            format!("two sides are already connected, through {point}")
        }
    }
}

fn position_help(kind: SetupFaultKind) -> &'static str {
    match kind {
        SetupFaultKind::Size
        | SetupFaultKind::ForeignPiece
        | SetupFaultKind::ForeignState
        | SetupFaultKind::ForeignColor
        | SetupFaultKind::OffBoard => "",
        SetupFaultKind::Occupied => "leave one out",
        SetupFaultKind::OuterWall => "turn the wall to an edge inside the board",
        SetupFaultKind::DoubleWall => "turn one of the two walls",
        SetupFaultKind::NoLiberty => {
            "in Sygo every group of a given position has an empty neighbor"
        }
        SetupFaultKind::Unsupported => "a marble above the board rests on four others",
        SetupFaultKind::TooHigh => "`max-height` of the ruleset is the highest level, from 1",
        SetupFaultKind::EqualPair => "the two stones of a pair have different colors",
        SetupFaultKind::Connected => "give a position in which nobody has won",
    }
}

/// How a game writes the pieces of a given position.
fn piece_notation(game: Game) -> &'static str {
    match game {
        Game::Bargo => "a piece is a cell and the edge of its wall: `c4/ne`",
        Game::Sygo => "a stone is a point, `d4`, or many are a rectangle, `a1:c3`",
        Game::Ugo => "a stone is `d4`, a king `Kd4`, a rectangle of stones `a1:c3`",
        Game::Bamogo => "a stone is its color and its space: `Rd4`",
        Game::Margo => "a marble is a point, `c5`, or a level and a point, `2d6`",
    }
}
