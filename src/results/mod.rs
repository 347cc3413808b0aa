//! Results of many records with the names of the players: a table, standings, and what should be looked at.
//!
//! Records come in one at a time, and are held in a temporary file until it is known which results count: copies of a game may
//! contradict each other. A result counts only if the record is valid.

mod collector;
mod csv;
mod format;
mod game_keys;
mod grouped_pairs;
mod html;
mod json;
mod markdown;
mod names;
mod options;
mod points;
mod reason;
mod roster;
mod row;
mod spool;
mod standings;
mod stored_rows;
mod submissions;
mod summary;
mod text;
mod warning;
mod warning_list;
mod writer;

pub use collector::ResultsCollector;
pub use format::ResultsFormat;
pub use json::{ClosingLine, ResultsLine};
pub use names::MAX_NAMES;
pub use options::{GroupBy, ResultsOptions};
pub use points::{ParsePointsError, PointSystem, Points};
pub use reason::Reason;
pub use roster::{Roster, RosterError};
pub use row::{ResultRow, Winner};
pub use standings::{OpponentResults, PlayerStanding, Standings};
pub use summary::ResultsSummary;
pub use warning::{ResultsWarning, ResultsWarningKind, WarnedRecord};
pub use writer::{ResultsLayout, ResultsWriter, StandingsLayout};
