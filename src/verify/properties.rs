//! The warnings about single properties: how they are written, where they stand,
//! what they mark.

use super::{codes::Code, finding::MessageArgs, ply::Ply, text::excerpt, walk::TreePlayer};
use crate::record::{
    Name, NodeId, PointSet, Property, Purpose, read_number, read_points, split_composed,
};

impl TreePlayer<'_, '_, '_> {
    pub(super) fn judge_properties(&mut self, node: NodeId, ply: Option<&Ply>) {
        let record = self.record;
        for property in record.properties(node) {
            let place = || record.source_range(property.span);
            if record.has_lower_case(property) {
                let letters = record.letters(property);
                let written = excerpt(record.raw(property.written));
                let reason =
                    format!("`{written}` has lower-case letters: it is read as `{letters}`");
                let facts = MessageArgs::new().with("reason", reason);
                let facts = facts.with("fix", format!("write `{letters}`"));
                self.add(
                    node,
                    facts.finding(Code::RecordFormat, record.source_range(property.written)),
                );
            }
            match property.name.purpose() {
                Purpose::Root if node != NodeId::ROOT => {
                    let facts = MessageArgs::new().with("name", property.name.letters());
                    self.add(node, facts.finding(Code::RecordMisplaced, place()));
                }
                Purpose::Unknown => {
                    let first = self.unknown.entry(record.letters(property));
                    let first = first.or_insert((node, property.span));
                    if node < first.0 {
                        *first = (node, property.span);
                    }
                }
                Purpose::MoveNumber if ply.is_some() => self.judge_number(node, property),
                Purpose::Points | Purpose::Labels | Purpose::Arrows => {
                    self.judge_marks(node, property);
                }
                _ => {}
            }
        }
    }

    fn judge_number(&mut self, node: NodeId, property: &Property) {
        let record = self.record;
        let Some(&value) = record.values(property).first() else {
            return;
        };
        let number = record.plies(node);
        let stated = read_number(record.raw(value)).and_then(|number| number.as_whole());
        if stated.and_then(|stated| u32::try_from(stated).ok()) != Some(number) {
            let facts = MessageArgs::new()
                .with("found", excerpt(record.raw(value)))
                .with("ply", number.to_string());
            let mut finding =
                facts.finding(Code::RecordMoveNumber, record.source_range(property.span));
            finding.ply = Some(number);
            self.add(node, finding);
        }
    }

    fn judge_marks(&mut self, node: NodeId, property: &Property) {
        let record = self.record;
        for &value in record.values(property) {
            let raw = record.raw(value);
            let good = match property.name.purpose() {
                Purpose::Labels => split_composed(raw).is_some_and(|(point, _)| self.marks(point)),
                Purpose::Arrows => {
                    split_composed(raw).is_some_and(|(from, to)| self.marks(from) && self.marks(to))
                }
                _ if raw.is_empty() && takes_nothing(property.name) => true,
                _ => self.marks(raw),
            };
            if !good {
                let expected = match property.name.purpose() {
                    Purpose::Labels => "a point of the board and a text",
                    Purpose::Arrows => "two points of the board",
                    _ => "a point of the board",
                };
                let facts = MessageArgs::new()
                    .with("found", excerpt(raw))
                    .with("name", property.name.letters())
                    .with("expected", expected);
                let place = record.source_range(value);
                let place = place.start - 1..place.end + 1;
                self.add(node, facts.finding(Code::RecordMarkup, place));
            }
        }
    }

    /// Whether a text names points of the board; true if the board or the game is not known.
    fn marks(&self, raw: &str) -> bool {
        let Some(ground) = self.ground else {
            return true;
        };
        let (game, size) = (ground.game(), ground.size());
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
fn takes_nothing(name: Name) -> bool {
    matches!(name, Name::DD | Name::VW | Name::TB | Name::TW)
}
