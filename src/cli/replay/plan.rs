//! Which positions of one record are shown, and seeing them.

use std::{collections::BTreeSet, ops::RangeInclusive};

use super::select::Select;
use crate::{
    cli::exit::Failure,
    diagram::{PlyView, PlyViewOptions, PlyViews, VerifiedRecord},
    games::Color,
    record::{NodeId, Record},
    report::{PositionWriter, Seen},
    verify::{Options, Step, Variations, Visitor, replay},
};

/// Positions of variations that are put in order before they are shown; no more, so
/// that no record can take all memory.
const MOST_HELD: usize = 100_000;

/// Numbers of branches that the name of a variation is given with.
const BRANCHES: usize = 32;

/// A position of a record as its name tells it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) node: NodeId,
    pub(super) ply: u32,
    pub(super) turn: Option<(Color, String)>,
    /// The branch numbers from the root, off the main line.
    pub(super) variation: Option<String>,
}

/// Which positions are wanted.
pub(super) struct Plan<'a, 'r> {
    range: RangeInclusive<u32>,
    step: u32,
    /// Every how many plies there is a diagram, in a book.
    every: Option<u32>,
    /// The last positions of all lines, if these are wanted.
    ends: Option<BTreeSet<NodeId>>,
    /// How the lines branch, if all are wanted.
    lines: Option<Variations<'a, 'r>>,
    /// The last legal ply of any line.
    pub(super) last: u32,
}

/// What all lines hold.
#[derive(Default)]
struct Survey {
    seen: BTreeSet<NodeId>,
    deepest: u32,
}

impl Visitor for Survey {
    fn see(&mut self, step: &Step) {
        if step.is_new() {
            self.seen.insert(step.node);
            self.deepest = self.deepest.max(step.position.plies());
        }
    }
}

impl<'a, 'r> Plan<'a, 'r> {
    /// Plans what is selected: `None` if the record cannot be played, an error if it does
    /// not go so far.
    pub(super) fn new(
        reel: &VerifiedRecord<'a, 'r>,
        select: Select,
        step: u32,
    ) -> Result<Option<Plan<'a, 'r>>, String> {
        if !reel.options.variations {
            if reel.verdict.position.is_none() {
                return Ok(None);
            }
            let last = reel.verdict.plies;
            return Ok(Some(Plan {
                range: select.of(last)?,
                step,
                every: None,
                ends: None,
                lines: None,
                last,
            }));
        }
        let mut survey = Survey::default();
        replay(reel.record, reel.options, &mut survey);
        if survey.seen.is_empty() {
            return Ok(None);
        }
        let range = select.of(survey.deepest)?;
        let plan = Plan {
            range,
            step,
            every: None,
            ends: select.is_end().then(|| survey.ends(reel.record)),
            lines: Some(Variations::new(reel.record)),
            last: survey.deepest,
        };
        let plies = |node: &NodeId| plan.is_wanted(*node, reel.record.plies(*node));
        let count = survey.seen.iter().filter(|node| plies(node)).count();
        if count > MOST_HELD {
            return Err(format!(
                "{count} positions are too many for one run: choose some of them by --at or --step"
            ));
        }
        Ok(Some(plan))
    }

    /// Plans the diagrams of a book: after every so many plies, and the end of every line.
    pub(super) fn of_diagrams(reel: &VerifiedRecord<'a, 'r>, every: u32) -> Option<Plan<'a, 'r>> {
        // The end is never too far.
        let ends = Plan::new(reel, Select::END, 1).ok().flatten()?;
        Some(Plan {
            range: 0..=ends.last,
            every: Some(every),
            ..ends
        })
    }

    fn is_wanted(&self, node: NodeId, ply: u32) -> bool {
        let is_end = || {
            self.ends
                .as_ref()
                .map_or(ply == self.last, |ends| ends.contains(&node))
        };
        match self.every {
            Some(every) => ply > 0 && ply.is_multiple_of(every) || is_end(),
            None if self.ends.is_some() => is_end(),
            None => {
                self.range.contains(&ply) && (ply - self.range.start()).is_multiple_of(self.step)
            }
        }
    }

    /// Whether a position is wanted.
    fn wants(&self, step: &Step) -> bool {
        step.is_new() && self.is_wanted(step.node, step.position.plies())
    }

