//! SVG as pixels: still images and animations. Text is drawn with the `DejaVu` fonts, which
//! are part of the program; fonts of the system are never used.

mod error;
mod gif;
mod image;
mod palette;
mod png;

pub use error::{ImageError, MAX_PIXELS};
pub use gif::Animation;
#[cfg(feature = "pdf")]
pub(super) use image::tree;
pub use png::png;
