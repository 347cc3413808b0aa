//! Tokens → the tree of one record, up to its end or to the token that proves it to be broken.

mod counting;
mod game_name;
mod plain_nodes;
mod unexpected;

use std::{collections::BTreeMap, sync::OnceLock};

use memchr::{memchr, memmem};

use super::{
    arena::{Arena, Node, NodeId, Property, Span, make_room},
    budget::Budget,
    decoded::SourceText,
    lexer::Lexer,
    limits::{Limits, MAX_UNEXPECTED},
    model::{Fault, FaultKind, Record},
    plain_line::PlainLine,
    property::{Name, Purpose},
    token::{Token, TokenKind},
};

/// A parenthesis that is open.
#[derive(Debug)]
struct Level {
    start: usize,
    /// The node that the next node or variation of this level follows.
    before: Option<NodeId>,
    /// Nodes with a move from the root up to here.
    plies: u32,
    nodes: NodeCount,
    /// Whether a variation of this level has been closed, after which no node may follow.
    has_branched: bool,
    /// Whether a fault of this level has been reported already.
    has_fault: bool,
}

/// How many nodes a level has had so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeCount {
    None,
    One,
    Several,
}

/// What a property or value would be added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Current {
    /// No node: a variation has just been opened or closed.
    Nothing,
    Node(NodeId),
    /// A node that is beyond a limit and not kept.
    Dropped,
}

/// The tree of one record while it is built.
#[derive(Debug)]
pub(super) struct TreeBuilder<'t> {
    source: SourceText<'t>,
    text: &'t str,
    start: usize,
    bounds: Bounds,
    budget: Budget,
    arena: Arena,
    /// The last child so far of each node that has several.
    last_children: BTreeMap<NodeId, NodeId>,
    pub(super) faults: Vec<Fault>,
    /// Tokens that are not allowed where they are, reported or not.
    unexpected: usize,
    /// Levels without a node, reported or not.
    empty_trees: usize,
    levels: Vec<Level>,
    /// Parentheses that are open beyond the limit on nodes, of which each level needs one.
    excess_levels: usize,
    current: Current,
    /// Whether a value directly here belongs to the last property.
    open_property: bool,
    /// Whether the node that is being read has a move.
    has_moved: bool,
    /// Nodes so far, including those that are not kept.
    nodes_seen: usize,
    /// The plies of the longest line so far.
    most_plies: u32,
    /// Whether a limit has been exceeded, so that no more nodes are kept.
    is_full: bool,
    /// What the root has named as the game.
    game: NamedGame,
    /// The nodes after the root, if they are a plain line.
    line: Option<PlainLine>,
}

/// What a root has named as the game so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NamedGame {
    NotYet,
    /// Margo, whose records may have more than two players.
    Margo,
    /// Another game, or none that is known.
    Other,
}

/// What one token leads to.
enum Step {
    Continue,
    /// The record ends here.
    End(usize),
    /// The record was never closed: why, and the token where the search for the next one begins.
    Broken(FaultKind, Token),
}

/// How the tokens of a record ended.
pub(super) enum Ending {
    /// It is closed, and this is its end.
    Closed(usize),
    /// It goes on to the end of the text.
    Unclosed,
    /// It was not closed before the next record began: why, and the token that shows it.
    Broken(FaultKind, Token),
}

/// How large a record may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) limits: Limits,
    /// Whether the text has been cut off because its last record is larger than that.
    pub(super) is_cut: bool,
}

