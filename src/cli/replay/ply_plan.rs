//! Which positions of one record are written, and in which order.

use std::{cell::Cell, collections::BTreeSet, ops::RangeInclusive};

use super::{
    in_order::{Deferred, InOrder},
    ply_label::PlyLabel,
    select::Select,
};
use crate::{
    cli::error::{CliError, ReplayError},
    diagram::{FigurePlan, PlyView, PlyViewOptions, PlyViews, VerifiedRecord, figure_plans},
    games::Color,
    record::{NodeId, Record},
    report::{PositionStep, PositionWriter},
    study::{LinePositions, Place},
    verify::{Options, Step, Variations, replay},
};

/// The maximum number of positions of variations, which are sorted in memory.
const MAX_HELD: usize = 100_000;

/// The maximum number of branch numbers in the name of a variation.
const MAX_BRANCHES: usize = 32;

/// The maximum length in bytes of the lists below the numbered diagrams of a record. Each lists the plies before it that
/// its board does not show, so that they grow with the square of the plies.
const MAX_LISTS: usize = 5_000_000;

/// Which positions are selected.
pub(super) struct PlyPlan<'a, 'r> {
    range: RangeInclusive<u32>,
    step: u32,
    /// The selected positions, if they are not those of a range.
    positions: Option<BTreeSet<Place>>,
    /// How the lines branch, if all are replayed.
    lines: Option<Variations<'a, 'r>>,
    /// The starts that another one follows on the same line.
    early_starts: BTreeSet<NodeId>,
    /// The last legal ply of any line.
    pub(super) last: u32,
    /// The number of selected positions.
    pub(super) count: usize,
}

/// The nodes without a move that positions follow.
fn between(positions: &LinePositions, record: &Record) -> BTreeSet<NodeId> {
    let mut between = BTreeSet::new();
    for &(node, _) in &positions.places {
        let before = std::iter::successors(record.parent(node), |&node| record.parent(node));
        for node in before.take_while(|&node| positions.last_of(node).is_none()) {
            if !between.insert(node) {
                break;
            }
        }
    }
    between
}

/// The starts that are followed by another one on the same line, which has more setup.
fn early_starts(positions: &LinePositions, record: &Record) -> BTreeSet<NodeId> {
    let is_start = |node: &NodeId| positions.places.contains(&(*node, 0));
    let starts = positions.places.iter().filter(|&&(_, ply)| ply == 0);
    let before = starts.filter_map(|&(node, _)| {
        let on_line = |node: &NodeId| {
            let parent = record.parent(*node)?;
            let first = record.children(parent).next();
            (first == Some(*node)).then_some(parent)
        };
        std::iter::successors(on_line(&node), on_line).find(is_start)
    });
    before.collect()
}

impl<'a, 'r> PlyPlan<'a, 'r> {
    /// The selected positions.
    ///
    /// # Errors
    ///
    /// If the record cannot be replayed, or has no such ply.
    pub(super) fn new(
        verified: &VerifiedRecord<'a, 'r>,
        select: Select,
        step: u32,
    ) -> Result<PlyPlan<'a, 'r>, ReplayError> {
        if !verified.options.variations {
            if verified.verdict.position.is_none() {
                return Err(ReplayError::NotReplayable);
            }
            let last = verified.verdict.plies;
            let range = select.of(last)?;
            return Ok(PlyPlan {
                count: ((range.end() - range.start()) / step + 1) as usize,
                range,
                step,
                positions: None,
                lines: None,
                early_starts: BTreeSet::new(),
                last,
            });
        }
        let positions = LinePositions::of(verified.record, verified.options);
        if positions.places.is_empty() {
            return Err(ReplayError::NotReplayable);
        }
        let range = select.of(positions.deepest)?;
        let mut plan = PlyPlan {
            count: 0,
            range,
            step,
            positions: select.is_end().then(|| positions.ends(verified.record)),
            lines: Some(Variations::new(verified.record)),
            early_starts: early_starts(&positions, verified.record),
            last: positions.deepest,
        };
        let places = positions.places.iter();
        let selected = places.filter(|&&place| plan.is_selected(place));
        let count = selected.count();
        if count > MAX_HELD {
            return Err(ReplayError::TooManyPositions(count, MAX_HELD));
        }
        plan.count = count;
        Ok(plan)
    }

