//! Tokens that are not allowed where they are.

use super::TreeBuilder;
use crate::record::{limits::MAX_UNEXPECTED, model::FaultKind, token::is_blank};

impl TreeBuilder<'_> {
    pub(super) fn misplaced(&mut self, start: usize, end: usize) {
        let has_branched = self.levels.last().is_some_and(|level| level.has_branched);
        let kind = if has_branched {
            FaultKind::AfterVariation
        } else {
            FaultKind::PropertyOutsideNode
        };
        self.unexpected(kind, start, end);
    }

    /// Reports tokens that are not allowed here. Adjacent ones are one fault.
    pub(super) fn unexpected(&mut self, kind: FaultKind, start: usize, end: usize) {
        if let Some(level) = self.levels.last_mut() {
            level.has_fault = true;
        }
        if let Some(last) = self.faults.last_mut()
            && is_unexpected(last.kind)
            && last.span.end <= start
            && self.text[last.span.end..start]
                .trim_matches(is_blank)
                .is_empty()
        {
            last.span.end = end;
            return;
        }
        self.unexpected += 1;
        if self.unexpected <= MAX_UNEXPECTED {
            self.fault(kind, start..end);
        }
    }
}

fn is_unexpected(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::Stray
            | FaultKind::NameWithoutValue
            | FaultKind::NameInLowerCase
            | FaultKind::ValueWithoutName
            | FaultKind::PropertyOutsideNode
            | FaultKind::AfterVariation
    )
}
