//! Pictures of a position.
//!
//! [`text`](fn@text) draws a board of letters and signs for a terminal. For everything else a
//! [`Subject`] says what is to be seen, a [`Style`] how; [`scene`](fn@scene) turns both into
//! shapes, and [`svg`](fn@svg) writes these as an image, of which pictures of dots are made
//! ([`png`](fn@png), [`Animation`]) and printed pages ([`pdf`](fn@pdf)).
//!
//! ```
//! use kifu::diagram::{Subject, TextOptions, text};
//! use kifu::games::{Move, Point, Position, Rules, Size, SygoRules};
//!
//! let rules = Rules::Sygo(SygoRules { balance_turn: true });
//! let mut position = Position::new(&rules, Size::square(3), None)?;
//! let b2 = Point::new(2, 2);
//! position.play(&Move::Stone(b2)).unwrap();
//! let subject = Subject { placed: &[b2.into()], ..Subject::new(&position) };
//! assert_eq!(
//!     text(&subject, &TextOptions::default()),
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
//! use kifu::diagram::{Spot, Style, Subject, Theme, png, scene, svg};
//! # use kifu::games::{Move, Point, Position, Rules, Size, SygoRules};
//! # let rules = Rules::Sygo(SygoRules { balance_turn: true });
//! # let mut position = Position::new(&rules, Size::square(3), None)?;
//! # let b2 = Point::new(2, 2);
//! # position.play(&Move::Stone(b2)).unwrap();
//!
//! let last: [Spot; 1] = [b2.into()];
//! let subject = Subject { placed: &last, ..Subject::new(&position) };
//! let style = Style { theme: Theme::Print, ..Style::default() };
//! let image = svg(&scene(&subject, &style), &style);
//! assert!(image.contains("<title>Sygo, 3 × 3, after 1 ply, Black to move</title>"));
//! let picture = png(&image, 1.0).unwrap();
//! assert!(picture.starts_with(b"\x89PNG"));
//! # Ok::<(), kifu::games::SetupFault>(())
//! ```

mod change;
mod html;
mod markup;
mod numbering;
mod pdf;
mod ply_view;
mod raster;
mod scene;
mod standing;
mod style;
mod subject;
mod svg;
#[cfg(test)]
mod tests;
mod text;

pub use change::Change;
pub use html::{JudgedRecord, MAX_PAGE_NODES, Opening, PageTooLarge, page};
pub use markup::{Heading, Markup};
pub use numbering::{NumberedPly, Numbering, Numbers};
pub use pdf::{Book, Paper, pdf};
pub use ply_view::{Illegal, PlyView, ShotOptions, Shots};
pub use raster::{Animation, DrawingError, MAX_PIXELS, png};
pub use scene::{At, Frame, Ground, Layer, Outline, Role, Scene, Shape, Sign, scene};
pub use style::{Crop, Style, Theme, View};
pub use subject::{Header, Mark, Numbered, Spot, Subject};
pub use svg::svg;
pub use text::{TextOptions, text};