    /// The figures of a book, of `every` plies each, and the positions that they end with.
    pub(super) fn of_book(
        verified: &VerifiedRecord<'a, 'r>,
        every: u32,
    ) -> Result<(PlyPlan<'a, 'r>, Vec<FigurePlan>), ReplayError> {
        let ends = PlyPlan::new(verified, Select::END, 1)?;
        let all = LinePositions::of(verified.record, verified.options);
        let between = between(&all, verified.record);
        let has_position = |node: NodeId| all.last_of(node).is_some();
        let is_played = |node: NodeId| has_position(node) || between.contains(&node);
        let figures = figure_plans(verified.record, &is_played, &has_position, every);
        let positions = figures.iter().filter_map(|figure| all.last_of(figure.node));
        let plan = PlyPlan {
            range: 0..=ends.last,
            count: figures.len(),
            positions: Some(positions.collect()),
            ..ends
        };
        Ok((plan, figures))
    }

    fn is_selected(&self, place: Place) -> bool {
        let (_, ply) = place;
        match &self.positions {
            Some(positions) => positions.contains(&place),
            None => {
                self.range.contains(&ply) && (ply - self.range.start()).is_multiple_of(self.step)
            }
        }
    }

    /// Whether a position is selected.
    fn selects(&self, step: &Step) -> bool {
        step.is_new() && self.is_selected((step.node, step.position.plies()))
    }

    fn label(&self, node: NodeId, ply: u32, mv: Option<(Color, String)>) -> PlyLabel {
        let lines = self.lines.as_ref();
        PlyLabel {
            node,
            ply,
            mv,
            variation: lines.and_then(|lines| lines.name(node, MAX_BRANCHES)),
            is_early_start: ply == 0 && self.early_starts.contains(&node),
        }
    }

    /// Makes something of every selected position and delivers it in the order of the record.
    ///
    /// # Errors
    ///
    /// If a position cannot be made or delivered, or the lists below all diagrams are too long; the positions before it
    /// are delivered.
    pub(super) fn views<T: Deferred>(
        &self,
        verified: &VerifiedRecord,
        options: PlyViewOptions,
        make: &mut dyn FnMut(&PlyView, &PlyLabel) -> Result<T, CliError>,
        deliver: &mut dyn FnMut(T) -> Result<(), CliError>,
    ) -> Result<(), ReplayError> {
        let mut order = InOrder::new(self.lines.is_none(), deliver);
        // Of the lists; `None` if they are too long.
        let left = Cell::new(Some(MAX_LISTS));
        let mut receive = |view: &PlyView| {
            let length = view.diagram.list_length();
            left.set(left.get().and_then(|left| left.checked_sub(length)));
            if left.get().is_none() {
                return;
            }
            let label = self.label(view.node, view.diagram.position.plies(), view.mv.clone());
            order.add(&label, || make(view, &label));
        };
        let selects = |step: &Step<'_>| left.get().is_some() && self.selects(step);
        let mut views = PlyViews::new(
            verified.record,
            verified.verdict,
            options,
            &selects,
            &mut receive,
        );
        replay(verified.record, &self.options(verified.options), &mut views);
        order.finish()?;
        let is_whole = left.get().is_some();
        is_whole
            .then_some(())
            .ok_or(ReplayError::LongLists(MAX_LISTS))
    }

