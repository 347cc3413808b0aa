//! Diagrams for printing: pages of several diagrams each, as in a book. A page is laid
//! out as one SVG image and converted to PDF, with lines as lines and text as text.

use std::collections::HashMap;

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, TextStr};
use svg2pdf::ConversionOptions;

use super::{
    raster::{Fonts, ImageError, tree},
    scene::{Scene, sanitized},
    style::Style,
    svg::{escaped, svg},
};

/// A paper size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PaperSize {
    /// 210 × 297 mm
    #[default]
    A4,
    /// 8½ × 11 inches
    Letter,
}

impl PaperSize {
    /// Width and height in points, of which an inch has 72.
    fn size(self) -> (f64, f64) {
        match self {
            PaperSize::A4 => (595.28, 841.89),
            PaperSize::Letter => (612.0, 792.0),
        }
    }
}

/// How diagrams are printed.
#[derive(Clone, Copy, Debug)]
pub struct PdfOptions<'a> {
    /// The title at the top of every page; any text.
    pub title: &'a str,
    /// How many diagrams a page contains; at least 1.
    pub per_page: usize,
    /// The paper size.
    pub paper: PaperSize,
}

/// The margin of a page in points.
const MARGIN: f64 = 45.0;
/// Points between diagrams.
const GAP: f64 = 16.0;
/// The height of the lines with the title and the page number.
const TITLE: f64 = 26.0;

/// Writes diagrams as a PDF file. Those of one page have one scale.
///
/// # Errors
///
/// If a page cannot be converted to PDF.
pub fn pdf(
    scenes: impl IntoIterator<Item = Scene>,
    style: &Style,
    book: &PdfOptions,
    fonts: &Fonts,
) -> Result<Vec<u8>, ImageError> {
    let (width, height) = book.paper.size();
    let mut scenes = scenes.into_iter();
    let mut next = Ref::new(1);
    let (catalog, page_tree) = (next.bump(), next.bump());
    let mut pdf = Pdf::new();
    let mut pages = Vec::new();
    loop {
        let scenes: Vec<Scene> = scenes.by_ref().take(book.per_page.max(1)).collect();
        if scenes.is_empty() && !pages.is_empty() {
            break;
        }
        let image = page(&scenes, style, book, pages.len() + 1);
        let chunk = svg2pdf::to_chunk(&tree(&image, fonts)?, ConversionOptions::default());
        let (chunk, drawing) = chunk.map_err(|error| ImageError::Image(error.to_string()))?;
        let mut names = HashMap::new();
        let chunk = chunk.renumber(|old| *names.entry(old).or_insert_with(|| next.bump()));
        let (id, content) = (next.bump(), next.bump());
        let mut page = pdf.page(id);
        page.media_box(Rect::new(0.0, 0.0, width as f32, height as f32));
        page.parent(page_tree).contents(content);
        let mut resources = page.resources();
        if let Some(&drawing) = names.get(&drawing) {
            resources.x_objects().pair(Name(b"D"), drawing);
        }
        resources.finish();
        page.finish();
        let mut drawn = Content::new();
        drawn.transform([width as f32, 0.0, 0.0, height as f32, 0.0, 0.0]);
        drawn.x_object(Name(b"D"));
        pdf.stream(content, &drawn.finish());
        pdf.extend(&chunk);
        pages.push(id);
    }
    pdf.catalog(catalog).pages(page_tree);
    pdf.pages(page_tree).count(pages.len() as i32).kids(pages);
    let mut info = pdf.document_info(next.bump());
    info.title(TextStr(&sanitized(book.title, 100.0)));
    info.producer(TextStr("kifu"));
    info.finish();
    Ok(pdf.finish())
}

/// A page as an SVG image.
fn page(scenes: &[Scene], style: &Style, book: &PdfOptions, number: usize) -> String {
    let (width, height) = book.paper.size();
    let middle = width / 2.0;
    let mut page = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"DejaVu Sans\" font-stretch=\"condensed\" text-anchor=\"middle\">\n\
         <text x=\"{middle}\" y=\"{}\" font-size=\"13\" font-weight=\"bold\">{}</text>\n\
         <text x=\"{middle}\" y=\"{}\" font-size=\"9\">{number}</text>\n",
        MARGIN + 8.0,
        escaped(&sanitized(book.title, 36.0)),
        height - MARGIN + 9.0,
    );
    let room = (width - 2.0 * MARGIN, height - 2.0 * (MARGIN + TITLE) + 8.0);
    let layout = PageLayout::new(scenes, book.per_page.max(1), room);
    for (index, scene) in scenes.iter().enumerate() {
        let (column, row) = (index % layout.columns, index / layout.columns);
        let (cell_width, cell_height) = layout.cell;
        let drawn = scene.frame.width * layout.scale;
        let left = MARGIN + column as f64 * (cell_width + GAP) + (cell_width - drawn) / 2.0;
        let top = MARGIN + TITLE + row as f64 * (cell_height + GAP);
        let scale = layout.scale / scene.scale;
        page.push_str(&format!(
            "<g transform=\"translate({left:.2} {top:.2}) scale({scale:.5})\">\n{}</g>\n",
            svg(scene, style)
        ));
    }
    page.push_str("</svg>\n");
    page
}

/// The maximum scale, in points per unit of the board: small boards stay small.
const LARGEST: f64 = 60.0;

/// The arrangement of the diagrams of a page.
struct PageLayout {
    columns: usize,
    /// Width and height in points of the area of a diagram.
    cell: (f64, f64),
    /// Points per unit of the board.
    scale: f64,
}

impl PageLayout {
    /// The layout in which the diagrams are largest.
    fn new(scenes: &[Scene], count: usize, room: (f64, f64)) -> PageLayout {
        let largest = |length: fn(&Scene) -> f64| scenes.iter().map(length).fold(1.0, f64::max);
        let width = largest(|scene| scene.frame.width);
        let height = largest(|scene| scene.frame.height);
        let layout = |columns: usize| {
            let rows = count.div_ceil(columns);
            let share = |room: f64, parts: usize| (room - GAP * (parts - 1) as f64) / parts as f64;
            let cell = (share(room.0, columns), share(room.1, rows));
            PageLayout {
                columns,
                cell,
                scale: (cell.0 / width).min(cell.1 / height).min(LARGEST),
            }
        };
        // With more diagrams in a row they are too small to read, and the gaps take the space.
        let most = count.min(8);
        let layouts = (2..=most).map(layout);
        layouts.fold(layout(1), |best, other| {
            if other.scale > best.scale {
                other
            } else {
                best
            }
        })
    }
}
