//! Images as pixels: still ones and animations. Text is drawn with the `DejaVu` fonts, which
//! are part of the program, so that it looks the same everywhere; other fonts are used only for
//! letters that these lack.

mod canvas;
mod charstring_cost;
#[cfg(feature = "pdf")]
mod embeddable;
mod error;
mod font_bytes;
mod fonts;
mod foreign_text;
mod gif;
mod image;
mod outline_cost;
mod palette;
mod png;
mod shape_bounds;

pub use error::{ImageError, MAX_PIXELS};
pub use fonts::{Fonts, MAX_FONT};
pub use gif::Animation;
#[cfg(feature = "pdf")]
pub(super) use image::tree;
pub use png::png;
