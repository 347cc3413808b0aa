//! Animations. A frame is written as soon as it comes, and of every frame after the
//! first only the part that has changed: a long game takes the room of one frame.

use std::{borrow::Cow, io::Write};

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use super::{
    ImageError,
    palette::{Palette, Rgb},
    pixels, tree,
};

/// An animation that is being written. All frames are as large as the first image;
/// an image of another size is scaled to fit.
pub struct Animation<W: Write> {
    encoder: Encoder<W>,
    width: u16,
    height: u16,
    scale: f32,
    palette: Palette,
    shown: Option<Vec<Rgb>>,
}

impl<W: Write> Animation<W> {
    /// Begins an animation. The sample, an SVG image, settles the size, `scale` times
    /// what it says, and the colors: it should show what most frames show, such as the
    /// last position of the game. Frames with other colors bring their own. The
    /// animation repeats for ever.
    ///
    /// # Errors
    ///
    /// If the image would be too large, is no SVG, or cannot be written.
    pub fn new(writer: W, sample: &str, scale: f32) -> Result<Animation<W>, ImageError> {
        let sample = pixels(&tree(sample)?, scale)?;
        let length = |length: u32| u16::try_from(length).map_err(|_| ImageError::AnimationSize);
        let (width, height) = (length(sample.width())?, length(sample.height())?);
        let palette = Palette::of(&colors(&sample));
        let mut encoder = Encoder::new(writer, width, height, &palette.bytes()).map_err(written)?;
        encoder.set_repeat(Repeat::Infinite).map_err(written)?;
        Ok(Animation {
            encoder,
            width,
            height,
            scale,
            palette,
            shown: None,
        })
    }

    /// Adds a frame that is shown for N hundredths of a second.
    ///
    /// # Errors
    ///
    /// If this is no SVG or it cannot be written.
    pub fn push(&mut self, svg: &str, delay: u16) -> Result<(), ImageError> {
        let frame = self.drawn(svg)?;
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
        self.shown = Some(frame);
        self.encoder.write_frame(&frame_of_gif).map_err(written)
    }

    /// Ends the animation and gives the writer back.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(self) -> Result<W, ImageError> {
        self.encoder.into_inner().map_err(written)
    }

    /// An image, scaled to the size of all.
    fn drawn(&self, svg: &str) -> Result<Vec<Rgb>, ImageError> {
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

    /// The smallest rectangle with all that differs from what is shown: left, top, width
    /// and height. A frame has at least one pixel.
    fn changed(&self, frame: &[Rgb]) -> (u16, u16, u16, u16) {
        let Some(shown) = &self.shown else {
            return (0, 0, self.width, self.height);
        };
        let row = usize::from(self.width);
        let differing = frame.iter().zip(shown).enumerate();
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
    // Everything is drawn on white, so there is nothing that shines through.
    let pixels = pixels.pixels().iter();
    pixels
        .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        .collect()
}

fn written(error: EncodingError) -> ImageError {
    match error {
        EncodingError::Io(error) => ImageError::Write(error),
        error => ImageError::Image(error.to_string()),
    }
}
