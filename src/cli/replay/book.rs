//! Diagrams on paper, those of all records in one file.

use super::{
    fonts,
    options::ReplayOptions,
    output_files::OutputFiles,
    ply_plan::{PlyLabel, PlyPlan},
    target::{FormatTarget, ReplayedRecord},
};
use crate::{
    cli::{
        error::{CliError, ReplayError},
        overwrite_guard::OverwriteGuard,
    },
    diagram::{
        Fonts, Numbering, PdfOptions, PlyView, PlyViewOptions, RecordHeader, Scene, Style, pdf,
        scene,
    },
};

/// The maximum number of diagrams in a book, which is kept in memory.
const MAX_DIAGRAMS: usize = 5_000;

/// The default number of moves in a diagram.
const MOVES: u32 = 50;

/// A book of diagrams.
pub(super) struct BookTarget<'r> {
    options: &'r ReplayOptions,
    style: Style,
    files: OutputFiles<'r>,
    fonts: Fonts,
    diagrams: Vec<Scene>,
    /// The number of records in it, and the title of the first.
    records: usize,
    title: String,
}

impl<'r> BookTarget<'r> {
    pub(super) fn open(
        options: &'r ReplayOptions,
        guard: &OverwriteGuard,
    ) -> Result<BookTarget<'r>, CliError> {
        let output = options.output_args.output.as_deref();
        Ok(BookTarget {
            options,
            style: options.diagram.style(options.format()),
            files: OutputFiles::open(output, false, options.format(), guard)?,
            fonts: fonts::read(&options.font, guard)?,
            diagrams: Vec::new(),
            records: 0,
            title: String::new(),
        })
    }

    /// The number of moves in a diagram; `None` if diagrams show positions.
    fn moves(&self) -> Option<u32> {
        let diagram = &self.options.diagram;
        let default = || (self.options.at.is_none() && !diagram.has_numbers()).then_some(MOVES);
        diagram.moves().or_else(default)
    }

    fn ply_view_options(&self, moves: Option<u32>) -> PlyViewOptions {
        let view_options = self.options.diagram.ply_view_options();
        let numbering = moves.map(|moves| Numbering {
            every: Some(moves),
            ..Numbering::default()
        });
        PlyViewOptions {
            numbering: numbering.or(view_options.numbering),
            ..view_options
        }
    }
}

impl FormatTarget for BookTarget<'_> {
    fn write(&mut self, record: &ReplayedRecord) -> Result<(), ReplayError> {
        let moves = self.moves();
        let plan = match moves {
            Some(moves) => PlyPlan::of_book(&record.verified, moves)?,
            None => record.plan(self.options)?,
        };
        let heading = RecordHeader::read(record.verified.record);
        if self.records == 0 {
            self.title = title(&heading, &record.report.source);
        }
        self.records += 1;
        let style = self.style;
        let view_options = self.ply_view_options(moves);
        let mut is_first = true;
        let mut make = |view: &PlyView, label: &PlyLabel| {
            let caption = caption(view, label, moves);
            let mut diagram = view.diagram;
            diagram.caption = Some(&caption);
            // The first diagram of a game shows its players.
            if std::mem::take(&mut is_first) {
                diagram.header = Some(heading.header());
            }
            Ok(scene(&diagram, &style))
        };
        let diagrams = &mut self.diagrams;
        let mut add = |diagram: Scene| {
            diagrams.push(diagram);
            if diagrams.len() > MAX_DIAGRAMS {
                return Err(CliError::TooManyDiagrams(MAX_DIAGRAMS));
            }
            Ok(())
        };
        plan.views(&record.verified, view_options, &mut make, &mut add)?;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), CliError> {
        if self.records == 0 {
            return Ok(());
        }
        let title = match self.records {
            1 => self.title.clone(),
            many => format!("{many} records"),
        };
        let book = PdfOptions {
            title: &title,
            per_page: self.options.diagram.diagrams_per_page(),
            paper: self.options.diagram.paper(),
        };
        let diagrams = std::mem::take(&mut self.diagrams);
        let book = pdf(diagrams, &self.style, &book, &self.fonts)?;
        fonts::report_missing(&self.fonts);
        self.files.add("diagrams.pdf".to_owned(), book)?;
        self.files.finish()
    }
}

/// The players, or else the name of the source.
fn title(heading: &RecordHeader, source: &str) -> String {
    let header = heading.header();
    match (header.black, header.white) {
        (None, None) => source.rsplit('/').next().unwrap_or(source).to_owned(),
        (black, white) => format!(
            "{} – {}",
            black.unwrap_or("Black").trim(),
            white.unwrap_or("White").trim()
        ),
    }
}

/// The caption of a diagram: its moves, or the ply that it follows; and what is illegal.
fn caption(view: &PlyView, label: &PlyLabel, moves: Option<u32>) -> String {
    let ply = label.ply;
    let caption = match (moves, &label.mv) {
        (Some(moves), Some(_)) => match (ply - 1) / moves * moves + 1 {
            first if first == ply => format!("Move {ply}"),
            first => format!("Moves {first}–{ply}"),
        },
        (None, Some((color, mv))) => format!("After ply {ply}: {} {mv}", color.name()),
        (_, None) => "Start".to_owned(),
    };
    let variation = label.variation.as_ref();
    let variation = variation.map_or(String::new(), |name| format!(", variation {name}"));
    let illegal = view
        .diagram
        .caption
        .map_or(String::new(), |illegal| format!("; {illegal}"));
    format!("{caption}{variation}{illegal}")
}
