//! The colors of a GIF: up to 255, and a transparent one.

use std::collections::HashMap;

/// A color: red, green, blue.
pub(super) type Rgb = [u8; 3];

/// The maximum number of colors of a palette. One index more is for transparent pixels.
pub(super) const MAX_COLORS: usize = 255;

/// A distance of a color from the one that replaces it, summed over red, green and blue,
/// that is too small to be visible.
const TOLERANCE: u32 = 24;

/// The least distance of the colors of a palette that lacks some: smaller ones need more
/// colors, and a larger file.
const START: u32 = 20;

/// Colors, and the nearest of them to other colors.
#[derive(Debug)]
pub(super) struct Palette {
    colors: Vec<Rgb>,
    /// How far a color of the pixels that it is made for can be from the nearest one.
    radius: u32,
    nearest: HashMap<Rgb, (u8, u32)>,
}

/// The colors of images, and how many pixels have each. The pixels themselves are not kept.
#[derive(Debug, Default)]
pub(super) struct ColorCounts(HashMap<Rgb, usize>);

impl ColorCounts {
    pub(super) fn add(&mut self, pixels: impl Iterator<Item = Rgb>) {
        let mut pixels = pixels.peekable();
        while let Some(color) = pixels.next() {
            let mut length = 1;
            // Most pixels are like the one before.
            while pixels.next_if_eq(&color).is_some() {
                length += 1;
            }
            *self.0.entry(color).or_default() += length;
        }
    }
}

impl Palette {
    /// These colors; if they are more than a palette has, the most frequent ones, so that all others are near to one of
    /// them.
    pub(super) fn of(counts: ColorCounts) -> Palette {
        let mut by_count: Vec<(Rgb, usize)> = counts.0.into_iter().collect();
        by_count.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        // All colors, or else so few that they compress well. No two colors are farther apart
        // than 3 · 255, so there is a radius.
        let growing = std::iter::successors(Some(START), |radius| Some(radius + 1 + radius / 4));
        let radii = std::iter::once(0).chain(growing);
        let chosen = radii.map(|radius| Some((radius, apart(&by_count, radius)?)));
        let (radius, colors) = chosen.into_iter().flatten().next().unwrap_or_default();
        Palette {
            colors,
            radius,
            nearest: HashMap::new(),
        }
    }

    /// The components of all colors in order, padded so that there is an index for
    /// transparent pixels.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.concat();
        bytes.resize(3 * (MAX_COLORS + 1), 0);
        bytes
    }

    /// The index of the nearest color, and its distance.
    fn nearest(&mut self, color: Rgb) -> (u8, u32) {
        let colors = &self.colors;
        *self.nearest.entry(color).or_insert_with(|| {
            let all = colors.iter().enumerate();
            let nearest = all
                .map(|(index, &other)| (distance(color, other), index))
                .min();
            nearest.map_or((0, 0), |(distance, index)| (index as u8, distance))
        })
    }

    /// The pixels as indices; `None` is transparent and has the given index.
    pub(super) fn indices(
        &mut self,
        pixels: impl Iterator<Item = Option<Rgb>>,
        transparent: u8,
    ) -> Vec<u8> {
        let index = |pixel: Option<Rgb>| pixel.map_or(transparent, |pixel| self.nearest(pixel).0);
        pixels.map(index).collect()
    }

    /// The pixels as indices, if each is within the tolerance.
    pub(super) fn fitting(
        &mut self,
        pixels: impl Iterator<Item = Option<Rgb>>,
        transparent: u8,
    ) -> Option<Vec<u8>> {
        let index = |pixel: Option<Rgb>| match pixel {
            None => Some(transparent),
            Some(pixel) => {
                let (index, distance) = self.nearest(pixel);
                (distance <= TOLERANCE.max(self.radius)).then_some(index)
            }
        };
        pixels.map(index).collect()
    }
}

fn distance(one: Rgb, other: Rgb) -> u32 {
    let pairs = one.iter().zip(other);
    pairs
        .map(|(one, other)| u32::from(one.abs_diff(other)))
        .sum()
}

/// Of these colors, the first and each next one that is farther than `radius` from those
/// before it; `None` if they are too many.
fn apart(colors: &[(Rgb, usize)], radius: u32) -> Option<Vec<Rgb>> {
    let mut chosen: Vec<Rgb> = Vec::new();
    for &(color, _) in colors {
        if chosen.iter().all(|&other| distance(color, other) > radius) {
            if chosen.len() == MAX_COLORS {
                return None;
            }
            chosen.push(color);
        }
    }
    Some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn palette_of(pixels: &[Rgb]) -> Palette {
        let mut counts = ColorCounts::default();
        counts.add(pixels.iter().copied());
        Palette::of(counts)
    }

    #[test]
    fn few_colors_are_kept_exactly() {
        let pixels = [[1, 2, 3], [200, 0, 0], [1, 2, 3]];
        let mut palette = palette_of(&pixels);
        assert_eq!(palette.bytes()[..6], [1, 2, 3, 200, 0, 0]);
        assert_eq!(palette.bytes().len(), 3 * 256);
        assert_eq!(palette.indices(pixels.into_iter().map(Some), 9), [0, 1, 0]);
        assert_eq!(
            palette.fitting([Some([203, 2, 1]), None].into_iter(), 9),
            Some(vec![1, 9])
        );
        assert_eq!(palette.fitting([Some([0, 200, 0])].into_iter(), 9), None);
    }

    #[test]
    fn of_many_colors_each_is_near_to_one_of_the_palette() {
        let pixels: Vec<Rgb> = (0..10_000_u32)
            .map(|n| [(n % 256) as u8, (n / 256) as u8, 90])
            .collect();
        let mut palette = palette_of(&pixels);
        assert!((50..=MAX_COLORS).contains(&palette.colors.len()));
        assert!(
            (START..2 * START).contains(&palette.radius),
            "{}",
            palette.radius
        );
        let worst = pixels.iter().map(|&pixel| palette.nearest(pixel).1).max();
        assert!(worst <= Some(palette.radius));
    }
}
