//! The rules core: five games, judged move by move.
//!
//! Nothing here knows text, files or a terminal. A [`Position`] is made from
//! [`Rules`], a [`Size`] and perhaps a [`Setup`]; [`Position::play_as`] judges a
//! [`Move`] and says by a [`Violation`] which rule it breaks. The rules
//! themselves, with the ids that [`Rule`] names, are in the pages under `docs/`.

mod bamogo;
mod bargo;
mod chains;
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
#[cfg(any(feature = "serde", feature = "arbitrary"))]
mod stone_color;
mod sygo;
mod ugo;
mod violation;
mod walled_chains;

pub use color::{ByColor, Color, ParseColorError};
pub use game_state::MoveEffect;
pub use moves::{Move, Piece, Setup, StoneColor};
pub use outcome::{HalfPoints, Outcome, Region, Score, ScoreBreakdown, Tally, WinReason};
pub use point::{Direction, Point, Size};
pub use position::Position;
pub use rules::{
    BamogoRules, BargoRules, Game, MargoRepetition, MargoRules, ParseGameError, Rules, SygoRules,
    UgoRules,
};
pub use violation::{Rule, SetupFault, SetupFaultKind, Violation};
