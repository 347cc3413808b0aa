//! What a record says that is drawn: signs on the board, and who played where.

use std::{borrow::Cow, collections::BTreeSet};

use super::content::{Header, Location, Mark};
use crate::{
    games::{Game, Point, Size},
    record::{Name, NodeId, PointSet, Purpose, Record, read_points, split_composed, unescape},
};

/// Lines and arrows of a node that are drawn; no record can mean more.
const MOST_LINES: usize = 500;

/// The signs of a node: those of `TR SQ CR MA LB SL AR LN`, each once.
#[derive(Clone, Debug, Default)]
pub struct NodeMarkup<'r> {
    signs: Vec<MarkupItem<'r>>,
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
    /// Reads the signs of some nodes. What names no place of the board is ignored.
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
                    let Some((place, rest)) = parts else {
                        continue;
                    };
                    let ends = match purpose {
                        Purpose::Arrows if lines >= MOST_LINES => continue,
                        Purpose::Arrows => locations(game, size, rest),
                        _ => vec![Location::from(Point::new(1, 1))],
                    };
                    let text = match purpose {
                        Purpose::Labels => unescape(rest),
                        _ => Cow::Borrowed(""),
                    };
                    for location in locations(game, size, place) {
                        for &end in &ends {
                            // Of two labels on a place the first is drawn.
                            if seen.insert((property.name.letters(), location, end)) {
                                lines += usize::from(purpose == Purpose::Arrows);
                                markup.signs.push(MarkupItem {
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

    /// The signs as diagrams show them.
    pub fn marks(&self) -> Vec<Mark<'_>> {
        let mark = |sign: &'_ MarkupItem<'r>| match sign.name {
            Name::TR => Mark::Triangle(sign.location),
            Name::SQ => Mark::Square(sign.location),
            Name::CR => Mark::Circle(sign.location),
            Name::MA => Mark::Cross(sign.location),
            Name::AR => Mark::Arrow(sign.location, sign.end),
            Name::LN => Mark::Line(sign.location, sign.end),
            _ => Mark::Selected(sign.location),
        };
        let marks = self.signs.iter().map(|sign| match sign.name {
            Name::LB => Mark::Label(sign.location, &sign.text),
            _ => mark(sign),
        });
        marks.collect()
    }
}

/// The places of the board that a value names.
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

/// A text of the root, if it is there and not empty.
pub(super) fn root_text<'r>(record: &Record<'r>, name: Name) -> Option<Cow<'r, str>> {
    let mut properties = record.properties(NodeId::ROOT).iter();
    let property = properties.find(|property| property.name == name)?;
    let value = record.values(property).first()?;
    Some(unescape(record.raw(*value))).filter(|text| !text.trim().is_empty())
}

/// What stands above a diagram, read from the root of a record.
#[derive(Clone, Debug, Default)]
pub struct RecordHeader<'r> {
    texts: [Option<Cow<'r, str>>; 6],
}

impl<'r> RecordHeader<'r> {
    /// Reads the names of the players, the event, the date, komi and the result. Empty
    /// ones are as if they were not there.
    pub fn read(record: &Record<'r>) -> RecordHeader<'r> {
        let names = [Name::PB, Name::PW, Name::EV, Name::DT, Name::KM, Name::RE];
        RecordHeader {
            texts: names.map(|name| root_text(record, name)),
        }
    }

    /// The heading as diagrams show it.
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
    fn signs_are_read_once_and_only_on_the_board() {
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
    fn a_heading_leaves_out_what_is_empty() {
        let record = crate::record::read("(;GM[ugo]PB[Ann]PW[ ]RE[B+3])")
            .next()
            .unwrap();
        let heading = RecordHeader::read(&record);
        let header = Header {
            black: Some("Ann"),
            result: Some("B+3"),
            ..Header::default()
        };
        assert_eq!(heading.header(), header);
    }
}
