//! Verifying one ply: what it is, whether it is legal, and the finding if it is not.

use std::ops::Range;

use super::{
    diagnostics::{NodeDiagnostic, excerpt},
    finding::{Board, Finding, RelatedMove},
    illegal_ply::IllegalPly,
    step::Step,
    tree_player::TreePlayer,
};
use crate::{
    games::{Color, Game, Move, Point, Position, Rule, Violation},
    record::{
        NodeId, Property, Purpose, Span, points_as_written, read_move, read_move_into, unescape,
    },
};

/// Findings of a record that get a board and the earlier move concerned; finding
/// those costs time, and nobody reads more of them.
const DETAILED: usize = 100;

/// A move as a node holds it.
pub(super) struct Ply<'a> {
    pub(super) color: Color,
    pub(super) property: &'a Property,
    pub(super) value: Span,
}

impl<'a, 't> TreePlayer<'a, 't, '_> {
    /// All moves in a node.
    pub(super) fn plies(&self, node: NodeId) -> impl Iterator<Item = Ply<'a>> + use<'a, 't> {
        let record = self.record;
        record.properties(node).iter().flat_map(move |property| {
            let color = property.name.mover();
            let values = color.map_or(&[][..], |_| record.values(property));
            values.iter().filter_map(move |&value| {
                Some(Ply {
                    color: color?,
                    property,
                    value,
                })
            })
        })
    }

    /// The only move in a node that holds nothing else to report, as in nearly all nodes.
    pub(super) fn lone_ply(&self, node: NodeId) -> Option<Ply<'a>> {
        let [property] = self.record.properties(node) else {
            return None;
        };
        let [value] = *self.record.values(property) else {
            return None;
        };
        let color = property.name.mover()?;
        (!self.record.has_lower_case(property)).then_some(Ply {
            color,
            property,
            value,
        })
    }

    /// The whole property, or of several values in one property the value.
    pub(super) fn span_of_ply(&self, ply: &Ply) -> Range<usize> {
        let values = self.record.values(ply.property);
        if values.first() == Some(&ply.value) {
            self.record.source_range(ply.property.span)
        } else {
            let span = self.record.source_range(ply.value);
            span.start - 1..span.end + 1
        }
    }

    /// Plays the first move of a node, of a player and as written; false if it is illegal.
    pub(super) fn play(
        &mut self,
        node: NodeId,
        color: Color,
        raw: &str,
        position: &mut Position,
    ) -> bool {
        let game = position.game();
        if let Some(visitor) = &mut self.visitor {
            visitor.before(position);
        }
        let mv = read_move_into(game, raw, std::mem::take(&mut self.stones));
        let result = match &mv {
            Some(mv) => position.play_as(color, mv).map(|effect| {
                if effect.idle {
                    self.idle_switch(node, mv, position.plies());
                }
                if let Some(visitor) = &mut self.visitor {
                    visitor.visit(&Step {
                        node,
                        turn: Some((color, mv)),
                        captured: effect.captured,
                        position,
                    });
                }
            }),
            None => position
                .may_play(color)
                .and(Err(Violation::of(Rule::Notation))),
        };
        if let Err(violation) = result {
            if let Some(ply) = self.plies(node).next() {
                let finding = self.illegal(node, &ply, &violation, mv.as_ref(), position);
                self.add(node, finding);
            }
            return false;
        }
        if let Some(Move::Stones(stones)) = mv {
            self.stones = stones;
        }
        true
    }

    fn idle_switch(&mut self, node: NodeId, mv: &Move, number: u32) {
        if let ([first, second], Some(ply)) = (&mv.points()[..], self.plies(node).next()) {
            let (first, second) = (*first, *second);
            let diagnostic = NodeDiagnostic::IdleSwitch { first, second };
            let mut finding = Finding::new(&diagnostic, self.span_of_ply(&ply));
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
        mv: Option<&Move>,
        position: &Position,
    ) -> Finding {
        let game = position.game();
        let raw = self.record.raw(ply.value);
        let points = mv.map(Move::points).unwrap_or_default();
        // The point the rule is broken at, else the first that the move names; by the
        // text of the move, since a point off the board may be no point at all.
        let index = violation
            .point
            .and_then(|at| points.iter().position(|&point| point == at))
            .unwrap_or(0);
        let point = mv
            .and_then(|_| points_as_written(game, raw).into_iter().nth(index))
            .map(|point| excerpt(&point));
        let written = excerpt(unescape(raw).trim());
        let illegal = IllegalPly {
            violation,
            player: ply.color,
            mv,
            written: &written,
            point: point.as_deref(),
            position,
        };
        let mut finding = Finding::new(&*illegal.diagnostic(), self.span_of_ply(ply));
        finding.ply = Some(position.plies() + 1);
        finding.point = point;
        self.detailed += 1;
        if self.detailed <= DETAILED {
            finding.related = self.related_move(node, violation, mv, position);
            // A point off the board cannot be marked, and the others of the move are not at fault.
            let is_there = |at: Point| game.has_point(position.size(), at);
            let others = points
                .into_iter()
                .filter(|_| violation.point.is_none_or(is_there));
            let marks = violation.point.into_iter().chain(others).collect();
            let position = position.clone();
            finding.board = Some(Box::new(Board { position, marks }));
        }
        finding
    }

    /// The earlier move that makes this one illegal.
    fn related_move(
        &self,
        node: NodeId,
        violation: &Violation,
        mv: Option<&Move>,
        position: &Position,
    ) -> Option<RelatedMove> {
        let game = position.game();
        let names = |point: Point| move |mv: &Move| mv.points().contains(&point);
        let (found, label) = match violation.rule {
            Rule::UgoOccupied
            | Rule::SygoOccupied
            | Rule::BargoOccupied
            | Rule::MargoOccupied
            | Rule::BamogoOccupied => {
                let point = violation.point?;
                let stated = matches!(mv, Some(Move::Marble { level: Some(_), .. }));
                let there = position.pieces().iter().any(|piece| piece.point() == point);
                if stated || !there {
                    return None;
                }
                let found = self.last_before(node, game, names(point))?;
                (found, format!("{point} was taken here, in ply {}", found.2))
            }
            Rule::BargoDoubleWall | Rule::BargoWallFacesEnemy => {
                let point = *violation.concerned.first()?;
                let found = self.last_before(node, game, names(point))?;
                (
                    found,
                    format!("the piece on {point} was placed here, in ply {}", found.2),
                )
            }
            Rule::BargoRepetition | Rule::MargoRepetition => {
                let repeated = violation.repeats.filter(|&ply| ply > 0)?;
                let found = self.ply_before(node, repeated)?;
                (
                    found,
                    format!("the same position stood after this, ply {}", found.2),
                )
            }
            Rule::BamogoSwitchUndo => {
                let found = self.ply_before(node, position.plies())?;
                (
                    found,
                    format!("this switch, ply {}, would be undone", found.2),
                )
            }
            Rule::BargoButtonTaken | Rule::UgoButtonTaken => {
                let found = self.last_before(node, game, |mv| *mv == Move::Button)?;
                (
                    found,
                    format!("the button was taken here, in ply {}", found.2),
                )
            }
            Rule::AfterEnd => {
                let found = self.ply_before(node, position.plies())?;
                (found, format!("the game ended here, with ply {}", found.2))
            }
            Rule::TurnOrder => {
                let found = self.ply_before(node, position.plies())?;
                (found, format!("the ply before, ply {}", found.2))
            }
            _ => return None,
        };
        Some(RelatedMove {
            span: self.record.source_range(found.1),
            label,
        })
    }

    /// The moves before a node, the nearest first: node, span, ply number.
    fn moves_before(&self, node: NodeId) -> impl Iterator<Item = (NodeId, Span, u32)> {
        std::iter::successors(self.record.parent(node), |&node| self.record.parent(node))
            .filter_map(|node| {
                let mut properties = self.record.properties(node).iter();
                let property = properties.find(|p| p.name.purpose() == Purpose::Move)?;
                Some((node, property.span, self.record.plies(node)))
            })
    }

    fn ply_before(&self, node: NodeId, ply: u32) -> Option<(NodeId, Span, u32)> {
        self.moves_before(node)
            .find(|&(_, _, number)| number == ply)
    }

    /// The last move before a node that fulfills a condition.
    fn last_before(
        &self,
        node: NodeId,
        game: Game,
        condition: impl Fn(&Move) -> bool,
    ) -> Option<(NodeId, Span, u32)> {
        self.moves_before(node).find(|&(node, _, _)| {
            let ply = self.plies(node).next();
            ply.and_then(|ply| read_move(game, self.record.raw(ply.value)))
                .is_some_and(|mv| condition(&mv))
        })
    }
}
