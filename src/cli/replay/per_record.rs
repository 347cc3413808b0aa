//! One file per record: an animation or an HTML viewer.

use std::io::{self, Write};

use super::{
    fonts,
    format::ReplayFormat,
    index,
    options::ReplayOptions,
    output_files::OutputFiles,
    ply_label::PlyLabel,
    ply_plan::PlyPlan,
    target::{FormatTarget, ReplayedRecord},
};
use crate::{
    cli::{
        error::{CliError, ReplayError},
        overwrite_guard::OverwriteGuard,
        progress::DrawingProgress,
    },
    diagram::{
        Animation, Diagram, FontSize, Fonts, InitialPosition, LayerId, PlyView, PlyViewOptions,
        Rect, Scene, Style, html_viewer, scene,
    },
};

/// The maximum size of an animation in bytes, which is kept in memory.
const MAX_BYTES: usize = 128 * 1024 * 1024;

/// An animation in memory, up to its maximum size.
#[derive(Default)]
struct BoundedBuffer {
    bytes: Vec<u8>,
    is_full: bool,
}

impl Write for BoundedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_full |= self.bytes.len() + bytes.len() > MAX_BYTES;
        if self.is_full {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A file for each record.
pub(super) struct PerRecordTarget<'r> {
    options: &'r ReplayOptions,
    style: Style,
    files: OutputFiles<'r>,
    fonts: Fonts,
}

impl<'r> PerRecordTarget<'r> {
    pub(super) fn open(
        options: &'r ReplayOptions,
        guard: &OverwriteGuard,
    ) -> Result<PerRecordTarget<'r>, CliError> {
        let format = options.format();
        let output = options.output_args.output.as_deref();
        Ok(PerRecordTarget {
            options,
            style: options.diagram.style(format),
            files: OutputFiles::open(output, false, format, guard)?,
            fonts: fonts::read(&options.font, guard)?,
        })
    }

    fn viewer(&self, record: &ReplayedRecord) -> Result<String, ReplayError> {
        record.check_crop(self.options)?;
        let verified = &record.verified;
        let opening = match self.options.at {
            None => InitialPosition::Start,
            Some(select) => InitialPosition::Ply(*select.of(verified.verdict.plies)?.start()),
        };
        let view_options = self.options.diagram.ply_view_options(self.options.format());
        Ok(html_viewer(verified, &self.style, &view_options, opening)?)
    }

    /// The animation of a record.
    fn animation(&self, record: &ReplayedRecord) -> Result<Vec<u8>, ReplayError> {
        let plan = record.plan(self.options)?;
        if plan.count > ReplayError::MAX_FRAMES {
            return Err(ReplayError::TooManyFrames(plan.count));
        }
        let mut buffer = BoundedBuffer::default();
        match self.write_frames(record, &plan, &mut buffer) {
            Err(_) if buffer.is_full => Err(ReplayError::LargeAnimation),
            written => written.map(|()| buffer.bytes),
        }
    }

    /// Writes the frames of a record.
    fn write_frames(
        &self,
        record: &ReplayedRecord,
        plan: &PlyPlan,
        buffer: &mut BoundedBuffer,
    ) -> Result<(), ReplayError> {
        let verified = &record.verified;
        let diagram_args = &self.options.diagram;
        let view_options = PlyViewOptions {
            numbering: None,
            ..diagram_args.ply_view_options(self.options.format())
        };
        let style = self.style.with_levels_of(verified.record, verified.options);
        // The frames are drawn twice, since all must be as large as the largest: first as
        // scenes, which is fast, then as pixels.
        let mut survey = FrameSurvey {
            every: plan.count.div_ceil(SAMPLES).max(1),
            ..FrameSurvey::default()
        };
        let mut measure = |view: &PlyView, _: &PlyLabel| {
            survey.add(frame(view, &style), &view.caption(&style));
            Ok(())
        };
        plan.views(verified, view_options.clone(), &mut measure, &mut |()| {
            Ok(())
        })?;
        let (frame_size, caption_size) = survey.frame.ok_or(ReplayError::NotReplayable)?;
        let scale = diagram_args.scale();
        let captioned = |mut scene: Scene, caption: &str| {
            scene.frame = frame_size;
            scene.add_caption(caption, caption_size);
            scene.with_size(&style, f64::from(scale))
        };
        let samples = survey.samples().into_iter();
        let samples: Vec<Scene> = samples
            .map(|(scene, caption)| captioned(scene, &caption))
            .collect();
        let mut animation =
            Animation::new(buffer, &samples, &style, scale, &self.fonts).map_err(CliError::from)?;
        let delay = diagram_args.delay();
        let mut progress = DrawingProgress::begin(plan.count, self.options.output_args.quiet);
        let mut pending: Option<Scene> = None;
        let mut make = |view: &PlyView, _: &PlyLabel| {
            Ok(captioned(frame(view, &style), &view.caption(&style)))
        };
        let mut write = |scene: Scene| {
            if let Some(previous) = pending.replace(scene) {
                animation.push(previous, delay)?;
                progress.step();
            }
            Ok(())
        };
        plan.views(verified, view_options, &mut make, &mut write)?;
        // The last position is shown longer.
        if let Some(last) = pending {
            animation
                .push(last, delay.saturating_mul(4))
                .map_err(CliError::from)?;
        }
        animation.finish().map_err(CliError::from)?;
        Ok(())
    }
}

