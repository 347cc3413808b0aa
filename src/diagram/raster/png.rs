//! Still pictures.

use super::{DrawingError, pixels, tree};

/// Draws an image as PNG, `scale` times as large as it says.
///
/// # Errors
///
/// If the picture would be too large, or if this is no SVG.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, DrawingError> {
    let pixels = pixels(&tree(svg)?, scale)?;
    let encoded = pixels.encode_png();
    encoded.map_err(|error| DrawingError::Image(error.to_string()))
}
