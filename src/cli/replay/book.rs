//! Diagrams on paper, those of all records in one file.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use super::{
    caption_template::{CaptionTemplate, Placeholder},
    commented_nodes::CommentedNodes,
    fonts,
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
    },
    diagram::{
        Chapter, Figure, FigurePlan, Fonts, Header, IllegalPly, Numbering, PdfOptions, PlyView,
        PlyViewOptions, RecordHeader, Style, View, comments, has_numbers_apart, pdf,
    },
    games::{Game, Position},
    record::{NodeId, Record},
};

/// The maximum number of figures in a book, which is kept in memory.
const MAX_FIGURES: usize = 5_000;

/// The most shapes of all boards, which are in memory together: some 100 bytes for each, beside a record that may take 200 MB,
/// and twice as much when the pages are made.
const MAX_SHAPES: usize = 600_000;

/// The maximum length of all comments of a figure, and of a book, in characters.
const MAX_COMMENTS: usize = 20_000;
const MAX_TEXT: usize = 4_000_000;

/// The most characters of what the boards do not show, such as numbers of plies, which are listed below them.
const MAX_LISTS: usize = 2_000_000;

/// The default number of moves in a figure, and that on a large board, which has room for more, as in books about Go.
const MOVES: u32 = 50;
const MANY_MOVES: u32 = 100;
/// The same in Margo seen from a corner, where each figure has the position after its moves beside it.
const FEW_MOVES: u32 = 25;

/// The number of points of a large board; in Margo of holes.
const LARGE: u32 = 200;

