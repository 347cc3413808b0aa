//! Splits JSON text into values with their locations: a sequence of values, or the elements of one array. Files of
//! any size can be read, and an error in a value does not hide the next.

use std::io::{self, BufRead};

use super::error::ImportError;

/// Reads the values of a text.
pub(super) struct ElementReader<R> {
    input: R,
    /// Line and column, in characters, of the next byte.
    line: usize,
    column: usize,
    state: ArrayState,
    /// The largest value, in bytes.
    max_bytes: usize,
    /// The most commas and colons in a value: each takes memory when it is parsed.
    max_parts: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ArrayState {
    Start,
    /// Between values that follow one another.
    Sequence,
    /// In the array, before its first value.
    ArrayStart,
    /// In the array, after a value.
    AfterValue,
    Done,
}

/// A value, or an error, after which nothing more is read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) text: Result<Vec<u8>, ImportError>,
}

/// Why a value cannot be read.
#[derive(Debug, thiserror::Error)]
enum ValueError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Import(ImportError),
}

const BLANKS: &[u8] = b" \t\r\n";

impl<R: BufRead> ElementReader<R> {
    pub(super) fn new(input: R, max_bytes: usize, max_parts: usize) -> ElementReader<R> {
        ElementReader {
            input,
            line: 1,
            column: 1,
            state: ArrayState::Start,
            max_bytes,
            max_parts,
        }
    }

    /// The next value; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Element>> {
        if self.state == ArrayState::Start {
            self.state = ArrayState::Sequence;
            if self.skip_blanks()? == Some(0xEF) {
                // A byte order mark.
                for _ in 0..3 {
                    self.take()?;
                }
                self.column = 1;
            }
            if self.skip_blanks()? == Some(b'[') {
                self.take()?;
                self.state = ArrayState::ArrayStart;
            }
        }
        let next = self.skip_blanks()?;
        let error = match (self.state, next) {
            (ArrayState::Done, _) | (ArrayState::Sequence, None) => return Ok(None),
            (_, None) => Some(ImportError::UnclosedArray),
            (ArrayState::ArrayStart | ArrayState::AfterValue, Some(b']')) => {
                self.take()?;
                self.state = ArrayState::Done;
                let more = self.skip_blanks()?;
                return Ok(more.map(|_| self.error(ImportError::TextAfterArray)));
            }
            (ArrayState::AfterValue, Some(b',')) => {
                self.take()?;
                match self.skip_blanks()? {
                    Some(b']' | b',') | None => Some(ImportError::MissingValue),
                    Some(_) => None,
                }
            }
            (ArrayState::AfterValue, Some(_)) => Some(ImportError::MissingComma),
            _ => None,
        };
        if let Some(error) = error {
            return Ok(Some(self.error(error)));
        }
        let (line, column) = (self.line, self.column);
        let text = match self.value() {
            Ok(text) => Ok(text),
            Err(ValueError::Import(error)) => Err(error),
            Err(ValueError::Io(error)) => return Err(error),
        };
        self.state = match (&text, self.state) {
            (Err(_), _) => ArrayState::Done,
            (Ok(_), ArrayState::Sequence) => ArrayState::Sequence,
            (Ok(_), _) => ArrayState::AfterValue,
        };
        Ok(Some(Element { line, column, text }))
    }

    /// An error at the next byte.
    fn error(&mut self, error: ImportError) -> Element {
        self.state = ArrayState::Done;
        Element {
            line: self.line,
            column: self.column,
            text: Err(error),
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
                // Continuation bytes of a character.
                0x80..=0xBF => {}
                _ => self.column += 1,
            }
        }
        Ok(byte)
    }

    /// Skips blanks and peeks at the next byte.
    fn skip_blanks(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.peek()? {
                Some(byte) if BLANKS.contains(&byte) => self.take()?,
                next => return Ok(next),
            };
        }
    }

    /// The text of the value that begins here: up to its closing bracket, or to what cannot belong to it.
    fn value(&mut self) -> Result<Vec<u8>, ValueError> {
        let mut text = Vec::new();
        let (mut depth, mut parts) = (0_usize, 0_usize);
        let (mut in_string, mut is_escaped) = (false, false);
        while let Some(byte) = self.peek()? {
            let is_outside = depth == 0 && !in_string;
            let ends = BLANKS.contains(&byte) || matches!(byte, b',' | b']' | b'}');
            if is_outside && ends && !text.is_empty() {
                return Ok(text);
            }
            self.take()?;
            text.push(byte);
            if in_string {
                match byte {
                    _ if is_escaped => is_escaped = false,
                    b'\\' => is_escaped = true,
                    b'"' => in_string = false,
                    _ => {}
                }
            } else {
                match byte {
                    b'"' => in_string = true,
                    b'{' | b'[' => depth += 1,
                    b'}' | b']' => depth = depth.saturating_sub(1),
                    b',' | b':' => parts += 1,
                    _ => {}
                }
            }
            if text.len() > self.max_bytes || parts > self.max_parts {
                return Err(ValueError::Import(ImportError::TooLarge));
            }
            if depth == 0 && !in_string && matches!(byte, b'}' | b']' | b'"') {
                return Ok(text);
            }
        }
        if depth == 0 && !in_string {
            Ok(text)
        } else {
            Err(ValueError::Import(ImportError::UnclosedValue))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let mut elements = ElementReader::new(text.as_bytes(), 20, 3);
        let mut read = Vec::new();
        while let Some(element) = elements.next().expect("reading from memory cannot fail") {
            let Element { line, column, text } = element;
            let text = text.map(|text| String::from_utf8(text).expect("the text is UTF-8"));
            read.push(format!("{line}:{column} {text:?}"));
        }
        read
    }

    #[test]
    fn values_follow_one_another_or_are_in_an_array() {
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
    fn an_error_has_a_location_and_ends_the_input() {
        for (text, expected) in [
            ("[1 2]", "1:4 Err(MissingComma"),
            ("[1,]", "1:4 Err(MissingValue"),
            ("[1", "1:3 Err(UnclosedArray"),
            ("[1] 2", "1:5 Err(TextAfterArray"),
            ("{}\n{\"a\": \"}", "2:1 Err(UnclosedValue"),
            ("{\"aaaaaaaaaaaaaaaaaaaaaaaa\"}", "1:1 Err(TooLarge"),
            ("[[1,2,3,4,5]]", "1:2 Err(TooLarge"),
        ] {
            let read = read(text);
            assert!(
                read.last().is_some_and(|last| last.starts_with(expected)),
                "{read:?}"
            );
        }
        // The JSON parser rejects what is not JSON.
        assert_eq!(read("] x"), ["1:1 Ok(\"]\")", "1:3 Ok(\"x\")"]);
    }
}
