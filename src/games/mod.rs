//! The rules core: five games, judged move by move.
//!
//! Nothing here knows text, files or a terminal. A [`Position`] is made from
//! [`Rules`], a [`Size`] and perhaps a [`Setup`]; [`Position::play`] judges a
//! [`Move`] and says by a [`Violation`] which rule it breaks. The rules
//! themselves, with the ids that [`Rule`] names, are in the pages under `docs/`.

mod bamogo;
mod bargo;
mod bitboard;
mod chains;
mod color;
mod end_phase;
mod growth;
mod hexagon;
mod history;
mod marbles;
mod margo;
mod moves;
mod outcome;
pub mod perft;
mod point;
mod position;
mod pyramid;
mod rules;
mod square;
mod sygo;
mod ugo;
mod violation;

use hexagon::Hexagon;
use pyramid::Pyramid;
use square::Square;

impl Game {
    /// Whether a board of this size, which the game has, has this point; in Margo
    /// a point of the doubled grid.
    pub fn has_point(self, size: Size, point: Point) -> bool {
        match self {
            Game::Bargo => Hexagon::new(size.columns).index(point).is_some(),
            Game::Margo => Pyramid::of(size.columns).tower(point).next().is_some(),
            _ => Square::new(size).index(point).is_some(),
        }
    }

    /// The levels, from 1, on which a marble can lie at a point; none but in Margo.
    pub fn levels(self, size: Size, point: Point) -> Vec<u8> {
        if self != Game::Margo {
            return Vec::new();
        }
        let pyramid = Pyramid::of(size.columns);
        let tower = pyramid.tower(point);
        tower.map(|place| place.level + 1).collect()
    }
}

pub use color::{ByColor, Color};
pub use moves::{Move, Piece, Setup, StoneColor};
pub use outcome::{HalfPoints, Outcome, Region, Score, ScoreBreakdown, Tally, WinReason};
pub use point::{Direction, Point, Size};
pub use position::{MoveEffect, Position};
pub use rules::{
    BamogoRules, BargoRules, Game, MargoRepetition, MargoRules, Rules, SygoRules, UgoRules,
};
pub use violation::{Rule, SetupFault, SetupFaultKind, Violation};