/// A book of diagrams.
pub(super) struct BookTarget<'r> {
    options: &'r ReplayOptions,
    style: Style,
    files: OutputFiles<'r>,
    fonts: Fonts,
    caption: CaptionTemplate,
    chapters: Vec<Chapter>,
    /// The number of figures in them.
    figures: usize,
    /// How many shapes their boards may still have.
    shapes_left: usize,
    /// How many characters the lists below them may still have.
    lists_left: usize,
    /// How many characters the comments may still have.
    text_left: usize,
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
            caption: options.diagram.caption(),
            chapters: Vec::new(),
            figures: 0,
            shapes_left: MAX_SHAPES,
            lists_left: MAX_LISTS,
            text_left: MAX_TEXT,
        })
    }

    /// The number of moves in a figure of a record; `None` if figures show selected positions.
    fn moves(&self, record: &ReplayedRecord) -> Option<u32> {
        let diagram = &self.options.diagram;
        let position = record.verified.verdict.position.as_ref();
        let is_large = position.is_some_and(|position| points(position) > LARGE);
        let is_seen_from_corner = position
            .is_some_and(|position| position.game() == Game::Margo && self.style.view == View::Iso);
        let usual = match (is_seen_from_corner, is_large) {
            (true, _) => FEW_MOVES,
            (false, false) => MOVES,
            (false, true) => MANY_MOVES,
        };
        let default = || (self.options.at.is_none() && !diagram.has_numbers()).then_some(usual);
        diagram.moves().or_else(default)
    }

    /// The figures of a record, with the plies that each shows if the moves are numbered.
    fn plan<'a, 'b>(
        &self,
        record: &ReplayedRecord<'a, 'b>,
    ) -> Result<(PlyPlan<'a, 'b>, Option<Vec<FigurePlan>>), ReplayError> {
        let (plan, figures) = match self.moves(record) {
            Some(moves) => {
                record.check_crop(self.options)?;
                let (plan, figures) = PlyPlan::of_book(&record.verified, moves)?;
                (plan, Some(figures))
            }
            None => (record.plan(self.options)?, None),
        };
        if self.figures + plan.count > MAX_FIGURES {
            return Err(CliError::TooManyDiagrams(MAX_FIGURES).into());
        }
        Ok((plan, figures))
    }

    fn ply_view_options(&self, figures: Option<&[FigurePlan]>) -> PlyViewOptions {
        let view_options = self.options.diagram.ply_view_options(self.options.format());
        let numbering = figures.map(|figures| Numbering {
            figures: figures
                .iter()
                .map(|figure| (figure.node, *figure.plies.start()))
                .collect(),
            levels: self.options.diagram.shows_levels(),
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
        let (plan, figures) = self.plan(record)?;
        let own = record.verified.record;
        let heading = RecordHeader::read(own);
        let header = heading.header(record.verified.verdict.players());
        let name = record_name(record, &heading);
        let illegal = IllegalPly::by_node(own, record.verified.verdict);
        let mut chapter = Chapter::new(&header, &name);
        let by_node: HashMap<NodeId, &FigurePlan> = figures
            .iter()
            .flatten()
            .map(|figure| (figure.node, figure))
            .collect();
        let commented = CommentedNodes::new(&record.verified, figures.as_deref(), &illegal);
        // The levels of all figures that are drawn apart have one arrangement.
        let style = match self.style.view {
            View::Exploded => (self.style).with_levels_of(own, record.verified.options),
            _ => self.style,
        };
        let mut text_left = self.text_left;
        let mut shapes_left = self.shapes_left;
        let mut lists_left = self.lists_left;
        let mut make = |view: &PlyView, label: &PlyLabel| {
            let planned = by_node.get(&label.node).copied();
            let nodes = commented.of(label.node, planned);
            // The next figure begins with the position. But switched stones cannot be told from those that were placed.
            let position = view.diagram.position;
            let is_told = planned.is_none()
                || position.game() == Game::Bamogo
                || label.variation.is_none() && is_end(own, label.node)
                || view.diagram.is_mostly_words()
                || has_numbers_apart(&view.diagram, &style);
            let label = &with_level(label, view);
            let caption = what(label, planned);
            let captions = [caption.clone(), format!("After move {}", label.ply)];
            let pair = is_told.then(|| Figure::with_after(&view.diagram, &style, captions));
            let (mut figure, after) = match pair.flatten() {
                Some([figure, after]) => (figure, Some(after)),
                None => (Figure::new(&view.diagram, &style, caption), None),
            };
            // Counted here: figures of variations wait for their place in the order.
            for figure in std::iter::once(&figure).chain(&after) {
                let left = shapes_left.checked_sub(figure.board.shape_count());
                shapes_left = left.ok_or(CliError::TooManyShapes(MAX_SHAPES))?;
                let left = lists_left.checked_sub(length(&figure.notes));
                lists_left = left.ok_or(CliError::LongLists(MAX_LISTS))?;
            }
            // Of the plies behind the position the caption tells the first.
            let others = nodes.iter().flat_map(|node| {
                let told = usize::from(*node == label.node);
                illegal.get(node).into_iter().flatten().skip(told)
            });
            figure.notes.extend(others.map(IllegalPly::caption));
            let most = MAX_COMMENTS.min(text_left);
            let comments = comments(own, &nodes, most);
            text_left = text_left.saturating_sub(length(&comments));
            figure.notes.extend(comments);
            figure.title = title(label, planned);
            Ok((label.clone(), figure, after))
        };
        let mut made: Vec<(PlyLabel, Figure)> = Vec::new();
        let mut add = |(label, figure, after): (PlyLabel, Figure, Option<Figure>)| {
            made.push((label.clone(), figure));
            made.extend(after.map(|after| (label, after)));
            Ok(())
        };
        let view_options = self.ply_view_options(figures.as_deref());
        plan.views(&record.verified, view_options, &mut make, &mut add)?;
        self.shapes_left = shapes_left;
        self.lists_left = lists_left;
        if let Some(figures) = &figures {
            // Variations stand behind the figure that they belong to.
            let order = figures.iter().zip(0_usize..);
            let order: HashMap<NodeId, usize> = order
                .map(|(figure, number)| (figure.node, number))
                .collect();
            made.sort_by_key(|(label, _)| order.get(&label.node).copied());
        }
        let mut told = HashSet::new();
        for (number, (label, figure)) in (self.figures..).zip(&mut made) {
            let number = self.options.diagram.first_figure() as usize + number;
            let planned = by_node.get(&label.node).copied();
            // A key that stands below a figure holds for those behind it.
            figure.keys.retain(|key| told.insert(key.clone()));
            let what = std::mem::take(&mut figure.caption);
            figure.caption = self
                .caption
                .fill(|placeholder| value(placeholder, number, &what, label, planned, &header));
        }
        self.text_left = text_left;
        self.figures += made.len();
        chapter
            .figures
            .extend(made.into_iter().map(|(_, figure)| figure));
        self.chapters.push(chapter);
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), CliError> {
        let title = match &self.chapters[..] {
            [] => return Ok(()),
            [chapter] => chapter.title.clone(),
            chapters => format!("{} records", chapters.len()),
        };
        let book = PdfOptions {
            title: &title,
            per_page: self.options.diagram.diagrams_per_page(),
            paper: self.options.diagram.paper(),
        };
        let book = pdf(&self.chapters, &self.style, &book, &self.fonts)?;
        fonts::report_missing(&self.fonts);
        self.files.add("diagrams.pdf".to_owned(), book)?;
        self.files.finish()
    }
}

/// The length of some texts, in characters.
fn length(texts: &[String]) -> usize {
    texts.iter().map(|text| text.chars().count()).sum()
}

/// The number of points of a board; in Margo of holes.
fn points(position: &Position) -> u32 {
    let size = position.size();
    let (columns, rows) = (u32::from(size.columns), u32::from(size.rows));
    match position.game() {
        Game::Bargo => 3 * columns * columns.saturating_sub(1) + 1,
        _ => columns * rows,
    }
}

/// The name of a record, or else of its file.
fn record_name(record: &ReplayedRecord, heading: &RecordHeader) -> String {
    let source = record.report.source.as_str();
    let name = source.rsplit('/').next().unwrap_or(source);
    match (heading.name(), record.last) {
        (Some(name), _) => name.to_owned(),
        (None, 0 | 1) => name.to_owned(),
        (None, _) => format!("{name} #{}", record.report.index),
    }
}

/// The label of a position with the level of the marble that was placed.
fn with_level(label: &PlyLabel, view: &PlyView) -> PlyLabel {
    let mv = label.mv.clone();
    PlyLabel {
        mv: mv.map(|(color, mv)| (color, view.with_level(&mv))),
        ..label.clone()
    }
}

/// Whether no move of the main line follows a node.
fn is_end(record: &Record, node: NodeId) -> bool {
    let next = |&node: &NodeId| record.children(node).next();
    let mut rest = std::iter::successors(Some(node), next);
    rest.all(|next| record.plies(next) == record.plies(node))
}

/// The title of a figure with which a variation begins.
fn title(label: &PlyLabel, planned: Option<&FigurePlan>) -> Option<String> {
    let figure = planned.filter(|figure| figure.begins_variation)?;
    let name = label.variation.as_deref().unwrap_or_default();
    let (first, last) = (figure.plies.start(), figure.plies.end());
    Some(match first.cmp(last) {
        std::cmp::Ordering::Greater => format!("Variation {name} after move {last}"),
        _ => format!("Variation {name} from move {first}"),
    })
}

/// What a figure shows: its moves, or the ply that it follows.
fn what(label: &PlyLabel, planned: Option<&FigurePlan>) -> String {
    let variation = label.variation.as_ref();
    let variation = variation.map_or(String::new(), |name| format!(", variation {name}"));
    let plies = planned.map(|figure| figure.plies.clone());
    let plies = plies.filter(|plies| !plies.is_empty());
    let what = match (plies, &label.mv) {
        (Some(plies), _) if plies.start() == plies.end() => format!("Move {}", plies.start()),
        (Some(plies), _) => format!("Moves {}–{}", plies.start(), plies.end()),
        (None, Some((color, mv))) => format!("After ply {}: {} {mv}", label.ply, color.name()),
        (None, None) if label.ply == 0 => "Start".to_owned(),
        (None, None) => format!("After ply {}", label.ply),
    };
    what + &variation
}

fn value<'v>(
    placeholder: Placeholder,
    number: usize,
    what: &'v str,
    label: &'v PlyLabel,
    planned: Option<&FigurePlan>,
    header: &Header<'v>,
) -> Cow<'v, str> {
    let text = |text: Option<&'v str>| text.unwrap_or("?").trim().into();
    match placeholder {
        Placeholder::Figure => number.to_string().into(),
        Placeholder::What => what.into(),
        Placeholder::First => {
            let first = planned.map(|figure| *figure.plies.start());
            first.unwrap_or(label.ply).min(label.ply).to_string().into()
        }
        Placeholder::Last => label.ply.to_string().into(),
        Placeholder::Variation => label.variation.as_deref().unwrap_or_default().into(),
        Placeholder::Black => text(header.black),
        Placeholder::White => text(header.white),
        Placeholder::Event => text(header.event),
        Placeholder::Date => text(header.date),
        Placeholder::Result => text(header.result),
    }
}
