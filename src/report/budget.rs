//! How many findings are told.

use super::summary::counted;
use crate::verify::Finding;

/// The findings that may still be told, and those that were not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    left: Option<usize>,
    left_out: u64,
}

impl Budget {
    /// A budget of so many findings, or of all.
    pub(super) fn new(most: Option<usize>) -> Budget {
        Budget {
            left: most,
            left_out: 0,
        }
    }

    /// The findings that are told of these, the first ones.
    pub(super) fn take<'f>(&mut self, findings: &'f [Finding]) -> &'f [Finding] {
        let Some(left) = &mut self.left else {
            return findings;
        };
        let told = findings.len().min(*left);
        *left -= told;
        self.left_out += (findings.len() - told) as u64;
        &findings[..told]
    }

    /// What is to be said of the findings that were not told.
    pub(super) fn left_out(&self) -> Option<String> {
        let count = counted(self.left_out, "finding is", "findings are");
        (self.left_out > 0).then(|| format!("{count} left out (--max-findings)"))
    }
}
