//! Positions as text boards.

use super::{
    diagram_args::DiagramArgs,
    options::ReplayOptions,
    ply_label::PlyLabel,
    target::{FormatTarget, ReplayedRecord},
};
use crate::{
    cli::{
        error::{CliError, ReplayError},
        output::Output,
        overwrite_guard::OverwriteGuard,
    },
    diagram::{Diagram, PlyView, TextOptions, text},
    output::points_in_words,
    record::safe,
};

/// Boards, one below the other.
pub(super) struct TextTarget<'r> {
    options: &'r ReplayOptions,
    output: Output,
    color: bool,
    /// The widths of lines and of boards.
    widths: (usize, usize),
    /// Whether a board has been written.
    has_begun: bool,
}

impl<'r> TextTarget<'r> {
    pub(super) fn open(
        options: &'r ReplayOptions,
        guard: &OverwriteGuard,
    ) -> Result<TextTarget<'r>, CliError> {
        let output = guard.create(options.output_args.output.as_deref())?;
        Ok(TextTarget {
            options,
            color: output.has_color(options.output_args.color),
            widths: options.diagram.text_widths(output.width),
            output,
            has_begun: false,
        })
    }

    fn write_board(&mut self, text: &str) -> Result<(), CliError> {
        if self.has_begun {
            self.output.write("\n")?;
        }
        self.has_begun = true;
        self.output.write(text)
    }
}

impl FormatTarget for TextTarget<'_> {
    fn write(&mut self, record: &ReplayedRecord) -> Result<(), ReplayError> {
        let (source, index) = (safe(&record.report.source), record.report.index);
        let plan = match record.plan(self.options) {
            Err(error @ ReplayError::NotReplayable) => {
                self.write_board(&format!("{source}, record {index}: {error}\n"))?;
                return Err(error);
            }
            plan => plan?,
        };
        let diagram = &self.options.diagram;
        let (color, widths) = (self.color, self.widths);
        let mut make = |view: &PlyView, label: &PlyLabel| {
            let heading = format!("{source}, record {index}, {}\n", heading(label));
            Ok(heading + &board(view, diagram, color, widths))
        };
        let view_options = diagram.ply_view_options(self.options.format());
        let mut write = |text: String| self.write_board(&text);
        plan.views(&record.verified, view_options, &mut make, &mut write)
    }

    fn finish(mut self: Box<Self>) -> Result<(), CliError> {
        // Without a board there was nothing to replay.
        self.output.finish_unless(true).map(|_| ())
    }
}

/// `after ply 57 of variation 2.1: B d4`.
fn heading(label: &PlyLabel) -> String {
    let variation = label.variation.as_ref();
    let variation = variation.map_or(String::new(), |name| format!(" of variation {name}"));
    match &label.mv {
        Some((color, mv)) => {
            let (ply, letter) = (label.ply, color.letter());
            format!("after ply {ply}{variation}: {letter} {mv}")
        }
        None => format!("at the start{variation}"),
    }
}

fn board(
    view: &PlyView,
    diagram: &DiagramArgs,
    color: bool,
    (width, board_width): (usize, usize),
) -> String {
    let score = view
        .diagram
        .territory
        .then(|| view.diagram.position.score())
        .flatten();
    let score = score.map(|score| {
        let players = view.diagram.position.players();
        format!("score: {}", points_in_words(players, score))
    });
    let notes = score
        .into_iter()
        .chain(view.diagram.caption.map(str::to_owned));
    let notes = notes.collect::<Vec<String>>().join("\n");
    let subject = Diagram {
        caption: Some(&notes),
        ..view.diagram
    };
    let options = TextOptions {
        ascii: diagram.ascii(),
        color,
        levels: diagram.levels(),
        parts: true,
        width,
        board_width: Some(board_width),
        ..TextOptions::default()
    };
    text(&subject, &options)
}
