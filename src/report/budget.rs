//! The maximum number of findings in a report.

use crate::output::counted;
use crate::verify::Finding;

/// How many findings may still be written, and how many were omitted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    left: Option<usize>,
    left_out: u64,
}

impl Budget {
    /// A budget of `most` findings, or of all.
    pub(super) fn new(most: Option<usize>) -> Budget {
        Budget {
            left: most,
            left_out: 0,
        }
    }

    /// The first of these findings that fit into the budget.
    pub(super) fn take<'f>(&mut self, findings: &'f [Finding]) -> &'f [Finding] {
        let Some(left) = &mut self.left else {
            return findings;
        };
        let taken = findings.len().min(*left);
        *left -= taken;
        self.left_out += (findings.len() - taken) as u64;
        &findings[..taken]
    }

    /// A note on the omitted findings.
    pub(super) fn left_out(&self) -> Option<String> {
        let count = counted(self.left_out, "finding is", "findings are");
        (self.left_out > 0).then(|| format!("{count} left out (--max-findings)"))
    }
}
