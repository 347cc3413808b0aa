//! One file per record: an animation or an HTML viewer.

use super::{
    format::ReplayFormat,
    options::ReplayOptions,
    output_files::OutputFiles,
    ply_plan::{PlyLabel, PlyPlan},
    select::Select,
    target::{FormatTarget, ReplayedRecord},
};
use crate::{
    cli::error::{CliError, ReplayError},
    diagram::{
        Animation, InitialPosition, PlyView, PlyViewOptions, Style, html_viewer, scene, svg,
    },
};

/// A file for each record.
pub(super) struct PerRecordTarget<'r> {
    options: &'r ReplayOptions,
    style: Style,
    files: OutputFiles<'r>,
}

impl<'r> PerRecordTarget<'r> {
    pub(super) fn open(options: &'r ReplayOptions) -> Result<PerRecordTarget<'r>, CliError> {
        let format = options.format;
        let output = options.output_args.output.as_deref();
        let is_binary = format == ReplayFormat::Gif;
        Ok(PerRecordTarget {
            options,
            style: options.diagram.style(format),
            files: OutputFiles::open(output, false, is_binary, format.name())?,
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

    /// The frames of a record. The last one is drawn first: it decides size and colors.
    fn animation(&self, record: &ReplayedRecord) -> Result<Vec<u8>, ReplayError> {
        let plan = record.plan(self.options)?;
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
        let mut animation =
            Animation::new(Vec::new(), &last_frame, scale).map_err(CliError::from)?;
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
        Ok(animation.finish().map_err(CliError::from)?)
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
