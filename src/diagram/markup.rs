//! The parts of a record that are drawn: markup of points, and the header.

use std::{borrow::Cow, collections::BTreeSet};

use super::content::{Header, Location, Mark};
use crate::{
    games::{Game, Point, Size},
    record::{Name, NodeId, PointSet, Purpose, Record, read_points, split_composed, unescape},
};

/// The maximum number of lines and arrows of a node; more are not legible.
const MAX_LINES: usize = 500;

/// The markup of a node: the values of `TR SQ CR MA LB SL AR LN`, without duplicates.
#[derive(Clone, Debug, Default)]
pub struct NodeMarkup<'r> {
    items: Vec<MarkupItem<'r>>,
}

#[derive(Clone, Debug)]
struct MarkupItem<'r> {
    name: Name,
    location: Location,
    /// The end of a line.
    end: Location,
    /// The text of a label.
    text: Cow<'r, str>,
}

impl<'r> NodeMarkup<'r> {
    /// Reads the markup of some nodes. Values that are no points of the board are ignored.
    pub fn read(
        record: &Record<'r>,
        nodes: impl IntoIterator<Item = NodeId>,
        game: Game,
        size: Size,
    ) -> NodeMarkup<'r> {
        let mut markup = NodeMarkup::default();
        let mut seen = BTreeSet::new();
        let mut lines = 0;
        for node in nodes {
            for property in record.properties(node) {
                let purpose = property.name.purpose();
                let is_drawn = matches!(
                    property.name,
                    Name::TR | Name::SQ | Name::CR | Name::MA | Name::SL
                ) || matches!(purpose, Purpose::Labels | Purpose::Arrows);
                if !is_drawn {
                    continue;
                }
                for &value in record.values(property) {
                    let raw = record.raw(value);
                    let parts = match purpose {
                        Purpose::Points => Some((raw, "")),
                        _ => split_composed(raw),
                    };
                    let Some((points, rest)) = parts else {
                        continue;
                    };
                    let ends = match purpose {
                        Purpose::Arrows if lines >= MAX_LINES => continue,
                        Purpose::Arrows => locations(game, size, rest),
                        _ => vec![Location::from(Point::new(1, 1))],
                    };
                    let text = match purpose {
                        Purpose::Labels => unescape(rest),
                        _ => Cow::Borrowed(""),
                    };
                    for location in locations(game, size, points) {
                        for &end in &ends {
                            // Of two labels on a point the first is drawn.
                            if seen.insert((property.name.letters(), location, end)) {
                                lines += usize::from(purpose == Purpose::Arrows);
                                markup.items.push(MarkupItem {
                                    name: property.name,
                                    location,
                                    end,
                                    text: text.clone(),
                                });
                            }
                        }
                    }
                }
            }
        }
        markup
    }

    /// The markup as diagrams show it.
    pub fn marks(&self) -> Vec<Mark<'_>> {
        let mark = |item: &'_ MarkupItem<'r>| match item.name {
            Name::TR => Mark::Triangle(item.location),
            Name::SQ => Mark::Square(item.location),
            Name::CR => Mark::Circle(item.location),
            Name::MA => Mark::Cross(item.location),
            Name::AR => Mark::Arrow(item.location, item.end),
            Name::LN => Mark::Line(item.location, item.end),
            _ => Mark::Selected(item.location),
        };
        let marks = self.items.iter().map(|item| match item.name {
            Name::LB => Mark::Label(item.location, &item.text),
            _ => mark(item),
        });
        marks.collect()
    }
}

/// The points of the board that a value names.
fn locations(game: Game, size: Size, raw: &str) -> Vec<Location> {
    let on_board = |point: &Point| game.has_point(size, *point);
    match read_points(game, raw) {
        Some(PointSet::Point(point, level)) if on_board(&point) => vec![Location { point, level }],
        Some(PointSet::Rectangle(from, to)) if on_board(&from) && on_board(&to) => {
            let range = |one: u16, other: u16| one.min(other)..=one.max(other);
            let rows = range(from.row, to.row);
            let points = rows.flat_map(|row| {
                range(from.column, to.column).map(move |column| Point::new(column, row))
            });
            points.map(Location::from).collect()
        }
        _ => Vec::new(),
    }
}

/// A text of the root, if it is not empty.
pub(super) fn root_text<'r>(record: &Record<'r>, name: Name) -> Option<Cow<'r, str>> {
    let mut properties = record.properties(NodeId::ROOT).iter();
    let property = properties.find(|property| property.name == name)?;
    let value = record.values(property).first()?;
    Some(unescape(record.raw(*value))).filter(|text| !text.trim().is_empty())
}

/// The texts above a diagram, read from the root of a record.
#[derive(Clone, Debug, Default)]
pub struct RecordHeader<'r> {
    texts: [Option<Cow<'r, str>>; 6],
}

impl<'r> RecordHeader<'r> {
    /// Reads the names of the players, the event, the date, komi and the result. Empty ones
    /// are treated as missing.
    pub fn read(record: &Record<'r>) -> RecordHeader<'r> {
        let names = [Name::PB, Name::PW, Name::EV, Name::DT, Name::KM, Name::RE];
        RecordHeader {
            texts: names.map(|name| root_text(record, name)),
        }
    }

    /// The header as diagrams show it.
    pub fn header(&self) -> Header<'_> {
        let [black, white, event, date, komi, result] = self.texts.each_ref().map(Option::as_deref);
        Header {
            black,
            white,
            event,
            date,
            komi,
            result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_read_once_and_only_on_the_board() {
        let text = "(;GM[ugo]SZ[3]TR[a1:b2][a1]MA[z9]LB[a1:x\\]y][a1:second][b1]AR[a1:b2]\
                    LN[a1:a3]CR[a3]SQ[c1]SL[c2]DD[a1])";
        let record = crate::record::read(text).next().unwrap();
        let markup = NodeMarkup::read(&record, [NodeId::ROOT], Game::Ugo, Size::square(3));
        let at = |column, row| Location::from(Point::new(column, row));
        assert_eq!(
            markup.marks(),
            [
                Mark::Triangle(at(1, 1)),
                Mark::Triangle(at(2, 1)),
                Mark::Triangle(at(1, 2)),
                Mark::Triangle(at(2, 2)),
                Mark::Label(at(1, 1), "x]y"),
                Mark::Arrow(at(1, 1), at(2, 2)),
                Mark::Line(at(1, 1), at(1, 3)),
                Mark::Circle(at(1, 3)),
                Mark::Square(at(3, 1)),
                Mark::Selected(at(3, 2)),
            ]
        );
    }

    #[test]
    fn a_header_leaves_out_empty_texts() {
        let record = crate::record::read("(;GM[ugo]PB[Ann]PW[ ]RE[B+3])")
            .next()
            .unwrap();
        let record_header = RecordHeader::read(&record);
        let header = Header {
            black: Some("Ann"),
            result: Some("B+3"),
            ..Header::default()
        };
        assert_eq!(record_header.header(), header);
    }
}
