//! Text → tokens.
//!
//! `grammar/record.pest` defines what a token is, and the lexer reads with it. Because the generated
//! parser takes longer to cut a move out of the text than the game takes to play it, there is one
//! faster path, `fast_lexer.rs`, and no other. The two divide the work like this:
//!
//! - The *grammar* decides every token whose spelling is in any way unusual: unclosed or very long
//!   values, names without a value, stray characters, non-ASCII text outside values. All errors are
//!   reported from its tokens.
//! - The *fast lexer* takes a token only if it is complete, short and spelled as in nearly all records;
//!   otherwise it declines, and the grammar reads that token. The same holds for the text of a move: the
//!   canonical spelling is read directly, every other spelling by the grammar's rule for the game.
//! - Where a file is cut into chunks and where its encoding is looked up, whole records are skipped
//!   before they are parsed. The scanner for this is in the fast lexer too. It only skips: a record that
//!   could be broken is handed to the lexer.
//!
//! Property tests prove that both give the same tokens and the same moves: the tests below,
//! those of the fast lexer, and the fuzz targets `tokens`, `moves` and `chunks`.
//!
//! The grammar reads the text in windows: the last token of a window, which its end may have cut, is
//! read again with the next one. So memory does not grow with the text.

use memchr::memchr;

use super::{
    fast_lexer,
    grammar::{Rule, parse},
    token::{Token, TokenKind, is_blank},
};

const LARGEST_WINDOW: usize = 64 * 1024;
/// After a jump few tokens may be needed, so windows start small and double.
const SMALLEST_WINDOW: usize = 64;

/// The tokens of a text from an offset on.
#[derive(Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    /// Where the next window begins.
    at: usize,
    window: usize,
    /// The tokens of the current window.
    tokens: Vec<Token>,
    next: usize,
    /// Whether the fast lexer is not used.
    only_grammar: bool,
    /// From here on every value is known to be cut off by the end of the text, so that the
    /// search for its bracket is not repeated for every value.
    unclosed_from: Option<usize>,
    /// The end of the last token in the text that has been returned. What follows has not mattered so far, unless
    /// this is the end of the text.
    pub(super) furthest: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer {
            text,
            at: 0,
            window: SMALLEST_WINDOW,
            tokens: Vec::new(),
            next: 0,
            only_grammar: false,
            unclosed_from: None,
            furthest: 0,
        }
    }

    /// Stops using the fast lexer.
    pub(super) fn use_only_grammar(&mut self) {
        self.only_grammar = true;
    }

    /// Whether the fast lexer is not used.
    pub(super) fn is_only_grammar(&self) -> bool {
        self.only_grammar
    }

    /// Continues behind a part of the text that the fast lexer has read.
    pub(super) fn pass(&mut self, end: usize) {
        self.seek(end);
        self.furthest = self.furthest.max(end);
    }

    /// Continues at an offset, which may be behind or before the last token.
    pub(super) fn seek(&mut self, offset: usize) {
        if self
            .tokens
            .get(self.next)
            .is_some_and(|token| token.start == offset)
        {
            return;
        }
        self.tokens.clear();
        self.next = 0;
        self.at = offset;
        self.window = SMALLEST_WINDOW;
    }

    /// The next token, if the fast lexer takes it.
    fn fast_token(&mut self) -> Option<Token> {
        if self.only_grammar {
            return None;
        }
        let token = fast_lexer::token(self.text.as_bytes(), self.at)?;
        self.at = token.end;
        // When the grammar is needed after this, it is only for a few tokens.
        self.window = SMALLEST_WINDOW;
        Some(token)
    }

    fn fill(&mut self) {
        self.tokens.clear();
        self.next = 0;
        let mut size = self.window;
        if !self.only_grammar {
            let rest = self.text[self.at..].trim_start_matches(is_blank);
            self.at = self.text.len() - rest.len();
        }
        while self.at < self.text.len() && self.tokens.is_empty() {
            if size > LARGEST_WINDOW
                && let Some(token) = self.long_value()
            {
                self.at = token.end;
                self.tokens.push(token);
                break;
            }
            let end = self.text.floor_char_boundary(self.at.saturating_add(size));
            self.read_window(end);
            if end < self.text.len() {
                self.drop_uncertain(end);
            } else {
                if let Some(token) = self.tokens.last()
                    && token.kind == TokenKind::UnclosedValue
                {
                    self.unclosed_from = Some(token.start);
                }
                self.at = end;
            }
            size *= 2;
        }
        self.window = (self.window * 2).min(LARGEST_WINDOW);
    }

    /// The value here, whatever its length: the memory that the grammar takes grows with the lines of a
    /// window.
    fn long_value(&mut self) -> Option<Token> {
        if self.only_grammar || self.unclosed_from.is_some_and(|from| from <= self.at) {
            return None;
        }
        let token = fast_lexer::long_value(self.text.as_bytes(), self.at)?;
        if token.kind == TokenKind::UnclosedValue {
            self.unclosed_from = Some(token.start);
        }
        Some(token)
    }

    /// Cuts the text from the current offset to `end` into tokens.
    fn read_window(&mut self, end: usize) {
        let at = self.at;
        match parse(Rule::tokens, &self.text[at..end]) {
            Some(pairs) => {
                for pair in pairs.flat_map(pest::iterators::Pair::into_inner) {
                    if let Some(kind) = token_kind(pair.as_rule()) {
                        let span = pair.as_span();
                        let bracket = memchr(b'[', span.as_str().as_bytes()).unwrap_or(0);
                        self.tokens.push(Token {
                            kind,
                            start: at + span.start(),
                            end: at + span.end(),
                            bracket: at + span.start() + bracket,
                        });
                    }
                }
            }
            // The rule matches any text. If it ever did not, the text would not be a record.
            None => self.tokens.push(Token {
                kind: TokenKind::Stray,
                start: at,
                end,
                bracket: at,
            }),
        }
    }

    /// Leaves the last token to the next window if the end of this one could have cut it.
    fn drop_uncertain(&mut self, end: usize) {
        let Some(last) = self.tokens.last_mut() else {
            // Only blanks.
            self.at = end;
            return;
        };
        let complete = matches!(
            last.kind,
            TokenKind::Open
                | TokenKind::Close
                | TokenKind::MoveNode
                | TokenKind::PlainMove
                | TokenKind::NamedValue
                | TokenKind::Value
        );
        if complete || last.end < end && last.kind != TokenKind::Name {
            self.at = end;
        } else if last.kind == TokenKind::UnclosedValue
            && self.unclosed_from.is_some_and(|from| from <= last.start)
        {
            last.end = self.text.len();
            self.at = last.end;
        } else {
            // A value may follow the name, and a move the node start.
            self.at = last.start;
            self.tokens.pop();
        }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        let is_waiting = self.next < self.tokens.len();
        let token = match if is_waiting { None } else { self.fast_token() } {
            None => {
                if !is_waiting {
                    self.fill();
                }
                let token = self.tokens.get(self.next).copied();
                self.next += usize::from(token.is_some());
                token
            }
            fast => fast,
        };
        let end = token.map_or(self.text.len(), |token| token.end);
        self.furthest = self.furthest.max(end);
        token
    }
}

