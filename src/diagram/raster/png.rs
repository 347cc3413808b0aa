//! Still images. What a file can contain is left to find out here: few colors need a palette,
//! and no pixel is transparent.

use std::collections::HashMap;

use png::{BitDepth, ColorType, Compression, Encoder, FilterType};

use super::{
    error::ImageError,
    fonts::Fonts,
    image::{pixels, tree},
};

/// The maximum number of colors of a palette.
const MAX_PALETTE: usize = 256;

/// Draws an SVG image as PNG, enlarged by `scale`.
///
/// # Errors
///
/// If the image would be too large, or if the input is not SVG.
pub fn png(svg: &str, scale: f32, fonts: &Fonts) -> Result<Vec<u8>, ImageError> {
    let pixmap = pixels(&tree(svg, fonts)?, scale)?;
    let colors = pixmap.pixels().iter();
    // Images are drawn on white, so all pixels are opaque.
    let colors: Vec<[u8; 3]> = colors
        .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        .collect();
    let (width, height) = (pixmap.width(), pixmap.height());
    // An image is large: it is not held in several forms.
    drop(pixmap);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_compression(Compression::Best);
    // The same stones occur again and again: unfiltered they are recognized best.
    encoder.set_filter(FilterType::NoFilter);
    let data = match indexed(&colors) {
        Some((palette, indices)) => {
            let (depth, bits) = match palette.len() {
                0..=2 => (BitDepth::One, 1),
                3..=4 => (BitDepth::Two, 2),
                5..=16 => (BitDepth::Four, 4),
                _ => (BitDepth::Eight, 8),
            };
            encoder.set_color(ColorType::Indexed);
            encoder.set_depth(depth);
            encoder.set_palette(palette.concat());
            packed(&indices, width as usize, bits)
        }
        None => {
            encoder.set_color(ColorType::Rgb);
            colors.into_flattened()
        }
    };
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&data));
    written.map_err(|error| ImageError::Image(error.to_string()))?;
    Ok(bytes)
}

/// The colors in the order of their first pixels, and the pixels as indices; `None` if there are
/// too many colors.
fn indexed(pixels: &[[u8; 3]]) -> Option<(Vec<[u8; 3]>, Vec<u8>)> {
    let mut palette = Vec::new();
    let mut known: HashMap<[u8; 3], u8> = HashMap::new();
    let mut indices = Vec::with_capacity(pixels.len());
    for &color in pixels {
        let index = match known.get(&color) {
            Some(&index) => index,
            None if palette.len() == MAX_PALETTE => return None,
            None => {
                let index = palette.len() as u8;
                palette.push(color);
                known.insert(color, index);
                index
            }
        };
        indices.push(index);
    }
    Some((palette, indices))
}

/// Indices of this many bits, each row in whole bytes.
fn packed(indices: &[u8], row: usize, bits: usize) -> Vec<u8> {
    let pack = |indices: &[u8]| {
        let shifts = (0..8).step_by(bits).map(|used| 8 - bits - used);
        let shifted = indices
            .iter()
            .zip(shifts)
            .map(|(index, shift)| index << shift);
        shifted.fold(0, |byte, index| byte | index)
    };
    let rows = indices.chunks(row);
    rows.flat_map(|row| row.chunks(8 / bits).map(pack))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_packed_from_the_left() {
        assert_eq!(
            packed(&[1, 0, 1, 1, 1, 1], 3, 1),
            [0b1010_0000, 0b1110_0000]
        );
        assert_eq!(packed(&[1, 2, 3], 3, 4), [0x12, 0x30]);
        assert_eq!(packed(&[7, 8], 2, 8), [7, 8]);
    }

    #[test]
    fn colors_are_counted() {
        let (palette, indices) = indexed(&[[1; 3], [9; 3], [1; 3]]).expect("two colors");
        assert_eq!((palette, indices), (vec![[1; 3], [9; 3]], vec![0, 1, 0]));
        let many: Vec<[u8; 3]> = (0..257_u16)
            .map(|n| [(n / 256) as u8, n as u8, 0])
            .collect();
        assert_eq!(indexed(&many), None);
    }
}
