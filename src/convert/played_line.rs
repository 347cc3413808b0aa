//! The main line of a record: its plies and their effects.

use std::collections::HashSet;

use super::model::{Note, SourceRecord};
use crate::{
    games::{Color, Game, Move, Piece, Position, Score},
    output::in_brief,
    record::{NodeId, Purpose, read_move},
    verify::{Code, Options, Severity, Step, Verdict, Visitor, replay},
};

/// A main line.
pub(super) struct PlayedLine {
    pub(super) game: Game,
    /// The position that play begins with.
    pub(super) start: Position,
    /// The position after the last legal ply.
    pub(super) end: Position,
    pub(super) plies: Vec<PlayedPly>,
    /// The first node whose ply is omitted, because it is not a move or the notation cannot express it.
    pub(super) omitted: Option<NodeId>,
    pub(super) verdict: Verdict,
}

/// A ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlayedPly {
    pub(super) node: NodeId,
    pub(super) color: Color,
    /// In canonical spelling if it is legal.
    pub(super) mv: Move,
    /// Its effect; `None` for the first illegal ply and all after it.
    pub(super) after: Option<PlyResult>,
}

/// The effect of a legal ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlyResult {
    pub(super) to_move: Color,
    /// What takes time to count; `None` unless it is asked for.
    pub(super) counts: Option<PlyCounts>,
    /// Margo: the level of the marble, from 1.
    pub(super) level: Option<u8>,
}

/// What is counted after a legal ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlyCounts {
    /// Pieces that were removed or changed their color.
    pub(super) captures: usize,
    pub(super) score: Option<Score>,
}

/// Records the plies while a record is replayed.
#[derive(Default)]
struct LineRecorder {
    with_counts: bool,
    /// The pieces before the ply, if they are needed.
    before: Vec<Piece>,
    start: Option<Position>,
    plies: Vec<PlayedPly>,
}

impl Visitor for LineRecorder {
    fn before(&mut self, position: &Position) {
        if self.with_counts || position.game() == Game::Margo {
            self.before = position.pieces();
        }
    }

    fn visit(&mut self, step: &Step) {
        let position = step.position;
        let Some((color, mv)) = step.turn else {
            self.start.get_or_insert_with(|| position.clone());
            return;
        };
        let counts = self.with_counts.then(|| PlyCounts {
            captures: if step.captured {
                let left: HashSet<Piece> = position.pieces().into_iter().collect();
                let removed = self.before.iter().filter(|piece| !left.contains(piece));
                removed.count()
            } else {
                0
            },
            score: position.score(),
        });
        let level = match mv {
            Move::Marble { point, .. } => {
                let levels = position.game().levels(position.size(), *point);
                let is_occupied = |level: u8| {
                    let mut before = self.before.iter();
                    before.any(|piece| matches!(piece, Piece::Marble(_, at, on) if *at == level && on == point))
                };
                levels.into_iter().find(|&level| !is_occupied(level))
            }
            _ => None,
        };
        self.plies.push(PlayedPly {
            node: step.node,
            color,
            mv: mv.clone().canonical(),
            after: Some(PlyResult {
                to_move: position.to_move(),
                counts,
                level,
            }),
        });
    }
}

impl PlayedLine {
    /// The main line of a record.
    ///
    /// # Errors
    ///
    /// The findings, if the record cannot be replayed at all.
    pub(super) fn read(item: &SourceRecord) -> Result<PlayedLine, Vec<Note>> {
        PlayedLine::read_by(item, LineRecorder::default())
    }

    /// The same with captures and scores.
    pub(super) fn read_with_counts(item: &SourceRecord) -> Result<PlayedLine, Vec<Note>> {
        let recorder = LineRecorder {
            with_counts: true,
            ..LineRecorder::default()
        };
        PlayedLine::read_by(item, recorder)
    }

    fn read_by(item: &SourceRecord, mut recorder: LineRecorder) -> Result<PlayedLine, Vec<Note>> {
        let verdict = replay(item.record, &Options::default(), &mut recorder);
        let (Some(game), Some(start), Some(end)) =
            (verdict.game, recorder.start, verdict.position.clone())
        else {
            return Err(errors(item, &verdict));
        };
        let mut line = PlayedLine {
            game,
            start,
            end,
            plies: recorder.plies,
            omitted: None,
            verdict,
        };
        line.read_unplayed(item);
        Ok(line)
    }

    /// Adds the plies that were not played: the first illegal ply and all after it.
    fn read_unplayed(&mut self, item: &SourceRecord) {
        let played = self.plies.last().map(|ply| ply.node);
        let nodes = main_line(item).skip_while(|&node| played.is_some_and(|last| node <= last));
        for node in nodes {
            let properties = item.record.properties(node).iter();
            let moves = properties.filter(|property| property.name.purpose() == Purpose::Move);
            let mut moves = moves.flat_map(|property| {
                let values = item.record.values(property).iter();
                values.map(|&value| (property.name, item.record.raw(value)))
            });
            let Some((name, raw)) = moves.next() else {
                continue;
            };
            let Some(mv) = read_move(self.game, raw).filter(|_| moves.next().is_none()) else {
                self.omitted = Some(node);
                return;
            };
            let Some(color) = name.mover() else {
                continue;
            };
            self.plies.push(PlayedPly {
                node,
                color,
                mv,
                after: None,
            });
        }
    }

    /// Whether every ply of the record is legal.
    pub(super) fn is_legal(&self) -> bool {
        self.omitted.is_none() && self.plies.iter().all(|ply| ply.after.is_some())
    }

    /// Removes a ply and all after it.
    pub(super) fn truncate(&mut self, at: usize) {
        if let Some(ply) = self.plies.get(at) {
            self.omitted = Some(ply.node);
            self.plies.truncate(at);
        }
    }

    /// The errors, a note about the size if the record does not state it, and one about omitted plies.
    pub(super) fn notes(&self, item: &SourceRecord) -> Vec<Note> {
        let mut notes = errors(item, &self.verdict);
        notes.extend(assumed_size(item, &self.verdict));
        if let Some(node) = self.omitted {
            let span = item.record.source_range(item.record.node(node).span);
            let location = item.line_index.line_column(span.start);
            notes.push(Note::lost(location, "this ply and all after it"));
        }
        notes
    }
}

/// The nodes of the main line.
pub(super) fn main_line<'i>(item: &'i SourceRecord) -> impl Iterator<Item = NodeId> + 'i {
    std::iter::successors(Some(NodeId::ROOT), |&node| {
        item.record.children(node).next()
    })
}

/// A note about the size of the board if the record does not state it: what is written does.
pub(super) fn assumed_size(item: &SourceRecord, verdict: &Verdict) -> Option<Note> {
    let mut findings = verdict.findings.iter();
    let finding = findings.find(|finding| finding.code() == Code::RecordSizeAssumed)?;
    let location = item.line_index.line_column(finding.span.start);
    Some(Note::assumed_size(location, verdict.size?))
}

/// The errors of a verdict as notes.
pub(super) fn errors(item: &SourceRecord, verdict: &Verdict) -> Vec<Note> {
    let findings = verdict.findings.iter();
    let errors = findings.filter(|finding| finding.code().severity() == Severity::Error);
    errors
        .map(|finding| Note {
            is_error: true,
            is_doubt: false,
            location: item.line_index.line_column(finding.span.start),
            message: in_brief(finding),
        })
        .collect()
}
