//! Playing lines of play through the rules core, and reading them from records.

use std::sync::Arc;

use crate::{
    games::{Color, Move, Position, Rule, SetupFault, Violation},
    record::{self, NodeId, Purpose, Record, read_move},
    ruleset::Ruleset,
    verify::{Options, Severity, Step, replay},
};

use super::{
    model::{IllegalPly, JudgedRecord, PlyObject},
    notation::end_position,
    start::Start,
};

/// A start and the plies after it, as they are written.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub(super) start: Start,
    pub(super) plies: Vec<(Color, String)>,
}

impl Play {
    /// A start and moves in canonical spelling.
    pub(super) fn new<'m>(
        start: &Start,
        plies: impl IntoIterator<Item = &'m (Color, Move)>,
    ) -> Play {
        let plies = plies.into_iter();
        Play {
            start: start.clone(),
            plies: plies
                .map(|(color, mv)| (*color, mv.clone().canonical().to_string()))
                .collect(),
        }
    }

    /// The main line of a record; `None` if there is none to play, or if something other than a ply is wrong.
    pub(super) fn read(text: &str, ruleset: Option<&Arc<Ruleset>>) -> Option<Play> {
        let record = record::read(text).next()?;
        let options = Options {
            ruleset: ruleset.cloned(),
            ..Options::default()
        };
        let mut first: Option<Position> = None;
        let mut visitor = |step: &Step| {
            first.get_or_insert_with(|| step.position.clone());
        };
        let verdict = replay(&record, &options, &mut visitor);
        let first = first?;
        let is_of_a_ply = |id: &str| id == "record::result" || rules().any(|rule| rule == id);
        let mut findings = verdict.findings.iter();
        let is_foreign = findings.any(|finding| {
            finding.severity() == Severity::Error && !is_of_a_ply(finding.code().id())
        });
        if is_foreign {
            return None;
        }
        let line = main_line(&record);
        let start = Start {
            ruleset: verdict.ruleset?.name.clone(),
            rules: first.rules().clone(),
            size: first.size(),
            setup: has_setup(&record, &line).then(|| first.to_setup()),
        };
        let mut plies = Vec::new();
        for &node in &line {
            for property in record.properties(node) {
                if let (Some(color), Some(&value)) =
                    (property.name.mover(), record.values(property).first())
                {
                    plies.push((color, record.raw(value).trim().to_owned()));
                }
            }
        }
        Some(Play { start, plies })
    }

    /// Plays it: the record with the verdict, and the position after the last legal ply.
    ///
    /// # Errors
    ///
    /// If the start is no position.
    pub(super) fn judge(&self, id: String) -> Result<(JudgedRecord, Position), SetupFault> {
        let start = self.start.position()?;
        let mut position = start.clone();
        let mut first_illegal = None;
        for (index, (color, text)) in self.plies.iter().enumerate() {
            if let Err(rule) = play_text(&mut position, *color, text) {
                first_illegal = Some(IllegalPly {
                    ply: index + 1,
                    rule: rule.id().to_owned(),
                });
                break;
            }
        }
        let moves = self.plies.iter().map(|(color, mv)| PlyObject {
            color: color.letter(),
            mv: mv.clone(),
        });
        let judged = JudgedRecord {
            id,
            line: self.start.line(&start, moves.collect()),
            first_illegal,
            end: end_position(&position),
        };
        Ok((judged, position))
    }
}

/// The ids of all rules that a ply can break.
pub(super) fn rules() -> impl Iterator<Item = &'static str> {
    Rule::ALL.iter().map(|rule| rule.id())
}

/// Plays a move as it is written.
fn play_text(position: &mut Position, color: Color, text: &str) -> Result<(), Rule> {
    let played = match read_move(position.game(), text) {
        Some(mv) => position.play_as(color, &mv).map(drop),
        // The rules of every game come first.
        None => position
            .may_play(color)
            .and_then(|()| Err(Violation::of(Rule::Notation))),
    };
    played.map_err(|violation| violation.rule)
}

/// The nodes of the main line, from the root on.
fn main_line(record: &Record) -> Vec<NodeId> {
    std::iter::successors(Some(NodeId::ROOT), |&node| record.children(node).next()).collect()
}

/// Whether a property before the first move says something about the start.
fn has_setup(record: &Record, line: &[NodeId]) -> bool {
    let before = line
        .iter()
        .take_while(|&&node| record.plies(node) == 0 || node == NodeId::ROOT);
    before
        .flat_map(|&node| record.properties(node))
        .any(|property| property.name.purpose() == Purpose::Setup)
}
