//! The diagnostics: one type per group of findings, which holds the facts of a finding and
//! puts them into words.

mod archive;
mod bamogo;
mod bargo;
mod diagnostic;
mod margo;
mod node;
mod play;
mod result;
mod root;
mod setup;
mod sygo;
mod syntax;
mod ugo;
mod wording;

pub(super) use archive::ArchiveDiagnostic;
pub use archive::ArchiveFault;
pub(super) use bamogo::{AllowedPairs, BamogoDiagnostic};
pub(super) use bargo::BargoDiagnostic;
pub(super) use diagnostic::Diagnostic;
pub(super) use margo::{MarblePlace, MargoDiagnostic, SwapRefusal};
pub(super) use node::{MarkValue, NodeDiagnostic};
pub(super) use play::PlayDiagnostic;
pub(super) use result::ResultDiagnostic;
pub(super) use root::{DecisiveProperty, RootDiagnostic, SizeRange};
pub(super) use setup::{PropertyOwner, SetupDiagnostic, SetupValueKind};
pub(super) use sygo::{PlacementRefusal, SygoDiagnostic};
pub(super) use syntax::{EncodingDiagnostic, SyntaxDiagnostic};
pub(super) use ugo::UgoDiagnostic;
pub(super) use wording::{BoardName, EarlierPosition, Occupant, excerpt};
pub use wording::{end_in_words, title};
