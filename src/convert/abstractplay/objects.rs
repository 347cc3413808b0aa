//! Splits an archive into its objects, of which hardly any belong to a game that is read.
//!
//! Each object begins with the key `header`, which no part of it has again. So an object ends where the next begins,
//! and where the next begins can be told even if this one is damaged: a string that is part of valid JSON cannot
//! contain the key, since the quotation marks would be escaped. If the key itself is damaged, what is left when the
//! object before it ends is an object, too.

use std::io::{self, Read};

use memchr::memmem::{self, Finder};
use serde::de::IgnoredAny;

use crate::convert::{error::ImportError, model::TextLocation};

/// The first key of each object.
const KEY: &[u8] = b"\"header\"";

/// The largest object, in bytes.
const MAX_OBJECT: usize = 16 * 1024 * 1024;

/// The most text without the beginning of an object, in bytes. A longer one may have no end.
const MAX_GAP: usize = if cfg!(test) { 32 } else { 512 } * 1024 * 1024;

/// How much is read at once, in bytes.
const READ: usize = 256 * 1024;

/// Reads the objects.
pub(super) struct ObjectReader<R> {
    input: R,
    finder: Finder<'static>,
    /// Text of the input; what precedes `at` has been read.
    window: Vec<u8>,
    at: usize,
    /// Whether the window contains the end of the input.
    is_complete: bool,
    /// The line and the column of `at`.
    location: TextLocation,
    state: ArchiveState,
    /// What is left before the next key, behind an object that is complete: its length, and what is wrong with it.
    rest: Option<(usize, Option<ImportError>)>,
}

/// What of the archive has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ArchiveState {
    /// Nothing.
    Start,
    /// The text before the first object; whether that was the bracket of an array.
    Objects {
        in_array: bool,
    },
    Done,
}

/// An object, or what is in its place.
pub(super) struct Object<'w> {
    pub(super) location: TextLocation,
    /// The text, from its brace to its last character, if it is not damaged.
    pub(super) text: Result<&'w [u8], ImportError>,
}

/// There is so much text without a game that it may have no end.
#[derive(Debug, thiserror::Error)]
#[error("no game begins in the 512 MiB from line {}, column {}: the rest is not read", .0.0, .0.1)]
struct NoGame(TextLocation);

/// Where the text of the key has been found.
enum FoundKey {
    /// It is the first key of an object, whose brace is here.
    First(usize),
    /// It is another key of an object.
    Later,
    /// It is a value.
    Value,
    /// The text ends before that can be told.
    Unknown,
}

impl<R: Read> ObjectReader<R> {
    pub(super) fn new(input: R) -> ObjectReader<R> {
        ObjectReader {
            input,
            finder: memmem::Finder::new(KEY),
            window: Vec::new(),
            at: 0,
            is_complete: false,
            location: (1, 1),
            state: ArchiveState::Start,
            rest: None,
        }
    }

