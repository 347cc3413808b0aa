//! What makes a ply or a setup illegal.

use std::{error::Error, fmt};

use super::Point;

macro_rules! rules {
    ($($variant:ident = $id:literal: $text:literal;)*) => {
        /// A rule that a ply can break. The order within a game is the order in
        /// which its rules are judged: the first one broken is the one reported.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = concat!("`", $id, "`: violated when ", $text, ".")] $variant,)*
        }

        impl Rule {
            /// All rules, game by game.
            pub const ALL: &'static [Rule] = &[$(Rule::$variant),*];

            /// The rule's id, which is also the code of the finding.
            pub fn id(self) -> &'static str {
                match self { $(Rule::$variant => $id,)* }
            }

            /// When the rule is violated, as a clause in English.
            pub fn violated_when(self) -> &'static str {
                match self { $(Rule::$variant => $text,)* }
            }
        }
    };
}

rules! {
    AfterEnd = "record::after-end": "the game was already over";
    TurnOrder = "record::turn-order": "the ply belongs to the player who is not to move";
    Notation = "record::notation": "the ply is not a move of this game";

    BargoOffBoard = "bargo::off-board": "the cell is not on the board";
    BargoOccupied = "bargo::occupied": "the cell is not empty";
    BargoDoubleWall = "bargo::double-wall": "the new wall's edge already carries a wall";
    BargoNoLiberty = "bargo::no-liberty": "after the removals the new piece's group has no liberty";
    BargoWallFacesEnemy = "bargo::wall-faces-enemy": "after the removals an enemy piece is across the new wall";
    BargoRepetition = "bargo::repetition": "an earlier turn of the mover ended in the same position";
    BargoButtonTaken = "bargo::button-taken": "the button is taken or there is none";
    BargoPassBeforeButton = "bargo::pass-before-button": "the button can still be taken";

    UgoButtonTaken = "ugo::button-taken": "the button is taken or there is none";
    UgoPassBeforeButton = "ugo::pass-before-button": "the button can still be taken";
    UgoOffBoard = "ugo::off-board": "the point is not on the board";
    UgoOccupied = "ugo::occupied": "the point is not empty";
    UgoStoneTakesLastLiberty = "ugo::stone-takes-last-liberty": "a stone leaves a group of either player without liberties";
    UgoKingCapturesNothing = "ugo::king-captures-nothing": "a king takes no enemy group's last liberty";

    SygoOffBoard = "sygo::off-board": "a point is not on the board";
    SygoOccupied = "sygo::occupied": "a point is not empty at that moment";
    SygoStoneAfterPlacement = "sygo::stone-after-placement": "the turn began with a placement and has a further stone";
    SygoGroupGrewTwice = "sygo::group-grew-twice": "a group would grow by a second stone in one turn";
    SygoCaptorsGrowAgain = "sygo::captors-grow-again": "a group that captured in this turn would grow in it";
    SygoPlacementAfterGrowth = "sygo::placement-after-growth": "a placement follows growth outside a balance turn";
    SygoNoLiberty = "sygo::no-liberty": "at the end of the turn a group of the mover has no liberty";

    BamogoPass = "bamogo::pass": "a player passes";
    BamogoLineEmpty = "bamogo::line-empty": "stones are placed and no pair is left";
    BamogoWrongPair = "bamogo::wrong-pair": "the colors are not those of the front pair";
    BamogoOffBoard = "bamogo::off-board": "a space is not on the board";
    BamogoOccupied = "bamogo::occupied": "a stone is placed on a space that is not empty";
    BamogoNotAdjacent = "bamogo::not-adjacent": "the two spaces are not adjacent and must be";
    BamogoSwitchEmpty = "bamogo::switch-empty": "a space of the switch holds no stone";
    BamogoSwitchUndo = "bamogo::switch-undo": "the other player has just switched the same two spaces";

    MargoPass = "margo::pass": "a player passes";
    MargoSwap = "margo::swap": "a swap is not Black's answer to the first marble";
    MargoOffBoard = "margo::off-board": "the board has no such point or level";
    MargoOccupied = "margo::occupied": "the slot is occupied";
    MargoUnsupported = "margo::unsupported": "the four slots below are not all occupied, or a lower slot at the point is empty";
    MargoTooHigh = "margo::too-high": "the level is above the highest of the ruleset";
    MargoNoFreedom = "margo::no-freedom": "after the captures the placed marble's group has no freedom";
    MargoRepetition = "margo::repetition": "a position recurs that the ruleset forbids";
}

