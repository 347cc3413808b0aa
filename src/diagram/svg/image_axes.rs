//! Where columns and rows are in an image.

use super::number::units;
use crate::diagram::{content::Diagram, scene::axes, style::Style};

/// Where three points are in an image of [`svg`](super::svg), in its units, to the right and down: column 1 and row 1,
/// column 2 and row 1, column 1 and row 2, whether or not the board has them. All others follow. `None` for a pyramid
/// that is not seen from above.
pub fn svg_axes(diagram: &Diagram, style: &Style) -> Option<[[String; 2]; 3]> {
    let centers = axes(diagram, style)?;
    Some(centers.map(|at| [units(at.x), units(at.y)]))
}
