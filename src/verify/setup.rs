//! The given position: setup properties → a position to start from.

use std::{
    collections::BTreeMap,
    ops::{Range, RangeInclusive},
};

use super::{
    diagnostics::{BoardName, PropertyOwner, SetupDiagnostic, SetupValueKind},
    finding::{Finding, MAX_FINDINGS},
    game_context::GameContext,
};
use crate::{
    games::{Color, Game, Piece, Point, Position, Rules, Setup, SetupFault, SetupFaultKind},
    record::{
        Name, NodeId, PointSet, Property, Purpose, Record, SetupValue, Span, read_line, read_piece,
        read_points, unescape,
    },
};

/// A piece, and the span that puts it.
type PlacedPiece = (Piece, Range<usize>);

/// A given position while the nodes before the first move are read.
#[derive(Clone, Debug, Default)]
pub(super) struct SetupBuilder {
    /// By point and level, the level being 0 but in Margo.
    pieces: BTreeMap<(Point, u8), PlacedPiece>,
    setup: Setup,
    /// The last setup property, if there is any.
    last_property: Option<Range<usize>>,
    /// The `LINE`, for faults that only the whole setup shows.
    line: Option<Range<usize>>,
    /// Whether a value was wrong.
    failed: bool,
}

impl SetupBuilder {
    /// Reads the setup properties of a node; returns what is wrong with them.
    pub(super) fn read(
        &mut self,
        context: &GameContext,
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
            context,
            record,
            findings: Vec::new(),
            seen: Vec::new(),
        };
        for property in &properties {
            reader.builder.last_property = Some(record.source_range(property.span));
            reader.read(property);
        }
        // Marbles on stated levels are there whatever the order; those without a
        // level come on top of them, Black's first.
        for color in Color::ALL {
            reader.place_marbles_without_level(&properties, color);
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
        context: &GameContext,
        record: &Record,
    ) -> Result<Position, Option<Box<Finding>>> {
        let (Some(rules), Some(size), false) = (&context.rules, context.size, self.failed) else {
            return Err(None);
        };
        let placed: Vec<&PlacedPiece> = self.pieces.values().collect();
        self.setup.pieces = placed.iter().map(|(piece, _)| *piece).collect();
        let setup = self.last_property.is_some().then_some(&self.setup);
        Position::new(rules, size, setup).map_err(|fault| {
            let SetupFault { piece, kind } = fault;
            let placed = piece.and_then(|index| placed.get(index));
            let start = record.offset()..record.offset() + 1;
            let span = match (placed, kind) {
                (Some((_, span)), _) => span.clone(),
                (None, SetupFaultKind::EqualPair) => self.line.clone().unwrap_or(start),
                (None, _) => self.last_property.clone().unwrap_or(start),
            };
            let diagnostic = SetupDiagnostic::Position {
                kind,
                point: placed.map(|(piece, _)| piece.point()),
                game: context.game,
            };
            Some(Box::new(Finding::new(&diagnostic, span)))
        })
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
    builder: &'a mut SetupBuilder,
    context: &'a GameContext,
    record: &'a Record<'t>,
    findings: Vec<Finding>,
    /// The single-valued properties read so far.
    seen: Vec<Name>,
}

impl NodeReader<'_, '_> {
    fn value_span(&self, span: Span) -> Range<usize> {
        let span = self.record.source_range(span);
        span.start - 1..span.end + 1
    }

    fn add(&mut self, diagnostic: SetupDiagnostic, span: Range<usize>) {
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(Finding::new(&diagnostic, span));
        }
    }

    fn read(&mut self, property: &Property) {
        let name = property.name;
        if let Some(owner) = self.excluded_by(name) {
            let diagnostic = SetupDiagnostic::ForeignProperty { name, owner };
            return self.add(diagnostic, self.record.source_range(property.span));
        }
        match property.name {
            Name::STONES => self.put_all(property, None),
            Name::PL | Name::BUTTON | Name::GROWN | Name::LINE => self.set(property),
            name => {
                // What is cleared is cleared at the end.
                if let Some(color) = name.owner_of_setup() {
                    self.put_all(property, Some(color));
                }
            }
        }
    }

