//! The rules core: five games, judged move by move.
//!
//! Nothing here knows text, files or a terminal. A [`Position`] is made from
//! [`Rules`], a [`Size`] and perhaps a [`Setup`]; [`Position::play`] judges a
//! [`Move`] and says by a [`Violation`] which rule it breaks. The rules
//! themselves, with the ids that [`Rule`] names, are in the pages under `docs/`.

mod bamogo;
mod bargo;
mod chains;
mod closing;
mod color;
mod hexagon;
mod history;
mod margo;
mod moves;
mod outcome;
mod point;
mod position;
mod pyramid;
mod rules;
mod square;
mod sygo;
mod ugo;
mod violation;

pub use color::{ByColor, Color};
pub use moves::{Hue, Move, Piece, Setup};
pub use outcome::{By, HalfPoints, Outcome, Parts, Region, Score, Tally};
pub use point::{Direction, Point, Size};
pub use position::{Played, Position};
pub use rules::{
    BamogoRules, BargoRules, Game, MargoRepetition, MargoRules, Rules, SygoRules, UgoRules,
};
pub use violation::{Rule, SetupFault, SetupFaultKind, Violation};