fn token_kind(rule: Rule) -> Option<TokenKind> {
    Some(match rule {
        Rule::open => TokenKind::Open,
        Rule::close => TokenKind::Close,
        Rule::node_start => TokenKind::NodeStart,
        Rule::move_node => TokenKind::MoveNode,
        Rule::named_value => TokenKind::NamedValue,
        Rule::value => TokenKind::Value,
        Rule::unclosed_value => TokenKind::UnclosedValue,
        Rule::name => TokenKind::Name,
        Rule::stray => TokenKind::Stray,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A token, but `;B[d4]` as the two tokens that it consists of.
    fn split(token: Token) -> Vec<Token> {
        match token.kind {
            TokenKind::MoveNode | TokenKind::PlainMove => {
                let value = token.start + 1;
                vec![
                    Token {
                        kind: TokenKind::NodeStart,
                        end: value,
                        bracket: token.start,
                        ..token
                    },
                    Token {
                        kind: TokenKind::NamedValue,
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
        let mut lexer = Lexer::new(text);
        lexer.read_window(text.len());
        lexer.tokens.into_iter().flat_map(split).collect()
    }

    /// Every window size gives the tokens of the whole text.
    #[test]
    fn windows_do_not_change_the_tokens() {
        let text = format!(
            "x(;GM[ugo]C [a\\]b{}] ;B[d4]W\n[e5](;AB[a1] [b2]))9é] ;;Name C[\\",
            "é".repeat(3000)
        );
        let whole = by_grammar(&text);
        assert_eq!(whole.last().map(|last| last.end), Some(text.len()));
        for window in 1..40 {
            let mut lexer = Lexer::new(&text);
            let mut tokens = Vec::new();
            loop {
                lexer.window = window;
                if lexer.next == lexer.tokens.len() {
                    lexer.fill();
                }
                let Some(&token) = lexer.tokens.get(lexer.next) else {
                    break;
                };
                lexer.next += 1;
                tokens.extend(split(token));
            }
            assert_eq!(tokens, whole, "window of {window}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        /// The tokens of the fast lexer are those of the grammar, whatever is around them.
        #[test]
        fn fast_tokens_are_the_tokens_of_the_grammar(
            text in "(\\(;| |;[BW]?|[BWbCc]{1,2}|\\[|\\]|\\\\|\\[[a-c1\\\\é]{0,3}\\]|[()\\n é9,/]|;[BW]\\[[a-c]1\\]){0,24}",
        ) {
            let tokens: Vec<_> = Lexer::new(&text).flat_map(split).collect();
            prop_assert_eq!(tokens, by_grammar(&text));
        }
    }

    proptest! {
        #[test]
        fn long_values_are_the_tokens_of_the_grammar(
            text in "[BWc]{0,2}[ \\n]{0,2}(\\[|x)([a-c\\n\\[é;(]|\\\\|\\]){0,12}",
        ) {
            if let Some(token) = fast_lexer::long_value(text.as_bytes(), 0) {
                let tokens = by_grammar(&text);
                prop_assert_eq!(Some(&token), tokens.first());
            } else {
                prop_assert!(!matches!(
                    by_grammar(&text).first().map(|token| token.kind),
                    Some(TokenKind::NamedValue | TokenKind::Value | TokenKind::UnclosedValue)
                ) || text.starts_with([' ', '\n']));
            }
        }
    }

    #[test]
    fn values_of_any_length_are_one_token() {
        for length in [1, 14, 15, 16, 17, 4094, 4095, 4096, 4097, 70_000] {
            for fill in ["a", "\\]", "\n"] {
                let value = fill.repeat(length);
                for text in [
                    format!(";B[{value}]W[{value}]"),
                    format!("C[{value}][{value}"),
                ] {
                    let tokens: Vec<_> = Lexer::new(&text).flat_map(split).collect();
                    assert_eq!(tokens, by_grammar(&text), "{length} of {fill}");
                }
            }
        }
    }
}