impl fmt::Display for Rule {
    /// Writes the [id](Rule::id).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// Why a ply is illegal: the first rule it breaks, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The point of the move that breaks it: of several stones the first that does.
    pub point: Option<Point>,
    /// The other points involved: the piece across the wall, the pieces of
    /// the group without liberties and the like.
    pub concerned: Vec<Point>,
    /// The ply that ended in the repeated position; 0 is the start.
    pub repeats: Option<u32>,
}

impl Violation {
    /// A violation at no point.
    pub fn of(rule: Rule) -> Violation {
        Violation {
            rule,
            point: None,
            concerned: Vec::new(),
            repeats: None,
        }
    }

    /// A violation at a point.
    pub fn at(rule: Rule, point: Point) -> Violation {
        Violation {
            point: Some(point),
            ..Violation::of(rule)
        }
    }

    /// The same violation with the other points involved.
    #[must_use]
    pub fn by(mut self, concerned: Vec<Point>) -> Violation {
        self.concerned = concerned;
        self
    }

    /// The same violation with the ply that is repeated.
    #[must_use]
    pub fn repeating(mut self, ply: u32) -> Violation {
        self.repeats = Some(ply);
        self
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule.id(), self.rule.violated_when())
    }
}

impl Error for Violation {}

/// Why a game cannot start from a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetupFault {
    /// The index in [`Setup::pieces`](super::Setup::pieces) of the piece at fault, where there is
    /// one.
    pub piece: Option<usize>,
    /// What is wrong with it.
    pub kind: SetupFaultKind,
}

/// What is wrong with a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupFaultKind {
    /// The game has no board of this size.
    Size,
    /// The piece is not of this game.
    ForeignPiece,
    /// The setup has a button, growth or a line, which the game or the ruleset does not have.
    ForeignState,
    /// The piece, the player to move or the holder of the button is of a color that nobody plays.
    ForeignColor,
    /// The piece is not on the board.
    OffBoard,
    /// Another piece is on the same point or level.
    Occupied,
    /// The piece's wall is on an outer edge of the board (Bargo).
    OuterWall,
    /// The piece's wall is on an edge that already carries one (Bargo).
    DoubleWall,
    /// The piece's group has no liberty (Sygo).
    NoLiberty,
    /// The piece does not rest on four others (Margo).
    Unsupported,
    /// The piece is on a level above the highest of the ruleset (Margo).
    TooHigh,
    /// A pair of the line has two stones of one color (Bamogo).
    EqualPair,
    /// Two sides are connected already (Bamogo).
    Connected,
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.kind {
            SetupFaultKind::Size => "the game has no board of this size",
            SetupFaultKind::ForeignPiece => "the piece is not of this game",
            SetupFaultKind::ForeignState => {
                "the game or the ruleset knows no such button, growth or line"
            }
            SetupFaultKind::ForeignColor => "no player has this color",
            SetupFaultKind::OffBoard => "the piece is not on the board",
            SetupFaultKind::Occupied => "two pieces are on one point",
            SetupFaultKind::OuterWall => "a wall is on an outer edge of the board",
            SetupFaultKind::DoubleWall => "two walls are on one edge",
            SetupFaultKind::NoLiberty => "a group has no liberty",
            SetupFaultKind::Unsupported => "a marble does not rest on four others",
            SetupFaultKind::TooHigh => "a marble is above the highest level of the ruleset",
            SetupFaultKind::EqualPair => "a pair has two stones of one color",
            SetupFaultKind::Connected => "two sides are already connected",
        };
        match self.piece {
            Some(index) => write!(f, "piece {}: {text}", index + 1),
            None => f.write_str(text),
        }
    }
}

impl Error for SetupFault {}
