//! Where columns and rows are in an image.

use super::number::units;
use crate::diagram::{
    content::Diagram,
    scene::{axes, level_boards, places},
    style::Style,
};

/// Where three points are in an image of [`svg`](super::svg), in its units, to the right and down: column 1 and row 1,
/// column 2 and row 1, column 1 and row 2, whether or not the board has them. All others follow. `None` for a pyramid
/// that is not seen from above.
pub fn svg_axes(diagram: &Diagram, style: &Style) -> Option<[[String; 2]; 3]> {
    let centers = axes(diagram, style)?;
    Some(centers.map(|at| [units(at.x), units(at.y)]))
}

/// Where places are in an image, in its units: column 1 and row 1, column 2 and row 1, column 1 and row 2 of level 1, and in a
/// pyramid that is not seen from above column 1 and row 1 of each higher level. All others follow.
pub(in crate::diagram) fn svg_places(diagram: &Diagram, style: &Style) -> Vec<[String; 2]> {
    let places = places(diagram, style).into_iter();
    places.map(|at| [units(at.x), units(at.y)]).collect()
}

/// Where the boards of the levels are in an image of a pyramid whose levels are drawn apart: left, top, width and height,
/// with what is written around them.
pub(in crate::diagram) fn svg_level_boards(diagram: &Diagram, style: &Style) -> Vec<[String; 4]> {
    let boards = level_boards(diagram, style).into_iter();
    boards
        .map(|board| [board.left, board.top, board.width, board.height].map(units))
        .collect()
}