    /// The same for positions as JSON.
    pub(super) fn lines(
        &self,
        verified: &VerifiedRecord,
        writer: &mut PositionWriter,
        deliver: &mut dyn FnMut(String) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let mut order = InOrder::new(self.lines.is_none(), deliver);
        let mut last = None;
        let mut visit = |step: &Step| {
            let follows = last.replace(step.node) == verified.record.parent(step.node);
            if !self.selects(step) {
                // The next position does not follow the one written last.
                last = None;
                return;
            }
            let label = self.label(step.node, step.position.plies(), None);
            let written = PositionStep {
                position: step.position,
                mv: step.turn,
                captured: step.captured,
                follows,
                variation: label.variation.as_deref(),
            };
            let is_made = order.add(&label, || Ok(writer.write(&written)?));
            if !is_made {
                last = None;
            }
        };
        replay(verified.record, &self.options(verified.options), &mut visit);
        order.finish()
    }

    /// The options for replaying no further than needed.
    fn options(&self, options: &Options) -> Options {
        let until = (!options.variations).then_some(*self.range.end());
        Options {
            until,
            ..options.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{record::read, verify::verify};

    #[test]
    fn a_start_may_be_followed_by_another() {
        for (text, expected) in [
            ("(;GM[ugo]SZ[5]AB[c3];AW[d4];B[b2])", ""),
            ("(;GM[ugo]SZ[5]AB[c3](;AW[d4];B[b2])(;B[d5]))", "0"),
            (
                "(;GM[ugo]SZ[5]AB[c3](;AW[d4](;AW[e5];B[b2])(;B[a2]))(;B[d5]))",
                "0 1",
            ),
            ("(;GM[ugo]SZ[5]AB[c3](;B[d5])(;AW[d4];B[b2]))", ""),
            (
                "(;GM[ugo]SZ[5]AB[c3](;B[d5])(;AW[d4](;AW[e5];B[b2])(;B[a2])))",
                "2",
            ),
        ] {
            let record = read(text).next().expect("a record");
            let options = Options {
                variations: true,
                ..Options::default()
            };
            let starts = early_starts(&LinePositions::of(&record, &options), &record);
            let starts: Vec<String> = (starts.iter())
                .map(|node| node.index().to_string())
                .collect();
            assert_eq!(starts.join(" "), expected, "{text}");
        }
    }

    /// Nodes without a move, such as one with a comment or a part of the setup, end no line of a book.
    #[test]
    fn a_book_goes_on_behind_nodes_without_a_move() {
        for (text, expected) in [
            ("(;GM[ugo]SZ[9];B[c3];C[x];;W[d4];C[y])", "1-2"),
            ("(;GM[ugo]SZ[9];;B[c3];W[d4])", "1-2"),
            ("(;GM[bamogo]SZ[3];STONES[Ra1][Gb1];B[Rc2,Gc3])", "1-1"),
            (
                "(;GM[ugo]SZ[9];B[c3];N[z](;W[d4];B[e5])(;W[d5])(;C[x]))",
                "1-3 2-2",
            ),
            (
                "(;GM[ugo]SZ[9];B[c3](;N[z](;W[d4])(;W[d5]))(;W[d6]))",
                "1-2 2-2 2-2",
            ),
            ("(;GM[ugo]SZ[9];B[c3];N[z](;C[x])(;W[d5]))", "1-1 2-2"),
            // What follows an illegal ply is not part of it.
            ("(;GM[ugo]SZ[9];B[c3];C[x];W[c3];B[d4])", "1-1"),
        ] {
            let record = read(text).next().expect("a record");
            let options = Options {
                variations: true,
                ..Options::default()
            };
            let verdict = verify(&record, &options);
            let verified = VerifiedRecord {
                record: &record,
                options: &options,
                verdict: &verdict,
            };
            let Ok((plan, figures)) = PlyPlan::of_book(&verified, 50) else {
                panic!("{text}: it has no figures");
            };
            assert_eq!(plan.count, figures.len(), "{text}");
            let plies = figures.iter().map(|figure| &figure.plies);
            let plies = plies.map(|plies| format!("{}-{}", plies.start(), plies.end()));
            assert_eq!(plies.collect::<Vec<_>>().join(" "), expected, "{text}");
        }
    }
}
