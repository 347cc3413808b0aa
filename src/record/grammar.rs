//! The parser that the grammar makes, and its tokens as a stream.
//!
//! The grammar is used window by window: a piece of the text is cut into tokens,
//! and the last of them, which the end of the window may have cut, is read again
//! with the next piece. So memory does not grow with the text, and one rule of the
//! grammar reads it all.

// The derive writes items without documentation.
#[allow(missing_docs)]
mod derived {
    /// The parser of `grammar/record.pest`.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/record.pest"]
    pub struct Grammar;
}

pub use derived::{Grammar, Rule};

use pest::Parser;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Open,
    Close,
    NodeStart,
    /// `;B[…]`: a node start and a named value in one.
    MoveNode,
    NamedValue,
    Value,
    UnclosedValue,
    Name,
    Stray,
}

/// A piece of the text, in bytes from its beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

const LARGEST_WINDOW: usize = 64 * 1024;
/// After a jump little may be needed, so the windows begin small and double.
const SMALLEST_WINDOW: usize = 64;

/// The tokens of a text from a place on.
#[derive(Debug)]
pub(super) struct Tokens<'t> {
    text: &'t str,
    /// Where the next window begins.
    at: usize,
    window: usize,
    cut: Vec<Token>,
    next: usize,
    /// From here on every value is known to be cut off by the end of the text, so
    /// that this is found out once and not again for every value.
    unclosed_from: Option<usize>,
    /// Whether the end of the text has shown in a token given out.
    pub(super) reached_end: bool,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str) -> Tokens<'t> {
        Tokens {
            text,
            at: 0,
            window: SMALLEST_WINDOW,
            cut: Vec::new(),
            next: 0,
            unclosed_from: None,
            reached_end: false,
        }
    }

    /// Goes on, or back, to a place.
    pub(super) fn seek(&mut self, place: usize) {
        if self
            .cut
            .get(self.next)
            .is_some_and(|token| token.start == place)
        {
            return;
        }
        self.cut.clear();
        self.next = 0;
        self.at = place;
        self.window = SMALLEST_WINDOW;
    }

    fn fill(&mut self) {
        self.cut.clear();
        self.next = 0;
        let mut size = self.window;
        while self.at < self.text.len() && self.cut.is_empty() {
            let end = self.text.floor_char_boundary(self.at.saturating_add(size));
            self.cut_up_to(end);
            if end < self.text.len() {
                self.drop_uncertain(end);
            } else {
                if let Some(token) = self.cut.last()
                    && token.kind == Kind::UnclosedValue
                {
                    self.unclosed_from = Some(token.start);
                }
                self.at = end;
            }
            size *= 2;
        }
        self.window = (self.window * 2).min(LARGEST_WINDOW);
    }

    /// Cuts the window up to `end` into tokens.
    fn cut_up_to(&mut self, end: usize) {
        let at = self.at;
        match Grammar::parse(Rule::tokens, &self.text[at..end]) {
            Ok(pairs) => {
                for pair in pairs.flat_map(pest::iterators::Pair::into_inner) {
                    if let Some(kind) = kind(pair.as_rule()) {
                        let span = pair.as_span();
                        self.cut.push(Token {
                            kind,
                            start: at + span.start(),
                            end: at + span.end(),
                        });
                    }
                }
            }
            // The rule takes any text; should it ever not, the text is not a record.
            Err(_) => self.cut.push(Token {
                kind: Kind::Stray,
                start: at,
                end,
            }),
        }
    }

    /// Leaves the last token to the next window if the end of this one may have cut it.
    fn drop_uncertain(&mut self, end: usize) {
        let Some(last) = self.cut.last_mut() else {
            // Nothing but blanks.
            self.at = end;
            return;
        };
        let complete = matches!(
            last.kind,
            Kind::Open | Kind::Close | Kind::MoveNode | Kind::NamedValue | Kind::Value
        );
        if complete || last.end < end && last.kind != Kind::Name {
            self.at = end;
        } else if last.kind == Kind::UnclosedValue
            && self.unclosed_from.is_some_and(|from| from <= last.start)
        {
            last.end = self.text.len();
            self.at = last.end;
        } else {
            // A name may still get its value, and a node start its move.
            self.at = last.start;
            self.cut.pop();
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        if self.next == self.cut.len() {
            self.fill();
        }
        let token = self.cut.get(self.next).copied();
        self.next += usize::from(token.is_some());
        self.reached_end |= token.is_none_or(|token| token.end == self.text.len());
        token
    }
}

fn kind(rule: Rule) -> Option<Kind> {
    Some(match rule {
        Rule::open => Kind::Open,
        Rule::close => Kind::Close,
        Rule::node_start => Kind::NodeStart,
        Rule::move_node => Kind::MoveNode,
        Rule::named_value => Kind::NamedValue,
        Rule::value => Kind::Value,
        Rule::unclosed_value => Kind::UnclosedValue,
        Rule::name => Kind::Name,
        Rule::stray => Kind::Stray,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kind and place of every token, `;B[d4]` as the two tokens it stands for.
    fn listed(token: Token) -> Vec<(Kind, usize, usize)> {
        let Token { kind, start, end } = token;
        match kind {
            Kind::MoveNode => vec![
                (Kind::NodeStart, start, start + 1),
                (Kind::NamedValue, start + 1, end),
            ],
            _ => vec![(kind, start, end)],
        }
    }

    /// Every window size must give the tokens of the whole text.
    #[test]
    fn windows_cut_no_token() {
        let text = format!(
            "x(;GM[ugo]C [a\\]b{}] ;B[d4]W\n[e5](;AB[a1] [b2]))9é] ;;Name C[\\",
            "é".repeat(3000)
        );
        let mut whole = Tokens::new(&text);
        whole.window = text.len();
        let whole: Vec<_> = whole.flat_map(listed).collect();
        assert_eq!(whole.last().map(|last| last.2), Some(text.len()));
        for window in 1..40 {
            let mut cut = Tokens::new(&text);
            cut.window = window;
            let mut tokens = Vec::new();
            loop {
                cut.window = window;
                let Some(token) = cut.next() else { break };
                tokens.extend(listed(token));
            }
            assert_eq!(tokens, whole, "window of {window}");
        }
    }
}
