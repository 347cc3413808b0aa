//! Books of diagrams: chapters with figures, arranged on pages.
//!
//! `figure_plan` says which plies each figure shows, `paragraph` breaks texts into lines, `cells` puts
//! figures with their texts into columns, `grid` says how many columns there are and how large boards are, `layout` arranges
//! rows on pages, `page` writes a page as an SVG image, and `pdf` converts it, with lines as lines and text as text.

mod cells;
mod chapter;
mod figure_plan;
mod grid;
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
