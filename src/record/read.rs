//! Text → records: tokens are put together into trees, and a broken record is
//! left behind where the next one begins.

use memchr::{memchr, memmem};

use super::{
    grammar::{Kind, Token, Tokens},
    model::{
        Fault, FaultKind, MAX_NODES, MAX_PLIES, MAX_RECORD_BYTES, MAX_UNEXPECTED, Node, NodeId,
        Property, Record, Span, capitals,
    },
    property::{Name, Purpose},
};

/// The records of a text, one after the other. A text without any gives one record that
/// says so.
#[derive(Debug)]
pub struct Reader<'t> {
    text: &'t str,
    tokens: Tokens<'t>,
    /// Where the next record begins, if there is one.
    next: Option<usize>,
    /// What lies outside records and belongs to the next one.
    outside: Vec<Fault>,
    /// Whether the only record is the one that says that there is none.
    none: bool,
}

/// Reads the records of a text.
pub fn read(text: &str) -> Reader<'_> {
    let mut reader = Reader {
        text,
        tokens: Tokens::new(text),
        next: None,
        outside: Vec::new(),
        none: false,
    };
    reader.find_next(0);
    reader.none = reader.next.is_none();
    reader
}

impl Reader<'_> {
    /// Looks for the beginning of the next record and notes what lies before it.
    fn find_next(&mut self, from: usize) {
        self.next = record_start(self.text, from);
        let gap = &self.text[from..self.next.unwrap_or(self.text.len())];
        let trimmed = gap.trim_start_matches(is_blank);
        let start = from + gap.len() - trimmed.len();
        let trimmed = trimmed.trim_end_matches(is_blank);
        if !trimmed.is_empty() {
            self.outside.push(Fault {
                kind: FaultKind::TextOutside,
                place: start..start + trimmed.len(),
            });
        }
    }
}

impl<'t> Iterator for Reader<'t> {
    type Item = Record<'t>;

    fn next(&mut self) -> Option<Record<'t>> {
        if std::mem::take(&mut self.none) {
            let mut builder = Builder::new(self.text, 0);
            builder.fault(FaultKind::NoRecord, 0..0);
            return Some(builder.finish(self.text.len()));
        }
        let start = self.next?;
        self.tokens.seek(start);
        let mut builder = Builder::new(self.text, start);
        builder.faults.append(&mut self.outside);
        let end = builder.build(&mut self.tokens);
        self.find_next(end);
        if self.next.is_none() {
            builder.faults.append(&mut self.outside);
        }
        Some(builder.finish(end))
    }
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n' | '\x0B' | '\x0C')
}

