//! The given position: setup properties → a position to start from.

use std::{
    collections::BTreeMap,
    ops::{Range, RangeInclusive},
};

use super::{
    MAX_FINDINGS,
    codes::Code,
    finding::{Finding, MessageArgs},
    root::{Root, title},
    text::excerpt,
    words::board_in_words,
};
use crate::{
    games::{Color, Game, Piece, Point, Position, Rules, Setup, SetupFault, SetupFaultKind, Size},
    record::{
        Name, NodeId, PointSet, Property, Purpose, Record, SetupValue, Span, read_line, read_piece,
        read_points, unescape,
    },
};

/// What is put on one place, and where the record says so.
type Standing = (Piece, Range<usize>);

/// A given position while the nodes before the first move are read.
#[derive(Clone, Debug, Default)]
pub(super) struct Builder {
    /// By point and level, the level being 0 but in Margo.
    pieces: BTreeMap<(Point, u8), Standing>,
    setup: Setup,
    /// The last setup property, if there is any.
    given: Option<Range<usize>>,
    /// The `LINE`, for faults that only the whole setup shows.
    line: Option<Range<usize>>,
    /// Whether a value was wrong.
    failed: bool,
}

/// What is known of the game while a setup is read.
#[derive(Clone, Debug)]
pub(super) struct GameContext {
    game: Game,
    /// `None` if the record's size is wrong: then points cannot be judged.
    size: Option<Size>,
    rules: Option<Rules>,
}

impl GameContext {
    pub(super) fn of(position: &Position) -> GameContext {
        GameContext {
            game: position.game(),
            size: Some(position.size()),
            rules: Some(position.rules().clone()),
        }
    }

    pub(super) fn game(&self) -> Game {
        self.game
    }

    pub(super) fn size(&self) -> Option<Size> {
        self.size
    }

    pub(super) fn new(root: &Root) -> Option<GameContext> {
        root.game.map(|game| GameContext {
            game,
            size: root.size,
            rules: root.rules(),
        })
    }
}

/// A fault in a setup: where, what, and what would be right.
pub(super) fn fault(place: Range<usize>, reason: String, fix: impl Into<String>) -> Finding {
    MessageArgs::new()
        .with("reason", reason)
        .with("fix", fix)
        .finding(Code::RecordSetup, place)
}

impl Builder {
    /// Takes in the setup properties of a node; returns what is wrong with them.
    pub(super) fn read(
        &mut self,
        ground: &GameContext,
        record: &Record,
        node: NodeId,
    ) -> Vec<Finding> {
        let properties: Vec<&Property> = record
            .properties(node)
            .iter()
            .filter(|property| property.name.purpose() == Purpose::Setup)
            .collect();
        let mut reader = NodeReader {
            builder: self,
            ground,
            record,
            findings: Vec::new(),
            seen: Vec::new(),
        };
        for property in &properties {
            reader.builder.given = Some(record.source_range(property.span));
            reader.read(property);
        }
        // Marbles on stated levels lie there whatever the order; those without a
        // level come on top of them, Black's first.
        for name in [Name::AB, Name::AW] {
            reader.place_marbles_without_level(&properties, name);
        }
        for property in properties
            .iter()
            .filter(|property| property.name == Name::AE)
        {
            reader.clear(property);
        }
        let findings = reader.findings;
        self.failed |= !findings.is_empty();
        findings
    }

    /// The position to start from.
    pub(super) fn finish(
        &mut self,
        ground: &GameContext,
        record: &Record,
    ) -> Result<Position, Option<Box<Finding>>> {
        let (Some(rules), Some(size), false) = (&ground.rules, ground.size, self.failed) else {
            return Err(None);
        };
        let standing: Vec<&Standing> = self.pieces.values().collect();
        self.setup.pieces = standing.iter().map(|(piece, _)| *piece).collect();
        let setup = self.given.is_some().then_some(&self.setup);
        Position::new(rules, size, setup).map_err(|fault_found| {
            let SetupFault { piece, kind } = fault_found;
            let standing = piece.and_then(|index| standing.get(index));
            let start = record.offset()..record.offset() + 1;
            let place = match (standing, kind) {
                (Some((_, place)), _) => place.clone(),
                (None, SetupFaultKind::EqualPair) => self.line.clone().unwrap_or(start),
                (None, _) => self.given.clone().unwrap_or(start),
            };
            let point = standing.map(|(piece, _)| piece.point().to_string());
            let (reason, fix) = in_words(kind, &point.unwrap_or_default(), ground.game);
            Some(Box::new(fault(place, reason, fix)))
        })
    }
}

