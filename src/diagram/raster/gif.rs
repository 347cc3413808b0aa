//! Animations. Each frame is written at once, and of every frame after the first only the
//! part that has changed is drawn and written: a long game takes the memory of one frame.

use std::{borrow::Cow, io::Write, thread};

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

use super::{
    canvas::Canvas,
    error::ImageError,
    fonts::Fonts,
    image::PixelArea,
    palette::{ColorCounts, MAX_COLORS, Palette, Rgb},
};
use crate::diagram::{
    scene::{Rect, Scene},
    style::Style,
};

/// The index of the color that shows what is below it.
const TRANSPARENT: u8 = MAX_COLORS as u8;

/// An animation that is being written. Its frames have the size of the first scene.
pub struct Animation<'f, W: Write> {
    encoder: Encoder<W>,
    fonts: &'f Fonts,
    /// The frame and the scale of all frames.
    frame: Rect,
    scale: f64,
    palette: Palette,
    canvas: Canvas,
    /// The pixels of the last frame.
    last_frame: Option<Vec<Rgb>>,
    /// The last frame, which is not written yet.
    waiting: Option<Frame<'static>>,
}

impl<'f, W: Write> Animation<'f, W> {
    /// Begins an animation that repeats without end. The first sample determines the part of
    /// the plane that all frames show; its size in pixels is multiplied by `scale`. All samples
    /// determine the palette: they should contain the colors of most frames, like the last
    /// position of the game. A frame with other colors gets a palette of its own.
    ///
    /// # Errors
    ///
    /// If there is no sample, the image would be too large, or it cannot be written.
    pub fn new(
        writer: W,
        samples: &[Scene],
        style: &Style,
        scale: f32,
        fonts: &'f Fonts,
    ) -> Result<Animation<'f, W>, ImageError> {
        let (first, others) = samples.split_first().ok_or(ImageError::AnimationSize)?;
        let mut canvas = Canvas::new(first.clone(), style, scale, fonts)?;
        let mut sampled = ColorCounts::default();
        sampled.add(colors(canvas.pixmap()));
        for sample in others {
            let sample = Scene {
                frame: first.frame,
                scale: first.scale,
                ..sample.clone()
            };
            canvas.draw(sample, fonts)?;
            sampled.add(colors(canvas.pixmap()));
        }
        let length = |length: u32| u16::try_from(length).map_err(|_| ImageError::AnimationSize);
        let (width, height) = (
            length(canvas.pixmap().width())?,
            length(canvas.pixmap().height())?,
        );
        let palette = Palette::of(sampled);
        let mut encoder =
            Encoder::new(writer, width, height, &palette.bytes()).map_err(image_error)?;
        encoder.set_repeat(Repeat::Infinite).map_err(image_error)?;
        Ok(Animation {
            encoder,
            fonts,
            frame: first.frame,
            scale: first.scale,
            palette,
            canvas,
            last_frame: None,
            waiting: None,
        })
    }

    /// Adds a frame that is shown for `delay` hundredths of a second.
    ///
    /// # Errors
    ///
    /// If the frame cannot be drawn or written.
    pub fn push(&mut self, scene: Scene, delay: u16) -> Result<(), ImageError> {
        let mut waiting = self.waiting.take();
        let mut is_compressed = false;
        // A frame is compressed while the next one is drawn.
        let drawn = thread::scope(|scope| {
            if let Some(frame) = &mut waiting {
                let compress = || frame.make_lzw_pre_encoded();
                let thread = thread::Builder::new().spawn_scoped(scope, compress);
                is_compressed = thread.is_ok();
            }
            self.draw(scene)
        })?;
        if let Some(frame) = waiting {
            self.write(frame, is_compressed)?;
        }
        self.waiting = Some(Frame { delay, ..drawn });
        Ok(())
    }

    /// Draws what differs from the last frame.
    fn draw(&mut self, scene: Scene) -> Result<Frame<'static>, ImageError> {
        let scene = Scene {
            frame: self.frame,
            scale: self.scale,
            ..scene
        };
        let areas = self.canvas.draw(scene, self.fonts)?;
        Ok(match self.last_frame.take() {
            None => self.whole_frame(),
            Some(last) => self.changed_frame(last, &areas),
        })
    }

    fn write(&mut self, mut frame: Frame, is_compressed: bool) -> Result<(), ImageError> {
        if !is_compressed {
            frame.make_lzw_pre_encoded();
        }
        let written = self.encoder.write_lzw_pre_encoded_frame(&frame);
        written.map_err(image_error)
    }

    /// Ends the animation and returns the writer.
    ///
    /// # Errors
    ///
    /// If the animation cannot be written.
    pub fn finish(mut self) -> Result<W, ImageError> {
        if let Some(frame) = self.waiting.take() {
            self.write(frame, false)?;
        }
        self.encoder.into_inner().map_err(image_error)
    }

    /// A frame with every pixel.
    fn whole_frame(&mut self) -> Frame<'static> {
        let (width, height) = (self.canvas.pixmap().width(), self.canvas.pixmap().height());
        let all = PixelArea {
            columns: 0..width,
            rows: 0..height,
        };
        let frame = Frame {
            width: width as u16,
            height: height as u16,
            transparent: None,
            ..self.indexed(&all, None)
        };
        self.last_frame = Some(colors(self.canvas.pixmap()).collect());
        frame
    }

    /// A frame with the pixels that differ from the last one, and transparent ones between them.
    fn changed_frame(&mut self, mut last: Vec<Rgb>, areas: &[PixelArea]) -> Frame<'static> {
        let row = self.canvas.pixmap().width() as usize;
        let drawn = self.canvas.pixmap().pixels();
        let mut changed: Option<PixelArea> = None;
        for area in areas {
            for y in area.rows.clone() {
                for x in area.columns.clone() {
                    let index = y as usize * row + x as usize;
                    if last[index] != rgb(drawn[index]) {
                        let pixel = PixelArea::of_pixel(x, y);
                        changed = Some(changed.map_or(pixel.clone(), |area| area.union(&pixel)));
                    }
                }
            }
        }
        // A frame has at least one pixel.
        let changed = changed.unwrap_or_else(|| PixelArea::of_pixel(0, 0));
        let frame = Frame {
            left: changed.columns.start as u16,
            top: changed.rows.start as u16,
            width: changed.columns.len() as u16,
            height: changed.rows.len() as u16,
            ..self.indexed(&changed, Some(&last))
        };
        let drawn = self.canvas.pixmap().pixels();
        for y in changed.rows {
            let start = y as usize * row + changed.columns.start as usize;
            let line = start..start + changed.columns.len();
            for (last, &pixel) in last[line.clone()].iter_mut().zip(&drawn[line]) {
                *last = rgb(pixel);
            }
        }
        self.last_frame = Some(last);
        frame
    }

    /// The pixels of an area as indices of the palette, or of one of their own if they do not fit. Those that are as in the
    /// last frame are transparent.
    fn indexed(&mut self, area: &PixelArea, last: Option<&[Rgb]>) -> Frame<'static> {
        let row = self.canvas.pixmap().width() as usize;
        let drawn = self.canvas.pixmap().pixels();
        let pixels = || {
            let columns = area.columns.clone();
            let indices = area.rows.clone().flat_map(move |y| {
                let start = y as usize * row;
                columns.clone().map(move |x| start + x as usize)
            });
            indices.map(|index| {
                let color = rgb(drawn[index]);
                let is_same = last.is_some_and(|last| last[index] == color);
                (!is_same).then_some(color)
            })
        };
        let (palette, buffer) = match self.palette.fitting(pixels(), TRANSPARENT) {
            Some(indices) => (None, indices),
            None => {
                let mut opaque = ColorCounts::default();
                opaque.add(pixels().flatten());
                let mut own = Palette::of(opaque);
                (Some(own.bytes()), own.indices(pixels(), TRANSPARENT))
            }
        };
        Frame {
            dispose: DisposalMethod::Keep,
            transparent: Some(TRANSPARENT),
            palette,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        }
    }
}

fn colors(pixels: &Pixmap) -> impl Iterator<Item = Rgb> {
    pixels.pixels().iter().copied().map(rgb)
}

fn rgb(pixel: PremultipliedColorU8) -> Rgb {
    // Images are drawn on white, so no pixel is transparent.
    [pixel.red(), pixel.green(), pixel.blue()]
}

fn image_error(error: EncodingError) -> ImageError {
    match error {
        EncodingError::Io(error) => ImageError::Write(error),
        error => ImageError::Image(error.to_string()),
    }
}
