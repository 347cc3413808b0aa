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

use memchr::memchr;
use pest::Parser;

use super::{fast_lexer, read::is_blank};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Open,
    Close,
    NodeStart,
    /// `;B[…]`: a node start and a named value in one.
    MoveNode,
    /// The same, in one short move of which no byte is special, nor opens a parenthesis.
    PlainMove,
    NamedValue,
    Value,
    UnclosedValue,
    Name,
    Stray,
}

/// A piece of the text, in bytes from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The bracket that opens the value, where there is one; else the start.
    pub(super) bracket: usize,
}

impl Token {
    /// The name before the bracket of a value, as it is written.
    pub(super) fn written(self, text: &str) -> &str {
        text[self.start..self.bracket].trim_end_matches(is_blank)
    }
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
    /// Whether the grammar alone is asked.
    by_grammar: bool,
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
            by_grammar: false,
            unclosed_from: None,
            reached_end: false,
        }
    }

    /// From now on asks the grammar alone.
    pub(super) fn ask_grammar(&mut self) {
        self.by_grammar = true;
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

    /// The next token, if it is one of the plain ones that need no grammar.
    fn plain(&mut self) -> Option<Token> {
        if self.by_grammar {
            return None;
        }
        let token = fast_lexer::token(self.text.as_bytes(), self.at)?;
        self.at = token.end;
        // Where the grammar is needed, it is so for a few tokens.
        self.window = SMALLEST_WINDOW;
        Some(token)
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
                        let bracket = memchr(b'[', span.as_str().as_bytes()).unwrap_or(0);
                        self.cut.push(Token {
                            kind,
                            start: at + span.start(),
                            end: at + span.end(),
                            bracket: at + span.start() + bracket,
                        });
                    }
                }
            }
            // The rule takes any text; should it ever not, the text is not a record.
            Err(_) => self.cut.push(Token {
                kind: Kind::Stray,
                start: at,
                end,
                bracket: at,
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
            Kind::Open
                | Kind::Close
                | Kind::MoveNode
                | Kind::PlainMove
                | Kind::NamedValue
                | Kind::Value
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

    #[inline]
    fn next(&mut self) -> Option<Token> {
        let waiting = self.next < self.cut.len();
        let token = match if waiting { None } else { self.plain() } {
            None => {
                if !waiting {
                    self.fill();
                }
                let token = self.cut.get(self.next).copied();
                self.next += usize::from(token.is_some());
                token
            }
            plain => plain,
        };
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
    use proptest::prelude::*;

    use super::*;

    /// Every token, `;B[d4]` as the two tokens it stands for.
    fn listed(token: Token) -> Vec<Token> {
        match token.kind {
            Kind::MoveNode | Kind::PlainMove => {
                let value = token.start + 1;
                vec![
                    Token {
                        kind: Kind::NodeStart,
                        end: value,
                        bracket: token.start,
                        ..token
                    },
                    Token {
                        kind: Kind::NamedValue,
                        start: value,
                        ..token
                    },
                ]
            }
            _ => vec![token],
        }
    }

    /// The tokens of a text by one call of the grammar.
    fn by_grammar(text: &str) -> Vec<Token> {
        let mut tokens = Tokens::new(text);
        tokens.cut_up_to(text.len());
        tokens.cut.into_iter().flat_map(listed).collect()
    }

    /// Every window size must give the tokens of the whole text.
    #[test]
    fn windows_cut_no_token() {
        let text = format!(
            "x(;GM[ugo]C [a\\]b{}] ;B[d4]W\n[e5](;AB[a1] [b2]))9é] ;;Name C[\\",
            "é".repeat(3000)
        );
        let whole = by_grammar(&text);
        assert_eq!(whole.last().map(|last| last.end), Some(text.len()));
        for window in 1..40 {
            let mut cut = Tokens::new(&text);
            let mut tokens = Vec::new();
            loop {
                cut.window = window;
                if cut.next == cut.cut.len() {
                    cut.fill();
                }
                let Some(&token) = cut.cut.get(cut.next) else {
                    break;
                };
                cut.next += 1;
                tokens.extend(listed(token));
            }
            assert_eq!(tokens, whole, "window of {window}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        /// The plain tokens are those of the grammar, whatever stands around them.
        #[test]
        fn plain_tokens_are_those_of_the_grammar(
            text in "(\\(;| |;[BW]?|[BWbCc]{1,2}|\\[|\\]|\\\\|\\[[a-c1\\\\é]{0,3}\\]|[()\\n é9,/]|;[BW]\\[[a-c]1\\]){0,24}",
        ) {
            let tokens: Vec<_> = Tokens::new(&text).flat_map(listed).collect();
            prop_assert_eq!(tokens, by_grammar(&text));
        }
    }

    #[test]
    fn values_of_any_length_are_tokens() {
        for length in [1, 14, 15, 16, 17, 4094, 4095, 4096, 4097, 70_000] {
            for fill in ["a", "\\]"] {
                let value = fill.repeat(length);
                for text in [
                    format!(";B[{value}]W[{value}]"),
                    format!("C[{value}][{value}"),
                ] {
                    let tokens: Vec<_> = Tokens::new(&text).flat_map(listed).collect();
                    assert_eq!(tokens, by_grammar(&text), "{length} of {fill}");
                }
            }
        }
    }
}
