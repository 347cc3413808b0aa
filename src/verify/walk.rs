//! Playing the lines of a record through the rules core.
//!
//! Each node is judged once. Where a line branches, one position waits for all
//! variations and is copied for each but the last, which is the one with the most
//! nodes: so no more positions wait at any time than the number of nodes has binary
//! digits, however deep the tree is. The findings are put into file order in the end.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    rc::Rc,
};

use super::{
    MAX_FINDINGS, Options, Severity,
    finding::{Board, Earlier, Facts, Finding},
    setup::{Builder, Ground, fault},
    text::excerpt,
    words::Case,
};
use crate::{
    games::{Color, Game, Move, Point, Position, Rule, Violation},
    record::{
        Name, NodeId, Property, Purpose, Record, Span, points_as_written, read_move, unescape,
    },
};

/// Findings of a record that get a board and the earlier move concerned; finding
/// those costs time, and nobody reads more of them.
const DETAILED: usize = 100;

/// What came of the main line.
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
    Setup(Box<Builder>),
    Play(Box<Position>),
}

/// A move as it stands in a node.
pub(super) struct Ply<'a> {
    color: Color,
    property: &'a Property,
    value: Span,
}

pub(super) struct Walk<'a, 't> {
    pub(super) record: &'a Record<'t>,
    /// `None` if the game is not known: then nothing is set up or played.
    pub(super) ground: Option<&'a Ground>,
    /// Whether nothing may be played because of an error elsewhere.
    blocked: bool,
    /// Whether all variations are walked.
    all: bool,
    /// The last ply to play.
    until: Option<u32>,
    /// What the lines begin with.
    start: Stage,
    findings: Vec<(NodeId, Finding)>,
    /// Warnings, errors on the main line and errors off it so far, kept or not.
    kept: [usize; 3],
    detailed: usize,
    /// How the lines branch; empty if only the main line is walked.
    branches: Vec<Branch>,
    /// The first place of each unknown property.
    pub(super) unknown: BTreeMap<String, (NodeId, Span)>,
    pub(super) main: MainLine,
}

/// Where a node stands among the variations.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// The node with which its branch begins; the root if there was none.
    first: NodeId,
    /// The number of that branch, from 1; 0 if there was none.
    number: u32,
    /// Whether it is on the main line.
    main: bool,
}

/// The branches of all nodes.
fn branches(record: &Record) -> Vec<Branch> {
    let root = Branch {
        first: NodeId::ROOT,
        number: 0,
        main: true,
    };
    let mut branches = vec![root; record.nodes().count()];
    for node in record.nodes() {
        let own = branches[node.index()];
        let several = record.children(node).nth(1).is_some();
        for (child, number) in record.children(node).zip(1..) {
            branches[child.index()] = if several {
                Branch {
                    first: child,
                    number,
                    main: own.main && number == 1,
                }
            } else {
                own
            };
        }
    }
    branches
}

impl<'a, 't> Walk<'a, 't> {
    pub(super) fn new(
        record: &'a Record<'t>,
        ground: Option<&'a Ground>,
        blocked: bool,
        options: &Options,
    ) -> Walk<'a, 't> {
        Walk {
            record,
            ground,
            blocked,
            all: options.variations,
            until: options.until,
            start: Stage::Setup(Box::default()),
            findings: Vec::new(),
            kept: [0; 3],
            detailed: 0,
            branches: Vec::new(),
            unknown: BTreeMap::new(),
            main: MainLine::default(),
        }
    }

    /// A walk that goes on from a position.
    pub(super) fn from(
        record: &'a Record<'t>,
        ground: &'a Ground,
        position: Position,
    ) -> Walk<'a, 't> {
        Walk {
            start: Stage::Play(Box::new(position)),
            ..Walk::new(record, Some(ground), false, &Options::default())
        }
    }

