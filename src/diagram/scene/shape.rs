//! The shapes of a scene. A shape is its own identity: what it is, where it is, and in what
//! state, so that equal shapes of two scenes look the same. The derived order agrees with the
//! order in which pieces are drawn.

use super::image_point::{FontSize, ImagePoint};
use crate::games::{Color, StoneColor};

/// What a symbol is drawn on and must contrast with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Background {
    /// No piece.
    Board,
    /// A piece of a player.
    Piece(Color),
    /// A stone of Bamogo, and which color of the ruleset it has.
    Neutral(StoneColor, usize),
}

/// The symbols of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// `TR`
    Triangle,
    /// `SQ`
    Square,
    /// `CR`
    Circle,
    /// `MA`
    Cross,
    /// `SL`
    Selected,
    /// `TB`, `TW`
    Territory(Color),
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextRole {
    /// The name of a column or row.
    Coordinate,
    /// The names of the players.
    Players,
    /// Event, date, komi, result.
    Details,
    /// The score.
    Score,
    /// Who is to move, and what else is not on the board.
    Status,
    /// Moves that are not on the board, in one line.
    UnplacedMoves,
    /// A part of a list of them: its place is its left end.
    MoveList,
    /// What marks mean.
    Key,
    /// The caption.
    Caption,
    /// Bamogo: whose side it is.
    Side(Color),
    /// Margo: the title of the board of a level.
    Level,
}

/// A shape and what it means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// The cell around a point, or a space.
    Cell(ImagePoint),
    /// The board below a pyramid.
    Base(Vec<ImagePoint>),
    /// A line of the grid.
    GridLine(ImagePoint, ImagePoint),
    /// An edge of the board.
    BoardEdge(ImagePoint, ImagePoint),
    /// A star point.
    StarPoint(ImagePoint),
    /// A hole of Margo.
    Hole(ImagePoint),
    /// An empty point that belongs to a player.
    Territory(ImagePoint, Color),
    /// A stone.
    Stone(ImagePoint, Color),
    /// The crown of a king, on its stone.
    Crown {
        /// The center of the stone.
        at: ImagePoint,
        /// Whose it is.
        color: Color,
        /// Whether it leaves space for something else on the stone.
        small: bool,
    },
    /// A king whose stone has a number: a ring around the number.
    KingRing(ImagePoint, Color),
    /// A marble.
    Marble {
        /// Marbles with a larger depth are nearer to the viewer and cover others.
        depth: i32,
        /// Its center.
        at: ImagePoint,
        /// Whose it is.
        color: Color,
        /// From 1.
        level: u8,
        /// The level of the lightest shade: the highest one with a marble, but at least 4.
        top_level: u8,
    },
    /// The level of a marble as a digit, on what it is written.
    MarbleLevel(ImagePoint, u8, Background),
    /// A marble of the level below the one whose board it is drawn on.
    MarbleBelow(ImagePoint, Color),
    /// A stone of Bamogo, and the letter of its color on it.
    NeutralStone {
        /// Its center.
        at: ImagePoint,
        /// Its color.
        color: StoneColor,
        /// Which color of the ruleset it is, from 0.
        rank: usize,
        /// Whether the letter leaves space for something else.
        small: bool,
    },
    /// An edge of the board of Bargo, which stops like a wall.
    Border(ImagePoint, ImagePoint),
    /// The wall of a piece of Bargo, a trapezoid along the edge of its cell.
    Wall {
        /// The center of the piece.
        at: ImagePoint,
        /// The corners of the trapezoid.
        corners: [ImagePoint; 4],
        /// Whose it is.
        color: Color,
    },
    /// A point that is dimmed, with the piece on it.
    Dimmed(ImagePoint),
    /// A part of the outline of a marble that the last ply removed, seen from a corner: the center of the marble, and two
    /// points of its outline, which is drawn clockwise from the first to the second; all of it if they are the same.
    CapturedOutline(ImagePoint, ImagePoint, ImagePoint),
    /// A piece that the last ply removed.
    Captured(ImagePoint, Color),
    /// A piece that the last ply gave another color.
    Flipped(ImagePoint, Background),
    /// A stone that has this color later.
    Recolored(ImagePoint, Color),
    /// Bamogo: the stones with which a player has won, each next to the one before.
    Chain(Vec<ImagePoint>),
    /// What the last ply placed.
    LastMove {
        /// Its center.
        at: ImagePoint,
        /// What it is.
        background: Background,
        /// Whether something else is in the center.
        small: bool,
    },
    /// An illegal move.
    IllegalMove(ImagePoint),
    /// A move number, and its size as a share of the usual one.
    MoveNumber(ImagePoint, u32, Background, FontSize),
    /// A symbol of the record.
    Symbol(ImagePoint, Symbol, Background),
    /// A label of the record. Its text is short and sanitized, but not escaped.
    Label(ImagePoint, String, Background),
    /// An arrow of the record.
    Arrow(ImagePoint, ImagePoint),
    /// A line of the record.
    MarkedLine(ImagePoint, ImagePoint),
    /// Bamogo: the side of a player.
    PlayerSide(ImagePoint, ImagePoint, Color),
    /// A line of text, sanitized but not escaped.
    Text {
        /// Its center.
        at: ImagePoint,
        /// What it is.
        role: TextRole,
        /// The height of its letters.
        size: FontSize,
        /// The text.
        text: String,
    },
}