/// The first place from `from` on where a record begins: a `(` before a `;`, or
/// `()` with nothing but blanks before it.
fn record_start(text: &str, from: usize) -> Option<usize> {
    let first = text.len() - text[from..].trim_start_matches(is_blank).len();
    let mut at = from;
    while let Some(found) = memchr(b'(', &text.as_bytes()[at..]) {
        let start = at + found;
        let rest = text[start + 1..].trim_start_matches(is_blank);
        if rest.starts_with(';') || rest.starts_with(')') && start == first {
            return Some(start);
        }
        at = start + 1;
    }
    None
}

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
struct Builder<'t> {
    text: &'t str,
    start: usize,
    nodes: Vec<Node>,
    /// The last child of each node so far.
    last_children: Vec<Option<NodeId>>,
    properties: Vec<Property>,
    values: Vec<Span>,
    faults: Vec<Fault>,
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
    fn new(text: &'t str, start: usize) -> Builder<'t> {
        Builder {
            text,
            start,
            nodes: Vec::new(),
            last_children: Vec::new(),
            properties: Vec::new(),
            values: Vec::new(),
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

    fn finish(mut self, end: usize) -> Record<'t> {
        if end - self.start > MAX_RECORD_BYTES {
            self.fault(FaultKind::TooLarge, self.start..self.start + 1);
        }
        if self.nodes.is_empty() {
            // Every record has a root, if only an empty one.
            self.add_node(self.start, self.start);
        }
        Record {
            text: &self.text[self.start..end],
            offset: self.start,
            nodes: self.nodes,
            properties: self.properties,
            values: self.values,
            faults: self.faults,
        }
    }

    /// Reads the record from its first parenthesis to its end, which is returned.
    fn build(&mut self, tokens: &mut Tokens<'t>) -> usize {
        while let Some(token) = tokens.next() {
            self.full |= token.end - self.start > MAX_RECORD_BYTES;
            match self.step(token) {
                Step::GoOn => {}
                Step::End(end) => return end,
                Step::Broken(kind, token) => {
                    let place = match kind {
                        FaultKind::UnclosedValue => self.head_of(token),
                        _ => self.start..self.start + 1,
                    };
                    self.fault(kind, place);
                    let end = self.next_record(tokens, token);
                    let end = end.unwrap_or(self.text.len());
                    self.leave(end);
                    return end;
                }
            }
        }
        self.fault(FaultKind::Unclosed, self.start..self.start + 1);
        self.text.len()
    }

    /// Leaves to the next record what has been read of it: its first node, at most.
    fn leave(&mut self, end: usize) {
        self.faults.retain(|fault| fault.place.start < end);
        while let Some(node) = self
            .nodes
            .pop_if(|node| self.start + node.span.start as usize >= end)
        {
            let properties = node.properties.start as usize;
            if let Some(property) = self.properties.get(properties) {
                self.values.truncate(property.values.start as usize);
            }
            self.properties.truncate(properties);
            let id = NodeId(self.nodes.len() as u32);
            for other in &mut self.nodes {
                other.first_child = other.first_child.filter(|&child| child != id);
                other.next_sibling = other.next_sibling.filter(|&sibling| sibling != id);
            }
        }
    }

    /// The name and the bracket of a value.
    fn head_of(&self, value: Token) -> std::ops::Range<usize> {
        let text = &self.text.as_bytes()[value.start..value.end];
        let bracket = memchr(b'[', text).unwrap_or(0);
        value.start..value.start + bracket + 1
    }

    fn fault(&mut self, kind: FaultKind, place: std::ops::Range<usize>) {
        self.faults.push(Fault { kind, place });
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span {
            start: (start - self.start) as u32,
            end: (end - self.start) as u32,
        }
    }

    fn step(&mut self, token: Token) -> Step {
        let Token { kind, start, end } = token;
        match kind {
            Kind::MoveNode => {
                self.start_node(start);
                return self.named_value(Token {
                    kind: Kind::NamedValue,
                    start: start + 1,
                    end,
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
        if self.nodes_seen == MAX_NODES + 1 {
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
        let id = NodeId(self.nodes.len() as u32);
        let parent = self.levels.last().and_then(|level| level.before);
        let properties = self.properties.len() as u32;
        self.nodes.push(Node {
            span: self.span(start, end),
            parent,
            first_child: None,
            next_sibling: None,
            properties: properties..properties,
            plies: self.levels.last().map_or(0, |level| level.plies),
        });
        self.last_children.push(None);
        if let Some(parent) = parent {
            match self.last_children[parent.index()].replace(id) {
                Some(sibling) => self.nodes[sibling.index()].next_sibling = Some(id),
                None => self.nodes[parent.index()].first_child = Some(id),
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
        let text = &self.text[start..end];
        let bracket = memchr(b'[', text.as_bytes()).unwrap_or(0);
        let written = text[..bracket].trim_end_matches(is_blank);
        let name = name_of(written);
        if self.current == Current::Nothing {
            self.misplaced(start, end);
            return self.swallows(name, &text[bracket..], token, false);
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
            return self.swallows(name, &text[bracket..], token, false);
        };
        let swallows = self.swallows(name, &text[bracket..], token, node == NodeId::ROOT);
        if matches!(swallows, Step::Broken(..)) || self.full {
            return swallows;
        }
        let value = self.values.len() as u32;
        self.values.push(self.span(start + bracket + 1, end - 1));
        self.properties.push(Property {
            name: known,
            span: self.span(start, end),
            written: self.span(start, start + written.len()),
            values: value..value + 1,
        });
        self.nodes[node.index()].properties.end += 1;
        self.open_property = true;
        if known.purpose() == Purpose::Move {
            self.nodes[node.index()].plies = self.count_ply(start, end);
        }
        Step::GoOn
    }

    /// Counts the move of the current node, if it has not been; returns its number.
    fn count_ply(&mut self, start: usize, end: usize) -> u32 {
        let moved = std::mem::replace(&mut self.moved, true);
        let Some(level) = self.levels.last_mut() else {
            return 0;
        };
        level.plies += u32::from(!moved);
        let plies = level.plies;
        if plies > MAX_PLIES && self.most_plies <= MAX_PLIES {
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
        let Some(property) = self.properties.last_mut() else {
            return Step::GoOn;
        };
        let swallows = property.name.purpose() == Purpose::Move
            && memmem::find(&self.text.as_bytes()[start..end], b"(;").is_some();
        if swallows {
            return Step::Broken(FaultKind::SwallowsRecord, token);
        }
        if !self.full {
            self.values.push(value);
            property.values.end += 1;
            property.span.end = new_end;
        }
        Step::GoOn
    }

    /// Whether a property shows that the next record has begun in the middle of this one.
    fn swallows(&self, name: Option<Name>, value: &str, token: Token, in_root: bool) -> Step {
        match name {
            Some(Name::GM | Name::FF) if !in_root && !self.nodes.is_empty() => {
                Step::Broken(FaultKind::SwallowsRoot, token)
            }
            Some(Name::B | Name::W) if memmem::find(value.as_bytes(), b"(;").is_some() => {
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
            && last.place.end <= start
            && self.text[last.place.end..start]
                .trim_matches(is_blank)
                .is_empty()
        {
            last.place.end = end;
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
        };
        let mut token = Some(from);
        while let Some(current) = token {
            if let Some(found) = search.look_at(current) {
                return Some(found);
            }
            token = tokens.next();
        }
        None
    }
}

/// The name that counts: its capital letters. `None` if there are none.
fn name_of(written: &str) -> Option<Name> {
    if written.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Some(Name::from_letters(written));
    }
    let capitals = capitals(written);
    (!capitals.is_empty()).then(|| Name::from_letters(&capitals))
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

/// Whether `(;` stands here at the beginning of a line.
fn begins_record(text: &str, start: usize) -> bool {
    text[start..].starts_with("(;") && (start == 0 || text[..start].ends_with(['\n', '\r']))
}

/// The search for the record after a broken one, token by token.
struct Search<'t> {
    text: &'t str,
    /// A `(;` at the beginning of a line whose first node is being read.
    candidate: Option<usize>,
    in_first_node: bool,
    /// Up to here the node that goes on after a value is known to hold no `GM` or `FF`.
    barren_until: usize,
}

impl Search<'_> {
    /// Takes in a token; returns the beginning of the next record once it is certain.
    fn look_at(&mut self, token: Token) -> Option<usize> {
        let Token { kind, start, end } = token;
        match kind {
            Kind::Open => {
                self.candidate = begins_record(self.text, start).then_some(start);
                self.in_first_node = false;
                None
            }
            Kind::Close => {
                self.candidate = None;
                None
            }
            Kind::NodeStart => {
                self.start_node();
                None
            }
            Kind::MoveNode => {
                self.start_node();
                self.look_into_move(&self.text[start..end], start, end)
            }
            Kind::NamedValue => {
                let text = &self.text[start..end];
                let bracket = memchr(b'[', text.as_bytes()).unwrap_or(0);
                match name_of(text[..bracket].trim_end_matches(is_blank)) {
                    Some(Name::GM | Name::FF) if self.candidate.is_some() => self.candidate,
                    Some(Name::B | Name::W) => self.look_into_move(text, start, end),
                    _ => None,
                }
            }
            Kind::UnclosedValue => self.look_inside(start, end),
            Kind::Value | Kind::Name | Kind::Stray => None,
        }
    }

    fn start_node(&mut self) {
        if std::mem::replace(&mut self.in_first_node, true) {
            self.candidate = None;
        }
    }

    /// A move that holds `(;` was never closed: the next record may begin in it. There the
    /// first `[` opens a value, which the bracket at the end of the move closes; unless that
    /// is such a move again, it is not looked into, and its node goes on behind the bracket.
    fn look_into_move(&mut self, text: &str, start: usize, end: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let mut from = 0;
        loop {
            from += memmem::find(&bytes[from..], b"(;")?;
            let bracket = from + memchr(b'[', &bytes[from..])?;
            let begin = from + memmem::rfind(&bytes[from..bracket], b"(;")?;
            let written = text[begin + 2..bracket].trim_matches(is_blank);
            let is_name = written.bytes().all(|byte| byte.is_ascii_alphabetic());
            let name = if is_name { name_of(written) } else { None };
            from = bracket + 1;
            if matches!(name, Some(Name::B | Name::W))
                && memmem::find(&bytes[from..], b"(;").is_some()
            {
                continue;
            }
            let may_begin = is_name && begins_record(self.text, start + begin);
            let holds = matches!(name, Some(Name::GM | Name::FF));
            let found = may_begin && (holds || self.node_goes_on_with_game(end));
            return found.then_some(start + begin);
        }
    }

    /// The first record that begins inside a value that the text cuts off.
    fn look_inside(&self, start: usize, end: usize) -> Option<usize> {
        let text = &self.text[start..end];
        memmem::find_iter(text.as_bytes(), b"(;").find_map(|found| {
            let inside = text[found + 2..].trim_start_matches(is_blank);
            let rest = inside.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let (name, rest) = inside.split_at(inside.len() - rest.len());
            let holds = matches!(name_of(name), Some(Name::GM | Name::FF))
                && rest.trim_start_matches(is_blank).starts_with('[');
            (holds && begins_record(self.text, start + found)).then_some(start + found)
        })
    }

    /// Whether the node that goes on at a place holds `GM` or `FF` before it ends.
    fn node_goes_on_with_game(&mut self, from: usize) -> bool {
        if from < self.barren_until {
            return false;
        }
        let mut tokens = Tokens::new(self.text);
        tokens.seek(from);
        for token in tokens {
            match token.kind {
                Kind::NamedValue | Kind::UnclosedValue => {
                    let text = &self.text[token.start..token.end];
                    let bracket = memchr(b'[', text.as_bytes()).unwrap_or(0);
                    let name = name_of(text[..bracket].trim_end_matches(is_blank));
                    if matches!(name, Some(Name::GM | Name::FF)) {
                        return true;
                    }
                }
                Kind::Value | Kind::Name | Kind::Stray => {}
                Kind::Open | Kind::Close | Kind::NodeStart | Kind::MoveNode => break,
            }
            self.barren_until = token.end;
        }
        false
    }
}
