//! Tables by the Arrow C interface, which Python passes as capsules. See `docs/arrow.md`.

mod batches;
mod input;
mod interrupt;
mod plies;
mod rows;
mod stream;
mod verdicts;

pub(crate) use stream::{ArrowStream, files_schema, files_stream, plies_arrow, validate_arrow};
