//! Still images.

use super::{ImageError, pixels, tree};

/// Draws an image as PNG, `scale` times as large as it says.
///
/// # Errors
///
/// If the image would be too large, or if this is no SVG.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, ImageError> {
    let pixels = pixels(&tree(svg)?, scale)?;
    let encoded = pixels.encode_png();
    encoded.map_err(|error| ImageError::Image(error.to_string()))
}
