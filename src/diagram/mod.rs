//! Diagrams of a position.
//!
//! [`text`](fn@text) draws a board of characters for a terminal. For everything else a
//! [`Diagram`] is what to show, a [`Style`] how; [`scene`](fn@scene) turns both into shapes,
//! and [`svg`](fn@svg) writes these as an image. With the feature `raster` images become PNG
//! and GIF, with `pdf` printed pages.
//!
//! A position as SVG:
//!
//! ```
//! use kifu::diagram::{Diagram, Style, scene, svg};
//! # use kifu::games::{Game, Position, Rules, Size};
//! # let rules = Rules::default_for(Game::Sygo);
//! # let position = Position::new(&rules, Size::square(3), None)?;
//! let style = Style::default();
//! let image = svg(&scene(&Diagram::new(&position), &style), &style);
//! assert!(image.contains("<title>Sygo, 3 × 3, at the start, White to move</title>"));
//! # Ok::<(), kifu::games::SetupFault>(())
//! ```
//!
//! As text, with the last move in brackets:
//!
//! ```
//! use kifu::diagram::{Diagram, TextOptions, text};
//! use kifu::games::{Game, Move, Point, Position, Rules, Size};
//!
//! let rules = Rules::default_for(Game::Sygo);
//! let mut position = Position::new(&rules, Size::square(3), None)?;
//! let b2 = Point::new(2, 2);
//! position.play(&Move::Stone(b2)).unwrap();
//! let diagram = Diagram { placed: &[b2.into()], ..Diagram::new(&position) };
//! assert_eq!(
//!     text(&diagram, &TextOptions::default()),
//!     [
//!         "  a b c\n",
//!         "3 · · · 3\n",
//!         "2 ·(○)· 2\n",
//!         "1 · · · 1\n",
//!         "  a b c\n",
//!         "● Black to move · nobody has grown yet\n",
//!     ]
//!     .concat()
//! );
//! # Ok::<(), kifu::games::SetupFault>(())
//! ```

mod board_change;
#[cfg(feature = "pdf")]
mod book;
mod chart;
mod content;
mod html;
mod index_page;
mod markup;
mod numbering;
mod ply_summary;
mod ply_view;
#[cfg(feature = "raster")]
mod raster;
mod scene;
mod status_text;
mod style;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod verified_record;
mod winning_chain;

pub use board_change::BoardChange;
#[cfg(feature = "pdf")]
pub use book::{Chapter, Figure, FigurePlan, PaperSize, PdfOptions, comments, figure_plans, pdf};
pub use chart::{CurvePoint, HistogramBar, IntervalRow, curve, histogram, intervals};
pub use content::{Diagram, Header, Location, Mark, MoveEffect, MoveNumber};
pub use html::{
    InitialPosition, MAX_VIEWER_DATA, MAX_VIEWER_NODES, PositionState, ViewerTooLarge, html_viewer,
};
pub use index_page::{IndexEntry, IndexPage};
pub use markup::{NodeMarkup, RecordHeader};
pub use numbering::{NumberedDiagram, NumberedPly, Numbering};
pub use ply_view::{HeaderDetail, IllegalPly, PlyView, PlyViewOptions, PlyViews};
#[cfg(feature = "raster")]
pub use raster::{Animation, Fonts, ImageError, MAX_FONT, MAX_PIXELS, png};
pub use scene::{
    Background, CellOutline, FontSize, ImagePoint, Layer, LayerId, Rect, Scene, Shape, Symbol,
    TextRole, has_numbers_apart, scene, scene_and_notes,
};
pub use style::{Corner, Crop, ImageSize, Style, Theme, View};
pub use svg::{escaped as xml_escaped, svg, svg_axes};
pub use text::{TextBoard, TextOptions, text, text_board};
pub use verified_record::VerifiedRecord;
