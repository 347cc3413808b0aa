//! Errors of drawing.

use thiserror::Error;

/// Why an image cannot be drawn.
#[derive(Debug, Error)]
pub enum ImageError {
    /// It would have too many pixels: width and height.
    #[error("the image would have {0} × {1} pixels; the maximum is {MAX_PIXELS}")]
    Size(u64, u64),
    /// A GIF has from 1 to 65,535 columns and rows, and all its frames have the same number.
    #[error("an animation has from 1 to 65535 pixels in a row or column, as many in all frames")]
    AnimationSize,
    /// The SVG cannot be read or drawn.
    #[error("the image cannot be read: {0}")]
    Image(String),
    /// A PDF file would be too large: the maximum in bytes.
    #[error(
        "the PDF file would be larger than {} MB: it needs fewer diagrams, or another theme than `wood`, whose stones take most room", .0 / 1_000_000
    )]
    LargeFile(usize),
    /// A font file cannot be read.
    #[error("not a font file (TrueType, OpenType or a collection of them)")]
    Font,
    /// A collection of too many fonts: their number.
    #[error("a collection of {0} fonts; the maximum is 256")]
    ManyFonts(u32),
    /// The output cannot be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}

/// The maximum number of pixels of an image, which takes some 250 MB while it is drawn.
pub const MAX_PIXELS: u64 = 60_000_000;
