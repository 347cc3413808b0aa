//! Where the next record begins after a broken one.

use memchr::{memchr, memmem};

use super::{
    grammar::{Kind, Token, Tokens},
    model::capitals,
    property::Name,
    read::is_blank,
};

/// The name that counts: its capital letters. `None` if there are none.
pub(super) fn name_of(written: &str) -> Option<Name> {
    if written.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Some(Name::from_letters(written));
    }
    let capitals = capitals(written);
    (!capitals.is_empty()).then(|| Name::from_letters(&capitals))
}

/// Whether `(;` stands here at the beginning of a line.
pub(super) fn begins_record(text: &str, start: usize) -> bool {
    text[start..].starts_with("(;") && (start == 0 || text[..start].ends_with(['\n', '\r']))
}

/// The search for the record after a broken one, token by token.
pub(super) struct Search<'t> {
    pub(super) text: &'t str,
    /// A `(;` at the beginning of a line whose first node is being read.
    pub(super) candidate: Option<usize>,
    pub(super) in_first_node: bool,
    /// Up to here the node that goes on after a value is known to hold no `GM` or `FF`.
    pub(super) barren_until: usize,
    /// Whether the answer depends on the end of the text.
    pub(super) reached_end: bool,
}

impl Search<'_> {
    /// Takes in a token; returns the beginning of the next record once it is certain.
    pub(super) fn look_at(&mut self, token: Token) -> Option<usize> {
        let Token {
            kind, start, end, ..
        } = token;
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
            Kind::NodeStart | Kind::PlainMove => {
                self.start_node();
                None
            }
            Kind::MoveNode => {
                self.start_node();
                self.look_into_move(&self.text[start..end], start, end)
            }
            Kind::NamedValue => {
                let text = &self.text[start..end];
                match name_of(token.written(self.text)) {
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
        for token in &mut tokens {
            self.reached_end |= token.end == self.text.len();
            match token.kind {
                Kind::NamedValue | Kind::UnclosedValue => {
                    let name = name_of(token.written(self.text));
                    if matches!(name, Some(Name::GM | Name::FF)) {
                        return true;
                    }
                }
                Kind::Value | Kind::Name | Kind::Stray => {}
                Kind::Open | Kind::Close | Kind::NodeStart | Kind::MoveNode | Kind::PlainMove => {
                    break;
                }
            }
            self.barren_until = token.end;
        }
        false
    }
}
