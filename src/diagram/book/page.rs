//! A page as an SVG image.

use super::{
    grid::Area,
    layout::{Page, Placed},
};
use crate::diagram::{
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

/// The margin of a page in points.
const MARGIN: f64 = 42.0;

impl PaperSize {
    /// Width and height in points, of which an inch has 72.
    pub(super) fn size(self) -> (f64, f64) {
        match self {
            PaperSize::A4 => (595.28, 841.89),
            PaperSize::Letter => (612.0, 792.0),
        }
    }

    /// The part of a page within its margins.
    pub(super) fn area(self) -> Area {
        let (width, height) = self.size();
        Area {
            width: width - 2.0 * MARGIN,
            height: height - 2.0 * MARGIN,
        }
    }

    /// The height above the lower edge of a page, in points, of something this far below the upper end of its area.
    pub(super) fn above_edge(self, top: f64) -> f64 {
        self.size().1 - MARGIN - top
    }
}

/// The shapes of an image, unless a single board has more. Those of a page may be hundreds of thousands, and each takes some
/// kilobytes while it becomes PDF.
const SHAPES: usize = 10_000;

/// Draws a page with this number: one image, or several on top of each other if it has many shapes. Nearly all pages have
/// one, since each image has its own fonts.
pub(super) fn images(
    page: &Page,
    style: &Style,
    paper: PaperSize,
    number: usize,
) -> impl Iterator<Item = String> {
    let mut shapes = 0;
    let parts = page.placed.chunk_by(move |placed, next| {
        shapes += shape_count(placed);
        let fits = shapes + shape_count(next) <= SHAPES;
        if !fits {
            shapes = 0;
        }
        fits
    });
    // A page without anything has its number.
    let is_empty = page.placed.is_empty();
    let parts = parts.chain(is_empty.then_some(&[][..]));
    parts.enumerate().map(move |(index, placed)| {
        let number = (index == 0).then_some(number);
        image(placed, style, paper, number)
    })
}

fn shape_count(placed: &Placed) -> usize {
    match placed {
        Placed::Text { .. } => 1,
        Placed::Board { board, .. } => board.shape_count(),
    }
}

/// Draws things on a page, which has this number.
fn image(placed: &[Placed], style: &Style, paper: PaperSize, number: Option<usize>) -> String {
    let (width, height) = paper.size();
    let mut image = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"DejaVu Sans\" font-stretch=\"condensed\">\n",
    );
    if let Some(number) = number {
        image.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"9\" text-anchor=\"middle\">{number}</text>\n",
            width / 2.0,
            height - MARGIN / 2.0,
        ));
    }
    for placed in placed {
        image.push_str(&match placed {
            Placed::Text { left, top, width, line } => {
                let (x, anchor) = if line.is_centered {
                    (left + width / 2.0, " text-anchor=\"middle\"")
                } else {
                    (*left, "")
                };
                let weight = if line.is_bold { " font-weight=\"bold\"" } else { "" };
                format!(
                    "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{}\"{anchor}{weight}>{}</text>\n",
                    MARGIN + x,
                    MARGIN + top + line.baseline(),
                    line.size,
                    escaped(&line.text),
                )
            }
            Placed::Board { left, top, points_per_unit, board } => format!(
                "<g transform=\"translate({:.2} {:.2}) scale({:.5})\" text-anchor=\"middle\">\n{}</g>\n",
                MARGIN + left,
                MARGIN + top,
                points_per_unit / board.scale,
                svg(board, style),
            ),
        });
    }
    image.push_str("</svg>\n");
    image
}