    /// What a property does not belong to: the game or its ruleset.
    fn excluded_by(&self, name: Name) -> Option<PropertyOwner> {
        let game = self.context.game;
        let belongs = match name {
            Name::AB | Name::AW | Name::AE => game != Game::Bamogo,
            Name::AG => self.plays(Color::Grey),
            Name::AY => self.plays(Color::Yellow),
            Name::STONES | Name::LINE => game == Game::Bamogo,
            Name::GROWN => game == Game::Sygo,
            Name::BUTTON => self
                .context
                .rules
                .as_ref()
                .map_or(matches!(game, Game::Bargo | Game::Ugo), Rules::has_button),
            _ => true,
        };
        (!belongs).then_some(match (name, game) {
            (Name::BUTTON, Game::Bargo | Game::Ugo) | (Name::AG | Name::AY, _) => {
                PropertyOwner::Ruleset
            }
            _ => PropertyOwner::Game(game),
        })
    }

    /// Whether a player takes part; true if the rules are not known.
    fn plays(&self, color: Color) -> bool {
        let rules = self.context.rules.as_ref();
        rules.is_none_or(|rules| rules.players().contain(color))
    }

    fn malformed(&mut self, property: &Property, value: Span, expected: SetupValueKind) {
        let diagnostic = SetupDiagnostic::Malformed {
            name: property.name,
            value: self.record.raw(value),
            expected,
        };
        self.add(diagnostic, self.value_span(value));
    }

    fn put_all(&mut self, property: &Property, color: Option<Color>) {
        for &value in self.record.values(property) {
            let span = self.value_span(value);
            match read_piece(self.context.game, color, self.record.raw(value)) {
                None => {
                    self.malformed(property, value, SetupValueKind::Piece(self.context.game));
                }
                // Read once more when all stated levels are known.
                Some(SetupValue::Piece(Piece::Marble(_, 0, _))) => {}
                Some(SetupValue::Piece(piece)) => {
                    self.put(piece, span);
                }
                Some(SetupValue::Rectangle(from, to)) => {
                    if let (Some(color), Some(area)) = (color, self.rectangle(from, to, &span)) {
                        self.fill(color, area, &span);
                    }
                }
            }
        }
    }

    /// The columns and rows of a rectangle on the board, whichever corners are named.
    fn rectangle(&mut self, from: Point, to: Point, span: &Range<usize>) -> Option<Area> {
        let fits = self.on_board(from, span) && self.on_board(to, span);
        (fits && self.context.size.is_some()).then(|| Area {
            columns: from.column.min(to.column)..=from.column.max(to.column),
            rows: from.row.min(to.row)..=from.row.max(to.row),
        })
    }

    /// Puts stones on a rectangle, up to the first point that is taken, which is reported once.
    fn fill(&mut self, color: Color, area: Area, span: &Range<usize>) {
        for column in area.columns {
            for row in area.rows.clone() {
                let stone = Piece::Stone(color, Point::new(column, row));
                if !self.put(stone, span.clone()) {
                    return;
                }
            }
        }
    }

    /// Whether a point is on the board; true if the board is not known.
    fn on_board(&mut self, point: Point, span: &Range<usize>) -> bool {
        let Some(size) = self.context.size else {
            return true;
        };
        let game = self.context.game;
        let on_board = game.has_point(size, point);
        if !on_board {
            let board = BoardName { game, size };
            // A larger number is read as the largest: the text has another point then.
            let is_known = point.column < u16::MAX && point.row < u16::MAX;
            let point = is_known.then_some(point);
            self.add(SetupDiagnostic::OffBoard { point, board }, span.clone());
        }
        on_board
    }

    /// Puts a piece; false if it cannot be there.
    fn put(&mut self, piece: Piece, span: Range<usize>) -> bool {
        let point = piece.point();
        if !self.on_board(point, &span) {
            return false;
        }
        let level = match piece {
            Piece::Marble(_, level, _) => level,
            _ => 0,
        };
        if let (Piece::Marble(..), Some(size)) = (piece, self.context.size)
            && !self.context.game.levels(size, point).contains(&level)
        {
            self.add(SetupDiagnostic::NoSuchLevel { point }, span);
            return false;
        }
        if self.builder.pieces.contains_key(&(point, level)) {
            self.add(SetupDiagnostic::Occupied { point }, span);
            return false;
        }
        self.builder.pieces.insert((point, level), (piece, span));
        true
    }