    /// The next object; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Object<'_>>> {
        let in_array = match self.state {
            ArchiveState::Done => return Ok(None),
            ArchiveState::Start => {
                let location = self.location;
                let (length, fault) = self.find_next(0)?;
                let before = self.window[self.at..self.at + length].trim_ascii();
                let before = before.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(before);
                let before: Vec<u8> = before.trim_ascii().iter().copied().take(3).collect();
                self.pass(length);
                let in_array = before.starts_with(b"[");
                self.state = ArchiveState::Objects { in_array };
                if fault.is_some() || !matches!(&before[..], b"" | b"[" | b"[]" | b"[ ]") {
                    return Ok(Some(Object {
                        location,
                        text: Err(ImportError::ArchivedStart),
                    }));
                }
                in_array
            }
            ArchiveState::Objects { in_array } => in_array,
        };
        if self.at == self.window.len() && !self.fill()? {
            self.state = ArchiveState::Done;
            return Ok(None);
        }
        let (length, mut fault) = match self.rest.take() {
            Some((length, fault)) => {
                let text = &self.window[self.at..self.at + length];
                let is_between = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b',';
                let between = text.iter().take_while(is_between).count();
                self.pass(between);
                (length - between, fault)
            }
            None => self.find_end()?,
        };
        let location = self.location;
        let start = self.at;
        self.pass(length);
        let mut text = self.window[start..start + length].trim_ascii_end();
        let is_last = self.is_complete && self.at == self.window.len();
        if is_last {
            self.state = ArchiveState::Done;
            match text.strip_suffix(b"]") {
                Some(rest) if in_array => text = rest.trim_ascii_end(),
                _ if in_array => fault = fault.or(Some(ImportError::UnclosedArray)),
                _ => {}
            }
        } else {
            text = text.strip_suffix(b",").unwrap_or(text).trim_ascii_end();
        }
        Ok(Some(Object {
            location,
            text: fault.map_or(Ok(text), Err),
        }))
    }

    /// The length of the object that begins here, and what is wrong with it. What may be left before the next key is kept.
    fn find_end(&mut self) -> io::Result<(usize, Option<ImportError>)> {
        let (length, fault) = self.find_next(1)?;
        if matches!(fault, Some(ImportError::TooLarge)) {
            return Ok((length, fault));
        }
        let text = &self.window[self.at..self.at + length];
        let mut values = serde_json::Deserializer::from_slice(text).into_iter::<IgnoredAny>();
        if !matches!(values.next(), Some(Ok(_))) {
            return Ok((length, fault.or(Some(ImportError::InvalidJson))));
        }
        let end = values.byte_offset();
        if matches!(text[end..].trim_ascii(), b"" | b"," | b"]") {
            return Ok((length, fault));
        }
        self.rest = Some((length - end, fault));
        Ok((end, None))
    }

    /// The length of the text up to the next object, whose brace is not before `first`, and what is wrong with it.
    fn find_next(&mut self, first: usize) -> io::Result<(usize, Option<ImportError>)> {
        let begin = self.location;
        let mut fault = None;
        let mut from = 0;
        let mut passed = 0;
        loop {
            let text = &self.window[self.at..];
            let length = text.len();
            let found = self.finder.find(text.get(from..).unwrap_or_default());
            let found = found.map(|found| from + found);
            match found.map_or(FoundKey::Unknown, |found| key_at(text, found)) {
                FoundKey::First(brace) if brace >= first => return Ok((brace, fault)),
                FoundKey::Unknown => {
                    from = found.unwrap_or(from.max(length.saturating_sub(KEY.len())));
                    if length > MAX_OBJECT {
                        fault = Some(ImportError::TooLarge);
                        // What has been read is not needed any more.
                        self.pass(length - READ);
                        passed += length - READ;
                        from = 0;
                    }
                    if passed > MAX_GAP {
                        self.state = ArchiveState::Done;
                        return Err(io::Error::other(NoGame(begin)));
                    }
                    if !self.fill()? {
                        return Ok((self.window.len() - self.at, fault));
                    }
                }
                kind => {
                    if matches!(kind, FoundKey::Later) {
                        fault = fault.or(Some(ImportError::ArchivedKeyOrder));
                    }
                    from = found.unwrap_or(from) + KEY.len();
                }
            }
        }
    }

    /// Reads more; returns whether there is more.
    fn fill(&mut self) -> io::Result<bool> {
        if self.is_complete {
            return Ok(false);
        }
        self.window.drain(..self.at);
        self.at = 0;
        let read = (&mut self.input)
            .take(READ as u64)
            .read_to_end(&mut self.window)?;
        self.is_complete = read == 0;
        Ok(read > 0)
    }

    /// Moves over bytes of the window.
    fn pass(&mut self, count: usize) {
        let passed = &self.window[self.at..self.at + count];
        let (line, column) = self.location;
        let breaks = memchr::memchr_iter(b'\n', passed).count();
        let (own, column) = match memchr::memrchr(b'\n', passed) {
            Some(last) => (&passed[last + 1..], 1),
            None => (passed, column),
        };
        // Continuation bytes are not columns.
        let columns = own.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        self.location = (line + breaks, column + columns);
        self.at += count;
    }
}