/// What a fault of the whole setup says.
fn in_words(kind: SetupFaultKind, point: &str, game: Game) -> (String, &'static str) {
    match kind {
        SetupFaultKind::Size => ("the game has no such board".to_owned(), ""),
        SetupFaultKind::ForeignPiece => (format!("{} has no such piece", title(game)), ""),
        SetupFaultKind::ForeignState => (format!("{} has no such state", title(game)), ""),
        SetupFaultKind::OffBoard => (format!("{point} is not on the board"), ""),
        SetupFaultKind::Occupied => (format!("two pieces are put on {point}"), "leave one out"),
        SetupFaultKind::OuterWall => (
            format!(
                "the wall of the piece on {point} stands on an outer edge, which carries one already"
            ),
            "turn the wall to an edge inside the board",
        ),
        SetupFaultKind::DoubleWall => (
            format!(
                "the wall of the piece on {point} stands on an edge that already carries its neighbor's"
            ),
            "turn one of the two walls",
        ),
        SetupFaultKind::NoLiberty => (
            format!("the group of the stone on {point} has no liberty"),
            "in Sygo every group of a given position has an empty neighbor",
        ),
        SetupFaultKind::Unsupported => (
            format!("the marble on {point} has nothing to rest on"),
            "a marble above the board rests on four others",
        ),
        SetupFaultKind::EqualPair => (
            "a pair of the line has two stones of one color".to_owned(),
            "the two stones of a pair have different colors",
        ),
        SetupFaultKind::Connected => (
            format!("two sides are already connected, through {point}"),
            "give a position in which nobody has won",
        ),
    }
}

/// The points of a rectangle.
struct Area {
    columns: RangeInclusive<u16>,
    rows: RangeInclusive<u16>,
}

impl Area {
    fn contains(&self, point: Point) -> bool {
        self.columns.contains(&point.column) && self.rows.contains(&point.row)
    }
}

/// The setup properties of one node while they are read.
struct NodeReader<'a, 't> {
    builder: &'a mut Builder,
    ground: &'a GameContext,
    record: &'a Record<'t>,
    findings: Vec<Finding>,
    /// The single-valued properties read so far.
    seen: Vec<Name>,
}

impl NodeReader<'_, '_> {
    fn value_place(&self, span: Span) -> Range<usize> {
        let place = self.record.source_range(span);
        place.start - 1..place.end + 1
    }

