//! The warnings about single properties: how they are written, which node they are in, what they mark.

use super::{
    diagnostics::{MarkValue, NodeDiagnostic},
    finding::{Finding, MAX_FINDINGS},
    ply::Ply,
    tree_player::TreePlayer,
};
use crate::record::{
    Name, NodeId, PointSet, Property, Purpose, read_number, read_points, split_composed,
};

impl TreePlayer<'_, '_, '_> {
    pub(super) fn check_properties(&mut self, node: NodeId, ply: Option<&Ply>) {
        let record = self.record;
        for property in record.properties(node) {
            if record.has_lower_case(property) {
                let diagnostic = NodeDiagnostic::LowerCaseName {
                    written: record.raw(property.written),
                    letters: &record.letters(property),
                };
                let span = record.source_range(property.written);
                self.add(node, Finding::new(&diagnostic, span));
            }
            match property.name.purpose() {
                Purpose::Root if node != NodeId::ROOT => {
                    let name = property.name;
                    let span = record.source_range(property.span);
                    self.add(
                        node,
                        Finding::new(&NodeDiagnostic::Misplaced { name }, span),
                    );
                }
                Purpose::Unknown => {
                    let first = self.unknown.entry(record.letters(property));
                    let first = first.or_insert((node, property.span));
                    if node < first.0 {
                        *first = (node, property.span);
                    }
                    // They are reported in the order of their names.
                    if self.unknown.len() > MAX_FINDINGS {
                        self.unknown.pop_last();
                    }
                }
                Purpose::MoveNumber if ply.is_some() => self.check_number(node, property),
                Purpose::Points | Purpose::Labels | Purpose::Arrows => {
                    self.check_marks(node, property);
                }
                _ => {}
            }
        }
    }

    fn check_number(&mut self, node: NodeId, property: &Property) {
        let record = self.record;
        let Some(&value) = record.values(property).first() else {
            return;
        };
        let number = record.plies(node);
        let stated = read_number(record.raw(value)).and_then(|number| number.as_whole());
        if stated.and_then(|stated| u32::try_from(stated).ok()) != Some(number) {
            let diagnostic = NodeDiagnostic::MoveNumber {
                value: record.raw(value),
                ply: number,
            };
            let mut finding = Finding::new(&diagnostic, record.source_range(property.span));
            finding.ply = Some(number);
            self.add(node, finding);
        }
    }

    fn check_marks(&mut self, node: NodeId, property: &Property) {
        let record = self.record;
        for &value in record.values(property) {
            let raw = record.raw(value);
            let good = match property.name.purpose() {
                Purpose::Labels => {
                    split_composed(raw).is_some_and(|(point, _)| self.is_mark(point))
                }
                Purpose::Arrows => split_composed(raw)
                    .is_some_and(|(from, to)| self.is_mark(from) && self.is_mark(to)),
                _ if raw.is_empty() && allows_empty_value(property.name) => true,
                _ => self.is_mark(raw),
            };
            if !good {
                let diagnostic = NodeDiagnostic::Markup {
                    name: property.name,
                    value: raw,
                    expected: match property.name.purpose() {
                        Purpose::Labels => MarkValue::PointAndText,
                        Purpose::Arrows => MarkValue::TwoPoints,
                        _ => MarkValue::Point,
                    },
                };
                let span = record.source_range(value);
                let span = span.start - 1..span.end + 1;
                self.add(node, Finding::new(&diagnostic, span));
            }
        }
    }

    /// Whether a text names points of the board; true if the board or the game is not known.
    fn is_mark(&self, raw: &str) -> bool {
        let Some(context) = self.context else {
            return true;
        };
        let (game, size) = (context.game, context.size);
        let on_board = |point| size.is_none_or(|size| game.has_point(size, point));
        match read_points(game, raw) {
            None => false,
            Some(PointSet::Rectangle(from, to)) => on_board(from) && on_board(to),
            Some(PointSet::Point(point, level)) => {
                let has_level =
                    |level| size.is_none_or(|size| game.levels(size, point).contains(&level));
                on_board(point) && level.is_none_or(has_level)
            }
        }
    }
}

/// Whether an empty value of this mark says that no point is marked (FF[4]'s `elist`).
fn allows_empty_value(name: Name) -> bool {
    matches!(name, Name::DD | Name::VW | Name::TB | Name::TW)
}
