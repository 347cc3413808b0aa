//! The up to 256 colors of a GIF.

use std::collections::{BTreeSet, HashMap};

/// A color: red, green, blue.
pub(super) type Rgb = [u8; 3];

/// The maximum distance of a color from the one that replaces it, summed over red, green
/// and blue: too small to be visible.
const TOLERANCE: u32 = 24;

/// Colors, and the nearest of them to other colors.
pub(super) struct Palette {
    colors: Vec<Rgb>,
    nearest: HashMap<Rgb, (u8, u32)>,
}

impl Palette {
    /// The colors of these pixels; if they are more than 256, a choice that represents them.
    pub(super) fn of(pixels: &[Rgb]) -> Palette {
        let mut colors = BTreeSet::new();
        for &pixel in pixels {
            colors.insert(pixel);
        }
        let colors = if colors.len() <= 256 {
            colors.into_iter().collect()
        } else {
            let pixels: Vec<u8> = pixels
                .iter()
                .flat_map(|&[r, g, b]| [r, g, b, 255])
                .collect();
            // Every third pixel: the details of letters and lines are larger.
            let map = color_quant::NeuQuant::new(3, 256, &pixels).color_map_rgb();
            map.chunks_exact(3)
                .map(|rgb| [rgb[0], rgb[1], rgb[2]])
                .collect()
        };
        Palette {
            colors,
            nearest: HashMap::new(),
        }
    }

    /// The components of all colors in order.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    /// The index of the nearest color, and its distance.
    fn nearest(&mut self, color: Rgb) -> (u8, u32) {
        let colors = &self.colors;
        *self.nearest.entry(color).or_insert_with(|| {
            let distance = |other: &Rgb| -> u32 {
                let pairs = color.iter().zip(other);
                pairs
                    .map(|(one, other)| u32::from(one.abs_diff(*other)))
                    .sum()
            };
            let all = colors.iter().enumerate();
            let nearest = all.map(|(index, other)| (distance(other), index)).min();
            nearest.map_or((0, 0), |(distance, index)| (index as u8, distance))
        })
    }

    /// The pixels as indices.
    pub(super) fn indices(&mut self, pixels: &[Rgb]) -> Vec<u8> {
        pixels.iter().map(|&pixel| self.nearest(pixel).0).collect()
    }

    /// The pixels as indices, if each is within the tolerance.
    pub(super) fn fitting(&mut self, pixels: &[Rgb]) -> Option<Vec<u8>> {
        let pixels = pixels.iter().map(|&pixel| self.nearest(pixel));
        pixels
            .map(|(index, distance)| (distance <= TOLERANCE).then_some(index))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colors_are_kept_exactly() {
        let pixels = [[1, 2, 3], [200, 0, 0], [1, 2, 3]];
        let mut palette = Palette::of(&pixels);
        assert_eq!(palette.bytes(), [1, 2, 3, 200, 0, 0]);
        assert_eq!(palette.indices(&pixels), [0, 1, 0]);
        assert_eq!(palette.fitting(&[[203, 2, 1]]), Some(vec![1]));
        assert_eq!(palette.fitting(&[[0, 200, 0]]), None);
    }

    #[test]
    fn many_colors_become_256() {
        let pixels: Vec<Rgb> = (0..10_000_u32)
            .map(|n| [(n % 256) as u8, (n / 256) as u8, 90])
            .collect();
        assert_eq!(Palette::of(&pixels).bytes().len(), 3 * 256);
    }
}
