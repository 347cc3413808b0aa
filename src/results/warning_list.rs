//! The warnings, of each kind a bounded number.

use std::collections::BTreeMap;

use super::warning::{ResultsWarning, ResultsWarningKind};
use crate::output::grouped;

/// The most warnings of a kind.
const MAX_WARNINGS: usize = 1_000;

/// Warnings by their kinds.
#[derive(Debug, Default)]
pub(super) struct WarningList {
    kept: BTreeMap<ResultsWarningKind, Vec<ResultsWarning>>,
    /// Warnings that are not kept.
    dropped: BTreeMap<ResultsWarningKind, u64>,
}

impl WarningList {
    /// Adds a warning.
    pub(super) fn add(&mut self, warning: ResultsWarning) {
        let kind = warning.kind;
        let kept = self.kept.entry(kind).or_default();
        if kept.len() < MAX_WARNINGS {
            kept.push(warning);
        } else {
            *self.dropped.entry(kind).or_default() += 1;
        }
    }

    /// All warnings, kind by kind; of many of a kind the first, and the number of the others.
    pub(super) fn finish(mut self) -> Vec<ResultsWarning> {
        let mut warnings = Vec::new();
        for kind in ResultsWarningKind::ALL {
            warnings.append(&mut self.kept.remove(&kind).unwrap_or_default());
            if let Some(&count) = self.dropped.get(&kind) {
                warnings.push(ResultsWarning {
                    kind,
                    message: format!("{} more warnings of this kind", grouped(count)),
                    names: Vec::new(),
                    records: Vec::new(),
                });
            }
        }
        warnings
    }
}
