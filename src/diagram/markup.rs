//! The parts of a record that are drawn: markup of points, and the header.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
    rc::Rc,
};

use super::content::{Header, Location, Mark};
use crate::{
    games::{Color, Game, Players, Point, Size},
    record::{Name, NodeId, PointSet, Purpose, Record, read_points, split_composed, unescape},
};

/// The maximum number of lines and arrows of a node; more are not legible.
const MAX_LINES: usize = 500;

/// The maximum number of points that the values of a node are read for, those of rectangles included. A board has
/// far fewer.
const MAX_POINTS: usize = 1_000_000;

/// The maximum number of nodes with markup whose marks are shown at a start: the nearest ones.
const MAX_START_NODES: usize = 100;

/// The markup that is drawn where its node is shown.
const DRAWN: [Name; 10] = [
    Name::TR,
    Name::SQ,
    Name::CR,
    Name::MA,
    Name::SL,
    Name::LB,
    Name::AR,
    Name::LN,
    Name::TB,
    Name::TW,
];

/// Whose dimmed points each node of a record has: those of the nearest node from it up to the root that has `DD`.
#[derive(Debug, Default)]
pub(super) struct Dimming {
    /// By the index of the node; empty if no node has `DD`.
    nodes: Vec<Option<NodeId>>,
    /// The points of nodes with more properties and values than a board has points. They are read once, since each of
    /// any number of variations may show them; they take less memory than the values.
    read: BTreeMap<NodeId, Vec<Location>>,
}

/// For each node, by its index, the nearest one from it up to the root that has one of these properties; empty if no node has.
fn nearest_with(record: &Record, names: &[Name]) -> Vec<Option<NodeId>> {
    let has_own = |node: NodeId| {
        let mut properties = record.properties(node).iter();
        properties.any(|property| names.contains(&property.name))
    };
    if !record.nodes().any(has_own) {
        return Vec::new();
    }
    let mut nodes: Vec<Option<NodeId>> = Vec::new();
    // A node comes after its parent.
    for node in record.nodes() {
        let inherited = record.parent(node).and_then(|parent| nodes[parent.index()]);
        nodes.push(has_own(node).then_some(node).or(inherited));
    }
    nodes
}

/// The markup of the starts of a record: that of all nodes before the first move of a line. Any number of variations may begin
/// with the same nodes, or each behind the one before it.
#[derive(Debug)]
pub(super) struct StartMarkup<'r> {
    /// The nearest node with markup.
    nearest: Vec<Option<NodeId>>,
    /// The markup that has been read last, by the nearest node that has some.
    last: Option<(NodeId, Rc<NodeMarkup<'r>>)>,
}

impl<'r> StartMarkup<'r> {
    pub(super) fn new(record: &Record<'r>) -> StartMarkup<'r> {
        StartMarkup {
            nearest: nearest_with(record, &DRAWN),
            last: None,
        }
    }

    /// The markup of a node before the first move together with that of the nodes before it.
    pub(super) fn at(
        &mut self,
        record: &Record<'r>,
        node: NodeId,
        game: Game,
        size: Size,
    ) -> Rc<NodeMarkup<'r>> {
        let nearest = |node: NodeId| self.nearest.get(node.index()).copied().flatten();
        let Some(own) = nearest(node) else {
            return Rc::default();
        };
        if let Some((last, markup)) = &self.last
            && *last == own
        {
            return Rc::clone(markup);
        }
        let nodes = std::iter::successors(Some(own), |&node| record.parent(node).and_then(nearest));
        let nodes = nodes.take(MAX_START_NODES);
        let markup = Rc::new(NodeMarkup::read(record, nodes, None, game, size));
        self.last = Some((own, Rc::clone(&markup)));
        markup
    }
}

impl Dimming {
    pub(super) fn new(record: &Record) -> Dimming {
        Dimming {
            nodes: nearest_with(record, &[Name::DD]),
            read: BTreeMap::new(),
        }
    }

    /// The points that are dimmed at a node.
    pub(super) fn points(
        &mut self,
        record: &Record,
        node: NodeId,
        game: Game,
        size: Size,
    ) -> Cow<'_, [Location]> {
        let Some(by) = self.nodes.get(node.index()).copied().flatten() else {
            return Cow::default();
        };
        let read = || {
            let markup = NodeMarkup::read(record, [], Some(by), game, size);
            markup.items.iter().map(|item| item.location).collect()
        };
        let properties = record.properties(by);
        let most = usize::from(size.columns) * usize::from(size.rows);
        let values = || {
            let values = properties.iter().map(|property| record.values(property));
            values.map(<[_]>::len).sum::<usize>()
        };
        if properties.len() <= most && properties.len() + values() <= most {
            return Cow::Owned(read());
        }
        Cow::Borrowed(self.read.entry(by).or_insert_with(read))
    }
}

