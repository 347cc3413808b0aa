//! JSON text → the values that stand in it one after the other or in one array, each with its place: so
//! that a file of any size can be read, and a value that is wrong hides no other.

use std::io::{self, BufRead};

/// The values of a text.
pub(super) struct Elements<R> {
    input: R,
    /// The line and the column, in characters, of the next byte.
    line: usize,
    column: usize,
    state: State,
    /// The largest value, in bytes.
    max_bytes: usize,
    /// The most commas and colons in a value: what is read takes memory for each.
    max_parts: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    /// Between values that follow each other.
    Row,
    /// In the array, before its first value.
    Array,
    /// In the array, behind a value.
    Behind,
    Done,
}

/// A value, or why there is none. Behind a fault nothing more is read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) text: Result<Vec<u8>, &'static str>,
}

const BLANKS: &[u8] = b" \t\r\n";

impl<R: BufRead> Elements<R> {
    pub(super) fn new(input: R, max_bytes: usize, max_parts: usize) -> Elements<R> {
        Elements {
            input,
            line: 1,
            column: 1,
            state: State::Start,
            max_bytes,
            max_parts,
        }
    }

    /// The next value; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Element>> {
        if self.state == State::Start {
            self.state = State::Row;
            if self.skip_blanks()? == Some(0xEF) {
                // A byte order mark.
                for _ in 0..3 {
                    self.take()?;
                }
                self.column = 1;
            }
            if self.skip_blanks()? == Some(b'[') {
                self.take()?;
                self.state = State::Array;
            }
        }
        let next = self.skip_blanks()?;
        let fault = match (self.state, next) {
            (State::Done, _) | (State::Row, None) => return Ok(None),
            (_, None) => Some("the array is not closed"),
            (State::Array | State::Behind, Some(b']')) => {
                self.take()?;
                self.state = State::Done;
                let more = self.skip_blanks()?;
                return Ok(more.map(|_| self.fault("something stands behind the array")));
            }
            (State::Behind, Some(b',')) => {
                self.take()?;
                match self.skip_blanks()? {
                    Some(b']' | b',') | None => Some("a value should stand behind the comma"),
                    Some(_) => None,
                }
            }
            (State::Behind, Some(_)) => Some("a comma should stand between two values"),
            _ => None,
        };
        if let Some(reason) = fault {
            return Ok(Some(self.fault(reason)));
        }
        let (line, column) = (self.line, self.column);
        let text = self.value()?;
        self.state = match (&text, self.state) {
            (Err(_), _) => State::Done,
            (Ok(_), State::Row) => State::Row,
            (Ok(_), _) => State::Behind,
        };
        Ok(Some(Element { line, column, text }))
    }

    /// A fault at the next byte.
    fn fault(&mut self, reason: &'static str) -> Element {
        self.state = State::Done;
        Element {
            line: self.line,
            column: self.column,
            text: Err(reason),
        }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.input.fill_buf()?.first().copied())
    }

    fn take(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.input.consume(1);
            match byte {
                b'\n' => {
                    self.line += 1;
                    self.column = 1;
                }
                // The bytes of a character after its first.
                0x80..=0xBF => {}
                _ => self.column += 1,
            }
        }
        Ok(byte)
    }

    /// The next byte that is no blank, which is not taken.
    fn skip_blanks(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.peek()? {
                Some(byte) if BLANKS.contains(&byte) => self.take()?,
                next => return Ok(next),
            };
        }
    }

    /// The text of the value that begins here: up to its last bracket, or to what cannot belong to it.
    fn value(&mut self) -> io::Result<Result<Vec<u8>, &'static str>> {
        let mut text = Vec::new();
        let (mut depth, mut parts) = (0_usize, 0_usize);
        let (mut in_text, mut is_escaped) = (false, false);
        while let Some(byte) = self.peek()? {
            let is_outside = depth == 0 && !in_text;
            let ends = BLANKS.contains(&byte) || matches!(byte, b',' | b']' | b'}');
            if is_outside && ends && !text.is_empty() {
                return Ok(Ok(text));
            }
            self.take()?;
            text.push(byte);
            if in_text {
                match byte {
                    _ if is_escaped => is_escaped = false,
                    b'\\' => is_escaped = true,
                    b'"' => in_text = false,
                    _ => {}
                }
            } else {
                match byte {
                    b'"' => in_text = true,
                    b'{' | b'[' => depth += 1,
                    b'}' | b']' => depth = depth.saturating_sub(1),
                    b',' | b':' => parts += 1,
                    _ => {}
                }
            }
            if text.len() > self.max_bytes || parts > self.max_parts {
                return Ok(Err("the value that begins here is too large for a record"));
            }
            if depth == 0 && !in_text && matches!(byte, b'}' | b']' | b'"') {
                return Ok(Ok(text));
            }
        }
        Ok(if depth == 0 && !in_text {
            Ok(text)
        } else {
            Err("the text ends inside the value that begins here")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let mut elements = Elements::new(text.as_bytes(), 20, 3);
        let mut read = Vec::new();
        while let Some(element) = elements.next().expect("memory can be read") {
            let Element { line, column, text } = element;
            let text = text.map(|text| String::from_utf8(text).expect("it was text"));
            read.push(format!("{line}:{column} {text:?}"));
        }
        read
    }

    #[test]
    fn values_stand_in_a_row_or_in_an_array() {
        assert!(read("").is_empty() && read(" [ ] ").is_empty());
        let values = [
            "1:2 Ok(\"{\\\"é]\\\\\\\"\\\":[{}]}\")",
            "2:1 Ok(\"7\")",
            "2:4 Ok(\"\\\"a b\\\"\")",
        ];
        assert_eq!(read("[{\"é]\\\"\":[{}]},\n7 ,\"a b\"]"), values);
        assert_eq!(read("\u{feff} {\"é]\\\"\":[{}]}\n7  \"a b\""), values);
    }

    #[test]
    fn what_is_wrong_has_a_place_and_ends_the_reading() {
        for (text, told) in [
            ("[1 2]", "1:4 Err(\"a comma"),
            ("[1,]", "1:4 Err(\"a value"),
            ("[1", "1:3 Err(\"the array is not closed"),
            ("[1] 2", "1:5 Err(\"something"),
            ("{}\n{\"a\": \"}", "2:1 Err(\"the text ends"),
            ("{\"aaaaaaaaaaaaaaaaaaaaaaaa\"}", "1:1 Err(\"the value"),
            ("[[1,2,3,4,5]]", "1:2 Err(\"the value"),
        ] {
            let read = read(text);
            assert!(
                read.last().is_some_and(|last| last.starts_with(told)),
                "{read:?}"
            );
        }
        // What is no JSON is left to the parser.
        assert_eq!(read("] x"), ["1:1 Ok(\"]\")", "1:3 Ok(\"x\")"]);
    }
}
