//! Nodes → lines of text, broken where the next token does not fit.

use std::borrow::Cow;

use memchr::memchr;

/// The column after which a line is broken where it can be.
const WIDTH: usize = 100;

/// A piece of text that is not broken, except within its value.
pub(super) struct Token<'r> {
    /// The semicolon of the node that it begins, or nothing.
    mark: &'static str,
    name: Cow<'r, str>,
    /// May be long. `None` in a node without properties.
    value: Option<Cow<'r, str>>,
}

impl<'r> Token<'r> {
    const EMPTY_NODE: Token<'static> = Token {
        mark: ";",
        name: Cow::Borrowed(""),
        value: None,
    };

    pub(super) fn value(name: Cow<'r, str>, value: Cow<'r, str>) -> Token<'r> {
        Token {
            mark: "",
            name,
            value: Some(value),
        }
    }

    fn begin_node(&mut self) {
        self.mark = ";";
    }

    /// The characters of the first line, and those of the last one if there are more.
    fn widths(&self) -> (usize, Option<usize>) {
        let head = self.mark.len() + characters(&self.name);
        let Some(value) = &self.value else {
            return (head, None);
        };
        let first = memchr(b'\n', value.as_bytes());
        match first.and_then(|first| Some((first, value.rsplit_once('\n')?))) {
            None => (head + characters(value) + 2, None),
            Some((first, (_, last))) => {
                let first = head + 1 + characters(&value[..first]);
                (first, Some(characters(last) + 1))
            }
        }
    }
}

/// The number of characters of a text.
fn characters(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}

/// Text with line breaks between its tokens.
pub(super) struct LineWriter {
    pub(super) text: String,
    /// Characters on the line so far.
    column: usize,
}

impl LineWriter {
    pub(super) fn new(capacity: usize) -> LineWriter {
        LineWriter {
            text: String::with_capacity(capacity),
            column: 0,
        }
    }

    /// Ends the line, if it is not empty.
    pub(super) fn end(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }

    /// Ends the line, unless it has only the parenthesis that the node belongs to.
    fn end_before_node(&mut self) {
        if self.column > 1 || !self.text.ends_with('(') {
            self.end();
        }
    }

    /// Closes a variation: on the next line if this one is exactly full, but not if it is already too long.
    pub(super) fn close(&mut self) {
        if self.column == WIDTH {
            self.end();
        }
        self.put_parenthesis(')');
    }

    pub(super) fn put_parenthesis(&mut self, parenthesis: char) {
        self.text.push(parenthesis);
        self.column += 1;
    }

    /// Whether tokens still fit on the line.
    fn has_room(&self, tokens: &[Token]) -> bool {
        let mut width = self.column;
        for token in tokens {
            let (first, last) = token.widths();
            width += first;
            if last.is_some() || width > WIDTH {
                break;
            }
        }
        width <= WIDTH
    }

    /// Writes a token, on the next line if it does not fit on this one.
    fn put(&mut self, token: &Token) {
        let (first, last) = token.widths();
        if self.column > 1 && self.column + first > WIDTH {
            self.end();
        }
        self.text.push_str(token.mark);
        self.text.push_str(&token.name);
        if let Some(value) = &token.value {
            self.text.push('[');
            self.text.push_str(value);
            self.text.push(']');
        }
        self.column = last.unwrap_or(self.column + first);
    }
}

/// Writes the tokens of a node, on the next line if they do not fit on this one. Only as many tokens wait as decide
/// that: a node may have millions.
pub(super) struct NodeWriter<'w, 'r> {
    lines: &'w mut LineWriter,
    waiting: &'w mut Vec<Token<'r>>,
    /// Whether it is known on which line the node begins.
    is_placed: bool,
    has_begun: bool,
}

impl<'w, 'r> NodeWriter<'w, 'r> {
    /// A node, which begins a line if it `begins` one.
    pub(super) fn new(
        lines: &'w mut LineWriter,
        waiting: &'w mut Vec<Token<'r>>,
        begins: bool,
    ) -> NodeWriter<'w, 'r> {
        if begins {
            lines.end_before_node();
        }
        NodeWriter {
            lines,
            waiting,
            is_placed: begins,
            has_begun: false,
        }
    }

    pub(super) fn put(&mut self, mut token: Token<'r>) {
        if !self.has_begun {
            self.has_begun = true;
            token.begin_node();
        }
        if self.is_placed {
            self.lines.put(&token);
            return;
        }
        self.waiting.push(token);
        // A value has two characters at least, its brackets.
        if self.waiting.len() > WIDTH / 2 {
            self.place();
        }
    }

    fn place(&mut self) {
        if !self.lines.has_room(self.waiting) {
            self.lines.end_before_node();
        }
        for token in self.waiting.drain(..) {
            self.lines.put(&token);
        }
        self.is_placed = true;
    }

    pub(super) fn finish(mut self) {
        if !self.has_begun {
            self.put(Token::EMPTY_NODE);
        }
        if !self.is_placed {
            self.place();
        }
    }
}
