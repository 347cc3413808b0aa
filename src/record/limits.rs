//! How large a record may be.

/// The size of the records that are accepted, and of the chunks that a file is cut into.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The largest record, in bytes of its text as UTF-8; at most 4 GiB.
    pub max_record: usize,
    /// The largest number of nodes in a record.
    pub max_nodes: u32,
    /// The largest number of plies in a line of play.
    pub max_plies: u32,
    /// The largest number of values in a record.
    pub max_values: u32,
    /// The largest number of stones in a turn, of pairs in a `LINE`, and of values in a setup
    /// property.
    pub max_stones: u32,
    /// The largest number of points set up or cleared in a record, each as often as it is named.
    pub max_setup: u32,
    /// The number of bytes after which a chunk ends, unless it is a single record.
    pub chunk: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            max_record: MAX_RECORD_BYTES,
            max_nodes: MAX_NODES,
            max_plies: MAX_PLIES,
            max_values: MAX_VALUES,
            max_stones: MAX_STONES,
            max_setup: MAX_SETUP,
            chunk: 64 * 1024,
        }
    }
}

/// The default of [`Limits::max_record`].
pub const MAX_RECORD_BYTES: usize = 64 * 1024 * 1024;
/// The default of [`Limits::max_nodes`].
pub const MAX_NODES: u32 = 1_000_000;
/// The default of [`Limits::max_plies`].
pub const MAX_PLIES: u32 = 100_000;
/// The default of [`Limits::max_values`].
pub const MAX_VALUES: u32 = 2_000_000;
/// The default of [`Limits::max_stones`].
pub const MAX_STONES: u32 = 10_000;
/// The default of [`Limits::max_setup`].
pub const MAX_SETUP: u32 = 20_000_000;
/// The largest number of faults reported in one record for tokens that are not allowed where they are.
pub const MAX_UNEXPECTED: usize = 1_000;
/// The most bytes before the first node of a record, where a record may not have more bytes than that: a smaller
/// limit does not keep it from being recognized.
pub(super) const MAX_OPENING: usize = 1024;
/// The largest part of a text outside records that is reported, in bytes: before a record its end, at
/// the end of a file its beginning.
pub const MAX_OUTSIDE: usize = 1024 * 1024;
