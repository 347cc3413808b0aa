//! What a scene is made of.

use crate::games::{Color, StoneColor};

/// A place of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImagePoint {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl ImagePoint {
    /// The place `right` and `down` of this one.
    #[must_use]
    pub fn moved(self, right: f64, down: f64) -> ImagePoint {
        ImagePoint {
            x: self.x + right,
            y: self.y + down,
        }
    }
}

/// A rectangle of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
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
pub enum CellOutline {
    /// A square with sides of 1.
    Square,
    /// A hexagon with a corner at the top, 1 wide.
    Hexagon,
}

impl CellOutline {
    /// The corners, seen from the middle.
    pub fn corners(self) -> &'static [(f64, f64)] {
        // Half an edge of the hexagon is 1 / (2 √3).
        const EDGE: f64 = 0.288_675;
        match self {
            CellOutline::Square => &[(0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)],
            CellOutline::Hexagon => &[
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
pub enum Background {
    /// No piece.
    Board,
    /// A piece of a player.
    Piece(Color),
    /// A stone of Bamogo, and which color of the ruleset it has.
    Neutral(StoneColor, usize),
}

/// The plain signs of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRole {
    /// The name of a column or row.
    Coordinate,
    /// The names of the players.
    Players,
    /// Event, date, komi, result.
    Details,
    /// The score.
    Score,
    /// Moves that are not on the board.
    UnplacedMoves,
    /// The caption.
    Caption,
    /// Bamogo: whose side it is.
    Side(Color),
}

/// A shape and what it means.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// The cell around a point, or a space.
    Cell(ImagePoint),
    /// A line of the grid.
    Line(ImagePoint, ImagePoint),
    /// An edge of the board.
    Edge(ImagePoint, ImagePoint),
    /// A point that is stressed to help the eye.
    Star(ImagePoint),
    /// A hole of Margo.
    Hole(ImagePoint),
    /// The board of a pyramid that is seen from a corner.
    Plate(Vec<ImagePoint>),
    /// An empty point that belongs to a player.
    Owner(ImagePoint, Color),
    /// A stone.
    Stone(ImagePoint, Color),
    /// The crown of a king, on its stone. A small one leaves room for a sign.
    Crown {
        /// The middle of the stone.
        at: ImagePoint,
        /// Whose it is.
        color: Color,
        /// Whether something else is drawn on the stone.
        small: bool,
    },
    /// A marble.
    Marble {
        /// Its middle.
        at: ImagePoint,
        /// Whose it is.
        color: Color,
        /// From 1.
        level: u8,
        /// The highest level with a marble.
        highest: u8,
    },
    /// A marble that others hide, as a bead on those.
    Hidden(ImagePoint, Color),
    /// A stone of Bamogo, and the letter of its color on it.
    Neutral {
        /// Its middle.
        at: ImagePoint,
        /// Its color.
        hue: StoneColor,
        /// Which color of the ruleset it is, from 0.
        rank: usize,
        /// Whether something else is drawn on the stone.
        small: bool,
    },
    /// An edge of the board of Bargo, which stops like a wall.
    Rim(ImagePoint, ImagePoint),
    /// The wall of a piece of Bargo, a trapezoid along the edge of its cell.
    Wall([ImagePoint; 4], Color),
    /// A piece that the last ply removed.
    Ghost(ImagePoint, Color),
    /// A piece that the last ply gave another color.
    Flipped(ImagePoint, Background),
    /// What the last ply put down.
    Last {
        /// Its middle.
        at: ImagePoint,
        /// What it is.
        ground: Background,
        /// Whether something else takes the middle.
        small: bool,
    },
    /// An illegal move.
    Illegal(ImagePoint),
    /// A move number.
    Number(ImagePoint, u32, Background),
    /// A sign of the record.
    Symbol(ImagePoint, Symbol, Background),
    /// A label of the record. Its text is short and harmless, but not escaped.
    Label(ImagePoint, String, Background),
    /// An arrow.
    Arrow(ImagePoint, ImagePoint),
    /// A line of the record.
    Segment(ImagePoint, ImagePoint),
    /// Bamogo: the side of a player.
    Side(ImagePoint, ImagePoint, Color),
    /// A line of text with its middle here, harmless but not escaped.
    Text {
        /// Its middle.
        at: ImagePoint,
        /// What it is.
        role: TextRole,
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
    pub outline: CellOutline,
    /// The radius of the pieces.
    pub radius: f64,
    /// How high a circle on the board looks for its width: 1 if it is seen from above.
    pub tilt: f64,
    /// The board with its margins.
    pub plate: Rect,
    /// Everything: the board, and what stands above and below it.
    pub frame: Rect,
    /// From the lowest up.
    pub layers: Vec<Layer>,
}
