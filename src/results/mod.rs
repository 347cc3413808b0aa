//! Results of many records with the names of the players: a table, standings, and what should be looked at.
//!
//! Records come in one at a time. A result counts only if the record is valid.

mod collector;
mod csv;
mod format;
mod html;
mod json;
mod markdown;
mod names;
mod points;
mod roster;
mod row;
mod standings;
mod summary;
mod text;
mod warning;
mod writer;

pub use collector::{GroupBy, ResultsCollector, ResultsOptions};
pub use format::ResultsFormat;
pub use json::{ClosingLine, ResultsLine};
pub use names::MAX_NAMES;
pub use points::{ParsePointsError, PointSystem, Points};
pub use roster::{Roster, RosterError};
pub use row::{ResultRow, Winner};
pub use standings::{OpponentResults, PlayerStanding, Standings};
pub use summary::ResultsSummary;
pub use warning::{ResultsWarning, ResultsWarningKind, WarnedRecord};
pub use writer::{ResultsLayout, ResultsWriter, StandingsLayout};
