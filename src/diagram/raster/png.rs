//! Still images.

use super::{
    error::ImageError,
    image::{pixels, tree},
};

/// Draws an SVG image as PNG, enlarged by `scale`.
///
/// # Errors
///
/// If the image would be too large, or if the input is not SVG.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, ImageError> {
    let pixels = pixels(&tree(svg)?, scale)?;
    let encoded = pixels.encode_png();
    encoded.map_err(|error| ImageError::Image(error.to_string()))
}
