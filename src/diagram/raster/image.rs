//! SVG images as pixels.

use std::sync::{Arc, LazyLock};

use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};

use super::error::{ImageError, MAX_PIXELS};

/// The fonts, parsed once.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    use dejavu::sans_condensed::{bold, regular};
    let mut fonts = Database::new();
    for font in [regular(), bold()] {
        fonts.load_font_source(resvg::usvg::fontdb::Source::Binary(Arc::new(font)));
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

/// Parses an SVG image.
pub(in crate::diagram) fn tree(svg: &str) -> Result<Tree, ImageError> {
    let options = Options {
        fontdb: Arc::clone(&FONTS),
        font_family: "DejaVu Sans".to_owned(),
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|error| ImageError::Image(error.to_string()))
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
