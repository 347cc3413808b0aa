//! One file per record: an animation or an HTML viewer.

use std::io::{self, Write};

use super::{
    format::ReplayFormat,
    options::ReplayOptions,
    output_files::OutputFiles,
    ply_plan::{PlyLabel, PlyPlan},
    select::Select,
    target::{FormatTarget, ReplayedRecord},
};
use crate::{
    cli::{
        error::{CliError, ReplayError},
        overwrite_guard::OverwriteGuard,
    },
    diagram::{
        Animation, InitialPosition, PlyView, PlyViewOptions, Style, html_viewer, scene, svg,
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
}

impl<'r> PerRecordTarget<'r> {
    pub(super) fn open(
        options: &'r ReplayOptions,
        guard: &OverwriteGuard,
    ) -> Result<PerRecordTarget<'r>, CliError> {
        let format = options.format;
        let output = options.output_args.output.as_deref();
        Ok(PerRecordTarget {
            options,
            style: options.diagram.style(format),
            files: OutputFiles::open(output, false, format, guard)?,
        })
    }

    fn viewer(&self, record: &ReplayedRecord) -> Result<String, ReplayError> {
        let verified = &record.verified;
        let opening = match self.options.at {
            None => InitialPosition::Start,
            Some(select) => InitialPosition::Ply(*select.of(verified.verdict.plies)?.start()),
        };
        let view_options = self.options.diagram.ply_view_options();
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

    /// Writes the frames of a record. The last one is drawn first: it decides size and colors.
    fn write_frames(
        &self,
        record: &ReplayedRecord,
        plan: &PlyPlan,
        buffer: &mut BoundedBuffer,
    ) -> Result<(), ReplayError> {
        let verified = &record.verified;
        // No captions, so that all frames have the same size.
        let view_options = PlyViewOptions {
            numbering: None,
            ..self.options.diagram.ply_view_options()
        };
        let style = self.style.with_levels_of(verified.record, verified.options);
        let mut make = |view: &PlyView, _: &PlyLabel| {
            let mut diagram = view.diagram;
            diagram.caption = None;
            Ok(svg(&scene(&diagram, &style), &style))
        };
        let mut last_frame = None;
        let end = PlyPlan::new(verified, Select::END, 1)?;
        end.views(verified, view_options.clone(), &mut make, &mut |svg| {
            last_frame = Some(svg);
            Ok(())
        })?;
        let last_frame = last_frame.ok_or(ReplayError::NotReplayable)?;
        let scale = self.options.diagram.scale();
        let mut animation = Animation::new(buffer, &last_frame, scale).map_err(CliError::from)?;
        let delay = self.options.diagram.delay();
        let mut pending: Option<String> = None;
        let mut write = |svg: String| {
            if let Some(previous) = pending.replace(svg) {
                animation.push(&previous, delay)?;
            }
            Ok(())
        };
        plan.views(verified, view_options, &mut make, &mut write)?;
        // The last position is shown longer.
        if let Some(last) = pending {
            animation
                .push(&last, delay.saturating_mul(4))
                .map_err(CliError::from)?;
        }
        animation.finish().map_err(CliError::from)?;
        Ok(())
    }
}

impl FormatTarget for PerRecordTarget<'_> {
    fn write(&mut self, record: &ReplayedRecord) -> Result<(), ReplayError> {
        let bytes = match self.options.format {
            ReplayFormat::Html => self.viewer(record)?.into_bytes(),
            _ => self.animation(record)?,
        };
        let stem = self.files.stem(&record.report.source);
        let name = format!("{stem}-{}.{}", record.number(), self.options.format.name());
        Ok(self.files.add(name, bytes)?)
    }

    fn finish(self: Box<Self>) -> Result<(), CliError> {
        self.files.finish()
    }
}
