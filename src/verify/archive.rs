//! Findings about sources that cannot be read.

use super::{
    diagnostics::{ArchiveDiagnostic, ArchiveFault},
    finding::Finding,
};

/// A finding about a source or an entry that cannot be read. The `reason` is a clause without a full stop;
/// the finding concerns no text, so its span is empty.
pub fn archive_finding(fault: ArchiveFault, reason: &str) -> Finding {
    Finding::new(&ArchiveDiagnostic { fault, reason }, 0..0)
}
