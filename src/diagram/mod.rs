//! Pictures of a position.
//!
//! [`text`](fn@text) draws a board of letters and signs for a terminal. For everything else a
//! [`Diagram`] says what is to be seen, a [`Style`] how; [`scene`](fn@scene) turns both into
//! shapes, and [`svg`](fn@svg) writes these as an image, of which pictures of dots are made
//! ([`png`](fn@png), [`Animation`]) and printed pages ([`pdf`](fn@pdf)).
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
//!         "● Black to move\n",
//!     ]
//!     .concat()
//! );
//! # Ok::<(), kifu::games::SetupFault>(())
//! ```
//!
//! ```
//! use kifu::diagram::{Location, Style, Diagram, Theme, png, scene, svg};
//! # use kifu::games::{Game, Move, Point, Position, Rules, Size};
//! # let rules = Rules::default_for(Game::Sygo);
//! # let mut position = Position::new(&rules, Size::square(3), None)?;
//! # let b2 = Point::new(2, 2);
//! # position.play(&Move::Stone(b2)).unwrap();
//!
//! let last: [Location; 1] = [b2.into()];
//! let diagram = Diagram { placed: &last, ..Diagram::new(&position) };
//! let style = Style { theme: Theme::Print, ..Style::default() };
//! let image = svg(&scene(&diagram, &style), &style);
//! assert!(image.contains("<title>Sygo, 3 × 3, after 1 ply, Black to move</title>"));
//! let picture = png(&image, 1.0).unwrap();
//! assert!(picture.starts_with(b"\x89PNG"));
//! # Ok::<(), kifu::games::SetupFault>(())
//! ```

mod board_change;
mod content;
mod html;
mod markup;
mod numbering;
#[cfg(feature = "pdf")]
mod pdf;
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

pub use board_change::BoardChange;
pub use content::{Diagram, Header, Location, Mark, MoveNumber};
pub use html::{InitialPosition, MAX_VIEWER_NODES, ViewerTooLarge, html_viewer};
pub use markup::{NodeMarkup, RecordHeader};
pub use numbering::{MoveNumbers, NumberedPly, Numbering};
#[cfg(feature = "pdf")]
pub use pdf::{PaperSize, PdfOptions, pdf};
pub use ply_view::{IllegalPly, PlyView, PlyViewOptions, PlyViews};
#[cfg(feature = "raster")]
pub use raster::{Animation, ImageError, MAX_PIXELS, png};
pub use scene::{
    Background, CellOutline, FontSize, ImagePoint, Layer, LayerId, Rect, Scene, Shape, Symbol,
    TextRole, scene,
};
pub use style::{Crop, Style, Theme, View};
pub use svg::svg;
pub use text::{TextOptions, text};
pub use verified_record::VerifiedRecord;