/// The markup of a node: the values of `TR SQ CR MA LB SL AR LN TB TW DD`, without duplicates.
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
    /// Reads the markup of some nodes, and `DD` of another, whose points are dimmed until a node has `DD` again.
    /// Values that are no points of the board are ignored.
    pub fn read(
        record: &Record<'r>,
        nodes: impl IntoIterator<Item = NodeId>,
        dimmed: Option<NodeId>,
        game: Game,
        size: Size,
    ) -> NodeMarkup<'r> {
        let mut markup = NodeMarkup::default();
        let mut seen = SeenMarks::new(size);
        let mut lines = 0;
        let mut points_read = 0;
        let nodes = nodes.into_iter().map(|node| (node, &DRAWN[..]));
        let dimmed = dimmed.map(|node| (node, &[Name::DD][..]));
        for (node, drawn) in nodes.chain(dimmed) {
            for property in record.properties(node) {
                if !drawn.contains(&property.name) {
                    continue;
                }
                let purpose = property.name.purpose();
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
                        Purpose::Arrows => {
                            let rows = rows(game, size, rest).into_iter();
                            rows.flat_map(Row::locations).map(Some).collect()
                        }
                        _ => vec![None],
                    };
                    let text = match purpose {
                        Purpose::Labels => unescape(rest),
                        _ => Cow::Borrowed(""),
                    };
                    if points_read > MAX_POINTS {
                        continue;
                    }
                    for row in rows(game, size, points) {
                        points_read += row.columns.len() * ends.len();
                        if purpose != Purpose::Arrows && seen.has_row(property.name, &row) {
                            continue;
                        }
                        let ends = &ends;
                        let lines_of = |location| ends.iter().map(move |end| (location, *end));
                        for (location, end) in row.locations().flat_map(lines_of) {
                            // Of two labels on a point the first is drawn.
                            if seen.insert(property.name, location, end) {
                                lines += usize::from(purpose == Purpose::Arrows);
                                markup.items.push(MarkupItem {
                                    name: property.name,
                                    location,
                                    end: end.unwrap_or(location),
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
            Name::TB => Mark::Territory(item.location, Color::Black),
            Name::TW => Mark::Territory(item.location, Color::White),
            Name::DD => Mark::Dimmed(item.location),
            _ => Mark::Selected(item.location),
        };
        let marks = self.items.iter().map(|item| match item.name {
            Name::LB => Mark::Label(item.location, &item.text),
            _ => mark(item),
        });
        marks.collect()
    }
}

/// Which marks of a node have been read.
struct SeenMarks {
    /// Columns and rows are below it; those of Bargo and Margo can be almost twice the size of the board.
    side: usize,
    /// Rectangles name the same points many times, so a point without a level has a flag.
    points: Vec<(Name, Vec<bool>)>,
    others: BTreeSet<(&'static str, Location, Location)>,
}

impl SeenMarks {
    fn new(size: Size) -> SeenMarks {
        SeenMarks {
            side: 2 * usize::from(size.columns.max(size.rows)) + 1,
            points: Vec::new(),
            others: BTreeSet::new(),
        }
    }

    /// Whether a mark is new: one of a point, or a line, which has another end.
    fn insert(&mut self, name: Name, location: Location, end: Option<Location>) -> bool {
        if end.is_some() || location.level.is_some() {
            let end = end.unwrap_or(location);
            return self.others.insert((name.letters(), location, end));
        }
        let mut tables = self.points.iter();
        let table = tables.position(|(of, _)| *of == name).unwrap_or_else(|| {
            let flags = vec![false; self.side * self.side];
            self.points.push((name, flags));
            self.points.len() - 1
        });
        let Point { column, row } = location.point;
        let index = usize::from(row) * self.side + usize::from(column);
        !std::mem::replace(&mut self.points[table].1[index], true)
    }

    /// Whether all points of a row have been read: less work than asking for each.
    fn has_row(&self, name: Name, row: &Row) -> bool {
        let mut tables = self.points.iter();
        let Some((_, flags)) = tables.find(|(of, _)| *of == name && row.level.is_none()) else {
            return false;
        };
        let begin = usize::from(row.number) * self.side + usize::from(*row.columns.start());
        !flags[begin..begin + row.columns.len()].contains(&false)
    }
}

/// Points of a row of the board; a single one may have a level.
struct Row {
    number: u16,
    columns: RangeInclusive<u16>,
    level: Option<u8>,
}

impl Row {
    fn locations(self) -> impl Iterator<Item = Location> {
        let Row { number, level, .. } = self;
        self.columns.map(move |column| Location {
            point: Point::new(column, number),
            level,
        })
    }
}

/// The points of the board that a value names.
fn rows(game: Game, size: Size, raw: &str) -> Vec<Row> {
    let on_board = |point: &Point| game.has_point(size, *point);
    match read_points(game, raw) {
        Some(PointSet::Point(point, level)) if on_board(&point) => vec![Row {
            number: point.row,
            columns: point.column..=point.column,
            level,
        }],
        Some(PointSet::Rectangle(from, to)) if on_board(&from) && on_board(&to) => {
            let range = |one: u16, other: u16| one.min(other)..=one.max(other);
            let rows = range(from.row, to.row).map(|number| Row {
                number,
                columns: range(from.column, to.column),
                level: None,
            });
            rows.collect()
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
    texts: [Option<Cow<'r, str>>; 8],
    name: Option<Cow<'r, str>>,
}

impl<'r> RecordHeader<'r> {
    /// Reads the names of the players, the event, the date, komi and the result. Empty ones
    /// are treated as missing.
    pub fn read(record: &Record<'r>) -> RecordHeader<'r> {
        let names = [
            Name::PB,
            Name::PW,
            Name::PG,
            Name::PY,
            Name::EV,
            Name::DT,
            Name::KM,
            Name::RE,
        ];
        RecordHeader {
            texts: names.map(|name| root_text(record, name)),
            name: root_text(record, Name::GN),
        }
    }

    /// The name of the game.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The header as diagrams of a game of these players show it; names of others have no meaning in it.
    pub fn header(&self, players: Players) -> Header<'_> {
        let [black, white, grey, yellow, event, date, komi, result] =
            self.texts.each_ref().map(Option::as_deref);
        Header {
            black,
            white,
            grey: grey.filter(|_| players.contain(Color::Grey)),
            yellow: yellow.filter(|_| players.contain(Color::Yellow)),
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
                    LN[a1:a3]CR[a3]SQ[c1]SL[c2]TB[b3]TW[b3][c3])";
        let record = crate::record::read(text).next().unwrap();
        let markup = NodeMarkup::read(&record, [NodeId::ROOT], None, Game::Ugo, Size::square(3));
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
                Mark::Territory(at(2, 3), Color::Black),
                Mark::Territory(at(2, 3), Color::White),
                Mark::Territory(at(3, 3), Color::White),
            ]
        );
    }

    /// How many points are dimmed at each node of a game of Ugo on 3×3.
    fn dimmed_points(text: &str) -> Vec<usize> {
        let record = crate::record::read(text).next().unwrap();
        let mut dimming = Dimming::new(&record);
        let count = |node| {
            let points = dimming.points(&record, node, Game::Ugo, Size::square(3));
            points.len()
        };
        record.nodes().map(count).collect()
    }

    #[test]
    fn many_values_dim_as_few_do() {
        for count in [1, 8, 9, 10, 1_000] {
            let text = format!(
                "(;GM[ugo]SZ[3];DD{};B[c3](;W[c2])(;W[c1]DD[a1];B[b3]))",
                "[a1:b2]".repeat(count)
            );
            assert_eq!(dimmed_points(&text), [0, 4, 4, 4, 1, 1], "{count} values");
        }
    }

    #[test]
    fn points_are_dimmed_until_a_node_says_otherwise() {
        let text = "(;GM[ugo]SZ[3];DD[a1:b1];B[c3](;W[c2])(;W[c1]DD[];B[b3]))";
        assert_eq!(dimmed_points(text), [0, 2, 2, 2, 0, 0]);
        assert_eq!(dimmed_points("(;GM[ugo];B[c3])"), [0, 0]);
    }

    #[test]
    fn a_header_leaves_out_what_has_no_meaning() {
        let text = "(;GM[margo]PB[Ann]PW[ ]PG[Cid]PY[Dee]RE[B+3])";
        let record = crate::record::read(text).next().unwrap();
        let record_header = RecordHeader::read(&record);
        let header = Header {
            black: Some("Ann"),
            result: Some("B+3"),
            ..Header::default()
        };
        assert_eq!(record_header.header(Players::Two), header);
        // Nor does it name who does not play.
        let three = Header {
            grey: Some("Cid"),
            ..header
        };
        assert_eq!(record_header.header(Players::Three), three);
        let four = Header {
            yellow: Some("Dee"),
            ..three
        };
        assert_eq!(record_header.header(Players::Four), four);
    }
}
