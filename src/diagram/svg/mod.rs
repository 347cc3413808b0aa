//! Scenes as SVG: groups with the names of the layers, classes that a style sheet
//! colors, nothing that needs a network or a script.

mod document;
mod escape;
mod image_axes;
mod lettering;
mod number;
mod palettes;
mod paths;
mod pieces;
mod shapes;
mod symbols;
mod theme_colors;
mod writer;

pub use document::svg;
pub(super) use document::{Visibility, svg_with_visibility};
pub use escape::escaped;
pub use image_axes::svg_axes;
pub(super) use image_axes::{svg_level_boards, svg_places};
