//! Positions as images, one file per position.

use rayon::prelude::*;

use super::{
    fonts,
    format::ReplayFormat,
    index,
    options::ReplayOptions,
    output_files::OutputFiles,
    ply_label::PlyLabel,
    target::{FormatTarget, ReplayedRecord},
};
use crate::{
    cli::{
        error::{CliError, ReplayError},
        overwrite_guard::OverwriteGuard,
        progress::DrawingProgress,
    },
    diagram::{Fonts, PlyView, Style, png, scene, svg},
};

/// Raster images drawn together.
const BATCH: usize = 32;

/// Vector or raster images, one file per position.
pub(super) struct ImageTarget<'r> {
    options: &'r ReplayOptions,
    style: Style,
    files: OutputFiles<'r>,
    fonts: Fonts,
    /// Vector images by file name that are still to be rasterized.
    waiting: Vec<(String, String)>,
}

impl<'r> ImageTarget<'r> {
    pub(super) fn open(
        options: &'r ReplayOptions,
        many: bool,
        guard: &OverwriteGuard,
    ) -> Result<ImageTarget<'r>, CliError> {
        let format = options.format();
        let output = options.output_args.output.as_deref();
        let files = OutputFiles::open(output, many, format, guard)?;
        Ok(ImageTarget {
            options,
            style: options.diagram.style(format),
            files,
            fonts: fonts::read(&options.font, guard)?,
            waiting: Vec::new(),
        })
    }

    /// Rasterizes the waiting images on all processors.
    fn rasterize(&mut self) -> Result<(), CliError> {
        let scale = self.options.diagram.scale();
        let fonts = &self.fonts;
        let waiting = std::mem::take(&mut self.waiting);
        let rasterize = |(name, svg): (String, String)| Ok((name, png(&svg, scale, fonts)?));
        let images: Vec<Result<(String, Vec<u8>), CliError>> = self
            .options
            .jobs
            .pool()?
            .install(|| waiting.into_par_iter().map(rasterize).collect());
        for image in images {
            let (name, png) = image?;
            self.files.add(name, png)?;
        }
        Ok(())
    }
}

impl FormatTarget for ImageTarget<'_> {
    fn write(&mut self, record: &ReplayedRecord) -> Result<(), ReplayError> {
        self.files.begin_record();
        let plan = record.plan(self.options)?;
        let stem = self.files.stem(&record.report.source, record.report.index);
        let format = self.options.format();
        let style = self.style;
        let view_options = self.options.diagram.ply_view_options(self.options.format());
        let scale = f64::from(self.options.diagram.scale());
        let quiet = self.options.output_args.quiet;
        let mut progress = DrawingProgress::begin(plan.count, quiet);
        let mut make = |view: &PlyView, label: &PlyLabel| {
            let number = number(record, label, plan.last);
            let name = format!("{stem}-{number}.{}", format.name());
            progress.step();
            let mut scene = scene(&view.diagram, &style);
            if format == ReplayFormat::Png {
                scene = scene.with_size(&style, scale);
            }
            Ok((name, svg(&scene, &style)))
        };
        let mut names = Vec::new();
        let mut write = |(name, svg): (String, String)| {
            names.push(name.clone());
            if format == ReplayFormat::Svg {
                return self.files.add(name, svg.into_bytes());
            }
            self.waiting.push((name, svg));
            if self.waiting.len() < BATCH {
                return Ok(());
            }
            self.rasterize()
        };
        let written = plan.views(&record.verified, view_options, &mut make, &mut write);
        index::add(&mut self.files.index, record, &names, None);
        written
    }

    fn finish(mut self: Box<Self>) -> Result<(), CliError> {
        self.rasterize()?;
        fonts::report_missing(&self.fonts);
        self.files.finish()
    }
}

/// The numbers in a file name: record, ply, and off the main line the variation; of several starts of one line, the node.
/// Padded with zeros, so that the names sort like the positions.
fn number(record: &ReplayedRecord, label: &PlyLabel, last: u32) -> String {
    let digits = last.to_string().len().max(4);
    let variation = match &label.variation {
        None if label.is_early_start => format!("-node{}", label.node.index()),
        None => String::new(),
        Some(name) if name.len() <= 40 => format!("-v{name}"),
        Some(_) => format!("-node{}", label.node.index()),
    };
    format!("{}-{:0digits$}{variation}", record.number(), label.ply)
}