/// How many frames, spread over an animation, are samples of its colors.
const SAMPLES: usize = 12;

/// The scene of a frame, without its caption.
fn frame(view: &PlyView, style: &Style) -> Scene {
    // The caption line tells what is illegal.
    let diagram = Diagram {
        caption: None,
        ..view.diagram
    };
    scene(&diagram, style)
}

/// What all frames of an animation have in common.
#[derive(Default)]
struct FrameSurvey {
    /// A rectangle that contains all frames, and the size in which all captions fit.
    frame: Option<(Rect, FontSize)>,
    /// The last frame, and the one with the most traces of the last ply, with their captions.
    last: Option<(Scene, String)>,
    busiest: Option<(usize, Scene, String)>,
    /// Every how many frames one is a sample, the number of frames, and these samples.
    every: usize,
    count: usize,
    others: Vec<(Scene, String)>,
}

impl FrameSurvey {
    fn add(&mut self, scene: Scene, caption: &str) {
        let (mut frame, mut size) = (scene.frame, scene.caption_size(caption));
        if let Some((others, smallest)) = self.frame {
            frame = frame.union(others);
            size = size.min(smallest);
        }
        self.frame = Some((frame, size));
        let traces = scene.layers.iter().filter(|layer| {
            matches!(
                layer.id,
                LayerId::Captured | LayerId::Flipped | LayerId::LastMove
            )
        });
        let traces: usize = traces.map(|layer| layer.shapes.len()).sum();
        if self
            .busiest
            .as_ref()
            .is_none_or(|(most, ..)| traces > *most)
        {
            self.busiest = Some((traces, scene.clone(), caption.to_owned()));
        }
        self.count += 1;
        if self.count.is_multiple_of(self.every) {
            self.others.push((scene.clone(), caption.to_owned()));
        }
        self.last = Some((scene, caption.to_owned()));
    }

    /// Frames whose colors are representative.
    fn samples(self) -> Vec<(Scene, String)> {
        let busiest = self.busiest.map(|(_, scene, caption)| (scene, caption));
        let all = self.last.into_iter().chain(busiest);
        all.chain(self.others).collect()
    }
}

impl FormatTarget for PerRecordTarget<'_> {
    fn write(&mut self, record: &ReplayedRecord) -> Result<(), ReplayError> {
        self.files.begin_record();
        let (bytes, style_of_board) = match self.options.format() {
            ReplayFormat::Html => (self.viewer(record)?.into_bytes(), Some(&self.style)),
            _ => (self.animation(record)?, None),
        };
        let stem = self.files.stem(&record.report.source, record.report.index);
        let name = format!(
            "{stem}-{}.{}",
            record.number(),
            self.options.format().name()
        );
        self.files.add(name.clone(), bytes)?;
        index::add(&mut self.files.index, record, &[name], style_of_board);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), CliError> {
        fonts::report_missing(&self.fonts);
        self.files.finish()
    }
}
