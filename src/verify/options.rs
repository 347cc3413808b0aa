//! How records are verified.

use std::sync::Arc;

use super::codes::Code;
use crate::ruleset::Ruleset;

/// How records are verified.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The ruleset that replaces `RU` in records of its game.
    pub ruleset: Option<Arc<Ruleset>>,
    /// Whether all variations are verified, or the main line alone.
    pub variations: bool,
    /// Codes whose findings are left out.
    pub ignored: Vec<Code>,
    /// Play the main line only up to this ply; what follows is not inspected.
    pub until: Option<u32>,
    /// Play what can be read of a malformed record before the first damage. Its status and its findings stay.
    pub partial: bool,
}
