//! Books of diagrams: chapters with figures, arranged on pages.
//!
//! `figure_plan` says which plies each figure shows, `paragraph` breaks texts into lines, `layout` arranges figures and
//! texts on pages, `page` writes a page as an SVG image, and `pdf` converts it, with lines as lines and text as text.

mod chapter;
mod figure_plan;
mod layout;
#[cfg(test)]
mod layout_tests;
mod page;
mod paragraph;
mod pdf;

pub use chapter::{Chapter, Figure, comments};
pub use figure_plan::{FigurePlan, figure_plans};
pub use page::PaperSize;
pub use pdf::{PdfOptions, pdf};
