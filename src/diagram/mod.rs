//! Pictures of a position.
//!
//! [`text`] draws a board of letters and signs for a terminal.
//!
//! ```
//! use kifu::diagram::{TextOptions, text};
//! use kifu::games::{Move, Point, Position, Rules, Size, SygoRules};
//!
//! let rules = Rules::Sygo(SygoRules { balance_turn: true });
//! let mut position = Position::new(&rules, Size::square(3), None)?;
//! let b2 = Point::new(2, 2);
//! position.play(position.to_move(), &Move::Stone(b2)).unwrap();
//! let options = TextOptions { marks: &[b2], ..TextOptions::default() };
//! assert_eq!(
//!     text(&position, &options),
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

mod text;

pub use text::{TextOptions, text};
