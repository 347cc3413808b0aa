//! The facts of games that records tell.

use super::series::{GameSeries, evaluation};
use crate::{
    lab::{FactsBuilder, GameFacts, Player},
    record::{NodeId, Record},
    verify::{Options, Status, Step, Visitor, replay},
};

/// The facts of a record's main line, and which games it belongs to; `None` if it is not valid. With an evaluator every
/// position after a ply is searched by it; otherwise `V` counts: above 0 Black is ahead.
pub fn record_facts(
    record: &Record,
    options: &Options,
    evaluator: Option<Player>,
) -> Option<(GameSeries, GameFacts)> {
    let mut collector = FactsCollector {
        record,
        evaluator,
        builder: None,
    };
    let verdict = replay(record, options, &mut collector);
    if verdict.status != Status::Valid {
        return None;
    }
    let position = verdict.position.as_ref()?;
    let ruleset = verdict.ruleset.as_ref()?;
    let mut builder = collector.builder?;
    if evaluator.is_some() {
        builder.even_out();
    }
    let facts = builder.finish(position);
    let series = GameSeries::new(position, &ruleset.name, Vec::new());
    Some((series, facts))
}

/// Collects facts while a record is replayed.
struct FactsCollector<'r, 't> {
    record: &'r Record<'t>,
    evaluator: Option<Player>,
    builder: Option<FactsBuilder>,
}

impl FactsCollector<'_, '_> {
    /// The value of `V` of a node.
    fn value(&self, node: NodeId) -> Option<f64> {
        let properties = self.record.properties(node).iter();
        let mut values = properties.filter(|property| self.record.letters(property) == "V");
        let value = self.record.values(values.next()?).first()?;
        let value: f64 = self.record.raw(*value).trim().parse().ok()?;
        value.is_finite().then_some(value)
    }
}

impl Visitor for FactsCollector<'_, '_> {
    fn before(&mut self, position: &crate::games::Position) {
        if let Some(builder) = &mut self.builder {
            builder.before(position);
        }
    }

    fn visit(&mut self, step: &Step) {
        let balance = match self.evaluator {
            Some(evaluator) if step.turn.is_some() => evaluation(step.position, evaluator),
            _ => self.value(step.node),
        };
        match (step.turn, &mut self.builder) {
            (Some((_, mv)), Some(builder)) => builder.ply(mv, step.captured, balance),
            (None, None) => self.builder = Some(FactsBuilder::new(step.position, true)),
            _ => {}
        }
    }
}
