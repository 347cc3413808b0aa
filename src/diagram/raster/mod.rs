//! SVG as dots: still pictures and moving ones. Text is drawn with the `DejaVu` fonts,
//! which are part of the program; fonts of the system are never looked at.

mod gif;
mod palette;
mod png;

use std::sync::{Arc, LazyLock};

use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};
use thiserror::Error;

pub use gif::Animation;
pub use png::png;

/// Why an image cannot be drawn.
#[derive(Debug, Error)]
pub enum ImageError {
    /// It would be too large.
    #[error("the picture would have {0} × {1} pixels; {MAX_PIXELS} are the most that are drawn")]
    Size(u64, u64),
    /// A GIF has at most 65,535 pixels either way.
    #[error("an animation has at most 65535 pixels in a row or column")]
    AnimationSize,
    /// The image that it is made from cannot be read.
    #[error("the image cannot be read: {0}")]
    Image(String),
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}

/// How many pixels an image has at most: some 250 MB while it is drawn.
pub const MAX_PIXELS: u64 = 60_000_000;

/// The fonts, read once.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    use dejavu::sans_condensed::{bold, regular};
    let mut fonts = Database::new();
    for font in [regular(), bold()] {
        fonts.load_font_source(resvg::usvg::fontdb::Source::Binary(Arc::new(font)));
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

/// Reads an image.
pub(super) fn tree(svg: &str) -> Result<Tree, ImageError> {
    let options = Options {
        fontdb: Arc::clone(&FONTS),
        font_family: "DejaVu Sans".to_owned(),
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|error| ImageError::Image(error.to_string()))
}

/// Draws an image `scale` times as large as it says.
fn pixels(tree: &Tree, scale: f32) -> Result<Pixmap, ImageError> {
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