impl<'t> TreeBuilder<'t> {
    pub(super) fn new(source: SourceText<'t>, start: usize, bounds: Bounds) -> TreeBuilder<'t> {
        TreeBuilder {
            source,
            text: source.text(),
            start,
            bounds,
            budget: Budget::new(bounds.limits),
            arena: Arena::new(),
            last_children: BTreeMap::new(),
            faults: Vec::new(),
            unexpected: 0,
            empty_trees: 0,
            levels: Vec::new(),
            excess_levels: 0,
            current: Current::Nothing,
            open_property: false,
            has_moved: false,
            nodes_seen: 0,
            most_plies: 0,
            is_full: false,
            game: NamedGame::NotYet,
            line: None,
        }
    }

    pub(super) fn finish(mut self, end: usize) -> Record<'t> {
        if end - self.start > self.bounds.limits.max_record || self.bounds.is_cut {
            self.fault(FaultKind::TooLarge, self.start..self.start + 1);
        }
        if self.arena.nodes.is_empty() {
            // Every record has a root, even if it is empty.
            self.add_node(self.start, self.start);
        }
        Record {
            source: self.source,
            text: &self.text[self.start..end],
            offset: self.start,
            arena: self.arena,
            line: self.line,
            tree: OnceLock::new(),
            faults: self.faults,
            lacks_text_outside: false,
        }
    }

    /// Reads the record from its first parenthesis until its end is known or it proves to be broken.
    pub(super) fn build(&mut self, lexer: &mut Lexer<'t>) -> Ending {
        let mut is_second_node = true;
        while let Some(token) = lexer.next() {
            if token.kind == TokenKind::PlainMove && std::mem::take(&mut is_second_node) {
                self.line = self.plain_line(token.start, lexer);
                if let Some(line) = &self.line {
                    let end = self.start + line.end_of_record();
                    lexer.pass(end);
                    return Ending::Closed(end);
                }
            }
            self.is_full |= token.end - self.start > self.bounds.limits.max_record;
            match self.step(token) {
                Step::Continue => {}
                Step::End(end) => return Ending::Closed(end),
                // The text behind the cut would tell what this is.
                Step::Broken(..) if self.bounds.is_cut => return Ending::Unclosed,
                Step::Broken(kind, proof) => {
                    let span = match kind {
                        FaultKind::UnclosedValue => proof.start..proof.bracket + 1,
                        _ => self.start..self.start + 1,
                    };
                    self.fault(kind, span);
                    if proof.end < token.end {
                        lexer.seek(proof.end);
                    }
                    return Ending::Broken(kind, proof);
                }
            }
        }
        if !self.bounds.is_cut {
            self.fault(FaultKind::Unclosed, self.start..self.start + 1);
        }
        Ending::Unclosed
    }

    /// The start of the variation whose first node is being read, if one is: where the record is broken,
    /// this can be the next record.
    pub(super) fn new_variation(&self) -> Option<usize> {
        let level = self.levels.last()?;
        let is_new = self.current != Current::Nothing && level.nodes == NodeCount::One;
        (is_new && level.start > self.start).then_some(level.start)
    }

    /// Removes what belongs to the next record, which begins at `end`: its first node, at most.
    pub(super) fn remove_after(&mut self, end: usize) {
        self.faults.retain(|fault| fault.span.start < end);
        while let Some(node) = self
            .arena
            .nodes
            .pop_if(|node| self.start + node.span.start as usize >= end)
        {
            let properties = node.properties.start as usize;
            if let Some(property) = self.arena.properties.get(properties) {
                self.arena.values.truncate(property.values.start as usize);
            }
            self.arena.properties.truncate(properties);
            let id = NodeId(self.arena.nodes.len() as u32);
            for other in &mut self.arena.nodes {
                other.first_child = other.first_child.filter(|&child| child != id);
                other.next_sibling = other.next_sibling.filter(|&sibling| sibling != id);
            }
        }
    }

    pub(super) fn fault(&mut self, kind: FaultKind, span: std::ops::Range<usize>) {
        self.faults.push(Fault { kind, span });
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span {
            start: (start - self.start) as u32,
            end: (end - self.start) as u32,
        }
    }

