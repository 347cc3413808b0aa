//! Diagrams on paper, those of all records in one file.

use super::{
    Item, Replay, Target,
    gallery::Gallery,
    plan::{Place, Plan},
};
use crate::{
    cli::exit::Failure,
    diagram::{
        Numbering, PdfOptions, PlyView, PlyViewOptions, RecordHeader, Scene, Style, pdf, scene,
    },
};

/// Diagrams of a book, which is put together in memory.
const MOST: usize = 5_000;

/// Moves in a diagram if nothing else is said.
const MOVES: u32 = 50;

/// A book of diagrams.
pub(super) struct Pages<'r> {
    replay: &'r Replay,
    style: Style,
    gallery: Gallery<'r>,
    diagrams: Vec<Scene>,
    /// The records in it, and what the first of them is called.
    records: usize,
    title: String,
}

impl<'r> Pages<'r> {
    pub(super) fn open(replay: &'r Replay) -> Result<Pages<'r>, Failure> {
        let output = replay.giving.output.as_deref();
        Ok(Pages {
            replay,
            style: replay.look.style(replay.format),
            gallery: Gallery::open(output, false, true, replay.format.name())?,
            diagrams: Vec::new(),
            records: 0,
            title: String::new(),
        })
    }

    /// How many moves a diagram has; `None` if diagrams show positions.
    fn moves(&self) -> Option<u32> {
        let look = &self.replay.look;
        let usual = || (self.replay.at.is_none() && !look.has_numbers()).then_some(MOVES);
        look.moves().or_else(usual)
    }

    fn options(&self, moves: Option<u32>) -> PlyViewOptions {
        let usual = self.replay.look.shots();
        let numbering = moves.map(|moves| Numbering {
            every: Some(moves),
            ..Numbering::default()
        });
        PlyViewOptions {
            numbering: numbering.or(usual.numbering),
            ..usual
        }
    }
}

impl Target for Pages<'_> {
    fn show(&mut self, item: &Item) -> Result<Result<(), String>, Failure> {
        let moves = self.moves();
        let plan = match moves {
            Some(moves) => Ok(Plan::of_diagrams(&item.reel, moves)),
            None => item.plan(self.replay),
        };
        let plan = match plan {
            Ok(Some(plan)) => plan,
            Ok(None) => return Ok(Ok(())),
            Err(reason) => return Ok(Err(reason)),
        };
        let heading = RecordHeader::read(item.reel.record);
        if self.records == 0 {
            self.title = title(&heading, &item.judged.source);
        }
        self.records += 1;
        let style = self.style;
        let shots = self.options(moves);
        let mut is_first = true;
        let mut make = |shot: &PlyView, place: &Place| {
            let caption = caption(shot, place, moves);
            let mut diagram = shot.diagram;
            diagram.caption = Some(&caption);
            // The first diagram of a game says whose it is.
            if std::mem::take(&mut is_first) {
                diagram.header = Some(heading.header());
            }
            Ok(scene(&diagram, &style))
        };
        let diagrams = &mut self.diagrams;
        let mut give = |diagram: Scene| {
            diagrams.push(diagram);
            if diagrams.len() <= MOST {
                return Ok(());
            }
            Err(Failure::refused(format!(
                "there are more than {MOST} diagrams: choose some of them by --at, --step or --moves"
            )))
        };
        plan.shots(&item.reel, shots, &mut make, &mut give).map(Ok)
    }

    fn finish(mut self: Box<Self>) -> Result<(), Failure> {
        if self.records == 0 {
            return Ok(());
        }
        let title = match self.records {
            1 => self.title.clone(),
            many => format!("{many} records"),
        };
        let look = &self.replay.look;
        let book = PdfOptions {
            title: &title,
            per_page: look.diagrams_a_page(),
            paper: look.paper(),
        };
        let diagrams = std::mem::take(&mut self.diagrams);
        let book = pdf(diagrams, &self.style, &book);
        let book = book.map_err(|error| Failure::refused(error.to_string()))?;
        self.gallery.add("diagrams.pdf".to_owned(), book)?;
        self.gallery.finish()
    }
}

/// Who plays, else where the record comes from.
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

/// What stands below a diagram: its moves, or after which ply it is; and what is illegal.
fn caption(shot: &PlyView, place: &Place, moves: Option<u32>) -> String {
    let ply = place.ply;
    let told = match (moves, &place.turn) {
        (Some(moves), Some(_)) => match (ply - 1) / moves * moves + 1 {
            first if first == ply => format!("Move {ply}"),
            first => format!("Moves {first}–{ply}"),
        },
        (None, Some((color, turn))) => format!("After ply {ply}: {} {turn}", color.name()),
        (_, None) => "Start".to_owned(),
    };
    let variation = place.variation.as_ref();
    let variation = variation.map_or(String::new(), |name| format!(", variation {name}"));
    let wrong = shot
        .diagram
        .caption
        .map_or(String::new(), |wrong| format!("; {wrong}"));
    format!("{told}{variation}{wrong}")
}
