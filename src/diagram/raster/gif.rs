//! Animations. Each frame is written at once, and of every frame after the first only the
//! part that has changed: a long game takes the memory of one frame.

use std::{borrow::Cow, io::Write};

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use super::{
    error::ImageError,
    image::{pixels, tree},
    palette::{Palette, Rgb},
};

/// An animation that is being written. All frames are as large as the first image;
/// an image of another size is scaled to fit.
pub struct Animation<W: Write> {
    encoder: Encoder<W>,
    width: u16,
    height: u16,
    scale: f32,
    palette: Palette,
    /// The pixels of the last frame.
    last_frame: Option<Vec<Rgb>>,
}

impl<W: Write> Animation<W> {
    /// Begins an animation that repeats without end. The sample, an SVG image, determines
    /// the size, enlarged by `scale`, and the palette: it should contain the colors of most
    /// frames, like the last position of the game. A frame with other colors gets a palette
    /// of its own.
    ///
    /// # Errors
    ///
    /// If the image would be too large, is not SVG, or cannot be written.
    pub fn new(writer: W, sample: &str, scale: f32) -> Result<Animation<W>, ImageError> {
        let sample = pixels(&tree(sample)?, scale)?;
        let length = |length: u32| u16::try_from(length).map_err(|_| ImageError::AnimationSize);
        let (width, height) = (length(sample.width())?, length(sample.height())?);
        let palette = Palette::of(&colors(&sample));
        let mut encoder =
            Encoder::new(writer, width, height, &palette.bytes()).map_err(image_error)?;
        encoder.set_repeat(Repeat::Infinite).map_err(image_error)?;
        Ok(Animation {
            encoder,
            width,
            height,
            scale,
            palette,
            last_frame: None,
        })
    }

    /// Adds a frame that is shown for `delay` hundredths of a second.
    ///
    /// # Errors
    ///
    /// If the frame is not SVG or cannot be written.
    pub fn push(&mut self, svg: &str, delay: u16) -> Result<(), ImageError> {
        let frame = self.frame(svg)?;
        let (left, top, width, height) = self.changed(&frame);
        let row = usize::from(self.width);
        let rows = usize::from(top)..usize::from(top + height);
        let part: Vec<Rgb> = rows
            .flat_map(|y| &frame[y * row + usize::from(left)..][..usize::from(width)])
            .copied()
            .collect();
        let (palette, buffer) = match self.palette.fitting(&part) {
            Some(indices) => (None, indices),
            None => {
                let mut own = Palette::of(&part);
                (Some(own.bytes()), own.indices(&part))
            }
        };
        let frame_of_gif = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            left,
            top,
            width,
            height,
            palette,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        self.last_frame = Some(frame);
        self.encoder.write_frame(&frame_of_gif).map_err(image_error)
    }

    /// Ends the animation and returns the writer.
    ///
    /// # Errors
    ///
    /// If the animation cannot be written.
    pub fn finish(self) -> Result<W, ImageError> {
        self.encoder.into_inner().map_err(image_error)
    }

    /// The pixels of an image, scaled to the size of the animation.
    fn frame(&self, svg: &str) -> Result<Vec<Rgb>, ImageError> {
        let tree = tree(svg)?;
        let drawn = pixels(&tree, self.scale)?;
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        if (drawn.width(), drawn.height()) == (width, height) {
            return Ok(colors(&drawn));
        }
        let fit = |length: u32, whole: u32| f64::from(whole) / f64::from(length);
        let smaller = fit(drawn.width(), width).min(fit(drawn.height(), height));
        let drawn = pixels(&tree, self.scale * smaller as f32)?;
        let mut canvas = vec![[255; 3]; usize::from(self.width) * usize::from(self.height)];
        let within = |length: u32, whole: u32| length.min(whole) as usize;
        let (columns, rows) = (within(drawn.width(), width), within(drawn.height(), height));
        let (right, down) = ((width as usize - columns) / 2, (height as usize - rows) / 2);
        let pixels = colors(&drawn);
        for (row, line) in pixels
            .chunks_exact(drawn.width() as usize)
            .take(rows)
            .enumerate()
        {
            let start = (row + down) * width as usize + right;
            canvas[start..start + columns].copy_from_slice(&line[..columns]);
        }
        Ok(canvas)
    }

    /// The smallest rectangle that contains all changed pixels: left, top, width and height.
    /// It has at least one pixel.
    fn changed(&self, frame: &[Rgb]) -> (u16, u16, u16, u16) {
        let Some(last) = &self.last_frame else {
            return (0, 0, self.width, self.height);
        };
        let row = usize::from(self.width);
        let differing = frame.iter().zip(last).enumerate();
        let differing = differing
            .filter(|(_, (new, old))| new != old)
            .map(|(index, _)| index);
        let bounds = differing.fold(None, |bounds, index| {
            let (x, y) = (index % row, index / row);
            let (left, top, right, bottom) = bounds.unwrap_or((x, y, x, y));
            Some((x.min(left), y.min(top), x.max(right), y.max(bottom)))
        });
        let (left, top, right, bottom) = bounds.unwrap_or((0, 0, 0, 0));
        (
            left as u16,
            top as u16,
            (right - left + 1) as u16,
            (bottom - top + 1) as u16,
        )
    }
}

fn colors(pixels: &Pixmap) -> Vec<Rgb> {
    // Images are drawn on white, so no pixel is transparent.
    let pixels = pixels.pixels().iter();
    pixels
        .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        .collect()
}

fn image_error(error: EncodingError) -> ImageError {
    match error {
        EncodingError::Io(error) => ImageError::Write(error),
        error => ImageError::Image(error.to_string()),
    }
}