/// What the text of the key at `found` is.
fn key_at(text: &[u8], found: usize) -> FoundKey {
    let after = text[found + KEY.len()..].trim_ascii_start();
    let before = text[..found].trim_ascii_end();
    match (before.last(), after.first()) {
        (_, None) => FoundKey::Unknown,
        (Some(b'{'), Some(b':')) => FoundKey::First(before.len() - 1),
        (_, Some(b':')) => FoundKey::Later,
        _ => FoundKey::Value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time.
    struct Slow<'t>(&'t [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(1);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn read(text: &str) -> Vec<String> {
        read_from(text.as_bytes())
    }

    fn read_from(input: impl Read) -> Vec<String> {
        let mut objects = ObjectReader::new(input);
        let mut read = Vec::new();
        loop {
            let Object { location, text } = match objects.next() {
                Ok(Some(object)) => object,
                Ok(None) => return read,
                Err(error) => {
                    read.push(error.to_string());
                    continue;
                }
            };
            let text = text.map(|text| std::str::from_utf8(text).expect("the text is UTF-8"));
            let (line, column) = location;
            read.push(match text {
                Ok(text) => format!("{line}:{column} {text}"),
                Err(error) => format!("{line}:{column} {error:?}"),
            });
        }
    }

    #[test]
    fn an_archive_is_split_at_the_first_keys() {
        assert!(read("").is_empty() && read(" []\n").is_empty() && read("\u{feff}[ ]").is_empty());
        let first = r#"{"header":{"name":"é, \"header\": {\"header\":"},"moves":["header"]}"#;
        let second = "{\n \"header\" : 2}";
        let array = format!("[{first},\n{second} ,{first}]\n");
        let expected = [
            format!("1:2 {first}"),
            format!("2:1 {second}"),
            format!("3:17 {first}"),
        ];
        assert_eq!(read(&array), expected);
        assert_eq!(read(&format!("\u{feff} {array}"))[1..], expected[1..]);
        // Without an array.
        assert_eq!(
            read(&format!("{first}\n{second}"))[0],
            format!("1:1 {first}")
        );
    }

    #[test]
    fn text_without_a_game_is_not_read_forever() {
        for byte in [b' ', b'[', 0, b'x'] {
            let read = read_from(io::repeat(byte));
            assert_eq!(read.len(), 1, "{read:?}");
            assert!(read[0].starts_with("no game begins"), "{read:?}");
        }
        let game = r#"{"header":1}"#.as_bytes();
        let read = read_from(game.chain(io::repeat(b'{')));
        assert_eq!(read.len(), 1, "{read:?}");
        assert!(read[0].contains("from line 1, column 1:"), "{read:?}");
        // So much text before the first game is not kept, and so not known to be blank.
        let gap = io::repeat(b' ').take((MAX_OBJECT + 2 * READ) as u64);
        let read = read_from(gap.chain(game));
        assert_eq!(read.len(), 2, "{read:?}");
        assert_eq!(read[0], "1:1 ArchivedStart");
    }

    #[test]
    fn a_damaged_object_hides_no_other() {
        let whole = r#"{"header":1}"#;
        for (damaged, expected) in [
            (r#"{"header":{"name":"a"#, "1:15 InvalidJson"),
            (r#"{"header":{"name":"a\""#, "1:15 InvalidJson"),
            (r#"{"header":[[[["#, "1:15 InvalidJson"),
            (r#"{"moves":1,"header":2}"#, "1:15 ArchivedKeyOrder"),
            (r#"{"hxader":2}"#, "1:15 {\"hxader\":2}"),
            (r#"{]header": 2}"#, "1:15 {]header\": 2}"),
            (r#""header":2}"#, "1:15 ArchivedKeyOrder"),
            // What is between two keys is divided once.
            (r#"{},1,{"a":{}}"#, "1:15 {},1,{\"a\":{}}"),
        ] {
            let read = read(&format!("[{whole},{damaged},{whole}]"));
            assert_eq!(read.len(), 3, "{read:?}");
            assert_eq!(read[0], format!("1:2 {whole}"));
            assert_eq!(read[1], expected);
            assert!(read[2].ends_with(whole), "{read:?}");
        }
        let ends = read(&format!("[{whole},{whole}]]"));
        assert_eq!(ends[1..], [format!("1:15 {whole}"), "1:27 ]".to_owned()]);
        let cut = read(&format!("[{whole},{whole}"));
        assert_eq!(
            cut,
            [format!("1:2 {whole}"), "1:15 UnclosedArray".to_owned()]
        );
        assert_eq!(read("hello"), ["1:1 ArchivedStart"]);
        assert_eq!(read(&format!("[{{\"moves\":[]}},{whole}]")).len(), 2);
    }

    #[test]
    fn an_object_without_end_takes_little_memory() {
        let long = format!("[{{\"header\":\"{}", "a".repeat(2 * MAX_OBJECT));
        let text = format!("{long},{{\"header\":1}}]");
        let mut objects = ObjectReader::new(text.as_bytes());
        let first = objects.next().expect("memory can be read");
        assert_eq!(
            first.and_then(|object| object.text.err()),
            Some(ImportError::TooLarge)
        );
        assert!(objects.window.capacity() <= 2 * MAX_OBJECT);
        let second = objects.next().expect("memory can be read");
        assert!(second.is_some_and(|object| object.text == Ok(b"{\"header\":1}")));
    }

    #[test]
    fn the_pieces_that_the_input_comes_in_do_not_matter() {
        let text = "[{\"header\"  :\"header\"}, { \"header\":1, \"a\":{\"b\":[]}}]";
        let mut objects = ObjectReader::new(Slow(text.as_bytes()));
        let mut count = 0;
        while let Some(object) = objects.next().expect("memory can be read") {
            assert!(object.text.is_ok_and(|text| text.ends_with(b"}")));
            count += 1;
        }
        assert_eq!(count, 2);
    }
}