    fn find(&mut self, place: Range<usize>, reason: String, fix: impl Into<String>) {
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(fault(place, reason, fix));
        }
    }

    fn read(&mut self, property: &Property) {
        if let Some((reason, fix)) = self.foreign(property.name) {
            return self.find(self.record.source_range(property.span), reason, fix);
        }
        match property.name {
            Name::AB => self.put_all(property, Some(Color::Black)),
            Name::AW => self.put_all(property, Some(Color::White)),
            Name::STONES => self.put_all(property, None),
            Name::PL | Name::BUTTON | Name::GROWN | Name::LINE => self.set(property),
            // What is cleared is cleared in the end.
            _ => {}
        }
    }

    /// Why a property does not belong to this game.
    fn foreign(&self, name: Name) -> Option<(String, String)> {
        let game = self.ground.game;
        let belongs = match name {
            Name::AB | Name::AW | Name::AE => game != Game::Bamogo,
            Name::STONES | Name::LINE => game == Game::Bamogo,
            Name::GROWN => game == Game::Sygo,
            Name::BUTTON => self
                .ground
                .rules
                .as_ref()
                .map_or(matches!(game, Game::Bargo | Game::Ugo), Rules::has_button),
            _ => true,
        };
        let has_button_game = matches!(game, Game::Bargo | Game::Ugo);
        let whose = match name {
            Name::BUTTON if has_button_game => "this ruleset".to_owned(),
            _ => title(game).to_owned(),
        };
        let fix = match name {
            Name::AB | Name::AW => "in Bamogo write `STONES[Rd4][Gd5]`",
            Name::STONES => "write `AB[…]` and `AW[…]`",
            _ => "remove it",
        };
        (!belongs).then(|| {
            let reason = format!("`{}` does not belong to {whose}", name.letters());
            (reason, fix.to_owned())
        })
    }

    fn malformed(&mut self, property: &Property, value: Span, fix: &str) {
        let text = excerpt(self.record.raw(value));
        let reason = format!("`{text}` is not what `{}` takes", property.name.letters());
        self.find(self.value_place(value), reason, fix);
    }

    fn put_all(&mut self, property: &Property, color: Option<Color>) {
        for &value in self.record.values(property) {
            let place = self.value_place(value);
            match read_piece(self.ground.game, color, self.record.raw(value)) {
                None => self.malformed(property, value, pieces_in_words(self.ground.game)),
                // Read once more when all stated levels are known.
                Some(SetupValue::Piece(Piece::Marble(_, 0, _))) => {}
                Some(SetupValue::Piece(piece)) => {
                    self.put(piece, place);
                }
                Some(SetupValue::Rectangle(from, to)) => {
                    if let (Some(color), Some(area)) = (color, self.rectangle(from, to, &place)) {
                        self.fill(color, area, &place);
                    }
                }
            }
        }
    }

    /// The columns and rows of a rectangle on the board, whichever corners are named.
    fn rectangle(&mut self, from: Point, to: Point, place: &Range<usize>) -> Option<Area> {
        let fits = self.on_board(from, place) && self.on_board(to, place);
        (fits && self.ground.size.is_some()).then(|| Area {
            columns: from.column.min(to.column)..=from.column.max(to.column),
            rows: from.row.min(to.row)..=from.row.max(to.row),
        })
    }

    /// Puts stones on a rectangle, up to the first point that is taken: that is told once.
    fn fill(&mut self, color: Color, area: Area, place: &Range<usize>) {
        for column in area.columns {
            for row in area.rows.clone() {
                let stone = Piece::Stone(color, Point::new(column, row));
                if !self.put(stone, place.clone()) {
                    return;
                }
            }
        }
    }

    /// Whether a point is on the board; true if the board is not known.
    fn on_board(&mut self, point: Point, place: &Range<usize>) -> bool {
        let Some(size) = self.ground.size else {
            return true;
        };
        let game = self.ground.game;
        let on_board = game.has_point(size, point);
        if !on_board {
            let reason = format!("this is not on {}", board_in_words(game, size));
            self.find(place.clone(), reason, "");
        }
        on_board
    }

    /// Puts a piece; false if it cannot stand there.
    fn put(&mut self, piece: Piece, place: Range<usize>) -> bool {
        let point = piece.point();
        if !self.on_board(point, &place) {
            return false;
        }
        let level = match piece {
            Piece::Marble(_, level, _) => level,
            _ => 0,
        };
        if let (Piece::Marble(..), Some(size)) = (piece, self.ground.size)
            && !self.ground.game.levels(size, point).contains(&level)
        {
            self.find(
                place,
                format!("there is no such level at {point}"),
                "levels count from 1 on the board",
            );
            return false;
        }
        if self.builder.pieces.contains_key(&(point, level)) {
            self.find(
                place,
                format!("another piece is already on {point}"),
                "leave one of them out",
            );
            return false;
        }
        self.builder.pieces.insert((point, level), (piece, place));
        true
    }

    fn place_marbles_without_level(&mut self, properties: &[&Property], name: Name) {
        let Some(size) = self.ground.size.filter(|_| self.ground.game == Game::Margo) else {
            return;
        };
        let color = match name {
            Name::AB => Color::Black,
            _ => Color::White,
        };
        for property in properties.iter().filter(|property| property.name == name) {
            for &value in self.record.values(property) {
                let placed = read_piece(Game::Margo, Some(color), self.record.raw(value));
                let Some(SetupValue::Piece(Piece::Marble(_, 0, point))) = placed else {
                    continue;
                };
                let place = self.value_place(value);
                if !self.on_board(point, &place) {
                    continue;
                }
                let levels = Game::Margo.levels(size, point);
                let free = |level: &u8| !self.builder.pieces.contains_key(&(point, *level));
                match levels.into_iter().find(free) {
                    Some(level) => {
                        self.put(Piece::Marble(color, level, point), place);
                    }
                    None => self.find(place, format!("every level at {point} is occupied"), ""),
                }
            }
        }
    }

    /// `AE`: in Margo a point with a level clears that level, one without all of them.
    fn clear(&mut self, property: &Property) {
        if self.ground.game == Game::Bamogo {
            return;
        }
        for &value in self.record.values(property) {
            let place = self.value_place(value);
            match read_points(self.ground.game, self.record.raw(value)) {
                None => self.malformed(property, value, "name a point of the board"),
                Some(PointSet::Rectangle(from, to)) => {
                    if let Some(area) = self.rectangle(from, to, &place) {
                        let pieces = &mut self.builder.pieces;
                        pieces.retain(|(point, _), _| !area.contains(*point));
                    }
                }
                Some(PointSet::Point(point, level)) => {
                    if self.on_board(point, &place) {
                        let levels = self
                            .ground
                            .size
                            .map(|size| self.ground.game.levels(size, point));
                        if level.is_some_and(|level| {
                            levels.is_some_and(|levels| !levels.contains(&level))
                        }) {
                            self.find(
                                place,
                                format!("there is no such level at {point}"),
                                "levels count from 1 on the board",
                            );
                        }
                        let pieces = &mut self.builder.pieces;
                        let there = pieces.range((point, 0)..=(point, u8::MAX));
                        let cleared: Vec<_> = there
                            .map(|(&place, _)| place)
                            .filter(|&(_, on)| level.is_none_or(|level| level == on))
                            .collect();
                        for place in cleared {
                            pieces.remove(&place);
                        }
                    }
                }
            }
        }
    }

    /// Properties that hold one value.
    fn set(&mut self, property: &Property) {
        let name = property.name;
        let place = self.record.source_range(property.span);
        let values = self.record.values(property);
        if values.len() > 1 || self.seen.contains(&name) {
            return self.find(
                place,
                format!("`{}` has one value", name.letters()),
                "remove the others",
            );
        }
        self.seen.push(name);
        let Some(&value) = values.first() else { return };
        let text = unescape(self.record.raw(value)).trim().to_owned();
        let color = match text.as_str() {
            "B" | "b" => Some(Color::Black),
            "W" | "w" => Some(Color::White),
            _ => None,
        };
        match name {
            Name::LINE => match read_line(&text) {
                Some(pairs) => {
                    self.builder.setup.line = Some(pairs);
                    self.builder.line = Some(place);
                }
                None => self.malformed(
                    property,
                    value,
                    "pairs of colors, front first: `LINE[RG RB GB]`",
                ),
            },
            Name::GROWN => match text.as_str() {
                "0" | "1" => self.builder.setup.grown = text == "1",
                _ => self.malformed(property, value, "write `GROWN[1]`, or leave it out"),
            },
            _ if color.is_none() => self.malformed(property, value, "write `B` or `W`"),
            Name::PL => self.builder.setup.to_move = color,
            _ => self.builder.setup.button = color,
        }
    }
}

fn pieces_in_words(game: Game) -> &'static str {
    match game {
        Game::Bargo => "a piece is a cell and the edge of its wall: `c4/ne`",
        Game::Sygo => "a stone is a point, `d4`, or many are a rectangle, `a1:c3`",
        Game::Ugo => "a stone is `d4`, a king `Kd4`, a rectangle of stones `a1:c3`",
        Game::Bamogo => "a stone is its color and its space: `Rd4`",
        Game::Margo => "a marble is a point, `c5`, or a level and a point, `2d6`",
    }
}