    /// Walks the lines; the findings are in file order.
    pub(super) fn walk(&mut self) -> Vec<Finding> {
        let mut sizes = Vec::new();
        if self.all {
            sizes = self.subtree_sizes();
            self.branches = branches(self.record);
        }
        let mut work = vec![(NodeId::ROOT, Rc::new(self.start.clone()), true)];
        while let Some((mut node, stage, on_main)) = work.pop() {
            let mut stage = Rc::unwrap_or_clone(stage);
            loop {
                if self.is_far_enough(node, &mut stage) {
                    self.stop(&stage, on_main, false);
                    break;
                }
                if !self.visit(node, &mut stage) {
                    self.stop(&stage, on_main, false);
                    break;
                }
                let Some(next) = self.choose(node, &sizes) else {
                    let complete = self.finish(node, &mut stage);
                    self.stop(&stage, on_main, complete);
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

    /// Whether the last ply that is wanted has been played, and the next comes here.
    fn is_far_enough(&mut self, node: NodeId, stage: &mut Stage) -> bool {
        let Some(until) = self.until else {
            return false;
        };
        let past = self.record.plies(node) > until;
        if past {
            self.start(node, stage);
        }
        past
    }

    /// The child to go on with: that of the main line, or the one with the most nodes below.
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
            let facts = Facts::new().with("name", excerpt(&name));
            let finding = facts.finding("record::unknown-property", self.record.place(span));
            self.add(node, finding);
        }
        let mut findings = std::mem::take(&mut self.findings);
        findings.sort_by_key(|(node, finding)| (*node, finding.place.start));
        // A setup is judged where play begins, and so by every line that begins with it.
        let mut told = BTreeSet::new();
        findings.retain(|(_, finding)| {
            finding.code.id != "record::setup"
                || told.insert((finding.place.start, finding.message.clone()))
        });
        findings.into_iter().map(|(_, finding)| finding).collect()
    }

    /// Takes in a finding. Of warnings, of errors on the main line and of errors off it
    /// only so many are kept: a hostile record could hold millions.
    pub(super) fn add(&mut self, node: NodeId, mut finding: Finding) {
        let branch = self.branches.get(node.index());
        let kind = match finding.code.severity {
            Severity::Warning => 0,
            Severity::Error if branch.is_none_or(|last| last.main) => 1,
            Severity::Error => 2,
        };
        self.kept[kind] += 1;
        if self.kept[kind] > MAX_FINDINGS {
            return;
        }
        finding.variation = self.variation(node);
        self.findings.push((node, finding));
    }

    /// The branch numbers from the root to a node; `None` on the main line.
    fn variation(&self, node: NodeId) -> Option<String> {
        let last = self.branches.get(node.index()).filter(|last| !last.main)?;
        let before = |branch: &&Branch| {
            let parent = self.record.parent(branch.first)?;
            Some(&self.branches[parent.index()])
        };
        let line = std::iter::successors(Some(last), before);
        let mut numbers: Vec<String> = line
            .filter(|branch| branch.number > 0)
            .map(|branch| branch.number.to_string())
            .collect();
        numbers.reverse();
        Some(numbers.join("."))
    }

    /// Notes what came of the main line.
    fn stop(&mut self, stage: &Stage, on_main: bool, complete: bool) {
        if on_main {
            self.main = MainLine {
                position: match stage {
                    Stage::Play(position) => Some((**position).clone()),
                    Stage::Setup(_) => None,
                },
                complete,
            };
        }
    }

    /// The end of a line: a setup without moves is still to be judged.
    fn finish(&mut self, node: NodeId, stage: &mut Stage) -> bool {
        match stage {
            Stage::Setup(_) => self.start(node, stage).is_some(),
            Stage::Play(_) => true,
        }
    }

    /// Goes from the setup to the play, if the setup is a position.
    fn start<'s>(&mut self, node: NodeId, stage: &'s mut Stage) -> Option<&'s mut Position> {
        if let Stage::Setup(builder) = stage {
            match builder.finish(self.ground?, self.record) {
                Ok(_) if self.blocked => return None,
                Ok(position) => *stage = Stage::Play(Box::new(position)),
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

    /// Judges a node; false if the line stops here.
    fn visit(&mut self, node: NodeId, stage: &mut Stage) -> bool {
        let plies = self.plies(node);
        self.judge_properties(node, plies.first());
        let Some(ground) = self.ground else {
            return plies.is_empty();
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
        if let [_, second, ..] = &plies[..]
            && !self.blocked
        {
            let found = format!(
                "{}[{}]",
                second.property.name.letters(),
                excerpt(self.record.raw(second.value))
            );
            let place = self.place_of_ply(second);
            let mut finding = Facts::new()
                .with("found", found)
                .finding("record::two-moves", place);
            finding.ply = Some(ply_number);
            // A record that begins with such a node has been set up all the same.
            if self.start(node, stage).is_some() {
                self.add(node, finding);
            }
            return false;
        }
        match (stage, setup) {
            (Stage::Setup(builder), Some(property)) => {
                for finding in builder.read(ground, self.record, node) {
                    self.add(node, finding);
                }
                if plies.is_empty() {
                    return true;
                }
                let place = self.record.place(property.span);
                let reason = format!(
                    "`{}` stands in one node with the first move",
                    property.name.letters()
                );
                let fix = "begin a new node for the move: `;B[…]`";
                self.add(node, fault(place, reason, fix));
                false
            }
            (Stage::Play(_), Some(property)) => {
                let facts = Facts::new().with("name", property.name.letters());
                let place = self.record.place(property.span);
                self.add(node, facts.finding("record::late-setup", place));
                false
            }
            (stage, None) => match plies.first() {
                Some(ply) => {
                    let Some(position) = self.start(node, stage) else {
                        return false;
                    };
                    self.play(node, ply, position)
                }
                None => true,
            },
        }
    }

    /// All values of `B` and `W` in a node.
    fn plies(&self, node: NodeId) -> Vec<Ply<'a>> {
        let record = self.record;
        let mut plies = Vec::new();
        for property in record.properties(node) {
            let color = match property.name {
                Name::B => Color::Black,
                Name::W => Color::White,
                _ => continue,
            };
            for &value in record.values(property) {
                plies.push(Ply {
                    color,
                    property,
                    value,
                });
            }
        }
        plies
    }

    /// The whole property, or of several values in one property the value.
    fn place_of_ply(&self, ply: &Ply) -> Range<usize> {
        let values = self.record.values(ply.property);
        if values.first() == Some(&ply.value) {
            self.record.place(ply.property.span)
        } else {
            let place = self.record.place(ply.value);
            place.start - 1..place.end + 1
        }
    }

    fn play(&mut self, node: NodeId, ply: &Ply, position: &mut Position) -> bool {
        let game = position.game();
        let raw = self.record.raw(ply.value);
        let judged = match position.may_play(ply.color) {
            Err(violation) => Err((violation, read_move(game, raw))),
            Ok(()) => match read_move(game, raw) {
                None => Err((Violation::of(Rule::Notation), None)),
                Some(turn) => match position.play(ply.color, &turn) {
                    Ok(played) => Ok((played, turn)),
                    Err(violation) => Err((violation, Some(turn))),
                },
            },
        };
        match judged {
            Ok((played, turn)) => {
                if played.idle {
                    self.idle_switch(node, ply, &turn, position.plies());
                }
                true
            }
            Err((violation, turn)) => {
                let finding = self.illegal(node, ply, &violation, turn.as_ref(), position);
                self.add(node, finding);
                false
            }
        }
    }

    fn idle_switch(&mut self, node: NodeId, ply: &Ply, turn: &Move, number: u32) {
        if let [first, second] = turn.points()[..] {
            let facts = Facts::new().with("point", first.to_string());
            let facts = facts.with("points", second.to_string());
            let mut finding = facts.finding("record::idle-switch", self.place_of_ply(ply));
            finding.ply = Some(number);
            finding.point = Some(first.to_string());
            self.add(node, finding);
        }
    }

    fn illegal(
        &mut self,
        node: NodeId,
        ply: &Ply,
        violation: &Violation,
        turn: Option<&Move>,
        position: &Position,
    ) -> Finding {
        let game = position.game();
        let raw = self.record.raw(ply.value);
        let points = turn.map(Move::points).unwrap_or_default();
        // The point the rule is broken at, else the first that the move names; by the
        // text of the move, since a point off the board may be no point at all.
        let index = violation
            .point
            .and_then(|at| points.iter().position(|&point| point == at))
            .unwrap_or(0);
        let point = turn
            .and_then(|_| points_as_written(game, raw).into_iter().nth(index))
            .map(|point| excerpt(&point));
        let written = excerpt(unescape(raw).trim());
        let case = Case {
            violation,
            mover: ply.color,
            turn,
            written: &written,
            point: point.as_deref(),
            position,
        };
        let mut finding = case
            .facts()
            .finding(violation.rule.id(), self.place_of_ply(ply));
        finding.ply = Some(position.plies() + 1);
        finding.point = point;
        self.detailed += 1;
        if self.detailed <= DETAILED {
            finding.earlier = self.earlier(node, violation, turn, position);
            let marks = violation.point.into_iter().chain(points).collect();
            let position = position.clone();
            finding.board = Some(Box::new(Board { position, marks }));
        }
        finding
    }

    /// The earlier move that makes this one illegal.
    fn earlier(
        &self,
        node: NodeId,
        violation: &Violation,
        turn: Option<&Move>,
        position: &Position,
    ) -> Option<Earlier> {
        let game = position.game();
        let names = |wanted: Point| move |turn: &Move| turn.points().contains(&wanted);
        let (found, label) = match violation.rule {
            Rule::UgoOccupied
            | Rule::SygoOccupied
            | Rule::BargoOccupied
            | Rule::MargoOccupied
            | Rule::BamogoOccupied => {
                let point = violation.point?;
                let stated = matches!(turn, Some(Move::Marble { level: Some(_), .. }));
                let there = position.pieces().iter().any(|piece| piece.point() == point);
                if stated || !there {
                    return None;
                }
                let found = self.before(node, game, names(point))?;
                (found, format!("{point} was taken here, in ply {}", found.2))
            }
            Rule::BargoDoubleWall | Rule::BargoWallFacesEnemy => {
                let point = *violation.concerned.first()?;
                let found = self.before(node, game, names(point))?;
                (
                    found,
                    format!("the piece on {point} was placed here, in ply {}", found.2),
                )
            }
            Rule::BargoRepetition | Rule::MargoRepetition => {
                let repeated = violation.repeats.filter(|&ply| ply > 0)?;
                let found = self.nth(node, repeated)?;
                (
                    found,
                    format!("the same position stood after this, ply {}", found.2),
                )
            }
            Rule::BamogoSwitchUndo => {
                let found = self.nth(node, position.plies())?;
                (
                    found,
                    format!("this switch, ply {}, would be undone", found.2),
                )
            }
            Rule::BargoButtonTaken | Rule::UgoButtonTaken => {
                let found = self.before(node, game, |turn| *turn == Move::Button)?;
                (
                    found,
                    format!("the button was taken here, in ply {}", found.2),
                )
            }
            Rule::AfterEnd => {
                let found = self.nth(node, position.plies())?;
                (found, format!("the game ended here, with ply {}", found.2))
            }
            Rule::TurnOrder => {
                let found = self.nth(node, position.plies())?;
                (found, format!("the ply before, ply {}", found.2))
            }
            _ => return None,
        };
        Some(Earlier {
            place: self.record.place(found.1),
            label,
        })
    }

    /// The moves before a node, the nearest first: node, place, number.
    fn moves_before(&self, node: NodeId) -> impl Iterator<Item = (NodeId, Span, u32)> {
        std::iter::successors(self.record.parent(node), |&node| self.record.parent(node))
            .filter_map(|node| {
                let mut properties = self.record.properties(node).iter();
                let property = properties.find(|p| p.name.purpose() == Purpose::Move)?;
                Some((node, property.span, self.record.plies(node)))
            })
    }

    fn nth(&self, node: NodeId, ply: u32) -> Option<(NodeId, Span, u32)> {
        self.moves_before(node)
            .find(|&(_, _, number)| number == ply)
    }

    /// The last move before a node that is as wanted.
    fn before(
        &self,
        node: NodeId,
        game: Game,
        wanted: impl Fn(&Move) -> bool,
    ) -> Option<(NodeId, Span, u32)> {
        self.moves_before(node).find(|&(node, _, _)| {
            let ply = self.plies(node).into_iter().next();
            ply.and_then(|ply| read_move(game, self.record.raw(ply.value)))
                .is_some_and(|turn| wanted(&turn))
        })
    }
}
