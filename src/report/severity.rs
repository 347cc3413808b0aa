//! The name and the schema of a severity in JSON.

use serde::{Deserialize, Serialize};

use crate::verify::Severity;

/// How much a finding matters.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", remote = "Severity")]
#[cfg_attr(test, schemars(rename = "Severity"))]
pub(super) enum SeverityName {
    /// Worth knowing; the record is valid all the same.
    Warning,
    /// The record is not valid.
    Error,
}
