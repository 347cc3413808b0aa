//! One record: its tokens are put together into a tree, up to its end or to where it is
//! seen to be broken.

use std::collections::BTreeMap;

use memchr::{memchr, memmem};

use super::{
    decoded::SourceText,
    grammar::{Kind, Token, Tokens},
    model::{Arena, Fault, FaultKind, MAX_UNEXPECTED, Node, NodeId, Property, Record, Span},
    property::{Name, Purpose},
    read::{Bounds, is_blank},
    search::{Search, begins_record, name_of},
};

/// A parenthesis that is open.
#[derive(Debug)]
struct Level {
    start: usize,
    /// The node that the next node or variation of this level follows.
    before: Option<NodeId>,
    /// Nodes with a move from the root up to here.
    plies: u32,
    nodes: Nodes,
    /// Whether a variation of this level has been closed, after which no node may follow.
    branched: bool,
    /// Whether something wrong in this level has been told already.
    faulty: bool,
}

/// How many nodes a level has had so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nodes {
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

/// The tree of one record while it is put together.
#[derive(Debug)]
pub(super) struct Builder<'t> {
    source: SourceText<'t>,
    text: &'t str,
    start: usize,
    bounds: Bounds,
    arena: Arena,
    /// The last child so far of each node that has several.
    last_children: BTreeMap<NodeId, NodeId>,
    pub(super) faults: Vec<Fault>,
    /// Things found where they may not stand, told of or not.
    unexpected: usize,
    levels: Vec<Level>,
    current: Current,
    /// Whether a value directly here belongs to the last property.
    open_property: bool,
    /// Whether the node that is being read has a move.
    moved: bool,
    /// Nodes so far, those that are not kept included.
    nodes_seen: usize,
    /// The plies of the longest line so far.
    most_plies: u32,
    /// Whether a limit is broken, so that no more nodes are kept.
    full: bool,
}

/// How the reading of one token ended.
enum Step {
    GoOn,
    /// The record ends here.
    End(usize),
    /// The record was never closed: what shows it, and where the search for the next one begins.
    Broken(FaultKind, Token),
}

impl<'t> Builder<'t> {
    pub(super) fn new(source: SourceText<'t>, start: usize, bounds: Bounds) -> Builder<'t> {
        Builder {
            source,
            text: source.text(),
            start,
            bounds,
            arena: Arena::new(),
            last_children: BTreeMap::new(),
            faults: Vec::new(),
            unexpected: 0,
            levels: Vec::new(),
            current: Current::Nothing,
            open_property: false,
            moved: false,
            nodes_seen: 0,
            most_plies: 0,
            full: false,
        }
    }

    pub(super) fn finish(mut self, end: usize) -> Record<'t> {
        if end - self.start > self.bounds.limits.max_record || self.bounds.is_cut {
            self.fault(FaultKind::TooLarge, self.start..self.start + 1);
        }
        if self.arena.nodes.is_empty() {
            // Every record has a root, if only an empty one.
            self.add_node(self.start, self.start);
        }
        Record {
            source: self.source,
            text: &self.text[self.start..end],
            offset: self.start,
            arena: self.arena,
            faults: self.faults,
        }
    }

    /// Reads the record from its first parenthesis to its end, which is returned, and whether
    /// it was closed there.
    pub(super) fn build(&mut self, tokens: &mut Tokens<'t>) -> (usize, bool) {
        while let Some(token) = tokens.next() {
            self.full |= token.end - self.start > self.bounds.limits.max_record;
            match self.step(token) {
                Step::GoOn => {}
                Step::End(end) => return (end, true),
                // What stands behind the cut would show what this is.
                Step::Broken(..) if self.bounds.is_cut => return (self.text.len(), false),
                Step::Broken(kind, token) => {
                    let place = match kind {
                        FaultKind::UnclosedValue => token.start..token.bracket + 1,
                        _ => self.start..self.start + 1,
                    };
                    self.fault(kind, place);
                    let end = self.next_record(tokens, token);
                    let end = end.unwrap_or(self.text.len());
                    self.leave(end);
                    return (end, false);
                }
            }
        }
        if !self.bounds.is_cut {
            self.fault(FaultKind::Unclosed, self.start..self.start + 1);
        }
        (self.text.len(), false)
    }

