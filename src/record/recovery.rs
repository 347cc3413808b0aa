//! Where the next record begins after a broken one.

use memchr::{memchr, memmem};

use super::{
    lexer::Lexer,
    property::Name,
    token::{Token, TokenKind, is_blank},
};

/// The start of the record after a broken one: the first later `(;` that is at the beginning of a line and
/// whose first node holds `GM` or `FF`. `from` is the token that showed the break, and `candidate` the
/// parenthesis of the node that it is in, if this is the first node of a variation; `is_of_margo`:
/// the broken record is one of Margo, which may have more players. Values that
/// are closed correctly are not searched.
pub(super) fn next_record(
    text: &str,
    lexer: &mut Lexer,
    from: Token,
    candidate: Option<usize>,
    is_of_margo: bool,
) -> Option<usize> {
    let mut search = Search {
        text,
        is_of_margo,
        candidate: candidate.filter(|&start| begins_record(text, start)),
        in_first_node: true,
        // A value alone shows a break only if it is one of a move.
        is_in_move: true,
        barren_until: 0,
        furthest: 0,
    };
    let mut token = Some(from);
    let found = loop {
        let Some(current) = token else { break None };
        let found = search.visit(current);
        if found.is_some() {
            break found;
        }
        token = lexer.next();
    };
    lexer.furthest = lexer.furthest.max(search.furthest);
    found
}

/// Whether there is a `(;` here, at the beginning of a line.
fn begins_record(text: &str, start: usize) -> bool {
    text[start..].starts_with("(;") && (start == 0 || text[..start].ends_with(['\n', '\r']))
}

/// The search for the record after a broken one, token by token.
struct Search<'t> {
    text: &'t str,
    is_of_margo: bool,
    /// A `(;` at the beginning of a line, whose first node is being read.
    candidate: Option<usize>,
    in_first_node: bool,
    /// Whether the next value is a further one of a move.
    is_in_move: bool,
    /// Up to here the rest of a node after a value is known to hold no `GM` or `FF`.
    barren_until: usize,
    /// The end of the text on which the answer depends.
    furthest: usize,
}

impl Search<'_> {
    /// Visits the next token; returns the start of the next record once it is certain.
    fn visit(&mut self, token: Token) -> Option<usize> {
        let Token {
            kind, start, end, ..
        } = token;
        match kind {
            TokenKind::Open => {
                self.candidate = begins_record(self.text, start).then_some(start);
                self.in_first_node = false;
                self.is_in_move = false;
                None
            }
            TokenKind::Close => {
                self.candidate = None;
                self.is_in_move = false;
                None
            }
            TokenKind::NodeStart | TokenKind::PlainMove => {
                self.start_node(kind == TokenKind::PlainMove);
                None
            }
            TokenKind::MoveNode => {
                self.start_node(true);
                self.search_move(&self.text[start..end], start, end)
            }
            TokenKind::NamedValue => {
                let name = Name::from_written(token.written_name(self.text));
                self.is_in_move = name.is_some_and(|name| self.is_move(name));
                match name {
                    Some(Name::GM | Name::FF) if self.candidate.is_some() => self.candidate,
                    _ => self.search_value(start, end),
                }
            }
            TokenKind::Value => self.search_value(start, end),
            TokenKind::UnclosedValue => self.search_unclosed_value(start, end),
            TokenKind::Name | TokenKind::Stray => {
                self.is_in_move = false;
                None
            }
        }
    }

    /// Searches a value if it is one of a move.
    fn search_value(&mut self, start: usize, end: usize) -> Option<usize> {
        let text = &self.text[start..end];
        (self.is_in_move)
            .then(|| self.search_move(text, start, end))
            .flatten()
    }

    fn is_move(&self, name: Name) -> bool {
        name.mover().is_some() && (self.is_of_margo || !name.is_of_more_players())
    }

    fn start_node(&mut self, has_move: bool) {
        self.is_in_move = has_move;
        if std::mem::replace(&mut self.in_first_node, true) {
            self.candidate = None;
        }
    }

    /// A move that holds `(;` was never closed, so the next record can begin in it. After the `(;` the
    /// first `[` opens a value, which the bracket at the end of the move closes. This value is
    /// not searched unless it is such a move again; its node continues behind the bracket.
    fn search_move(&mut self, text: &str, start: usize, end: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let mut from = 0;
        loop {
            from += memmem::find(&bytes[from..], b"(;")?;
            let bracket = from + memchr(b'[', &bytes[from..])?;
            let begin = from + memmem::rfind(&bytes[from..bracket], b"(;")?;
            let written = text[begin + 2..bracket].trim_matches(is_blank);
            let is_name = written.bytes().all(|byte| byte.is_ascii_alphabetic());
            let name = if is_name {
                Name::from_written(written)
            } else {
                None
            };
            from = bracket + 1;
            if name.is_some_and(|name| self.is_move(name))
                && memmem::find(&bytes[from..], b"(;").is_some()
            {
                continue;
            }
            let may_begin = is_name && begins_record(self.text, start + begin);
            let holds = matches!(name, Some(Name::GM | Name::FF));
            let found = may_begin && (holds || self.rest_of_node_has_game(end));
            return found.then_some(start + begin);
        }
    }

    /// The first record that begins inside a value that the end of the text cuts off.
    fn search_unclosed_value(&self, start: usize, end: usize) -> Option<usize> {
        let text = &self.text[start..end];
        memmem::find_iter(text.as_bytes(), b"(;").find_map(|found| {
            let inside = text[found + 2..].trim_start_matches(is_blank);
            let rest = inside.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let (name, rest) = inside.split_at(inside.len() - rest.len());
            let holds = matches!(Name::from_written(name), Some(Name::GM | Name::FF))
                && rest.trim_start_matches(is_blank).starts_with('[');
            (holds && begins_record(self.text, start + found)).then_some(start + found)
        })
    }

    /// Whether the rest of a node holds `GM` or `FF`.
    fn rest_of_node_has_game(&mut self, from: usize) -> bool {
        if from < self.barren_until {
            return false;
        }
        let mut lexer = Lexer::new(self.text);
        lexer.seek(from);
        for token in lexer {
            self.furthest = self.furthest.max(token.end);
            match token.kind {
                TokenKind::NamedValue | TokenKind::UnclosedValue => {
                    let name = Name::from_written(token.written_name(self.text));
                    if matches!(name, Some(Name::GM | Name::FF)) {
                        return true;
                    }
                }
                TokenKind::Value | TokenKind::Name | TokenKind::Stray => {}
                TokenKind::Open
                | TokenKind::Close
                | TokenKind::NodeStart
                | TokenKind::MoveNode
                | TokenKind::PlainMove => {
                    break;
                }
            }
            self.barren_until = token.end;
        }
        false
    }
}
