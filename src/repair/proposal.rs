//! All fixes of a record: applied, verified, and repeated while they find more.

use std::{collections::BTreeSet, ops::Range};

use super::{Edit, FIXES, FixContext, Repaired, add_result};
use crate::{
    record::{Record, SourceText, read},
    verify::{Finding, MAX_FINDINGS, Options, Verdict, verify},
};

/// How often a record is repaired at most.
const MAX_ROUNDS: usize = 8;

/// The fixes of a record, which must still be applied and verified. It holds neither the record nor its text, so that only
/// one of two large records is in memory.
pub(crate) struct Proposal<'o> {
    /// How records are verified.
    options: &'o Options,
    /// Where the record is in its source before the repair, in bytes.
    range: Range<usize>,
    /// In their order.
    edits: Vec<Edit>,
    /// The indices of the findings that are fixed.
    fixed: BTreeSet<usize>,
    adds_result: bool,
}

impl<'o> Proposal<'o> {
    /// All fixes of a record, given the verdict on it. `None` if nothing can be fixed.
    pub(crate) fn new(
        record: &Record,
        verdict: &Verdict,
        options: &'o Options,
    ) -> Option<Proposal<'o>> {
        // The tree of a malformed record is uncertain, and beyond the limit the list of findings is incomplete.
        if record.is_malformed() || verdict.findings.len() >= MAX_FINDINGS {
            return None;
        }
        let mut edits: Vec<Edit> = Vec::new();
        let mut fixed = BTreeSet::new();
        for (number, finding) in verdict.findings.iter().enumerate() {
            let context = FixContext {
                record,
                verdict,
                finding,
            };
            let fix = FIXES.iter().find(|fix| fix.code == finding.code().id());
            let Some(edit) = fix.and_then(|fix| (fix.edit)(&context)) else {
                continue;
            };
            let overlaps = |other: &Edit| {
                other.range.start < edit.range.end && edit.range.start < other.range.end
            };
            let removes = |other: &Edit| {
                other.text.is_empty()
                    && other.range.start <= edit.range.start
                    && edit.range.end <= other.range.end
            };
            if edits.iter().any(removes) {
                fixed.insert(number);
            } else if !edits.iter().any(overlaps) {
                edits.push(edit);
                fixed.insert(number);
            }
        }
        let result = add_result(record, verdict);
        let adds_result = result.is_some();
        edits.extend(result);
        if edits.is_empty() {
            return None;
        }
        // What is inserted at a place comes before what is replaced there.
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        Some(Proposal {
            options,
            range: record.offset()..record.offset() + record.text().len(),
            edits,
            fixed,
            adds_result,
        })
    }

    /// The repaired record, given the source and the text of the record, and the verdict before the repair. `None` if
    /// anything but the fixed findings would change.
    pub(crate) fn verified(
        self,
        source: SourceText,
        text: &str,
        before: &Verdict,
    ) -> Option<Repaired> {
        let (text, _) = apply(text, &self.edits);
        let repaired = self.accepted(source, text, before).ok()?;
        Some(repaired.again(source, self.options))
    }

    /// The same for a text that makes room for that of the repaired record; given back if anything else would change.
    #[cfg(feature = "cli")]
    pub(crate) fn verified_in_place(
        self,
        source: SourceText,
        text: String,
        before: &Verdict,
    ) -> Result<Repaired, String> {
        let repaired = self.accepted_in_place(source, text, before)?;
        Ok(repaired.again(source, self.options))
    }

    fn accepted_in_place(
        &self,
        source: SourceText,
        text: String,
        before: &Verdict,
    ) -> Result<Repaired, String> {
        let (repaired, undo) = apply(&text, &self.edits);
        drop(text);
        let accepted = self.accepted(source, repaired, before);
        accepted.map_err(|repaired| apply(&repaired, &undo).0)
    }

    /// The text with the fixes as a repaired record; the text alone if they change anything else.
    fn accepted(
        &self,
        source: SourceText,
        text: String,
        before: &Verdict,
    ) -> Result<Repaired, String> {
        let after = read(source.with_text(&text))
            .next()
            .map(|repaired| verify(&repaired, self.options));
        match after.filter(|after| self.changes_nothing_else(before, after)) {
            Some(verdict) => Ok(Repaired { text, verdict }),
            None => Err(text),
        }
    }

    /// Whether the verdicts differ only in the findings that were fixed.
    fn changes_nothing_else(&self, before: &Verdict, after: &Verdict) -> bool {
        let game = |verdict: &Verdict| {
            let rules = (verdict.game, verdict.ruleset.clone(), verdict.size);
            let board = verdict.position.as_ref().map(|position| {
                let mut pieces = position.pieces();
                pieces.sort_unstable();
                (position.fingerprint(), pieces)
            });
            let play = (verdict.plies, verdict.computed, verdict.score);
            (rules, play, board)
        };
        let key = |finding: &Finding| {
            let node = (finding.variation.clone(), finding.ply);
            (finding.code().id(), node, finding.point.clone())
        };
        // Findings outside the record, or on the encoding of its source, are missing after the repair.
        let is_in_record = |finding: &Finding| {
            finding.span.start >= self.range.start
                && finding.span.end <= self.range.end
                && finding.code().id() != "record::encoding"
        };
        let left = before.findings.iter().enumerate();
        let left =
            left.filter(|(number, finding)| is_in_record(finding) && !self.fixed.contains(number));
        let mut left: Vec<_> = left.map(|(_, finding)| key(finding)).collect();
        let found = after.findings.iter();
        let found = found.filter(|finding| finding.code().id() != "record::encoding");
        let mut found: Vec<_> = found.map(key).collect();
        left.sort();
        found.sort();
        let is_result = |&number: &usize| {
            let code = before.findings[number].code().id();
            matches!(code, "record::result" | "record::result-syntax")
        };
        // The stated result is the same, or meant to differ.
        let keeps_result = self.adds_result
            || before.recorded == after.recorded
            || self.fixed.iter().any(is_result);
        left == found && keeps_result && game(before) == game(after)
    }
}

impl Repaired {
    /// Repairs a record again and again.
    ///
    /// What one fix writes can be what another waits for: a size in a later node equals the one that was added to the
    /// root.
    fn again(mut self, source: SourceText, options: &Options) -> Repaired {
        for _ in 1..MAX_ROUNDS {
            let record = read(source.with_text(&self.text)).next();
            let proposal = record.and_then(|record| Proposal::new(&record, &self.verdict, options));
            let Some(proposal) = proposal else { break };
            match proposal.accepted_in_place(source, self.text, &self.verdict) {
                Ok(repaired) => self = repaired,
                Err(text) => {
                    self.text = text;
                    break;
                }
            }
        }
        self
    }
}

/// Applies edits to a text, and returns those that undo them. They must be sorted and must not overlap.
fn apply(text: &str, edits: &[Edit]) -> (String, Vec<Edit>) {
    let longer: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut out = String::with_capacity(text.len() + longer);
    let mut undo = Vec::with_capacity(edits.len());
    let mut end = 0;
    for edit in edits {
        out.push_str(&text[end..edit.range.start]);
        let start = out.len();
        out.push_str(&edit.text);
        undo.push(Edit {
            range: start..out.len(),
            text: text[edit.range.clone()].to_owned(),
        });
        end = edit.range.end;
    }
    out.push_str(&text[end..]);
    (out, undo)
}