    /// Leaves to the next record what has been read of it: its first node, at most.
    fn leave(&mut self, end: usize) {
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
            Kind::PlainMove => {
                self.start_node(start);
                return self.plain_move(token);
            }
            Kind::MoveNode => {
                self.start_node(start);
                return self.named_value(Token {
                    kind: Kind::NamedValue,
                    start: start + 1,
                    ..token
                });
            }
            Kind::NamedValue => return self.named_value(token),
            Kind::Value => return self.further_value(token),
            Kind::NodeStart => self.start_node(start),
            Kind::Open => self.open(start),
            Kind::Close => {
                if self.close(start) {
                    return Step::End(end);
                }
            }
            Kind::UnclosedValue => {
                return Step::Broken(FaultKind::UnclosedValue, token);
            }
            Kind::Name => {
                self.unexpected(FaultKind::NameWithoutValue, start, end);
                self.open_property = false;
            }
            Kind::Stray => {
                self.unexpected(FaultKind::Stray, start, end);
                self.open_property = false;
            }
        }
        Step::GoOn
    }

    fn open(&mut self, start: usize) {
        let outer = self.levels.last();
        self.levels.push(Level {
            start,
            before: outer.and_then(|level| level.before),
            plies: outer.map_or(0, |level| level.plies),
            nodes: Nodes::None,
            branched: false,
            faulty: false,
        });
        self.current = Current::Nothing;
        self.open_property = false;
    }

    fn close(&mut self, start: usize) -> bool {
        self.open_property = false;
        self.current = Current::Nothing;
        let Some(level) = self.levels.pop() else {
            return true;
        };
        if level.nodes == Nodes::None && !level.faulty {
            self.fault(FaultKind::EmptyTree, level.start..start + 1);
        }
        match self.levels.last_mut() {
            Some(outer) => {
                outer.branched = true;
                false
            }
            None => true,
        }
    }

    fn start_node(&mut self, start: usize) {
        self.open_property = false;
        if let Some(level) = self.levels.last_mut()
            && std::mem::take(&mut level.branched)
        {
            self.unexpected(FaultKind::AfterVariation, start, start + 1);
        }
        if let Some(level) = self.levels.last_mut() {
            level.nodes = match level.nodes {
                Nodes::None => Nodes::One,
                _ => Nodes::Several,
            };
        }
        self.moved = false;
        self.nodes_seen += 1;
        if self.nodes_seen == self.bounds.limits.max_nodes as usize + 1 {
            self.full = true;
            self.fault(FaultKind::TooManyNodes, start..start + 1);
        }
        if self.full {
            self.current = Current::Dropped;
            return;
        }
        self.current = Current::Node(self.add_node(start, start + 1));
    }

    fn add_node(&mut self, start: usize, end: usize) -> NodeId {
        let id = NodeId(self.arena.nodes.len() as u32);
        let parent = self.levels.last().and_then(|level| level.before);
        let properties = self.arena.properties.len() as u32;
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

    /// The move of a node that has just begun, in which no other record can have begun.
    fn plain_move(&mut self, token: Token) -> Step {
        let Token { start, end, .. } = token;
        let start = start + 1;
        let Current::Node(node) = self.current else {
            self.count_ply(start, end);
            return Step::GoOn;
        };
        let name = match self.text.as_bytes()[start] {
            b'B' => Name::B,
            _ => Name::W,
        };
        self.add_property(node, name, start + 1, Token { start, ..token });
        Step::GoOn
    }

    /// A property with its first value.
    fn named_value(&mut self, token: Token) -> Step {
        let Token { start, end, .. } = token;
        let written = token.written(self.text);
        let name = name_of(written);
        if self.current == Current::Nothing {
            self.misplaced(start, end);
            return self.swallows(name, token, false);
        }
        let Some(known) = name else {
            self.unexpected(FaultKind::NameInLowerCase, start, end);
            self.open_property = false;
            return Step::GoOn;
        };
        let Current::Node(node) = self.current else {
            if known.purpose() == Purpose::Move {
                self.count_ply(start, end);
            }
            return self.swallows(name, token, false);
        };
        let swallows = self.swallows(name, token, node == NodeId::ROOT);
        if matches!(swallows, Step::Broken(..)) || self.full {
            return swallows;
        }
        self.add_property(node, known, start + written.len(), token);
        Step::GoOn
    }

    fn add_property(&mut self, node: NodeId, name: Name, end_of_name: usize, token: Token) {
        let Token {
            start,
            end,
            bracket,
            ..
        } = token;
        let value = self.arena.values.len() as u32;
        self.arena.values.push(self.span(bracket + 1, end - 1));
        self.arena.properties.push(Property {
            name,
            span: self.span(start, end),
            written: self.span(start, end_of_name),
            values: value..value + 1,
        });
        self.open_property = true;
        let plies = (name.purpose() == Purpose::Move).then(|| self.count_ply(start, end));
        let node = &mut self.arena.nodes[node.index()];
        node.properties.end += 1;
        node.plies = plies.unwrap_or(node.plies);
    }

    /// Counts the move of the current node, if it has not been; returns its number.
    fn count_ply(&mut self, start: usize, end: usize) -> u32 {
        let moved = std::mem::replace(&mut self.moved, true);
        let Some(level) = self.levels.last_mut() else {
            return 0;
        };
        level.plies += u32::from(!moved);
        let (plies, most) = (level.plies, self.bounds.limits.max_plies);
        if plies > most && self.most_plies <= most {
            self.full = true;
            self.fault(FaultKind::TooManyPlies, start..end);
        }
        self.most_plies = self.most_plies.max(plies);
        plies
    }

    /// A further value of the last property.
    fn further_value(&mut self, token: Token) -> Step {
        let Token { start, end, .. } = token;
        match self.current {
            Current::Dropped => return Step::GoOn,
            Current::Node(_) if self.open_property => {}
            _ => {
                self.unexpected(FaultKind::ValueWithoutName, start, end);
                return Step::GoOn;
            }
        }
        let (value, new_end) = (self.span(start + 1, end - 1), self.span(end, end).end);
        let Some(property) = self.arena.properties.last_mut() else {
            return Step::GoOn;
        };
        let swallows = property.name.purpose() == Purpose::Move
            && holds_start(&self.text.as_bytes()[start..end]);
        if swallows {
            return Step::Broken(FaultKind::SwallowsRecord, token);
        }
        if !self.full {
            self.arena.values.push(value);
            property.values.end += 1;
            property.span.end = new_end;
        }
        Step::GoOn
    }

    /// Whether a property shows that the next record has begun in the middle of this one.
    fn swallows(&self, name: Option<Name>, token: Token, in_root: bool) -> Step {
        let value = || &self.text.as_bytes()[token.bracket..token.end];
        match name {
            Some(Name::GM | Name::FF) if !in_root && !self.arena.nodes.is_empty() => {
                Step::Broken(FaultKind::SwallowsRoot, token)
            }
            Some(Name::B | Name::W) if holds_start(value()) => {
                Step::Broken(FaultKind::SwallowsRecord, token)
            }
            _ => Step::GoOn,
        }
    }

    fn misplaced(&mut self, start: usize, end: usize) {
        let branched = self.levels.last().is_some_and(|level| level.branched);
        let kind = if branched {
            FaultKind::AfterVariation
        } else {
            FaultKind::PropertyOutsideNode
        };
        self.unexpected(kind, start, end);
    }

    /// Notes something that may not stand here. What follows directly on the same kind of
    /// thing, with nothing right between, is told with it.
    fn unexpected(&mut self, kind: FaultKind, start: usize, end: usize) {
        if let Some(level) = self.levels.last_mut() {
            level.faulty = true;
        }
        if let Some(last) = self.faults.last_mut()
            && is_unexpected(last.kind)
            && last.span.end <= start
            && self.text[last.span.end..start]
                .trim_matches(is_blank)
                .is_empty()
        {
            last.span.end = end;
            return;
        }
        self.unexpected += 1;
        if self.unexpected <= MAX_UNEXPECTED {
            self.fault(kind, start..end);
        }
    }

    /// The beginning of the record after this broken one: the first later `(;`
    /// that starts a line and whose first node holds `GM` or `FF`. `from` is the
    /// token that showed the break. Correctly closed values are not looked into.
    fn next_record(&self, tokens: &mut Tokens<'t>, from: Token) -> Option<usize> {
        // The variation that has just begun may be that record.
        let in_first = self.current != Current::Nothing;
        let here = self.levels.last();
        let here = here.filter(|level| in_first && level.nodes == Nodes::One);
        let here = here.map(|level| level.start);
        let mut search = Search {
            text: self.text,
            candidate: here.filter(|&start| start > self.start && begins_record(self.text, start)),
            in_first_node: true,
            barren_until: 0,
            reached_end: false,
        };
        let mut token = Some(from);
        let found = loop {
            let Some(current) = token else { break None };
            let found = search.look_at(current);
            if found.is_some() {
                break found;
            }
            token = tokens.next();
        };
        tokens.reached_end |= search.reached_end;
        found
    }
}

/// Whether the value of a move holds what a record begins with.
fn holds_start(value: &[u8]) -> bool {
    memchr(b'(', value).is_some() && memmem::find(value, b"(;").is_some()
}

fn is_unexpected(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::Stray
            | FaultKind::NameWithoutValue
            | FaultKind::NameInLowerCase
            | FaultKind::ValueWithoutName
            | FaultKind::PropertyOutsideNode
            | FaultKind::AfterVariation
    )
}