    fn step(&mut self, token: Token) -> Step {
        let Token {
            kind, start, end, ..
        } = token;
        match kind {
            TokenKind::PlainMove => {
                self.start_node(start);
                return self.plain_move(token);
            }
            TokenKind::MoveNode => {
                self.start_node(start);
                return self.named_value(Token {
                    kind: TokenKind::NamedValue,
                    start: start + 1,
                    ..token
                });
            }
            TokenKind::NamedValue => return self.named_value(token),
            TokenKind::Value => return self.further_value(token),
            TokenKind::NodeStart => self.start_node(start),
            TokenKind::Open => self.open(start),
            TokenKind::Close => {
                if self.close(start) {
                    return Step::End(end);
                }
            }
            TokenKind::UnclosedValue => {
                return Step::Broken(FaultKind::UnclosedValue, token);
            }
            TokenKind::Name => {
                self.unexpected(FaultKind::NameWithoutValue, start, end);
                self.open_property = false;
            }
            TokenKind::Stray => {
                self.unexpected(FaultKind::Stray, start, end);
                self.open_property = false;
            }
        }
        Step::Continue
    }

    fn open(&mut self, start: usize) {
        self.current = Current::Nothing;
        self.open_property = false;
        if self.levels.len() > self.bounds.limits.max_nodes as usize {
            if !std::mem::replace(&mut self.is_full, true) {
                self.fault(FaultKind::TooManyNodes, start..start + 1);
            }
            self.excess_levels += 1;
            return;
        }
        let outer = self.levels.last();
        self.levels.push(Level {
            start,
            before: outer.and_then(|level| level.before),
            plies: outer.map_or(0, |level| level.plies),
            nodes: NodeCount::None,
            has_branched: false,
            has_fault: false,
        });
    }

    fn close(&mut self, start: usize) -> bool {
        self.open_property = false;
        self.current = Current::Nothing;
        if let Some(excess) = self.excess_levels.checked_sub(1) {
            self.excess_levels = excess;
            return false;
        }
        let Some(level) = self.levels.pop() else {
            return true;
        };
        if level.nodes == NodeCount::None && !level.has_fault {
            self.empty_trees += 1;
            if self.empty_trees <= MAX_UNEXPECTED {
                self.fault(FaultKind::EmptyTree, level.start..start + 1);
            }
        }
        match self.levels.last_mut() {
            Some(outer) => {
                outer.has_branched = true;
                false
            }
            None => true,
        }
    }

    fn start_node(&mut self, start: usize) {
        self.open_property = false;
        if let Some(level) = self.levels.last_mut()
            && std::mem::take(&mut level.has_branched)
        {
            self.unexpected(FaultKind::AfterVariation, start, start + 1);
        }
        if let Some(level) = self.levels.last_mut() {
            level.nodes = match level.nodes {
                NodeCount::None => NodeCount::One,
                _ => NodeCount::Several,
            };
        }
        self.has_moved = false;
        self.nodes_seen += 1;
        if self.nodes_seen == self.bounds.limits.max_nodes as usize + 1 {
            self.is_full = true;
            self.fault(FaultKind::TooManyNodes, start..start + 1);
        }
        if self.is_full {
            self.current = Current::Dropped;
            return;
        }
        self.current = Current::Node(self.add_node(start, start + 1));
    }

    fn add_node(&mut self, start: usize, end: usize) -> NodeId {
        let id = NodeId(self.arena.nodes.len() as u32);
        let parent = self.levels.last().and_then(|level| level.before);
        let properties = self.arena.properties.len() as u32;
        make_room(&mut self.arena.nodes, self.bounds.limits.max_nodes);
        self.arena.nodes.push(Node {
            span: self.span(start, end),
            parent,
            first_child: None,
            next_sibling: None,
            properties: properties..properties,
            plies: self.levels.last().map_or(0, |level| level.plies),
        });
        if let Some(parent) = parent {
            match self.arena.nodes[parent.index()].first_child {
                None => self.arena.nodes[parent.index()].first_child = Some(id),
                Some(first) => {
                    let last = self.last_children.insert(parent, id).unwrap_or(first);
                    self.arena.nodes[last.index()].next_sibling = Some(id);
                }
            }
        }
        if let Some(level) = self.levels.last_mut() {
            level.before = Some(id);
        }
        id
    }

