//! The name and the schema of a severity in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::verify::Severity;

/// How much a finding matters.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", remote = "Severity")]
#[schemars(rename = "Severity")]
pub(super) enum SeverityName {
    /// Worth knowing; the record is valid all the same.
    Warning,
    /// The record is not valid.
    Error,
}
