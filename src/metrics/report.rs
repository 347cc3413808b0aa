//! The whole of a report.

use serde::Serialize;

use super::{
    comparison::Comparison, expectation::Expectation, group::Group, komi::KomiReport,
    ladder::Ladder,
};
use crate::output::SchemaVersion;

/// Metrics of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MetricsReport {
    /// The version of this schema.
    pub schema: SchemaVersion,
    /// The version of the program.
    pub version: &'static str,
    /// The seed of games that were played for the report; null for records.
    pub seed: Option<u64>,
    /// The games by ruleset and board.
    pub groups: Vec<Group>,
    /// Records that were left out because they are not valid.
    pub left_out: u64,
    /// How two rulesets differ; null unless two were compared.
    pub comparison: Option<Comparison>,
    /// The values of komi; null unless several were tried.
    pub komi: Option<KomiReport>,
    /// The round robin; null unless there was one.
    pub ladder: Option<Ladder>,
    /// The bounds; empty unless some were given.
    pub expectations: Vec<Expectation>,
}

impl MetricsReport {
    /// A report without games.
    pub fn new(seed: Option<u64>) -> MetricsReport {
        MetricsReport {
            schema: SchemaVersion,
            version: env!("CARGO_PKG_VERSION"),
            seed,
            groups: Vec::new(),
            left_out: 0,
            comparison: None,
            komi: None,
            ladder: None,
            expectations: Vec::new(),
        }
    }
}
