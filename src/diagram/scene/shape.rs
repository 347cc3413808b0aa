//! What a scene is made of.

use crate::games::{Color, StoneColor};

/// A place of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct At {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl At {
    /// The place `right` and `down` of this one.
    #[must_use]
    pub fn moved(self, right: f64, down: f64) -> At {
        At {
            x: self.x + right,
            y: self.y + down,
        }
    }
}

/// A rectangle of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Its left edge.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// The outline of the cell around a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// A square with sides of 1.
    Square,
    /// A hexagon with a corner at the top, 1 wide.
    Hexagon,
}

impl Outline {
    /// The corners, seen from the middle.
    pub fn corners(self) -> &'static [(f64, f64)] {
        // Half an edge of the hexagon is 1 / (2 √3).
        const EDGE: f64 = 0.288_675;
        match self {
            Outline::Square => &[(0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)],
            Outline::Hexagon => &[
                (0.5, -EDGE),
                (0.5, EDGE),
                (0.0, 2.0 * EDGE),
                (-0.5, EDGE),
                (-0.5, -EDGE),
                (0.0, -2.0 * EDGE),
            ],
        }
    }
}

/// What a sign is drawn on and must stand out from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// No piece.
    Board,
    /// A piece of a player.
    Piece(Color),
    /// A stone of Bamogo, and which color of the ruleset it has.
    Neutral(StoneColor, usize),
}

/// The plain signs of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
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
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The name of a column or row.
    Coordinate,
    /// The names of the players.
    Players,
    /// Event, date, komi, result.
    Details,
    /// The score.
    Score,
    /// Moves that are not on the board.
    Elsewhere,
    /// The caption.
    Caption,
    /// Bamogo: whose side it is.
    Side(Color),
}

/// A shape and what it means.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// The cell around a point, or a space.
    Cell(At),
    /// A line of the grid.
    Line(At, At),
    /// An edge of the board.
    Edge(At, At),
    /// A point that is stressed to help the eye.
    Star(At),
    /// A hole of Margo.
    Hole(At),
    /// The board of a pyramid that is seen from a corner.
    Plate(Vec<At>),
    /// An empty point that belongs to a player.
    Owner(At, Color),
    /// A stone.
    Stone(At, Color),
    /// The crown of a king, on its stone. A small one leaves room for a sign.
    Crown {
        /// The middle of the stone.
        at: At,
        /// Whose it is.
        color: Color,
        /// Whether something else is drawn on the stone.
        small: bool,
    },
    /// A marble.
    Marble {
        /// Its middle.
        at: At,
        /// Whose it is.
        color: Color,
        /// From 1.
        level: u8,
        /// The highest level with a marble.
        highest: u8,
    },
    /// A marble that others hide, as a bead on those.
    Hidden(At, Color),
    /// A stone of Bamogo, and the letter of its color on it.
    Neutral {
        /// Its middle.
        at: At,
        /// Its color.
        hue: StoneColor,
        /// Which color of the ruleset it is, from 0.
        rank: usize,
        /// Whether something else is drawn on the stone.
        small: bool,
    },
    /// An edge of the board of Bargo, which stops like a wall.
    Rim(At, At),
    /// The wall of a piece of Bargo, a trapezoid along the edge of its cell.
    Wall([At; 4], Color),
    /// A piece that the last ply removed.
    Ghost(At, Color),
    /// A piece that the last ply gave another color.
    Turned(At, Ground),
    /// What the last ply put down.
    Last {
        /// Its middle.
        at: At,
        /// What it is.
        ground: Ground,
        /// Whether something else takes the middle.
        small: bool,
    },
    /// An illegal move.
    Illegal(At),
    /// A move number.
    Number(At, u32, Ground),
    /// A sign of the record.
    Sign(At, Sign, Ground),
    /// A label of the record. Its text is short and harmless, but not escaped.
    Label(At, String, Ground),
    /// An arrow.
    Arrow(At, At),
    /// A line of the record.
    Segment(At, At),
    /// Bamogo: the side of a player.
    Side(At, At, Color),
    /// A line of text with its middle here, harmless but not escaped.
    Text {
        /// Its middle.
        at: At,
        /// What it is.
        role: Role,
        /// The size of its letters.
        letters: f64,
        /// The text.
        text: String,
    },
}

/// Shapes that belong together; later ones cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// What they are, in one word.
    pub name: &'static str,
    /// The shapes.
    pub shapes: Vec<Shape>,
}

impl Layer {
    pub(super) fn new(name: &'static str, shapes: impl IntoIterator<Item = Shape>) -> Layer {
        Layer {
            name,
            shapes: shapes.into_iter().collect(),
        }
    }
}

/// A picture of a position, in shapes.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// What it shows, in words.
    pub title: String,
    /// The cells of this board.
    pub outline: Outline,
    /// The radius of the pieces.
    pub radius: f64,
    /// How high a circle on the board looks for its width: 1 if it is seen from above.
    pub tilt: f64,
    /// The board with its margins.
    pub plate: Frame,
    /// Everything: the board, and what stands above and below it.
    pub frame: Frame,
    /// From the lowest up.
    pub layers: Vec<Layer>,
}
