//! Playing the lines of a record through the rules core.
//!
//! Each node is verified once. Where a line branches, one position waits for all
//! variations and is copied for each but the last, which is the one with the most
//! nodes: so at any time at most as many positions wait as the number of nodes has binary
//! digits, however deep the tree is. The findings are put into file order in the end.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use super::{
    codes::{Code, Severity},
    diagnostics::{NodeDiagnostic, SetupDiagnostic},
    finding::{Finding, MAX_BRANCHES, MAX_FINDINGS},
    game_context::GameContext,
    options::Options,
    setup::SetupBuilder,
    step::{Step, Visitor},
    variations::Variations,
};
use crate::{
    games::{Point, Position},
    record::{NodeId, Purpose, Record, Span},
};

/// The end of the main line.
#[derive(Debug, Default)]
pub(super) struct MainLine {
    /// The position after its last legal ply; `None` if nothing is played.
    pub(super) position: Option<Position>,
    /// Whether it was played to its last node without an error.
    pub(super) complete: bool,
}

/// How far a line of play is.
#[derive(Clone, Debug)]
enum Stage {
    /// Before the first move.
    Setup(Box<SetupBuilder>),
    Play(Box<Position>),
}

pub(super) struct TreePlayer<'a, 't, 'v> {
    pub(super) record: &'a Record<'t>,
    /// `None` if the game is not known: then nothing is set up or played.
    pub(super) context: Option<&'a GameContext>,
    /// Whether nothing may be played because of an error elsewhere.
    blocked: bool,
    /// Whether all variations are played.
    all: bool,
    /// The last ply to play.
    until: Option<u32>,
    /// Where the readable part of a malformed record ends, in bytes of the whole text.
    pub(super) damage: Option<usize>,
    /// What the lines begin with.
    start: Stage,
    findings: Vec<(NodeId, Finding)>,
    /// Warnings, errors on the main line and errors off it so far, kept or not.
    kept: [usize; 3],
    /// Findings so far that have a board.
    pub(super) detailed: usize,
    /// How the lines branch; `None` if only the main line is played.
    variations: Option<Variations<'a, 't>>,
    /// Visits the positions.
    pub(super) visitor: Option<&'v mut dyn Visitor>,
    /// The first span of each unknown property.
    pub(super) unknown: BTreeMap<Cow<'t, str>, (NodeId, Span)>,
    pub(super) main: MainLine,
    /// Memory for the stones of a turn, for the next turn to use again.
    pub(super) stones: Vec<Point>,
}

