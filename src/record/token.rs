//! The tokens of the format, as the grammar defines them.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Open,
    Close,
    NodeStart,
    /// `;B[…]`: a node start and a named value in one.
    MoveNode,
    /// The same for a short move without escapes, brackets or opening parentheses.
    PlainMove,
    NamedValue,
    Value,
    UnclosedValue,
    Name,
    Stray,
}

/// A token, with its span in bytes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The bracket that opens the value, if there is one; otherwise the start.
    pub(super) bracket: usize,
}

impl Token {
    /// The name before the bracket of a value, with its lower-case letters.
    pub(super) fn written_name(self, text: &str) -> &str {
        text[self.start..self.bracket].trim_end_matches(is_blank)
    }
}

/// Whether the grammar allows a character between any two tokens.
pub(super) fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n' | '\x0B' | '\x0C')
}
