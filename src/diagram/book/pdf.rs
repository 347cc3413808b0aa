//! Books as PDF files.

use std::collections::HashMap;

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, TextStr};
use svg2pdf::ConversionOptions;

use super::{
    chapter::Chapter,
    layout::{Page, pages},
    page::{PaperSize, images},
};
use crate::diagram::{
    raster::{Fonts, ImageError, tree},
    scene::sanitized,
    style::Style,
};

/// How a book is printed.
#[derive(Clone, Copy, Debug)]
pub struct PdfOptions<'a> {
    /// The title of the document; any text.
    pub title: &'a str,
    /// How many figures a page has at most, at least 1; their boards are as large as that allows. Without it there is
    /// room for four of the largest boards on a page, and pages are filled.
    pub per_page: Option<usize>,
    /// The paper size.
    pub paper: PaperSize,
}

/// Writes chapters as a PDF file. All boards of a chapter have one scale.
///
/// # Errors
///
/// If a page cannot be converted to PDF, or the file would be larger than 150 MB.
pub fn pdf(
    chapters: &[Chapter],
    style: &Style,
    options: &PdfOptions,
    fonts: &Fonts,
) -> Result<Vec<u8>, ImageError> {
    let figures = chapters.iter().flat_map(|chapter| &chapter.figures);
    let shapes: usize = figures.map(|figure| figure.board.shape_count()).sum();
    // Not twice as much as is needed, as it would grow to.
    let room = shapes.saturating_mul(SHAPE).min(MAX_FILE);
    let mut file = PdfFile::new(options.paper, room);
    let pages = pages(chapters, options.per_page, options.paper.area());
    for (page, number) in pages.iter().zip(1..) {
        let images = images(page, style, options.paper, number);
        file.page(page, images, fonts)?;
    }
    Ok(file.finish(options.title))
}

/// The longest title of the document or a bookmark, in font sizes.
const TITLE: f64 = 100.0;

/// The largest file, in bytes. It is made in memory.
const MAX_FILE: usize = 150_000_000;

/// What a shape takes at most, in bytes: a stone of the theme `wood`, which has a gradient of its own.
const SHAPE: usize = 1_000;

/// A PDF file that is being written.
struct PdfFile {
    paper: PaperSize,
    pdf: Pdf,
    next: Ref,
    catalog: Ref,
    page_tree: Ref,
    pages: Vec<Ref>,
    /// Titles, pages, and heights above the lower edges of these in points.
    bookmarks: Vec<(String, Ref, f64)>,
}

impl PdfFile {
    fn new(paper: PaperSize, room: usize) -> PdfFile {
        let mut next = Ref::new(1);
        PdfFile {
            paper,
            pdf: Pdf::with_capacity(room),
            catalog: next.bump(),
            page_tree: next.bump(),
            next,
            pages: Vec::new(),
            bookmarks: Vec::new(),
        }
    }

    /// Adds a page that looks like SVG images on top of each other.
    fn page(
        &mut self,
        page: &Page,
        images: impl Iterator<Item = String>,
        fonts: &Fonts,
    ) -> Result<(), ImageError> {
        let (width, height) = self.paper.size();
        let drawings = images.map(|image| self.drawing(&image, fonts));
        let drawings = drawings.collect::<Result<Vec<Ref>, ImageError>>()?;
        let names = (0..drawings.len()).map(|number| format!("D{number}"));
        let names: Vec<String> = names.collect();
        let (id, content) = (self.next.bump(), self.next.bump());
        let mut written = self.pdf.page(id);
        written.media_box(Rect::new(0.0, 0.0, width as f32, height as f32));
        written.parent(self.page_tree).contents(content);
        let mut resources = written.resources();
        let mut objects = resources.x_objects();
        let mut drawn = Content::new();
        drawn.transform([width as f32, 0.0, 0.0, height as f32, 0.0, 0.0]);
        for (name, drawing) in names.iter().zip(drawings) {
            objects.pair(Name(name.as_bytes()), drawing);
            drawn.x_object(Name(name.as_bytes()));
        }
        objects.finish();
        resources.finish();
        written.finish();
        self.pdf.stream(content, &drawn.finish());
        self.pages.push(id);
        let titles = page.chapters.iter();
        self.bookmarks.extend(titles.map(|(title, top)| {
            let title = sanitized(title, TITLE).replace('\u{a0}', " ");
            (title, id, self.paper.above_edge(*top))
        }));
        Ok(())
    }

    /// Adds an SVG image of a whole page.
    fn drawing(&mut self, image: &str, fonts: &Fonts) -> Result<Ref, ImageError> {
        let tree = tree(image, fonts)?;
        let converted = |embed_text| {
            let options = ConversionOptions {
                embed_text,
                ..ConversionOptions::default()
            };
            svg2pdf::to_chunk(&tree, options)
        };
        // The shapes of letters look the same, but cannot be searched.
        let embedded = fonts.are_embeddable(image).then(|| converted(true).ok());
        let converted = embedded.flatten().map_or_else(|| converted(false), Ok);
        let (chunk, drawing) = converted.map_err(|error| ImageError::Image(error.to_string()))?;
        if self.pdf.len() + chunk.len() > MAX_FILE {
            return Err(ImageError::LargeFile(MAX_FILE));
        }
        let mut names = HashMap::new();
        let next = &mut self.next;
        let mut renamed = |old| *names.entry(old).or_insert_with(|| next.bump());
        chunk.renumber_into(&mut self.pdf, &mut renamed);
        Ok(renamed(drawing))
    }

    fn finish(mut self, title: &str) -> Vec<u8> {
        let outline = (self.bookmarks.len() > 1).then(|| self.outline());
        let mut catalog = self.pdf.catalog(self.catalog);
        catalog.pages(self.page_tree);
        if let Some(outline) = outline {
            catalog.outlines(outline);
        }
        catalog.finish();
        let count = self.pages.len() as i32;
        self.pdf.pages(self.page_tree).count(count).kids(self.pages);
        let mut info = self.pdf.document_info(self.next.bump());
        info.title(TextStr(&sanitized(title, TITLE)));
        info.producer(TextStr("kifu"));
        info.finish();
        self.pdf.finish()
    }

    /// The list of the chapters that readers show beside the pages.
    fn outline(&mut self) -> Ref {
        let root = self.next.bump();
        let items: Vec<Ref> = self.bookmarks.iter().map(|_| self.next.bump()).collect();
        let mut outline = self.pdf.outline(root);
        if let (Some(&first), Some(&last)) = (items.first(), items.last()) {
            outline.first(first).last(last).count(items.len() as i32);
        }
        outline.finish();
        for (index, (title, page, height)) in self.bookmarks.iter().enumerate() {
            let mut item = self.pdf.outline_item(items[index]);
            item.title(TextStr(title)).parent(root);
            if let Some(&previous) = index.checked_sub(1).and_then(|index| items.get(index)) {
                item.prev(previous);
            }
            if let Some(&following) = items.get(index + 1) {
                item.next(following);
            }
            item.dest().page(*page).xyz(0.0, *height as f32, None);
        }
        root
    }
}
