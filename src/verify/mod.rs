//! Verification: a record is played through the rules core, and what is wrong or odd
//! comes out as findings.
//!
//! The order of the findings is fixed: those of the text, then those of the root and the
//! setup in file order, then those of the plies as played, then the one about
//! the result. [`Code::ALL`] lists all kinds.

mod archive;
mod bytes;
mod codes;
mod details;
mod diagnostics;
mod finding;
mod game_context;
mod illegal_ply;
mod judge;
mod options;
mod pages;
mod ply;
mod properties;
mod replay;
mod root;
mod setup;
mod step;
mod text;
mod tree_player;
mod variations;
mod verdict;

pub use archive::archive_finding;
pub use bytes::{VerifiedFile, verify_bytes};
pub use codes::{Code, Severity};
pub use details::GameDetails;
#[cfg(feature = "results")]
pub(crate) use details::text_hash;
pub use diagnostics::{ArchiveFault, end_in_words, title};
pub use finding::{Board, Finding, MAX_BRANCHES, MAX_FINDINGS, RelatedMove};
pub(crate) use judge::agrees;
pub use judge::{verify, verify_continuation};
pub use options::Options;
pub use pages::{Example, Explanation, explain};
pub use replay::replay;
pub use step::{Step, Visitor};
pub use variations::Variations;
pub use verdict::{Status, Verdict};