    fn named(&self, node: NodeId, ply: u32, turn: Option<(Color, String)>) -> Place {
        let lines = self.lines.as_ref();
        Place {
            node,
            ply,
            turn,
            variation: lines.and_then(|lines| lines.name(node, BRANCHES)),
        }
    }

    /// Makes something of every wanted position and gives it on in the order of the record.
    pub(super) fn shots<T>(
        &self,
        reel: &VerifiedRecord,
        options: PlyViewOptions,
        make: &mut dyn FnMut(&PlyView, &Place) -> Result<T, Failure>,
        give: &mut dyn FnMut(T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut order = InOrder::new(self, give);
        let mut take = |shot: &PlyView| {
            let place = self.named(shot.node, shot.diagram.position.plies(), shot.mv.clone());
            order.take(&place, || make(shot, &place));
        };
        let wants = |step: &Step<'_>| self.wants(step);
        let mut shots = PlyViews::new(reel.record, reel.verdict, options, &wants, &mut take);
        replay(reel.record, &self.options(reel.options), &mut shots);
        order.finish()
    }

    /// The same of positions as data.
    pub(super) fn lines(
        &self,
        reel: &VerifiedRecord,
        writer: &mut PositionWriter,
        give: &mut dyn FnMut(String) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut order = InOrder::new(self, give);
        let mut last = None;
        let mut see = |step: &Step| {
            let follows = last.replace(step.node) == reel.record.parent(step.node);
            if !self.wants(step) {
                // What comes next does not follow what was written last.
                last = None;
                return;
            }
            let place = self.named(step.node, step.position.plies(), None);
            let seen = Seen {
                position: step.position,
                turn: step.turn,
                captured: step.captured,
                follows,
                variation: place.variation.as_deref(),
            };
            let taken = order.take(&place, || {
                let line = writer.write(&seen);
                line.map_err(|error| Failure::refused(format!("cannot write JSON: {error}")))
            });
            if !taken {
                last = None;
            }
        };
        replay(reel.record, &self.options(reel.options), &mut see);
        order.finish()
    }

    /// How far the record is to be played.
    fn options(&self, options: &Options) -> Options {
        let until = (!options.variations).then_some(*self.range.end());
        Options {
            until,
            ..options.clone()
        }
    }
}

impl Survey {
    /// The positions after which no other comes.
    fn ends(&self, record: &Record) -> BTreeSet<NodeId> {
        let mut goes_on = vec![false; record.nodes().count()];
        let nodes: Vec<NodeId> = record.nodes().collect();
        for &node in nodes.iter().rev() {
            if let Some(parent) = record.parent(node) {
                goes_on[parent.index()] |= goes_on[node.index()] || self.seen.contains(&node);
            }
        }
        let ends = self.seen.iter().copied();
        ends.filter(|node| !goes_on[node.index()]).collect()
    }
}

/// Takes what the positions become and gives it on in the order of the record.
struct InOrder<'g, T> {
    /// Whether the positions come in their order.
    sorted: bool,
    held: Vec<((NodeId, u32), T)>,
    seen: BTreeSet<NodeId>,
    give: &'g mut dyn FnMut(T) -> Result<(), Failure>,
    outcome: Result<(), Failure>,
}

impl<'g, T> InOrder<'g, T> {
    fn new(plan: &Plan, give: &'g mut dyn FnMut(T) -> Result<(), Failure>) -> InOrder<'g, T> {
        InOrder {
            sorted: plan.lines.is_none(),
            held: Vec::new(),
            seen: BTreeSet::new(),
            give,
            outcome: Ok(()),
        }
    }

    /// Takes a position in, unless it is the start that another line begins with too.
    /// Then it is not made.
    fn take(&mut self, place: &Place, make: impl FnOnce() -> Result<T, Failure>) -> bool {
        let &Place { node, ply, .. } = place;
        if self.outcome.is_err() || (ply == 0 && !self.seen.insert(node)) {
            return false;
        }
        self.outcome = make().and_then(|made| {
            if self.sorted {
                return (self.give)(made);
            }
            self.held.push(((node, ply), made));
            Ok(())
        });
        true
    }

    /// Gives on what is held.
    fn finish(mut self) -> Result<(), Failure> {
        self.outcome?;
        self.held.sort_by_key(|(key, _)| *key);
        self.held
            .into_iter()
            .try_for_each(|(_, made)| (self.give)(made))
    }
}
