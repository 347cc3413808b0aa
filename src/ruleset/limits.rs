//! Limits of ruleset files.

/// The largest ruleset file read, in bytes.
pub const MAX_BYTES: usize = 64 * 1024;

/// The largest komi for either player, in points.
pub(crate) const MAX_KOMI: i32 = 10_000;