    fn place_marbles_without_level(&mut self, properties: &[&Property], color: Color) {
        let Some(size) = self
            .context
            .size
            .filter(|_| self.context.game == Game::Margo)
        else {
            return;
        };
        if !self.plays(color) {
            return;
        }
        let name = Name::setup_of(color);
        for property in properties.iter().filter(|property| property.name == name) {
            for &value in self.record.values(property) {
                let placed = read_piece(Game::Margo, Some(color), self.record.raw(value));
                let Some(SetupValue::Piece(Piece::Marble(_, 0, point))) = placed else {
                    continue;
                };
                let span = self.value_span(value);
                if !self.on_board(point, &span) {
                    continue;
                }
                let levels = Game::Margo.levels(size, point);
                let free = |level: &u8| !self.builder.pieces.contains_key(&(point, *level));
                match levels.into_iter().find(free) {
                    Some(level) => {
                        self.put(Piece::Marble(color, level, point), span);
                    }
                    None => self.add(SetupDiagnostic::AllLevelsOccupied { point }, span),
                }
            }
        }
    }

    /// `AE`: in Margo a point with a level clears that level, one without all of them.
    fn clear(&mut self, property: &Property) {
        if self.context.game == Game::Bamogo {
            return;
        }
        for &value in self.record.values(property) {
            let span = self.value_span(value);
            match read_points(self.context.game, self.record.raw(value)) {
                None => self.malformed(property, value, SetupValueKind::Point),
                Some(PointSet::Rectangle(from, to)) => {
                    if let Some(area) = self.rectangle(from, to, &span) {
                        let pieces = &mut self.builder.pieces;
                        pieces.retain(|(point, _), _| !area.contains(*point));
                    }
                }
                Some(PointSet::Point(point, level)) => {
                    if self.on_board(point, &span) {
                        let levels = self
                            .context
                            .size
                            .map(|size| self.context.game.levels(size, point));
                        if level.is_some_and(|level| {
                            levels.is_some_and(|levels| !levels.contains(&level))
                        }) {
                            self.add(SetupDiagnostic::NoSuchLevel { point }, span);
                        }
                        let pieces = &mut self.builder.pieces;
                        let there = pieces.range((point, 0)..=(point, u8::MAX));
                        let cleared: Vec<_> = there
                            .map(|(&slot, _)| slot)
                            .filter(|&(_, on)| level.is_none_or(|level| level == on))
                            .collect();
                        for slot in cleared {
                            pieces.remove(&slot);
                        }
                    }
                }
            }
        }
    }

    /// Properties that hold one value.
    fn set(&mut self, property: &Property) {
        let name = property.name;
        let span = self.record.source_range(property.span);
        let values = self.record.values(property);
        if values.len() > 1 || self.seen.contains(&name) {
            return self.add(SetupDiagnostic::SecondValue { name }, span);
        }
        self.seen.push(name);
        let Some(&value) = values.first() else { return };
        let text = unescape(self.record.raw(value)).trim().to_owned();
        let letter = Some(text.as_str()).filter(|text| text.len() == 1);
        let color = letter
            .and_then(|letter| letter.parse().ok())
            .filter(|&color| self.plays(color));
        match name {
            Name::LINE => match read_line(&text) {
                Some(pairs) => {
                    self.builder.setup.line = Some(pairs);
                    self.builder.line = Some(span);
                }
                None => self.malformed(property, value, SetupValueKind::Pairs),
            },
            Name::GROWN => match text.as_str() {
                "0" | "1" => self.builder.setup.grown = text == "1",
                _ => self.malformed(property, value, SetupValueKind::Grown),
            },
            _ if color.is_none() => {
                let rules = self.context.rules.as_ref();
                let players = rules.map(Rules::players).unwrap_or_default();
                self.malformed(property, value, SetupValueKind::Player(players));
            }
            Name::PL => self.builder.setup.to_move = color,
            _ => self.builder.setup.button = color,
        }
    }
}