    /// A property with its first value.
    fn named_value(&mut self, token: Token) -> Step {
        let Token { start, end, .. } = token;
        let written = token.written_name(self.text);
        let name = Name::from_written(written).map(|name| self.in_this_game(name));
        if self.current == Current::Nothing {
            self.misplaced(start, end);
            return self.swallows(name, token, false);
        }
        let Some(known) = name else {
            self.unexpected(FaultKind::NameInLowerCase, start, end);
            self.open_property = false;
            return Step::Continue;
        };
        let Current::Node(node) = self.current else {
            if known.purpose() == Purpose::Move {
                self.count_ply(start, end);
            }
            return self.swallows(name, token, false);
        };
        let swallows = self.swallows(name, token, node == NodeId::ROOT);
        if matches!(swallows, Step::Broken(..)) || self.is_full {
            return swallows;
        }
        self.add_property(node, known, start + written.len(), token)
    }

    fn add_property(&mut self, node: NodeId, name: Name, end_of_name: usize, token: Token) -> Step {
        let Token {
            start,
            end,
            bracket,
            ..
        } = token;
        if !self.can_add_value(name, 1, bracket, end) {
            return Step::Continue;
        }
        let value = self.arena.values.len() as u32;
        make_room(&mut self.arena.values, self.bounds.limits.max_values);
        self.arena.values.push(self.span(bracket + 1, end - 1));
        make_room(&mut self.arena.properties, self.bounds.limits.max_values);
        self.arena.properties.push(Property {
            name,
            span: self.span(start, end),
            written: self.span(start, end_of_name),
            values: value..value + 1,
        });
        self.open_property = true;
        let plies = name.mover().map(|_| self.count_ply(start, end));
        let properties = &mut self.arena.nodes[node.index()];
        properties.properties.end += 1;
        properties.plies = plies.unwrap_or(properties.plies);
        if name == Name::GM && node == NodeId::ROOT && self.game == NamedGame::NotYet {
            let swallowed = self.name_game(&self.text[bracket + 1..end - 1]);
            return swallowed.map_or(Step::Continue, |token| {
                Step::Broken(FaultKind::SwallowsRecord, token)
            });
        }
        Step::Continue
    }

    /// A further value of the last property.
    fn further_value(&mut self, token: Token) -> Step {
        let Token { start, end, .. } = token;
        match self.current {
            Current::Dropped => return Step::Continue,
            Current::Node(_) if self.open_property => {}
            _ => {
                self.unexpected(FaultKind::ValueWithoutName, start, end);
                return Step::Continue;
            }
        }
        let (value, new_end) = (self.span(start + 1, end - 1), self.span(end, end).end);
        let Some(property) = self.arena.properties.last_mut() else {
            return Step::Continue;
        };
        let swallows = property.name.purpose() == Purpose::Move
            && holds_start(&self.text.as_bytes()[start..end]);
        if swallows {
            return Step::Broken(FaultKind::SwallowsRecord, token);
        }
        let (name, number) = (property.name, property.values.len() + 1);
        if !self.is_full
            && self.can_add_value(name, number, start, end)
            && let Some(property) = self.arena.properties.last_mut()
        {
            make_room(&mut self.arena.values, self.bounds.limits.max_values);
            self.arena.values.push(value);
            property.values.end += 1;
            property.span.end = new_end;
        }
        Step::Continue
    }

    /// Whether a property proves that the next record has begun in the middle of this one.
    fn swallows(&self, name: Option<Name>, token: Token, in_root: bool) -> Step {
        let value = || &self.text.as_bytes()[token.bracket..token.end];
        match name {
            Some(Name::GM | Name::FF) if !in_root && !self.arena.nodes.is_empty() => {
                Step::Broken(FaultKind::SwallowsRoot, token)
            }
            Some(name) if name.mover().is_some() && holds_start(value()) => {
                Step::Broken(FaultKind::SwallowsRecord, token)
            }
            _ => Step::Continue,
        }
    }
}

/// Whether the value of a move contains the start of a record.
fn holds_start(value: &[u8]) -> bool {
    memchr(b'(', value).is_some() && memmem::find(value, b"(;").is_some()
}
