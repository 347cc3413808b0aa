//! Records in which taking the button is replaced by a pass, for a ruleset without a button.

use crate::{
    games::Move,
    record::{Limits, Name, NodeId, Record, Span, read_move, read_within},
    verify::{Options, Severity, Status, Verdict, verify},
};

/// A record whose moves `button` are replaced by passes of the same length, so that all spans stay as they are.
pub(super) struct ButtonAsPass<'r> {
    record: &'r Record<'r>,
    /// `None` if there is nothing to replace.
    text: Option<String>,
}

impl<'r> ButtonAsPass<'r> {
    pub(super) fn new(record: &'r Record) -> ButtonAsPass<'r> {
        let mut text = None;
        if !record.is_malformed() {
            for node in record.nodes() {
                for span in moves(record, node) {
                    if read(record, span) == Some(Move::Button) {
                        let range = span.start as usize..span.end as usize;
                        let pass = format!("{:width$}", "pass", width = range.len());
                        text.get_or_insert_with(|| record.text().to_owned())
                            .replace_range(range, &pass);
                    }
                }
            }
        }
        ButtonAsPass { record, text }
    }

    /// The verdict with the spans of the original; `None` if there is nothing to replace.
    ///
    /// With the button, two passes may follow it; without it, the first of them ends the game. The passes after that are
    /// not counted as errors, unless another move follows.
    pub(super) fn verify(&self, options: &Options, limits: Limits) -> Option<Verdict> {
        let record = read_within(self.text.as_deref()?, limits).next()?;
        let mut verdict = verify(&record, options);
        let after_end = |code: &str| code == "record::after-end";
        let rest = main_line(&record).filter(|&node| record.plies(node) > verdict.plies);
        let mut rest = rest.flat_map(|node| moves(&record, node));
        if verdict.finished && rest.all(|span| read(&record, span) == Some(Move::Pass)) {
            verdict
                .findings
                .retain(|finding| finding.variation.is_some() || !after_end(finding.code().id()));
            if verdict.status == Status::Invalid && !verdict.has(Severity::Error) {
                verdict.status = Status::Valid;
            }
        }
        for finding in &mut verdict.findings {
            let related = finding.related.iter_mut();
            let spans = related.map(|related| &mut related.span);
            for span in spans.chain([&mut finding.span]) {
                *span = self.record.offset() + span.start..self.record.offset() + span.end;
            }
        }
        Some(verdict)
    }
}

/// The nodes of the main line.
pub(super) fn main_line(record: &Record) -> impl Iterator<Item = NodeId> {
    std::iter::successors(record.nodes().next(), |&node| record.children(node).next())
}

/// The moves of a node.
fn moves(record: &Record, node: NodeId) -> Vec<Span> {
    let properties = record.properties(node).iter();
    let moves = properties.filter(|property| matches!(property.name, Name::B | Name::W));
    let values = moves.flat_map(|property| record.values(property));
    values.copied().collect()
}

/// The move in a value. Only the moves of the games with a button are of interest, which are spelled alike.
fn read(record: &Record, span: Span) -> Option<Move> {
    read_move(crate::games::Game::Ugo, record.raw(span))
}
