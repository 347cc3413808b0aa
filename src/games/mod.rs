//! The rules core: five games, judged move by move.
//!
//! This module knows no text, files or terminal and depends on the standard library
//! only. A [`Position`] is made from [`Rules`], a [`Size`] and perhaps a [`Setup`];
//! [`Position::play`] judges a [`Move`] and reports the [`Rule`] that it breaks as a
//! [`Violation`]. The rules, with the ids of [`Rule::id`], are explained in `docs/rules/`.
//!
//! ```
//! use kifu::games::{Color, Game, Move, Point, Position, Rule, Rules, Size};
//!
//! let rules = Rules::default_for(Game::Ugo);
//! let mut position = Position::new(&rules, Size::square(5), None)?;
//! assert_eq!(position.to_move(), Color::Black);
//! position.play(&Move::Stone(Point::new(3, 3)))?;
//! let violation = position.play(&Move::Pass).unwrap_err();
//! assert_eq!(violation.rule, Rule::UgoPassBeforeButton);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each game implements the trait of `game_state` on the boards it shares with others
//! (`square`, `hexagon`, `chains`); `position` dispatches to the five games.

mod bamogo;
mod bargo;
mod chains;
mod cloning;
mod color;
mod end_phase;
mod game_state;
mod geometry;
mod hexagon;
mod history;
mod margo;
mod moves;
mod outcome;
pub mod perft;
mod point;
mod position;
mod rules;
mod square;
mod stone_color;
mod sygo;
mod territory;
mod ugo;
mod violation;
mod walled_chains;

pub use color::{ByColor, Color, ParseColorError, Players};
pub use game_state::{Candidate, MoveEffect};
pub use moves::{Move, Piece, Setup};
pub use outcome::{HalfPoints, Outcome, Region, Score, ScoreBreakdown, Tally, WinReason};
pub use point::{Direction, Point, Size};
pub use position::{Position, Step, Stepwise};
pub use rules::{
    BamogoRules, BargoRules, Game, MargoRepetition, MargoRules, ParseGameError, Rules, SygoRules,
    UgoRules,
};
pub use stone_color::StoneColor;
pub use violation::{Rule, SetupFault, SetupFaultKind, Violation};
