//! SVG images as pixels.

use std::{ops::Range, sync::Arc};

use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{FontResolver, Options, Tree, fontdb::Database},
};

use super::{
    error::{ImageError, MAX_PIXELS},
    fonts::Fonts,
    foreign_text::laid_out,
};

/// Parses an SVG image.
pub(in crate::diagram) fn tree(svg: &str, fonts: &Fonts) -> Result<Tree, ImageError> {
    let (foreign, fontdb) = fonts.resolve(svg);
    let svg = foreign.boxed(svg);
    let svg = laid_out(&svg, &foreign, |probe| parsed(probe, Arc::clone(&fontdb)))?;
    parsed(&svg, fontdb)
}

fn parsed(svg: &str, fontdb: Arc<Database>) -> Result<Tree, ImageError> {
    // Letters that their font lacks name another one: a fallback would also draw the others.
    let font_resolver = FontResolver {
        select_font: FontResolver::default_font_selector(),
        select_fallback: Box::new(|_, _, _| None),
    };
    let options = Options {
        fontdb,
        font_resolver,
        font_family: "DejaVu Sans".to_owned(),
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|error| ImageError::Image(error.to_string()))
}

/// Pixels of an image: columns and rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PixelArea {
    pub(super) columns: Range<u32>,
    pub(super) rows: Range<u32>,
}

impl PixelArea {
    pub(super) fn of_pixel(x: u32, y: u32) -> PixelArea {
        PixelArea {
            columns: x..x + 1,
            rows: y..y + 1,
        }
    }

    /// The smallest area with this one and another.
    pub(super) fn union(&self, other: &PixelArea) -> PixelArea {
        let both = |one: &Range<u32>, other: &Range<u32>| {
            one.start.min(other.start)..one.end.max(other.end)
        };
        PixelArea {
            columns: both(&self.columns, &other.columns),
            rows: both(&self.rows, &other.rows),
        }
    }
}

/// Draws an image on white, enlarged by `scale`.
pub(super) fn pixels(tree: &Tree, scale: f32) -> Result<Pixmap, ImageError> {
    let size = tree.size();
    let length = |length: f32| (f64::from(length) * f64::from(scale)).round().max(1.0) as u64;
    let (width, height) = (length(size.width()), length(size.height()));
    let fits = width
        .checked_mul(height)
        .is_some_and(|pixels| pixels <= MAX_PIXELS);
    let pixmap = fits
        .then(|| Pixmap::new(width as u32, height as u32))
        .flatten();
    let mut pixmap = pixmap.ok_or(ImageError::Size(width, height))?;
    pixmap.fill(Color::WHITE);
    let scaled = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(tree, scaled, &mut pixmap.as_mut());
    Ok(pixmap)
}
