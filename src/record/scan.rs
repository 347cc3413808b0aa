//! The quick look for the end of a record, byte by byte.

use memchr::{memchr2, memmem};

use super::{fast_lexer, property::Name, search::name_of};

/// How far the look at a record has come. Places are bytes of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan {
    /// The first byte of the record.
    pub(super) start: usize,
    /// Parentheses that are open.
    depth: usize,
    nodes: u32,
    /// Whether there has been a parenthesis after the first.
    branched: bool,
    name: Named,
    /// The bracket of the value that is open.
    value: Option<usize>,
}

/// What the name before a value makes possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    /// Nothing special.
    Other,
    /// A move: its value may swallow the next record.
    Move,
    /// A property of the root: the next record may have begun.
    Root,
}

/// What a look has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// The end of the record, which is in order as far as its end goes.
    End,
    /// A sign that the record may have swallowed the next one.
    Doubt,
    /// Nothing yet.
    Nothing,
}

impl Scan {
    /// A scan that begins behind the first parenthesis of a record.
    pub(super) fn new(start: usize) -> Scan {
        Scan {
            start,
            depth: 1,
            nodes: 0,
            branched: false,
            name: Named::Other,
            value: None,
        }
    }

    /// Takes account of so many bytes of the text having gone.
    pub(super) fn shift(&mut self, gone: usize) {
        self.start = self.start.saturating_sub(gone);
        self.value = self.value.map(|value| value.saturating_sub(gone));
    }

    /// Goes on from `at`, which is behind the end of the record if that is found, and else where
    /// to go on when there is more text.
    pub(super) fn go_on(&mut self, text: &[u8], at: &mut usize) -> Seen {
        while let Some(&byte) = text.get(*at) {
            if let Some(value) = self.value {
                let Some(end) = end_of_value(text, at) else {
                    return Seen::Nothing;
                };
                self.value = None;
                if self.name == Named::Move && memmem::find(&text[value..end], b"(;").is_some() {
                    return Seen::Doubt;
                }
                continue;
            }
            match byte {
                b'[' => {
                    if self.name == Named::Root && (self.nodes > 1 || self.branched) {
                        return Seen::Doubt;
                    }
                    self.value = Some(*at);
                }
                b';' => {
                    if let Some(end) = fast_lexer::plain_move(text, *at) {
                        self.nodes = self.nodes.saturating_add(1);
                        self.name = Named::Move;
                        *at = end;
                        continue;
                    }
                    self.nodes = self.nodes.saturating_add(1);
                    self.name = Named::Other;
                }
                b'(' => {
                    self.depth += 1;
                    self.branched = true;
                    self.name = Named::Other;
                }
                b')' => {
                    self.depth -= 1;
                    self.branched = true;
                    self.name = Named::Other;
                    if self.depth == 0 {
                        *at += 1;
                        return Seen::End;
                    }
                }
                _ if byte.is_ascii_alphabetic() => {
                    let rest = &text[*at..];
                    let length = rest.iter().position(|byte| !byte.is_ascii_alphabetic());
                    // The rest of a name may come with more text.
                    let Some(length) = length else {
                        return Seen::Nothing;
                    };
                    self.name = named(&rest[..length]);
                    *at += length;
                    continue;
                }
                _ => {}
            }
            *at += 1;
        }
        Seen::Nothing
    }
}

fn named(letters: &[u8]) -> Named {
    let name = std::str::from_utf8(letters).ok().and_then(name_of);
    match name {
        Some(Name::B | Name::W) => Named::Move,
        Some(Name::GM | Name::FF) => Named::Root,
        _ => Named::Other,
    }
}

/// Goes behind the bracket that closes a value, and returns its place; or as far as the text goes.
pub(super) fn end_of_value(text: &[u8], at: &mut usize) -> Option<usize> {
    loop {
        let Some(found) = memchr2(b']', b'\\', &text[*at..]) else {
            *at = text.len();
            return None;
        };
        let found = *at + found;
        if text[found] == b']' {
            *at = found + 1;
            return Some(found);
        }
        // What stands after a backslash does not count, nor any of its bytes.
        if found + 1 == text.len() {
            *at = found;
            return None;
        }
        *at = found + 2;
    }
}
