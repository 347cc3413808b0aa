//! Metrics of games: what a ruleset does to a game, with intervals.
//!
//! `metric` names what is measured in a game, `game_metrics` remembers it, `group` sums games up, `comparison`, `komi` and `ladder` set several series
//! of games against each other, `expectation` checks bounds. A `MetricsReport` holds all of it; `sections` turns it into
//! tables and charts, which `text`, `markdown` and `html` write; `csv` writes the numbers alone.

mod comparison;
mod csv;
mod expectation;
mod format;
mod game_metrics;
mod group;
mod html;
mod komi;
mod ladder;
mod markdown;
mod metric;
mod number;
mod record_facts;
mod report;
mod sections;
mod series;
mod text;

pub use comparison::{Comparison, MetricDifference, compare};
pub use expectation::{Expectation, ExpectationError, Expectations};
pub use format::MetricsFormat;
pub use game_metrics::GameMetrics;
pub use group::{Group, MetricValue, Spread};
pub use komi::{KomiReport, KomiValue, komi_report};
pub use ladder::{Ladder, LadderPair, LadderPlayer, ladder};
pub use metric::Metric;
pub use record_facts::record_facts;
pub use report::MetricsReport;
pub use series::{GameSeries, series_facts};