impl<'a, 't, 'v> TreePlayer<'a, 't, 'v> {
    pub(super) fn new(
        record: &'a Record<'t>,
        context: Option<&'a GameContext>,
        blocked: bool,
        options: &Options,
    ) -> TreePlayer<'a, 't, 'v> {
        TreePlayer {
            record,
            context,
            blocked,
            all: options.variations,
            until: options.until,
            damage: None,
            start: Stage::Setup(Box::default()),
            findings: Vec::new(),
            kept: [0; 3],
            detailed: 0,
            variations: None,
            visitor: None,
            unknown: BTreeMap::new(),
            main: MainLine::default(),
            stones: Vec::new(),
        }
    }

    /// A player that starts from a position.
    pub(super) fn from_position(
        record: &'a Record<'t>,
        context: &'a GameContext,
        position: Position,
    ) -> TreePlayer<'a, 't, 'v> {
        TreePlayer {
            start: Stage::Play(Box::new(position)),
            ..TreePlayer::new(record, Some(context), false, &Options::default())
        }
    }

    /// Plays all lines; the findings are in file order.
    pub(super) fn play_all(&mut self) -> Vec<Finding> {
        let mut sizes = Vec::new();
        if self.all {
            sizes = self.subtree_sizes();
            self.variations = Some(Variations::new(self.record));
        }
        let mut work = vec![(NodeId::ROOT, Rc::new(self.start.clone()), true)];
        while let Some((mut node, stage, on_main)) = work.pop() {
            let mut stage = Rc::unwrap_or_clone(stage);
            loop {
                if self.is_far_enough(node, &mut stage) || !self.visit(node, &mut stage) {
                    self.stop(stage, on_main, false);
                    break;
                }
                if let Some(complete) = self.play_plain_moves(&mut stage) {
                    self.stop(stage, on_main, complete);
                    break;
                }
                let Some(next) = self.choose(node, &sizes) else {
                    let complete = self.finish(node, &mut stage);
                    self.stop(stage, on_main, complete);
                    break;
                };
                if self.all && self.record.children(node).nth(1).is_some() {
                    let shared = Rc::new(stage);
                    let first = self.record.children(node).next();
                    let mut wait = |child| {
                        let on_main = on_main && first == Some(child);
                        work.push((child, Rc::clone(&shared), on_main));
                    };
                    wait(next);
                    let others = self.record.children(node);
                    others.filter(|&child| child != next).for_each(wait);
                    break;
                }
                node = next;
            }
        }
        self.collect()
    }

    /// Plays the nodes after the root, if each has one move and nothing else; returns whether all are legal.
    fn play_plain_moves(&mut self, stage: &mut Stage) -> Option<bool> {
        if self.until.is_some() || self.damage.is_some() {
            return None;
        }
        let record = self.record;
        let mut moves = record.plain_moves()?.peekable();
        let &(first, ..) = moves.peek()?;
        let Some(position) = self.start(first, stage) else {
            return Some(false);
        };
        Some(moves.all(|(node, color, raw)| self.play(node, color, raw, position)))
    }

    /// Whether the last ply to play has been played, and the next one is here.
    fn is_far_enough(&mut self, node: NodeId, stage: &mut Stage) -> bool {
        let is_damaged = self
            .damage
            .is_some_and(|damage| self.ends_after(node, damage));
        let past = is_damaged
            || self
                .until
                .is_some_and(|until| self.record.plies(node) > until);
        if past {
            self.start(node, stage);
        }
        past
    }

    /// Whether a node other than the root has a property that ends after this byte of the whole text.
    fn ends_after(&self, node: NodeId, end: usize) -> bool {
        let mut properties = self.record.properties(node).iter();
        node != NodeId::ROOT
            && properties.any(|property| self.record.source_range(property.span).end > end)
    }

    /// The child to continue with: that of the main line, or the one with the most nodes below.
    fn choose(&self, node: NodeId, sizes: &[u32]) -> Option<NodeId> {
        let mut children = self.record.children(node);
        if self.all {
            // Of equal ones the first.
            children.max_by_key(|child| (sizes[child.index()], std::cmp::Reverse(*child)))
        } else {
            children.next()
        }
    }

    /// The number of nodes from each node on, itself included.
    fn subtree_sizes(&self) -> Vec<u32> {
        let nodes: Vec<NodeId> = self.record.nodes().collect();
        let mut sizes = vec![1; nodes.len()];
        for &node in nodes.iter().rev() {
            if let Some(parent) = self.record.parent(node) {
                sizes[parent.index()] += sizes[node.index()];
            }
        }
        sizes
    }

    /// All findings in file order.
    fn collect(&mut self) -> Vec<Finding> {
        for (name, (node, span)) in std::mem::take(&mut self.unknown) {
            let diagnostic = NodeDiagnostic::UnknownProperty { letters: &name };
            let span = self.record.source_range(span);
            self.add(node, Finding::new(&diagnostic, span));
        }
        let mut findings = std::mem::take(&mut self.findings);
        findings.sort_by_key(|(node, finding)| (*node, finding.span.start));
        // A setup is checked where play begins, and so by every line that begins with it.
        let mut reported = BTreeSet::new();
        findings.retain(|(_, finding)| {
            finding.code() != Code::RecordSetup
                || reported.insert((finding.span.start, finding.message()))
        });
        findings.into_iter().map(|(_, finding)| finding).collect()
    }

    /// Adds a finding. Of warnings, of errors on the main line and of errors off it at most
    /// [`MAX_FINDINGS`] each are kept: a hostile record could cause millions.
    pub(super) fn add(&mut self, node: NodeId, mut finding: Finding) {
        let variations = self.variations.as_ref();
        let kind = match finding.code().severity() {
            Severity::Warning => 0,
            Severity::Error if variations.is_none_or(|lines| lines.is_main(node)) => 1,
            Severity::Error => 2,
        };
        self.kept[kind] += 1;
        if self.kept[kind] > MAX_FINDINGS {
            return;
        }
        finding.variation = variations.and_then(|lines| lines.name(node, MAX_BRANCHES));
        self.findings.push((node, finding));
    }

    /// Keeps the end of the main line.
    fn stop(&mut self, stage: Stage, on_main: bool, complete: bool) {
        if on_main {
            self.main = MainLine {
                position: match stage {
                    Stage::Play(position) => Some(*position),
                    Stage::Setup(_) => None,
                },
                complete,
            };
        }
    }

    /// The end of a line: a setup without moves is still to be checked.
    fn finish(&mut self, node: NodeId, stage: &mut Stage) -> bool {
        match stage {
            Stage::Setup(_) => self.start(node, stage).is_some(),
            Stage::Play(_) => true,
        }
    }

    /// Proceeds from the setup to the play, if the setup is a position.
    fn start<'s>(&mut self, node: NodeId, stage: &'s mut Stage) -> Option<&'s mut Position> {
        if let Stage::Setup(builder) = stage {
            match builder.finish(self.context?, self.record) {
                Ok(_) if self.blocked => return None,
                Ok(position) => {
                    self.show_start(node, &position);
                    *stage = Stage::Play(Box::new(position));
                }
                Err(finding) => {
                    if let Some(finding) = finding {
                        self.add(node, *finding);
                    }
                    return None;
                }
            }
        }
        match stage {
            Stage::Play(position) => Some(position),
            Stage::Setup(_) => None,
        }
    }

    /// Shows the position that play begins with, at this node or after it.
    fn show_start(&mut self, node: NodeId, position: &Position) {
        let Some(visitor) = &mut self.visitor else {
            return;
        };
        let before = self.record.parent(node);
        let has_move = self.record.plies(node) > 0;
        visitor.visit(&Step {
            node: before.filter(|_| has_move).unwrap_or(node),
            turn: None,
            captured: false,
            position,
        });
    }

    /// Verifies a node; false if the line stops here.
    fn visit(&mut self, node: NodeId, stage: &mut Stage) -> bool {
        if let Stage::Play(position) = stage
            && let Some(ply) = self.lone_ply(node)
        {
            return self.play(node, ply.color, self.record.raw(ply.value), position);
        }
        let mut plies = self.plies(node);
        let (ply, second) = (plies.next(), plies.next());
        self.check_properties(node, ply.as_ref());
        let Some(context) = self.context else {
            return ply.is_none();
        };
        let setup = self
            .record
            .properties(node)
            .iter()
            .find(|property| property.name.purpose() == Purpose::Setup);
        let ply_number = match stage {
            Stage::Play(position) => position.plies() + 1,
            Stage::Setup(_) => 1,
        };
        if let Some(second) = &second
            && !self.blocked
        {
            let diagnostic = NodeDiagnostic::TwoMoves {
                second: second.property.name,
                value: self.record.raw(second.value),
            };
            let mut finding = Finding::new(&diagnostic, self.span_of_ply(second));
            finding.ply = Some(ply_number);
            // A record that begins with such a node has been set up all the same.
            if self.start(node, stage).is_some() {
                self.add(node, finding);
            }
            return false;
        }
        match (stage, setup) {
            (Stage::Setup(builder), Some(property)) => {
                for finding in builder.read(context, self.record, node) {
                    self.add(node, finding);
                }
                if ply.is_none() {
                    return true;
                }
                let name = property.name;
                let span = self.record.source_range(property.span);
                self.add(
                    node,
                    Finding::new(&SetupDiagnostic::WithFirstMove { name }, span),
                );
                false
            }
            (Stage::Play(_), Some(property)) => {
                let name = property.name;
                let span = self.record.source_range(property.span);
                self.add(
                    node,
                    Finding::new(&NodeDiagnostic::LateSetup { name }, span),
                );
                false
            }
            (stage, None) => match &ply {
                Some(ply) => {
                    let Some(position) = self.start(node, stage) else {
                        return false;
                    };
                    self.play(node, ply.color, self.record.raw(ply.value), position)
                }
                None => {
                    if let (Stage::Play(position), Some(visitor)) = (stage, &mut self.visitor) {
                        visitor.visit(&Step {
                            node,
                            turn: None,
                            captured: false,
                            position,
                        });
                    }
                    true
                }
            },
        }
    }
}
