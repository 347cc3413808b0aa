//! Errors while unpacking, carried through [`io::Error`].

use std::io;

/// Why something is not unpacked although it may be intact.
#[derive(Debug, thiserror::Error)]
pub(super) enum UnpackError {
    /// The output is larger than this many times the input.
    #[error("it unpacks to more than {0} times its size")]
    Bomb(u64),
    /// A compression method of zip that is not supported.
    #[error("it is compressed by {0}, which is not supported: use deflate, bzip2, Zstandard or xz")]
    Method(String),
    /// Unpacking takes more memory than this many MiB.
    #[error("unpacking it takes more memory than the limit, {0} MiB")]
    Memory(u32),
    /// Something is damaged; the reason is a clause about it.
    #[error("{0}")]
    Damaged(&'static str),
}

impl UnpackError {
    /// The error inside an [`io::Error`], if there is one.
    pub(super) fn of(error: &io::Error) -> Option<&UnpackError> {
        error.get_ref()?.downcast_ref()
    }
}

impl From<UnpackError> for io::Error {
    fn from(error: UnpackError) -> io::Error {
        io::Error::other(error)
    }
}
