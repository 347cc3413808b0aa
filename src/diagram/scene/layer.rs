//! Shapes in the order in which they are drawn.

use super::{
    image_point::{CellOutline, FontSize, Rect},
    shape::Shape,
};

/// The layers of all boards, from the lowest up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LayerId {
    /// Bargo: the cells of the board.
    Cells,
    /// Sygo, Ugo: the lines of the board.
    Grid,
    /// Bamogo: the spaces of the board.
    Spaces,
    /// Margo: the board below the pyramid.
    Base,
    /// The names of columns and rows. The pieces of a pyramid can cover them.
    Coordinates,
    /// Sygo, Ugo: star points.
    StarPoints,
    /// Margo: the holes of level 1.
    Holes,
    /// Bamogo: the sides of the players.
    Sides,
    /// Margo: the titles of the boards of levels.
    Levels,
    /// Who owns which empty point.
    Territory,
    /// Bargo: the edge of the board.
    Border,
    /// Margo: on the board of each level the marbles below it.
    MarblesBelow,
    /// Margo: the marbles.
    Marbles,
    /// Margo: the levels of marbles as digits.
    MarbleLevels,
    /// Pieces that the last ply removed.
    Captured,
    /// Bargo: the walls of the pieces.
    Walls,
    /// Bamogo: the chain with which a player has won, below its stones.
    Chain,
    /// Stones.
    Stones,
    /// Ugo: the crowns of kings.
    Kings,
    /// Dimmed points of the record.
    Dimmed,
    /// Lines and arrows of the record, below what is written on pieces and points.
    Lines,
    /// Sygo: stones that the last ply gave another color.
    Flipped,
    /// Sygo: stones that have the other color after the numbered plies.
    Recolored,
    /// What the last ply placed.
    LastMove,
    /// Move numbers.
    MoveNumbers,
    /// Symbols of the record.
    Marks,
    /// Labels of the record.
    Labels,
    /// An illegal move.
    Illegal,
    /// Texts above the board.
    Header,
    /// Texts below the board.
    Notes,
}

impl LayerId {
    /// Its name, which is its class in SVG.
    pub fn name(self) -> &'static str {
        match self {
            LayerId::Cells => "cells",
            LayerId::Grid => "grid",
            LayerId::Spaces => "spaces",
            LayerId::Base => "plate",
            LayerId::Coordinates => "coordinates",
            LayerId::StarPoints => "stars",
            LayerId::Holes => "holes",
            LayerId::Sides => "sides",
            LayerId::Territory => "territory",
            LayerId::Border => "rim",
            LayerId::Marbles => "marbles",
            LayerId::MarbleLevels => "digits",
            LayerId::Levels => "levels",
            LayerId::MarblesBelow => "below",
            LayerId::Captured => "captured",
            LayerId::Walls => "walls",
            LayerId::Chain => "chain",
            LayerId::Stones => "stones",
            LayerId::Kings => "kings",
            LayerId::Dimmed => "dimmed",
            LayerId::Flipped => "turned",
            LayerId::Recolored => "recolored",
            LayerId::LastMove => "last",
            LayerId::MoveNumbers => "numbers",
            LayerId::Marks => "marks",
            LayerId::Labels => "labels",
            LayerId::Lines => "lines",
            LayerId::Illegal => "illegal",
            LayerId::Header => "header",
            LayerId::Notes => "notes",
        }
    }
}

/// Shapes of one layer; later ones cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Which layer.
    pub id: LayerId,
    /// The shapes.
    pub shapes: Vec<Shape>,
}

impl Layer {
    pub(super) fn new(id: LayerId, shapes: impl IntoIterator<Item = Shape>) -> Layer {
        let mut shapes: Vec<Shape> = shapes.into_iter().collect();
        // A book keeps thousands of boards.
        shapes.shrink_to_fit();
        Layer { id, shapes }
    }
}

/// An image of a position, in shapes.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// What it shows, in words.
    pub title: String,
    /// The cells of this board.
    pub outline: CellOutline,
    /// The radius of the pieces.
    pub radius: f64,
    /// The height of a circle on the board as a share of its width: 1 if seen from above.
    pub tilt: f64,
    /// The size of coordinates.
    pub coordinates: FontSize,
    /// Pixels for each unit of the board.
    pub scale: f64,
    /// The board with its margins.
    pub board: Rect,
    /// Everything: the board, and the texts above and below it.
    pub frame: Rect,
    /// Layers with at least one shape, in ascending order.
    pub layers: Vec<Layer>,
    /// The board after the last ply of a numbered diagram, at the lower end of the frame.
    pub following: Option<Box<Scene>>,
}

impl Scene {
    /// The number of shapes, those of the board after the last ply included. Memory and files grow with it.
    pub fn shape_count(&self) -> usize {
        let own: usize = self.layers.iter().map(|layer| layer.shapes.len()).sum();
        own + self
            .following
            .as_ref()
            .map_or(0, |scene| scene.shape_count())
    }
}
